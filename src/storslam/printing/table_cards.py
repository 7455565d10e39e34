"""Table cards: who comes to the table with which boards, and how its phones log in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from storslam.movements import Position
from storslam.printing.document import Head, document
from storslam.printing.qr import qr_svg
from storslam.printing.rounds import Sections, board_span, table_name, tables
from storslam.printing.words import seat
from storslam.translation import gettext_noop

_WORDS = (
    gettext_noop("Table"),
    gettext_noop("Round"),
    gettext_noop("NS"),
    gettext_noop("EW"),
    gettext_noop("Boards"),
    gettext_noop("Scan the code of your seat, or go to"),
    gettext_noop("PIN"),
)


@dataclass(frozen=True, slots=True)
class SeatCode:
    """How a seat (N, E, S or W) logs in: the address of its QR code, or its PIN."""

    seat: str
    url: str
    pin: str


def table_cards(
    head: Head,
    sections: Sections,
    lang: str,
    codes: Mapping[tuple[str, int], Sequence[SeatCode]],
    address: str = "",
    names: Mapping[int, str] = MappingProxyType({}),
) -> bytes:
    """The table cards as PDF, a page a table.

    `codes` by section and table; `address` is where one types the PIN; `names` are what
    rounds are called by whose number nobody knows them.
    """
    cards = [
        {
            "table": table_name(*table),
            "rounds": [_cells(position, names) for position in positions],
            "codes": [_code(code, lang) for code in codes.get(table, ())],
        }
        for table, positions in tables(sections).items()
    ]
    data = {"cards": cards, "address": address}
    return document("table_cards", head, data, _WORDS, lang, tagged=False)


def _cells(position: Position, names: Mapping[int, str]) -> list[str]:
    span = board_span(position.boards)
    name = names.get(position.round, str(position.round))
    return [name, position.ns or "–", position.ew or "–", span]


def _code(code: SeatCode, lang: str) -> dict[str, str]:
    return {"seat": seat(code.seat, lang), "pin": code.pin, "qr": qr_svg(code.url)}
