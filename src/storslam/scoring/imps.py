"""International match points (Law 78B), and the two ways to score pairs by them.

Cross-IMPs: the average of the IMPs against each other result. Butler: IMPs against one datum.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from storslam.scoring.comparing import Comparison, Result
from storslam.scoring.event import Average, Award, Imps, Percent, Score
from storslam.scoring.numbers import round_half_away
from storslam.scoring.settings import Datum

# The least difference for 1, 2, 3 … 24 IMPs.
_LEAST = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
MOST_IMPS = len(_LEAST)
_AVERAGE_IMPS = 3
_IMPS_OF_SHARE = {Fraction(60, 100): 3, Fraction(50, 100): 0, Fraction(40, 100): -3}


def imps(difference: int) -> int:
    """IMPs for a difference in points, with its sign."""
    won = bisect_right(_LEAST, abs(difference))
    return won if difference >= 0 else -won


def capped_imps(difference: int, cap: int | None) -> int:
    """IMPs for a difference in points, at most `cap` either way."""
    won = imps(difference)
    return won if cap is None else max(-cap, min(cap, won))


def award_imps(award: Award) -> Fraction | None:
    """The IMPs of an artificial score: average plus and minus are 3 (Law 86), as are 60 and 40 %.

    Other percentages have no value in IMPs: None.
    """
    match award:
        case Imps(number):
            return number
        case Average(grade):
            return Fraction(grade * _AVERAGE_IMPS)
        case Percent(share):
            worth = _IMPS_OF_SHARE.get(share)
            return None if worth is None else Fraction(worth)


@dataclass(frozen=True, slots=True)
class _ImpMethod:
    """What the two methods have in common. `cap`: the most IMPs one comparison can give."""

    cap: int | None = None

    def shared(self, _expected: int) -> int:
        return 0

    def stake(self, _expected: int) -> int:
        return 1

    def award(self, award: Award, _top: int, _own: Fraction | None) -> Fraction | None:
        return award_imps(award)


@dataclass(frozen=True, slots=True)
class CrossImps(_ImpMethod):
    """The sum of IMPs against each other result, divided by their number; a lone result has 0."""

    def table(self, comparison: Comparison) -> tuple[Mapping[int, int], int]:
        """Against itself a result gains nothing, weighted or not, so nothing has to come off."""
        mass, others = comparison.mass, max(comparison.compared - 1, 1)
        table = {
            score: sum(n * capped_imps(score - other, self.cap) for other, n in mass.items())
            for score in mass
        }
        return table, others * comparison.unit


@dataclass(frozen=True, slots=True)
class Butler(_ImpMethod):
    """IMPs against the datum of the board."""

    datum: Datum = "trimmed"

    def table(self, comparison: Comparison) -> tuple[Mapping[int, int], int]:
        against = datum(comparison.results, self.datum)
        return {s: capped_imps(s - against, self.cap) for s in comparison.mass}, 1


def datum(results: Iterable[Result], kind: Datum) -> int:
    """The score to North-South that all are compared with, a multiple of 10 (5 away from zero).

    "trimmed" is the mean without the best and the worst result, when more than two are there.
    A weighted ruling stands in it as one result, its weighted mean.
    """
    scores = sorted(map(_mean_score, results))
    cut = {"mean": 0, "trimmed": 1, "median": (len(scores) - 1) // 2}[kind]
    kept = scores[cut : len(scores) - cut] or scores
    return 10 * round_half_away(Fraction(sum(kept)) / (10 * len(kept)))


def _mean_score(result: Result) -> int | Fraction:
    if isinstance(result, Score):
        return result.ns
    return sum((score * weight for score, weight in result.parts), Fraction())
