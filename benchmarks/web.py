"""Readers of a live standing: conditional GETs a second, their waiting time, and memory.

A final of 34 pairs and 66 boards on a temporary database, the server as `storslam serve` runs it,
and readers that hold the page and ask whether it is still the current one.
"""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

PAIRS, READERS, SECONDS = 34, 16, 6
GOAL, MOST_WAIT, MOST_MEMORY = 2000, 0.1, 150
PATH = "/tavlingar/final/"


def main() -> int:
    """Print the figures; 1 when one of them misses its goal."""
    with tempfile.TemporaryDirectory(prefix="storslam-bench-") as data:
        os.environ["STORSLAM_DATA"] = data
        build()
        with serving(data) as (port, server):
            tag = etag(port)
            waits, elapsed = asyncio.run(read(port, tag))
            memory = max(resident(pid) for pid in children(server))
    waits.sort()
    rate = len(waits) / elapsed
    half, late = (waits[int(len(waits) * share)] for share in (0.5, 0.99))
    print(
        f"web: {rate:,.0f} conditional GETs/s (goal {GOAL:,}), p50 {half * 1000:.1f} ms, "
        f"p99 {late * 1000:.1f} ms (goal {MOST_WAIT * 1000:.0f}), "
        f"worker memory {memory:.0f} MB (goal {MOST_MEMORY})"
    )
    return int(rate < GOAL or late > MOST_WAIT or memory > MOST_MEMORY)


def build() -> None:
    """The final in the temporary database."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "storslam.web.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    import datetime

    from storslam.web.intake import Heading, store_event
    from storslam.web.models import Season, Stage

    year = {"starts": datetime.date(2012, 7, 1), "ends": datetime.date(2013, 6, 30)}
    season = Season.objects.create(slug="2012-2013", name="2012-2013", **year)
    stage = Stage.objects.create(season=season, discipline="open-pairs", kind="final")
    store_event(played(), Heading(stage, "Final", state="running"), who="benchmark")


def played():  # type: ignore[no-untyped-def]
    """Everybody meets everybody over two boards; the scores go round a few contracts."""
    from storslam.bridge import numbered_board
    from storslam.scoring import BoardRecord, Contestant, Event, Line, Player, Score

    scores = (110, -110, 140, -140, 120, -120, 150, -150)
    ids = [str(number) for number in range(1, PAIRS + 1)]
    lines = []
    for round_ in range(1, PAIRS):
        turned = [ids[0], *ids[round_:], *ids[1:round_]]
        for table in range(PAIRS // 2):
            ns, ew = turned[table], turned[-1 - table]
            for board in (2 * round_ - 1, 2 * round_):
                score = Score(scores[(table * 7 + board * 3) % len(scores)])
                lines.append(Line(board, ns, ew, score, round=round_, table=table + 1))
    boards = {number: BoardRecord(numbered_board(number)) for number in range(1, 2 * PAIRS - 1)}
    pairs = tuple(
        Contestant(one, (Player(f"Spelare {one} A"), Player(f"Spelare {one} B"))) for one in ids
    )
    return Event("Final", contestants=pairs, boards=boards, lines=tuple(lines))


@contextlib.contextmanager
def serving(data: str) -> Iterator[tuple[int, int]]:
    """The server on a free port: its port and its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    gunicorn = Path(sys.executable).with_name("gunicorn")
    settings = Path(__file__).parent.parent / "src/storslam/web/gunicorn.py"
    server = subprocess.Popen(
        [gunicorn, "--config", settings, f"--bind=127.0.0.1:{port}", "storslam.web.wsgi"],
        env={**os.environ, "STORSLAM_DATA": data},
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(100):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.1)
        yield port, server.pid
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


def etag(port: int) -> str:
    """The ETag of the page."""
    from http.client import HTTPConnection

    connection = HTTPConnection("127.0.0.1", port)
    connection.request("GET", PATH)
    answer = connection.getresponse()
    if answer.status != 200:
        raise SystemExit(f"the page answers {answer.status}")
    return answer.headers["ETag"]


async def read(port: int, tag: str) -> tuple[list[float], float]:
    """How long every reader waited each time, and how long it all took."""
    asked = f"GET {PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nIf-None-Match: {tag}\r\n\r\n".encode()
    begun = time.perf_counter()
    waits = await asyncio.gather(*(reader(port, asked, begun + SECONDS) for _ in range(READERS)))
    return [wait for some in waits for wait in some], time.perf_counter() - begun


async def reader(port: int, asked: bytes, until: float) -> list[float]:
    """One reader's waits over one connection, one question after the other."""
    incoming, outgoing = await asyncio.open_connection("127.0.0.1", port)
    waits = []
    while (begun := time.perf_counter()) < until:
        outgoing.write(asked)
        answer = await incoming.readuntil(b"\r\n\r\n")
        waits.append(time.perf_counter() - begun)
        if not answer.startswith(b"HTTP/1.1 304"):
            raise SystemExit(f"not a 304: {answer[:80]!r}")
    outgoing.close()
    return waits


def children(pid: int) -> list[int]:
    """The worker processes."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(word) for word in text.split()]


def resident(pid: int) -> float:
    """Resident memory in MB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    sys.exit(main())
