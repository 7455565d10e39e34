"""Team matches as CSV."""

import pytest

from storslam.errors import FileFault
from storslam.exchange import teams
from storslam.scoring import Score

HEAD = "match;board;dealer;vul;home;away;ns;contract;declarer;tricks\n"


def test_a_board_is_put_together_from_its_two_rooms() -> None:
    (match,) = teams.loads(
        HEAD
        + "1;12;W;NS;T1;T4;T1;4H;N;9\n1;12;W;NS;T1;T4;T4;4H;N;10\n1;11;S;None;T1;T4;T1;PASS;;\n"
    )
    assert (match.home, match.away) == ("T1", "T4")
    assert match.open_room == {12: Score(-100), 11: Score(0)}
    assert match.closed_room == {12: Score(620)}


@pytest.mark.parametrize(
    ("rows", "line", "reason"),
    [
        ("1;1;N;None;T1;T1;T1;4H;N;9", 2, "against itself"),
        ("1;1;N;None;T1;T2;T3;4H;N;9", 2, "neither home nor away"),
        ("1;1;N;None;T1;T2;T1;;;", 2, "contract is missing"),
        ("1;1;N;None;T1;T2;T1;4H;N;9\n1;1;N;None;T1;T2;T1;4H;N;9", 3, "twice in this room"),
        ("1;1;N;None;T1;T2;T1;4H;N;9\n1;2;E;NS;T1;T3;T1;4H;N;9", 3, "between T1 and T2"),
        ("1;1;N;None;T1;T2;T1;4H;N;14", 2, "14 tricks"),
    ],
)
def test_a_fault_names_the_line(rows: str, line: int, reason: str) -> None:
    with pytest.raises(FileFault, match=reason) as caught:
        teams.loads(HEAD + rows)
    assert caught.value.line == line


def test_a_heading_alone_is_no_match() -> None:
    with pytest.raises(FileFault, match="no results"):
        teams.loads(HEAD)
