"""Travellers at the keyboard: a line a table, checked while it is typed, stored as it is sent."""

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from storslam.errors import StorslamError
from storslam.exchange.shorthand import parse_shorthand
from storslam.web.desks.director import of_director
from storslam.web.faults import said
from storslam.web.models import Board, Conflict, Event, Table
from storslam.web.pages import neighbours
from storslam.web.payload import played
from storslam.web.results import record_result
from storslam.web.scored import scored

MOST_LETTERS = 20


@dataclass(slots=True)
class TypedLine:
    """A table with its line: what is recorded, or else what is typed and what is wrong with it."""

    table: Table
    line: Any
    text: str = ""
    fault: str = ""


@of_director
def board(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """All tables of a board; those without a result have a line to type."""
    found = get_object_or_404(Board, event=event, number=number)
    lines = _lines(event, number)
    if request.method == "POST":
        count = sum(_stored(request, event, found, line) for line in lines)
        if request.headers.get("Accept") == "application/json":
            return _told(lines, count)
        if count:
            text = ngettext("%(count)s result is stored.", "%(count)s results are stored.", count)
            messages.success(request, text % {"count": count})
        if not any(line.fault for line in lines):
            return redirect("console_typed", event.slug, number)
        lines = _after(event, number, lines)
    now = scored(event)
    context = {
        "event": event,
        "board": found,
        "lines": lines,
        "key": uuid4().hex,
        "people": {who.id: who for who in now.event.contestants},
        **neighbours(list(now.event.boards), number),
    }
    status = 400 if any(line.fault for line in lines) else 200
    return render(request, "storslam/desk/typed.html", context, status=status)


def _lines(event: Event, number: int) -> list[TypedLine]:
    now = scored(event)
    return [
        TypedLine(table, line)
        for (table, board), line in zip(now.frame.seats, now.event.lines, strict=True)
        if board == number and table.ew is not None
    ]


def _after(event: Event, number: int, before: list[TypedLine]) -> list[TypedLine]:
    """The lines as they are now, with what was wrong of those before."""
    wrong = {line.table.pk: line for line in before if line.fault}
    event.refresh_from_db()
    lines = _lines(event, number)
    for line in lines:
        if line.table.pk in wrong:
            line.text, line.fault = wrong[line.table.pk].text, wrong[line.table.pk].fault
    return lines


def _stored(request: HttpRequest, event: Event, board: Board, line: TypedLine) -> bool:
    """Store what was typed for the table; what is wrong is said at its line."""
    line.text = request.POST.get(f"line-{line.table.pk}", "").strip()[:MOST_LETTERS]
    if not line.text:
        return False
    key = request.POST.get("key", "")[:40] or uuid4().hex
    try:
        payload = played(parse_shorthand(line.text), board.value)
        who = request.user.get_username()
        done = record_result(event, board, line.table, payload, f"{key}-{line.table.pk}", 0, who)
    except StorslamError as error:
        line.fault = said(error)
        return False
    if isinstance(done, Conflict):
        line.fault = _("Another result is recorded: this one is held as a conflict.")
    return not line.fault


def _told(lines: list[TypedLine], count: int) -> HttpResponse:
    faults = {line.table.pk: line.fault for line in lines if line.fault}
    return JsonResponse({"stored": count, "faults": faults}, status=400 if faults else 200)
