"""Private scorecards: a contestant's rounds with room to write down what happened."""

from collections.abc import Mapping, Sequence

from storslam.bridge import Board
from storslam.printing.document import Head, document
from storslam.printing.rounds import Sections, Stop, stops, table_name
from storslam.printing.words import direction, seat, titled, zone
from storslam.scoring.event import Contestant
from storslam.translation import gettext_noop

_WORDS = (
    gettext_noop("Round"),
    gettext_noop("Opponents"),
    gettext_noop("Board"),
    gettext_noop("Table"),
    gettext_noop("Contract"),
    gettext_noop("By"),
    gettext_noop("Tricks"),
    gettext_noop("Score"),
    gettext_noop("sits out"),
)


def private_scores(
    head: Head,
    contestants: Sequence[Contestant],
    sections: Sections,
    boards: Sequence[Board],
    lang: str,
) -> bytes:
    """The cards as PDF on A4, to be folded or cut to A5."""
    known = {contestant.id: contestant for contestant in contestants}
    facts = {board.number: _facts(board, lang) for board in boards}
    ways = stops(sections)
    cards = [
        {
            "who": titled(contestant),
            "rounds": [_round(stop, known, facts, lang) for stop in ways[contestant.id]],
        }
        for contestant in contestants
        if contestant.id in ways
    ]
    return document("private_scores", head, {"cards": cards}, _WORDS, lang, tagged=False)


def _facts(board: Board, lang: str) -> list[str]:
    """Number, dealer and who is vulnerable, in the shortest form."""
    return [str(board.number), seat(board.dealer.value, lang), zone(board.vulnerability, lang)]


def _round(
    stop: Stop,
    known: Mapping[str, Contestant],
    facts: Mapping[int, Sequence[str]],
    lang: str,
) -> dict[str, object]:
    position, other = stop.position, stop.opponents
    return {
        "round": str(position.round),
        "table": f"{table_name(stop.section, position.table)} {direction(stop.side, lang)}",
        "who": titled(known.get(other, Contestant(other))) if other else "",
        "boards": [facts.get(board, (str(board), "", "")) for board in position.boards],
    }
