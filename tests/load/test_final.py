"""A whole final through the tables' own interface, and what a killed server leaves behind."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from fractions import Fraction
from http.client import HTTPException
from pathlib import Path
from random import Random
from threading import Barrier
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen

import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone

from storslam.bridge import Contract, Doubling, Seat, Strain, duplicate_score, numbered_board
from storslam.scoring import Line, Score, score
from storslam.web.desks.table import address
from storslam.web.hall.codes import Place
from storslam.web.models import Event, ResultVersion, Table
from storslam.web.scored import scored
from tests.web import makers

pytestmark = pytest.mark.django_db(transaction=True)

PAIRS, BOARDS, AT_ONCE = 52, 102, 4


def plausible(board: int, chance: Random) -> dict[str, Any]:
    """What a table might make of the board: most play the contract of the cards, some do not."""
    cards = Random(board)
    level, strain = cards.choice(((4, "S"), (4, "H"), (3, "NT"), (2, "H"), (3, "C"), (6, "NT")))
    declarer, tricks = cards.choice("NESW"), cards.randint(7, 11)
    if chance.random() < 0.3:
        level, strain = chance.choice(((3, "NT"), (2, "S"), (5, "D"), (4, "H")))
    if chance.random() < 0.2:
        declarer = chance.choice("NESW")
    return {
        "level": level,
        "strain": strain,
        "doubling": chance.choice(("", "", "", "", "", "X")),
        "declarer": declarer,
        "tricks": min(13, max(0, tricks + chance.choice((-1, 0, 0, 0, 1)))),
    }


def points(board: int, sent: dict[str, Any]) -> int:
    strain = {one.letters: one for one in Strain}[sent["strain"]]
    contract = Contract(
        sent["level"], strain, Doubling(len(sent["doubling"])), Seat(sent["declarer"])
    )
    return duplicate_score(contract, sent["tricks"], numbered_board(board).vulnerability)


def plain(lines: list[Line]) -> dict[str, Fraction]:
    """The match points of every pair, table against table, in the plainest way."""
    by_board, total = defaultdict(list), defaultdict(Fraction)
    for line in lines:
        by_board[line.board].append(line)
    for played in by_board.values():
        for line in played:
            ns = sum(
                1 + (line.outcome.ns > other.outcome.ns) - (line.outcome.ns < other.outcome.ns)
                for other in played
                if other is not line
            )
            total[line.ns] += ns
            total[line.ew] += 2 * (len(played) - 1) - ns
    return total


def test_a_final_of_52_pairs_entered_by_many_at_once_is_what_the_batch_scorer_makes_of_it():
    event = makers.hall(PAIRS, BOARDS // (PAIRS - 1), confirm=False)
    event.rounds.update(opened=timezone.now())
    section, chance = event.sections.get().number, Random(2012)
    work, lines = [], []
    for table in Table.objects.filter(round__event=event).select_related("round", "ns", "ew"):
        path = address(event, Place(section, table.number, chance.choice("NESW")), "table_enter")
        for board in table.boards:
            sent = plausible(board, chance)
            key = f"k{table.pk}b{board}"
            form = {**sent, "round": table.round.number, "board": board, "key": key}
            work.append((path, form))
            outcome = Score(points(board, sent))
            lines.append(Line(board, table.ns.code, table.ew.code, outcome))
    chance.shuffle(work)

    def post(some: list[tuple[str, dict[str, Any]]]) -> int:
        client = Client(headers={"Accept": "application/json"})
        try:
            return sum(client.post(path, form).status_code == 200 for path, form in some)
        finally:
            connections.close_all()

    # A part of it is sent twice, as a phone does that has not heard the answer.
    parts = [work[n::AT_ONCE] + work[n :: AT_ONCE * 20] for n in range(AT_ONCE)]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        answered = sum(pool.map(post, parts))
    assert answered == sum(map(len, parts))
    assert ResultVersion.objects.count() == len(work) == PAIRS // 2 * BOARDS
    event = Event.objects.get(pk=event.pk)
    rows = scored(event).standing.rows
    assert rows == score(lines).rows
    assert {row.id: row.total for row in rows} == plain(lines)


# --- A killed server

BUILD = """
import json, django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from storslam.web.desks.table import address
from storslam.web.hall.codes import Place
from tests.web import makers
event = makers.hall(20, 2)
section = event.sections.get().number
print(json.dumps([address(event, Place(section, n, "N"), "table_enter") for n in range(1, 11)]))
"""
COUNT = """
import json, django
django.setup()
from django.db.models import F
from storslam.web.models import Event, Result, ResultVersion
current = ResultVersion.objects.filter(number=F("result__version"))
keys = list(current.values_list("key", flat=True))
assert Result.objects.count() == len(keys)
assert Event.objects.get().version == 1 + ResultVersion.objects.count()
print(json.dumps(keys))
"""


def run(program: str, data: Path) -> Any:
    """What a program of its own says, on the database in this folder."""
    env = {key: value for key, value in os.environ.items() if key != "STORSLAM_DATABASE_URL"}
    env |= {"STORSLAM_DATA": str(data), "DJANGO_SETTINGS_MODULE": "storslam.web.settings"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


@contextmanager
def serving(data: Path) -> Iterator[int]:
    """The server as it is run, killed at the end like by a power cut: its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    env = {key: value for key, value in os.environ.items() if key != "STORSLAM_DATABASE_URL"}
    env |= {"STORSLAM_DATA": str(data), "DJANGO_SETTINGS_MODULE": "storslam.web.settings"}
    server = subprocess.Popen(
        [Path(sys.executable).with_name("storslam"), "serve", "--port", str(port)],
        env=env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + 60
        while True:
            with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/halsa/") as answer:
                if answer.status == 200:
                    break
            assert time.monotonic() < deadline, "the server does not answer"
            time.sleep(0.05)
        yield port
    finally:
        with suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGKILL)
        server.wait()


class Phone:
    """A phone at a table: it has its page, and says what was answered."""

    def __init__(self, port: int, path: str) -> None:
        self.opener = build_opener(HTTPCookieProcessor())
        self.address = f"http://127.0.0.1:{port}{path}"
        page = self.opener.open(self.address.removesuffix("resultat/")).read().decode()
        self.token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]

    def send(self, board: int, key: str) -> bool:
        """Whether the result was acknowledged."""
        form = {"round": 1, "board": board, "key": key, "contract": "3NT", "declarer": "S"}
        form |= {"tricks": str(board % 5 + 6), "csrfmiddlewaretoken": self.token}
        told = {"Accept": "application/json"}
        request = Request(self.address, urlencode(form).encode(), told)  # noqa: S310 - our server
        with suppress(OSError, HTTPException), self.opener.open(request) as answer:
            return answer.status == 200
        return False


def test_a_killed_server_loses_no_result_that_it_acknowledged(tmp_path):
    paths = run(BUILD, tmp_path)
    acknowledged: list[str] = []
    together = Barrier(len(paths) + 1, timeout=60)

    def play(port: int, index: int) -> None:
        phone = Phone(port, paths[index])
        together.wait()
        for board in (1, 2):
            key = f"t{index}b{board}"
            if phone.send(board, key):
                acknowledged.append(key)

    with ThreadPoolExecutor(len(paths)) as pool, serving(tmp_path) as port:
        played = [pool.submit(play, port, index) for index in range(len(paths))]
        together.wait()
        deadline = time.monotonic() + 30
        while len(acknowledged) < 5 and time.monotonic() < deadline:
            time.sleep(0.001)
    assert all(one.exception() is None for one in played)
    told = list(acknowledged)
    assert len(told) >= 5
    kept = run(COUNT, tmp_path)
    assert set(told) <= set(kept)
    with serving(tmp_path) as port:
        for index, path in enumerate(paths):
            phone = Phone(port, path)
            assert all(phone.send(board, f"t{index}b{board}") for board in (1, 2))
    assert sorted(run(COUNT, tmp_path)) == sorted(
        f"t{index}b{board}" for index in range(len(paths)) for board in (1, 2)
    )
