"""A cup: rounds of matches whose winners go on, to a final and a match for the third place.

Who meets whom is decided round by round, as in a cup where teams choose their opponents.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from storslam.errors import StorslamError


@dataclass(frozen=True, slots=True)
class CupMatch:
    """A match of a round, both counted from 1; the last round's second is for the third place."""

    round: int
    number: int
    one: str
    other: str
    winner: str | None = None

    @property
    def loser(self) -> str | None:
        """Who lost, None while nobody has won."""
        return None if self.winner is None else _other(self)

    @property
    def teams(self) -> tuple[str, str]:
        return self.one, self.other


@dataclass(frozen=True, slots=True)
class Cup:
    """The field in order of place, a power of two from 4, and the rounds begun so far."""

    field: tuple[str, ...]
    rounds: tuple[tuple[CupMatch, ...], ...] = ()

    def __post_init__(self) -> None:
        size = len(self.field)
        if size < 4 or size & (size - 1) or len(set(self.field)) != size:
            raise StorslamError("a cup has 4, 8, 16 … different teams, not %(teams)s", teams=size)

    @property
    def entrants(self) -> tuple[str, ...]:
        """Who plays the next round, by number: of the place, later of the match won.

        Empty while the last round begun has matches left, and when all is played.
        """
        if not self.rounds:
            return self.field
        last = self.rounds[-1]
        final = len(last) == 2 and len(self.rounds) == self.length
        won = tuple(match.winner for match in last if match.winner is not None)
        return () if final or len(won) < len(last) else won

    @property
    def length(self) -> int:
        """The number of rounds from the first to the final."""
        return len(self.field).bit_length() - 1

    @property
    def next_matches(self) -> tuple[CupMatch, ...]:
        """The matches begun that have no winner."""
        return tuple(match for round_ in self.rounds for match in round_ if match.winner is None)

    def paired(self, pairs: Mapping[int, int]) -> "Cup":
        """The cup with its next round, whose match n is that of the n-th who is paired.

        `pairs`: every entrant, by number, with its opponent. The last round is always the first
        against the second, and gets the match for the third place. Raises StorslamError when
        the round before is not over, and for numbers that are not the entrants', each once.
        """
        entrants, round_ = self.entrants, len(self.rounds) + 1
        if not entrants:
            raise StorslamError("no further round of the cup can be drawn now")
        if sorted((*pairs, *pairs.values())) != list(range(1, len(entrants) + 1)):
            raise StorslamError("a round of the cup pairs each of its teams once")
        two = [(entrants[one - 1], entrants[other - 1]) for one, other in sorted(pairs.items())]
        if round_ == self.length:
            two.append(self._beaten())
        matches = tuple(CupMatch(round_, n, *teams) for n, teams in enumerate(two, 1))
        return Cup(self.field, (*self.rounds, matches))

    def won(self, round_: int, number: int, winner: str) -> "Cup":
        """The cup with this winner of a match; StorslamError for a team that is not in it."""
        match = self.rounds[round_ - 1][number - 1]
        if winner not in match.teams:
            raise StorslamError(
                "%(team)s cannot win the match of %(one)s and %(other)s",
                team=winner,
                one=match.one,
                other=match.other,
            )
        decided = CupMatch(round_, number, *match.teams, winner)
        matches = tuple(decided if one is match else one for one in self.rounds[round_ - 1])
        return Cup(self.field, (*self.rounds[: round_ - 1], matches, *self.rounds[round_:]))

    @property
    def places(self) -> tuple[str, ...]:
        """The first four in order, none while the final or the match below it is not played."""
        if len(self.rounds) < self.length or self.next_matches:
            return ()
        ends = ((match.winner, match.loser) for match in self.rounds[-1])
        return tuple(team for two in ends for team in two if team is not None)

    @property
    def beaten(self) -> dict[str, int]:
        """When all is played, how many teams each has left behind; losers of a round as many."""
        if not self.places:
            return {}
        behind = {team: len(self.field) - n for n, team in enumerate(self.places, 1)}
        for round_ in self.rounds[:-2]:
            for match in round_:
                behind[_other(match)] = len(self.field) - 2 * len(round_)
        return behind

    def _beaten(self) -> tuple[str, str]:
        """The losers of the semifinals."""
        one, other = self.rounds[-1]
        return _other(one), _other(other)


def _other(match: CupMatch) -> str:
    """The team of the match that has not won it."""
    return match.other if match.winner == match.one else match.one


@dataclass(frozen=True, slots=True)
class Node:
    """A match of the tree to be drawn: column `x` from 0, and `y` in heights of a first match.

    `match` None: not paired yet. `after`: the y of the two matches that lead to it, empty in the
    first round and for the third place.
    """

    round: int
    x: int
    y: Fraction
    after: tuple[Fraction, ...]
    match: CupMatch | None


def tree(cup: Cup) -> tuple[Node, ...]:
    """All matches of the cup where they are drawn: each between the two that lead to it."""
    nodes: list[Node] = []
    heights: list[Fraction] = []
    for round_ in range(1, cup.length + 1):
        count = len(cup.field) >> round_
        after = [tuple(heights[2 * n : 2 * n + 2]) for n in range(count)]
        heights = [sum(two, Fraction()) / 2 if two else Fraction(n) for n, two in enumerate(after)]
        slots = zip(heights, after, _ordered(cup, round_, count), strict=True)
        nodes += [Node(round_, round_ - 1, y, two, match) for y, two, match in slots]
    third = cup.rounds[-1][1] if len(cup.rounds) == cup.length else None
    lowest = Fraction(len(cup.field) // 2 - 1)
    return (*nodes, Node(cup.length, cup.length - 1, lowest, (), third))


def _ordered(cup: Cup, round_: int, count: int) -> Sequence[CupMatch | None]:
    """The matches of a round from the top, so that those that lead to one stand together."""
    if round_ > len(cup.rounds):
        return [None] * count
    matches = cup.rounds[round_ - 1][:count]
    if round_ == len(cup.rounds):
        return matches
    later = [match for match in _ordered(cup, round_ + 1, count // 2) if match is not None]
    won = {match.winner: match for match in matches}
    return [won[team] for match in later for team in match.teams]
