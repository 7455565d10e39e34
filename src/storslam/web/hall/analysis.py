"""The double-dummy tricks of boards whose hands are known, computed beside everything else.

A process of its own computes, for the solver may fall, and at the lowest priority. What is missing
is asked of the database a few boards at a time, of the newest event first, and stored at once:
nothing is queued, so a kill loses nothing, and who comes next goes on. One process computes at a
time on a machine.
"""

import fcntl
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import product
from tempfile import TemporaryFile
from threading import Timer

from django.conf import settings
from django.db import DatabaseError, close_old_connections, transaction
from django.db.models import QuerySet

from storslam.bridge import SEATS, Strain
from storslam.bridge.double_dummy import can_compute, parse_digits, refuse_missing
from storslam.errors import StorslamError
from storslam.web.models import Board, Event
from storslam.web.models.event import tricks_column
from storslam.web.results import touch

ALL = tuple(tricks_column(dict.fromkeys(product(SEATS, Strain), 0)))
"""How `Board.tricks` names all numbers of tricks."""
TOGETHER = 8
"""So many boards are computed, and stored, at a time."""
EVERY = 3
"""After so many seconds it is asked again whether something is missing."""
AFTER_A_FALL = 60
LONGEST = 300
_COMMAND = (sys.executable, "-m", "storslam.bridge.double_dummy")


def lacking() -> QuerySet[Board]:
    """The boards whose four hands are known, and whose tricks are not."""
    dealt = Board.objects.exclude(deal="").exclude(deal__contains="-")
    return dealt.exclude(tricks__has_keys=ALL)


@dataclass(frozen=True, slots=True)
class Progress:
    """How many boards an event has, of how many the hands are known, and of how many the tricks."""

    boards: int
    dealt: int
    computed: int
    waiting: int

    @property
    def goes_on(self) -> bool:
        """Whether there is something left that this machine can compute."""
        return bool(self.waiting) and can_compute()


def progress(event: Event) -> Progress:
    """How far the computing has come for an event."""
    rows = list(event.boards.values_list("deal", "tricks"))
    whole = [tricks for deal, tricks in rows if deal and "-" not in deal]
    dealt = sum(bool(deal) for deal, _tricks in rows)
    computed = sum(len(one) == len(ALL) for one in whole)
    return Progress(len(rows), dealt, computed, len(whole) - computed)


def analyse() -> Iterator[int]:
    """Compute all that is lacking; gives after each few boards how many were stored.

    Raises StorslamError where another process is at it, the extra is missing or the solver fell.
    """
    if not lacking().exists():
        return
    refuse_missing()
    with _alone(), _solver() as solver:
        deals = lacking().order_by("-event", "number").values_list("deal", flat=True)
        while some := list(deals[:TOGETHER]):
            yield _store(dict(zip(some, _answers(solver, some), strict=True)))


@contextmanager
def _alone() -> Iterator[None]:
    """Hold the one place there is on this machine; whoever is killed gives it up."""
    with (settings.DATA / "analysis.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise StorslamError("another process is computing double dummy already") from error
        yield


@contextmanager
def _solver() -> Iterator["subprocess.Popen[str]"]:
    """The process that computes; it ends when nobody asks it any more."""
    pipe = subprocess.PIPE
    with (
        TemporaryFile("w+", errors="replace") as said,
        subprocess.Popen(
            _COMMAND, stdin=pipe, stdout=pipe, stderr=said, text=True, errors="replace"
        ) as solver,
    ):
        try:
            yield solver
        except _Fallen as error:
            said.seek(0)
            reason = next(reversed(said.read().split("\n")[:-1]), "")[:200]
            raise StorslamError(
                "the double-dummy solver ended (%(reason)s)", reason=reason
            ) from error
        finally:
            solver.kill()


class _Fallen(Exception):
    """The solver does not answer any more."""


def _answers(solver: "subprocess.Popen[str]", deals: Sequence[str]) -> list[dict[str, int]]:
    """The tricks of the deals as the solver answers; StorslamError where it says something else."""
    assert solver.stdin and solver.stdout  # noqa: S101, PT018 (both are pipes)
    timer = Timer(LONGEST, solver.kill)
    timer.start()
    try:
        with suppress(BrokenPipeError):
            print(";".join(deals), file=solver.stdin, flush=True)
        line = solver.stdout.readline()
    finally:
        timer.cancel()  # who stops this by Ctrl-C does not wait for it
    if not line:
        raise _Fallen
    found = [tricks_column(parse_digits(one)) for one in line.strip().split(";")]
    if len(found) != len(deals) or any(len(one) < len(ALL) for one in found):
        raise StorslamError("the double-dummy solver answered something else than it was asked")
    return found


def _store(found: Mapping[str, dict[str, int]]) -> int:
    """Store the tricks of all boards that have these hands, as groups share them; how many did."""
    stored = 0
    for pk in sorted({*lacking().filter(deal__in=found).values_list("event", flat=True)}):
        with transaction.atomic():
            event = Event.objects.select_for_update().filter(pk=pk).first()
            count = sum(
                lacking().filter(event=pk, deal=deal).update(tricks=tricks)
                for deal, tricks in found.items()
            )
            if event and count:
                touch(event, frame=False, hands=True)
        stored += count
    return stored


def watch() -> None:
    """Go on computing, as the server does beside its answers; does not return.

    Without the extra there is nothing to do.
    """
    while can_compute():
        pause = EVERY
        try:
            close_old_connections()
            deque(analyse(), maxlen=0)
        except (DatabaseError, OSError):
            pass  # it is there again in a while, or the pages say so
        except StorslamError:
            pause = AFTER_A_FALL
        time.sleep(pause)
