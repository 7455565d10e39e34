"""The pages of team events for everybody: a match board by board, a team with its players."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from storslam.web.desks.public import rendered, visible_event
from storslam.web.teams import pages
from storslam.web.teams.kinds import is_teams


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
