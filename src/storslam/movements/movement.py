"""A movement as plain values: one position for each table in each round."""

from collections.abc import Sequence
from dataclasses import dataclass, replace


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

    def name(contestant: str | None) -> str | None:
        return None if contestant is None else names[int(contestant) - 1]

    return Movement(
        tuple(
            replace(position, ns=name(position.ns), ew=name(position.ew))
            for position in movement.positions
        )
    )
