"""Opening events of a season's stages: from draws, places, entries, results, or a file."""

from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from storslam.errors import StorslamError
from storslam.exchange.contestants import load_contestants
from storslam.web.acts.checking import TEAMS
from storslam.web.desks.guards import strong
from storslam.web.desks.kept import keep, read, take
from storslam.web.faults import said
from storslam.web.forms_hall import FieldFileForm, OpenForm
from storslam.web.forms_teams import OpenTeamsForm, TeamsFileForm
from storslam.web.hall import field
from storslam.web.hall.groups import open_groups, published
from storslam.web.hall.stages import end_stage, take_up_stage
from storslam.web.models import Event, Season, Stage, StageKind
from storslam.web.permissions import can_open_event, is_office
from storslam.web.teams import opening as teams


def stages() -> Iterator[tuple[Season, list[Stage]]]:
    """The stages that the office opens, of each season."""
    for season in Season.objects.prefetch_related("stages__events"):
        yield season, sorted(season.stages.all(), key=lambda stage: stage.order)


@login_required
@strong
def overview(request: HttpRequest) -> HttpResponse:
    """The stages of every season with their events, to open those that are missing."""
    if not is_office(request.user):
        raise PermissionDenied
    return render(request, "storslam/hall/stages.html", {"seasons": stages()})


@login_required
@strong
def open_stage(request: HttpRequest, pk: int) -> HttpResponse:
    """What would be opened of a stage, and the button that opens it; or a file of contestants."""
    if not is_office(request.user):
        raise PermissionDenied
    stage = get_object_or_404(Stage.objects.select_related("season"), pk=pk)
    if request.method == "POST" and ("end" in request.POST or "take-up" in request.POST):
        return _whole(request, stage)
    if stage.discipline in TEAMS:
        return _open_teams(request, stage)
    source, fault = _source(stage), ""
    qualifier = stage.kind == StageKind.QUALIFIER
    sent = request.POST if request.method == "POST" else None
    form = OpenForm(sent, qualifier=qualifier, lot=source == "final")
    if request.method == "POST" and form.is_valid():
        try:
            events = _opened(request, stage, source, form.cleaned_data)
        except StorslamError as error:
            fault = said(error)
        else:
            messages.success(request, ", ".join(str(event) for event in events))
            return redirect("setup", events[0].slug) if len(events) == 1 else redirect("desk")
    context = {"stage": stage, "season": stage.season, "source": source, "form": form}
    context |= {"fault": fault, "events": stage.events.all(), **_known(stage, source)}
    status = 400 if request.method == "POST" else 200
    return render(request, "storslam/hall/open.html", context, status=status)


def _open_teams(request: HttpRequest, stage: Stage) -> HttpResponse:
    """The same of a stage of teams."""
    source, fault = teams.source_of(stage), ""
    form = OpenTeamsForm(request.POST if request.method == "POST" else None, **_asked(stage))
    if request.method == "POST" and form.is_valid():
        try:
            events = _opened_teams(request, stage, source, form.cleaned_data)
        except StorslamError as error:
            fault = said(error)
        else:
            messages.success(request, ", ".join(str(event) for event in events))
            name = "teams_desk" if len(events) == 1 else "desk"
            return redirect(name, *([events[0].slug] if len(events) == 1 else []))
    context = {"stage": stage, "season": stage.season, "source": source, "form": form}
    count = len(field.in_field(stage)) if source == "field" else 0
    context |= {"fault": fault, "events": stage.events.all(), "count": count}
    status = 400 if request.method == "POST" else 200
    return render(request, "storslam/teams/open.html", context, status=status)


def _asked(stage: Stage) -> dict[str, Any]:
    """What the forms need to know of a stage of teams."""
    own, qualifier = teams.is_own(stage), stage.kind == StageKind.QUALIFIER
    return {"own": own, "qualifier": qualifier, "source": teams.source_of(stage)}


def _opened_teams(
    request: HttpRequest, stage: Stage, source: str, given: dict[str, Any]
) -> list[Event]:
    if source == "venues":
        return teams.open_venues(stage, request.user)
    if source == "winners":
        return [teams.open_final(stage, request.user, given["seed"])]
    return [teams.open_field(stage, request.user, given, given.get("district"))]


def _whole(request: HttpRequest, stage: Stage) -> HttpResponse:
    """End every event of the stage, or take them all up again."""
    act = end_stage if "end" in request.POST else take_up_stage
    try:
        events = act(stage, request.user, request.POST.get("reason", "")[:300])
    except StorslamError as error:
        messages.error(request, said(error))
    else:
        messages.success(request, ", ".join(map(str, events)) or _("None."))
    return redirect("open_stage", stage.pk)


def _source(stage: Stage) -> str:
    """Where the contestants of a stage come from."""
    if (stage.discipline, stage.kind) == field.GROUPED:
        return "groups"
    return "final" if field.before(stage) else "field"


def _opened(request: HttpRequest, stage: Stage, source: str, given: dict[str, Any]) -> list[Event]:
    if source == "groups":
        return open_groups(stage, request.user)
    if source == "final":
        return [field.open_final(stage, request.user, seed=given["seed"])]
    return [field.open_field(stage, request.user, district=given.get("district"))]


def _known(stage: Stage, source: str) -> dict[str, Any]:
    """What the page tells of those who would play."""
    told = {"format": field.format_of(stage)}
    if source == "groups":
        return {**told, "draw": published(stage)}
    if source == "final":
        return {**told, "sources": field.before(stage)}
    return {**told, "count": len(field.in_field(stage))}


@login_required
@strong
def from_file(request: HttpRequest, pk: int) -> HttpResponse:
    """A file of contestants: read and shown, then stored whole as a draft."""
    if not can_open_event(request.user):
        raise PermissionDenied
    stage = get_object_or_404(Stage.objects.select_related("season"), pk=pk)
    if request.method == "POST" and "token" in request.POST:
        return _store(request, stage)
    of_teams = stage.discipline in TEAMS
    made, asked = (TeamsFileForm, _asked(stage)) if of_teams else (FieldFileForm, {})
    if of_teams:
        asked |= {"source": "file", "qualifier": False}
    form = made(request.POST or None, request.FILES or None, **asked)
    context: dict[str, Any] = {"stage": stage, "season": stage.season, "form": form}
    if request.method == "POST" and form.is_valid():
        people = read(form, context, load_contestants)
        if people is not None:
            given = {k: v for k, v in form.cleaned_data.items() if k != "file"}
            kept = (given, people)
            context |= {"people": people, "token": keep(request, "contestants", kept)}
    wrong = form.is_bound and (not form.is_valid() or "faults" in context)
    return render(request, "storslam/hall/field_file.html", context, status=400 if wrong else 200)


def _store(request: HttpRequest, stage: Stage) -> HttpResponse:
    kept = take(request, "contestants")
    if kept is None:
        messages.warning(request, _("That file is stored already, or too old: read it again."))
        return redirect("open_file", stage.pk)
    given, people = kept
    if stage.discipline in TEAMS:
        event = teams.open_from_file(stage, people, given["name"], request.user, given)
        return redirect("teams_desk", event.slug)
    event = field.open_from_file(stage, people, given["name"], request.user)
    return redirect("setup", event.slug)
