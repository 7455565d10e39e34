"""The kinds of movement there are, for pages and commands that offer them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from storslam.errors import StorslamError
from storslam.movements.barometer import barometer, round_robin
from storslam.movements.green_lift import draw, lot_order
from storslam.movements.howell import FEWER_SIZES, FULL_SIZES, howell, three_quarter
from storslam.movements.mitchell import mitchell
from storslam.movements.movement import Movement, board_group, later
from storslam.movements.semibarometer import semibarometer
from storslam.movements.swiss import by_lot, swiss_round


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of movement: for how many contestants, and what may be chosen (names of arguments).

    `needed` are those of the options that must be. `teams`: it is for teams, not pairs. A Swiss
    and a green lift draw one round; the others are drawn from the standing (`swiss.swiss_round`,
    `green_lift.draw`).
    """

    name: str
    sizes: range
    build: Callable[..., Movement]
    options: tuple[str, ...] = ("rounds",)
    needed: tuple[str, ...] = ()
    teams: bool = False


def _first_swiss_round(contestants: int, boards_per_round: int, lot_seed: int) -> Movement:
    order = by_lot([str(number) for number in range(1, contestants + 1)], lot_seed)
    boards = tuple(range(1, boards_per_round + 1))
    return Movement(swiss_round(order, Movement(()), boards))


def _first_lifted_round(teams: int, boards_per_round: int, lot_seed: int) -> Movement:
    order = lot_order([str(number) for number in range(1, teams + 1)], lot_seed, 1)
    return Movement(draw(order, Movement(())).positions(1, board_group(0, boards_per_round)))


KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("barometer", range(4, 201), barometer),
        Kind("semibarometer", range(8, 201), semibarometer, ("rounds", "sharing"), ("sharing",)),
        Kind("howell", FULL_SIZES, howell),
        Kind("three-quarter", FEWER_SIZES, three_quarter),
        Kind("mitchell", range(5, 201), mitchell, ("rounds", "way", "switched")),
        Kind("swiss", range(2, 201), _first_swiss_round, ("lot_seed",), ("lot_seed",)),
        Kind("round-robin", range(2, 61), round_robin, teams=True),
        Kind(
            *("green-lift", range(2, 201), _first_lifted_round, ("lot_seed",), ("lot_seed",)),
            teams=True,
        ),
    )
}


def fitting(contestants: int, *, teams: bool = False) -> list[Kind]:
    """The kinds that so many pairs, or teams, can play."""
    return [kind for kind in KINDS.values() if contestants in kind.sizes and kind.teams == teams]


def make(
    name: str,
    contestants: int,
    boards_per_round: int,
    *,
    first_round: int = 1,
    first_board: int = 1,
    **options: object,
) -> Movement:
    """The movement of this kind for contestants 1 … n; an option that is None is not chosen.

    Raises StorslamError for what cannot be: an unknown kind, a size or an option that it does not
    have, one that it needs and did not get, and what the kind itself refuses.
    """
    if name not in KINDS:
        raise StorslamError("there is no movement %(kind)s", kind=name)
    kind = KINDS[name]
    chosen = {option: value for option, value in options.items() if value is not None}
    _refuse(kind, contestants, chosen)
    if min(boards_per_round, first_round, first_board) < 1:
        raise StorslamError("rounds, boards and boards a round count from 1")
    made = kind.build(contestants, boards_per_round, **chosen)
    return later(made, first_round - 1, first_board - 1)


def _refuse(kind: Kind, contestants: int, chosen: Mapping[str, object]) -> None:
    if contestants not in kind.sizes:
        raise StorslamError(
            "%(kind)s is for %(least)s to %(most)s, not for %(asked)s",
            kind=kind.name,
            least=kind.sizes[0],
            most=kind.sizes[-1],
            asked=contestants,
        )
    for option in (*chosen, *kind.needed):
        if option not in kind.options:
            raise StorslamError("%(kind)s knows no %(option)s", kind=kind.name, option=option)
        if option not in chosen:
            raise StorslamError("%(kind)s needs %(option)s", kind=kind.name, option=option)
