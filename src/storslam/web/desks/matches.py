"""The pages of team events for everybody: a match board by board, a team with its players."""

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from storslam.web.desks.public import answer, kept, rendered, visible_event
from storslam.web.teams import pages
from storslam.web.teams.kinds import is_teams
from storslam.web.teams.side_by_side import rounds_context


@require_safe
def match(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A match board by board."""
    event = visible_event(request, slug)
    context = pages.match_context(event, pk) if is_teams(event) else None
    return rendered(event, "storslam/teams/match.html", context)


@require_safe
def team(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """A team: its players, their halves and Butler, its matches."""
    event = visible_event(request, slug)
    context = pages.team_context(event, code) if is_teams(event) else None
    return rendered(event, "storslam/teams/team.html", context)


@require_safe
def round_(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """All matches of a round board by board; without a number of the round under play."""
    event = visible_event(request, slug)
    context = rounds_context([event], number) if is_teams(event) else None
    if context is None:
        raise Http404
    page = "storslam/teams/round.html"
    body = kept(event, f"round.{number}", lambda: render_to_string(page, context))
    return answer(event, body)
