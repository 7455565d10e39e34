"""`storslam bridgemate` as it runs in the hall: killed, started again, stopped."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from storslam.bridge import Contract, Doubling, Seat, Strain
from storslam.exchange.data_connector import Said, Spot, dump_result
from storslam.scoring.event import Play
from tests.cli.conftest import STORSLAM
from tests.control_program import CLUB, LICENCE, Ask, ControlProgram, Data

MAKE = """
from storslam.cli.site import prepare
prepare("hall")
from tests.web import makers
makers.hall()
"""
Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def program() -> Iterator[ControlProgram]:
    made = ControlProgram()
    made.start()
    yield made
    made.stop()
    assert made.wrong == []


@pytest.fixture
def start(tmp_path: Path, program: ControlProgram) -> Iterator[Start]:
    """Starts programs on the data of a hall; ends those that still run."""
    env = {
        **os.environ,
        "STORSLAM_BRIDGEMATE_CLUB": CLUB,
        "STORSLAM_BRIDGEMATE_KEY": LICENCE,
        "STORSLAM_BRIDGEMATE_ADDRESS": program.address,
        "STORSLAM_DATABASE_URL": "",
        "PYTHONPATH": str(Path.cwd()),
    }
    running = []

    def started(*arguments: object, **more: str) -> "subprocess.Popen[str]":
        told = {"text": True, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        words = list(map(str, arguments))
        running.append(subprocess.Popen(words, cwd=tmp_path, env=env | more, **told))
        return running[-1]

    yield started
    for one in running:
        one.kill()
        one.communicate()


def until(done: Callable[[], object]) -> None:
    end = time.monotonic() + 60
    while not done():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_killed_between_storing_and_accepting_nothing_is_lost_or_twice(start, program, tmp_path):
    assert start(sys.executable, "-c", MAKE).wait(60) == 0
    command = (STORSLAM, "bridgemate", "salen", "--data", "hall", "--every", "0.2")
    first = start(*command)
    until(lambda: program.running)
    play = Play(Contract(4, Strain.SPADES, Doubling.NONE, Seat.NORTH), 10)
    program.before[Ask.AcceptResultQueueItems] = first.kill
    program.enter(dump_result(Said(Spot("A", 1, 1), 1, play, 1, 6), program.guid))
    assert first.wait(60) == -signal.SIGKILL
    program.accepted.clear()  # it was killed before the answer, and before it was carried out
    second = start(*command)
    until(lambda: Ask.AcceptResultQueueItems in program.asked and not program.waiting(Data.Results))
    second.send_signal(signal.SIGTERM)
    told = second.communicate(timeout=60)[0]
    assert second.returncode == 0, told
    assert "Stoppat" in told
    assert LICENCE not in told
    with sqlite3.connect(tmp_path / "hall" / "storslam.sqlite3") as database:
        assert database.execute("select number from web_resultversion").fetchall() == [(1,)]
        assert database.execute("select runner from web_bridgemates").fetchall() == [("",)]
    database.close()
    assert program.asked.count(Ask.InitializeEvent) == 1


def test_switched_off(start):
    assert start(sys.executable, "-c", MAKE).wait(60) == 0
    off = start(STORSLAM, "bridgemate", "salen", "--data", "hall", STORSLAM_BRIDGEMATE_KEY="")
    assert "STORSLAM_BRIDGEMATE_KEY" in off.communicate(timeout=60)[0]
    assert off.returncode == 2
