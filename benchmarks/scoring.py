"""How long scoring takes: `python benchmarks/scoring.py`.

Each event is scored and ranked exactly, from values in memory to places. The baseline does the
same in the plainest exact way: a sorted list a board, a fraction a line, and fractions compared.
Every time is the best of several runs; the ratio is the baseline's time to ours.
"""

import random
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from time import perf_counter

import numpy as np

from storslam.scoring import Columns, Line, Score, Settings, score

SCORES = (
    -800,
    -620,
    -420,
    -200,
    -140,
    -110,
    -100,
    -50,
    50,
    100,
    110,
    140,
    170,
    420,
    450,
    620,
    1430,
)
EVENTS = (("final", 52, 102), ("semifinal", 170, 66), ("simultaneous", 5000, 30))
RUNS = 9


def event(pairs: int, boards: int) -> list[tuple[int, int, int, int]]:
    """Board, NS, EW and score of every table; now and then a table misses its board."""
    chance = random.Random(2012)
    rows = []
    for board in range(1, boards + 1):
        seats = chance.sample(range(pairs), pairs)
        tables = range(pairs // 2 - (chance.random() < 0.1))
        rows += [(board, seats[2 * n], seats[2 * n + 1], chance.choice(SCORES)) for n in tables]
    return rows


def baseline(lines: list[Line]) -> list[tuple[str, Fraction]]:
    """Pairs by percentage, the best first."""
    by_board = defaultdict(list)
    for line in lines:
        by_board[line.board].append(line)
    expected = max(map(len, by_board.values()))
    points, tops = defaultdict(Fraction), defaultdict(int)
    for played in by_board.values():
        ordered = sorted(line.outcome.ns for line in played)
        for line in played:
            mine = line.outcome.ns
            raw = bisect_left(ordered, mine) + bisect_right(ordered, mine) - 1
            ns = Fraction(raw * expected + expected - len(played), len(played))
            points[line.ns] += ns
            points[line.ew] += 2 * (expected - 1) - ns
            tops[line.ns] += 2 * (expected - 1)
            tops[line.ew] += 2 * (expected - 1)
    percents = {one: 100 * points[one] / tops[one] for one in points}
    return sorted(percents.items(), key=lambda item: item[1], reverse=True)


def best(run: Callable[[], object], runs: int = RUNS) -> float:
    """The shortest time of several runs, in milliseconds."""
    times = []
    for _ in range(runs):
        start = perf_counter()
        run()
        times.append(perf_counter() - start)
    return 1000 * min(times)


def main() -> None:
    print("event         pairs boards  method                       ms  baseline  ratio")
    for name, pairs, boards in EVENTS:
        rows = event(pairs, boards)
        ids = [f"P{number}" for number in range(pairs)]
        lines = [Line(board, ids[ns], ids[ew], Score(points)) for board, ns, ew, points in rows]
        arrays = (np.array(column, dtype=np.int64) for column in zip(*rows, strict=True))
        columns = Columns(ids, *arrays)
        plain = best(lambda lines=lines: baseline(lines), runs=3)
        check(lines, columns)
        for method, run in (
            ("match points", lambda lines=lines: score(lines)),
            ("match points, numpy", lambda columns=columns: score(columns)),
            ("cross-IMPs", lambda lines=lines: score(lines, Settings("cross-imps"))),
            ("Butler", lambda lines=lines: score(lines, Settings("butler"))),
        ):
            took = best(run)
            print(
                f"{name:<13}{pairs:>6}{boards:>7}  {method:<22}{took:>9.2f}{plain:>10.1f}"
                f"{plain / took:>7.1f}"
            )


def check(lines: list[Line], columns: Columns) -> None:
    """All three must agree before their times may be compared."""
    rows = score(lines).rows
    if score(columns).rows != rows:
        raise SystemExit("numpy and lines differ")
    if dict(baseline(lines)) != {row.id: row.percent for row in rows}:
        raise SystemExit("the baseline differs")


if __name__ == "__main__":
    main()
