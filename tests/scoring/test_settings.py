"""Penalties, carry-over, sections, winners, and what is refused."""

from fractions import Fraction

import pytest

from storslam.bridge import Side
from storslam.errors import StorslamError
from storslam.scoring import Adjustment, Line, Score, Settings, score, top
from tests.scoring.makers import board, matchpoints, percent, places, totals

LINES = [*board(1, [100, 50, 0]), *board(2, [100, 50, 0])]


def row_of(contestant: str, settings: Settings, lines: list[Line] = LINES):
    return next(row for row in score(lines, settings).rows if row.id == contestant)


def test_a_penalty_is_in_match_points_or_in_parts_of_a_top() -> None:
    points = Settings(adjustments=(Adjustment("N1", points=Fraction(-3, 2)),))
    assert row_of("N1", points).total == 8 - Fraction(3, 2)
    part = Settings(adjustments=(Adjustment("N1", tops=Fraction(-1, 10), reason="late"),))
    assert row_of("N1", part).total == 8 - Fraction(top(3), 10)
    assert row_of("N1", part).percent == 95
    assert row_of("N2", part) == row_of("N2", Settings())


def test_penalties_to_one_pair_add_up_and_change_places() -> None:
    twice = (Adjustment("N1", points=-1), Adjustment("N1", tops=-1))
    assert row_of("N1", Settings(adjustments=twice)).total == 8 - 1 - 4
    assert places(score(LINES, Settings(adjustments=twice)))["N1"] == "4"
    bonus = Settings(adjustments=(Adjustment("N2", points=Fraction(1, 7)),))
    assert row_of("N2", bonus).total == 4 + Fraction(1, 7)


def test_a_penalty_leaves_the_scored_boards_alone() -> None:
    settings = Settings(adjustments=(Adjustment("N1", tops=-1),))
    assert score(LINES, settings).boards == score(LINES).boards


def test_penalties_in_imps() -> None:
    settings = Settings("cross-imps", adjustments=(Adjustment("N1", points=-3),))
    before = totals(score(LINES, Settings("cross-imps")))
    assert totals(score(LINES, settings)) == {**before, "N1": before["N1"] - 3}
    with pytest.raises(StorslamError, match="N1: there are no tops in IMPs"):
        score(LINES, Settings("butler", adjustments=(Adjustment("N1", tops=-1),)))


def test_points_carried_over_count_in_the_total_and_the_places() -> None:
    settings = Settings(carry_over={"N3": Fraction(17, 2), "E1": Fraction(1, 3)})
    assert row_of("N3", settings).total == Fraction(17, 2)
    assert row_of("E1", settings).total == Fraction(1, 3)
    assert places(score(LINES, settings))["N3"] == "1"
    assert row_of("N3", settings).boards_played == 2


def test_an_adjustment_to_somebody_else_is_refused() -> None:
    for settings in (
        Settings(adjustments=(Adjustment("N9", points=-1),)),
        Settings(carry_over={"N9": Fraction(1)}),
    ):
        with pytest.raises(StorslamError, match="N9 is adjusted, but does not take part"):
            score(LINES, settings)


def sections() -> list[Line]:
    """Section A has two tables and B three, with other pairs."""
    a = [Line(1, f"A{n}", f"a{n}", Score(s), section="A") for n, s in enumerate((100, 0))]
    b = [Line(1, f"B{n}", f"b{n}", Score(s), section="B") for n, s in enumerate((200, 50, -50))]
    return a + b


def test_sections_are_compared_together() -> None:
    standing = score(sections())
    assert standing.expected_results == 5
    assert matchpoints(standing) == [6, 2, 8, 4, 0]
    assert [(one.section, len(one.results)) for one in standing.boards] == [("", 5)]


def test_sections_are_compared_apart_in_one_list() -> None:
    standing = score(sections(), Settings(sections="apart"))
    assert [(one.section, one.expected) for one in standing.boards] == [("A", 2), ("B", 3)]
    assert standing.expected_results == 3
    assert [[line.matchpoints_ns for line in one.results] for one in standing.boards] == [
        [2, 0],
        [4, 2, 0],
    ]
    assert {row.id: row.available for row in standing.rows if row.id in ("A0", "B0")} == {
        "A0": 2,
        "B0": 4,
    }
    assert places(standing)["A0"] == places(standing)["B0"] == "1/4"


def test_sections_apart_may_use_the_same_board_again() -> None:
    evenings = [
        *(Line(1, "1", "2", Score(100), section="Mon"), Line(1, "3", "4", Score(0), section="Mon")),
        *(Line(1, "1", "3", Score(0), section="Tue"), Line(1, "2", "4", Score(50), section="Tue")),
    ]
    assert totals(score(evenings, Settings(sections="apart"))) == {"1": 2, "2": 2, "3": 2, "4": 2}
    with pytest.raises(StorslamError, match="board 1 is played twice by 1"):
        score(evenings)


def test_awards_belong_to_the_section_of_their_line() -> None:
    lines = [*sections(), Line(1, "B3", "b3", percent(60, 40), section="B")]
    standing = score(lines, Settings(sections="apart"))
    assert [one.expected for one in standing.boards] == [2, 4]
    assert standing.boards[1].results[3].matchpoints_ns == Fraction(60 * top(4), 100)


def test_two_winners_have_a_list_each() -> None:
    rows = score(LINES, Settings(winners=2)).rows
    assert [(row.side, row.id, row.place) for row in rows] == [
        (Side.NS, "N1", "1"),
        (Side.NS, "N2", "2"),
        (Side.NS, "N3", "3"),
        (Side.EW, "E3", "1"),
        (Side.EW, "E2", "2"),
        (Side.EW, "E1", "3"),
    ]


def test_with_two_winners_both_sides_may_be_numbered_from_one() -> None:
    lines = [Line(1, "1", "1", Score(100)), Line(1, "2", "2", Score(0))]
    rows = score(lines, Settings(winners=2)).rows
    assert [(row.side, row.id, row.total) for row in rows] == [
        (Side.NS, "1", 2),
        (Side.NS, "2", 0),
        (Side.EW, "2", 2),
        (Side.EW, "1", 0),
    ]
    with pytest.raises(StorslamError, match="1 is both a pair NS and a pair EW"):
        score(lines, Settings(winners=2, adjustments=(Adjustment("1", points=-1),)))
    with pytest.raises(StorslamError, match="board 1: 1 plays against itself; are there two"):
        score(lines)


@pytest.mark.parametrize(
    ("extra", "reason"),
    [
        (Line(1, "N1", "E9", Score(0)), "board 1 is played twice by N1"),
        (Line(1, "N9", "E1", Score(0)), "board 1 is played twice by E1"),
        (Line(1, "E1", "N9", Score(0)), "board 1 is played twice by E1"),
        (Line(1, "N1", "E1", percent(60, 40)), "board 1 is played twice by N1"),
        (Line(1, "N1", "E1", Score(0), group="b"), "board 1 is played twice by N1"),
        (Line(1, "N9", None, Score(0)), "board 1: N9 sits out, but has a score"),
    ],
)
def test_lines_that_contradict_one_another_are_refused(extra: Line, reason: str) -> None:
    with pytest.raises(StorslamError, match=reason):
        score([*LINES, extra])


def test_more_results_than_expected_are_refused() -> None:
    with pytest.raises(StorslamError, match="board 1 has 3 results; 2 are expected"):
        score(LINES, Settings(expected=2))
    assert score(LINES, Settings(expected=3)).expected_results == 3


def test_an_event_without_results_has_no_places() -> None:
    lines = [Line(1, "2", "10", None), Line(1, "1", None, None)]
    assert [(row.id, row.place, row.percent) for row in score(lines).rows] == [
        ("1", "", None),
        ("2", "", None),
        ("10", "", None),
    ]
    assert score([]).rows == score([]).boards == ()
    assert [line.matchpoints_ns for line in score(lines).boards[0].results] == [None, None]


def test_unplayed_lines_are_shown_in_their_order_and_count_for_nothing() -> None:
    lines = board(1, [None, 100, None, 0])
    standing = score([*board(2, [0]), *lines])
    assert [one.board for one in standing.boards] == [1, 2]
    assert [line.line for line in standing.boards[0].results] == lines
    assert matchpoints(standing) == [None, 2, None, 0]
    assert standing.expected_results == 2
