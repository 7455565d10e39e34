"""Match points (Law 78A) brought to the number of expected results by Neuberg's formula."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.scoring import Settings, neuberg, rounded, score, top
from storslam.scoring.matchpoints import before_neuberg
from tests.scoring.makers import board, figures, matchpoints, percent, scores, weighted_rulings

FIELDS = st.lists(scores | weighted_rulings, min_size=1, max_size=12)


@pytest.mark.parametrize("row", figures("neuberg.csv"))
def test_the_published_examples(row: dict[str, str]) -> None:
    raw, compared, expected = int(row["mp"]), int(row["actual"]), int(row["expected"])
    final = neuberg(raw, compared, expected)
    assert final == Fraction(row["exact"])
    assert rounded(final) == row["one_decimal"]
    assert before_neuberg(final, compared, expected) == raw


def test_ten_of_eleven_results() -> None:
    """The example of the English Bridge Union: 520 down to -50 on a board expected eleven times."""
    lines = board(1, [520, 500, 490, 480, 460, 450, 430, 420, 400, -50])
    shown = [rounded(points) for points in matchpoints(score(lines, Settings(expected=11)))]
    assert shown == ["19.9", "17.7", "15.5", "13.3", "11.1", "8.9", "6.7", "4.5", "2.3", "0.1"]


def test_four_match_points_among_six_of_seven_results() -> None:
    """S-03: M = 4 gives 29/6, however the lines are typed."""
    results = [-420, -100, -50, 110, 140, 420]
    standing = score(board(1, results), Settings(expected=7))
    assert matchpoints(standing)[2] == Fraction(29, 6)
    turned = score(board(1, results[::-1]), Settings(expected=7))
    assert matchpoints(turned) == matchpoints(standing)[::-1]


def test_twenty_results_and_two_artificial_scores() -> None:
    """S-04: A = 20 and E = 22; the artificial per cents are of the full top."""
    outcomes = [10 * number for number in range(20)]
    standing = score(board(1, [*outcomes, percent(60, 40), percent(60, 40)]))
    points = matchpoints(standing)
    assert standing.expected_results == 22
    assert points[:20] == [neuberg(2 * number, 20, 22) for number in range(20)]
    assert points[20:] == [Fraction(60 * top(22), 100)] * 2
    assert {line.compared for line in standing.boards[0].results} == {20, 0}


def test_a_fouled_board_has_two_groups_each_brought_to_all_results() -> None:
    """S-06: seven tables played it right and three did not; both groups count as ten."""
    right = board(1, [10 * n for n in range(7)])
    fouled = [line for line in board(1, [0] * 7 + [500, 100, -90], "b") if line.ns > "N7"]
    fouled += [line for line in board(1, [0] * 9 + [-90], "b") if line.ns == "N10"]
    standing = score([*right, *fouled])
    assert standing.expected_results == 10
    assert matchpoints(standing) == [
        *(neuberg(2 * n, 7, 10) for n in range(7)),
        *(Fraction(47, 3), Fraction(9), Fraction(7, 3)),
    ]
    assert [line.line.group for line in standing.boards[0].results] == [""] * 7 + ["b"] * 3


def test_a_lone_result_is_average() -> None:
    standing = score(board(1, [1430]), Settings(expected=9))
    assert matchpoints(standing) == [top(9) / 2]


@given(FIELDS, st.integers(0, 5))
def test_the_mean_is_kept(outcomes: list, missing: int) -> None:
    expected = len(outcomes) + missing
    points = matchpoints(score(board(1, outcomes), Settings(expected=expected)))
    assert sum(points) == len(outcomes) * (expected - 1)


@given(FIELDS, st.integers(0, 5))
def test_equal_results_get_equal_points_and_better_ones_more(outcomes: list, missing: int) -> None:
    standing = score(board(1, outcomes), Settings(expected=len(outcomes) + missing))
    by_score: dict[int, set] = {}
    for outcome, points in zip(outcomes, matchpoints(standing), strict=True):
        if hasattr(outcome, "ns"):
            by_score.setdefault(outcome.ns, set()).add(points)
    assert all(len(points) == 1 for points in by_score.values())
    ordered = [points.pop() for _, points in sorted(by_score.items())]
    assert ordered == sorted(set(ordered))


@given(FIELDS)
def test_nothing_changes_when_all_results_are_there(outcomes: list) -> None:
    for line in score(board(1, outcomes)).boards[0].results:
        assert line.matchpoints_ns == line.raw


@given(FIELDS, st.integers(0, 5))
def test_east_west_have_what_is_left_of_the_top(outcomes: list, missing: int) -> None:
    expected = len(outcomes) + missing
    for line in score(board(1, outcomes), Settings(expected=expected)).boards[0].results:
        assert line.matchpoints_ns + line.matchpoints_ew == top(expected) == line.top
        assert 0 <= line.matchpoints_ns <= top(expected)
        if line.top:
            assert line.percent_ns + line.percent_ew == 100
