"""The kinds of movements that an event can be seated by."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from storslam.movements import Movement, profile
from storslam.movements.barometer import barometer
from storslam.movements.howell import howell, three_quarter
from storslam.movements.mitchell import mitchell, usual_switch
from storslam.movements.semibarometer import semibarometer
from storslam.movements.swiss import swiss_round


@dataclass(frozen=True, slots=True)
class Options:
    """What a movement is made with. `sharing`: rounds that share boards, in a semibarometer.

    `one_winner`: a Mitchell's last rounds are turned, so that all can be compared.
    """

    boards: int
    rounds: int | None = None
    sharing: int = 2
    one_winner: bool = True


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind: what it is called, and what makes it for so many contestants."""

    label: Any
    make: Callable[[int, Options], Movement]


def _mitchell(contestants: int, given: Options) -> Movement:
    made = mitchell(contestants, given.boards, given.rounds)
    if not given.one_winner:
        return made
    switched = usual_switch(profile(made).rounds)
    return mitchell(contestants, given.boards, given.rounds, switched=switched)


def _first_swiss(contestants: int, given: Options) -> Movement:
    """The first round; the others are drawn from the standing."""
    order = [str(number) for number in range(1, contestants + 1)]
    return Movement(swiss_round(order, Movement(()), tuple(range(1, given.boards + 1))))


KINDS: Mapping[str, Kind] = {
    "barometer": Kind(_("Barometer"), lambda n, given: barometer(n, given.boards, given.rounds)),
    "semibarometer": Kind(
        _("Semibarometer"),
        lambda n, given: semibarometer(n, given.boards, given.sharing, given.rounds),
    ),
    "howell": Kind(_("Howell"), lambda n, given: howell(n, given.boards, given.rounds)),
    "three-quarter": Kind(
        _("Three-quarter Howell"), lambda n, given: three_quarter(n, given.boards, given.rounds)
    ),
    "mitchell": Kind(_("Mitchell"), _mitchell),
    "swiss": Kind(_("Swiss"), _first_swiss),
}
