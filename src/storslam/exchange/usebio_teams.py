"""USEBIO of an event of teams: its matches, board by board in both rooms.

Whose line of a board is whose, programs tell in two ways: by the direction in which the match's
first team sat, or by numbers of pairs that the teams list. Both are read; the first is written.
"""

import datetime
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from xml.sax.saxutils import quoteattr

from storslam.bridge import Board, Side
from storslam.errors import FileFault, StorslamError
from storslam.exchange.seating import contestant_id
from storslam.exchange.teams import TeamMatch
from storslam.exchange.usebio_read import (
    Written,
    numbered,
    outcome_of,
    parsed,
    with_vulnerability,
)
from storslam.exchange.usebio_write import document, element, heading, leaf, place, players, table
from storslam.exchange.xml import Element
from storslam.scoring.event import Contestant, Outcome, Play, Score
from storslam.scoring.shown import rounded

Room = Mapping[int, tuple[Outcome | None, Play | None]]
"""What was played in a room, by board; the outcome is to North-South."""


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """A match as it is told: home sits North-South in the open room.

    `points`: what the two got of it, victory points or IMPs; None while it goes on. `imps`: by
    board what home won on it, negative where it lost.
    """

    round: int
    home: str
    away: str
    points: tuple[Fraction, Fraction] | None
    open_room: Room
    closed_room: Room
    imps: Mapping[int, Fraction] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TeamSheet:
    """An event of teams as a file tells it. `standing`: place and points by team."""

    name: str
    site: str
    date: datetime.date | None
    teams: Sequence[Contestant]
    matches: Sequence[MatchSheet]
    standing: Mapping[str, tuple[str, Fraction]]
    in_points: bool = True
    """Whether matches are settled in victory points, and not in IMPs."""


# --- Out


def dump(event: TeamSheet, version: str = "1.2") -> bytes:
    """The event of teams as a file in UTF-8; a board stands there once both rooms have played."""
    content = (
        *heading(event.name, event.date, version),
        leaf("SESSION_COUNT", 1),
        leaf("SECTION_COUNT", 1),
        leaf("WINNER_TYPE", 1),
        leaf("BOARD_SCORING_METHOD", "IMPS"),
        leaf("MATCH_SCORING_METHOD", "VPS" if event.in_points else "IMPS"),
        "<PARTICIPANTS>",
        *(part for team in event.teams for part in _team(team, event.standing.get(team.id))),
        "</PARTICIPANTS>",
        *(part for match in event.matches for part in element("MATCH", *_match(match))),
    )
    return document("TEAMS", event.site, content, version)


def _team(team: Contestant, stands: tuple[str, Fraction] | None) -> Iterator[str]:
    yield f"<TEAM TEAM_ID={quoteattr(team.id)} TEAM_NAME={quoteattr(team.name)}>"
    if stands:
        yield place(stands[0])
        yield leaf("TOTAL_SCORE", rounded(stands[1], 2))
    yield from players(team)
    yield "</TEAM>"


def _match(match: MatchSheet) -> Iterator[str]:
    yield leaf("ROUND_NUMBER", match.round)
    yield leaf("TEAM", match.home)
    yield leaf("OPPOSING_TEAM", match.away)
    if match.points:
        for tag, points in zip(("TEAM_SCORE", "OPPOSING_TEAM_SCORE"), match.points, strict=True):
            yield leaf(tag, rounded(points, 2))
    for number in sorted(match.open_room.keys() & match.closed_room.keys()):
        yield from element("BOARD", *_board(number, match))


def _board(number: int, match: MatchSheet) -> Iterator[str]:
    yield leaf("BOARD_NUMBER", number)
    if number in match.imps:
        yield leaf("IMPS", rounded(match.imps[number], 0))
    for side, room in ((Side.NS, match.open_room), (Side.EW, match.closed_room)):
        outcome, play = room[number]
        if isinstance(outcome, Score):
            cells = table(play, str(outcome.ns))
            yield "".join(element("TRAVELLER_LINE", leaf("DIRECTION", side.value), *cells))


# --- In


def load(data: bytes) -> tuple[TeamMatch, ...]:
    """The matches in a USEBIO file of an event of teams, in its order, named by their number."""
    _, event = parsed(data)
    pairs = _teams_of_pairs(event)
    sheets = list(event.descendants("MATCH"))
    if not sheets:
        raise FileFault("the file has no matches", line=event.line)
    boards = _boards(sheets)
    return tuple(_read(str(number), sheet, boards, pairs) for number, sheet in enumerate(sheets, 1))


def _teams_of_pairs(event: Element) -> dict[str, str]:
    """By the number of a pair its team, where the teams list their pairs."""
    return {
        pair["PAIR_NUMBER"]: team["TEAM_ID"] or team.attributes.get("TEAM_ID", "")
        for participants in event.descendants("PARTICIPANTS")
        for team in participants.all("TEAM")
        for pair in team.all("PAIR")
    }


def _boards(sheets: Sequence[Element]) -> dict[int, Board]:
    """Every board with the vulnerability that most of its scores agree with."""
    lines: dict[int, list[Written]] = defaultdict(list)
    known: dict[int, Board] = {}
    for sheet in sheets:
        for part in sheet.all("BOARD"):
            board = known.setdefault(numbered(part).number, numbered(part))
            lines[board.number] += map(Written.read, part.all("TRAVELLER_LINE"))
    return {number: with_vulnerability(board, lines[number]) for number, board in known.items()}


def _read(
    name: str, sheet: Element, boards: Mapping[int, Board], pairs: Mapping[str, str]
) -> TeamMatch:
    try:
        home, away = contestant_id(sheet["TEAM"]), contestant_id(sheet["OPPOSING_TEAM"])
        if home == away:
            raise StorslamError("%(id)s plays against itself", id=home)
    except StorslamError as error:
        raise sheet.fault(error) from error
    match = TeamMatch(name, home, away, {}, {})
    for part in sheet.all("BOARD"):
        board = boards[numbered(part).number]
        for line in part.all("TRAVELLER_LINE"):
            try:
                room = _room(match, line, pairs)
                if board.number in room:
                    raise StorslamError(
                        "board %(board)s is there twice in this room", board=board.number
                    )
                room[board.number] = outcome_of(Written.read(line), board)
            except StorslamError as error:
                raise error if isinstance(error, FileFault) else line.fault(error) from error
    return match


def _room(match: TeamMatch, line: Element, pairs: Mapping[str, str]) -> dict[int, Outcome | None]:
    """The room of a line, by where the first team sat."""
    direction = line["DIRECTION"].upper()[:1]
    team = pairs.get(line["NS_PAIR_NUMBER"], "")
    if direction in {"N", "S"} or (not direction and team == match.home):
        return match.open_room
    if direction in {"E", "W"} or (not direction and team == match.away):
        return match.closed_room
    raise StorslamError("the line does not tell which team sat North-South")
