"""The director's view of the hall: rounds and their clock, tables that are missing, calls."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from storslam.errors import StorslamError
from storslam.web.acts.trail import named
from storslam.web.desks.director import of_director
from storslam.web.faults import said
from storslam.web.hall import bridgemates, bundle, rounds, tables
from storslam.web.hall.ceremony import offers
from storslam.web.hall.changes import overtaken
from storslam.web.hall.qualified import successor
from storslam.web.loaded import Place
from storslam.web.models import Call, Conflict, Event, ResultVersion, Round, Step, Table
from storslam.web.payload import of_columns
from storslam.web.scored import Scored, scored

MOST_STEPS = 100


@dataclass(frozen=True, slots=True)
class Cell:
    """A board at a table: `missing`, `entered` (not confirmed yet), `done`, or `held`."""

    board: int
    state: str


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table of a round with its boards."""

    table: Table
    cells: list[Cell]

    @property
    def waits(self) -> bool:
        """Whether something of the table is missing, unconfirmed or in conflict."""
        return any(cell.state != "done" for cell in self.cells)


@dataclass(frozen=True, slots=True)
class RoundNow:
    """A round with its tables, and the seconds that are left of it (below zero: too late)."""

    round: Round
    rows: list[TableRow]
    seconds: int | None

    @property
    def waiting(self) -> int:
        """How many tables are not done."""
        return sum(row.waits for row in self.rows)


def round_now(event: Event, round_: Round, now: datetime) -> RoundNow:
    """The round as it is now."""
    seen = scored(event)
    held = rounds.held(event)
    of_round = [
        (table, _cell(seen, held, (table.pk, board), outcome))
        for (table, board), outcome in zip(
            seen.frame.seats, (line.outcome for line in seen.event.lines), strict=True
        )
        if table.round.number == round_.number and table.ew
    ]
    rows = [
        TableRow(table, [cell for _, cell in cells])
        for table, cells in groupby(of_round, key=lambda one: one[0])
    ]
    time = rounds.left(round_, now)
    return RoundNow(round_, rows, int(time.total_seconds()) if time is not None else None)


def _cell(seen: Scored, held: Iterable[Place], place: Place, outcome: object) -> Cell:
    if place in held:
        return Cell(place[1], "held")
    if outcome is None:
        return Cell(place[1], "missing")
    return Cell(place[1], "entered" if place in seen.unconfirmed else "done")


def hall_context(event: Event) -> dict[str, Any]:
    """What the console shows of the hall."""
    now = timezone.now()
    all_rounds = list(event.rounds.filter(number__gt=0))
    open_ = [one for one in all_rounds if one.opened and not one.closed]
    return {
        "rounds": all_rounds,
        "open_rounds": [round_now(event, one, now) for one in open_],
        "coming": rounds.coming(event),
        "conflicts": open_conflicts(event),
        "calls": event.calls.filter(answered_at=None).select_related("section"),
        "bridgemates": bridgemates.panel(event),
        "now": now,
    }


@of_director
def console(request: HttpRequest, event: Event) -> HttpResponse:
    """The event at a glance: the hall, boards, conflicts, rulings, and what can be done with it."""
    now = scored(event)
    there, all_ = (
        Counter(line.board for line in now.event.lines if line.ew and wanted(line))
        for wanted in (lambda line: line.outcome is not None, lambda _: True)
    )
    context = {
        "event": event,
        "boards": [(number, there[number], all_[number]) for number in now.event.boards],
        "rulings": event.rulings.select_related("contestant", "board").prefetch_related(
            "contestant__members"
        ),
        "rows": now.standing.rows[:3],
        "people": {who.id: who for who in now.event.contestants},
        "offers": offers(event, now),
        **_following(event),
        "clashes": bundle.clashes(event),
        **hall_context(event),
    }
    return render(request, "storslam/desk/console.html", context)


def _following(event: Event) -> dict[str, Any]:
    """The event that goes on from this one, where its field is not what the results give (S-11)."""
    later = successor(event)
    try:
        return {"following": later} if later and overtaken(later) else {}
    except StorslamError as error:
        return {"following": later, "unclear": said(error)}


@require_safe
@of_director
def live(request: HttpRequest, event: Event) -> HttpResponse:
    """The part of the console that is asked for again every few seconds."""
    context = {"event": event, **hall_context(event)}
    return render(request, "storslam/desk/live.html", context)


def open_conflicts(event: Event) -> Any:
    """The conflicts that wait for a director."""
    return Conflict.objects.filter(event=event, settled_at=None).select_related(
        "result__board", "result__table__round", "result__table__section"
    )


@require_safe
@of_director
def round_(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """A round: its tables, board by board."""
    found = get_object_or_404(Round, event=event, number=number)
    now = round_now(event, found, timezone.now())
    people = {who.id: who for who in scored(event).event.contestants}
    context = {"event": event, "one": now, "people": people}
    return render(request, "storslam/desk/round.html", context)


Act = Callable[[HttpRequest, Event, int], object]

_ACTS: dict[str, Act] = {
    "open": lambda r, event, number: rounds.open_round(event, number, r.user),
    "close": lambda r, event, number: rounds.close_round(event, number, r.user, _reason(r)),
    "reopen": lambda r, event, number: rounds.reopen_round(event, number, r.user, _reason(r)),
    "undo": lambda r, event, number: rounds.undo_opening(event, number, r.user),
    "pause": lambda r, event, number: rounds.pause(event, number, r.user),
    "go-on": lambda r, event, number: rounds.go_on(event, number, r.user),
    "minutes": lambda r, event, number: rounds.set_minutes(event, number, _minutes(r), r.user),
    "close-session": lambda r, event, number: rounds.close_session(
        event, number, r.user, _reason(r)
    ),
}


def _reason(request: HttpRequest) -> str:
    return request.POST.get("reason", "")[:300]


def _minutes(request: HttpRequest) -> int:
    text = request.POST.get("minutes", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 0


@require_POST
@of_director
def act(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Open, close, reopen a round; its clock; what cannot be is said on the console."""
    wanted = _ACTS.get(request.POST.get("act", ""))
    try:
        if wanted is None:
            raise StorslamError("the form is not complete")
        wanted(request, event, number)
    except StorslamError as error:
        messages.error(request, said(error))
    return redirect("console", event.slug)


@require_POST
@of_director
def answer(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """The director has come to a table that called."""
    call = get_object_or_404(Call, pk=pk, event=event)
    tables.answer_call(call, request.user.get_username())
    return redirect("console", event.slug)


@require_safe
@of_director
def history(request: HttpRequest, event: Event) -> HttpResponse:
    """What was done in the event, the newest first: acts, and results that were changed."""
    steps = Step.objects.filter(about=named(event)).order_by("-number")[:MOST_STEPS]
    versions = (
        ResultVersion.objects.filter(event=event, number__gt=1)
        .select_related("result__board", "result__table__section", "result__table__round")
        .order_by("-pk")[:MOST_STEPS]
    )
    rows = [
        (row, of_columns(row), row.number - 1 if row.number == row.result.version else 0)
        for row in versions
    ]
    context = {"event": event, "steps": steps, "versions": rows}
    return render(request, "storslam/desk/history.html", context)


@require_POST
@of_director
def new_codes(request: HttpRequest, event: Event) -> HttpResponse:
    """Make the codes of all tables worthless, and others in their place."""
    rounds.new_codes(event, request.user)
    messages.success(request, _("All tables have new codes: print them."))
    return redirect("console", event.slug)
