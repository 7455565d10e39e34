"""Boards, seats and vulnerability (Law 2)."""

import pytest

from storslam.bridge import (
    SEATS,
    Board,
    Seat,
    Side,
    Vulnerability,
    numbered_board,
    parse_seat,
    parse_vulnerability,
)
from storslam.errors import StorslamError

# Law 2: dealer and who is vulnerable, boards 1 to 16.
LAW_2 = (
    *("N None", "E NS", "S EW", "W All", "N NS", "E EW", "S All", "W None"),
    *("N EW", "E All", "S None", "W NS", "N All", "E None", "S NS", "W EW"),
)


@pytest.mark.parametrize("number", range(1, 49))
def test_dealer_and_vulnerability_repeat_after_sixteen_boards(number: int) -> None:
    board = numbered_board(number)
    assert f"{board.dealer.value} {board.vulnerability.value}" == LAW_2[(number - 1) % 16]


@pytest.mark.parametrize("number", [0, -1, 10_000])
def test_a_board_has_a_number(number: int) -> None:
    with pytest.raises(StorslamError, match="from 1 to 9999"):
        Board(number, Seat.NORTH, Vulnerability.NONE)


def test_seats_go_round_clockwise() -> None:
    assert [seat.next for seat in SEATS] == [Seat.EAST, Seat.SOUTH, Seat.WEST, Seat.NORTH]
    assert [seat.side for seat in SEATS] == [Side.NS, Side.EW, Side.NS, Side.EW]
    assert [side.other for side in Side] == [Side.EW, Side.NS]


def test_each_vulnerability_says_who_is_vulnerable() -> None:
    told = {v.value: (v.of(Side.NS), v.of(Side.EW)) for v in Vulnerability}
    assert told == {
        "None": (False, False),
        "NS": (True, False),
        "EW": (False, True),
        "All": (True, True),
    }
    assert numbered_board(3).vulnerable(Side.EW)
    assert not numbered_board(3).vulnerable(Side.NS)


@pytest.mark.parametrize(
    ("text", "seat"),
    [("N", Seat.NORTH), (" e ", Seat.EAST), ("Ö", Seat.EAST), ("v", Seat.WEST), ("s", Seat.SOUTH)],
)
def test_seats_in_english_and_swedish(text: str, seat: Seat) -> None:
    assert parse_seat(text) is seat


@pytest.mark.parametrize("text", ["", "X", "NS", "North"])
def test_what_is_no_seat_is_refused(text: str) -> None:
    with pytest.raises(StorslamError, match="is not a seat"):
        parse_seat(text)


@pytest.mark.parametrize(
    ("text", "vulnerability"),
    [
        ("None", Vulnerability.NONE),
        ("-", Vulnerability.NONE),
        ("o", Vulnerability.NONE),
        ("Love", Vulnerability.NONE),
        ("n-s", Vulnerability.NS),
        ("NS", Vulnerability.NS),
        ("öv", Vulnerability.EW),
        ("E-W", Vulnerability.EW),
        ("both", Vulnerability.BOTH),
        ("ALL", Vulnerability.BOTH),
        ("Alla", Vulnerability.BOTH),
    ],
)
def test_vulnerability_in_the_usual_forms(text: str, vulnerability: Vulnerability) -> None:
    assert parse_vulnerability(text) is vulnerability


@pytest.mark.parametrize("text", ["", "maybe", "N", "--", "EWNS"])
def test_what_is_no_vulnerability_is_refused(text: str) -> None:
    with pytest.raises(StorslamError, match="is not a vulnerability"):
        parse_vulnerability(text)
