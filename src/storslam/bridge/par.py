"""Par: the score of a board when all four see all cards, and bid, double and play perfectly.

A bid that nobody bids over is played by the partner who takes more tricks in it, doubled if it goes
down. What a bid is worth follows from what the other side can bid over it, so bids are worked out
from seven no trump down; last comes who may open, from the dealer on.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from storslam.bridge.board import SEATS, Board, Seat, Side
from storslam.bridge.call import Strain
from storslam.bridge.contract import Contract, Doubling
from storslam.bridge.score import declarer_score

Tricks: TypeAlias = Mapping[tuple[Seat, Strain], int]
"""The double-dummy tricks by declarer and strain; whole when there are 20."""

WHOLE = len(Seat) * len(Strain)
_BIDS_DOWN = tuple(product(range(7, 0, -1), sorted(Strain, reverse=True)))
_BETTER = {Side.NS: max, Side.EW: min}
_WORST = {Side.NS: -99_999, Side.EW: 99_999}  # no score is that bad


@dataclass(frozen=True, slots=True)
class Par:
    """The par score in points to North-South, and its contracts, the lowest first.

    These are all that score par and that the other side would lose by bidding over, one for each
    declarer; none where the board is passed out.
    """

    score: int
    contracts: tuple[Contract, ...]

    @property
    def by_declarers(self) -> list[tuple[Contract, list[Seat]]]:
        """Each contract once, with all who can declare it."""
        found: dict[tuple[int, Strain, Side], list[Contract]] = {}
        for one in self.contracts:
            found.setdefault((one.level, one.strain, one.declarer.side), []).append(one)
        return [(same[0], [one.declarer for one in same]) for same in found.values()]


def par(board: Board, tricks: Tricks) -> Par | None:
    """The par of a board; None unless all 20 numbers of tricks are known."""
    if len(tricks) < WHOLE:
        return None
    most = {
        (side, strain): max(tricks[seat, strain] for seat in SEATS if seat.side is side)
        for side in Side
        for strain in Strain
    }
    best = dict(_WORST)  # what each side gets by bidding, from here up
    ends: list[tuple[int, int, Strain, Side]] = []
    for level, strain in _BIDS_DOWN:
        worth = {}
        for side in Side:
            made = most[side, strain]
            points = declarer_score(
                level, strain, _doubling(level, made), board.vulnerable(side), made
            )
            score = points if side is Side.NS else -points
            worth[side] = _BETTER[side.other](score, best[side.other])
            if worth[side] != best[side.other]:
                ends.append((score, level, strain, side))
        best = {side: _BETTER[side](best[side], worth[side]) for side in Side}
    dealer, score = board.dealer.side, 0
    for opener in (dealer.other, dealer, dealer.other, dealer):  # the fourth player decides last
        score = _BETTER[opener](score, best[opener])
    contracts = (
        Contract(level, strain, _doubling(level, tricks[seat, strain]), seat)
        for scored, level, strain, side in reversed(ends)
        for seat in SEATS
        if scored == score and seat.side is side and tricks[seat, strain] == most[side, strain]
    )
    return Par(score, tuple(contracts))


def _doubling(level: int, made: int) -> Doubling:
    """What goes down is doubled."""
    return Doubling.NONE if made >= level + 6 else Doubling.DOUBLED
