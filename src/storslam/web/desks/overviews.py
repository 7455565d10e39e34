"""Pages and files that show everything at a glance: cross-table, a whole stage, CSV."""

import time
from collections.abc import Callable, Sequence
from typing import Any

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from storslam.exchange.sheet import write_csv
from storslam.web import exports, overviews, snapshots
from storslam.web.conditional import CACHE_CONTROL
from storslam.web.desks.public import KEPT, answer, event_of_pairs, kept, visible_event
from storslam.web.models import Event, Stage
from storslam.web.models.event import State
from storslam.web.teams import pages
from storslam.web.teams.kinds import is_teams
from storslam.web.teams.side_by_side import rounds_context


@require_safe
def cross_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Who met whom with what result."""
    event = event_of_pairs(request, slug)
    name = "storslam/cross.html"
    body = kept(event, "cross", lambda: render_to_string(name, overviews.cross_context(event)))
    return answer(event, body)


@require_safe
def standing_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The standing as CSV."""
    event = visible_event(request, slug)
    columns, rows = overviews.STANDING, overviews.standing_rows
    if is_teams(event):
        columns, rows = overviews.TEAMS, overviews.team_rows
    body = kept(event, "stallning.csv", lambda: write_csv(columns, rows(event)))
    return _file(event, "stallning.csv", "text/csv; charset=utf-8", body)


@require_safe
def file(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Every result that all may be told, as a file of the format that this name stands for."""
    event = visible_event(request, slug)
    form = exports.BY_NAME.get(name)
    if form is None or (is_teams(event) and not form.of_teams):
        raise Http404
    return _file(event, name, form.media, kept(event, name, lambda: form.dump(event)))


def _file(event: Event, name: str, media: str, body: bytes) -> HttpResponse:
    response = answer(event, body, media)
    response.headers["Content-Disposition"] = f'attachment; filename="{event.slug}-{name}"'
    return response


@require_safe
def stage(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """The standings of all the stage's events in one list."""
    return _of_stage(request, slug, stage, _overview)


@require_safe
def stage_round(request: HttpRequest, slug: str, stage: int) -> HttpResponse:
    """The matches under play in all the stage's events, board by board."""
    return _of_stage(request, slug, stage, _side_by_side)


Page = tuple[str, dict[str, Any] | None]
"""A template and its context; without one there is no page."""


def _overview(events: Sequence[Event]) -> Page:
    if series := [event for event in events if is_teams(event)]:
        return "storslam/teams/stage.html", pages.stage_context(series)
    return "storslam/stage.html", overviews.stage_context(events)


def _side_by_side(events: Sequence[Event]) -> Page:
    found = rounds_context([event for event in events if is_teams(event)])
    return "storslam/teams/round.html", found


def _of_stage(
    request: HttpRequest, slug: str, stage: int, page: Callable[[Sequence[Event]], Page]
) -> HttpResponse:
    found = get_object_or_404(Stage, pk=stage, season__slug=slug)
    events = list(
        Event.objects.filter(stage=found)
        .exclude(state=State.DRAFT)
        .select_related("stage__season")
        .order_by("group", "pk")
    )
    tag, body = _stage_page(found, events, page) if events else ("", "")
    if not body:
        raise Http404
    if tag in request.headers.get("If-None-Match", ""):
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = HttpResponse(body)
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = CACHE_CONTROL
    patch_vary_headers(response, ["Cookie"])
    return response


def _stage_page(
    stage: Stage, events: Sequence[Event], page: Callable[[Sequence[Event]], Page]
) -> tuple[str, str]:
    """The page with its ETag, made anew once it is old enough and an event has changed."""
    language = get_language()
    key = f"stage.{stage.pk}.{page.__name__}.{language}"
    tag = snapshots.etag(".".join(event.stamp for event in events), language)
    made, old, body = cache.get(key, (0.0, "", ""))
    if old == tag or (body and snapshots.young(made)):
        return old, body
    template, context = page(events)
    body = render_to_string(template, context) if context else ""
    cache.set(key, (time.time(), tag, body), KEPT)
    return tag, body
