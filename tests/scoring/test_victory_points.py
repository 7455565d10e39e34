"""Victory points by WBF's scales, 25-0 until 2012 and 20-0 from 2013."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.errors import StorslamError
from storslam.rulebook.edition import edition
from storslam.scoring import least_imps, victory_points, vp_scale
from tests.scoring.makers import figures

BOOK = edition().at()
WBF25, WBF20 = vp_scale("wbf25", BOOK), vp_scale("wbf20", BOOK)


@pytest.mark.parametrize("row", figures("vp_wbf25.csv"))
def test_the_25_0_scale(row: dict[str, str]) -> None:
    boards, most = int(row["boards"]), int(row["imp_max"] or 500)
    for margin in (int(row["imp_min"]), most):
        points = victory_points(margin, boards, WBF25)
        assert (points.winner, points.loser) == (int(row["winner_vp"]), int(row["loser_vp"]))
        assert points.inferred is (row["status"] == "inferred")


@pytest.mark.parametrize("row", figures("vp_wbf25.csv"))
def test_the_least_imps_of_every_result_of_the_25_0_scale(row: dict[str, str]) -> None:
    found = least_imps(int(row["winner_vp"]), int(row["boards"]), WBF25, loser=int(row["loser_vp"]))
    assert found == int(row["imp_min"])


@pytest.mark.parametrize(
    ("winner", "imps"), [(15, 0), (16, 4), (18, 15), (21, 30), (23, 40), (24, 46), (25, 52)]
)
def test_least_imps_for_a_winner_over_24_boards(winner: int, imps: int) -> None:
    assert least_imps(winner, 24, WBF25) == imps


def test_every_cell_of_the_20_0_tables() -> None:
    """Ten of these columns are as transcribed from WBF's table."""
    cells = 0
    for row in figures("vp_wbf20.csv"):
        for column, published in row.items():
            if column != "imp" and published:
                points = victory_points(int(row["imp"]), int(column[1:]), WBF20)
                assert points.winner == Fraction(published), (row["imp"], column)
                assert points.loser == 20 - points.winner
                cells += 1
    assert cells == 1680


@pytest.mark.parametrize(
    ("boards", "blitz"),
    [(6, 37), (7, 40), (8, 43), (9, 45), (16, 60), (20, 68), (24, 74), (32, 85)],
)
def test_the_first_margin_that_gives_twenty(boards: int, blitz: int) -> None:
    assert least_imps(20, boards, WBF20) == blitz
    assert victory_points(blitz - 1, boards, WBF20).winner < 20
    assert victory_points(blitz + 50, boards, WBF20).winner == 20


@given(st.integers(1, 128))
def test_every_imp_gains_something_and_never_more_than_the_one_before(boards: int) -> None:
    won = [victory_points(i, boards, WBF20).winner for i in range(WBF20.blitz(boards) + 1)]
    gains = [after - before for before, after in pairwise(won)]
    assert won[0] == 10
    assert won[-1] == 20
    assert min(gains) >= 0
    assert gains == sorted(gains, reverse=True)


@given(st.integers(0, 200), st.sampled_from((WBF25, WBF20)), st.sampled_from((8, 16, 24, 32)))
def test_least_imps_inverts_the_scale(margin: int, scale, boards: int) -> None:
    points = victory_points(margin, boards, scale)
    least = least_imps(points.winner, boards, scale, loser=points.loser)
    assert least <= margin
    assert victory_points(least, boards, scale) == points
    assert least == 0 or victory_points(least - 1, boards, scale) != points


def test_a_part_of_an_imp_goes_to_the_nearest_and_halves_away_from_zero() -> None:
    assert victory_points(Fraction(7, 2), 24, WBF25).winner == 16
    assert victory_points(Fraction(-7, 2), 24, WBF25).winner == 16
    assert victory_points(Fraction(349, 100), 24, WBF25).winner == 15


@pytest.mark.parametrize("scale", [WBF25, WBF20])
def test_the_margin_has_no_side(scale) -> None:
    assert victory_points(-20, 24, scale) == victory_points(20, 24, scale)


def test_a_number_of_boards_without_a_table_is_refused() -> None:
    with pytest.raises(StorslamError, match="has no matches of 9 boards, only of 7, 8, 10"):
        victory_points(0, 9, WBF25)
    with pytest.raises(StorslamError, match="a match of 0 boards"):
        victory_points(0, 0, WBF20)


@pytest.mark.parametrize(("winner", "loser"), [(26, None), (25, -1)])
def test_what_no_margin_gives_is_refused(winner: int, loser: int | None) -> None:
    with pytest.raises(StorslamError, match="the scale wbf25 gives no winner"):
        least_imps(winner, 24, WBF25, loser=loser)


def test_a_scale_that_the_rulebook_does_not_have_is_refused() -> None:
    with pytest.raises(StorslamError, match="no scale wbf30 of victory points, only wbf20, wbf25"):
        vp_scale("wbf30", BOOK)
