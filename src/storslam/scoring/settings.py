"""How an event is to be scored: the method and its named policies, all of them values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from storslam.scoring.event import Award
from storslam.scoring.ranking import TieBreak

MethodName = Literal["matchpoints", "cross-imps", "butler"]
Datum = Literal["trimmed", "mean", "median"]
Averages = Literal["own", "fixed"]
SitOut = Award | Literal["own-average", "nothing"]


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A penalty (below zero) or bonus to one contestant.

    `points` in the method's own unit: match points on the scale 2/1/0, or IMPs.
    `tops` in parts of the top on one board; match points only.
    """

    contestant: str
    points: Fraction | int = 0
    tops: Fraction | int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """The method of scoring and its policies.

    `expected`: results expected on every board (E); None for the largest number of tables,
    with a result or artificial scores, on any board.
    `datum`: what Butler compares with. `imp_cap`: the most IMPs one comparison can give.
    `sections`: compared across the sections, or within each.
    `averages`: "own" gives average plus at least, and average minus at most, the contestant's
    own percentage on the boards it played (Law 12C2c); "fixed" is 60 and 40 per cent whatever.
    `sit_out`: what a sit-out without an award of its own gives: nothing, an award, or the
    contestant's own average over all its other boards.
    `carry_over`: points brought along, by contestant, in the method's own unit.
    `tie_breaks`: tried in order on those with equal results; what remains equal shares places.
    """

    method: MethodName = "matchpoints"
    winners: Literal[1, 2] = 1
    expected: int | None = None
    datum: Datum = "trimmed"
    imp_cap: int | None = None
    sections: Literal["together", "apart"] = "together"
    averages: Averages = "own"
    sit_out: SitOut = "nothing"
    adjustments: tuple[Adjustment, ...] = ()
    carry_over: Mapping[str, Fraction] = field(default_factory=dict)
    tie_breaks: tuple[TieBreak, ...] = ()
