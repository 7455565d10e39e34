"""A hall with six pairs, and its director."""

from typing import Any

import pytest

from storslam.bridge import parse_contract, parse_seat
from storslam.scoring.event import Play
from storslam.web import results
from storslam.web.accounts import create_director
from storslam.web.models import Event, Table, User
from storslam.web.payload import played
from tests.web import makers


@pytest.fixture
def event(db: None) -> Event:  # noqa: ARG001 - the fixture opens the database
    return makers.hall()


@pytest.fixture
def director(event: Event) -> User:
    user = create_director("ledare", "vit-springare-88", "Tea Ledare")
    event.directors.add(user)
    return user


@pytest.fixture
def desk(client: Any, director: User) -> Any:
    client.force_login(director)
    return client


def play_round(event: Event, number: int) -> None:
    """A different result at every table of the round, entered by the director."""
    for table in Table.objects.filter(round__event=event, round__number=number, ew__isnull=False):
        for board in event.boards.filter(number__in=table.boards):
            tricks = 7 + (table.number + board.number % 3) % 7
            play = Play(parse_contract("4S", parse_seat("N")), tricks)
            key = f"r{number}-{table.pk}-{board.number}"
            results.record_result(event, board, table, played(play, board.value), key, 0, "ledare")
