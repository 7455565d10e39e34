"""Hands: dealt, double dummy of an evening's boards as the server has them computed, and par."""

import sys
import time

from storslam.bridge import numbered_board
from storslam.bridge.dealing import dealt
from storslam.bridge.double_dummy import makeable
from storslam.bridge.par import par

BOARDS = 36
SECRET = b"an evening of boards to measure by"
MOST_SECONDS, MOST_PAR = 60, 0.05


def main() -> int:
    """Print the figures; 1 when one of them misses its goal."""
    started = time.perf_counter()
    deals = [dealt(SECRET, number) for number in range(1, BOARDS + 1)]
    dealing = time.perf_counter() - started
    makeable(deals[:1])  # the solver is loaded once
    started = time.perf_counter()
    tables = makeable(deals)
    solving = time.perf_counter() - started
    started = time.perf_counter()
    for number, tricks in enumerate(tables, 1):
        par(numbered_board(number), tricks)
    reckoning = time.perf_counter() - started
    print(
        f"hands: {BOARDS} boards dealt in {dealing * 1000:.0f} ms, double dummy in {solving:.1f} s "
        f"(goal {MOST_SECONDS}), par in {reckoning * 1000:.0f} ms (goal {MOST_PAR * 1000:.0f})"
    )
    return int(solving > MOST_SECONDS or reckoning > MOST_PAR)


if __name__ == "__main__":
    sys.exit(main())
