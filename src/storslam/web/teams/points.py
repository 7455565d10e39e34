"""What a team has got of an event, as the points of a session of a district's qualifier."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from storslam.errors import StorslamError
from storslam.web.models import Contestant, Event
from storslam.web.teams.kinds import CUP
from storslam.web.teams.matches import TeamsNow, teams_now
from storslam.web.teams.pages import all_over


@dataclass(frozen=True, slots=True)
class TeamPoints:
    """A team's points, and the boards of its matches."""

    team: Contestant
    points: Fraction
    boards: int


def team_points(event: Event) -> Iterator[TeamPoints]:
    """By team its victory points; of a cup how many teams it has left behind.

    Raises StorslamError while matches are left to play.
    """
    now = teams_now(event)
    points = _points(now)
    for code, team in now.people.items():
        if code in points:
            boards = sum(one.boards for one in now.results if code in one.teams)
            yield TeamPoints(team, points[code], boards)


def _points(now: TeamsNow) -> dict[str, Fraction]:
    if not now.matches or not all_over(now, now.matches):
        raise StorslamError("%(event)s has matches left to play", event=str(now.event))
    if now.kind != CUP:
        return {row.team: row.vp for row in now.table}
    behind = now.state.cup.beaten if now.state and now.state.cup else {}
    if not behind:
        raise StorslamError("%(event)s has matches left to play", event=str(now.event))
    return {code: Fraction(teams) for code, teams in behind.items()}
