"""The board list: every board with its hands, how often each score was made, and all results."""

from collections import Counter
from collections.abc import Iterable, Mapping

from storslam.bridge import SEATS, Board, Deal, Side
from storslam.bridge.cards import SUITS_DOWN, Hand
from storslam.printing.document import document
from storslam.printing.result_list import head_of
from storslam.printing.words import VULNERABLE, minus, number, outcome, rank, seat, written
from storslam.scoring import BoardRecord, ScoredBoard, ScoredLine, Standing
from storslam.scoring.event import Event, Score
from storslam.translation import gettext_noop

_WORDS = (
    gettext_noop("Board"),
    gettext_noop("Dealer"),
    gettext_noop("NS"),
    gettext_noop("EW"),
    gettext_noop("Contract"),
    gettext_noop("Lead"),
    gettext_noop("Score"),
    *VULNERABLE.values(),
)


def board_list(event: Event, standing: Standing, lang: str, *, foot: str = "") -> bytes:
    """The board list as PDF, two columns a page; the best result to North-South first."""
    data = {"boards": [_board(board, event.boards, lang) for board in standing.boards]}
    # As with scorecards, tags would make the file many times as large.
    return document("board_list", head_of(event, foot), data, _WORDS, lang, tagged=False)


def _board(scored: ScoredBoard, records: Mapping[int, BoardRecord], lang: str) -> dict[str, object]:
    record = records.get(scored.board)
    played = [result for result in scored.results if result.ns is not None]
    played.sort(key=_worth, reverse=True)
    return {
        "board": scored.board,
        "section": scored.section,
        **(facts(record.board, lang) if record else {"dealer": "", "vulnerable": ""}),
        "hands": hands(record.deal, lang) if record and record.deal else {},
        "frequencies": _frequencies(played, lang),
        "columns": list(zip(*(_cells(result, lang) for result in played), strict=True)),
    }


def _worth(result: ScoredLine) -> tuple[bool, object]:
    """Results of bridge by their points, then awards."""
    return bool(result.compared), result.ns


def facts(board: Board, lang: str) -> dict[str, str]:
    """Dealer and vulnerability, as documents tell them."""
    return {
        "dealer": seat(board.dealer.value, lang),
        "vulnerable": VULNERABLE[board.vulnerability],
    }


def hands(deal: Deal, lang: str) -> dict[str, list[str]]:
    """By seat the cards of each suit, spades first."""
    return {letter.value: _suits(deal[letter], lang) for letter in SEATS}


def _suits(hand: Hand | None, lang: str) -> list[str]:
    """The cards held in each suit, spades first; nothing where the hand is not known."""
    if hand is None:
        return []
    return [" ".join(rank(letter, lang) for letter in hand[suit]) or "–" for suit in SUITS_DOWN]


def _frequencies(played: Iterable[ScoredLine], lang: str) -> list[list[str]]:
    """Each score to North-South with how often it was made and what it gave."""
    counted = Counter(
        (result.line.outcome.ns, result.ns)
        for result in played
        if isinstance(result.line.outcome, Score)
    )
    return [
        [minus(str(score)), str(count), number(points, lang)]
        for (score, points), count in counted.items()
    ]


def _cells(result: ScoredLine, lang: str) -> list[str]:
    line = result.line
    bid, declarer, tricks, lead = written(line.play, lang)
    return [
        line.ns,
        line.ew or "–",
        bid,
        f"{declarer} {tricks}",
        lead,
        outcome(line, Side.NS),
        number(result.ns, lang),
        number(result.ew, lang),
    ]
