"""Invented play: deals, and contracts and tricks that people of given skill might reach on them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from storslam.bridge import (
    PASSED_OUT,
    Board,
    Card,
    Contract,
    Deal,
    Doubling,
    Seat,
    Side,
    Strain,
    Suit,
    duplicate_score,
    numbered_board,
)
from storslam.bridge.dealing import dealt
from storslam.movements import Movement, Position
from storslam.scoring.event import BoardRecord, Line, Play, Score

_SEATS_OF = {Side.NS: (Seat.NORTH, Seat.SOUTH), Side.EW: (Seat.EAST, Seat.WEST)}
_GAME = {Strain.CLUBS: 11, Strain.DIAMONDS: 11, Strain.HEARTS: 10, Strain.SPADES: 10}


@dataclass(frozen=True)
class _Prospect:
    """What a side can hope for on a deal."""

    points: int
    strain: Strain
    fit: int
    tricks: float
    declarers: tuple[Seat, Seat]


def _prospect(deal: Deal, side: Side, luck: Random) -> _Prospect:
    hands = [hand for seat in _SEATS_OF[side] if (hand := deal[seat])]
    points = sum(hand.hp for hand in hands)
    fits = {suit: sum(hand.lengths[suit] for hand in hands) for suit in Suit}
    best = max(fits, key=lambda suit: (fits[suit] + (0.8 if suit >= Suit.HEARTS else 0), suit))
    fit = fits[best]
    notrump = fit < 8 or (best < Suit.HEARTS and points >= 23)
    extra = 0.0 if notrump else 0.55 * (fit - 7)
    tricks = 6.5 + 0.34 * (points - 20) + extra + luck.gauss(0, 0.7)
    strain = Strain.NOTRUMP if notrump else Strain(best)
    first, second = _SEATS_OF[side]
    longer = not notrump and hands[1].lengths[best] > hands[0].lengths[best]
    return _Prospect(points, strain, fit, tricks, (second, first) if longer else (first, second))


class BoardInPlay:
    """A board with its deal, on which any number of tables can be played."""

    def __init__(self, number: int, secret: str, random: Random) -> None:
        self._deal = dealt(secret.encode(), number)
        self.record = BoardRecord(numbered_board(number), self._deal)
        self._prospects = {side: _prospect(self._deal, side, random) for side in Side}

    def play(self, skill: Mapping[Side, float], random: Random) -> Play:
        """What one table makes of it."""
        side = max(Side, key=lambda side: self._pull(side) + random.gauss(0, 1.6))
        mine, other = self._prospects[side], self._prospects[side.other]
        if max(mine.points, other.points) < 22 and mine.fit < 9 and random.random() < 0.08:
            return Play(PASSED_OUT, 0)
        edge = 0.25 * (skill[side] - skill[side.other])
        level = _level(mine, mine.tricks + random.gauss(0, 0.7))
        tricks = min(13, max(0, round(mine.tricks + edge + random.gauss(0, 0.8))))
        doubled = tricks < level + 5 and random.random() < 0.3
        declarer = mine.declarers[random.random() < 0.2]
        contract = Contract(level, mine.strain, Doubling(doubled), declarer)
        return Play(contract, tricks, _lead(self._deal, contract, random))

    def _pull(self, side: Side) -> float:
        prospect = self._prospects[side]
        return prospect.points + 1.2 * (prospect.fit - 7)


def _level(prospect: _Prospect, hoped: float) -> int:
    game = _GAME.get(prospect.strain, 9)
    if prospect.points >= 36 and hoped > 12.3:
        return 7
    if prospect.points >= 31 and hoped > 11.2:
        return 6
    if prospect.points >= 23 and hoped > game - 0.8:
        return game - 6
    return min(max(1, round(hoped - 0.6) - 6), game - 7)


def _lead(deal: Deal, contract: Contract, random: Random) -> Card | None:
    hand = deal[contract.declarer.next]
    if hand is None:
        return None
    suits = [suit for suit in Suit if hand[suit] and int(suit) != int(contract.strain)]
    suit = max(suits or [s for s in Suit if hand[s]], key=lambda s: len(hand[s]) + random.random())
    held = hand[suit]
    top = held[:2] in {"AK", "KQ", "QJ", "JT", "T9"} or len(held) < 4
    return Card(suit, held[0] if top else held[3])


def fresh_secret(random: Random) -> str:
    """What boards can be dealt from."""
    return f"{random.getrandbits(256):064x}"


def boards(numbers: range, random: Random, secret: str = "") -> dict[int, BoardInPlay]:
    """Boards of these numbers, dealt from the secret, or without one from a secret of their own."""
    secret = secret or fresh_secret(random)
    return {number: BoardInPlay(number, secret, random) for number in numbers}


def lines(
    movement: Movement,
    boards: Mapping[int, BoardInPlay],
    skill: Mapping[str, float],
    random: Random,
    section: str = "",
) -> Iterator[Line]:
    """The results of every table of the movement; none for those who sit out."""
    for position in movement.positions:
        if position.played:
            yield from _played(position, boards, skill, random, section)


def _played(
    position: Position,
    boards: Mapping[int, BoardInPlay],
    skill: Mapping[str, float],
    random: Random,
    section: str,
) -> Iterator[Line]:
    ns, ew = position.contestants
    sides = {Side.NS: skill[ns], Side.EW: skill[ew]}
    for number in position.boards:
        play = boards[number].play(sides, random)
        board: Board = boards[number].record.board
        points = duplicate_score(play.contract, play.tricks, board.vulnerability)
        yield Line(number, ns, ew, Score(points), play, section, position.round, position.table)
