"""The HTTP API: results recorded by a program, and the standing read with its ETag.

A round of 85 tables on a temporary database, the server as `storslam serve` runs it, and one
program that uses `storslam.client`. Baseline: a row written to SQLite as durably, over no network.
"""

import os
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median
from typing import Any

from web import serving

PAIRS, READS = 170, 200
MOST_RECORDED, MOST_READ = 0.05, 0.02


def main() -> int:
    """Print the figures; 1 when one of them misses its goal."""
    from storslam.client import Client

    with tempfile.TemporaryDirectory(prefix="storslam-bench-") as data:
        os.environ["STORSLAM_DATA"] = data
        token = build()
        with serving(data) as (port, _):
            server = Client(f"http://127.0.0.1:{port}", token)
            server.get("events/salen/standing")
            recorded = times(
                lambda table: server.post("events/salen/results", result(table)),
                range(1, PAIRS // 2 + 1),
            )
            read = times(lambda _: server.get("events/salen/standing"), range(READS))
            kept = len(server.get("events/salen/results"))
        first, *recorded = recorded
        durable = median(insertions(Path(data) / "baseline.sqlite3"))
    print(
        f"api: a result recorded in {median(recorded) * 1000:.0f} ms, at most "
        f"{max(recorded) * 1000:.0f} (goal {MOST_RECORDED * 1000:.0f}; the first after the start "
        f"{first * 1000:.0f}), "
        f"{durable / median(recorded):.3f} × a bare durable row; a known standing in "
        f"{median(read) * 1000:.1f} ms (goal {MOST_READ * 1000:.0f}); {kept} results told"
    )
    return int(median(recorded) > MOST_RECORDED or median(read) > MOST_READ or kept != PAIRS // 2)


def build() -> str:
    """The hall in the temporary database; a token that may record its results."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "storslam.web.settings")
    sys.path.insert(0, str(Path.cwd()))
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    from storslam.web.acts.doors import make_token
    from storslam.web.models import Scope
    from tests.web import makers

    event = makers.hall(PAIRS, 1, 1)
    return make_token("Bench", [Scope.RESULTS], event.stage.season, "bench", event=event)[1]


def result(table: int) -> dict[str, Any]:
    """What is played at the table on board 1."""
    return {"round": 1, "section": "A", "table": table, "board": 1,
            "contract": "4H", "declarer": "N", "tricks": str(8 + table % 5)}  # fmt: skip


def times(act: Callable[[int], object], turns: Iterable[int]) -> list[float]:
    """Seconds that each turn takes."""
    taken = []
    for turn in turns:
        begun = time.perf_counter()
        act(turn)
        taken.append(time.perf_counter() - begun)
    return taken


def insertions(file: Path) -> list[float]:
    """Seconds for each of some rows that are on the disk when told so."""
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE result (id INTEGER PRIMARY KEY, score INTEGER)")
    insert = "INSERT INTO result (score) VALUES (?)"
    return times(lambda turn: connection.execute(insert, (turn,)), range(PAIRS))


if __name__ == "__main__":
    sys.exit(main())
