"""A movement as plain values: one position for each table in each round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from storslam.errors import StorslamError


@dataclass(frozen=True, slots=True)
class Position:
    """A table in a round with its boards. `ns` or `ew` None: the other contestant sits out."""

    round: int
    table: int
    ns: str | None
    ew: str | None
    boards: tuple[int, ...]

    @property
    def contestants(self) -> tuple[str, ...]:
        """Those who sit here, North-South first."""
        return tuple(id_ for id_ in (self.ns, self.ew) if id_ is not None)

    @property
    def played(self) -> bool:
        """Whether both directions are seated, so that the boards are played."""
        return self.ns is not None and self.ew is not None


@dataclass(frozen=True, slots=True)
class Movement:
    """All positions of a movement, in the order in which they were given."""

    positions: tuple[Position, ...]

    @property
    def contestants(self) -> frozenset[str]:
        return frozenset(id_ for position in self.positions for id_ in position.contestants)


def named(movement: Movement, names: Sequence[str]) -> Movement:
    """The same movement with these names in place of 1, 2, 3 …"""
    return renamed(movement, {str(number): name for number, name in enumerate(names, 1)})


def renamed(movement: Movement, names: Mapping[str, str]) -> Movement:
    """The same movement with these names in place of others; who has none keeps the old."""

    def name(contestant: str | None) -> str | None:
        return contestant if contestant is None else names.get(contestant, contestant)

    return Movement(
        tuple(
            replace(position, ns=name(position.ns), ew=name(position.ew))
            for position in movement.positions
        )
    )


def later(movement: Movement, rounds: int = 0, boards: int = 0) -> Movement:
    """The same movement, so many rounds later and on boards with numbers so much higher."""
    return Movement(
        tuple(
            replace(p, round=p.round + rounds, boards=tuple(board + boards for board in p.boards))
            for p in movement.positions
        )
    )


def rounds_within(asked: int | None, most: int) -> int:
    """The number of rounds asked for; all there are when none is. Refuses more than there are."""
    if asked is None:
        return most
    if not 1 <= asked <= most:
        raise StorslamError(
            "%(asked)s rounds cannot be: there are from 1 to %(most)s", asked=asked, most=most
        )
    return asked


def board_group(group: int, boards: int) -> tuple[int, ...]:
    """The numbers of so many boards, in the group with this number from 0."""
    return tuple(range(group * boards + 1, (group + 1) * boards + 1))
