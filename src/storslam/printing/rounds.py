"""The movement as documents tell it: section by section, and contestant by contestant."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from storslam.bridge import Side
from storslam.movements import Movement, Position

Sections = Mapping[str, Movement]
"""The movement of each section by its name; the name is empty where there is only one."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Where one contestant sits in a round, or sits out."""

    section: str
    position: Position
    side: Side

    @property
    def opponents(self) -> str | None:
        """Whom they meet; None when they sit out."""
        return self.position.ew if self.side is Side.NS else self.position.ns


def stops(sections: Sections) -> dict[str, list[Stop]]:
    """Every contestant's way through the event, round by round."""
    found: dict[str, list[Stop]] = defaultdict(list)
    for stop in sorted(_all(sections), key=lambda stop: stop.position.round):
        position = stop.position
        contestant = position.ns if stop.side is Side.NS else position.ew
        if contestant is not None:
            found[contestant].append(stop)
    return found


def _all(sections: Sections) -> Iterator[Stop]:
    for section, movement in sections.items():
        for position in movement.positions:
            yield Stop(section, position, Side.NS)
            yield Stop(section, position, Side.EW)


def tables(sections: Sections) -> dict[tuple[str, int], list[Position]]:
    """Every table by section and number, with its rounds in order."""
    found: dict[tuple[str, int], list[Position]] = defaultdict(list)
    for section, movement in sections.items():
        for position in sorted(movement.positions, key=lambda one: (one.table, one.round)):
            found[section, position.table].append(position)
    return found


def table_name(section: str, number: int) -> str:
    """The table as it is marked in the hall: `3`, or `A 3` in a section."""
    return f"{section} {number}".strip()


def board_span(boards: Sequence[int]) -> str:
    """The boards in short: `1–3`, or `1, 4, 7`."""
    first, *rest = boards or (0,)
    if not rest:
        return str(first or "")
    if list(boards) == list(range(first, boards[-1] + 1)):
        return f"{first}–{boards[-1]}"
    return ", ".join(map(str, boards))
