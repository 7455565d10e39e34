"""Contestants who must not move: the same movement with places for them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from storslam.errors import StorslamError
from storslam.movements.movement import Movement, Position, renamed


def stationary(movement: Movement, wanted: Sequence[str]) -> Movement:
    """The movement with each of the wanted at one table throughout, where nothing forbids it.

    When the movement has places enough that stay, they exchange numbers with those who have them.
    Else the tables of each round change numbers, and the boards go with them. Two of the wanted who
    meet do so at the table of the one named first.
    """
    strangers = set(wanted) - movement.contestants
    if strangers:
        raise StorslamError("%(id)s does not play", id=min(strangers))
    if len(set(wanted)) < len(wanted):
        raise StorslamError("each who must not move is named once")
    places = _staying(movement)
    if len(places) < len(wanted):
        return _retabled(movement, wanted)
    moving = [id_ for id_ in wanted if id_ not in places]
    free = [id_ for id_ in places if id_ not in wanted]
    exchanged = dict(zip(moving, free, strict=False))
    return renamed(movement, exchanged | {place: id_ for id_, place in exchanged.items()})


def _staying(movement: Movement) -> list[str]:
    """Those who sit at one table throughout, in the order of the tables."""
    tables: defaultdict[str, set[int]] = defaultdict(set)
    for position in movement.positions:
        for id_ in position.contestants:
            tables[id_].add(position.table)
    return sorted(
        (id_ for id_ in tables if len(tables[id_]) == 1), key=lambda id_: min(tables[id_])
    )


def _retabled(movement: Movement, wanted: Sequence[str]) -> Movement:
    rounds: defaultdict[int, list[Position]] = defaultdict(list)
    for position in movement.positions:
        rounds[position.round].append(position)
    own = _own_tables(rounds[min(rounds)], wanted)
    return Movement(tuple(p for tables in rounds.values() for p in _settled(tables, own)))


def _own_tables(tables: Iterable[Position], wanted: Sequence[str]) -> dict[str, int]:
    """A table for each of the wanted: where they sit, or if that is taken the first that is not."""
    own: dict[str, int] = {}
    numbers = sorted(position.table for position in tables)
    if len(wanted) > len(numbers):
        raise StorslamError(
            "%(wanted)s cannot stay at %(tables)s tables", wanted=len(wanted), tables=len(numbers)
        )
    sits = {id_: position.table for position in tables for id_ in position.contestants}
    for id_ in wanted:
        free = [number for number in numbers if number not in own.values()]
        own[id_] = sits[id_] if sits.get(id_) in free else free[0]
    return own


def _settled(tables: Sequence[Position], own: dict[str, int]) -> list[Position]:
    """A round with those at their own tables; the others at the tables that are left, as before."""
    seats = {id_: position for position in tables for id_ in position.contestants}
    settled: dict[Position, int] = {}
    for id_, table in own.items():
        if id_ in seats:
            settled.setdefault(seats[id_], table)
    left = sorted({position.table for position in tables} - set(settled.values()))
    moved = [position for position in tables if position not in settled]
    keep = {position: position.table for position in moved if position.table in left}
    rest = iter([table for table in left if table not in keep.values()])
    where = settled | {p: keep[p] if p in keep else next(rest) for p in moved}
    return sorted((replace(p, table=where[p]) for p in tables), key=lambda p: p.table)
