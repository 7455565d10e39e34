"""The groups of the Open semifinal: opened and seated as drawn, and kept in step with the draw."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from storslam.errors import StorslamError
from storslam.movements import Movement
from storslam.movements.barometer import as_movement
from storslam.web.acts.draws import POT, groups_basis, overtaken
from storslam.web.hall.field import Field, as_who, format_of, lock, name_of, store
from storslam.web.hall.seating import Made, seat
from storslam.web.models import Draw, DrawKind, Entry, Event, Stage, User, rosters


def published(stage: Stage) -> Draw | None:
    """The draw of the groups that everybody sees."""
    draws = stage.draws.filter(kind=DrawKind.GROUPS).exclude(published=None)
    return draws.select_related("stage__season").last()


def open_groups(stage: Stage, who: User) -> list[Event]:
    """Open an event for each group of the published draw, numbered and seated as drawn.

    Raises StorslamError for a draw that is overtaken, or still waits for the last chance.
    """
    with transaction.atomic():
        stage = lock(stage)
        draw = published(stage)
        if draw is None:
            raise StorslamError("the groups are not published yet")
        if overtaken(draw, groups_basis(stage)):
            raise StorslamError("the draw is out of date: draw anew, or keep it")
        made = format_of(stage)
        events = []
        for name, field in _fields(draw).items():
            facts = {"source": "groups", "draw": draw.version}
            title = name_of(stage, name)
            event = store(stage, field, title, who, decision=made, facts=facts, group=name)
            boards = made.result["boards_per_round"] if made else 1
            movement, how = drawn_seating(event, boards)
            events.append(seat(event, movement, who, made=how))
    return events


def group_now(event: Event) -> Field | None:
    """Who sits in the event's group by the draw that everybody sees now."""
    draw = published(event.stage)
    return _fields(draw).get(event.group) if draw else None


def seats_of(draw: Draw) -> dict[str, dict[str, str]]:
    """By group and number the id of the entry that has the seat."""
    return {
        name: {str(number): draw.seats[one][1] for number, one in enumerate(ids, 1)}
        for name, ids in draw.decision["result"]["groups"].items()
    }


def _fields(draw: Draw) -> dict[str, Field]:
    seats = seats_of(draw)
    holders = [holder for group in seats.values() for holder in group.values()]
    if POT in holders:
        raise StorslamError(
            "the draw waits for pairs of the last chance: keep it when they are known"
        )
    entries = Entry.objects.prefetch_related(rosters()).in_bulk([int(one) for one in holders])
    return {name: _field(group, entries) for name, group in seats.items()}


def _field(group: Mapping[str, str], entries: Mapping[int, Entry]) -> Field:
    found = {code: entries[int(holder)] for code, holder in group.items()}
    return Field(tuple(as_who(code, entry) for code, entry in found.items()), found)


def drawn_seating(event: Event, boards: int) -> tuple[Movement, Made]:
    """The movement that the seeding built for a group, with so many boards a round."""
    draw = published(event.stage)
    rounds: Any = draw and draw.decision["result"]["movements"].get(event.group)
    if not rounds:
        raise StorslamError("no movement was drawn for this group")
    tables = [[(ns - 1, ew - 1) for ns, ew in one] for one in rounds]
    movement = as_movement(tables, 2 * len(tables[0]), boards)
    return movement, Made("drawn", {"boards": boards, "draw": draw.version}, draw.seed)
