"""Victory points of team matches: scales as values, looked up and inverted.

A `StepScale` is a table by number of boards; a `SmoothScale` is WBF's continuous formula of 2013.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import cache
from math import isqrt
from typing import Protocol

from storslam.errors import StorslamError
from storslam.scoring.numbers import round_half_away


@dataclass(frozen=True, slots=True)
class VictoryPoints:
    """What a match gives its winner and its loser; equal when it is drawn.

    `inferred`: the row of the scale was not found in a source, but worked out from the others.
    """

    winner: Fraction
    loser: Fraction
    inferred: bool = False


class Scale(Protocol):
    """A scale of victory points."""

    @property
    def name(self) -> str:
        """The key of the scale."""
        ...

    def points(self, margin: int, boards: int, /) -> VictoryPoints:
        """For a margin in IMPs, not below zero. Raises StorslamError when it has no such match."""
        ...

    def blitz(self, boards: int, /) -> int:
        """The least margin that gives the winner all, and the loser as little as there is."""
        ...


@dataclass(frozen=True, slots=True)
class Band:
    """The least margin in IMPs that gives these victory points."""

    least: int
    winner: int
    loser: int


@dataclass(frozen=True, slots=True)
class StepScale:
    """Bands by number of boards, each table from the draw upwards.

    `inferred`: the numbers of boards whose tables have no source.
    """

    name: str
    tables: Mapping[int, tuple[Band, ...]]
    inferred: frozenset[int] = frozenset()

    def points(self, margin: int, boards: int) -> VictoryPoints:
        bands = self._bands(boards)
        band = next(band for band in reversed(bands) if band.least <= margin)
        return VictoryPoints(Fraction(band.winner), Fraction(band.loser), boards in self.inferred)

    def blitz(self, boards: int) -> int:
        return self._bands(boards)[-1].least

    def _bands(self, boards: int) -> tuple[Band, ...]:
        if boards not in self.tables:
            raise StorslamError(
                "the scale %(scale)s has no matches of %(boards)s boards, only of %(known)s",
                scale=self.name,
                boards=boards,
                known=", ".join(map(str, sorted(self.tables))),
            )
        return self.tables[boards]


@dataclass(frozen=True, slots=True)
class SmoothScale:
    """V(I) = middle + (maximum - middle) · (1 - τ^(steps · I / X)) / (1 - τ^steps), for I IMPs.

    X = blitz_per_root_board · √boards gives all; τ is the golden ratio's (√5 - 1) / 2. Rounded to
    so many decimals and, when `concave`, raised where rounding would let a further IMP gain more
    than the one before it.
    """

    name: str
    middle: int
    maximum: int
    steps: int
    blitz_per_root_board: int
    decimals: int
    concave: bool

    def points(self, margin: int, boards: int) -> VictoryPoints:
        table = _table(self, boards)
        winner = Fraction(table[min(margin, len(table) - 1)], 10**self.decimals)
        return VictoryPoints(winner, 2 * self.middle - winner)

    def blitz(self, boards: int) -> int:
        if boards < 1:
            raise StorslamError("a match of %(boards)s boards: it has at least one", boards=boards)
        return isqrt(self.blitz_per_root_board**2 * boards - 1) + 1


@cache
def _table(scale: SmoothScale, boards: int) -> tuple[int, ...]:
    """The winner's points, in units of the last decimal, by IMP up to the first that gives all."""
    table = [_rounded_formula(scale, boards, margin) for margin in range(scale.blitz(boards))]
    table.append(scale.maximum * 10**scale.decimals)
    return _concave(table) if scale.concave else tuple(table)


def _rounded_formula(scale: SmoothScale, boards: int, margin: int) -> int:
    with localcontext() as context:
        context.prec = 40
        tau = (Decimal(5).sqrt() - 1) / 2
        blitz = scale.blitz_per_root_board * Decimal(boards).sqrt()
        gained = (1 - tau ** (scale.steps * margin / blitz)) / (1 - tau**scale.steps)
        points = scale.middle + (scale.maximum - scale.middle) * gained
        return int(points.scaleb(scale.decimals).to_integral_value(ROUND_HALF_UP))


def _concave(table: list[int]) -> tuple[int, ...]:
    """The table with values raised by one until no increment is larger than the one before."""
    hollows = [0]
    while hollows:
        hollows = []
        for i in range(1, len(table) - 1):
            if table[i + 1] - table[i] > table[i] - table[i - 1]:
                table[i] += 1
                hollows.append(i)
    return tuple(table)


def victory_points(margin: Fraction | int, boards: int, scale: Scale) -> VictoryPoints:
    """The victory points for a margin in IMPs over so many boards.

    A fraction of an IMP (from a weighted ruling) goes to the nearest, a half away from zero.
    """
    return scale.points(abs(round_half_away(margin)), boards)


def least_imps(
    winner: Fraction | int, boards: int, scale: Scale, loser: Fraction | int | None = None
) -> int:
    """The least margin in IMPs that gives the winner as much as this, and the loser no more.

    `loser` tells apart the results that give the winner all: 25-5 from 25-0. Raises StorslamError
    when no margin does.
    """
    for margin in range(scale.blitz(boards) + 1):
        points = scale.points(margin, boards)
        if points.winner >= winner and (loser is None or points.loser <= loser):
            return margin
    raise StorslamError(
        "the scale %(scale)s gives no winner %(points)s victory points",
        scale=scale.name,
        points=winner if loser is None else f"{winner}-{loser}",
    )
