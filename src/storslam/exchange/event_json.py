"""Our own JSON of one event: everything that scoring knows of it, and reads back equal."""

import datetime
import json
import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Literal, TypeVar, get_args

from storslam.bridge import (
    SEATS,
    Board,
    Seat,
    Strain,
    duplicate_score,
    numbered_board,
    parse_card,
    parse_contract,
    parse_deal,
    parse_seat,
    parse_tricks,
    parse_vulnerability,
)
from storslam.errors import FileFault, StorslamError
from storslam.exchange.outcomes import format_award, parse_award, parse_outcome
from storslam.exchange.seating import Seating, contestant_id, group_name, section_name
from storslam.exchange.text import decode
from storslam.exchange.travellers import outcome_cells, play_cells
from storslam.scoring import Adjustment, Settings
from storslam.scoring.event import BoardRecord, Contestant, Event, Line, Play, Player, Score
from storslam.scoring.settings import Averages, Datum, MethodName, SitOut
from storslam.translation import gettext_noop

VERSION = 1

T = TypeVar("T")

_EXPECTED: Mapping[type, str] = {
    str: gettext_noop("a text is expected"),
    int: gettext_noop("a whole number is expected"),
    bool: gettext_noop("true or false is expected"),
    list: gettext_noop("a list is expected"),
}


def load(data: bytes) -> Event:
    """The event in a file of our JSON."""
    return loads(decode(data))


def loads(text: str) -> Event:
    """The event in a text of our JSON; a fault of the content names the path to it."""
    try:
        root = json.loads(text, parse_float=_no_float, parse_constant=_no_float)
    except json.JSONDecodeError as error:
        raise FileFault(
            "this is not JSON (%(reason)s)", line=error.lineno, column=error.colno, reason=error.msg
        ) from error
    except (RecursionError, ValueError) as error:
        raise FileFault("this JSON holds what no event does") from error
    top = _Object(root, "")
    if top.get("storslam", int) != VERSION:
        raise FileFault("this JSON is not a Storslam event of version %(version)s", version=VERSION)
    return _event(top.object("event"))


def _no_float(text: str) -> float:
    raise ValueError(text)


class _Object:
    """A JSON object that knows its path and refuses what is not of the expected type."""

    def __init__(self, value: object, path: str) -> None:
        self._path = path
        if not isinstance(value, dict):
            raise FileFault("an object is expected", path=self._at(""))
        self._value: dict[str, object] = value

    def _at(self, key: str) -> str:
        return f"{self._path}.{key}".strip(".") or "$"

    def __contains__(self, key: str) -> bool:
        return key in self._value

    def get(self, key: str, kind: type[T], default: T | None = None) -> T:
        value = self._value.get(key, default)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise FileFault(_EXPECTED[kind], path=self._at(key))
        return value

    def text(self, key: str) -> str:
        return self.get(key, str, "")

    def parsed(self, key: str, parse: Callable[[str], T]) -> T:
        try:
            return parse(self.text(key))
        except StorslamError as error:
            raise FileFault.of(error, path=self._at(key)) from error
        except ValueError as error:
            raise FileFault(
                "'%(text)s' is not valid", path=self._at(key), text=self.text(key)
            ) from error

    def object(self, key: str) -> "_Object":
        return _Object(self._value.get(key), self._at(key))

    def objects(self, key: str) -> Iterator["_Object"]:
        for index, value in enumerate(self.get(key, list, [])):
            yield _Object(value, f"{self._at(key)}[{index}]")

    def one_of(self, key: str, known: Any) -> Any:
        """The value, if it is one of those of this Literal."""
        value = self._value.get(key)
        if value not in get_args(known):
            listed = " ".join(map(str, get_args(known)))
            raise FileFault("one of %(known)s is expected", path=self._at(key), known=listed)
        return value

    def whole(self, key: str, least: int, most: int) -> int:
        number = self.get(key, int, 0)
        if not least <= number <= most:
            raise FileFault(
                "a number from %(least)s to %(most)s is expected",
                path=self._at(key),
                least=least,
                most=most,
            )
        return number


def _event(item: _Object) -> Event:
    records = [_board(board) for board in item.objects("boards")]
    boards = {record.board.number: record for record in records}
    if len(boards) < len(records):
        raise FileFault("the event has the same board twice")
    seating = Seating()
    return Event(
        name=item.text("name"),
        site=item.text("site"),
        date=item.parsed("date", datetime.date.fromisoformat) if item.text("date") else None,
        contestants=tuple(map(_contestant, item.objects("contestants"))),
        boards=dict(sorted(boards.items())),
        lines=tuple(_line(line, boards, seating) for line in item.objects("lines")),
        settings=_settings(item.object("scoring")) if "scoring" in item else None,
    )


def _contestant(item: _Object) -> Contestant:
    players = tuple(
        Player(player.text("name"), player.text("number"), player.text("club"))
        for player in item.objects("players")
    )
    return Contestant(
        item.parsed("id", contestant_id),
        players,
        item.text("name"),
        placed=item.get("placed", bool, True),
    )


def _board(item: _Object) -> BoardRecord:
    board = Board(
        item.whole("number", 1, 9999),
        item.parsed("dealer", parse_seat),
        item.parsed("vulnerable", parse_vulnerability),
    )
    deal = item.parsed("deal", parse_deal) if item.text("deal") else None
    return BoardRecord(board, deal, item.parsed("tricks", _tricks))


def _tricks(text: str) -> dict[tuple[Seat, Strain], int]:
    """Double-dummy tricks as 20 digits 0-d: N E S W, in each C D H S NT; `-` where not known."""
    if len(text) not in {0, 20} or set(text) - set("-0123456789abcd"):
        raise StorslamError("'%(text)s' is not 20 numbers of tricks", text=text[:40])
    return {
        (SEATS[index // 5], Strain(index % 5)): int(digit, 14)
        for index, digit in enumerate(text)
        if digit != "-"
    }


def _line(item: _Object, boards: Mapping[int, BoardRecord], seating: Seating) -> Line:
    number = item.whole("board", 1, 9999)
    board = boards[number].board if number in boards else numbered_board(number)
    score = item.parsed(
        "score",
        lambda text: parse_outcome(text, item.text("ns_award"), item.text("ew_award"), board),
    )
    play = _play(item) if item.text("contract") else None
    line = Line(
        board=number,
        ns=item.parsed("ns", contestant_id),
        ew=item.parsed("ew", contestant_id) if item.text("ew") else None,
        outcome=_played(play, board) if score is None and play else score,
        play=play,
        section=item.parsed("section", section_name),
        round=item.whole("round", 0, 9999),
        table=item.whole("table", 0, 9999),
        group=item.parsed("group", group_name),
    )
    return item.parsed("ns", lambda _: seating.admit(line))


def _played(play: Play, board: Board) -> Score:
    return Score(duplicate_score(play.contract, play.tricks, board.vulnerability))


def _play(item: _Object) -> Play:
    declarer = item.parsed("declarer", parse_seat) if item.text("declarer") else None
    contract = item.parsed("contract", lambda text: parse_contract(text, declarer))
    lead = item.parsed("lead", parse_card) if item.text("lead") else None
    return Play(contract, item.parsed("tricks", lambda text: parse_tricks(text, contract)), lead)


def _settings(item: _Object) -> Settings:
    return Settings(
        method=item.one_of("method", MethodName),
        winners=item.one_of("winners", Literal[1, 2]),
        expected=item.whole("expected", 1, 9999) if "expected" in item else None,
        datum=item.one_of("datum", Datum),
        imp_cap=item.whole("imp_cap", 1, 24) if "imp_cap" in item else None,
        sections=item.one_of("sections", Literal["together", "apart"]),
        averages=item.one_of("averages", Averages),
        sit_out=item.parsed("sit_out", _sit_out),
        adjustments=tuple(map(_adjustment, item.objects("adjustments"))),
        carry_over={
            brought.parsed("contestant", contestant_id): brought.parsed("points", _exact)
            for brought in item.objects("carry_over")
        },
    )


def _sit_out(text: str) -> SitOut:
    match text:
        case "own-average" | "nothing":
            return text
        case award:
            return parse_award(award)


def _adjustment(item: _Object) -> Adjustment:
    return Adjustment(
        item.parsed("contestant", contestant_id),
        item.parsed("points", _exact),
        item.parsed("tops", _exact),
        item.text("reason"),
    )


def _exact(text: str) -> Fraction:
    """An exact number, as Python writes a Fraction: `-12`, `-25/2`."""
    if not re.fullmatch(r"-?\d{1,40}(/[1-9]\d{0,39})?", text, re.ASCII):
        raise StorslamError("'%(text)s' is not a number", text=text[:40])
    return Fraction(text)


def dump(event: Event) -> bytes:
    """The event as a file of our JSON."""
    return dumps(event).encode()


def dumps(event: Event) -> str:
    """The event as our JSON, a line of text for each board and each table."""
    parts = {
        "contestants": map(contestant_json, event.contestants),
        "boards": map(board_json, event.boards.values()),
        "lines": (line_json(line) for line in event.lines),
    }
    head: dict[str, object] = {
        "name": event.name,
        "site": event.site,
        "date": event.date.isoformat() if event.date else "",
    }
    if event.settings:
        head["scoring"] = _settings_json(event.settings)
    rows = [f'"{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in head.items()]
    for key, items in parts.items():
        listed = ",\n".join(json.dumps(item, ensure_ascii=False) for item in items)
        rows.append(f'"{key}": [\n{listed}\n]')
    return f'{{"storslam": {VERSION}, "event": {{\n' + ",\n".join(rows) + "\n}}\n"


def _settings_json(settings: Settings) -> dict[str, Any]:
    """How the event is scored; without tie-breaks, which are not written."""
    sit_out = settings.sit_out
    told = {
        "method": settings.method,
        "winners": settings.winners,
        "expected": settings.expected,
        "datum": settings.datum,
        "imp_cap": settings.imp_cap,
        "sections": settings.sections,
        "averages": settings.averages,
        "sit_out": sit_out if isinstance(sit_out, str) else format_award(sit_out),
        "adjustments": [
            {
                "contestant": one.contestant,
                "points": str(one.points),
                "tops": str(one.tops),
                "reason": one.reason,
            }
            for one in settings.adjustments
        ],
        "carry_over": [
            {"contestant": who, "points": str(points)}
            for who, points in settings.carry_over.items()
        ],
    }
    return {key: value for key, value in told.items() if value is not None}


def contestant_json(contestant: Contestant) -> dict[str, Any]:
    players = [{"name": p.name, "number": p.number, "club": p.club} for p in contestant.players]
    told = {"id": contestant.id, "name": contestant.name, "players": players}
    return told if contestant.placed else {**told, "placed": False}


def board_json(record: BoardRecord) -> dict[str, Any]:
    board = record.board
    return {
        "number": board.number,
        "dealer": board.dealer.value,
        "vulnerable": board.vulnerability.value,
        "deal": str(record.deal) if record.deal else "",
        "tricks": _tricks_text(record.tricks) if record.tricks else "",
    }


def _tricks_text(tricks: Mapping[tuple[Seat, Strain], int]) -> str:
    keys = ((seat, strain) for seat in SEATS for strain in Strain)
    return "".join(f"{tricks[key]:x}" if key in tricks else "-" for key in keys)


def line_json(line: Line) -> dict[str, Any]:
    contract, declarer, tricks = play_cells(line.play)
    score, ns_award, ew_award = outcome_cells(line)
    values = {
        "board": line.board,
        "ns": line.ns,
        "ew": line.ew,
        "contract": contract,
        "declarer": declarer,
        "tricks": tricks,
        "lead": str(line.play.lead) if line.play and line.play.lead else "",
        "score": score,
        "ns_award": ns_award,
        "ew_award": ew_award,
        "section": line.section,
        "round": line.round,
        "table": line.table,
        "group": line.group,
    }
    return {key: value for key, value in values.items() if value}
