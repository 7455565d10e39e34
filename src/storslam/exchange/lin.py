"""LIN, the files of Bridge Base Online: deals of a vugraph, of a hand, or of a hand viewer's link.

Only the cards are read: number, dealer, vulnerability and hands. A vugraph has each board twice,
for its two rooms; the cards must be the same.
"""

import re
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

from storslam.bridge import (
    SEATS,
    Board,
    Deal,
    Seat,
    Vulnerability,
    numbered_board,
    parse_deal,
    parse_seat,
)
from storslam.errors import FileFault, StorslamError
from storslam.exchange.text import decode, parse_positive
from storslam.scoring.event import BoardRecord, Event

_PAIR = re.compile(r"\s*([A-Za-z0-9]{2})\|([^|]*)\|\s*")
_LINK = re.compile(r"https?://\S+\Z")
_HAND = re.compile(r"(?:[SHDC][AKQJT2-9]*)*")
_FROM_SOUTH = (*SEATS[2:], *SEATS[:2])
_DIGITS = {"0": None, "1": Seat.SOUTH, "2": Seat.WEST, "3": Seat.NORTH, "4": Seat.EAST}
_VULNERABLE = {
    "o": Vulnerability.NONE,
    "0": Vulnerability.NONE,
    "n": Vulnerability.NS,
    "e": Vulnerability.EW,
    "b": Vulnerability.BOTH,
}
_Told = dict[str, str]


def is_lin(head: bytes) -> bool:
    """Whether a file that begins so is LIN, or a link to the hand viewer."""
    return bool(re.match(rb"[A-Za-z]{2}\||https?://\S*[?&](?:lin|n|s|e|w)=", head))


def load(data: bytes) -> Event:
    """The boards in a file of LIN."""
    return loads(decode(data))


def loads(text: str) -> Event:
    """The boards in a text of LIN, or in a link that holds it."""
    boards: dict[int, BoardRecord] = {}
    for line, told in _boards_of_link(text.strip()) if _LINK.match(text.strip()) else _boards(text):
        try:
            record = _record(told, after=max(boards, default=0))
            if boards.setdefault(record.board.number, record) != record:
                raise StorslamError(
                    "board %(board)s has other cards in an earlier line", board=record.board.number
                )
        except StorslamError as error:
            raise FileFault.of(error, line=line) from error
    if not boards:
        raise FileFault("the file has no deals")
    return Event(boards=dict(sorted(boards.items())))


def _boards(text: str) -> Iterator[tuple[int, _Told]]:
    """What is told of each board, with its line: `qx` opens one, and so does another deal."""
    told: _Told = {}
    line, here, place = 0, 1, 0
    while place < len(text):
        found = _PAIR.match(text, place)
        if found is None:
            raise FileFault("this is not LIN, or its end is missing", line=here)
        word = found[1].lower()
        if word in {"qx", "md"} and "md" in told:
            yield line, told
            told = {}
        if word == "md":
            line = here
        told[word] = found[2].strip()
        here += found[0].count("\n")
        place = found.end()
    if "md" in told:
        yield line, told


def _boards_of_link(link: str) -> Iterator[tuple[int, _Told]]:
    """What a link to the hand viewer tells: whole LIN, or a parameter for each seat."""
    try:
        given = {name: values[0] for name, values in parse_qs(urlsplit(link).query).items()}
    except ValueError as error:
        raise FileFault("this is not LIN, or its end is missing", line=1) from error
    if "lin" in given:
        yield from _boards(given["lin"])
        return
    seats = ",".join(given.get(seat.value.lower(), "") for seat in _FROM_SOUTH)
    told = {word: given.get(name, "") for word, name in (("dealer", "d"), ("sv", "v"), ("ah", "b"))}
    yield 1, told | {"md": f"0{seats}"}


def _record(told: _Told, after: int) -> BoardRecord:
    number = re.search(r"\d+", told.get("ah", "")) or re.search(r"\d+", told.get("qx", ""))
    usual = numbered_board(parse_positive(number[0]) if number else after + 1)
    vulnerability = _VULNERABLE.get(told.get("sv", "").lower(), usual.vulnerability)
    board = Board(usual.number, _dealer(told) or usual.dealer, vulnerability)
    return BoardRecord(board, _deal(told["md"][1:]))


def _dealer(told: _Told) -> Seat | None:
    """Who deals: in LIN a digit before the hands, from South; 0 when it does not say."""
    if told.get("dealer"):
        return parse_seat(told["dealer"])
    digit = told["md"][:1]
    if digit not in _DIGITS:
        raise StorslamError("'%(text)s' is not a deal of four hands", text=told["md"][:80])
    return _DIGITS[digit]


def _deal(text: str) -> Deal:
    hands = text.split(",")
    if not 3 <= len(hands) <= len(SEATS):
        raise StorslamError("'%(text)s' is not a deal of four hands", text=text[:80])
    return parse_deal("S:" + " ".join(map(_hand, [*hands, ""][:4])))


def _hand(text: str) -> str:
    """The hand as PBN has it: `SAKH…` becomes `AK.….….…`, and nothing `-`."""
    word = text.strip().upper().replace("10", "T")
    if not _HAND.fullmatch(word):
        raise StorslamError("'%(text)s' is not a hand of four suits", text=text)
    held = {suit[0]: suit[1:] for suit in re.findall(r"[SHDC][^SHDC]*", word)}
    return ".".join(held.get(suit, "") for suit in "SHDC") if held else "-"
