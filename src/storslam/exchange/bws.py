"""BWS: the database in which Bridgemate Control keeps an evening, results and all.

`ReceivedData` holds a row for each time a table sent a result; a correction is a new row, so the
newest row of a table, round and board is what holds, and when that one is erased there is none.
`RoundData` tells who was to meet whom, so also who sat out; `PlayerNumbers` who sat where. The
line of a fault is the row's ID in `ReceivedData`.
"""

import datetime
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from storslam.bridge import (
    SEATS,
    Board,
    Deal,
    Seat,
    Side,
    Strain,
    Suit,
    duplicate_score,
    numbered_board,
    parse_card,
    parse_contract,
    parse_seat,
    parse_tricks,
)
from storslam.bridge.cards import Hand
from storslam.errors import FileFault, StorslamError
from storslam.exchange.jet import MAGIC, Row, read_tables
from storslam.exchange.outcomes import parse_award
from storslam.exchange.seating import Names, Seating, section_name
from storslam.exchange.text import natural, parse_positive
from storslam.scoring.event import (
    Artificial,
    BoardRecord,
    Contestant,
    Event,
    Line,
    Outcome,
    Play,
    Player,
    Score,
)

__all__ = ["MAGIC", "Tables", "load", "of_tables", "rows_of"]

T = TypeVar("T")

Tables = dict[str, list[Row]]

_RECEIVED = (
    *("id", "section", "table", "round", "board", "pairns", "pairew", "south", "west"),
    *("ns/ew", "contract", "result", "leadcard", "remarks", "datelog", "timelog", "erased"),
)
TABLES = {
    "session": ("name", "date"),
    "section": ("id", "letter", "missingpair"),
    "rounddata": (
        *("section", "table", "round", "nspair", "ewpair", "lowboard", "highboard"),
        "customboards",
    ),
    "receiveddata": _RECEIVED,
    "intermediatedata": _RECEIVED,
    "playernumbers": ("section", "table", "direction", "number", "name", "round"),
    "playernames": ("id", "name", "strid"),
    "handrecord": (
        "board",
        *(f"{seat.name}{suit.name}".lower() for seat in SEATS for suit in Suit),
    ),
    "handevaluation": (
        "board",
        *(f"{seat.name}{strain.name}".lower() for seat in SEATS for strain in Strain),
    ),
}
"""The tables and columns that results need, in lower case."""

_AWARDS = re.compile(r"([\d.,]+\s*%|A[+=-]?)(?:\s*[-/]\s*([\d.,]+\s*%|A[+=-]?))?", re.IGNORECASE)
_NEVER = datetime.datetime.fromisoformat("0001-01-01")
_WRONG_DIRECTION = "wrong direction"
_NO_OUTCOME = ("", "not played", "arbitral score", _WRONG_DIRECTION)

_Place = tuple[str, int, int]
"""Section, round and table."""


def load(data: bytes) -> Event:
    """The event in a database."""
    return of_tables([rows_of(data)])


def rows_of(data: bytes) -> Tables:
    """The rows of a database that results need."""
    return read_tables(data, TABLES)


def of_tables(databases: Sequence[Tables]) -> Event:
    """The event in one or several databases: the halls of an evening are one event.

    Sections are told apart by their letters, so a section may go on in another database.
    """
    try:
        return _event(databases)
    except StorslamError as error:
        raise error if isinstance(error, FileFault) else FileFault.of(error) from error


def _event(databases: Sequence[Tables]) -> Event:
    halls = [_Hall(tables) for tables in databases]
    received = _newest(row for hall in halls for row in hall.received())
    if not received:
        raise FileFault("the database has no results")
    planned = {meeting.place: meeting for hall in halls for meeting in hall.meetings()}
    meetings = {one.meeting.place: one.meeting for one in received} | planned
    names = _names([*meetings.values(), *(one.meeting for one in received)])
    boards = _boards(databases, {one.board for one in received})
    lines = _lines(received, planned.values(), names, boards)
    people = _people(halls, meetings, names)
    ids = {id_ for line in lines for id_ in (line.ns, line.ew) if id_ is not None}
    session: Row = next((row for tables in databases for row in tables["session"]), {})
    date = session.get("date")
    return Event(
        name=_text(session.get("name")),
        date=date.date() if isinstance(date, datetime.datetime) else None,
        contestants=tuple(
            Contestant(id_, tuple(people.get(id_, ()))) for id_ in sorted(ids, key=natural)
        ),
        boards=boards,
        lines=lines,
    )


def _lines(
    received: Iterable["_Received"],
    planned: Iterable["_Meeting"],
    names: Names,
    boards: Mapping[int, BoardRecord],
) -> tuple[Line, ...]:
    lines, seating = [], Seating()
    for one in received:
        try:
            lines.append(seating.admit(one.line(boards[one.board].board, names)))
        except StorslamError as error:
            raise FileFault.of(error, line=one.id) from error
    had = {(line.section, line.board, who) for line in lines for who in (line.ns, line.ew)}
    open_ = {(line.section, line.board) for line in lines}
    sat_out = (
        line
        for line in _sit_outs(planned, names)
        if (line.section, line.board) in open_ and (line.section, line.board, line.ns) not in had
    )
    return (*lines, *sat_out)


@dataclass(frozen=True, slots=True)
class _Meeting:
    """Who meets at a table in a round; 0 is nobody. `boards` are those of the round's plan."""

    place: _Place
    ns: int
    ew: int
    boards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Received:
    """A result as a table sent it; `sent` tells which of two is the newer."""

    id: int
    meeting: _Meeting
    board: int
    row: Row
    sent: tuple[datetime.datetime, datetime.datetime, int]

    def line(self, board: Board, names: Names) -> Line:
        section, round_, table = self.meeting.place
        ns, ew = _seated(self.meeting, names)
        if _text(self.row["remarks"]).lower() == _WRONG_DIRECTION:
            ns, ew = ew or ns, ns
        play = _play(self.row) if ew is not None else None
        return Line(
            board=self.board,
            ns=ns,
            ew=ew,
            outcome=_outcome(self.row, play, board, alone=ew is None),
            play=play,
            section=section,
            round=round_,
            table=table,
        )


class _Hall:
    """One database, its sections by their letters."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._letters = {row["id"]: _text(row["letter"]) for row in tables["section"]}
        self._missing = {row["id"]: _count(row["missingpair"]) for row in tables["section"]}

    def place(self, row: Row) -> _Place:
        section = section_name(self._letters.get(row["section"]) or _text(row["section"]))
        return section, parse_positive(_text(row["round"])), parse_positive(_text(row["table"]))

    def _meeting(self, row: Row, ns: str, ew: str, boards: tuple[int, ...] = ()) -> _Meeting:
        missing = self._missing.get(row["section"], 0)
        ns_pair, ew_pair = (0 if n == missing else n for n in (_count(row[ns]), _count(row[ew])))
        return _Meeting(self.place(row), ns_pair, ew_pair, boards)

    def meetings(self) -> Iterator[_Meeting]:
        """The plan of all rounds."""
        for row in self.tables["rounddata"]:
            yield self._meeting(row, "nspair", "ewpair", _planned(row))

    def received(self) -> Iterator[_Received]:
        """Every row that was sent, in its order; of the copy where the original is empty."""
        for row in self.tables["receiveddata"] or self.tables["intermediatedata"]:
            id_ = row["id"] if isinstance(row["id"], int) else 0
            try:
                if _count(row["south"]) or _count(row["west"]):
                    raise FileFault("this is an individual event; pairs and teams are read")
                meeting = self._meeting(row, "pairns", "pairew")
                if not (meeting.ns or meeting.ew):
                    raise StorslamError("a contestant is missing")
                board = parse_positive(_text(row["board"]))
            except StorslamError as error:
                raise FileFault.of(error, line=id_) from error
            sent = (_moment(row["datelog"]), _moment(row["timelog"]), id_)
            yield _Received(id_, meeting, board, row, sent)

    def players(self) -> Iterator[tuple[_Place, Seat, Player]]:
        """Who sat where from which round on, as far as a number or a name tells."""
        known = {
            _text(row[key]): _text(row["name"])
            for row in self.tables["playernames"]
            for key in ("id", "strid")
        }
        for row in self.tables["playernumbers"]:
            number = _text(row["number"])
            name = _text(row["name"]) or known.get(number, "")
            if name or number not in {"", "0"}:
                row = row | {"round": max(_count(row["round"]), 1)}
                yield self.place(row), parse_seat(_text(row["direction"])), Player(name, number)


def _newest(received: Iterable[_Received]) -> list[_Received]:
    """What holds at each table on each board, by place and board; nothing where it was erased."""
    latest: dict[tuple[_Place, int], _Received] = {}
    for one in received:
        key = one.meeting.place, one.board
        if key not in latest or latest[key].sent <= one.sent:
            latest[key] = one
    ordered = sorted(latest.items(), key=lambda item: item[0])
    return [one for _, one in ordered if not one.row["erased"]]


def _names(meetings: Iterable[_Meeting]) -> Names:
    """How pairs are called: a section that numbers both directions from 1 has two of each number.

    Such a section shows in most of its rounds: a number that sits in both directions at once.
    """
    rounds: dict[tuple[str, int], tuple[set[int], set[int]]] = defaultdict(lambda: (set(), set()))
    for meeting in meetings:
        section, round_, _ = meeting.place
        for seated, number in zip(rounds[section, round_], (meeting.ns, meeting.ew), strict=True):
            seated.update({number} - {0})
    both: dict[str, list[bool]] = defaultdict(list)
    for (section, _), (ns, ew) in rounds.items():
        both[section].append(bool(ns & ew))
    return Names(
        {
            (section, side, str(number))
            for (section, _), pairs in rounds.items()
            for side in (Side if 2 * sum(both[section]) > len(both[section]) else (Side.NS,))
            for number in set().union(*pairs)
        }
    )


def _seated(meeting: _Meeting, names: Names) -> tuple[str, str | None]:
    """North-South and East-West; who meets nobody is named first."""
    pairs = ((Side.NS, meeting.ns), (Side.EW, meeting.ew))
    first, second, *_ = [
        *(names(meeting.place[0], side, str(number)) for side, number in pairs if number),
        None,
    ]
    assert first is not None  # noqa: S101 (a meeting of nobody is refused, or left out, before)
    return first, second


def _planned(row: Row) -> tuple[int, ...]:
    custom = re.findall(r"\d+", _text(row["customboards"]))
    low, high = _count(row["lowboard"]), _count(row["highboard"])
    return tuple(map(int, custom)) or tuple(range(low, min(high, low + 99) + 1) if low else ())


def _sit_outs(meetings: Iterable[_Meeting], names: Names) -> Iterator[Line]:
    """The boards that pairs without opponents sit out by the plan."""
    for meeting in meetings:
        if bool(meeting.ns) != bool(meeting.ew):
            who, _ = _seated(meeting, names)
            for board in meeting.boards:
                section, round_, table = meeting.place
                yield Line(board, who, None, None, None, section, round_, table)


def _people(
    halls: Iterable[_Hall], meetings: dict[_Place, _Meeting], names: Names
) -> dict[str, list[Player]]:
    """The players of each pair, North and East first, as they first sat down."""
    found: dict[tuple[str, int], Player] = {}
    told = [one for hall in halls for one in hall.players()]
    for place, seat, player in sorted(told, key=lambda one: one[0][1]):
        meeting = meetings.get(place)
        number = (meeting.ns if seat.side is Side.NS else meeting.ew) if meeting else 0
        if number:
            pair = names(place[0], seat.side, str(number))
            found.setdefault((pair, SEATS.index(seat) // 2), player)
    people = defaultdict(list)
    for (pair, _), player in sorted(found.items(), key=lambda item: item[0]):
        people[pair].append(player)
    return people


def _play(row: Row) -> Play | None:
    if not (text := _text(row["contract"])):
        return None
    declarer = _text(row["ns/ew"])
    contract = parse_contract(text, parse_seat(declarer) if declarer else None)
    lead = _text(row["leadcard"])
    return Play(
        contract,
        parse_tricks(_text(row["result"]), contract),
        parse_card(lead) if lead else None,
    )


def _outcome(row: Row, play: Play | None, board: Board, *, alone: bool) -> Outcome | None:
    """An award in the remarks (one alone is for both sides), else the score of the contract.

    A ruling that is still to be made, and a board not played, have no outcome.
    """
    remark = _text(row["remarks"])
    awards = _AWARDS.fullmatch(remark)
    if awards:
        ns, ew = awards[1], awards[2] or awards[1]
        return Artificial(parse_award(_award(ns)), None if alone else parse_award(_award(ew)))
    if play is None and remark.lower() not in _NO_OUTCOME:
        raise StorslamError("the remark '%(text)s' tells no result", text=remark)
    if play is None or alone:
        return None
    return Score(duplicate_score(play.contract, play.tricks, board.vulnerability))


def _award(text: str) -> str:
    word = text.replace(" ", "")
    return "A=" if word.upper() == "A" else word


def _boards(databases: Sequence[Tables], played: Iterable[int]) -> dict[int, BoardRecord]:
    deals = _agreed(_deals(row for tables in databases for row in tables["handrecord"]))
    tricks = _agreed(_tricks(row for tables in databases for row in tables["handevaluation"]))
    return {
        number: BoardRecord(numbered_board(number), deals.get(number), tricks.get(number, {}))
        for number in sorted(played)
    }


def _agreed(found: Iterable[tuple[int, T]]) -> dict[int, T]:
    """What is known of each board, unless two sections played different cards under its number."""
    known: dict[int, list[T]] = defaultdict(list)
    for board, value in found:
        known[board].append(value)
    return {board: some[0] for board, some in known.items() if some.count(some[0]) == len(some)}


def _deals(rows: Iterable[Row]) -> Iterator[tuple[int, Deal]]:
    for row in rows:
        try:
            north, east, south, west = (_hand(row, seat) for seat in SEATS)
            deal = Deal((north, east, south, west))
        except StorslamError as error:
            raise FileFault(
                "the hand record of board %(board)s cannot be read", board=_text(row["board"])
            ) from error
        yield _count(row["board"]), deal


def _hand(row: Row, seat: Seat) -> Hand | None:
    clubs, diamonds, hearts, spades = (
        _text(row[f"{seat.name}{suit.name}".lower()]).upper().replace("10", "T") for suit in Suit
    )
    held = (clubs, diamonds, hearts, spades)
    return Hand(held) if any(held) else None


def _tricks(rows: Iterable[Row]) -> Iterator[tuple[int, dict[tuple[Seat, Strain], int]]]:
    for row in rows:
        told = {
            (seat, strain): row[f"{seat.name}{strain.name}".lower()]
            for seat in SEATS
            for strain in Strain
        }
        tricks = {key: n for key, n in told.items() if isinstance(n, int) and 0 <= n <= 13}
        yield _count(row["board"]), tricks


def _count(value: object) -> int:
    """A number of the database, 0 where there is none: no pair, table or board is number 0."""
    text = _text(value)
    return 0 if text in {"", "0"} or text.startswith("-") else parse_positive(text)


def _text(value: object) -> str:
    return "" if value is None else str(value).strip()


def _moment(value: object) -> datetime.datetime:
    return value if isinstance(value, datetime.datetime) else _NEVER
