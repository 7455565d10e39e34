"""International match points (Law 78B), cross-IMPs and Butler."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.scoring import Settings, imps, score
from storslam.scoring.imps import datum
from storslam.scoring.settings import Datum
from tests.scoring.makers import board, figures, imps_of, scores, weighted, weighted_rulings

FIELDS = st.lists(scores | weighted_rulings, min_size=1, max_size=10)


@pytest.mark.parametrize("row", figures("imp_scale.csv"))
def test_the_scale_of_law_78b(row: dict[str, str]) -> None:
    most = row["diff_max"] or "7600"
    for difference in range(int(row["diff_min"]), int(most) + 10, 10):
        assert imps(difference) == int(row["imp"])
        assert imps(-difference) == -int(row["imp"])


def test_cross_imps_are_the_average_against_each_other_result() -> None:
    """420 against 170, -50 and 420: 6, 10 and 0 IMPs."""
    assert imps_of(score(board(1, [420, 170, -50, 420]), Settings("cross-imps"))) == [
        Fraction(6 + 10 + 0, 3),
        Fraction(-6 + 6 - 6, 3),
        Fraction(-10 - 6 - 10, 3),
        Fraction(0 + 6 + 10, 3),
    ]


def test_a_lone_result_has_no_imps() -> None:
    for method in ("cross-imps", "butler"):
        assert imps_of(score(board(1, [1430]), Settings(method))) == [0]


@pytest.mark.parametrize("method", ["cross-imps", "butler"])
@given(outcomes=FIELDS)
def test_what_one_side_wins_the_other_loses(method: str, outcomes: list) -> None:
    for line in score(board(1, outcomes), Settings(method)).boards[0].results:
        assert line.imps_ns == -line.imps_ew
        assert line.matchpoints_ns is line.percent_ns is line.raw is None


@given(FIELDS)
def test_cross_imps_of_a_board_sum_to_nothing(outcomes: list) -> None:
    assert sum(imps_of(score(board(1, outcomes), Settings("cross-imps")))) == 0


def test_the_trimmed_datum_leaves_out_the_best_and_the_worst() -> None:
    lines = board(1, [50, -460, -490, -430])
    assert imps_of(score(lines, Settings("butler"))) == [11, 0, -1, 1]


@pytest.mark.parametrize(
    ("results", "kind", "expected"),
    [
        ([100, 110], "mean", 110),
        ([-100, -110], "mean", -110),
        ([100, 100, 110], "mean", 100),
        ([100, 110, 110], "mean", 110),
        ([5000, 100, 110, -5000], "trimmed", 110),
        ([-5000, -100, -110, 5000], "trimmed", -110),
        ([620, -100], "trimmed", 260),
        ([620], "trimmed", 620),
        ([620, 0, -100], "trimmed", 0),
        ([620, 170, -100], "median", 170),
        ([620, 170, 140, -100], "median", 160),
        ([-100, -140, -170, -620], "median", -160),
    ],
)
def test_the_datum_is_a_multiple_of_ten_and_five_goes_away_from_zero(
    results: list[int], kind: Datum, expected: int
) -> None:
    assert datum([line.outcome for line in board(1, results)], kind) == expected


def test_a_weighted_ruling_stands_in_the_datum_as_one_result() -> None:
    ruling = weighted((600, 50), (0, 50))
    assert datum([line.outcome for line in board(1, [ruling, 0, 0])], "mean") == 100
    assert datum([line.outcome for line in board(1, [ruling, 400, 200])], "trimmed") == 300


@given(FIELDS, st.sampled_from(("trimmed", "mean", "median")))
def test_the_datum_lies_between_the_results(outcomes: list, kind: Datum) -> None:
    values = [outcome.ns if hasattr(outcome, "ns") else None for outcome in outcomes]
    if None not in values:
        assert min(values) <= datum(outcomes, kind) <= max(values)


def test_no_comparison_gives_more_than_the_cap() -> None:
    lines = board(1, [2000, 0, 0, 0])
    assert imps_of(score(lines, Settings("butler", imp_cap=17))) == [17, 0, 0, 0]
    assert imps_of(score(lines, Settings("cross-imps", imp_cap=17)))[:2] == [17, Fraction(-17, 3)]
    assert imps_of(score(lines, Settings("butler"))) == [19, 0, 0, 0]
