"""A whole final goes out, is played elsewhere, and comes home."""

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

PAIRS, BOARDS = 52, 102


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


def to(data: bytes, slug: str) -> bytes:
    """The bundle as one of the event of another address, as if in another database."""
    value = files.load(data)
    value["about"]["slug"] = slug
    return files.dump(value)


def test_a_final_of_52_pairs_goes_out_is_played_and_comes_home():
    event = makers.hall(PAIRS, BOARDS // (PAIRS - 1))
    event.rounds.update(opened=timezone.now())
    laptop = bundle.bring(to(bundle.take_out(event, "server"), "laptop"), "laptop").event
    play(laptop)
    data = to(bundle.take_out(laptop, "laptop"), "salen")
    assert len(data) < 5 * 1024 * 1024
    assert bundle.bring(data, "server").versions == PAIRS // 2 * BOARDS
    assert not bundle.bring(data, "server").changed
    assert Result.objects.filter(event=event).count() == PAIRS // 2 * BOARDS
    assert ResultVersion.objects.filter(event=event).count() == PAIRS // 2 * BOARDS
    assert scored(Event.objects.get(pk=event.pk)).standing.rows == scored(laptop).standing.rows
