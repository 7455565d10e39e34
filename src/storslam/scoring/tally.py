"""Adding up: what every contestant has, exactly, in integers over one unit."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from operator import attrgetter
from typing import cast

from storslam.scoring.comparing import Method, Result, compare, points
from storslam.scoring.event import Line
from storslam.scoring.fields import BoardKey, Fields

_Seat = Callable[[Line], str]
_NS: _Seat = attrgetter("ns")
_EW: _Seat = attrgetter("ew")


@dataclass(frozen=True, slots=True)
class ScoredField:
    """Compared lines with NS's points, as numerators in the lines' order over `denominator`.

    EW's points are what is left of `shared`.
    """

    key: BoardKey
    lines: Sequence[Line]
    points: Sequence[int]
    denominator: int
    shared: int
    stake: int


@dataclass(slots=True)
class Tally:
    """The sums of the contestants of one list of places, in the order of `ids`.

    `points`: from results of bridge, over `unit`. `stakes`: what those could have been.
    `played`: boards with a result of bridge. `extra` and `extra_stakes`: the same from awards,
    adjustments and carry-over, of the few who have them.
    """

    unit: int
    ids: list[str]
    points: list[int]
    stakes: list[int]
    played: list[int]
    extra: dict[int, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    extra_stakes: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    _index: dict[str, int] = field(default_factory=dict)

    def __contains__(self, contestant: str) -> bool:
        return contestant in self._indexes()

    def _indexes(self) -> dict[str, int]:
        if len(self._index) < len(self.ids):
            self._index = {one: index for index, one in enumerate(self.ids)}
        return self._index

    def _at(self, contestant: str) -> int:
        """The index of a contestant, who is entered with nothing if not known."""
        if contestant not in self:
            self.ids.append(contestant)
            for sums in (self.points, self.stakes, self.played):
                sums.append(0)
        return self._indexes()[contestant]

    def give(self, contestant: str, given: Fraction | None, stake: int = 0) -> None:
        """Add points that are not from a result, out of `stake`; None adds nothing at all."""
        at = self._at(contestant)
        if given is not None:
            self.extra[at] += given
            self.extra_stakes[at] += stake

    def played_share(self, contestant: str) -> Fraction | None:
        """Points per stake of the boards played; None if there are none."""
        at = self._at(contestant)
        stakes = self.stakes[at]
        return Fraction(self.points[at], self.unit * stakes) if stakes else None

    def share(self, contestant: str) -> Fraction | None:
        """Points per stake of everything so far; None if there is nothing."""
        at = self._at(contestant)
        stakes = self.stakes[at] + self.extra_stakes[at]
        earned = Fraction(self.points[at], self.unit) + self.extra[at]
        return earned / stakes if stakes else None

    def totals(self) -> tuple[list[int], int]:
        """All the points, and the unit that they are over."""
        unit = lcm(self.unit, *(given.denominator for given in self.extra.values()))
        factor = unit // self.unit
        totals = [points * factor for points in self.points] if factor > 1 else self.points[:]
        for at, given in self.extra.items():
            totals[at] += int(given * unit)
        return totals, unit

    def all_stakes(self) -> list[int]:
        """What all the points could have been."""
        stakes = self.stakes[:]
        for at, stake in self.extra_stakes.items():
            stakes[at] += stake
        return stakes


def score_fields(fields: Fields, method: Method) -> list[ScoredField]:
    """Every field, scored."""
    return [
        _score_field(key, lines, fields.expected[key[0]], method)
        for (key, _), lines in fields.compared.items()
    ]


def _score_field(key: BoardKey, lines: list[Line], expected: int, method: Method) -> ScoredField:
    results = cast("list[Result]", [line.outcome for line in lines])
    numerators, denominator = points(compare(results, expected), method)
    shared, stake = method.shared(expected), method.stake(expected)
    return ScoredField(key, lines, numerators, denominator, shared, stake)


def tally(scored: Sequence[ScoredField], winners: int) -> tuple[Tally, Tally]:
    """What those who sit NS and EW have from results: with one winner, the same tally twice."""
    unit = lcm(*(one.denominator for one in scored))
    ns: dict[str, int] = defaultdict(int)
    ew = ns if winners == 1 else defaultdict(int)
    for one in scored:
        _add(one, unit, ns, ew)
    if winners == 1:
        both = _counted(unit, ns, scored, (_NS, _EW))
        return both, both
    return _counted(unit, ns, scored, (_NS,)), _counted(unit, ew, scored, (_EW,))


def _add(scored: ScoredField, unit: int, ns: dict[str, int], ew: dict[str, int]) -> None:
    factor, both = unit // scored.denominator, scored.shared * unit
    for line, numerator in zip(scored.lines, scored.points, strict=True):
        earned = numerator * factor
        ns[line.ns] += earned
        ew[cast("str", line.ew)] += both - earned


def _counted(
    unit: int, sums: Mapping[str, int], scored: Iterable[ScoredField], seats: Iterable[_Seat]
) -> Tally:
    """The tally of these sums: how many boards they are from, and what was at stake there."""
    by_stake: dict[int, Counter[str]] = defaultdict(Counter)
    for one in scored:
        for seat in seats:
            by_stake[one.stake].update(map(seat, one.lines))
    counts = by_stake.items()
    return Tally(
        unit,
        list(sums),
        list(sums.values()),
        [sum(stake * boards[one] for stake, boards in counts) for one in sums],
        [sum(boards[one] for _, boards in counts) for one in sums],
    )
