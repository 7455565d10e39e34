"""Places: exact equality, and tie-breaks by name and in order."""

from fractions import Fraction
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.scoring import (
    ImpDifference,
    ImpQuotient,
    Line,
    Lot,
    Meeting,
    MutualMeeting,
    Placed,
    Record,
    Score,
    Settings,
    TopScores,
    rank,
    score,
)
from tests.scoring.makers import board, places


def told(*placed: Placed) -> list[tuple[str, str, str]]:
    return [(one.id, one.place, one.tie_break) for one in placed]


def test_equal_totals_share_their_places() -> None:
    assert told(*rank({"10": 5, "9": 7, "2": 5, "3": 5, "1": 1})) == [
        ("9", "1", ""),
        ("2", "2/4", ""),
        ("3", "2/4", ""),
        ("10", "2/4", ""),
        ("1", "5", ""),
    ]


def test_totals_that_differ_by_next_to_nothing_differ() -> None:
    """SM-RES-5: as many decimals as it takes."""
    almost = Fraction(1, 3) + Fraction(1, 10**30)
    assert [one.place for one in rank({"A": Fraction(1, 3), "B": almost})] == ["1", "2"]
    assert [one.id for one in rank({"A": Fraction(1, 3), "B": almost})] == ["B", "A"]


@given(st.dictionaries(st.text(max_size=3), st.integers(0, 5), max_size=12))
def test_every_place_is_given_once(totals: dict[str, int]) -> None:
    taken = []
    for one in dict.fromkeys(placed.place for placed in rank(totals)):
        first, _, last = one.partition("/")
        taken += range(int(first), int(last or first) + 1)
    assert taken == list(range(1, len(totals) + 1))


def test_the_imp_quotient_tells_apart() -> None:
    record = Record(imps={"A": (100, 50), "B": (90, 40), "C": (90, 45), "D": (1, 0), "E": (0, 0)})
    assert told(*rank(dict.fromkeys("ABCDE", 60), (ImpQuotient(),), record)) == [
        ("D", "1", "imp-quotient"),
        ("B", "2", "imp-quotient"),
        ("A", "3/4", "imp-quotient"),
        ("C", "3/4", "imp-quotient"),
        ("E", "5", "imp-quotient"),
    ]


def test_the_imp_difference_tells_apart_what_the_quotient_cannot() -> None:
    record = Record(imps={"A": (90, 45), "C": (100, 50)})
    assert told(*rank({"A": 60, "C": 60}, (ImpQuotient(), ImpDifference()), record)) == [
        ("C", "1", "imp-difference"),
        ("A", "2", "imp-difference"),
    ]


def meeting(one: str, other: str, points: int, stage: str) -> Meeting:
    return Meeting(one, other, Fraction(points), Fraction(30 - points), stage)


def test_the_mutual_meeting_counts_only_in_the_stage_the_rule_names() -> None:
    """S-29: A beat B in the qualifier, B beat A in the final."""
    record = Record([meeting("A", "B", 25, "qualifier"), meeting("A", "B", 11, "final")])
    equal = {"A": 100, "B": 100}
    assert [one.id for one in rank(equal, (MutualMeeting("final"),), record)] == ["B", "A"]
    assert [one.id for one in rank(equal, (MutualMeeting("qualifier"),), record)] == ["A", "B"]
    assert {one.place for one in rank(equal, (MutualMeeting("semifinal"),), record)} == {"1/2"}


def test_mutual_meetings_of_three_count_when_all_have_met() -> None:
    met = [meeting("A", "B", 20, ""), meeting("B", "C", 16, "")]
    equal = dict.fromkeys("ABC", 100)
    assert {one.place for one in rank(equal, (MutualMeeting(),), Record(met))} == {"1/3"}
    record = Record([*met, meeting("C", "A", 15, "")])
    assert [one.id for one in rank(equal, (MutualMeeting(),), record)] == ["A", "C", "B"]


def test_only_meetings_among_the_tied_count() -> None:
    record = Record([meeting("A", "B", 15, ""), meeting("A", "C", 30, "")])
    placed = rank({"A": 100, "B": 100, "C": 90}, (MutualMeeting(),), record)
    assert [one.place for one in placed] == ["1/2", "1/2", "3"]


def test_a_later_tie_break_sees_only_those_still_tied() -> None:
    record = Record([meeting("A", "B", 20, ""), meeting("C", "A", 30, "")], {"C": (9, 1)})
    breaks = (ImpQuotient(), MutualMeeting())
    assert told(*rank(dict.fromkeys("ABC", 1), breaks, record)) == [
        ("C", "1", "imp-quotient"),
        ("A", "2", "mutual-meeting"),
        ("B", "3", "mutual-meeting"),
    ]


def test_lots_decide_in_the_order_drawn() -> None:
    assert told(*rank(dict.fromkeys("ABCD", 1), (Lot(("C", "A")),))) == [
        ("C", "1", "lot"),
        ("A", "2", "lot"),
        ("B", "3/4", "lot"),
        ("D", "3/4", "lot"),
    ]


def test_top_scores_compare_the_tied_alone_board_by_board() -> None:
    """Top 2 between two pairs, 4 among three; a board of one pair only counts for nobody."""
    boards = {
        "A": {1: Fraction(10), 2: Fraction(4), 3: Fraction(6)},
        "B": {1: Fraction(8), 2: Fraction(6), 3: Fraction(5), 4: Fraction(0)},
        "C": {1: Fraction(9), 2: Fraction(5), 3: Fraction(5)},
    }
    measured = TopScores().measure("ABC", Record(boards=boards))
    assert measured == {"A": 4 + 0 + 4, "B": 0 + 4 + 1, "C": 2 + 2 + 1}


def test_records_that_say_nothing_leave_the_tie() -> None:
    breaks = (MutualMeeting(), ImpQuotient(), ImpDifference(), TopScores(), Lot(()))
    assert told(*rank({"B": 1, "A": 1}, breaks)) == [("A", "1/2", ""), ("B", "1/2", "")]


def test_pairs_are_told_apart_by_their_meeting() -> None:
    """1 and 2 have 4 each, 3 and 4 have 2; on the first board 1 beat 2, and 4 beat 3."""
    lines = [
        *(Line(1, "1", "2", Score(100)), Line(1, "3", "4", Score(50))),
        *(Line(2, "1", "3", Score(-50)), Line(2, "2", "4", Score(100))),
        *(Line(3, "1", "4", Score(20)), Line(3, "3", "2", Score(10))),
    ]
    assert places(score(lines)) == {"1": "1/2", "2": "1/2", "3": "3/4", "4": "3/4"}
    broken = score(lines, Settings(tie_breaks=(MutualMeeting(),)))
    assert [(row.id, row.place, row.tie_break) for row in broken.rows] == [
        ("1", "1", "mutual-meeting"),
        ("2", "2", "mutual-meeting"),
        ("4", "3", "mutual-meeting"),
        ("3", "4", "mutual-meeting"),
    ]


@pytest.mark.parametrize(
    ("winners", "order"),
    [(1, ["E3", "N1", "N2", "E2", "E1", "N3"]), (2, ["N1", "N2", "N3", "E3", "E2", "E1"])],
)
def test_top_scores_look_at_the_scored_boards(winners: Literal[1, 2], order: list[str]) -> None:
    """N1 has 4, 4, 0 and N2 has 2, 2, 4."""
    lines = [*board(1, [100, 50, 0]), *board(2, [100, 50, 0]), *board(3, [-100, 100, 0])]
    plain = score(lines, Settings(winners=winners))
    assert places(plain)["N1"] == places(plain)["N2"]
    broken = score(lines, Settings(winners=winners, tie_breaks=(TopScores(),)))
    assert [row.id for row in broken.rows] == order
    assert len({(row.side, row.place) for row in broken.rows}) == 6


def test_each_side_is_told_apart_by_its_own_boards_when_both_are_numbered_alike() -> None:
    """1 was better than 2 on two boards NS, and better than 3 on two boards EW."""
    lines = [
        *(Line(1, "1", "3", Score(90)), Line(1, "2", "1", Score(50)), Line(1, "3", "2", Score(0))),
        *(Line(2, "1", "1", Score(90)), Line(2, "2", "2", Score(50)), Line(2, "3", "3", Score(0))),
        *(Line(3, "1", "2", Score(0)), Line(3, "2", "3", Score(90)), Line(3, "3", "1", Score(50))),
    ]
    rows = score(lines, Settings(winners=2, tie_breaks=(TopScores(),))).rows
    assert [(row.id, row.place, row.total) for row in rows] == [
        *(("1", "1", 8), ("2", "2", 8), ("3", "3", 2)),
        *(("2", "1", 10), ("1", "2", 4), ("3", "3", 4)),
    ]
