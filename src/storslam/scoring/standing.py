"""The scored event: places, and every line of every board with its points."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import repeat
from math import gcd, lcm
from typing import NamedTuple

from storslam.bridge import Side
from storslam.scoring.event import Line
from storslam.scoring.matchpoints import before_neuberg, expected_of
from storslam.scoring.ranking import Record, id_order, places
from storslam.scoring.settings import MethodName, Settings
from storslam.scoring.tally import Tally


class Row(NamedTuple):
    """A contestant in its place. A tuple, because fields of thousands are made in milliseconds.

    `place`: "1", or "2/4" when shared; empty for one without any points to compare.
    `points` over `per`, in lowest terms, are the `total`: match points on the scale 2/1/0, or IMPs.
    `available`: the match points the contestant could have had; None in IMPs.
    `boards_played`: boards with a result of bridge. `side`: with two winners, where it sits.
    `tie_break`: the name of the tie-break that decided the place.
    """

    id: str
    place: str
    points: int
    per: int
    available: int | None
    boards_played: int
    side: Side | None = None
    tie_break: str = ""

    @property
    def total(self) -> Fraction:
        """All the points."""
        return Fraction(self.points, self.per)

    @property
    def percent(self) -> Fraction | None:
        """The total in per cent of the available match points; None where there are none."""
        return Fraction(100 * self.points, self.per * self.available) if self.available else None


@dataclass(frozen=True, slots=True)
class ScoredLine:
    """A line with what it gave the two sides, in the method's unit; None for nothing (yet).

    `top`: the most match points on the board; None in IMPs. `compared`: comparable results in
    the line's group (A); 0 for a line without a result.
    """

    line: Line
    ns: Fraction | None
    ew: Fraction | None
    top: int | None
    compared: int = 0

    @property
    def raw(self) -> Fraction | None:
        """The match points among the compared results (M), before Neuberg's formula."""
        if self.ns is None or self.top is None or not self.compared:
            return None
        return before_neuberg(self.ns, self.compared, expected_of(self.top))

    @property
    def matchpoints_ns(self) -> Fraction | None:
        return None if self.top is None else self.ns

    @property
    def matchpoints_ew(self) -> Fraction | None:
        return None if self.top is None else self.ew

    @property
    def percent_ns(self) -> Fraction | None:
        return self._percent(self.ns)

    @property
    def percent_ew(self) -> Fraction | None:
        return self._percent(self.ew)

    @property
    def imps_ns(self) -> Fraction | None:
        return self.ns if self.top is None else None

    @property
    def imps_ew(self) -> Fraction | None:
        return self.ew if self.top is None else None

    def _percent(self, points: Fraction | None) -> Fraction | None:
        return 100 * points / self.top if points is not None and self.top else None


@dataclass(frozen=True, slots=True)
class ScoredBoard:
    """A board's lines in the order they were given; `section` only when they are compared apart."""

    board: int
    section: str
    expected: int
    results: tuple[ScoredLine, ...]


@dataclass(frozen=True)
class Standing:
    """The result of an event, or of what is played of it so far.

    `rows` in order of place; with two winners NS first. `expected_results`: E, the largest when
    sections differ. The boards are worked out when asked for.
    """

    settings: Settings
    expected_results: int
    rows: tuple[Row, ...]
    make_boards: Callable[[], tuple[ScoredBoard, ...]] = field(repr=False, compare=False)

    @property
    def method(self) -> MethodName:
        """The method of scoring."""
        return self.settings.method

    @property
    def winners(self) -> int:
        """The number of winners, 1 or 2."""
        return self.settings.winners

    @cached_property
    def boards(self) -> tuple[ScoredBoard, ...]:
        """Every board, by section and number."""
        return self.make_boards()


Key = tuple[str, Side | None]
"""A contestant, and with two winners where it sits."""


def own_rows(standing: Standing) -> Callable[[str, Side], Key]:
    """Whose row a seat counts for: one who sits out is written as NS whichever way it plays."""
    if standing.winners == 1:
        return lambda who, _: (who, None)
    known = {(row.id, row.side) for row in standing.rows}
    return lambda who, side: (who, side if (who, side) in known else Side.EW)


def seats(one: ScoredLine) -> Iterator[tuple[str, Side, Fraction | None]]:
    """Who sat where on a line, and what it gave them."""
    yield one.line.ns, Side.NS, one.ns
    if one.line.ew is not None:
        yield one.line.ew, Side.EW, one.ew


def rows(
    tally: Tally, side: Side | None, settings: Settings, record: Callable[[], Record]
) -> list[Row]:
    """The contestants of a tally in order of place.

    Match points rank by share of what was available to each, IMPs by their sum.
    """
    ids, (totals, unit), stakes = tally.ids, tally.totals(), tally.all_stakes()
    matchpoints = settings.method == "matchpoints"
    keys = _per_stake(totals, stakes) if matchpoints else totals
    order, placed, decided = _order(ids, keys, stakes, settings, record)
    common = [gcd(totals[index], unit) for index in order]
    columns = zip(
        map(ids.__getitem__, order),
        placed,
        [totals[index] // divisor for index, divisor in zip(order, common, strict=True)],
        map(unit.__floordiv__, common),
        map(stakes.__getitem__, order) if matchpoints else repeat(None),
        map(tally.played.__getitem__, order),
        repeat(side),
        decided,
    )
    return list(map(Row._make, columns))


def _order(
    ids: list[str],
    keys: list[int],
    stakes: list[int],
    settings: Settings,
    record: Callable[[], Record],
) -> tuple[list[int], list[str], list[str]]:
    """Indexes, places and tie-breaks: those without anything at stake come last, unplaced."""
    if 0 not in stakes:
        return places(ids, keys, settings.tie_breaks, record)
    ranked = [index for index, stake in enumerate(stakes) if stake]
    unplaced = [index for index, stake in enumerate(stakes) if not stake]
    unplaced.sort(key=lambda index: id_order(ids[index]))
    order, placed, decided = places(
        [ids[index] for index in ranked],
        [keys[index] for index in ranked],
        settings.tie_breaks,
        record,
    )
    nothing = [""] * len(unplaced)
    return [ranked[at] for at in order] + unplaced, placed + nothing, decided + nothing


def _per_stake(totals: list[int], stakes: list[int]) -> list[int]:
    """Numbers in the order of totals per stake."""
    different = set(stakes) - {0}
    if len(different) == 1:
        return totals
    common = lcm(*different)
    return [
        total * (common // stake) if stake else 0
        for total, stake in zip(totals, stakes, strict=True)
    ]
