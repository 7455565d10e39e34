"""Contestants who must not move: the number that moves least, and a table kept for them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from storslam.movements.movement import Movement


def settled(names: Sequence[str], movement: Movement, stationary: Iterable[str]) -> list[str]:
    """The names in an order that gives the stationary the numbers that move least.

    `movement` is one of numbers. Each stationary name changes its place with who has that number.
    """
    order = list(names)
    quiet = iter(_quietest(movement))
    for name in [name for name in names if name in set(stationary)]:
        one, other = order.index(name), next(quiet) - 1
        order[one], order[other] = order[other], order[one]
    return order


def _quietest(movement: Movement) -> list[int]:
    """The numbers, those who sit at the fewest tables and turn least first."""
    tables, sides = defaultdict[str, set[int]](set), defaultdict[str, set[bool]](set)
    for position in movement.positions:
        for name in position.contestants:
            tables[name].add(position.table)
            sides[name].add(name == position.ns)
    return sorted(map(int, tables), key=lambda n: (len(tables[f"{n}"]), len(sides[f"{n}"]), n))


def kept(movement: Movement, stationary: Sequence[str]) -> Movement:
    """The movement with its tables renumbered so that each of these has a table for itself.

    Only where every table of a round has the same boards; where two of them meet, the one who is
    named first keeps its table.
    """
    rounds = defaultdict[int, list[int]](list)
    for index, position in enumerate(movement.positions):
        rounds[position.round].append(index)
    positions = list(movement.positions)
    homes: dict[str, int] = {}
    for indexes in rounds.values():
        if len({positions[index].boards for index in indexes}) > 1:
            return movement
        for index, table in _numbers(movement, indexes, stationary, homes).items():
            positions[index] = replace(positions[index], table=table)
    return Movement(tuple(positions))


def _numbers(
    movement: Movement, indexes: Sequence[int], stationary: Sequence[str], homes: dict[str, int]
) -> Mapping[int, int]:
    """By the index of each position of a round the number of its table."""
    free = sorted(movement.positions[index].table for index in indexes)
    found: dict[int, int] = {}
    for name in stationary:
        at = next((i for i in indexes if name in movement.positions[i].contestants), None)
        if at is None or at in found:
            continue
        home = homes.setdefault(name, next(t for t in free if t not in homes.values()))
        found[at] = home
        free.remove(home)
    rest = (index for index in indexes if index not in found)
    return found | dict(zip(rest, free, strict=True))
