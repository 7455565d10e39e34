"""The hands of an event: deal them, read them from a file, take them out for the machine."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from storslam.bridge.double_dummy import can_compute
from storslam.errors import StorslamError
from storslam.exchange import read_event
from storslam.web.desks.director import of_director
from storslam.web.desks.kept import keep, read, take
from storslam.web.faults import said
from storslam.web.forms_hall import HandsForm
from storslam.web.hall import hands as acts
from storslam.web.hall.analysis import progress
from storslam.web.models import Event
from storslam.web.scored import shown
from storslam.web.teams.kinds import is_teams


@never_cache
@of_director
def hands(request: HttpRequest, event: Event) -> HttpResponse:
    """Where the hands are from and how many are there; a file is shown before it is stored."""
    if request.method == "POST" and "token" in request.POST:
        return _store(request, event)
    form = HandsForm(request.POST or None, request.FILES or None)
    context: dict[str, Any] = {"event": event, "form": form, "promises": None}
    if request.method == "POST" and form.is_valid():
        found = read(form, context, _hands)
        if found is not None:
            context |= _shown(request, event, found)
    elif not form.is_bound:
        context |= {
            "promises": acts.promises(event),
            "to_deal": (boards := acts.to_deal(event)),
            "numbers": [board.number for board in boards],
            "over": not is_teams(event) and bool(shown(event).open_boards),
            **_progress(event),
        }
    status = 400 if form.is_bound and ("faults" in context or not form.is_valid()) else 200
    return render(request, "storslam/desk/hands.html", context, status=status)


def _hands(data: bytes, name: str) -> acts.Hands:
    """The boards of which the file knows cards; it may hold others, and results."""
    return {n: one for n, one in read_event(data, name).boards.items() if one.deal}


def _shown(request: HttpRequest, event: Event, found: acts.Hands) -> dict[str, Any]:
    """What the hands would do; they are kept for storing unless they are refused."""
    brought = acts.compared(event, found)
    told: dict[str, Any] = {"brought": brought}
    if brought.refused:
        return {**told, "faults": [("", said(one)) for one in brought.refused]}
    return {**told, "token": keep(request, "hands", (event.pk, found, _seen(event)))}


def _seen(event: Event) -> str:
    """The promise in force, as the page that is made now shows it."""
    made = acts.in_force(event)
    return made.promise if made else ""


def _store(request: HttpRequest, event: Event) -> HttpResponse:
    kept = take(request, "hands")
    if kept is None or kept[0] != event.pk:
        messages.warning(request, _("That file is stored already, or too old: read it again."))
        return redirect("hands", event.slug)
    try:
        brought = acts.bring(event, kept[1], request.user, kept[2])
    except StorslamError as error:
        messages.error(request, said(error))
    else:
        count = len(brought.new) + len(brought.other)
        told = ngettext("%(n)s board has new hands.", "%(n)s boards have new hands.", count)
        messages.success(request, told % {"n": count})
    return redirect("hands", event.slug)


def _progress(event: Event) -> dict[str, Any]:
    return {"progress": progress(event), "can_compute": can_compute()}


@never_cache
@require_safe
@of_director
def live(request: HttpRequest, event: Event) -> HttpResponse:
    """How far double dummy has come: the part of the page that is asked for again."""
    return render(request, "storslam/desk/hands_live.html", {"event": event, **_progress(event)})


@require_POST
@of_director
def deal(request: HttpRequest, event: Event) -> HttpResponse:
    """Deal all boards from a new secret, unless the promise in force is another than was shown."""
    try:
        made = acts.deal(event, request.user, request.POST.get("seen", "")[:64])
    except StorslamError as error:
        messages.error(request, said(error))
    else:
        count = len(made.boards)
        told = ngettext("%(n)s board is dealt.", "%(n)s boards are dealt.", count)
        messages.success(request, told % {"n": count})
    return redirect("hands", event.slug)


@never_cache
@require_POST
@of_director
def download(request: HttpRequest, event: Event) -> HttpResponse:
    """The hands as PBN for the duplicating machine; secret until the boards are over."""
    try:
        content = acts.download(event, request.user)
    except StorslamError as error:
        messages.error(request, said(error))
        return redirect("hands", event.slug)
    response = HttpResponse(content, "text/x-pbn; charset=iso-8859-1")
    response.headers["Content-Disposition"] = f'attachment; filename="{event.slug}-hands.pbn"'
    return response
