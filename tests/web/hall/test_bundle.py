"""An event out to a laptop and home again; what both changed is held, nothing is lost."""

import json
from typing import Any

import pytest
from django.utils import timezone

from storslam.bridge import parse_contract, parse_seat
from storslam.errors import StorslamError
from storslam.exchange import bundle as files
from storslam.scoring.event import Play
from storslam.web import results
from storslam.web.hall import bundle, contestants, directing, rounds, tables
from storslam.web.hall.codes import Place, pin, token
from storslam.web.models import (
    CarryOver,
    Conflict,
    Contestant,
    Event,
    Received,
    ResultVersion,
    Round,
    Ruling,
    Step,
    Table,
    User,
)
from storslam.web.models.event import Standing, State
from storslam.web.payload import played
from storslam.web.scored import scored
from tests.web.hall.conftest import play_round


def forget(event: Event) -> None:
    """As if the event had never been here."""
    Ruling.objects.filter(event=event).delete()
    Conflict.objects.filter(event=event).delete()
    event.results.all().delete()
    Table.objects.filter(round__event=event).delete()
    event.delete()


def state(event: Event) -> dict[str, Any]:
    """All that a bundle holds of the event, but for who made it and when."""
    value = files.load(bundle.take_out(event, "prov"))
    return {key: value[key] for key in ("about", "frame", "results", "rulings")}


def marks(event: Event) -> tuple[Any, ...]:
    return Event.objects.values_list("version", "stamp", "frame", "changed").get(pk=event.pk)


def enter(event: Event, round_: int, table: int, tricks: int, key: str, seen: int = 0) -> Any:
    """The director enters 4S by North with so many tricks on the table's first board."""
    seat = Table.objects.get(round__event=event, round__number=round_, number=table)
    board = event.boards.get(number=seat.boards[0])
    play = Play(parse_contract("4S", parse_seat("N")), tricks)
    return results.record_result(event, board, seat, played(play, board.value), key, seen, "tl")


@pytest.fixture
def full(event: Event, director: User) -> Event:
    """The hall after two rounds, with all that can be there."""
    play_round(event, 1)
    rounds.close_round(event, 1, director)
    rounds.open_round(event, 2, director)
    play_round(event, 2)
    place = Place(event.sections.get().number, 1, "N")
    table = Table.objects.get(round__event=event, round__number=2, number=1)
    play = Play(parse_contract("3NT", parse_seat("S")), 9)
    tables.enter(event, place, tables.Sent(2, table.boards[0], play, "held"))
    enter(event, 1, 2, 7, "again", seen=1)
    results.confirm(ResultVersion.objects.get(key="again"), "A2 E")
    pair = event.contestants.get(code="3")
    CarryOver.objects.create(contestant=pair, points="7/3", text="från kvalet")
    results.rule(
        Ruling(event=event, contestant=pair, amount="-10.00", reason="sent till bordet", who="tl")
    )
    contestants.set_standing(event, event.contestants.get(code="6"), Standing.OUT, director, "sjuk")
    return Event.objects.get(pk=event.pk)


def test_an_event_that_was_forgotten_is_the_same_when_it_is_brought_in(full, director):
    standing = scored(full).standing
    before, data = state(full), bundle.take_out(full, director)
    place = Place(full.sections.get().number, 2, "E")
    codes = token(full, place), pin(full, place)
    forget(full)
    brought = bundle.bring(data, director)
    assert brought.new and brought.versions == 13 and len(brought.held) == 1
    event = Event.objects.get(slug="salen")
    assert state(event) == before
    assert scored(event).standing == standing
    assert (token(event, place), pin(event, place)) == codes
    assert list(event.directors.all()) == [director]
    assert event.copy and event.away is None
    version = ResultVersion.objects.get(event=event, key="again")
    assert (version.who, version.number, version.confirmation.who) == ("tl", 2, "A2 E")
    assert event.stage.season.slug == "2012-2013"
