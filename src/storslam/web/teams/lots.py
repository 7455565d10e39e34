"""The lot among teams of a series that are level, and who has announced an A system."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from storslam.errors import StorslamError
from storslam.web.acts.deciding import Decided, decided
from storslam.web.hall.qualified import successor
from storslam.web.models import Contestant, Event, Match, Result, User
from storslam.web.models.teams import Side
from storslam.web.results import locked
from storslam.web.teams.acts import announced, meeting, refuse_ended
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


def announce(event: Event, pk: int, side: str, who: User | str) -> None:
    """Note that a team announces an A system for the match, or a second time that it does not.

    Raises StorslamError when it is too late (SYS-TEAM-1): after the time before the match that the
    rules set, where its time is known, and once a board of it is played.
    """
    with transaction.atomic():
        event = locked(event)
        refuse_ended(event)
        match = meeting(event, pk)
        sides = {*announced(match)}
        if side not in Side.values:
            raise StorslamError("say which team")
        _refuse_late(event, match)
        sides ^= {side}  # type: ignore[arg-type]
        match.announced = "both" if len(sides) > 1 else next(iter(sides), "")
        match.save(update_fields=["announced"])
        text = f"{event}, {match}: {match.get_announced_display() or '–'}"
        done(event, "announce-system", who, text, match=match.pk, announced=match.announced)


def _refuse_late(event: Event, match: Match) -> None:
    if Result.objects.filter(event=event, table__room__match=match).exists():
        raise StorslamError("the match has begun: an A system is announced before (SYS-TEAM-1)")
    start = event.rounds.get(number=match.halves[0][0]).planned
    if start is None:
        return
    season = event.stage.season
    made = decided(season, "announce-a-system", match_start=start, announced_at=season.now())
    if not made.result["may_use"]:
        raise StorslamError(
            "an A system had to be announced by %(time)s (SYS-TEAM-1)",
            time=timezone.localtime(datetime.fromisoformat(made.result["announce_by"])).strftime(
                "%Y-%m-%d %H:%M"
            ),
        )
