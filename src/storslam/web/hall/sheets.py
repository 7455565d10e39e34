"""What the papers of an event are made of: the stored seating, people and codes as plain values."""

from collections import defaultdict
from collections.abc import Callable, Iterator

from django.utils.translation import gettext, ngettext

from storslam.bridge import Board, Side
from storslam.championship.medals import decide_medal
from storslam.errors import StorslamError
from storslam.movements import Movement, Position
from storslam.printing import Awarded, Honours, SeatCode, Sections, Starter
from storslam.scoring import Row
from storslam.web import shown
from storslam.web.hall import codes
from storslam.web.hall.ceremony import final, points_of
from storslam.web.hall.qualified import line_of
from storslam.web.loaded import frame_of
from storslam.web.models import Contestant, Event, StageKind, Table
from storslam.web.scored import Scored


def seating(event: Event) -> Iterator[Table]:
    """Every table of every round that is known as one, in order."""
    tables = Table.objects.filter(round__event=event, round__number__gt=0)
    return tables.select_related("round", "section", "ns", "ew").iterator()


def sections(event: Event) -> Sections:
    """The movement of each section. Raises StorslamError where nobody is seated."""
    found: dict[str, list[Position]] = defaultdict(list)
    for table in seating(event):
        ew = table.ew.code if table.ew else None
        found[table.section.name].append(
            Position(table.round.number, table.number, table.ns.code, ew, tuple(table.boards))
        )
    if not found:
        raise StorslamError("nobody is seated yet: there are no rounds")
    return {name: Movement(tuple(positions)) for name, positions in found.items()}


def boards(event: Event) -> list[Board]:
    """The boards in order."""
    return [record.board for record in frame_of(event).boards.values()]


def starters(event: Event) -> list[Starter]:
    """Everybody with the seat of the first round; without one who sits out, or is not seated."""
    class_a = set(Contestant.objects.filter(event=event, a_system=True).values_list("code"))
    seats = _first_seats(event)
    return [
        Starter(who, *seats.get(who.id, ("", 0, None)), a_system=(who.id,) in class_a)
        for who in frame_of(event).contestants
    ]


def _first_seats(event: Event) -> dict[str, tuple[str, int, Side | None]]:
    seats: dict[str, tuple[str, int, Side | None]] = {}
    for table in seating(event):
        if table.ew:
            for who, side in ((table.ns, Side.NS), (table.ew, Side.EW)):
                seats.setdefault(who.code, (table.section.name, table.number, side))
    return seats


def seat_codes(
    event: Event, address: Callable[[codes.Place], str]
) -> dict[tuple[str, int], list[SeatCode]]:
    """How each seat of each table logs in; `address` is that of a seat's page."""
    tables = {(table.section, table.number) for table in seating(event) if table.ew}
    return {
        (section.name, number): [
            SeatCode(place.seat, address(place), codes.pin(event, place))
            for seat in codes.SEAT_LETTERS
            for place in [codes.Place(section.number, number, seat)]
        ]
        for section, number in tables
    }


def awarded(event: Event, now: Scored) -> list[Awarded]:
    """Those whose places the rulebook has medals for, with the medal where the event gives it."""
    people = {who.id: who for who in now.event.contestants}
    given = _medals(event, now)
    medals = event.stage.season.book().table("medals.place")
    return [
        Awarded(people[row.id], row.place, given.get(row.id, ""))
        for row in now.standing.rows
        if _place(row) in medals
    ]


def honours(event: Event, now: Scored) -> Honours:
    """What the result list says beside the points."""
    return Honours(
        medals=_medals(event, now),
        master_points={code: shown.number(n) for code, n in points_of(event, now).items()},
        outside=dict(_outside(event, now)),
        lines=_lines(event, now),
    )


def _medals(event: Event, now: Scored) -> dict[str, str]:
    """The medals of a final that has ended."""
    if event.stage.kind != StageKind.FINAL or not final(event):
        return {}
    book = event.stage.season.book()
    name = f"{event.stage.discipline}-final"
    return {
        row.id: medal
        for row in now.standing.rows
        if _place(row)
        and (medal := decide_medal(book, place=int(_place(row)), event=name).result.get("medal"))
    }


def _place(row: Row) -> str:
    """The place, the best of those that are shared."""
    return row.place.partition("/")[0]


def _outside(event: Event, now: Scored) -> Iterator[tuple[str, str]]:
    """Why those without a place have none."""
    for one in Contestant.objects.filter(event=event, code__in=now.frame.unplaced):
        yield one.code, one.get_standing_display().lower()


def _lines(event: Event, now: Scored) -> dict[str, str]:
    """The line below the last who goes on, in words; with the lot where it goes through a tie."""
    line = line_of(event, now.standing.rows)
    if line is None:
        return {}
    said = ngettext("%(count)s qualifies", "%(count)s qualify", line.count) % {"count": line.count}
    if line.further:
        said += ", " + gettext("and %(count)s more of all groups") % {"count": line.further}
    if line.level and line.by_lot:
        said += ", " + gettext("by lot no. %(codes)s") % {"codes": ", ".join(line.by_lot)}
    elif line.level:
        said += ", " + gettext("by lot among those who are level")
    return {line.below: said}
