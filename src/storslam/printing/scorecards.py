"""Scorecards: what each contestant did, board by board."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from textwrap import wrap

from storslam.printing.document import document
from storslam.printing.result_list import head_of
from storslam.printing.words import direction, number, outcome, titled, written
from storslam.scoring import CardEntry, Row, Standing, all_scorecards
from storslam.scoring.event import Contestant, Event
from storslam.translation import gettext_noop, translator

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
)
_SITS_OUT = gettext_noop("sits out")
# As many as the column surely holds: a line that took two would move all those below it.
_MOST_LETTERS, _MOST_CAPITALS = 40, 24


def scorecards(
    event: Event, standing: Standing, lang: str, *, ids: Iterable[str] = (), foot: str = ""
) -> bytes:
    """The scorecards as PDF, a page a contestant, in order of place; only of `ids` when given."""
    known = {contestant.id: contestant for contestant in event.contestants}
    wanted = set(ids) or {row.id for row in standing.rows}
    entries = all_scorecards(standing)
    data = {
        "matchpoints": standing.method == "matchpoints",
        "cards": [
            _card(row, entries[row.id], known, lang) for row in standing.rows if row.id in wanted
        ],
    }
    # Tags for 5,000 rows would make the file ten times as large; the pages carry the same content.
    return document("scorecards", head_of(event, foot), data, _WORDS, lang, tagged=False)


def _card(
    row: Row, entries: Iterable[CardEntry], known: Mapping[str, Contestant], lang: str
) -> dict[str, object]:
    lines = [line for boards in _rounds(entries) for line in _lines(boards, known, lang)]
    return {
        "who": titled(known.get(row.id, Contestant(row.id))),
        "place": row.place,
        "total": number(row.total, lang),
        "percent": number(row.percent, lang, 2),
        "columns": list(zip(*lines, strict=True)),
    }


def _rounds(entries: Iterable[CardEntry]) -> Iterator[list[CardEntry]]:
    """The boards of a round against the same opponents."""
    for _, boards in groupby(
        entries, key=lambda entry: (entry.result.line.round, entry.side, entry.opponents)
    ):
        yield list(boards)


def _lines(
    boards: Sequence[CardEntry], known: Mapping[str, Contestant], lang: str
) -> Iterator[list[str]]:
    """A round in lines: its number, side and opponents beside its boards."""
    first = boards[0]
    beside = [[str(first.result.line.round or ""), direction(first.side, lang)]]
    who = [[line] for line in _who(first.opponents, known, lang)]
    cells = [_cells(entry, lang) for entry in boards]
    needed = max(len(who), len(cells))
    columns = (_padded(part, needed) for part in (beside, who, cells))
    for parts in zip(*columns, strict=True):
        yield list(chain(*parts))


def _padded(rows: list[list[str]], needed: int) -> list[list[str]]:
    return rows + [[""] * len(rows[0])] * (needed - len(rows))


def _who(opponents: str | None, known: Mapping[str, Contestant], lang: str) -> list[str]:
    """The opponents in lines short enough for their column."""
    if opponents is None:
        return [translator(lang)(_SITS_OUT)]
    who = titled(known.get(opponents, Contestant(opponents)))
    return wrap(who, _MOST_CAPITALS if who.isupper() else _MOST_LETTERS)


def _cells(entry: CardEntry, lang: str) -> list[str]:
    line = entry.result.line
    bid, declarer, tricks, lead = written(line.play, lang)
    return [
        str(line.board),
        bid,
        f"{declarer} {tricks}",
        lead,
        outcome(line, entry.side),
        number(entry.points, lang),
        number(entry.percent, lang),
        number(entry.running, lang, 2),
    ]
