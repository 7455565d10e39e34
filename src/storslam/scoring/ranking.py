"""Places: exact equality shares them, unless tie-breaks, named and in order, tell apart."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, pairwise
from math import inf
from typing import Protocol

Measure = Fraction | int | float
"""Higher is better. The only float is infinity."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """What two contestants took from each other, at one table or in one match of a stage."""

    one: str
    other: str
    points_one: Fraction
    points_other: Fraction
    stage: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """What tie-breaks may look at.

    `imps`: IMPs won and lost, by contestant. `boards`: points by contestant and board.
    """

    meetings: Sequence[Meeting] = ()
    imps: Mapping[str, tuple[Fraction | int, Fraction | int]] = field(default_factory=dict)
    boards: Mapping[str, Mapping[object, Fraction]] = field(default_factory=dict)


class TieBreak(Protocol):
    """A way to tell apart contestants with equal results."""

    @property
    def name(self) -> str:
        """The key of the tie-break, to be shown in the reader's language."""
        ...

    def measure(self, tied: Sequence[str], record: Record, /) -> Mapping[str, Measure]:
        """A number for each of the tied; the higher is better, equal ones remain tied."""
        ...


@dataclass(frozen=True, slots=True)
class MutualMeeting:
    """The points the tied took from one another, in the named stage only.

    Decides nothing unless every two of the tied met there equally often.
    """

    stage: str = ""
    name: str = field(default="mutual-meeting", init=False)

    def measure(self, tied: Sequence[str], record: Record) -> Mapping[str, Measure]:
        met = dict.fromkeys(map(frozenset, combinations(tied, 2)), 0)
        taken: dict[str, Measure] = dict.fromkeys(tied, 0)
        for meeting in record.meetings:
            pairing = frozenset((meeting.one, meeting.other))
            if meeting.stage == self.stage and pairing in met:
                met[pairing] += 1
                taken[meeting.one] += meeting.points_one
                taken[meeting.other] += meeting.points_other
        return taken if len(set(met.values())) == 1 else dict.fromkeys(tied, 0)


@dataclass(frozen=True, slots=True)
class ImpQuotient:
    """IMPs won divided by IMPs lost (Swedish Law 95); nothing lost is the best there is."""

    name: str = field(default="imp-quotient", init=False)

    def measure(self, tied: Sequence[str], record: Record) -> Mapping[str, Measure]:
        return {one: _quotient(*record.imps.get(one, (0, 0))) for one in tied}


def _quotient(won: Fraction | int, lost: Fraction | int) -> Measure:
    if lost:
        return Fraction(won) / lost
    return inf if won else 1


@dataclass(frozen=True, slots=True)
class ImpDifference:
    """IMPs won less IMPs lost."""

    name: str = field(default="imp-difference", init=False)

    def measure(self, tied: Sequence[str], record: Record) -> Mapping[str, Measure]:
        won_and_lost = (record.imps.get(one, (0, 0)) for one in tied)
        return {one: won - lost for one, (won, lost) in zip(tied, won_and_lost, strict=True)}


@dataclass(frozen=True, slots=True)
class TopScores:
    """A contest of the tied alone: their points on each board compared, 2 for more, 1 for equal.

    Points count whichever way the pair sat; a board counts between those who have points on it.
    """

    name: str = field(default="top-scores", init=False)

    def measure(self, tied: Sequence[str], record: Record) -> Mapping[str, Measure]:
        sums: dict[str, Measure] = dict.fromkeys(tied, 0)
        for one, other in combinations(tied, 2):
            of_one, of_other = record.boards.get(one, {}), record.boards.get(other, {})
            for board in of_one.keys() & of_other.keys():
                sums[one] += _compared(of_one[board], of_other[board])
                sums[other] += _compared(of_other[board], of_one[board])
        return sums


def _compared(mine: Fraction, theirs: Fraction) -> int:
    return 1 + (mine > theirs) - (mine < theirs)


@dataclass(frozen=True, slots=True)
class Lot:
    """The order in which lots were drawn; those not in it remain tied, after those who are."""

    drawn: tuple[str, ...]
    name: str = field(default="lot", init=False)

    def measure(self, tied: Sequence[str], _record: Record) -> Mapping[str, Measure]:
        order = {one: -number for number, one in enumerate(self.drawn)}
        return {one: order.get(one, -len(self.drawn)) for one in tied}


@dataclass(frozen=True, slots=True)
class Placed:
    """A contestant in its place: "1", or "2/4" when shared.

    `tie_break` names the one that decided the place, empty when none was needed or none could.
    """

    id: str
    place: str
    tie_break: str = ""


def rank(
    totals: Mapping[str, Fraction | int],
    tie_breaks: Sequence[TieBreak] = (),
    record: Record | None = None,
) -> tuple[Placed, ...]:
    """The contestants in order of place: the highest total first, equal ones by tie-breaks.

    Those who share a place stand in the order of their ids.
    """
    ids = list(totals)
    ranked = places(ids, list(totals.values()), tie_breaks, lambda: record or Record())
    return tuple(
        Placed(ids[index], place, name) for index, place, name in zip(*ranked, strict=True)
    )


def places(
    ids: Sequence[str],
    keys: Sequence[Fraction | int],
    tie_breaks: Sequence[TieBreak],
    record: Callable[[], Record],
) -> tuple[list[int], list[str], list[str]]:
    """The contestants' indexes in order of place, their places, and the tie-breaks that decided.

    `record` is asked for only when there are ties and ways to break them.
    """
    order = sorted(range(len(keys)), key=keys.__getitem__, reverse=True)
    placed = list(map(str, range(1, len(order) + 1)))
    decided = [""] * len(order)
    for start, end in _runs([keys[index] for index in order]):
        tied = {ids[index]: index for index in order[start:end]}
        first = start
        for group, name in _broken(list(tied), tie_breaks, record):
            after = first + len(group)
            order[first:after] = [tied[one] for one in group]
            placed[first:after] = [_place(first + 1, after)] * len(group)
            decided[first:after] = [name] * len(group)
            first = after
    return order, placed, decided


def _runs(ranked: Sequence[Fraction | int]) -> Iterator[tuple[int, int]]:
    """Where two or more equal keys follow one another: the first, and the one after the last."""
    first = 0
    for at, (key, following) in enumerate(pairwise([*ranked, None]), 1):
        if key != following:
            if at - first > 1:
                yield first, at
            first = at


def _place(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}/{last}"


def id_order(one: str) -> tuple[int, str]:
    """Sorts ids as people number them: 2 before 10."""
    return len(one), one


def _broken(
    tied: Sequence[str],
    tie_breaks: Sequence[TieBreak],
    record: Callable[[], Record],
    decided: str = "",
) -> Iterator[tuple[list[str], str]]:
    """The tied in groups, the best first; those in a group remain equal."""
    if len(tied) == 1 or not tie_breaks:
        yield sorted(tied, key=id_order), decided
        return
    first, *rest = tie_breaks
    measured = first.measure(tied, record())
    for measure in sorted(set(measured.values()), reverse=True):
        group = [one for one in tied if measured[one] == measure]
        told_apart = first.name if len(group) < len(tied) else decided
        yield from _broken(group, rest, record, told_apart)
