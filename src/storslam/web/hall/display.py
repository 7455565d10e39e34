"""What the hall's display and the start list show, as the templates take it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, QuerySet

from storslam.web.hall import rounds
from storslam.web.models import Contestant, Event, Member, Round, Table
from storslam.web.models.event import Display
from storslam.web.pages import standing_lists
from storslam.web.scored import shown
from storslam.web.teams.at_table import score_told
from storslam.web.teams.kinds import is_teams
from storslam.web.teams.matches import teams_shown
from storslam.web.teams.pages import rounds_of

ROWS = 14
SECONDS = 15


@dataclass(frozen=True, slots=True)
class Panel:
    """One view of the display: its kind, the rows that fit, and which of how many views."""

    kind: str
    rows: Sequence[Any] = ()
    page: int = 1
    pages: int = 1


def hall_context(event: Event, number: int) -> dict[str, Any]:
    """The display of the hall at this view, counted from 0; after the last comes the first."""
    current, coming = rounds.current(event), rounds.coming(event)
    seated = coming or current
    panels = [
        *_panels("placement", list(tables(event, seated)) if seated else []),
        *([Panel("clock")] if current else []),
        *(_of_teams(event) if is_teams(event) else _panels("standing", _standing(event))),
    ] or [Panel("empty")]
    number %= len(panels)
    return {
        "event": event,
        "panel": panels[number],
        "next_panel": (number + 1) % len(panels),
        "seconds": SECONDS,
        "round": current,
        "coming": coming,
        "seated": seated,
        "rounds": event.rounds.filter(number__gt=0).count(),
    }


def _panels(kind: str, rows: Sequence[Any]) -> list[Panel]:
    pages = -(-len(rows) // ROWS)
    return [
        Panel(kind, rows[page * ROWS : (page + 1) * ROWS], page + 1, pages) for page in range(pages)
    ]


def _of_teams(event: Event) -> list[Panel]:
    """The matches of the round and the table; of what is under play only what the hall may see."""
    now = teams_shown(event)
    current = next((one for one in rounds_of(now) if one.current), None)
    met = [(one, score_told(event, one.now)) for one in (current.matches if current else ())]
    rows = now.live if event.display == Display.AT_ONCE else now.table
    table = [(row, now.people[row.team]) for row in rows]
    return [*_panels("matches", met), *_panels("teams", table)]


def _standing(event: Event) -> list[Any]:
    """The rows that the public standing shows, of one list after the other."""
    lists = standing_lists(event, shown(event))
    return [(side, row, who) for side, rows in lists for row, who in rows if row.place]


def tables(event: Event, one: Round) -> QuerySet[Table]:
    """The tables of a round with who sits there."""
    people = Contestant.objects.filter(event=event).prefetch_related("members")
    pairs = (Prefetch(side, people) for side in ("ns", "ew"))
    return one.tables.select_related("section").prefetch_related(*pairs)


def placement_context(event: Event) -> dict[str, Any]:
    """The start list: by name with number and first table, and by table of the first round."""
    first = event.rounds.filter(number__gt=0).first()
    seated = list(tables(event, first)) if first else []
    place = {
        contestant.pk: (table, side)
        for table in seated
        for contestant, side in ((table.ns, "NS"), (table.ew, "EW"))
        if contestant
    }
    members = Member.objects.filter(contestant__event=event, last_round=None)
    rows = members.select_related("contestant").order_by("sort_key", "contestant__pk")
    return {
        "event": event,
        "round": first,
        "tables": seated,
        "names": [(row, *place.get(row.contestant_id, (None, ""))) for row in rows],
        "a_systems": any(row.contestant.a_system for row in rows),
    }
