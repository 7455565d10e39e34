"""Calls (Laws 17-19) and contracts, as people write them."""

from itertools import pairwise

import pytest
from hypothesis import given

from storslam.bridge import (
    PASSED_OUT,
    SEATS,
    Bid,
    Contract,
    Double,
    Doubling,
    Pass,
    Redouble,
    Seat,
    Strain,
    parse_call,
    parse_contract,
    parse_tricks,
)
from storslam.errors import StorslamError
from tests.strategies import contracts

BIDS = [Bid(level, strain) for level in range(1, 8) for strain in Strain]


def test_the_bids_from_one_club_to_seven_notrump_rise() -> None:
    assert all(low < high for low, high in pairwise(BIDS))
    assert [str(bid) for bid in BIDS[:6]] == ["1C", "1D", "1H", "1S", "1NT", "2C"]


@pytest.mark.parametrize("call", [*BIDS, Pass(), Double(), Redouble()])
def test_a_call_is_read_as_it_is_written(call: Bid | Pass | Double | Redouble) -> None:
    assert parse_call(str(call)) == call
    assert parse_call(f" {str(call).lower()} ") == call


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("1N", Bid(1, Strain.NOTRUMP)),
        ("2♠", Bid(2, Strain.SPADES)),
        ("p", Pass()),
        ("dbl", Double()),
    ],
)
def test_calls_have_other_forms(text: str, call: Bid | Pass | Double) -> None:
    assert parse_call(text) == call


@pytest.mark.parametrize("text", ["", "8C", "0S", "1", "1X", "C1", "XXX", "²C", "10H"])
def test_what_is_no_call_is_refused(text: str) -> None:
    with pytest.raises(StorslamError, match="not a"):
        parse_call(text)


@given(contracts)
def test_a_contract_is_read_as_it_is_written(contract: Contract) -> None:
    assert parse_contract(str(contract), contract.declarer) == contract


@pytest.mark.parametrize(
    ("text", "contract"),
    [
        ("4h", Contract(4, Strain.HEARTS, Doubling.NONE, Seat.SOUTH)),
        ("3NX", Contract(3, Strain.NOTRUMP, Doubling.DOUBLED, Seat.SOUTH)),
        ("3 NT x", Contract(3, Strain.NOTRUMP, Doubling.DOUBLED, Seat.SOUTH)),
        ("2♣**", Contract(2, Strain.CLUBS, Doubling.REDOUBLED, Seat.SOUTH)),
    ],
)
def test_contracts_have_other_forms(text: str, contract: Contract) -> None:
    assert parse_contract(text, Seat.SOUTH) == contract


@pytest.mark.parametrize("text", ["PASS", "pass", "Passed out", "AP", "p"])
def test_a_board_passed_out_has_no_declarer(text: str) -> None:
    assert parse_contract(text, None) is PASSED_OUT


@pytest.mark.parametrize("text", ["", "8NT", "4", "4HXXX", "H4", "0C", "3NTT"])
def test_what_is_no_contract_is_refused(text: str) -> None:
    with pytest.raises(StorslamError, match="is not a contract"):
        parse_contract(text, Seat.NORTH)


def test_a_contract_needs_a_declarer_and_a_level() -> None:
    with pytest.raises(StorslamError, match="4H has no declarer"):
        parse_contract("4H", None)
    with pytest.raises(StorslamError, match="8 is not a level"):
        Contract(8, Strain.CLUBS, Doubling.NONE, Seat.NORTH)


@pytest.mark.parametrize(
    ("text", "tricks"),
    [("=", 10), ("+1", 11), ("-2", 8), ("−2", 8), ("10", 10), ("0", 0), ("13", 13), (" 9 ", 9)],
)
def test_tricks_of_four_hearts(text: str, tricks: int) -> None:
    assert parse_tricks(text, parse_contract("4H", Seat.EAST)) == tricks


@pytest.mark.parametrize("text", ["14", "+4", "-11"])
def test_results_beyond_thirteen_tricks_are_refused(text: str) -> None:
    with pytest.raises(StorslamError, match="there are 13"):
        parse_tricks(text, parse_contract("4H", Seat.EAST))


@pytest.mark.parametrize("text", ["", "made", "+", "1.5", "+-1", "100"])
def test_what_is_no_number_of_tricks_is_refused(text: str) -> None:
    with pytest.raises(StorslamError, match="is not a number of tricks"):
        parse_tricks(text, parse_contract("4H", Seat.EAST))


@pytest.mark.parametrize("text", ["", "0", "="])
def test_a_board_passed_out_has_no_tricks(text: str) -> None:
    assert parse_tricks(text, PASSED_OUT) == 0


def test_tricks_on_a_board_passed_out_are_refused() -> None:
    with pytest.raises(StorslamError, match="passed out, but with tricks: 7"):
        parse_tricks("7", PASSED_OUT)


@given(contracts)
def test_relative_and_absolute_tricks_agree(contract: Contract) -> None:
    for tricks in range(14):
        relative = f"{tricks - contract.tricks_needed:+d}"
        assert parse_tricks(relative, contract) == parse_tricks(str(tricks), contract) == tricks


def test_every_seat_can_declare() -> None:
    played = [parse_contract("1NT", seat) for seat in SEATS]
    assert [contract.declarer for contract in played if isinstance(contract, Contract)] == [*SEATS]
