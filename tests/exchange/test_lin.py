"""Deals from Bridge Base Online, whole files and links."""

from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storslam.bridge import SEATS, Board, Deal, Seat, Vulnerability, numbered_board
from storslam.errors import FileFault
from storslam.exchange import lin, read_event
from storslam.scoring.event import BoardRecord, Event
from tests.strategies import deals

FROM_SOUTH = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
VULNERABLE = dict(zip(Vulnerability, "oneb", strict=True))
HANDS = "SAKQJHAKQDAKQCAKQ,ST987HJT9DJT9CJT9,S6543H876D876C876"


def hand(deal: Deal, seat: Seat) -> str:
    held = deal[seat]
    assert held is not None
    return "".join(letter + suit for letter, suit in zip("SHDC", str(held).split("."), strict=True))


def written(record: BoardRecord, room: str = "o") -> str:
    assert record.deal is not None
    board, deal = record.board, record.deal
    hands = ",".join(hand(deal, seat) for seat in FROM_SOUTH[:3])
    return (
        f"qx|{room}{board.number}|pn|S,W,N,E|st||md|{1 + FROM_SOUTH.index(board.dealer)}{hands},|"
        f"sv|{VULNERABLE[board.vulnerability]}|mb|1N|an|15-17 {{x}}|mb|p|pg||\n"
    )


records = st.builds(
    BoardRecord,
    st.builds(Board, st.integers(1, 99), st.sampled_from(SEATS), st.sampled_from(Vulnerability)),
    deals(),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(records, min_size=1, max_size=4, unique_by=lambda record: record.board.number))
def test_the_deals_of_a_vugraph_are_read_from_both_its_rooms(found: list[BoardRecord]) -> None:
    text = "vg|Final,1,I,1,16,A,0,B,0|\nrs|4SN=,|pg||\n"
    text += "".join(written(record, room) for record in found for room in "oc")
    expected = {record.board.number: record for record in found}
    assert read_event(text.encode()) == Event(boards=dict(sorted(expected.items())))


@settings(max_examples=20, deadline=None)
@given(records)
def test_a_link_to_the_hand_viewer_is_read(record: BoardRecord) -> None:
    assert record.deal is not None
    board = record.board
    text = written(record).replace("qx|o", "ah|Board ").strip()
    link = f"https://www.bridgebase.com/tools/handviewer.html?lin={quote(text)}"
    assert read_event(link.encode()).boards == {board.number: record}
    seats = "&".join(f"{seat.value.lower()}={hand(record.deal, seat)}" for seat in SEATS)
    told = f"d={board.dealer.value.lower()}&v={VULNERABLE[board.vulnerability]}&b={board.number}"
    link = f"https://www.bridgebase.com/tools/handviewer.html?{seats}&{told}"
    assert read_event(link.encode()).boards == {board.number: record}


def test_boards_without_numbers_are_numbered_in_their_order() -> None:
    boards = lin.loads(f"md|3{HANDS}|pg||md|0{HANDS}|").boards
    assert [record.board for record in boards.values()] == [numbered_board(1), numbered_board(2)]
    assert str(boards[1].deal[Seat.EAST]) == "2.5432.5432.5432"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (f"qx|o1|\nmd|3{HANDS}", 2, "end is missing"),
        (f"qx|o1|\nmd|3{HANDS.replace('SAK', 'SAA')}|", 2, "cannot be held"),
        (f"qx|o1|\nmd|3{HANDS.replace('S6', 'SA')}|", 2, "dealt twice"),
        (f"qx|o1|\nmd|7{HANDS}|", 2, "four hands"),
        ("qx|o1|\nmd|3SAK|", 2, "four hands"),
        (f"md|3{HANDS.replace('S6', 'X6')}|", 1, "four suits"),
        (f"qx|o1|md|3{HANDS}|\nqx|c1|md|4{HANDS}|", 2, "other cards"),
        (f"qx|o0|md|3{HANDS}|", 1, "whole number"),
        ("pn|S,W,N,E|", 0, "no deals"),
        ("https://example.org/?n=SAK&d=q", 1, "not a seat"),
        ("https://[x?lin=md|3SAKQ,,|", 1, "not LIN"),
    ],
)
def test_a_fault_names_the_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(FileFault, match=reason) as caught:
        read_event(text.encode(), "final.lin")
    assert (caught.value.file, caught.value.line) == ("final.lin", line)
