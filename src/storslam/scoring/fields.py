"""Sorting the lines of an event into fields: the results that are compared with one another."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from storslam.errors import StorslamError
from storslam.scoring.event import Artificial, Line, Score, Weighted
from storslam.scoring.settings import Settings

BoardKey = tuple[str, int]
"""Section ("" when the sections are compared together) and board."""


@dataclass(frozen=True, slots=True)
class Fields:
    """The lines with a result of bridge, by board and group of a fouled board, and the others.

    `expected`: results expected on every board (E), by section.
    """

    compared: Mapping[tuple[BoardKey, str], list[Line]]
    others: Sequence[Line]
    expected: Mapping[str, int]


def board_key(line: Line, settings: Settings) -> BoardKey:
    """Where a line is compared."""
    return (line.section if settings.sections == "apart" else "", line.board)


def fields(lines: Iterable[Line], settings: Settings) -> Fields:
    """The lines sorted into fields, and checked: a contestant plays a board once."""
    apart = settings.sections == "apart"
    compared: dict[tuple[BoardKey, str], list[Line]] = defaultdict(list)
    others = []
    for line in lines:
        kind = type(line.outcome)
        if kind is Score or kind is Weighted:
            compared[(line.section if apart else "", line.board), line.group].append(line)
        else:
            others.append(line)
    tables = _tables(compared, others, settings)
    for (_, board), together in tables.items():
        _check(board, together, settings)
    return Fields(compared, others, _expected(tables, settings))


def _tables(
    compared: Mapping[tuple[BoardKey, str], list[Line]], others: Iterable[Line], settings: Settings
) -> Mapping[BoardKey, list[Line]]:
    """The lines of every table that has a result or artificial scores, by board."""
    tables: dict[BoardKey, list[Line]] = defaultdict(list)
    for (key, _), lines in compared.items():
        tables[key] += lines
    for line in others:
        if isinstance(line.outcome, Artificial) and line.ew is not None:
            tables[board_key(line, settings)].append(line)
    return tables


def _expected(tables: Mapping[BoardKey, list[Line]], settings: Settings) -> Mapping[str, int]:
    most: dict[str, int] = defaultdict(lambda: settings.expected or 1)
    for (section, _), lines in tables.items():
        most[section] = max(most[section], len(lines))
    return most


def _check(board: int, lines: Sequence[Line], settings: Settings) -> None:
    if settings.expected is not None and len(lines) > settings.expected:
        raise StorslamError(
            "board %(board)s has %(count)s results; %(expected)s are expected",
            board=board,
            count=len(lines),
            expected=settings.expected,
        )
    ns, ew = {line.ns for line in lines}, {line.ew for line in lines}
    if None in ew:
        sitting = next(line.ns for line in lines if line.ew is None)
        raise StorslamError(
            "board %(board)s: %(id)s sits out, but has a score", board=board, id=sitting
        )
    alone = settings.winners == 2 or ns.isdisjoint(ew)
    if not (alone and len(ns) == len(ew) == len(lines)):
        _refuse_repeated(board, lines, settings)


def _refuse_repeated(board: int, lines: Sequence[Line], settings: Settings) -> None:
    itself = [line.ns for line in lines if line.ns == line.ew]
    if itself and settings.winners == 1:
        raise StorslamError(
            "board %(board)s: %(id)s plays against itself; are there two winners?",
            board=board,
            id=itself[0],
        )
    ns: Counter[str | None] = Counter(line.ns for line in lines)
    ew = Counter(line.ew for line in lines)
    seats = [ns + ew] if settings.winners == 1 else [ns, ew]
    twice = next(one for side in seats for one, times in side.items() if times > 1)
    raise StorslamError("board %(board)s is played twice by %(id)s", board=board, id=twice)
