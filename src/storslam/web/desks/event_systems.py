"""The bidding systems of an event: for spectators, for its directors, and at the table."""

from typing import Any, get_args

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from storslam.bridge import Side
from storslam.errors import StorslamError
from storslam.systems.duties import Duty
from storslam.systems.field_report import field_report
from storslam.web.acts.system_rules import rules_of
from storslam.web.desks.declarations import printed
from storslam.web.desks.director import of_director
from storslam.web.desks.public import visible_event
from storslam.web.desks.table import of_seat
from storslam.web.faults import said
from storslam.web.hall import systems, tables
from storslam.web.hall.codes import Place
from storslam.web.hall.systems import TICKED, Owing, Played, systems_of
from storslam.web.models import Event

DUTIES = {
    "at-entry": gettext_lazy("said so at entry"),
    "cards-ahead": gettext_lazy("card to the opponents"),
    "at-the-table": gettext_lazy("told again at the table"),
    "defences": gettext_lazy("written defences"),
    "declaration": gettext_lazy("a complete card"),
    "allowed-dots": gettext_lazy("no more dots than allowed"),
    "allowed-bids": gettext_lazy("no forbidden bid"),
}


def _played(owing: list[Owing]) -> list[Played]:
    return [one for row in owing for one in row.played]


@require_safe
def public(request: HttpRequest, slug: str) -> HttpResponse:
    """What the event allows, every card, and the field at a glance."""
    event = visible_event(request, slug)
    owing = systems_of(event)
    context = {
        "event": event,
        "rules": rules_of(event.stage),
        "owing": [row for row in owing if row.played],
        "without": sum(not row.played for row in owing),
        "report": field_report([one.system for one in _played(owing)]),
    }
    return render(request, "storslam/systems/event.html", context)


def _found(request: HttpRequest, slug: str, pk: int) -> tuple[Event, Owing, Played]:
    """A card of the event by its key."""
    event = visible_event(request, slug)
    contestants = event.contestants.filter(Q(declarations=pk) | Q(entry__declarations=pk))
    for row in systems_of(event, contestants):
        for one in row.played:
            if one.version.declaration_id == pk:
                return event, row, one
    raise Http404


@require_safe
def card(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A card to be read on the screen."""
    event, row, one = _found(request, slug, pk)
    context = {"event": event, "row": row, "one": one}
    return render(request, "storslam/systems/card.html", context)


@require_safe
def pdf(request: HttpRequest, slug: str, pk: int, lang: str) -> HttpResponse:
    """A card on paper."""
    _event, _row, one = _found(request, slug, pk)
    if lang not in {"sv", "en"}:
        raise Http404
    response = HttpResponse(printed(one.card, one.system, one.version, lang), "application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="card-{pk}-{lang}.pdf"'
    return response


# --- The director


@require_safe
@of_director
def desk(request: HttpRequest, event: Event) -> HttpResponse:
    """Who plays what, which duties are fulfilled, and what follows when one is broken."""
    return _desk(request, event, {})


def _desk(request: HttpRequest, event: Event, more: dict[str, Any]) -> HttpResponse:
    owing = systems_of(event)
    context = {
        "event": event,
        "season": event.stage.season,
        "rules": rules_of(event.stage),
        "owing": owing,
        "special": [row for row in owing if row.special],
        "wrongly": [row for row in owing if row.marked_wrongly],
        "forbidden": [row for row in owing if any(_is_refused(one) for one in row.played)],
        "met": systems.meetings(event),
        "began": event.rounds.exclude(opened=None).order_by("opened").first(),
        "timed": event.rounds.exclude(planned=None).exists(),
        "ticked": [(duty, DUTIES[duty]) for duty in TICKED],
        "duties": [(duty, DUTIES[duty]) for duty in get_args(Duty)],
        "report": field_report([one.system for one in _played(owing)]),
        **more,
    }
    return render(request, "storslam/systems/desk.html", context)


def _is_refused(one: Played) -> bool:
    return one.allowed is not None and not one.allowed["allowed"]


@require_POST
@of_director
def act(request: HttpRequest, event: Event) -> HttpResponse:
    """Tick duties off, mark class A on the start list, or decide on a broken duty."""
    try:
        if "broken" in request.POST:
            return _broken(request, event)
        if "mark" in request.POST:
            systems.mark_a(event, request.user)
        else:
            _tick(request, event)
    except StorslamError as error:
        messages.error(request, said(error))
    else:
        messages.success(request, _("Stored."))
    return redirect("systems_desk", event.slug)


def _tick(request: HttpRequest, event: Event) -> None:
    """The duties of every contestant that the form showed; each box is `code:duty`."""
    shown = request.POST.getlist("shown")
    done, was = set(request.POST.getlist("done")), set(request.POST.getlist("was"))
    for contestant in event.contestants.filter(code__in=shown):
        duties, before = (
            [duty for duty in TICKED if f"{contestant.code}:{duty}" in told] for told in (done, was)
        )
        if duties != before:
            systems.tick(event, contestant, duties, before, request.user)


def _broken(request: HttpRequest, event: Event) -> HttpResponse:
    given = request.POST
    contestant = get_object_or_404(event.contestants, code=given.get("contestant", ""))
    duty, why = given.get("duty", ""), given.get("why", "")
    made, adjustment = systems.breach(
        event, contestant, duty, why, request.user, fulfilled="fulfilled" in given
    )
    told = {"contestant": contestant, "duty": DUTIES[duty], "made": made, "adjust": adjustment}
    return _desk(request, event, {"breach": told})


# --- The table


@require_safe
@of_seat
def at_table(request: HttpRequest, event: Event, place: Place) -> HttpResponse:
    """The systems of the opponents at the table: where own notes may be studied, the defences."""
    now = tables.table_now(event, place)
    theirs = None
    if now.table and now.table.ew:
        theirs = now.table.ew if tables.side_of(place.seat) is Side.NS else now.table.ns
    context = {
        "event": event,
        "place": place,
        "theirs": theirs,
        "played": systems.opponents_at(theirs) if theirs else [],
    }
    return render(request, "storslam/systems/table.html", context)
