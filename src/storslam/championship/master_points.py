"""Master points of a list of places (p. 4, p. 12).

Their scales are not in the regulation (G-59): a scale is anything that says what the places of a
field of so many pairs give.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Protocol

from storslam.championship.results import shared_points
from storslam.errors import StorslamError
from storslam.scoring import Row

MOST_PLACES = 500
_NUMBER = re.compile(r"[0-9]{1,6}(?:[.,][0-9]{1,3})?")


class Scale(Protocol):
    """What places give."""

    def points(self, pairs: int, /) -> Sequence[Fraction]:
        """For the first place of so many pairs, the second and so on; those after give none."""
        ...


@dataclass(frozen=True, slots=True)
class ByPlace:
    """The same points for a place, however many take part."""

    by_place: tuple[Fraction, ...]

    def points(self, pairs: int) -> Sequence[Fraction]:
        return self.by_place[:pairs]


def by_place(text: str) -> ByPlace:
    """The scale in a text: the points of the places, the first first, between spaces.

    Raises StorslamError for what is no number, too many places, or a place that gives more than
    the one before.
    """
    words = text.replace(";", " ").split()
    wrong = next((word for word in words if not _NUMBER.fullmatch(word)), None)
    if wrong is not None:
        raise StorslamError("%(value)s is no number of master points", value=wrong)
    points = tuple(Fraction(word.replace(",", ".")) for word in words)
    if len(points) > MOST_PLACES:
        raise StorslamError("master points for at most %(most)s places", most=MOST_PLACES)
    if any(more > less for less, more in pairwise(points)):
        raise StorslamError("no place gives more master points than the one before it")
    return ByPlace(points)


def master_points(rows: Iterable[Row], scale: Scale) -> dict[str, Fraction]:
    """The master points of those who have a place: equal results share (SM-RES-4).

    With two winners each list has the scale of its own.
    """
    found: dict[str, Fraction] = {}
    for _, side in groupby((row for row in rows if row.place), key=lambda row: row.side):
        results = {row.id: row.total if row.percent is None else row.percent for row in side}
        found |= shared_points(results, scale.points(len(results)))
    return found
