"""Several tablets, directors and processes at once, and the power going in the middle."""

import multiprocessing
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, connections
from django.db.models import F

from storslam.bridge.dealing import dealt
from storslam.errors import StorslamError
from storslam.web.accounts import create_director
from storslam.web.hall import hands
from storslam.web.models import Conflict, Event, Result, ResultVersion
from storslam.web.payload import of_columns
from storslam.web.scored import scored
from tests.load.writers import compete, send, write_until_killed
from tests.web import makers

pytestmark = pytest.mark.django_db(transaction=True)

AT_ONCE = 7
_spawn = multiprocessing.get_context("spawn")


@pytest.fixture
def event(transactional_db: None) -> Event:  # noqa: ARG001 - the fixture opens the database
    return makers.stored()


@pytest.fixture
def places(event: Event) -> list[tuple[int, int]]:
    return list(scored(event).places)


def together(work: Any, arguments: Any) -> list[Any]:
    """What `work` gives for each of the arguments, all begun at once in threads."""

    def one(argument: Any) -> Any:
        try:
            return work(argument)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(one, arguments))


def database() -> str:
    return str(connection.settings_dict["NAME"])


def test_of_directors_who_deal_at_once_one_deals(event):
    Result.objects.all().delete()
    who = create_director("ledare", "vit-springare-88")

    def work(_number: int) -> str:
        try:
            return hands.deal(event, who, "").promise
        except StorslamError as error:
            return error.message

    done = together(work, range(3))
    made = event.dealings.get()
    assert done.count(made.promise) == 1
    for board in event.boards.all():
        assert board.deal == str(dealt(made.secret.encode(), board.number))


def test_of_tablets_that_disagree_one_is_kept_and_the_others_held(event, places):
    done = together(lambda level: send(event, places[0], level, f"k{level}", 1), range(1, 8))
    kinds = Counter(type(row).__name__ for row in done)
    assert kinds == {"ResultVersion": 1, "Conflict": AT_ONCE - 1}
    kept = Result.objects.get(table=places[0][0], board__number=places[0][1])
    assert kept.version == 2
    assert ResultVersion.objects.filter(result=kept).count() == 2
    assert Conflict.objects.count() == AT_ONCE - 1


def test_one_key_sent_many_times_at_once_is_one_version(event, places):
    done = together(lambda _: send(event, places[0], 3, "same", 1), range(AT_ONCE))
    assert len({row.pk for row in done}) == 1
    assert ResultVersion.objects.filter(key="same").count() == 1
    assert Event.objects.get(pk=event.pk).version == event.version + 1


def test_every_one_of_many_results_at_once_is_counted(event, places):
    together(lambda i: send(event, places[i], 7, f"k{i}", 1), range(len(places)))
    assert Event.objects.get(pk=event.pk).version == event.version + len(places)
    assert ResultVersion.objects.filter(number=2).count() == len(places)
    assert not Conflict.objects.exists()


def test_processes_that_disagree_leave_one_result(event, places):
    with ProcessPoolExecutor(3, mp_context=_spawn) as pool:
        done = [
            pool.submit(compete, database(), event.slug, places[0], level) for level in (1, 2, 3)
        ]
        kinds = Counter(one.result() for one in done)
    assert kinds == {"ResultVersion": 1, "Conflict": 2}


def test_s27_after_a_killed_writer_every_result_is_whole(event, places):
    writer = _spawn.Process(target=write_until_killed, args=(database(), event.slug, places[:9]))
    writer.start()
    deadline = time.monotonic() + 30
    while not ResultVersion.objects.filter(number__gt=2).exists():
        assert time.monotonic() < deadline, "the writer never wrote"
        time.sleep(0.01)
    writer.kill()
    writer.join()
    current = ResultVersion.objects.filter(number=F("result__version"))
    assert current.count() == Result.objects.count() == len(places)
    versions = ResultVersion.objects.count() - len(places)
    assert Event.objects.get(pk=event.pk).version == event.version + versions
    assert all(of_columns(row).outcome for row in current)
    assert scored(Event.objects.get(pk=event.pk)).standing.rows
