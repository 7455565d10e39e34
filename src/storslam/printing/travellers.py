"""Travellers: the slip that goes with a board, to be filled in by hand."""

from collections.abc import Sequence

from storslam.bridge import Board
from storslam.movements import Movement, Position
from storslam.printing.document import Head, document
from storslam.printing.rounds import Sections
from storslam.printing.words import VULNERABLE, seat
from storslam.scoring.ranking import id_order
from storslam.translation import gettext_noop

_WORDS = (
    gettext_noop("Board"),
    gettext_noop("Dealer"),
    gettext_noop("NS"),
    gettext_noop("EW"),
    gettext_noop("Contract"),
    gettext_noop("By"),
    gettext_noop("Lead"),
    gettext_noop("Tricks"),
    *VULNERABLE.values(),
)


def travellers(head: Head, boards: Sequence[Board], sections: Sections, lang: str) -> bytes:
    """The travellers as PDF, one for each board in each section, several a page."""
    slips = [
        {
            "section": section,
            "board": board.number,
            "dealer": seat(board.dealer.value, lang),
            "vulnerable": VULNERABLE[board.vulnerability],
            "rows": [[position.ns, position.ew] for position in _playing(movement, board)],
        }
        for section, movement in sections.items()
        for board in boards
        if _playing(movement, board)
    ]
    return document("travellers", head, {"slips": slips}, _WORDS, lang, tagged=False)


def _playing(movement: Movement, board: Board) -> list[Position]:
    """The tables that play the board, in the order of North-South's numbers."""
    playing = (one for one in movement.positions if one.played and board.number in one.boards)
    return sorted(playing, key=lambda position: id_order(position.ns or ""))
