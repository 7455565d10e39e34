"""The Data Connector's objects: what we send is what Bridge Systems' own checks let pass."""

import json
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from bridgemate_dataconnector import dto, validation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from storslam.bridge import SEATS
from storslam.errors import FileFault, StorslamError
from storslam.exchange import data_connector as protocol
from storslam.exchange import data_connector_setup as set_up
from storslam.exchange.data_connector import Absent, Called, Said, Seated, Spot, Status
from storslam.movements import Movement, Position
from storslam.movements.barometer import barometer
from storslam.movements.howell import howell
from storslam.scoring.event import Artificial, Average, Percent, Play, Player
from tests.strategies import cards, contracts, plays

GUID = "A1B2C3D4E5F60718293A4B5C6D7E8F90"
CLUB = "KLUBB1"

numbers = st.integers(1, 9999)
spots = st.builds(Spot, st.sampled_from(("A", "Z", "BB", "CCC")), numbers, numbers)
averages = st.sampled_from((1, 0, -1)).map(Average)
results = plays | st.builds(Artificial, averages, averages) | st.just(Absent.NOT_PLAYED)
contested = st.builds(
    Said,
    spots,
    numbers,
    st.builds(Play, contracts, st.integers(0, 13), st.none() | cards),
    st.integers(1, 5000),
    st.integers(5001, 9999),
    switched=st.booleans(),
    split=st.booleans(),
)
lines = (
    contested
    | st.builds(Said, spots, numbers, results, numbers, numbers)
    | st.builds(Said, spots, numbers, st.just(Absent.ERASED))
)
unhurried = settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)


def row(**changed: Any) -> dict[str, Any]:
    """A ResultDTO as the protocol's samples have it, with these fields changed."""
    sample = dto.ResultDTO(GUID, "A", 1, 1, 1, 3, False, 3, 4, 3, 1, 4, 4, 0, 10, 14, 1)
    return {**sample.to_dict(), **changed}


def load(*rows: object) -> tuple[list[Any], list[StorslamError]]:
    return protocol.load_lines(json.dumps(rows), GUID, protocol.load_result)


@unhurried
@given(lines)
def test_what_is_written_is_read_again(line):
    assert protocol.load_result(protocol.dump_result(line, GUID)) == line


@unhurried
@given(lines)
def test_what_is_written_passes_the_vendors_check(line):
    told = protocol.dump_result(line, GUID)
    found = dto.ResultDTO.from_dict(told)
    assert found.to_dict() == told
    assert validation.validate_result_dto(found), found.validation_messages


@pytest.mark.parametrize("ns", ["Min", "Avg", "Plus"])
@pytest.mark.parametrize("ew", ["Min", "Avg", "Plus"])
def test_the_nine_awards(ns, ew):
    """As the published ResultDTO names them."""
    level = getattr(dto.ResultDTO, f"Avg{ns}{ew}")
    first, second = (Average(("Min", "Avg", "Plus").index(name) - 1) for name in (ns, ew))
    assert protocol.load_result(row(Level=level)).result == Artificial(first, second)
    turned = protocol.load_result(row(Level=level, ScoringDirection=2))
    assert turned.result == Artificial(second, first)


def test_a_pair_that_declares_from_the_others_seats():
    """ "The result is marked as being a switched seating", says the guide to the ResultDTO."""
    straight = protocol.load_result(row())
    switched = protocol.load_result(row(DeclaringPair=4))
    assert (straight.switched, switched) == (False, replace(straight, switched=True))
    assert protocol.dump_result(switched, GUID) == row(DeclaringPair=4)
    assert not protocol.load_result(row(Level=0, DeclaringPair=4)).switched


def test_a_result_for_one_side_only():
    assert not protocol.load_result(row(ScoringDirection=1)).split
    assert protocol.load_result(row(ScoringDirection=2)).split


def test_other_awards_cannot_be_told():
    award = Artificial(Percent(1), Average(0))
    with pytest.raises(StorslamError, match="A\\+"):
        protocol.dump_result(Said(Spot("A", 1, 1), 1, award, 1, 2), GUID)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"Level": "four"}, "Level"),
        ({"Level": 8}, "Level"),
        ({"Level": -11}, "Level"),
        ({"Level": True}, "Level"),
        ({"Level": None}, "Level"),
        ({"Denomination": 0}, "Denomination"),
        ({"Stake": 3}, "Stake"),
        ({"DeclarerDirection": 5}, "DeclarerDirection"),
        ({"TotalTricks": 14}, "TotalTricks"),
        ({"TotalTricks": 9.0}, "TotalTricks"),
        ({"LeadCardRank": 1}, "rank"),
        ({"LeadCardSuit": 5}, "LeadCardSuit"),
        ({"DeclaringPair": 7}, "declaring pair"),
        ({"PairEastWest": 0}, "PairEastWest"),
        ({"BoardNumber": [1]}, "BoardNumber"),
        ({"TableNumber": 10**30}, "TableNumber"),
        ({"RoundNumber": 0}, "RoundNumber"),
        ({"SectionLetters": "AB"}, "letters"),
        ({"SectionLetters": 1}, "SectionLetters"),
        ({"SessionGuid": "B" * 32}, "another session"),
        ({"IsDeleted": "no"}, "IsDeleted"),
    ],
)
def test_a_bad_line_is_named_and_the_others_stand(changed, told):
    good, wrong = load(row(), row(**changed), row(BoardNumber=2))
    assert [line.board for line in good] == [1, 2]
    (fault,) = wrong
    assert isinstance(fault, FileFault)
    assert fault.line == 2
    assert told in str(fault)


@pytest.mark.parametrize("bad", [1, None, "x", [], {}])
def test_a_line_that_is_no_object(bad):
    good, wrong = load(bad, row())
    assert (len(good), len(wrong)) == (1, 1)


@pytest.mark.parametrize("data", ["{}", "1", "[", "\x00", '"x"', "[" * 100_000])
def test_a_queue_that_is_no_list(data):
    with pytest.raises(StorslamError):
        protocol.load_lines(data, GUID, protocol.load_result)


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"\xff", b"{", b'{"RequestCommand": "5"}', b"1", b"<html>", b"[" * 100_000],
)
def test_what_is_no_answer(body):
    with pytest.raises(StorslamError):
        protocol.load_answer(body)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@unhurried
@given(st.sampled_from(sorted(row())), json_values)
def test_no_value_of_a_field_breaks_the_reader(name, value):
    for load_one in (protocol.load_result, protocol.load_call, protocol.load_participation):
        good, wrong = protocol.load_lines(json.dumps([row(**{name: value})]), GUID, load_one)
        assert len(good) + len(wrong) == 1


def test_calls_and_players():
    call = dto.TdCallDTO(GUID, "B", 3, 2, 19, 5, 2).to_dict()
    assert protocol.load_call(call) == Called(Spot("B", 3, 2), 19, 5, Status.IN_PROGRESS)
    player = dto.ParticipationDTO(GUID, "A", 3, dto.TableDirection.South, 0, "12345").to_dict()
    assert protocol.load_participation(player) == Seated(Spot("A", 3, 1), SEATS[2], "12345")
    named = {**player, "PlayerNumber": None, "FirstName": "Åsa", "LastName": "Öberg"}
    assert protocol.load_participation(named).name == "Åsa Öberg"
    with pytest.raises(StorslamError, match="shown"):
        protocol.load_participation({**named, "LastName": "a\nb"})


# --- Set-up


def section(movement: Movement, **more: Any) -> dict[str, Any]:
    options = {"winners": 1, "more": False, **more}
    return set_up.dump_section(GUID, "A", "", movement, **options)


@pytest.mark.parametrize("movement", [barometer(40, 2, 3), barometer(7, 3), howell(8, 2)])
def test_an_event_passes_the_vendors_check(movement):
    pairs = {
        code: [Player(f"Nord {code}", f"1{code}"), Player(f"Syd von {code}")]
        for code in movement.contestants
    }
    people = set_up.dump_people(GUID, CLUB, {"A": movement}, pairs)
    made = set_up.dump_event(
        GUID, CLUB, "Kväll", date(2026, 11, 30), "butler", [section(movement)], people
    )
    found = dto.InitDTO.from_dict(made)
    assert found.to_dict() == made
    assert validation.validate_init_dto(found), found.validation_messages
    assert len(people.players) == len(movement.contestants)
    assert len(people.participations) == 2 * len(movement.contestants)


@pytest.mark.parametrize("deleted", [True, False])
def test_an_update_passes_the_vendors_check(deleted):
    made = set_up.dump_update(section(barometer(6, 2)), CLUB, "matchpoints", deleted=deleted)
    found = dto.SectionUpdateDTO.from_dict(made)
    assert found.to_dict() == made
    assert validation.validate_section_update_dto(found), found.validation_messages


def test_who_sits_out_has_no_boards():
    (table,) = section(Movement((Position(1, 1, "3", None, (1, 2)),)))["Tables"]
    (told,) = table["Rounds"]
    assert (told["PairNS"], told["PairEW"]) == (3, 0)
    assert (told["LowBoardNumber"], told["HighBoardNumber"]) == (0, 0)


def test_a_table_that_is_empty_in_a_round_is_told_as_empty():
    movement = Movement((Position(1, 1, "1", "2", (1,)), Position(2, 2, "1", "2", (2,))))
    first, second = section(movement)["Tables"]
    assert [one["PairNS"] for one in first["Rounds"]] == [1, 0]
    assert [one["PairNS"] for one in second["Rounds"]] == [0, 1]


@pytest.mark.parametrize(
    ("position", "told"),
    [
        (Position(1, 1, "B7", "2", (1,)), "B7"),
        (Position(1, 1, "1", "٢", (1,)), "٢"),
        (Position(2, 4, "1", "2", (1, 3)), "A4.*1 3"),
    ],
)
def test_what_the_devices_cannot_be_told(position, told):
    with pytest.raises(StorslamError, match=told):
        section(Movement((replace(position, round=1),)))


def test_the_letters_of_sections():
    assert set_up.letters_of(["A", "B"]) == {"A": "A", "B": "B"}
    assert set_up.letters_of([""]) == {"": "A"}
    assert set_up.letters_of(["Ö", "S", "A"]) == {"Ö": "A", "S": "S", "A": "B"}
    many = set_up.letters_of(map(str, range(78)))
    assert len(set(many.values())) == 78
    with pytest.raises(StorslamError, match="78"):
        set_up.letters_of(map(str, range(79)))


def test_a_number_that_two_have_is_told_once():
    movement = Movement((Position(1, 1, "1", "2", (1,)),))
    pairs = {"1": [Player("Anna Ask", "7"), Player("Bo Berg", "7")]}
    people = set_up.dump_people(GUID, CLUB, {"A": movement}, pairs)
    assert [one["LastName"] for one in people.players] == ["Ask"]
    assert [one["LastName"] for one in people.participations] == [None, "Berg"]
