"""What differs between two states of an event of teams: places, victory points, match scores."""

from dataclasses import dataclass

from storslam.championship.series import Standing
from storslam.web.models import Contestant
from storslam.web.teams.drawing import is_stale
from storslam.web.teams.matches import MatchNow, TeamsNow


@dataclass(frozen=True, slots=True)
class TeamMove:
    """A team in the table before and after."""

    team: Contestant
    before: Standing | None
    after: Standing | None


@dataclass(frozen=True, slots=True)
class TeamDifferences:
    """The teams whose row differs, and the matches before and after.

    `redrawn`: what was drawn last would afterwards be drawn in another way (S-11).
    """

    teams: list[TeamMove]
    matches: list[tuple[MatchNow, MatchNow]]
    redrawn: bool


def team_differences(before: TeamsNow, after: TeamsNow) -> TeamDifferences:
    """What differs between two states of the same event."""
    old, new = ({row.team: row for row in now.live} for now in (before, after))
    known = {one.row.pk: one for one in before.matches}
    return TeamDifferences(
        [
            TeamMove(after.people[code], old.get(code), new.get(code))
            for code in {**new, **old}
            if old.get(code) != new.get(code)
        ],
        [
            (known[one.row.pk], one)
            for one in after.matches
            if one.row.pk in known and known[one.row.pk].result != one.result
        ],
        is_stale(after) and not is_stale(before),
    )
