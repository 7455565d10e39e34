"""Table cards: who comes to the table with which boards, and how its phones log in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

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
) -> bytes:
    """The table cards as PDF, a page a table.

    `codes` by section and table; `address` is where one types the PIN.
    """
    cards = [
        {
            "table": table_name(*table),
            "rounds": [_cells(position) for position in positions],
            "codes": [_code(code, lang) for code in codes.get(table, ())],
        }
        for table, positions in tables(sections).items()
    ]
    data = {"cards": cards, "address": address}
    return document("table_cards", head, data, _WORDS, lang, tagged=False)


def _cells(position: Position) -> list[str]:
    span = board_span(position.boards)
    return [str(position.round), position.ns or "–", position.ew or "–", span]


def _code(code: SeatCode, lang: str) -> dict[str, str]:
    return {"seat": seat(code.seat, lang), "pin": code.pin, "qr": qr_svg(code.url)}
