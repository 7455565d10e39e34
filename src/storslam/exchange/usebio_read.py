"""Reading USEBIO 1.2 and 1.3, as real programs write it."""

import datetime
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from storslam.bridge import (
    Board,
    Contract,
    Deal,
    Side,
    Suit,
    Vulnerability,
    duplicate_score,
    numbered_board,
    parse_card,
    parse_contract,
    parse_seat,
    parse_tricks,
)
from storslam.bridge.board import SEATS
from storslam.bridge.cards import Hand
from storslam.errors import FileFault, StorslamError
from storslam.exchange import xml
from storslam.exchange.outcomes import parse_outcome
from storslam.exchange.seating import MAX_SECTION, Names, Seating
from storslam.exchange.text import natural, parse_positive
from storslam.exchange.xml import Element
from storslam.scoring.event import (
    Artificial,
    BoardRecord,
    Contestant,
    Event,
    Line,
    Outcome,
    Percent,
    Play,
    Player,
    Score,
)

_ARTIFICIAL = re.compile(r"A(\d\d)(\d\d)")
_VERSIONS = re.compile(r"1(\.[0-3])?")
_DATES = ("%d/%m/%Y", "%Y-%m-%d", "%d-%m-%Y")


def load(data: bytes) -> Event:
    """The pairs event in a USEBIO file."""
    root, event = parsed(data)
    if next(event.descendants("TEAM"), None):
        raise FileFault("this is a team event; storslam match reads it", line=event.line)
    scopes = [_Scope(element, _section_name(element)) for element in _scopes(event)]
    names = Names(
        (scope.section, _direction(pair), pair["PAIR_NUMBER"])
        for scope in scopes
        for pair in scope.pairs()
    )
    boards = _boards(event, scopes)
    lines = _lines(scopes, names, boards)
    if not lines:
        raise FileFault("the file has no traveller lines", line=event.line)
    return Event(
        name=event["EVENT_DESCRIPTION"],
        site=(root.find("CLUB") or root)["CLUB_NAME"],
        date=_date(event),
        contestants=_contestants(scopes, names, lines),
        boards=dict(sorted(boards.items())),
        lines=tuple(lines),
    )


def parsed(data: bytes) -> tuple[Element, Element]:
    """The root of a USEBIO file and its event; FileFault for any other XML."""
    root = xml.parse(data)
    event = root.find("EVENT")
    if root.tag != "USEBIO" or event is None:
        raise FileFault("this XML is not USEBIO (no <USEBIO> with an <EVENT>)", line=root.line)
    version = root.attributes.get("Version", "")
    if version and not _VERSIONS.fullmatch(version):
        raise FileFault(
            "this is USEBIO %(version)s; up to 1.3 it can be read", line=root.line, version=version
        )
    return root, event


@dataclass(frozen=True, slots=True)
class _Scope:
    """The event itself or one of its sections: where boards and participants may stand."""

    element: Element
    section: str

    def pairs(self) -> Iterator[Element]:
        for participants in self.element.all("PARTICIPANTS"):
            yield from participants.all("PAIR")


def _scopes(event: Element) -> list[Element]:
    return [event, *event.descendants("SECTION")]


def _section_name(element: Element) -> str:
    if element.tag != "SECTION":
        return ""
    return (element["SECTION_ID"] or element.attributes.get("SECTION_ID", ""))[:MAX_SECTION]


def _direction(pair: Element) -> Side:
    return Side.EW if pair["DIRECTION"].upper()[:1] in {"E", "W"} else Side.NS


def _contestants(
    scopes: Sequence[_Scope], names: Names, lines: Sequence[Line]
) -> tuple[Contestant, ...]:
    found = {}
    for scope in scopes:
        for pair in scope.pairs():
            try:
                id_ = names(scope.section, _direction(pair), pair["PAIR_NUMBER"])
            except StorslamError as error:
                raise pair.fault(error) from error
            found[id_] = Contestant(id_, tuple(map(_player, pair.all("PLAYER"))))
    for id_ in (id_ for line in lines for id_ in (line.ns, line.ew) if id_ is not None):
        found.setdefault(id_, Contestant(id_))
    return tuple(found[id_] for id_ in sorted(found, key=natural))


def _player(element: Element) -> Player:
    return Player(element["PLAYER_NAME"], element["NATIONAL_ID_NUMBER"], element["CLUB_NAME"])


def _date(event: Element) -> datetime.date | None:
    element = event.find("DATE")
    if element is None or not element.text.strip():
        return None
    for form in _DATES:
        try:
            return datetime.datetime.strptime(element.text.strip(), form).date()  # noqa: DTZ007
        except ValueError:
            continue
    raise element.fault(
        StorslamError("'%(text)s' is not a date: write 2013-08-03", text=element.text.strip())
    )


def _boards(event: Element, scopes: Sequence[_Scope]) -> dict[int, BoardRecord]:
    boards: dict[int, BoardRecord] = {}
    for scope in scopes:
        for element in scope.element.all("BOARD"):
            board = numbered(element)
            lines = [Written.read(line) for line in element.all("TRAVELLER_LINE")]
            boards.setdefault(board.number, BoardRecord(with_vulnerability(board, lines)))
    for handset in event.descendants("HANDSET"):
        for element in handset.all("BOARD"):
            board = numbered(element)
            record = boards.get(board.number, BoardRecord(board))
            boards[board.number] = BoardRecord(record.board, _deal(element))
    return boards


def numbered(element: Element) -> Board:
    """The board of a BOARD element by its number."""
    try:
        return numbered_board(parse_positive(element["BOARD_NUMBER"]))
    except StorslamError as error:
        raise element.fault(error) from error


def _deal(element: Element) -> Deal:
    hands: dict[str, Hand] = {}
    try:
        for hand in element.all("HAND"):
            clubs, diamonds, hearts, spades = (
                hand[suit.name].upper().replace("10", "T").replace("-", "") for suit in Suit
            )
            hands[parse_seat(hand["DIRECTION"][:1]).value] = Hand((clubs, diamonds, hearts, spades))
        north, east, south, west = (hands.get(seat.value) for seat in SEATS)
        return Deal((north, east, south, west))
    except StorslamError as error:
        raise element.fault(error) from error


@dataclass(frozen=True, slots=True)
class Written:
    """What a traveller line says, before it is known who is vulnerable."""

    element: Element
    play: Play | None
    score: str

    @classmethod
    def read(cls, element: Element) -> "Written":
        """What the TRAVELLER_LINE says; FileFault, at its place, for what cannot be."""
        try:
            return cls(element, _play(element), element["SCORE"].upper())
        except StorslamError as error:
            raise element.fault(error) from error

    def fits(self, vulnerability: Vulnerability) -> bool:
        """Whether the contract gives the written score, with this side vulnerable."""
        if self.play is None or not re.fullmatch(r"[+-]?\d{1,5}", self.score):
            return True
        played = duplicate_score(self.play.contract, self.play.tricks, vulnerability)
        return played == int(self.score)


def _play(element: Element) -> Play | None:
    text, tricks, lead = element["CONTRACT"], element["TRICKS"], element["LEAD"]
    if not text or (not tricks and not text.upper().startswith("P")):
        return None
    played_by = element["PLAYED_BY"]
    contract = parse_contract(text, parse_seat(played_by) if played_by else None)
    if not isinstance(contract, Contract):
        return Play(contract, 0)
    return Play(contract, parse_tricks(tricks, contract), parse_card(lead) if lead else None)


def with_vulnerability(board: Board, lines: Sequence[Written]) -> Board:
    """The board as its scores say: some programs number a second set of boards on from the first.

    The usual vulnerability stays unless exactly one other explains more of the written scores.
    """
    fitting = Counter({v: sum(line.fits(v) for line in lines) for v in Vulnerability})
    (best, most), (_, second), *_ = fitting.most_common()
    if fitting[board.vulnerability] == most or most == second:
        return board
    return Board(board.number, board.dealer, best)


def _lines(scopes: Sequence[_Scope], names: Names, boards: dict[int, BoardRecord]) -> list[Line]:
    lines, seating = [], Seating()
    for scope in scopes:
        for element in scope.element.all("BOARD"):
            board = boards[numbered(element).number].board
            for written in map(Written.read, element.all("TRAVELLER_LINE")):
                try:
                    lines.append(seating.admit(_line(written, board, scope.section, names)))
                except StorslamError as error:
                    raise written.element.fault(error) from error
    return lines


def _line(written: Written, board: Board, section: str, names: Names) -> Line:
    element = written.element
    ew = element["EW_PAIR_NUMBER"]
    return Line(
        board=board.number,
        ns=names(section, Side.NS, element["NS_PAIR_NUMBER"]),
        ew=names(section, Side.EW, ew) if ew else None,
        outcome=outcome_of(written, board),
        play=written.play,
        section=section,
    )


def outcome_of(written: Written, board: Board) -> Outcome | None:
    """The score as written, else what the contract gives on the board."""
    artificial = _ARTIFICIAL.fullmatch(written.score)
    if artificial:
        ns, ew = (Percent(Fraction(int(share), 100)) for share in artificial.groups())
        return Artificial(ns, ew)
    if not written.score and written.play:
        return Score(
            duplicate_score(written.play.contract, written.play.tricks, board.vulnerability)
        )
    return parse_outcome(written.score, "", "", board)
