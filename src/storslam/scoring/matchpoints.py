"""Match points on the scale 2 for better, 1 for equal (Law 78A), by Neuberg's formula.

Every board is brought to the number of results expected on it (E) from the comparable results it
has (A): F = (M·E + E - A) / A, for the match points M within those A. The formula is used however
few the results are, and it does nothing when A = E.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from storslam.scoring.comparing import Comparison
from storslam.scoring.event import Average, Award, Imps, Percent

_AVERAGE_SHARE = {1: Fraction(60, 100), 0: Fraction(50, 100), -1: Fraction(40, 100)}


def top(expected: int) -> int:
    """The most match points on a board with this many results expected: 2(E - 1)."""
    return 2 * (expected - 1)


def expected_of(top: int) -> int:
    """The number of results expected (E) on a board with this top."""
    return top // 2 + 1


def neuberg(raw: Fraction | int, compared: int, expected: int) -> Fraction:
    """Match points among `compared` results (M, A), brought to the `expected` number (E)."""
    return Fraction(raw * expected + expected - compared) / compared


def before_neuberg(final: Fraction, compared: int, expected: int) -> Fraction:
    """The match points M that `neuberg` brought to `final`."""
    return (final + 1) * compared / expected - 1


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """The method of match points."""

    def shared(self, expected: int) -> int:
        return top(expected)

    def stake(self, expected: int) -> int:
        return top(expected)

    def table(self, comparison: Comparison) -> tuple[Mapping[int, int], int]:
        """Neuberg's F for each score; that each result meets itself, as an equal, comes off."""
        expected, compared, unit = comparison.expected, comparison.compared, comparison.unit
        missing = (expected - compared) * unit
        below, table = 0, {}
        for score in sorted(comparison.mass):
            equal = comparison.mass[score]
            table[score] = (2 * below + equal - unit) * expected + missing
            below += equal
        return table, compared * unit

    def award(self, award: Award, top: int, own: Fraction | None) -> Fraction | None:
        match award:
            case Percent(share):
                return share * top
            case Average(grade):
                return average_share(grade, own) * top
            case Imps():
                return None


def average_share(grade: int, own: Fraction | None) -> Fraction:
    """The share of the top for average plus, average and average minus.

    Average plus is at least, and average minus at most, the contestant's `own` share (Law 12C2c).
    """
    share = _AVERAGE_SHARE[grade]
    if own is None or grade == 0:
        return share
    return max(share, own) if grade > 0 else min(share, own)
