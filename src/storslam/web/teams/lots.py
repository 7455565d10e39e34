"""The lot among teams of a series that are level, and who has announced an A system."""

from django.db import transaction

from storslam.errors import StorslamError
from storslam.web.acts.deciding import Decided, decided
from storslam.web.hall.qualified import successor
from storslam.web.models import Contestant, Event, Match, User
from storslam.web.results import locked
from storslam.web.teams.acts import announced
from storslam.web.teams.drawing import done
from storslam.web.teams.matches import TeamsNow, teams_now
from storslam.web.teams.played import keep


def level_teams(now: TeamsNow) -> list[Contestant]:
    """At the end of a series those who share their place, so that only a lot can part them."""
    if now.series is None or not now.series.over:
        return []
    return [now.people[row.team] for row in now.with_lot(()).table if "/" in row.place]


def draw_lot(event: Event, seed: int, who: User | str) -> None:
    """Part those who are level by the lot of this seed, in place of the one that was drawn.

    Raises StorslamError where nobody is level, and once the next stage is open.
    """
    with transaction.atomic():
        event = locked(event)
        level = level_teams(teams_now(event))
        if not level:
            raise StorslamError("no teams are level: there is no lot to draw")
        later = successor(event)
        if later is not None:
            raise StorslamError("%(event)s is open already", event=str(later))
        keep(event, lot=seed)
        text = f"{event}: {seed}, {', '.join(map(str, level))}"
        done(event, "draw-lot", who, text, seed=seed)


def seating(event: Event, match: Match) -> Decided:
    """Who names its pairs and rooms first in every half of the match (SYS-TEAM-3)."""
    season = event.stage.season
    return decided(season, "seat-choice", announced=announced(match))


def announce(event: Event, code: str, a_system: bool, who: User | str) -> None:
    """Note whether a team has announced a system of class A, which lets the other choose seats."""
    with transaction.atomic():
        event = locked(event)
        team = event.contestants.filter(code=code).first()
        if team is None:
            raise StorslamError("say which team")
        if team.a_system != a_system:
            team.a_system = a_system
            team.save(update_fields=["a_system"])
            done(event, "announce-system", who, f"{event}: {team}", team=code, a_system=a_system)
