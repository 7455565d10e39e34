"""All matches of a round beside one another, board by board, as in a VuGraph."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from storslam.web.models import Event
from storslam.web.models.event import State
from storslam.web.teams.matches import TeamsNow, teams_shown
from storslam.web.teams.pages import BoardRow, RoundShown, Shown, board_rows, rounds_of


@dataclass(frozen=True, slots=True)
class RoundBeside:
    """A round of an event with the boards of its matches; `numbers`: all rounds there are."""

    event: Event
    round: RoundShown
    numbers: Sequence[int]
    matches: list[tuple[Shown, list[BoardRow]]]


def rounds_context(events: Sequence[Event], number: int | None = None) -> dict[str, Any] | None:
    """The round of this number of each event, else the one under play; None where none has any."""
    found = list(_rounds(events, number))
    if not found:
        return None
    running = any(event.state == State.RUNNING for event in events)
    return {"found": found, "event": events[0], "stage": events[0].stage, "running": running}


def _rounds(events: Sequence[Event], number: int | None) -> Iterator[RoundBeside]:
    for event in events:
        now = teams_shown(event)
        for one in rounds_of(now):
            if one.number == number or (number is None and one.current):
                yield RoundBeside(event, one, list(now.rounds), _matches(now, one))


def _matches(now: TeamsNow, one: RoundShown) -> list[tuple[Shown, list[BoardRow]]]:
    """The matches in which two teams meet."""
    return [(match, board_rows(now, match.now)) for match in one.matches if match.away]
