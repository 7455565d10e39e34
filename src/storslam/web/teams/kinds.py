"""The kinds of team events, and the plan of the matches of each part."""

from storslam.championship.matches import (
    Plan,
    cup_plan,
    own_cup_plan,
    own_plan,
    series_plan,
    veteran_plan,
)
from storslam.rulebook.book import Book
from storslam.web.models import Discipline, Event, Phase, StageKind

SERIES, GREEN_LIFT, VETERAN = "team-series", "team-green-lift", "team-veteran"
CUP = "team-cup"
KINDS = frozenset({SERIES, GREEN_LIFT, VETERAN, CUP})
CUP_SIZES = (4, 8, 16, 32)
"""A district's own cup is made for so many teams."""


def kind_of(event: Event) -> str:
    """How the event's matches are drawn; empty for an event of pairs."""
    kind = event.movement.get("kind", "")
    return kind if kind in KINDS else ""


def is_teams(event: Event) -> bool:
    """Whether matches of teams are played in the event."""
    return bool(kind_of(event))


def plan_of(event: Event, phase: str, teams: int, book: Book) -> Plan:
    """The plan of the matches of a part of the event, which so many teams play."""
    if kind_of(event) == VETERAN:
        if phase in (Phase.ROUND_ROBIN, Phase.GREEN_LIFT):
            return veteran_plan(book, teams)
        return cup_plan(book, phase)  # type: ignore[arg-type]
    if kind_of(event) == CUP:
        return own_cup_plan(event.movement["options"]["boards"])
    stage = event.stage
    if stage.discipline == Discipline.OPEN_TEAMS and stage.kind == StageKind.SEMIFINAL:
        return series_plan(book, "semifinal")
    if stage.discipline == Discipline.OPEN_TEAMS and stage.kind == StageKind.FINAL:
        return series_plan(book, "final")
    return own_plan(book, event.movement["options"]["boards"])
