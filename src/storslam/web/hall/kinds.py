"""The kinds of movements that an event can be seated by."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from storslam.movements import Movement
from storslam.movements.barometer import barometer

Maker = Callable[[int, int, int | None], Movement]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind: what it is called, and what makes it of contestants, boards a round and rounds."""

    label: Promise
    make: Maker


KINDS: Mapping[str, Kind] = {"barometer": Kind(_("Barometer"), barometer)}
