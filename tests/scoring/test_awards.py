"""Artificial scores (Laws 12C2 and 86), weighted rulings (12C1c) and sit-outs."""

from fractions import Fraction

import pytest

from storslam.bridge import Side
from storslam.errors import StorslamError
from storslam.scoring import (
    Artificial,
    Average,
    Imps,
    Line,
    Percent,
    Score,
    Settings,
    Weighted,
    score,
    top,
)
from tests.scoring.makers import board, imps_of, matchpoints, percent, totals, weighted

PLUS_MINUS = Artificial(Average(1), Average(-1))


def strong_and_weak(boards: int) -> list[Line]:
    """N1 has a top, and E1 a bottom, on so many boards of three tables."""
    return [line for number in range(1, boards + 1) for line in board(number, [100, 0, 0])]


def test_any_two_per_cents_are_of_the_top_of_the_board() -> None:
    standing = score(board(1, [100, 0, percent(65, 45)]))
    assert matchpoints(standing)[2] == Fraction(65 * 4, 100)
    assert standing.boards[0].results[2].percent_ew == 45


def test_averages_are_sixty_fifty_and_forty_per_cent() -> None:
    for grade, share in ((1, 60), (0, 50), (-1, 40)):
        standing = score(board(1, [100, 0, Artificial(Average(grade), Average(-grade))]))
        assert standing.boards[0].results[2].percent_ns == share
        assert standing.boards[0].results[2].percent_ew == 100 - share


def test_average_plus_is_at_least_ones_own_percentage_and_average_minus_at_most() -> None:
    lines = [*strong_and_weak(3), *board(4, [PLUS_MINUS, 100, 0])]
    awarded = score(lines).boards[3].results[0]
    assert (awarded.percent_ns, awarded.percent_ew) == (100, 0)
    fixed = score(lines, Settings(averages="fixed")).boards[3].results[0]
    assert (fixed.percent_ns, fixed.percent_ew) == (60, 40)


def test_average_plus_of_a_weak_pair_stays_sixty() -> None:
    other_way = Artificial(Average(-1), Average(1))
    awarded = score([*strong_and_weak(3), *board(4, [other_way, 100, 0])]).boards[3].results[0]
    assert (awarded.percent_ns, awarded.percent_ew) == (40, 60)


def test_ones_own_percentage_is_of_the_boards_with_results_alone() -> None:
    """Neither other awards nor a penalty change what average plus is worth."""
    lines = [*strong_and_weak(1), *board(2, [percent(0, 0), 0, 0]), *board(3, [PLUS_MINUS, 0, 0])]
    assert score(lines).boards[2].results[0].percent_ns == 100
    sat_out = Line(4, "N1", None, Artificial(Average(1), None))
    assert score([*lines, sat_out]).boards[3].results[0].percent_ns == 100


def test_sixty_per_cent_is_sixty_per_cent_whatever_else_one_has() -> None:
    lines = [*strong_and_weak(3), *board(4, [percent(60, 40), 100, 0])]
    assert score(lines).boards[3].results[0].percent_ns == 60


def test_an_award_is_available_but_not_played() -> None:
    rows = {row.id: row for row in score([*strong_and_weak(1), *board(2, [PLUS_MINUS, 0, 0])]).rows}
    assert (rows["N1"].available, rows["N1"].boards_played) == (8, 1)
    assert rows["N1"].percent == 100


def test_a_pair_that_missed_a_board_is_ranked_on_the_others() -> None:
    rows = {row.id: row for row in score([*strong_and_weak(2), *board(3, [None, 100, 0])]).rows}
    assert (rows["N1"].available, rows["N1"].boards_played, rows["N1"].percent) == (8, 2, 100)
    assert rows["N1"].place == "1"
    assert rows["E2"].available == 12


def test_averages_are_three_imps() -> None:
    for method in ("cross-imps", "butler"):
        lines = board(1, [400, 0, PLUS_MINUS, percent(50, 40), Artificial(Imps(5), Average(0))])
        standing = score(lines, Settings(method))
        assert imps_of(standing)[2:] == [3, 0, 5]
        assert [line.imps_ew for line in standing.boards[0].results[2:]] == [-3, -3, 0]


def test_imps_have_no_value_in_match_points_nor_odd_per_cents_in_imps() -> None:
    with pytest.raises(StorslamError, match="board 1: the award to E2 has no value"):
        score(board(1, [100, Artificial(Average(0), Imps(Fraction(3)))]))
    with pytest.raises(StorslamError, match="board 1: the award to N2 has no value"):
        score(board(1, [100, percent(55, 45)]), Settings("butler"))


def test_a_weighted_ruling_counts_with_its_weights_for_itself_and_for_the_others() -> None:
    """S-08: 620 for 60 %, 170 for 40 %, beside 620, 170 and 140."""
    standing = score(board(1, [weighted((620, 60), (170, 40)), 620, 170, 140]))
    sixty, forty = Fraction(6, 10), Fraction(4, 10)
    assert matchpoints(standing) == [
        sixty * 5 + forty * 3,
        4 + sixty * 1 + forty * 2,
        2 + sixty * 0 + forty * 1,
        0,
    ]


def test_in_imps_a_ruling_weighs_the_imps_and_not_the_scores() -> None:
    lines = board(1, [weighted((620, 50), (-100, 50)), 170, 170])
    standing = score(lines, Settings("cross-imps"))
    mine = Fraction(10, 2) - Fraction(7, 2)
    assert imps_of(standing) == [mine, -mine / 2, -mine / 2]
    butler = score(lines, Settings("butler", datum="median"))
    assert imps_of(butler) == [mine, 0, 0]


@pytest.mark.parametrize(
    "parts", [((100, Fraction(1, 2)),), ((100, Fraction(3, 2)), (0, Fraction(-1, 2))), ()]
)
def test_weights_are_shares_of_one(parts: tuple[tuple[int, Fraction], ...]) -> None:
    with pytest.raises(StorslamError, match="sum to 1"):
        Weighted(parts)


def sat_out(policy: object = "nothing", award: Artificial | None = None) -> dict[str, Fraction]:
    """N1 has 75 % of two boards of three tables, and sits out a third."""
    lines = [*board(1, [100, 0, 0]), *board(2, [0, 0, 0]), *board(3, [50, 0])[1:]]
    lines += [Line(3, "N3", "E3", Score(0)), Line(3, "N1", None, award)]
    standing = score(lines, Settings(sit_out=policy))  # type: ignore[arg-type]
    row = next(row for row in standing.rows if row.id == "N1")
    return {"total": row.total, "available": Fraction(row.available or 0), "percent": row.percent}


def test_a_sit_out_gives_nothing_unless_the_event_says_so() -> None:
    assert sat_out() == {"total": 6, "available": 8, "percent": 75}


def test_a_sit_out_gives_ones_own_average() -> None:
    """G-32: the average over all rounds leaves the percentage as it is."""
    assert sat_out("own-average") == {"total": 9, "available": 12, "percent": 75}


def test_a_sit_out_gives_a_per_cent_of_the_top() -> None:
    assert sat_out(Percent(Fraction(60, 100)))["total"] == 6 + Fraction(60 * 4, 100)
    assert sat_out(Average(1))["total"] == 6 + 3


def test_an_award_to_the_pair_goes_before_what_sit_outs_give() -> None:
    assert sat_out("own-average", percent(40))["total"] == 6 + Fraction(40 * 4, 100)


def test_three_evenings_with_one_sit_out() -> None:
    """21 rounds of 2 boards, one of them sat out: 432 match points become 453.6."""
    average, below = [0] * 12, [0] + [-50] * 5 + [100] * 6
    lines = [line for n in range(40) for line in board(n + 1, average if n < 32 else below)]
    assert totals(score(lines))["N1"] == 432
    lines += [Line(number, "N1", None, None) for number in (41, 42)]
    own = totals(score(lines, Settings(sit_out="own-average")))["N1"]
    assert own == Fraction("453.6")


def test_own_average_in_imps_is_per_board() -> None:
    lines = [*board(1, [430, 0]), *board(2, [0, 0]), Line(3, "N1", None, None)]
    assert totals(score(lines, Settings("cross-imps", sit_out="own-average")))["N1"] == 15
    assert totals(score(lines, Settings("cross-imps")))["N1"] == 10


def test_own_average_of_nothing_is_nothing() -> None:
    lines = [*board(1, [430, 0]), Line(2, "N9", None, None)]
    row = score(lines, Settings(sit_out="own-average")).rows[-1]
    assert (row.id, row.place, row.percent, row.available) == ("N9", "", None, 0)


def test_a_sit_out_is_not_a_result_that_is_expected() -> None:
    """The bye's 60 % is of the board's own top."""
    standing = score([*board(1, [100, 0, 50]), Line(1, "N4", None, percent(60))])
    assert standing.expected_results == 3
    assert standing.boards[0].results[3].matchpoints_ns == Fraction(60 * top(3), 100)


def test_a_pair_east_west_that_sits_out_stays_in_its_list() -> None:
    lines = [*board(1, [100, 0]), Line(2, "E1", None, percent(60)), Line(2, "N2", "E2", Score(0))]
    rows = score(lines, Settings(winners=2)).rows
    assert sorted((row.id, row.side, row.available) for row in rows) == [
        ("E1", Side.EW, 4),
        ("E2", Side.EW, 4),
        ("N1", Side.NS, 2),
        ("N2", Side.NS, 4),
    ]


def test_one_award_for_two_pairs_is_refused() -> None:
    with pytest.raises(StorslamError, match="board 1: an award to N1, but none to E1"):
        score(board(1, [percent(60), 0]))
