"""A movement as plain values: one position for each table in each round."""

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


def numbered_from(movement: Movement, before: int) -> Movement:
    """The same movement for contestants that are numbered on from `before`."""

    def moved(contestant: str | None) -> str | None:
        return None if contestant is None else str(int(contestant) + before)

    return Movement(
        tuple(
            replace(position, ns=moved(position.ns), ew=moved(position.ew))
            for position in movement.positions
        )
    )
