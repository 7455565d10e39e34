"""Scoring an event of pairs: from its lines, or columns, to places."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from importlib.util import find_spec

from storslam.bridge import Side
from storslam.scoring.artificial import Awarded, Giver
from storslam.scoring.columns import Columns
from storslam.scoring.comparing import Method
from storslam.scoring.event import Line
from storslam.scoring.fields import BoardKey, Fields, board_key, fields
from storslam.scoring.imps import Butler, CrossImps
from storslam.scoring.matchpoints import MatchPoints
from storslam.scoring.ranking import Meeting, Record
from storslam.scoring.settings import Settings
from storslam.scoring.standing import Row, ScoredBoard, ScoredLine, Standing, rows
from storslam.scoring.tally import ScoredField, Tally, score_fields, tally

_STANDARD = Settings()


def score(event: Iterable[Line] | Columns, settings: Settings = _STANDARD) -> Standing:
    """The standing after these lines.

    Raises StorslamError when the lines contradict one another or the settings.
    """
    if isinstance(event, Columns):
        return _score_columns(event, settings)
    lines, method = tuple(event), method_of(settings)
    sorted_lines = fields(lines, settings)
    scored = score_fields(sorted_lines, method)
    giver = Giver(sorted_lines, method, settings, *tally(scored, settings.winners))
    awarded = giver.award()

    def boards() -> tuple[ScoredBoard, ...]:
        results = {id(one.line): one for one in _scored_lines(scored, awarded, giver)}
        return _boards([results.get(id(line)) or _waiting(line, giver) for line in lines], giver)

    return _standing(giver, boards)


def _score_columns(columns: Columns, settings: Settings) -> Standing:
    tallies = _vector_tallies(columns, settings)
    if tallies is None:
        return score(columns.lines(), settings)
    expected, ns, ew = tallies
    giver = Giver(Fields({}, (), {"": expected}), method_of(settings), settings, ns, ew)
    return _standing(giver, lambda: score(columns.lines(), settings).boards)


def _vector_tallies(columns: Columns, settings: Settings) -> tuple[int, Tally, Tally] | None:
    """What numpy makes of the columns; None when it is not there, or not for this."""
    if find_spec("numpy") is None:
        return None
    from storslam.scoring.vectors import column_tallies

    return column_tallies(columns, settings)


def method_of(settings: Settings) -> Method:
    """The method of scoring that the settings name."""
    if settings.method == "matchpoints":
        return MatchPoints()
    if settings.method == "cross-imps":
        return CrossImps(settings.imp_cap)
    return Butler(settings.imp_cap, settings.datum)


def _standing(giver: Giver, make_boards: Callable[[], tuple[ScoredBoard, ...]]) -> Standing:
    settings = giver.settings
    expected = max(giver.fields.expected.values(), default=settings.expected or 1)
    giver.adjust(giver.method.shared(expected))
    make_boards = cache(make_boards)

    def listed(tally: Tally, side: Side | None) -> list[Row]:
        return rows(tally, side, settings, cache(lambda: _record(make_boards(), side)))

    if settings.winners == 1:
        made = listed(giver.ns, None)
    else:
        made = listed(giver.ns, Side.NS) + listed(giver.ew, Side.EW)
    return Standing(settings, expected, tuple(made), make_boards)


def _scored_lines(
    scored: Sequence[ScoredField], awarded: Sequence[Awarded], giver: Giver
) -> Iterator[ScoredLine]:
    for field in scored:
        compared, top = len(field.lines), _top(giver, giver.fields.expected[field.key[0]])
        both, unit = field.shared * field.denominator, field.denominator
        for line, numerator in zip(field.lines, field.points, strict=True):
            ns, ew = Fraction(numerator, unit), Fraction(both - numerator, unit)
            yield ScoredLine(line, ns, ew, top, compared)
    for one in awarded:
        section, _ = board_key(one.line, giver.settings)
        yield ScoredLine(one.line, one.ns, one.ew, _top(giver, giver.fields.expected[section]))


def _waiting(line: Line, giver: Giver) -> ScoredLine:
    """A line that is still to be played."""
    section, _ = board_key(line, giver.settings)
    return ScoredLine(line, None, None, _top(giver, giver.fields.expected[section]))


def _top(giver: Giver, expected: int) -> int | None:
    return giver.method.shared(expected) if giver.settings.method == "matchpoints" else None


def _boards(results: Iterable[ScoredLine], giver: Giver) -> tuple[ScoredBoard, ...]:
    by_board: dict[BoardKey, list[ScoredLine]] = defaultdict(list)
    for one in results:
        by_board[board_key(one.line, giver.settings)].append(one)
    return tuple(
        ScoredBoard(board, section, giver.fields.expected[section], tuple(by_board[section, board]))
        for section, board in sorted(by_board)
    )


def _record(boards: Iterable[ScoredBoard], side: Side | None) -> Record:
    """What tie-breaks may know: of one side only, when the sides have a winner each."""
    points: dict[str, dict[object, Fraction]] = defaultdict(dict)
    meetings = []
    for board in boards:
        for one in board.results:
            line = one.line
            if side is not Side.EW and one.ns is not None:
                points[line.ns][board.section, board.board] = one.ns
            if side is not Side.NS and one.ew is not None and line.ew is not None:
                points[line.ew][board.section, board.board] = one.ew
            if one.ns is not None and one.ew is not None and line.ew is not None:
                meetings.append(Meeting(line.ns, line.ew, one.ns, one.ew))
    return Record(meetings, boards=points)
