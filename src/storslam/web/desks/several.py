"""What a director does to several results at once, shown first with what it would move."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from storslam.errors import StorslamError
from storslam.web import moved
from storslam.web.desks.director import of_director, warn_following
from storslam.web.faults import said
from storslam.web.forms_console import AwardForm, BoardForm, ExchangeForm, GroupForm, ReseatForm
from storslam.web.hall import directing
from storslam.web.hall.directing import Changes
from storslam.web.models import Board, Event, Table
from storslam.web.scored import scored


@of_director
def table(request: HttpRequest, event: Event, number: int, table: int) -> HttpResponse:
    """A table in a round: who sat where on which boards, awards, and its seating."""
    seated = Table.objects.select_related("round", "section", "ns", "ew")
    found = get_object_or_404(seated, pk=table, round__event=event, round__number=number)
    forms = _forms(request, event, found)
    done = _done(request, event, found, forms)
    if isinstance(done, HttpResponse):
        return done
    now = scored(event)
    lines = [
        line
        for line, place in zip(now.event.lines, now.places, strict=True)
        if place[0] == found.pk
    ]
    context = {
        "event": event,
        "table": found,
        "lines": lines,
        "people": {who.id: who for who in now.event.contestants},
        "doubled": directing.doubled(event),
        "forms": forms,
        **done,
    }
    status = 400 if request.method == "POST" and "preview" not in done else 200
    return render(request, "storslam/desk/table.html", context, status=status)


def _forms(request: HttpRequest, event: Event, table: Table) -> dict[str, Any]:
    """The forms of the page; only the one that was sent is bound."""
    sent = request.POST.get("form", "")
    kinds = {"exchange": ExchangeForm, "award": AwardForm, "board": BoardForm, "seats": ReseatForm}
    return {
        name: kind(event, table, request.POST if name == sent else None)
        for name, kind in kinds.items()
    }


def _done(
    request: HttpRequest, event: Event, table: Table, forms: dict[str, Any]
) -> HttpResponse | dict[str, Any]:
    """The answer after saving, or what the page shows besides."""
    form = forms.get(request.POST.get("form", ""))
    if request.method != "POST" or form is None or not form.is_valid():
        return {}
    try:
        if isinstance(form, ReseatForm):
            form.save(request.user)
            messages.success(request, _("The seating is changed."))
            return redirect("console_table", event.slug, table.round.number, table.pk)
        return _shown_or_saved(
            request,
            event,
            form,
            form.changes,
            lambda: redirect("console_round", event.slug, table.round.number),
        )
    except StorslamError as error:
        form.add_error(None, said(error))
        return {}


def _shown_or_saved(
    request: HttpRequest,
    event: Event,
    form: Any,
    changes: Callable[[], Changes],
    after: Callable[[], HttpResponse],
) -> HttpResponse | dict[str, Any]:
    """Save the changes, or show what they would move."""
    wanted = changes()
    if "save" not in request.POST:
        mark = directing.marked(event, wanted)
        return {"preview": form, "moves": moved.by_results(event, wanted), "seen": mark}
    seen = request.POST.get("seen", "")
    if isinstance(form, BoardForm):
        count = form.save(request.user, seen)
    else:
        given = form.cleaned_data
        count = directing.record_many(
            event, wanted, request.user, given["reason"], override=given["override"], seen=seen
        )
    messages.success(request, _("%(count)s results have a new version.") % {"count": count})
    warn_following(request, event)
    return after()


@of_director
def groups(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """The groups of a fouled board: which tables played it as it was when."""
    board = get_object_or_404(Board, event=event, number=number)
    form = GroupForm(event, board, request.POST or None)
    context: dict[str, Any] = {"event": event, "board": board, "form": form}
    status = 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                done = _shown_or_saved(
                    request,
                    event,
                    form,
                    form.changes,
                    lambda: redirect("console_board", event.slug, number),
                )
                if isinstance(done, HttpResponse):
                    return done
                context |= done
                status = 200
            except StorslamError as error:
                form.add_error(None, said(error))
    context["people"] = {who.id: who for who in scored(event).event.contestants}
    return render(request, "storslam/desk/groups.html", context, status=status)
