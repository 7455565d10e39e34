"""Comparing the results of one board: the part that all methods share.

A result is a score, or a weighted ruling that counts as each of its scores with its weight, in
its own comparisons and in everyone else's. A method is then a table: what each score is worth
against all the results together. What a result gives against itself is for the table to take off.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Protocol, cast

from storslam.scoring.event import Award, Score, Weighted

Result = Score | Weighted
Parts = tuple[tuple[int, Fraction], ...]
"""Scores to North-South with weights that sum to 1."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The results compared with one another on a board.

    `mass`: how often each score occurs, counted in `unit`s to a result, so that weights are ints.
    `expected`: results expected on the board (E).
    """

    results: Sequence[Result]
    mass: Mapping[int, int]
    unit: int
    expected: int

    @property
    def compared(self) -> int:
        """The number of comparable results (A)."""
        return len(self.results)


class Method(Protocol):
    """A way to turn the results of a board into points, as integers over a denominator."""

    def shared(self, expected: int, /) -> int:
        """What the two sides of a table divide: NS's and EW's points add up to this."""
        ...

    def stake(self, expected: int, /) -> int:
        """What a contestant can win on a board: the measure of its average over boards."""
        ...

    def table(self, comparison: Comparison, /) -> tuple[Mapping[int, int], int]:
        """NS's points for each score, as numerators, and their denominator."""
        ...

    def award(self, award: Award, top: int, own: Fraction | None, /) -> Fraction | None:
        """The points of an artificial score; None when it has no value in this method.

        `own`: the contestant's share of the points on the boards it played, if that may count.
        """
        ...


def parts(result: Result) -> Parts:
    """The scores of a result with their weights."""
    return ((result.ns, Fraction(1)),) if isinstance(result, Score) else result.parts


def compare(results: Sequence[Result], expected: int) -> Comparison:
    """The comparison of these results."""
    scores = [result.ns for result in results if type(result) is Score]
    if len(scores) == len(results):
        return Comparison(results, Counter(scores), 1, expected)
    weighted = [part for result in results if isinstance(result, Weighted) for part in result.parts]
    unit = lcm(*(weight.denominator for _, weight in weighted))
    mass = Counter({score: count * unit for score, count in Counter(scores).items()})
    for score, weight in weighted:
        mass[score] += int(weight * unit)
    return Comparison(results, mass, unit, expected)


def points(comparison: Comparison, method: Method) -> tuple[list[int], int]:
    """NS's points of each result, as numerators in the results' order, and their denominator."""
    table, denominator = method.table(comparison)
    unit = comparison.unit
    if unit == 1:
        scores = cast("Sequence[Score]", comparison.results)
        return [table[score.ns] for score in scores], denominator
    return [_weigh(result, table, unit) for result in comparison.results], denominator * unit


def _weigh(result: Result, table: Mapping[int, int], unit: int) -> int:
    if isinstance(result, Score):
        return table[result.ns] * unit
    return sum(int(weight * unit) * table[score] for score, weight in result.parts)
