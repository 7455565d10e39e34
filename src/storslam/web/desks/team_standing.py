"""The director's page of a team: how it stands, and what another standing would move."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from storslam.errors import StorslamError
from storslam.web import moved
from storslam.web.desks.director import warn_following
from storslam.web.faults import said
from storslam.web.forms_teams import TeamStandingForm
from storslam.web.hall.contestants import set_standing
from storslam.web.models import Contestant, Event
from storslam.web.models.event import Standing
from storslam.web.teams import standing
from storslam.web.teams.pages import team_context


def one(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """A team: let it withdraw, be struck or be disqualified, and compete again."""
    team = get_object_or_404(event.contestants.prefetch_related("members"), pk=pk)
    start = {"standing": team.standing}
    form = TeamStandingForm(request.POST or None, initial=start)
    shown: dict[str, Any] = {}
    if form.is_valid():
        try:
            shown = _shown(request, event, team, form)
        except StorslamError as error:
            form.add_error(None, said(error))
        else:
            if not shown:
                messages.success(request, _("It is recorded."))
                warn_following(request, event)
                return redirect("console_contestant", event.slug, pk)
    context = {
        **(team_context(event, team.code) or {}),
        "season": event.stage.season,
        "stands": standing.STANDINGS.get(team.standing, team.get_standing_display()),
        "withdrawn": team.standing == Standing.STOPPED,
        "step": standing.last_step(event, team),
        "form": form,
        **shown,
    }
    status = 400 if request.method == "POST" and not shown else 200
    return render(request, "storslam/teams/standing.html", context, status=status)


def _shown(
    request: HttpRequest, event: Event, team: Contestant, form: TeamStandingForm
) -> dict[str, Any]:
    """What it would move; nothing once it is recorded."""
    given = form.cleaned_data
    wanted = given["standing"]
    made = standing.ruled(event, team, wanted, given["ground"])
    if "save" in request.POST:
        set_standing(event, team, wanted, request.user, given["reason"], made)
        return {}
    moves = moved.by_standing(event, team.code, wanted)
    wanted = standing.STANDINGS[wanted]
    return {"preview": form, "moves": moves, "decision": made and made.json, "wanted": wanted}
