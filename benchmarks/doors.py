"""How long whole databases and sites take: `python benchmarks/doors.py`.

The demo season is built once; then each command is run as an operator runs it, its start with it.
The baselines: SQLite's own dump of the same database to a file, and that dump read back; for the
site a copy of its files. The ratio is the baseline's time to ours.
"""

import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

STORSLAM = Path(sys.executable).with_name("storslam")
FINAL = "dam-final"
GOALS = {"backup": 10.0, "restore": 30.0, "publish": 10.0}


def storslam(*words: str | Path) -> None:
    """A command, which must succeed."""
    subprocess.run([STORSLAM, *words], check=True, capture_output=True)


def timed(act: Callable[[], object]) -> float:
    """Seconds that it takes."""
    start = perf_counter()
    act()
    return perf_counter() - start


def dump(database: Path, file: Path) -> None:
    """SQLite's own text of the database."""
    with sqlite3.connect(database) as connection, file.open("w", encoding="utf-8") as out:
        out.writelines(f"{line}\n" for line in connection.iterdump())


def read_back(file: Path, database: Path) -> None:
    """The database of such a text."""
    with sqlite3.connect(database) as connection:
        connection.executescript(file.read_text(encoding="utf-8"))


def main() -> int:
    """Measure and tell; 1 when a goal is missed."""
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        data, again, saved, site = base / "data", base / "again", base / "b.zip", base / "site"
        storslam("demo", "--data", data, "--no-serve")
        acts = {
            "backup": (
                lambda: storslam("backup", saved, "--data", data),
                lambda: dump(data / "storslam.sqlite3", base / "dump.sql"),
            ),
            "restore": (
                lambda: storslam("restore", saved, "--data", again),
                lambda: read_back(base / "dump.sql", base / "back.sqlite3"),
            ),
            "publish": (
                lambda: storslam("publish", site, "--event", FINAL, "--data", data),
                lambda: shutil.copytree(site, base / "copy"),
            ),
        }
        slow = 0
        for name, (ours, theirs) in acts.items():
            seconds, baseline = timed(ours), timed(theirs)
            ratio, goal = baseline / seconds, GOALS[name]
            print(f"{name}: {seconds:.1f} s, goal {goal:.0f} s, {ratio:.2f} × baseline")
            slow += seconds > goal
        return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
