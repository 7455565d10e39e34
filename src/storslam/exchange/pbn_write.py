"""Writing PBN 2.1 in its export format."""

import re
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from operator import attrgetter

from storslam.bridge import SEATS, Strain, numbered_board
from storslam.bridge.par import par
from storslam.exchange.travellers import outcome_cells, play_cells, scored_lines
from storslam.scoring import Row, ScoredLine, Standing
from storslam.scoring.event import Artificial, BoardRecord, Event, Line, Score, Weighted
from storslam.scoring.shown import rounded

_LINE, _TAG = 253, 200  # the most characters of a line without its end, and of a tag
_SCORING = {"matchpoints": "MatchPoints;MP1", "cross-imps": "IMP;Cross2", "butler": "IMP;Butler"}
_UNKNOWN = "?"
_NONE = "-"
_PEOPLE = {"Names": "name", "MemberNumbers": "number", "Clubs": "club"}

_Table = tuple[Sequence[str], list[list[str]]]
_Scored = Mapping[tuple[str, int, str], ScoredLine]


def dump(event: Event, standing: Standing | None = None) -> bytes:
    """The event as a PBN file in export format, in Latin-1."""
    return dumps(event, standing).encode("latin-1")


def dumps(event: Event, standing: Standing | None = None) -> str:
    """The event as PBN in export format, with a score table for each board.

    With the standing, each result carries its points and the first game the ranking. Letters that
    Latin-1 lacks lose their accents (Łukasz becomes Lukasz); names, numbers and clubs are cut to
    as many characters each as the 255 of a line hold.
    """
    lines: dict[int, list[Line]] = defaultdict(list)
    for line in event.lines:
        lines[line.board].append(line)
    scored = scored_lines(standing)
    rows = ["% PBN 2.1", "% EXPORT", "%Content-type: text/x-pbn; charset=ISO-8859-1"]
    total = _total_table(event, standing)
    for number in sorted({*event.boards, *lines}):
        record = event.boards.get(number) or BoardRecord(numbered_board(number))
        tables = {
            "OptimumResultTable": _tricks_table(record),
            "ScoreTable": _score_table(lines[number], scored),
            "TotalScoreTable": total,
        }
        sections = {"OptimumScore": _par(record), **_written(tables)}
        rows += ["", *_head(event, record, standing)]
        rows += [row for name in sorted(sections) for row in sections[name]]
        total = None
    return "".join(f"{_latin(row)}\r\n" for row in rows)


def _head(event: Event, record: BoardRecord, standing: Standing | None) -> list[str]:
    """The fifteen mandatory tags, in their order."""
    board = record.board
    tags = {
        "Event": _cut(event.name, _TAG) or _UNKNOWN,
        "Site": _cut(event.site, _TAG) or _UNKNOWN,
        "Date": event.date.strftime("%Y.%m.%d") if event.date else "????.??.??",
        "Board": str(board.number),
        **dict.fromkeys(("West", "North", "East", "South"), _UNKNOWN),
        "Dealer": board.dealer.value,
        "Vulnerable": board.vulnerability.value,
        "Deal": _deal(record),
        "Scoring": _SCORING[standing.method] if standing else _UNKNOWN,
        **dict.fromkeys(("Declarer", "Contract", "Result"), _UNKNOWN),
    }
    return [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]


def _deal(record: BoardRecord) -> str:
    """The hands from the dealer, as the export format has them."""
    if record.deal is None:
        return _UNKNOWN
    first = SEATS.index(record.board.dealer)
    hands = (record.deal[seat] for seat in (*SEATS[first:], *SEATS[:first]))
    return f"{record.board.dealer.value}:" + " ".join(str(hand or _NONE) for hand in hands)


def _par(record: BoardRecord) -> list[str]:
    """The par score, to the side that gets it."""
    found = par(record.board, record.tricks)
    if found is None:
        return []
    return [f'[OptimumScore "{"EW" if found.score < 0 else "NS"} {abs(found.score)}"]']


def _tricks_table(record: BoardRecord) -> _Table | None:
    rows = [
        [seat.value, strain.letters, str(record.tricks.get((seat, strain), _UNKNOWN))]
        for seat in SEATS
        for strain in sorted(Strain, reverse=True)
    ]
    return (("Declarer", "Denomination", "Result"), rows) if record.tricks else None


_PLAIN: dict[str, Callable[[Line], str]] = {
    "PairId_NS": lambda line: line.ns,
    "PairId_EW": lambda line: line.ew or "",
    "Contract": lambda line: play_cells(line.play)[0].replace("PASS", "Pass"),
    "Declarer": lambda line: play_cells(line.play)[1],
    "Result": lambda line: play_cells(line.play)[2],
    "Score_NS": lambda line: outcome_cells(line)[0] if isinstance(line.outcome, Score) else "",
}
_OURS: dict[str, Callable[[Line], str]] = {
    "Lead": lambda line: str(line.play.lead or "") if line.play else "",
    "Section": lambda line: line.section,
    "Round": lambda line: str(line.round or ""),
    "Table": lambda line: str(line.table or ""),
    "Group": lambda line: line.group,
    "Award_NS": lambda line: outcome_cells(line)[1],
    "Award_EW": lambda line: outcome_cells(line)[2],
    "Ruling": lambda line: outcome_cells(line)[0] if isinstance(line.outcome, Weighted) else "",
}
_POINTS = {
    "MP_NS": "matchpoints_ns",
    "MP_EW": "matchpoints_ew",
    "Percentage_NS": "percent_ns",
    "Percentage_EW": "percent_ew",
    "IMP_NS": "imps_ns",
    "IMP_EW": "imps_ew",
}


def _score_table(lines: Sequence[Line], scored: _Scored) -> _Table | None:
    if not lines:
        return None
    ours = {name: cell for name, cell in _OURS.items() if any(map(cell, lines))}
    results = [scored.get((line.section, line.board, line.ns)) for line in lines]
    points = [
        name
        for name, attribute in _POINTS.items()
        if any(getattr(result, attribute, None) is not None for result in results)
    ]
    rows = [
        [cell(line) or _NONE for cell in _PLAIN.values()]
        + [_scored_point(line, getattr(result, _POINTS[name], None)) for name in points]
        + [cell(line) or _NONE for cell in ours.values()]
        for line, result in zip(lines, results, strict=True)
    ]
    return (*_PLAIN, *points, *ours), rows


def _scored_point(line: Line, value: Fraction | None) -> str:
    """The points of a line, marked where they are artificial."""
    mark = "^" if value is not None and isinstance(line.outcome, Artificial) else ""
    return mark + _point(value)


def _point(value: Fraction | None) -> str:
    return _NONE if value is None else rounded(value, 2)


def _total_table(event: Event, standing: Standing | None) -> _Table | None:
    if not event.contestants:
        return None
    ranked = {row.id: row for row in standing.rows} if standing else {}
    total = "TotalMP" if standing and standing.method == "matchpoints" else "TotalIMP"
    players = [player for contestant in event.contestants for player in contestant.players]
    told = {name: field for name, field in _PEOPLE.items() if any(map(attrgetter(field), players))}
    columns = ["PairId", *told]
    if standing:
        columns = ["Rank", "TotalPercentage", total, "NrBoards", *columns]

    def table(most: int) -> _Table:
        return columns, [
            [
                *(_ranked(ranked.get(contestant.id)) if standing else ()),
                contestant.id,
                *(_joined(map(attrgetter(of), contestant.players), most) for of in told.values()),
            ]
            for contestant in event.contestants
        ]

    def too_wide(most: int) -> bool:
        return max(map(len, _lines("TotalScoreTable", *table(most)))) > _LINE

    return table(bisect_left(range(1, _LINE), True, key=too_wide))


def _joined(texts: Iterable[str], most: int) -> str:
    """The texts of a contestant's players as one string token, of each so many characters."""
    cut = [_cut(_plain(text), most) for text in texts]
    return ";".join(cut) if any(cut) else _NONE


def _ranked(row: Row | None) -> list[str]:
    if row is None:
        return [_NONE] * 4
    best, _, _ = row.place.partition("/")
    return [best or _NONE, _point(row.percent), _point(row.total), str(row.boards_played)]


def _written(tables: Mapping[str, _Table | None]) -> dict[str, list[str]]:
    """The lines of each table that there is, by its name."""
    return {name: [*_lines(name, *table)] for name, table in tables.items() if table}


def _lines(name: str, columns: Sequence[str], rows: list[list[str]]) -> Iterable[str]:
    cells = [list(map(_quoted, columns, row)) for row in rows]
    # The last column has no width: no line ends in spaces that an editor takes away.
    widths = [max(len(row[i]) for row in cells) for i in range(len(columns) - 1)]
    heads = [f"{column}\\{width}L" for column, width in zip(columns, widths, strict=False)]
    yield f'[{name} "{";".join([*heads, columns[-1]])}"]'
    for row in cells:
        padded = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        yield " ".join([*padded, row[-1]])


def _quoted(column: str, cell: str) -> str:
    """A cell as the standard allows it: names, and what is no plain word, are string tokens."""
    if cell == _NONE or (column not in _PEOPLE and re.fullmatch(r"[^\s\"\\;{}\[%]+", cell)):
        return cell
    return f'"{_escaped(cell)}"'


def _cut(text: str, most: int) -> str:
    """As much of the text, in Latin letters, as is no longer than this when it is escaped."""
    text = _latin(text)[:most]
    while len(_escaped(text)) > most:
        text = text[:-1]
    return text


def _plain(text: str) -> str:
    """Text without what would end a cell or a table."""
    return re.sub(r"[;{}\x00-\x1f]", " ", text)


def _escaped(text: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", _plain_tag(text))


def _plain_tag(text: str) -> str:
    return re.sub(r"[\x00-\x1f]", " ", text)


_LETTERS = str.maketrans({"Ł": "L", "ł": "l", "Đ": "D", "đ": "d", "Œ": "OE", "œ": "oe", "’": "'"})


def _latin(text: str) -> str:
    """The text in letters that Latin-1 has: without the accent where that is enough, else `?`."""
    try:
        text.encode("latin-1")
    except UnicodeEncodeError:
        return "".join(map(_latin_letter, text.translate(_LETTERS)))
    return text


def _latin_letter(letter: str) -> str:
    if ord(letter) < 256:
        return letter
    base = unicodedata.normalize("NFKD", letter)[0]
    return base if ord(base) < 256 else "?"
