"""Boards: number, dealer and vulnerability (Law 2)."""

from dataclasses import dataclass
from enum import Enum

from storslam.errors import StorslamError

MAX_BOARD_NUMBER = 9999


class Side(Enum):
    """The two sides of a table."""

    NS = "NS"
    EW = "EW"

    @property
    def other(self) -> "Side":
        return Side.EW if self is Side.NS else Side.NS


class Seat(Enum):
    """The four seats, clockwise from North."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"

    @property
    def side(self) -> Side:
        return Side.NS if self in (Seat.NORTH, Seat.SOUTH) else Side.EW

    @property
    def next(self) -> "Seat":
        """The player on the left, who calls and plays next."""
        return SEATS[(SEATS.index(self) + 1) % 4]


SEATS = tuple(Seat)


class Vulnerability(Enum):
    """Which sides are vulnerable."""

    NONE = "None"
    NS = "NS"
    EW = "EW"
    BOTH = "All"

    def of(self, side: Side) -> bool:
        """Whether this side is vulnerable."""
        return self is Vulnerability.BOTH or self.value == side.value


_CYCLE = (Vulnerability.NONE, Vulnerability.NS, Vulnerability.EW, Vulnerability.BOTH)


@dataclass(frozen=True, slots=True)
class Board:
    """A board: its number, its dealer and who is vulnerable on it."""

    number: int
    dealer: Seat
    vulnerability: Vulnerability

    def __post_init__(self) -> None:
        if not 1 <= self.number <= MAX_BOARD_NUMBER:
            raise StorslamError(
                "board %(number)s: a board has a number from 1 to %(most)s",
                number=self.number,
                most=MAX_BOARD_NUMBER,
            )

    def vulnerable(self, side: Side) -> bool:
        """Whether this side is vulnerable on the board."""
        return self.vulnerability.of(side)


def numbered_board(number: int) -> Board:
    """The board of this number, with dealer and vulnerability in the cycle of sixteen (Law 2)."""
    index = number - 1
    return Board(number, SEATS[index % 4], _CYCLE[(index + index // 4) % 4])


def parse_seat(text: str) -> Seat:
    """The seat of a letter: N E S W, or Swedish N Ö S V, in either case."""
    letter = text.strip().upper().translate(_SWEDISH_SEATS)
    if letter not in _SEAT_OF:
        raise StorslamError("'%(text)s' is not a seat: write N, E, S or W", text=text)
    return _SEAT_OF[letter]


def parse_vulnerability(text: str) -> Vulnerability:
    """The vulnerability written as None, NS, EW or All, or in one of the usual short forms."""
    found = _VULNERABILITY_OF.get(text.strip().upper().replace("-", ""))
    if found is None and text.strip() != "-":
        raise StorslamError(
            "'%(text)s' is not a vulnerability: write None, NS, EW or All", text=text
        )
    return found or Vulnerability.NONE


_SWEDISH_SEATS = str.maketrans("ÖV", "EW")
_SEAT_OF = {seat.value: seat for seat in SEATS}
_VULNERABILITY_OF = {
    **dict.fromkeys(("NONE", "LOVE", "O", "0", "INGEN"), Vulnerability.NONE),
    **dict.fromkeys(("NS",), Vulnerability.NS),
    **dict.fromkeys(("EW", "ÖV"), Vulnerability.EW),
    **dict.fromkeys(("ALL", "BOTH", "B", "ALLA"), Vulnerability.BOTH),
}
