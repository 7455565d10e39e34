"""Guide cards: for each contestant where to go, whom to meet, and on which boards."""

from collections.abc import Mapping, Sequence

from storslam.printing.document import Head, document
from storslam.printing.rounds import Sections, Stop, board_span, stops, table_name
from storslam.printing.words import direction, titled
from storslam.scoring.event import Contestant
from storslam.translation import gettext_noop

_WORDS = (
    gettext_noop("Round"),
    gettext_noop("Table"),
    gettext_noop("Opponents"),
    gettext_noop("Boards"),
    gettext_noop("sits out"),
)


def guide_cards(
    head: Head, contestants: Sequence[Contestant], sections: Sections, lang: str
) -> bytes:
    """The guide cards as PDF, several a page to cut apart; opponents by name where known."""
    known = {contestant.id: contestant for contestant in contestants}
    ways = stops(sections)
    cards = [
        {
            "who": titled(contestant),
            "rounds": [_cells(stop, known, lang) for stop in ways[contestant.id]],
        }
        for contestant in contestants
        if contestant.id in ways
    ]
    return document("guide_cards", head, {"cards": cards}, _WORDS, lang, tagged=False)


def _cells(stop: Stop, known: Mapping[str, Contestant], lang: str) -> list[str]:
    position, other = stop.position, stop.opponents
    return [
        str(position.round),
        table_name(stop.section, position.table),
        direction(stop.side, lang),
        titled(known.get(other, Contestant(other))) if other else "",
        board_span(position.boards),
    ]
