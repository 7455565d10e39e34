"""Scorecards: what each contestant did, board by board."""

from collections.abc import Iterable, Mapping
from itertools import groupby

from storslam.printing.document import document
from storslam.printing.result_list import head_of
from storslam.printing.words import direction, number, outcome, titled, written
from storslam.scoring import CardEntry, Row, Standing, scorecard
from storslam.scoring.event import Contestant, Event
from storslam.translation import gettext_noop

_WORDS = (
    gettext_noop("Board"),
    gettext_noop("Round"),
    gettext_noop("Opponents"),
    gettext_noop("Contract"),
    gettext_noop("Lead"),
    gettext_noop("Score"),
    gettext_noop("Match points"),
    gettext_noop("IMP"),
    gettext_noop("So far"),
    gettext_noop("Place"),
    gettext_noop("Total"),
    gettext_noop("sits out"),
)


def scorecards(
    event: Event, standing: Standing, lang: str, *, ids: Iterable[str] = (), foot: str = ""
) -> bytes:
    """The scorecards as PDF, a page a contestant, in order of place; only of `ids` when given."""
    known = {contestant.id: contestant for contestant in event.contestants}
    wanted = set(ids) or {row.id for row in standing.rows}
    data = {
        "matchpoints": standing.method == "matchpoints",
        "cards": [_card(row, standing, known, lang) for row in standing.rows if row.id in wanted],
    }
    # Tags for 5,000 rows would make the file ten times as large; the pages carry the same content.
    return document("scorecards", head_of(event, foot), data, _WORDS, lang, tagged=False)


def _card(
    row: Row, standing: Standing, known: Mapping[str, Contestant], lang: str
) -> dict[str, object]:
    entries = groupby(
        scorecard(standing, row.id),
        key=lambda entry: (entry.result.line.round, entry.side, entry.opponents),
    )
    return {
        "who": titled(known.get(row.id, Contestant(row.id))),
        "place": row.place,
        "total": number(row.total, lang),
        "percent": number(row.percent, lang, 2),
        "rounds": [
            {
                "round": str(round_ or ""),
                "side": direction(side, lang),
                "who": titled(known.get(opponents, Contestant(opponents))) if opponents else "",
                "boards": [_cells(entry, lang) for entry in boards],
            }
            for (round_, side, opponents), boards in entries
        ],
    }


def _cells(entry: CardEntry, lang: str) -> list[str]:
    line = entry.result.line
    return [
        str(line.board),
        *written(line.play, lang),
        outcome(line, entry.side),
        number(entry.points, lang),
        number(entry.percent, lang),
        number(entry.running, lang, 2),
    ]
