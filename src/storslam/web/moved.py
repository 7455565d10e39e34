"""What a change would move in an event of pairs or of teams, as `desk/moves.html` shows it."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from storslam.web import scored
from storslam.web.loaded import Place
from storslam.web.models import Event
from storslam.web.payload import Payload
from storslam.web.scored import Move
from storslam.web.teams.differences import TeamDifferences, team_differences
from storslam.web.teams.kinds import is_teams
from storslam.web.teams.matches import GONE, teams_at, teams_if, teams_now

Moved = list[Move] | TeamDifferences


def by_results(event: Event, changes: Mapping[Place, Payload]) -> Moved:
    """What would move if these were the results at their places."""
    if is_teams(event):
        return team_differences(teams_now(event), teams_if(event, changes))
    return scored.moves_of_many(event, changes)


def by_standing(event: Event, code: str, standing: str) -> Moved:
    """What would move if the contestant stood like this."""
    if not is_teams(event):
        return scored.moves_of_contestant(event, code, standing)
    now = teams_now(event)
    struck = now.struck | {code} if standing in GONE else now.struck - {code}
    return team_differences(now, replace(now, struck=struck))


def since(event: Event, moment: datetime) -> Moved:
    """What has moved since that moment."""
    if is_teams(event):
        return team_differences(teams_at(event, moment), teams_now(event))
    return scored.differences(event, moment)
