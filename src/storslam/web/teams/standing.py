"""How a team stands: withdrawn, struck or disqualified; decided, shown and recorded (p. 13).

The rule on pairs that break off (SM-ABAN-1) is not one for teams: the matches of a team that is
struck or disqualified are taken out whatever it has played, for the sake of the others (SM-ILL-5);
those of one that withdraws count, and what it has left is given up match by match (SM-WO-1).
"""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext_lazy as _

from storslam.errors import StorslamError
from storslam.web.acts.deciding import Decided, decided
from storslam.web.acts.trail import named
from storslam.web.models import Contestant, Event, Step
from storslam.web.models.event import Standing
from storslam.web.teams.matches import teams_now
from storslam.web.teams.played import unpaid_players
from storslam.web.teams.rulings import committee

STANDINGS = {
    Standing.COMPETING: Standing.COMPETING.label,
    Standing.STOPPED: _("Has withdrawn; its matches count"),
    Standing.STRUCK: _("Struck; its matches are taken out"),
    Standing.DISQUALIFIED: _("Disqualified; its matches are taken out"),
}
GROUNDS = {
    "two-teams": _("One of its players had played for another team this season (SM-ILL-4)"),
    "unpaid": _("A player's membership fee did not come in time (SM-ILL-3)"),
    "committee": _("Another decision of the committee"),
}


def ruled(event: Event, team: Contestant, standing: str, ground: str) -> Decided | None:
    """The decision that lets the team stand like this; None where it competes again.

    `ground`: why a team is disqualified, one of `GROUNDS`. Raises StorslamError without one, and
    where the registry knows of no fee that is too late.
    """
    if standing == Standing.COMPETING:
        return None
    if standing != Standing.DISQUALIFIED:
        return committee(event)
    if ground not in _GROUNDS:
        raise StorslamError("say why the team is disqualified")
    return _GROUNDS[ground](event, team)


def _two_teams(event: Event, _team: Contestant) -> Decided:
    return decided(event.stage.season, "player-in-two-teams", earlier_team_this_season=True)


def _unpaid(event: Event, team: Contestant) -> Decided:
    for one in unpaid_players(teams_now(event)):
        if one.team.pk == team.pk and one.decision.result["disqualified"]:
            return one.decision
    raise StorslamError(
        "the registry knows of no player of %(team)s whose time to pay is over", team=str(team)
    )


_GROUNDS: Mapping[str, Callable[[Event, Contestant], Decided]] = {
    "two-teams": _two_teams,
    "unpaid": _unpaid,
    "committee": lambda event, _team: committee(event),
}


def last_step(event: Event, team: Contestant) -> Step | None:
    """The step of the trail that let the team stand as it does; None where there is none."""
    steps = Step.objects.filter(act="stand", about=named(event), facts__code=team.code)
    return steps.last()
