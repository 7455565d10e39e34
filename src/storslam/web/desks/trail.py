"""The trail's pages: searched, exported, each step with its facts and paragraphs."""

import json
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render

from storslam.names import searched
from storslam.web.acts.trail import broken
from storslam.web.desks.guards import for_committee
from storslam.web.models import Season, Step

A_PAGE = 100


@for_committee
def steps(request: HttpRequest, season: Season) -> HttpResponse:
    """The newest first; `q` seeks in who, act, record, text and the decision's name."""
    asked = request.GET.get("q", "").strip()[:60]
    page = Paginator(_found(season, asked), A_PAGE).get_page(request.GET.get("sida"))
    context = {"season": season, "page": page, "asked": asked}
    if "prova" in request.GET:
        context["broken"] = list(broken())
        context["verified"] = True
    return render(request, "storslam/season/trail.html", context)


@for_committee
def step(request: HttpRequest, season: Season, number: int) -> HttpResponse:
    """One step: what was decided, on which facts, by which paragraphs."""
    found = get_object_or_404(_of(season), number=number)
    context = {
        "season": season,
        "step": found,
        "facts": _lines(found.facts),
        "decision_facts": _lines(found.decision.get("facts")),
        "result": _lines(found.decision.get("result")),
    }
    return render(request, "storslam/season/step.html", context)


@for_committee
def export(_request: HttpRequest, season: Season) -> StreamingHttpResponse:
    """The whole trail as JSON, a step a line."""
    rows = _of(season).values().iterator(chunk_size=500)
    lines = (json.dumps(row, default=str, ensure_ascii=False) + "\n" for row in rows)
    response = StreamingHttpResponse(lines, content_type="application/jsonl; charset=utf-8")
    name = f'attachment; filename="trail-{season.slug}.jsonl"'
    response.headers["Content-Disposition"] = name
    return response


def _of(season: Season) -> QuerySet[Step]:
    """The season's steps, and those of no season: accounts and roles."""
    return Step.objects.filter(Q(season=season) | Q(season=None))


def _found(season: Season, asked: str) -> QuerySet[Step]:
    found = _of(season).order_by("-number").select_related("district")
    return found.filter(sought__contains=searched(asked)) if asked else found


def _lines(facts: Any) -> list[tuple[str, str]]:
    """Facts for reading: a name a line, its value in JSON where it is not text."""
    return [
        (name, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
        for name, value in (facts or {}).items()
    ]
