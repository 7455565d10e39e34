"""The pages for everybody: seasons, events, boards, scorecards. Names and clubs only."""

import re
from collections.abc import Callable, Iterable
from itertools import groupby
from threading import Lock
from typing import Any, TypeVar

from django.core.cache import cache
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from django.views.i18n import set_language as django_set_language

from storslam.names import searched, sort_key
from storslam.web import snapshots
from storslam.web.conditional import CACHE_CONTROL
from storslam.web.hall.display import hall_context, placement_context
from storslam.web.hall.sheets import honours
from storslam.web.models import Event, Member, Season
from storslam.web.models.event import State
from storslam.web.pages import board_context, card_context
from storslam.web.paper import made, whole
from storslam.web.permissions import can_see
from storslam.web.scored import shown
from storslam.web.shown import version
from storslam.web.teams.kinds import is_teams

MOST_FOUND = 100
KEPT = 24 * 3600

_making = Lock()

Body = TypeVar("Body", str, bytes)

# Changing the language of one's own reader needs no proof of origin.
set_language = csrf_exempt(django_set_language)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The newest season."""
    newest = Season.objects.first()
    if newest is None:
        return render(request, "storslam/empty.html")
    return redirect("season", newest.slug)


@require_safe
def season(request: HttpRequest, slug: str) -> HttpResponse:
    """The published events of a season, by discipline and stage."""
    found = get_object_or_404(Season, slug=slug)
    events = (
        Event.objects.filter(stage__season=found)
        .exclude(state=State.DRAFT)
        .select_related("stage")
        .annotate(size=Count("contestants"))
    )
    context = {"season": found, "disciplines": _by_discipline(events)}
    context["others"] = Season.objects.exclude(pk=found.pk)
    return render(request, "storslam/season.html", context)


def _by_discipline(events: Iterable[Event]) -> list[tuple[str, list[tuple[str, list[Event]]]]]:
    """The events by discipline and stage, the last stage first."""
    ordered = sorted(events, key=lambda event: (sort_key(event.name), str(event.date)))
    ordered.sort(key=lambda event: (event.stage.order[0], -event.stage.order[1]))
    return [
        (
            discipline,
            [
                (stage, list(group))
                for stage, group in groupby(some, lambda event: event.stage.get_kind_display())
            ],
        )
        for discipline, some in groupby(ordered, lambda e: e.stage.get_discipline_display())
    ]


def visible_event(request: HttpRequest, slug: str) -> Event:
    """The event of this address, where the visitor may see it; else there is none."""
    event = get_object_or_404(Event.objects.select_related("stage__season"), slug=slug)
    if not can_see(request.user, event):
        raise Http404
    return event


def event_of_pairs(request: HttpRequest, slug: str) -> Event:
    """The event, where its contestants are ranked as such: an event of teams has other pages."""
    event = visible_event(request, slug)
    if is_teams(event):
        raise Http404
    return event


def answer(
    event: Event,
    body: str | bytes,
    content_type: str = "text/html; charset=utf-8",
    etag: str = "",
) -> HttpResponse:
    """A page of the event with its ETag, to be asked again each time."""
    response = HttpResponse(body, content_type=content_type)
    if event.state != State.DRAFT:
        response.headers["ETag"] = etag or snapshots.etag(event.stamp, get_language())
    response.headers["Cache-Control"] = CACHE_CONTROL
    patch_vary_headers(response, ["Cookie"])
    return response


@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """The live standing, from its snapshot."""
    found = visible_event(request, slug)
    page = snapshots.standing_page(found, get_language())
    return answer(found, page.body, etag=page.etag)


@require_safe
def board(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A board: hands, results, frequencies, and how the points came about."""
    found = visible_event(request, slug)
    return rendered(found, "storslam/board.html", board_context(found, number))


@require_safe
def card(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """A contestant's scorecard; of a team its own page."""
    found = visible_event(request, slug)
    if is_teams(found):
        return redirect("team", slug, code)
    return rendered(found, "storslam/card.html", card_context(found, code))


@require_safe
def placement(request: HttpRequest, slug: str) -> HttpResponse:
    """The start list: who plays, with which number, and where they sit first."""
    found = visible_event(request, slug)
    return rendered(found, "storslam/hall/placement.html", placement_context(found))


@require_safe
def hall(request: HttpRequest, slug: str) -> HttpResponse:
    """The display of the hall: who sits where, the clock, the standing, one after the other."""
    found = visible_event(request, slug)
    asked = request.GET.get("visa", "")
    number = int(asked) if re.fullmatch(r"[0-9]{1,3}", asked) else 0
    return rendered(found, "storslam/hall/display.html", hall_context(found, number))


def rendered(event: Event, template: str, context: dict[str, Any] | None) -> HttpResponse:
    """The page of an event; without a context there is none."""
    if context is None:
        raise Http404
    return answer(event, render_to_string(template, context))


@require_safe
def result_list(request: HttpRequest, slug: str) -> HttpResponse:
    """The result list as PDF."""
    found = event_of_pairs(request, slug)
    return _pdf(found, "result_list")


@require_safe
def scorecards(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody's scorecards as PDF, once every board is played everywhere."""
    found = event_of_pairs(request, slug)
    now = shown(found)
    if now.open_boards != frozenset(now.event.boards):
        raise Http404
    return _pdf(found, "scorecards")


def _pdf(event: Event, name: str) -> HttpResponse:
    language = get_language()
    body = kept(event, name, lambda: _printed(event, name, language))
    response = answer(event, body, "application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{event.slug}-{name}.pdf"'
    return response


def kept(event: Event, name: str, make: Callable[[], Body]) -> Body:
    """What is costly to make of an event, made once for all its readers in a language."""
    key = f"{name}.{event.pk}.{snapshots.etag(event.stamp, get_language())}"
    body: Body | None = cache.get(key)
    if body is None:
        with _making:  # one at a time, and the others take what it kept
            body = cache.get(key)
            if body is None:
                body = make()
                cache.set(key, body, KEPT)
    return body


def _printed(event: Event, name: str, language: str) -> bytes:
    now = shown(event)
    told: dict[str, Any] = {"foot": version(event)}
    if name == "result_list":
        told["honours"] = honours(event, now)
    return made(name, now.event, whole(now.standing), language, **told)


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """Where a player has played, found by a part of the name in any case."""
    asked = request.GET.get("q", "").strip()[:60]
    found: list[Member] = []
    if len(asked) > 1:
        members = (
            Member.objects.filter(folded_name__contains=searched(asked))
            .exclude(contestant__event__state=State.DRAFT)
            .select_related("contestant__event")
            .order_by("sort_key", "contestant__event__name")
        )
        found = list(members[:MOST_FOUND])
    return render(request, "storslam/players.html", {"asked": asked, "found": found})
