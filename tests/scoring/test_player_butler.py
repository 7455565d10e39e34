"""Butler of the players of a series: a table against the datum of its board, by half."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.errors import StorslamError
from storslam.scoring import Artificial, Average, Outcome, Score
from storslam.scoring.player_butler import Seated, player_butler
from tests.scoring.makers import scores, weighted, weighted_rulings


def seated(
    outcome: Outcome | int | None, table: int = 1, board: int = 1, half: tuple[int, int] = (1, 1)
) -> Seated:
    told = Score(outcome) if isinstance(outcome, int) else outcome
    return Seated(board, half, (f"N{table}", f"S{table}"), (f"E{table}", f"W{table}"), told)


def totals(lines: list[Seated]) -> dict[str, Fraction]:
    return {row.player: row.total.imps for row in player_butler(lines, "mean")}


def test_a_table_is_compared_with_the_datum_of_all_tables() -> None:
    """420, 420, -50 and 170 have the mean 240: 5, 5, -7 and -2 IMPs."""
    lines = [seated(score, table) for table, score in enumerate((420, 420, -50, 170), 1)]
    found = totals(lines)
    assert [found[f"N{table}"] for table in (1, 2, 3, 4)] == [5, 5, -7, -2]
    assert all(found[f"N{n}"] == found[f"S{n}"] == -found[f"E{n}"] == -found[f"W{n}"] for n in "13")


def test_the_halves_stand_apart_and_add_up() -> None:
    lines = [
        *(seated(score, table) for table, score in enumerate((400, 0), 1)),
        *(seated(score, table, 2, (1, 2)) for table, score in enumerate((0, 100), 1)),
    ]
    rows = player_butler(lines, "mean")
    assert [(row.player, row.place) for row in rows[:4]] == [
        (p, "1/4") for p in ["E2", "N1", "S1", "W2"]
    ]
    best = rows[1]
    assert [tally.imps for tally in best.halves.values()] == [5, -2]
    assert list(best.halves) == [(1, 1), (1, 2)]
    assert (best.total.imps, best.total.boards, best.total.average) == (3, 2, Fraction(3, 2))


def test_an_artificial_score_counts_as_it_stands_and_moves_no_datum() -> None:
    ruling = Artificial(Average(1), Average(-1))
    found = totals([seated(400, 1), seated(0, 2), seated(ruling, 3)])
    assert (found["N1"], found["N3"], found["E3"]) == (5, 3, -3)


def test_a_weighted_ruling_weighs_the_imps() -> None:
    found = totals([seated(weighted((620, 50), (-100, 50)), 1), seated(260, 2)])
    assert found["N1"] == Fraction(8 - 8, 2)


def test_what_has_no_result_yet_is_nobodys_board() -> None:
    rows = player_butler([seated(None, 1), seated(140, 2)])
    assert {row.player for row in rows} == {"N2", "S2", "E2", "W2"}


def test_a_player_cannot_sit_twice_at_a_table() -> None:
    with pytest.raises(StorslamError, match="board 1: a player sits there twice"):
        player_butler([Seated(1, (1, 1), ("a", "b"), ("c", "a"), Score(50))])


@given(st.lists(scores | weighted_rulings, min_size=1, max_size=8), st.integers(0, 5))
def test_what_some_win_others_lose(outcomes: list[Outcome], turn: int) -> None:
    lines = [seated(outcome, table, table % 2) for table, outcome in enumerate(outcomes, 1)]
    rows = player_butler(lines)
    assert sum(row.total.imps for row in rows) == 0
    turned = lines[turn % len(lines) :] + lines[: turn % len(lines)]
    assert player_butler(turned) == rows
    assert [row.total.average for row in rows] == sorted(
        (row.total.average for row in rows), reverse=True
    )
