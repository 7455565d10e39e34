"""One result at the director's desk: its history, its correction, its conflicts."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from storslam.errors import StorslamError
from storslam.web import moved, results
from storslam.web.desks.director import of_director, warn_following
from storslam.web.faults import said
from storslam.web.forms import CorrectionForm
from storslam.web.loaded import Place, frame_of
from storslam.web.models import Board, Conflict, Event, Result, Table
from storslam.web.moved import Moved
from storslam.web.payload import Payload, of_columns


@of_director
def result(request: HttpRequest, event: Event, table: int, number: int) -> HttpResponse:
    """Correct a result: shown first with what it would move, then stored as a new version."""
    seat = get_object_or_404(
        Table.objects.select_related("round", "section", "ns", "ew"), pk=table, round__event=event
    )
    board = get_object_or_404(Board, event=event, number=number)
    stored = Result.objects.filter(table=seat, board=board).first()
    context = _context(event, seat, board, stored)
    form = _form(request, board, stored)
    if request.method == "POST" and form.is_valid():
        answer = _answered(request, event, seat, board, form, context)
        if answer is not None:
            return answer
    status = 400 if form.is_bound and not form.is_valid() else 200
    return render(request, "storslam/desk/result.html", {**context, "form": form}, status=status)


def _form(request: HttpRequest, board: Board, stored: Result | None) -> CorrectionForm:
    if request.method == "POST":
        return CorrectionForm(board.value, request.POST)
    payload, version = Payload(None), 0
    if stored is not None:
        version = stored.version
        wanted = stored.versions.filter(number=_earlier(request, version)).first()
        payload = of_columns(wanted) if wanted else payload
    return CorrectionForm(board.value, initial=CorrectionForm.start(payload, version))


def _earlier(request: HttpRequest, version: int) -> int:
    """The number of the version that the page begins with: an earlier one that was asked for."""
    text = request.GET.get("version", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else version


def _context(event: Event, seat: Table, board: Board, stored: Result | None) -> dict[str, Any]:
    versions = list(stored.versions.order_by("-number")) if stored else []
    conflicts = [(row, of_columns(row)) for row in stored.conflicts.all()] if stored else []
    place = seat.pk, board.number
    return {
        "event": event,
        "table": seat,
        "board": board,
        "versions": [(row, of_columns(row)) for row in versions],
        "conflicts": conflicts,
        "held": [
            (row, payload, *_moved(event, place, payload))
            for row, payload in conflicts
            if row.settled_at is None
        ],
        "people": {who.id: who for who in frame_of(event).contestants},
    }


def _moved(event: Event, place: Place, payload: Payload) -> tuple[Moved | None, str]:
    """What would move, or why it cannot be said: nothing may keep a result from its correction."""
    try:
        return moved.by_results(event, {place: payload}), ""
    except StorslamError as error:
        return None, said(error)


def _answered(
    request: HttpRequest,
    event: Event,
    seat: Table,
    board: Board,
    form: CorrectionForm,
    context: dict[str, Any],
) -> HttpResponse | None:
    """The answer after saving; None when the page is to be shown (again)."""
    given = form.cleaned_data
    try:
        if "save" not in request.POST:
            results.examine(
                event, board, seat, given["payload"], given["reason"], given["override"]
            )
            changes = {(seat.pk, board.number): given["payload"]}
            context |= {"preview": True, "moves": moved.by_results(event, changes)}
            return None
        done = results.record_result(
            event,
            board,
            seat,
            given["payload"],
            given["key"],
            given["expected_version"],
            request.user.get_username(),
            given["reason"],
            override=given["override"],
        )
    except StorslamError as error:
        form.add_error(None, said(error))
        return None
    if isinstance(done, Conflict):
        messages.warning(request, _("Somebody was faster: this is held as a conflict to settle."))
    else:
        messages.success(request, _("Stored as version %(number)s.") % {"number": done.number})
        warn_following(request, event)
    return redirect("console_result", event.slug, board.number, seat.pk)


@require_POST
@of_director
def settle(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Settle a conflict: take what was held, or keep the current result."""
    conflict = get_object_or_404(
        Conflict.objects.select_related("result__board"), pk=pk, event=event
    )
    results.settle(
        conflict,
        take=request.POST.get("take") == "1",
        who=request.user.get_username(),
        reason=request.POST.get("reason", "")[:500],
    )
    messages.success(request, _("The conflict is settled."))
    warn_following(request, event)
    result = conflict.result
    return redirect("console_result", event.slug, result.board.number, result.table_id)
