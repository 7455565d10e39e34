"""The director's desk: own events, results and their corrections, conflicts and rulings."""

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from storslam.errors import StorslamError
from storslam.exchange import doubts, read_events
from storslam.web import forms, intake, results
from storslam.web.desks.guards import strong
from storslam.web.faults import place, said
from storslam.web.hall import stages
from storslam.web.hall.changes import overtaken
from storslam.web.hall.qualified import successor
from storslam.web.models import Event, Ruling
from storslam.web.models.event import State
from storslam.web.pages import board_context
from storslam.web.permissions import can_open_event, is_director_of, is_office
from storslam.web.scored import moves_of_ruling, scored

View = Callable[..., HttpResponse]


def of_director(view: View) -> View:
    """The view with the event of this slug, for its directors only."""

    @wraps(view)
    @login_required
    @strong
    def guarded(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
        event = get_object_or_404(Event.objects.select_related("stage__season"), slug=slug)
        if not is_director_of(request.user, event):
            raise PermissionDenied
        return view(request, event, **kwargs)

    return guarded


def warn_following(request: HttpRequest, event: Event) -> None:
    """After a change: say so where the field of the event after is no longer its results' (S-11).

    What to do about it is shown on the console.
    """
    later = successor(event)
    with suppress(StorslamError):
        if later and overtaken(later):
            messages.warning(
                request,
                _("The results give %(event)s another field: see the console.")
                % {"event": str(later)},
            )


@login_required
@strong
def desk(request: HttpRequest) -> HttpResponse:
    """The events that the user directs."""
    mine = Event.objects.all() if is_office(request.user) else request.user.events.all()
    events = mine.select_related("stage__season").order_by("-date", "name")
    opens, can_open = is_office(request.user), can_open_event(request.user)
    context = {"events": events, "can_open": can_open, "opens": opens}
    return render(request, "storslam/desk/desk.html", context)


@login_required
@strong
def new_event(request: HttpRequest) -> HttpResponse:
    """Upload a file: the whole event as a draft that the director looks through and publishes."""
    if not can_open_event(request.user):
        raise PermissionDenied
    form = forms.UploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            event = _stored(request, form.cleaned_data)
        except StorslamError as error:
            form.add_error("file", ": ".join(filter(None, (place(error), said(error)))))
        else:
            return redirect("console", event.slug)
    return render(request, "storslam/desk/new.html", {"form": form}, status=_status(form))


def _stored(request: HttpRequest, given: dict[str, Any]) -> Event:
    files = given.pop("file")
    played = read_events([(file.name, file.read()) for file in files])
    heading = intake.Heading(**given)
    event = intake.store_event(
        played,
        heading,
        who=request.user.get_username(),
        reason=_("from the file %(name)s") % {"name": ", ".join(file.name for file in files)},
        directors=[request.user],
        override=True,
    )
    for doubt in doubts(played):
        messages.warning(
            request,
            _("Board %(board)s, %(ns)s: the file says %(written)s, the contract %(computed)s.")
            % {
                "board": doubt.line.board,
                "ns": doubt.line.ns,
                "written": doubt.written,
                "computed": doubt.computed,
            },
        )
    return event


def _status(form: Any) -> int:
    return 400 if form.is_bound and not form.is_valid() else 200


@of_director
def board(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """All results of a board, also those that the public does not see yet."""
    context = board_context(event, number, everything=True)
    if context is None:
        raise StorslamError("there is no board %(board)s", board=number)
    now = scored(event)
    tables = [
        (line, table)
        for line, (table, number_) in zip(now.event.lines, now.places, strict=True)
        if number_ == number
    ]
    return render(request, "storslam/desk/board.html", {**context, "tables": tables})


@require_POST
@of_director
def change_state(request: HttpRequest, event: Event) -> HttpResponse:
    """Publish, end or take up the event again; discard a draft that was never published."""
    wanted = request.POST.get("state", "")
    if wanted == "discard":
        results.discard(event)
        return redirect("desk")
    try:
        stages.change(event, wanted, request.user, request.POST.get("reason", "")[:300])
    except StorslamError as error:
        if wanted != State.ENDED:
            raise
        messages.error(request, said(error))
    return redirect("console", event.slug)


@of_director
def rulings(request: HttpRequest, event: Event) -> HttpResponse:
    """Give a ruling: first shown with what it would move, then stored."""
    ruling = Ruling(event=event, who=request.user.get_username())
    form = forms.RulingForm(request.POST or None, instance=ruling)
    context: dict[str, Any] = {"event": event, "form": form}
    if request.method == "POST" and form.is_valid():
        ruling = form.save(commit=False)
        if "save" in request.POST:
            results.rule(ruling)
            messages.success(request, _("The ruling is stored."))
            warn_following(request, event)
            return redirect("console", event.slug)
        context |= {"preview": True, "moves": moves_of_ruling(event, ruling)}
    context["people"] = {who.id: who for who in scored(event).event.contestants}
    return render(request, "storslam/desk/ruling.html", context, status=_status(form))


@require_POST
@of_director
def withdraw(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Take a ruling back."""
    ruling = get_object_or_404(Ruling, pk=pk, event=event)
    results.withdraw(ruling, request.user.get_username())
    messages.success(request, _("The ruling is taken back."))
    warn_following(request, event)
    return redirect("console", event.slug)
