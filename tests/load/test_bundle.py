"""A whole final goes out and comes home in seconds."""

from time import perf_counter

import pytest
from django.utils import timezone

from storslam.exchange import bundle as files
from storslam.scoring import Score
from storslam.web.hall import bundle
from storslam.web.models import Event, Result, ResultVersion, Table
from storslam.web.payload import Payload
from storslam.web.results import record_bulk
from storslam.web.scored import scored
from tests.web import makers

pytestmark = pytest.mark.django_db

PAIRS, BOARDS, MOST_SECONDS = 52, 102, 5


def play(event: Event) -> None:
    """A score at every table on every board."""
    boards = {board.number: board for board in event.boards.all()}
    record_bulk(
        event,
        (
            (boards[number], table, Payload(Score((420, -50, 170, 620)[(table.pk + number) % 4])))
            for table in Table.objects.filter(round__event=event).select_related("round")
            for number in table.boards
        ),
        "ledare",
        "spelad",
        override=True,
    )


def test_a_final_of_52_pairs_goes_out_is_played_and_comes_home_in_seconds(record_property):
    event = makers.hall(PAIRS, BOARDS // (PAIRS - 1))
    event.rounds.update(opened=timezone.now())
    took = {}

    def timed(name, act, *given):
        start = perf_counter()
        answer = act(*given)
        took[name] = perf_counter() - start
        return answer

    def to(data: bytes, slug: str) -> bytes:
        value = files.load(data)
        value["about"]["slug"] = slug
        return files.dump(value)

    data = to(timed("out", bundle.take_out, event, "server"), "laptop")
    laptop = timed("created", bundle.bring, data, "laptop").event
    play(laptop)
    data = timed("out, played", bundle.take_out, laptop, "laptop")
    size = len(data)
    data = to(data, "salen")
    assert timed("home", bundle.bring, data, "server").versions == PAIRS // 2 * BOARDS
    assert not timed("home again", bundle.bring, data, "server").changed
    for name, seconds in took.items():
        record_property(name, round(seconds, 2))
        assert seconds <= MOST_SECONDS, (name, seconds)
    assert size < 5 * 1024 * 1024
    assert Result.objects.filter(event=event).count() == PAIRS // 2 * BOARDS
    assert ResultVersion.objects.filter(event=event).count() == PAIRS // 2 * BOARDS
    assert scored(Event.objects.get(pk=event.pk)).standing.rows == scored(laptop).standing.rows
