"""What a movement must not do, and the counts of one that can be played."""

from collections import Counter

import pytest

from storslam.errors import FileFault
from storslam.exchange import movements
from storslam.movements import faults, profile

HEAD = "round;table;ns;ew;boards\n"
HOWELL = "1;1;4;1;1 2\n1;2;3;2;1 2\n2;1;4;2;3 4\n2;2;1;3;3 4\n3;1;4;3;5 6\n3;2;2;1;5 6\n"


def check(rows: str) -> list[tuple[int, str]]:
    movement, lines = movements.loads(HEAD + rows)
    return [(lines[fault.index], str(fault.reason)) for fault in faults(movement)]


def test_a_howell_of_four_pairs_can_be_played() -> None:
    movement, _ = movements.loads(HEAD + HOWELL)
    counts = profile(movement)
    assert not list(faults(movement))
    assert (counts.contestants, counts.tables, counts.rounds, counts.boards) == (4, 2, 3, 6)
    assert counts.meetings == Counter(
        {frozenset(met): 1 for met in ("41", "32", "42", "13", "43", "21")}
    )
    assert counts.most_times_on_a_board == 1
    assert counts.board_shared_in_a_round
    assert counts.results_per_board == Counter({2: 6})


@pytest.mark.parametrize(
    ("rows", "line", "reason"),
    [
        ("1;1;4;1;1\n1;2;1;2;2\n", 3, "1 sits at another table already"),
        ("1;1;4;1;1\n1;1;3;2;2\n", 3, "table 1 is there twice"),
        ("1;1;4;1;1\n2;1;4;2;1\n", 3, "4 has played board 1 already"),
        ("1;1;4;4;1\n", 2, "4 meets itself"),
    ],
)
def test_what_cannot_be_played_is_named_with_its_line(rows: str, line: int, reason: str) -> None:
    assert any(at == line and reason in said for at, said in check(rows))


@pytest.mark.parametrize(
    ("rows", "sets", "lines"),
    [
        ("1;1;a;b;1\n1;2;c;d;1\n1;3;e;f;2\n", 1, [3]),
        ("1;1;a;b;1\n1;2;c;d;1\n1;3;e;f;2\n", 2, []),
        ("1;1;a;b;1\n1;2;c;d;1\n1;3;e;f;1\n1;4;g;h;2\n", 2, [4]),
        ("1;1;a;b;1\n1;2;c;;1\n1;3;e;f;2\n", 1, []),
        ("1;1;a;b;1 2\n1;2;c;d;2 1\n", 1, []),
    ],
)
def test_a_board_at_more_tables_than_there_are_sets_is_a_fault_but_in_a_barometer(
    rows: str, sets: int, lines: list[int]
) -> None:
    movement, at = movements.loads(HEAD + rows)
    assert [at[fault.index] for fault in faults(movement, sets)] == lines


def test_sitting_out_is_not_playing() -> None:
    assert check("1;1;4;;1\n2;1;4;1;1\n") == []


@pytest.mark.parametrize("rows", ["x;1;4;1;1\n", "1;1;4;1;1 x\n", ""])
def test_a_file_that_is_no_movement_is_refused(rows: str) -> None:
    with pytest.raises(FileFault):
        movements.loads(HEAD + rows)


def test_a_movement_reads_back_equal() -> None:
    movement, _ = movements.loads(HEAD + HOWELL)
    assert movements.loads(movements.dumps(movement))[0] == movement
