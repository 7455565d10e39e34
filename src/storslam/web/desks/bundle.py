"""An event goes out to a laptop as a bundle, and comes home: shown first, then stored."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from storslam.errors import StorslamError
from storslam.web.desks.director import of_director
from storslam.web.desks.guards import strong
from storslam.web.desks.kept import keep, read, take
from storslam.web.forms_hall import BundleForm
from storslam.web.hall import bundle
from storslam.web.hall.bundle import Brought
from storslam.web.models import Event
from storslam.web.permissions import can_open_event, is_director_of

MOST_SHOWN = 100


@of_director
def of_event(request: HttpRequest, event: Event) -> HttpResponse:
    """Take the event out, bring it home; what both copies changed and nobody has looked at yet."""
    return _page(request, event)


@login_required
@strong
def new(request: HttpRequest) -> HttpResponse:
    """Bring in an event from another installation."""
    if not can_open_event(request.user):
        raise PermissionDenied
    return _page(request, None)


@require_POST
@of_director
def out(request: HttpRequest, event: Event) -> HttpResponse:
    """The bundle, to keep like a password: the event's secret is in it."""
    content = bundle.take_out(event, request.user)
    response = HttpResponse(content, content_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{event.slug}.storslam.json"'
    response.headers["Cache-Control"] = "no-store"
    return response


@require_POST
@of_director
def looked(_request: HttpRequest, event: Event) -> HttpResponse:
    """A director has looked at what both copies had changed."""
    event.received.update(clashes=[])
    return redirect("console", event.slug)


def _page(request: HttpRequest, event: Event | None) -> HttpResponse:
    if request.method == "POST" and "token" in request.POST:
        return _store(request, event)
    form = BundleForm(request.POST or None, request.FILES or None)
    context: dict[str, Any] = {"event": event, "form": form}
    if request.method == "POST" and form.is_valid():
        found = read(form, context, lambda data, _name: (data, _preview(request, data, event)))
        if found is not None:
            data, brought = found
            context |= {"token": keep(request, "bundle", data), **_shown(brought)}
    if event is not None:
        context["unseen"] = bundle.clashes(event)[:MOST_SHOWN]
    status = 400 if form.is_bound and not form.is_valid() else 200
    return render(request, "storslam/desk/bundle.html", context, status=status)


def _preview(request: HttpRequest, data: bytes, event: Event | None) -> Brought:
    """What the bundle would do, for who may let it."""
    there = bundle.known(data)
    if event is not None and there != event:
        raise StorslamError("this is the bundle of another event")
    allowed = is_director_of(request.user, there) if there else can_open_event(request.user)
    if not allowed:
        raise PermissionDenied
    return bundle.preview(data, request.user)


def _shown(brought: Brought) -> dict[str, Any]:
    return {
        "brought": brought,
        "held": brought.held[:MOST_SHOWN],
        "clashes": [one.plain for one in brought.clashes[:MOST_SHOWN]],
    }


def _store(request: HttpRequest, event: Event | None) -> HttpResponse:
    data = take(request, "bundle")
    if data is None:
        messages.warning(request, _("That file is stored already, or too old: read it again."))
        return redirect("bundle", event.slug) if event else redirect("bundle_new")
    _preview(request, data, event)
    brought = bundle.bring(data, request.user, keep_away="keep" in request.POST)
    if brought.changed:
        messages.success(request, _("The bundle is brought in."))
    else:
        messages.info(request, _("Nothing in the bundle was new."))
    return redirect("console", brought.event.slug)
