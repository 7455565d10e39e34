"""What a table of a match of teams is shown of it.

A board is compared as soon as both rooms have played it, and not before; how the match stands only
where the event lets results be seen at once (`Display.AT_ONCE`), or when it is over.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from storslam.web.models import Event, Table
from storslam.web.models.event import Display
from storslam.web.teams.kinds import is_teams
from storslam.web.teams.matches import MatchNow, teams_now
from storslam.web.teams.pages import BoardRow, Shown, board_rows, seats_of, shown_match


@dataclass(frozen=True, slots=True)
class AtTable:
    """The match that is played at a table: in which room, who sits there once both teams have
    named that, its boards that are compared, and whether its score may be shown.
    """

    match: Shown
    closed: bool
    seats: Mapping[str, str]
    compared: Mapping[int, BoardRow]
    told: bool


def score_told(event: Event, match: MatchNow) -> bool:
    """Whether the hall may see how the match stands."""
    return event.display == Display.AT_ONCE or match.finished


def at_table(event: Event, table: Table | None) -> AtTable | None:
    """What the table is shown of its match; None for a table of pairs."""
    if table is None or not is_teams(event):
        return None
    now = teams_now(event)
    rooms = ((one, room) for one in now.matches for room in one.rooms if room.table_id == table.pk)
    one, room = next(rooms, (None, None))
    if one is None or room is None:
        return None
    return AtTable(
        shown_match(now, one),
        room.closed,
        seats_of(event, room=room).get(room.pk, {}),
        {row.number: row for row in board_rows(now, one) if row.own},
        score_told(event, one),
    )
