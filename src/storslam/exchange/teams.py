"""Team matches as CSV, a line a table (columns: `COLUMNS`).

`ns` is the team that sits North-South at that table.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from storslam.bridge import duplicate_score
from storslam.errors import FileFault, StorslamError
from storslam.exchange.seating import contestant_id
from storslam.exchange.text import Row, decode, table
from storslam.exchange.travellers import cell, read_board, read_play
from storslam.scoring import Outcome, Score

COLUMNS = (
    *("match", "board", "dealer", "vul", "home", "away"),
    *("ns", "contract", "declarer", "tricks"),
)


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A match: the NS score on each board where home sat NS (open room), and where away did."""

    match: str
    home: str
    away: str
    open_room: dict[int, Outcome | None]
    closed_room: dict[int, Outcome | None]


def load(data: bytes) -> tuple[TeamMatch, ...]:
    """The matches in a file, in its order."""
    return loads(decode(data))


def loads(text: str) -> tuple[TeamMatch, ...]:
    """The matches in a text, in its order."""
    matches: dict[str, TeamMatch] = {}
    for row in table(text, COLUMNS):
        _add(row, matches)
    if not matches:
        raise FileFault("the file has a heading but no results")
    return tuple(matches.values())


def _add(row: Row, matches: dict[str, TeamMatch]) -> None:
    name = cell(row, "match", contestant_id)
    home, away, ns = (cell(row, column, contestant_id) for column in ("home", "away", "ns"))
    match = matches.setdefault(name, TeamMatch(name, home, away, {}, {}))
    for column, reason in _contradictions(match, home, away, ns):
        raise row.fault(column, reason)
    board, play = read_board(row), read_play(row)
    if play is None:
        raise row.fault("contract", StorslamError("the contract is missing"))
    room = match.open_room if ns == home else match.closed_room
    if board.number in room:
        raise row.fault(
            "board",
            StorslamError("board %(board)s is there twice in this room", board=board.number),
        )
    room[board.number] = Score(duplicate_score(play.contract, play.tricks, board.vulnerability))


def _contradictions(
    match: TeamMatch, home: str, away: str, ns: str
) -> Iterator[tuple[str, StorslamError]]:
    if home == away:
        yield "away", StorslamError("%(id)s plays against itself", id=home)
    if (home, away) != (match.home, match.away):
        yield (
            "home",
            StorslamError(
                "match %(match)s is between %(home)s and %(away)s in an earlier line",
                match=match.match,
                home=match.home,
                away=match.away,
            ),
        )
    if ns not in {home, away}:
        yield "ns", StorslamError("%(id)s is neither home nor away", id=ns)
