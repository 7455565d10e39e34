"""Match points by numpy: `Columns` to tallies, the same as line by line.

Imported only when columns are scored, for numpy is an extra, and slow to load.
"""

from collections.abc import Sequence
from math import lcm

import numpy as np
from numpy.typing import NDArray

from storslam.scoring.columns import Columns
from storslam.scoring.matchpoints import top
from storslam.scoring.settings import Settings
from storslam.scoring.tally import Tally

Ints = NDArray[np.int64]

_MOST_CELLS = 1 << 24
_INT64 = 1 << 63


def column_tallies(columns: Columns, settings: Settings) -> tuple[int, Tally, Tally] | None:
    """E and the tallies of NS and EW, worked out by numpy.

    None when the lines have to be looked at one by one: another method, numbers beyond int64 or
    the sensible size of a table, or something to refuse, which the lines will explain.
    """
    if settings.method != "matchpoints" or not len(columns.board):
        return None
    board, boards = _numbered(np.asarray(columns.board, dtype=np.int64))
    grade, grades = _numbered(np.asarray(columns.score, dtype=np.int64))
    ns = np.asarray(columns.ns, dtype=np.int64)
    ew = np.asarray(columns.ew, dtype=np.int64)
    count = len(columns.ids)
    if boards * max(grades, count) > _MOST_CELLS or _repeated(board, ns, ew, count, settings):
        return None
    cell = board * grades + grade
    counted = np.bincount(cell, minlength=boards * grades).reshape(boards, grades)
    table = _neuberg_table(counted, settings.expected)
    if table is None:
        return None
    expected, unit, points = table
    return expected, *_tallies(columns, points.ravel()[cell], expected, unit, settings.winners)


def _numbered(values: Ints) -> tuple[Ints, int]:
    """The values by their rank among the different ones, from 0; and how many those are."""
    low = values.min()
    seen = np.zeros(int(values.max() - low) + 1, dtype=np.int64)
    seen[values - low] = 1
    return (np.cumsum(seen) - 1)[values - low], int(seen.sum())


def _repeated(board: Ints, ns: Ints, ew: Ints, count: int, settings: Settings) -> bool:
    """Whether a contestant plays a board twice."""
    first = board * count
    sides = [[ns, ew]] if settings.winners == 1 else [[ns], [ew]]
    for side in sides:
        taken = np.zeros(int(first.max()) + count, dtype=np.bool_)
        for seats in side:
            taken[first + seats] = True
        if np.count_nonzero(taken) < len(side) * len(board):
            return True
    return False


def _neuberg_table(counted: Ints, wanted: int | None) -> tuple[int, int, Ints] | None:
    """E, the unit, and match points by board and score over that unit, as in `MatchPoints`.

    `counted` is the number of results by board and score, scores from the lowest.
    """
    compared = counted.sum(axis=1)
    most = int(compared.max())
    expected = wanted or most
    unit = lcm(*set(compared.tolist()))
    if most > expected or len(counted) * top(expected) * unit >= _INT64:
        return None
    below = np.cumsum(counted, axis=1) - counted
    missing = (expected - compared)[:, None]
    points = (2 * below + counted - 1) * expected + missing
    return expected, unit, points * (unit // compared)[:, None]


def _tallies(
    columns: Columns, points: Ints, expected: int, unit: int, winners: int
) -> tuple[Tally, Tally]:
    count = len(columns.ids)
    sums = np.zeros((2, count), dtype=np.int64)
    np.add.at(sums[0], columns.ns, points)
    np.add.at(sums[1], columns.ew, top(expected) * unit - points)
    played = np.stack([np.bincount(side, minlength=count) for side in (columns.ns, columns.ew)])
    if winners == 1:
        both = _tally(columns.ids, sums.sum(axis=0), played.sum(axis=0), expected, unit)
        return both, both
    ns, ew = (_tally(columns.ids, *side, expected, unit) for side in zip(sums, played, strict=True))
    return ns, ew


def _tally(ids: Sequence[str], sums: Ints, played: Ints, expected: int, unit: int) -> Tally:
    there = np.flatnonzero(played)
    names = ids if len(there) == len(ids) else map(ids.__getitem__, there.tolist())
    boards = played[there]
    return Tally(
        unit,
        list(names),
        sums[there].tolist(),
        (boards * top(expected)).tolist(),
        boards.tolist(),
    )
