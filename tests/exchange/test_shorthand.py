"""Travellers' lines as they are typed."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.bridge import PASSED_OUT, Contract, Doubling, Seat, Strain, parse_card
from storslam.errors import StorslamError
from storslam.exchange.shorthand import parse_shorthand
from storslam.scoring.event import Play


def made(level: int, strain: Strain, declarer: Seat, tricks: int, doubled: int = 0) -> Play:
    return Play(Contract(level, strain, Doubling(doubled), declarer), tricks)


@pytest.mark.parametrize(
    ("text", "play"),
    [
        ("4SN=", made(4, Strain.SPADES, Seat.NORTH, 10)),
        ("4s n 10", made(4, Strain.SPADES, Seat.NORTH, 10)),
        ("3NTS+1", made(3, Strain.NOTRUMP, Seat.SOUTH, 10)),
        ("3NN=", made(3, Strain.NOTRUMP, Seat.NORTH, 9)),
        ("3NTN=", made(3, Strain.NOTRUMP, Seat.NORTH, 9)),
        ("2RÖ-1", made(2, Strain.DIAMONDS, Seat.EAST, 7)),
        ("1KV 7", made(1, Strain.CLUBS, Seat.WEST, 7)),
        ("5DXXW−3", made(5, Strain.DIAMONDS, Seat.WEST, 8, 2)),
        ("p", Play(PASSED_OUT, 0)),
    ],
)
def test_a_line_is_read(text, play):
    assert parse_shorthand(text) == play


@pytest.mark.parametrize(
    ("text", "lead"),
    [
        ("4SN= HQ", "HQ"), ("4SN= hd", "HQ"), ("4SN= R10", "DT"), ("4SN= KKn", "CJ"),
        ("4SN= SE", "SA"),
    ],
)  # fmt: skip
def test_the_lead_in_either_language(text, lead):
    assert parse_shorthand(text).lead == parse_card(lead)


@pytest.mark.parametrize(
    "text", ["", "4S", "4SN", "8SN=", "4SN+4", "4SN=HQ", "4SQ=", "P 3", "4SN= H", "0NTN=", "4SN 14"]
)
def test_what_cannot_be_a_line_is_refused(text):
    with pytest.raises(StorslamError):
        parse_shorthand(text)


@given(st.text(max_size=30))
def test_any_text_is_a_line_or_a_fault(text):
    with suppress(StorslamError):
        assert isinstance(parse_shorthand(text), Play)
