"""The kinds of movements that an event can be seated by, in words, and how they are made."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from storslam.movements import Movement, kinds, profile
from storslam.movements.mitchell import usual_switch
from storslam.movements.swiss import swiss_round

LABELS = {
    "barometer": _("Barometer"),
    "semibarometer": _("Semibarometer"),
    "howell": _("Howell"),
    "three-quarter": _("Three-quarter Howell"),
    "mitchell": _("Mitchell"),
    "swiss": _("Swiss"),
}


@dataclass(frozen=True, slots=True)
class Options:
    """What a movement is made with. `sharing`: rounds that share boards, in a semibarometer.

    `one_winner`: a Mitchell's last rounds are turned, so that all can be compared.
    """

    boards: int
    rounds: int | None = None
    sharing: int = 2
    one_winner: bool = True


def make(kind: str, contestants: int, given: Options) -> Movement:
    """The movement of this kind for contestants 1 … n; of a Swiss its first round, as numbered."""
    if kind == "swiss":
        order = [str(number) for number in range(1, contestants + 1)]
        return Movement(swiss_round(order, Movement(()), tuple(range(1, given.boards + 1))))
    chosen = {"rounds": given.rounds}
    if kind == "semibarometer":
        chosen["sharing"] = given.sharing
    made = kinds.make(kind, contestants, given.boards, **chosen)
    if kind != "mitchell" or not given.one_winner:
        return made
    switched = usual_switch(profile(made).rounds)
    return kinds.make(kind, contestants, given.boards, switched=switched, **chosen)
