"""A match of teams as a whole: halves, victory points, penalties, walkover, and the cup."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.championship.matches import (
    Half,
    Penalty,
    Plan,
    TeamMatch,
    cup_plan,
    deductions,
    knocked_out,
    own_cup_plan,
    own_plan,
    result_of,
    series_plan,
    veteran_plan,
)
from storslam.championship.series import series_table
from storslam.errors import StorslamError
from storslam.exchange import teams
from storslam.rulebook.edition import edition
from storslam.scoring import Artificial, Average, Imps, Score
from tests.championship.asking import result

BOOK = edition().at()
LAG = series_plan(BOOK, "semifinal")
QUARTERFINAL = cup_plan(BOOK, "quarterfinal")


def half(first: int, count: int, margin: int = 0) -> Half:
    """A half that the home team wins by so many IMPs, all on its first board."""
    numbers = tuple(range(first, first + count))
    won = Artificial(Imps(Fraction(margin)), Imps(Fraction(-margin)))
    return Half(
        numbers, {n: Score(0) for n in numbers} | {first: won}, dict.fromkeys(numbers, Score(0))
    )


def match(*margins: int, boards: int = 12, **more: object) -> TeamMatch:
    halves = tuple(half(1 + n * boards, boards, margin) for n, margin in enumerate(margins))
    return TeamMatch("A", "B", halves, **more)  # type: ignore[arg-type]


def test_a_semifinal_match_is_two_halves_of_24_boards__SM_TSF_12() -> None:
    """SM-TSF-12: 20 and -5 IMPs are 18-12 over 24 boards."""
    found = result_of(match(20, -5), LAG, BOOK)
    assert (LAG.boards, found.compared, found.finished) == (24, 24, True)
    assert [one.margin_home for one in found.halves] == [20, -5]
    assert (found.imps_home, found.imps_away, found.margin_home) == (20, 5, 15)
    assert (found.vp_home, found.vp_away) == (18, 12)
    assert [reason.rule_id for reason in found.reasons] == ["SM-TSF-12"]


def test_while_it_is_played_the_match_is_not_over() -> None:
    blank = Half(tuple(range(13, 25)))
    found = result_of(TeamMatch("A", "B", (half(1, 12, 15), blank)), LAG, BOOK)
    assert (found.finished, found.boards, found.compared) == (False, 24, 12)
    assert found.vp_home == 18
    nothing = result_of(TeamMatch("A", "B", (blank,)), LAG, BOOK)
    assert (nothing.finished, nothing.vp_home, nothing.vp_away) == (False, None, None)
    assert not result_of(TeamMatch("A", "B"), LAG, BOOK).finished


def test_one_room_is_not_a_comparison() -> None:
    found = result_of(TeamMatch("A", "B", (Half((1,), {1: Score(420)}),)), LAG, BOOK)
    assert (found.compared, found.finished) == (0, False)


def test_fewer_boards_stay_on_the_table_of_24__SM_LATE_5() -> None:
    """SM-LATE-5: 30 IMPs over 16 boards are 21-9 all the same."""
    found = result_of(match(30, 0, boards=8), LAG, BOOK)
    assert (found.finished, found.vp_home, found.vp_away) == (True, 21, 9)
    assert "SM-LATE-5" in [reason.rule_id for reason in found.reasons]
    decided = result("shortened-match", boards_played=16, imp_margin=30)
    assert (decided["vp_home"], decided["vp_away"]) == (21, 9)


def test_penalties_in_imps_are_made_vp_and_opponents_gain_nothing__SM_CORR_1() -> None:
    """SM-CORR-1: 3 IMPs are 1 VP, 6 are 2; 4 are a third of them (G-28)."""
    fined = (Penalty("A", imps=3), Penalty("B", vp=Fraction(2), rule="SM-CON-11"))
    found = result_of(match(15, 0, penalties=fined), LAG, BOOK)
    assert (found.vp_home, found.lost_home, found.vp_away, found.lost_away) == (18, 1, 12, 2)
    assert {reason.rule_id for reason in found.reasons} >= {"SM-CORR-1", "SM-CON-11"}
    assert found.readings == ()
    odd = result_of(match(0, penalties=(Penalty("A", imps=4),)), LAG, BOOK)
    assert (odd.lost_home, odd.readings) == (Fraction(4, 3), ("G-28",))


def test_penalties_count_in_the_table_of_the_series__SM_CON_11() -> None:
    fined = match(15, 0, penalties=(Penalty("A", vp=Fraction(2), rule="SM-CON-11"),))
    results = [result_of(fined, LAG, BOOK)]
    assert deductions(results) == {"A": 2}
    table = series_table([one.played() for one in results], 24, BOOK, (), deductions(results))
    assert {row.team: row.vp for row in table} == {"A": 16, "B": 12}


def test_a_walkover_waits_for_the_series__SM_WO_1() -> None:
    found = result_of(TeamMatch("A", "B", absent=("B",)), LAG, BOOK)
    assert (found.finished, found.absent, found.vp_home, found.vp_away) == (True, "B", None, None)
    assert found.played().absent == "B"
    assert {"SM-WO-1", "SM-WO-7"} < {reason.rule_id for reason in found.reasons}


def test_who_gives_a_match_up_halfway_gives_walkover__SM_WO_1() -> None:
    given_up = result_of(match(60, absent=("A",)), LAG, BOOK)
    assert (given_up.absent, given_up.vp_home) == ("A", None)


def test_an_adjusted_board_is_each_sides_own() -> None:
    """Average plus to both: 3 IMPs to each, and neither loses them."""
    both = Artificial(Average(1), Average(1))
    board = Half((1,), {1: both}, {1: both})
    found = result_of(TeamMatch("A", "B", (board, half(2, 23))), LAG, BOOK)
    assert (found.margin_home, found.margin_away, found.lead) == (3, 3, 0)
    assert (found.vp_home, found.vp_away) == (15, 15)


def test_seven_boards_have_an_inferred_scale__SM_VET_5() -> None:
    """SM-VET-5 (G-35)."""
    found = result_of(match(10, boards=7), veteran_plan(BOOK, 17), BOOK)
    assert (found.vp_home, found.vp_away, found.readings) == (18, 12, ("G-35",))
    assert [veteran_plan(BOOK, teams).boards for teams in (8, 9, 10, 12, 16)] == [14, 10, 10, 8, 7]


def test_line_ups_change_at_half_time_but_where_all_veterans_meet__SM_VET_1_SM_VET_8() -> None:
    """SM-VET-1, SM-VET-8, SM-VET-10: 16 boards of a quarterfinal are two halves of eight."""
    assert (LAG.halves, QUARTERFINAL.halves) == ((12, 12), (8, 8))
    assert cup_plan(BOOK, "final").halves == (12, 12)
    assert [veteran_plan(BOOK, teams).halves for teams in (8, 17)] == [(14,), (7,)]


def test_a_district_sets_the_length_of_its_own_matches() -> None:
    assert result_of(match(15, 0, boards=10), own_plan(BOOK, 20), BOOK).vp_home == 18


def test_a_cup_match_has_a_winner_and_no_victory_points__SM_VET_8() -> None:
    found = result_of(match(-3, 1, boards=8), QUARTERFINAL, BOOK)
    assert (found.winner, found.vp_home, found.extra_boards) == ("B", None, None)
    assert [reason.rule_id for reason in found.reasons] == ["SM-VET-8", "SM-VET-10"]


def test_nothing_is_carried_over_into_the_cup__SM_VET_8() -> None:
    with pytest.raises(StorslamError, match="nothing is carried over"):
        result_of(match(1, carry_over=4, boards=8), QUARTERFINAL, BOOK)
    brought = result_of(match(5, 0, boards=10, carry_over=10), own_plan(BOOK, 20), BOOK)
    assert (brought.margin_home, brought.margin_away) == (15, -15)


def test_a_level_cup_match_goes_on_with_four_boards_then_one__SM_VET_8() -> None:
    """G-31."""
    level = result_of(match(2, -2, boards=8), QUARTERFINAL, BOOK)
    assert (level.finished, level.winner, level.extra_boards) == (False, None, 4)
    assert level.readings == ("G-31",)
    again = result_of(match(0, 0, boards=8, extra=(half(30, 4),)), QUARTERFINAL, BOOK)
    assert again.extra_boards == 1
    over = match(0, 0, boards=8, extra=(half(30, 4), half(40, 1), half(41, 1, -6)))
    assert result_of(over, QUARTERFINAL, BOOK).winner == "B"
    waiting = match(0, 0, boards=8, extra=(Half((30, 31, 32, 33)),))
    assert not result_of(waiting, QUARTERFINAL, BOOK).finished


def test_a_correction_that_breaks_the_tie_leaves_the_extra_boards_aside() -> None:
    corrected = match(1, 0, boards=8, extra=(half(30, 4, -9),))
    assert result_of(corrected, QUARTERFINAL, BOOK).winner == "A"


def test_penalties_in_a_cup_match_are_imps__SM_CORR_1() -> None:
    """SM-CORR-1: where there are no VP, 2 VP are 6 IMPs."""
    fined = match(5, 0, boards=8, penalties=(Penalty("A", vp=Fraction(2), rule="SM-CON-11"),))
    assert result_of(fined, QUARTERFINAL, BOOK).winner == "B"


def test_a_penalty_given_after_extra_boards_counts_against_them_all() -> None:
    """G-31, SM-CORR-1: the boards that were played because the match was level count."""
    fined = (Penalty("A", imps=6),)
    for led, winner in ((9, "A"), (4, "B")):
        told = match(0, 0, boards=8, extra=(half(30, 4, led),), penalties=fined)
        assert result_of(told, QUARTERFINAL, BOOK).winner == winner
    level = match(0, 0, boards=8, extra=(half(30, 4, 6),), penalties=fined)
    assert result_of(level, QUARTERFINAL, BOOK).extra_boards == 1
    last = match(0, 0, boards=8, extra=(half(30, 4, 6), half(40, 1, 2)), penalties=fined)
    assert result_of(last, QUARTERFINAL, BOOK).winner == "A"
    waiting = match(0, 0, boards=8, extra=(Half((30, 31, 32, 33)),), penalties=fined)
    assert not result_of(waiting, QUARTERFINAL, BOOK).finished
    before = match(6, 0, boards=8, extra=(half(30, 4, -9),), penalties=fined)
    assert result_of(before, QUARTERFINAL, BOOK).winner == "B"


def test_two_margins_that_differ_are_averaged_where_one_must_win() -> None:
    """Law 86: 3 IMPs to A only, and 1 to B: the lead is a half."""
    adjusted = Artificial(Average(1), Average(0))
    board = Half((1,), {1: adjusted}, {})
    told = TeamMatch("A", "B", (board, half(2, 15, -1)))
    found = result_of(told, QUARTERFINAL, BOOK)
    assert (found.margin_home, found.margin_away, found.winner) == (2, 1, "A")


def test_a_walkover_in_the_cup_is_won_by_the_other() -> None:
    assert result_of(TeamMatch("A", "B", absent=("A",)), QUARTERFINAL, BOOK).winner == "B"


def test_extra_boards_are_as_many_as_due_and_only_when_level() -> None:
    """G-31."""
    for lead, sets, due in (
        (1, [(4, 0)], "0 are"),
        (0, [(1, 3)], "4 are"),
        (0, [(4, 0), (4, 1)], "1 are"),
    ):
        with pytest.raises(StorslamError, match=due):
            knocked_out(Fraction(lead), [(n, Fraction(won)) for n, won in sets], BOOK)
    asked = result("cup-match-winner", stage="final", lead=0, extra=[{"boards": 4, "lead": -2}])
    assert asked == {"winner": "away", "extra_boards": None}


@pytest.mark.parametrize(
    ("told", "plan", "fault"),
    [
        (lambda: TeamMatch("A", "A"), LAG, "A meets itself"),
        (lambda: TeamMatch("A", "B", absent=("A", "B")), LAG, "both cannot give walkover"),
        (lambda: TeamMatch("A", "B", absent=("C",)), LAG, "C is not in the match of A and B"),
        (lambda: TeamMatch("A", "B", penalties=(Penalty("C"),)), LAG, "C is not in the match"),
        (lambda: Penalty("A", imps=-3), LAG, r"penalties\.A: -3 is below zero"),
        (lambda: match(1, 1, 1), LAG, "has 24 boards, not 36"),
        (lambda: Half((1,), {2: Score(0)}), LAG, "board 2 is not one of this half's"),
        (lambda: TeamMatch("A", "B", (half(1, 2), half(2, 2))), LAG, "played once in a room"),
        (lambda: match(0, 0, extra=(half(30, 4),)), LAG, "in cup matches only"),
    ],
)
def test_a_match_that_cannot_be_is_refused(told, plan: Plan, fault: str) -> None:
    with pytest.raises(StorslamError, match=fault):
        result_of(told(), plan, BOOK)


@given(st.lists(st.integers(-60, 60), min_size=1, max_size=2))
def test_what_one_side_wins_the_other_loses(margins: list[int]) -> None:
    found = result_of(match(*margins), LAG, BOOK)
    turned = result_of(match(*(-margin for margin in margins)), LAG, BOOK)
    assert found.margin_home == sum(margins) == -found.margin_away
    assert (found.vp_home, found.vp_away) == (turned.vp_away, turned.vp_home)


DATA = Path(__file__).parent / "data"
PUBLISHED = json.loads((DATA / "team_matches.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("number", range(len(PUBLISHED)))
def test_seven_matches_with_their_published_imps(number: int) -> None:
    """Ten boards each."""
    played, want = teams.load((DATA / "team_matches.csv").read_bytes())[number], PUBLISHED[number]
    boards = tuple(sorted({*played.open_room, *played.closed_room}))
    whole = Half(boards, played.open_room, played.closed_room)
    found = result_of(TeamMatch(played.home, played.away, (whole,)), own_plan(BOOK, 10), BOOK)
    assert found.teams == (want["home"], want["away"])
    assert (found.imps_home, found.imps_away) == (want["imp_home"], want["imp_away"])
    assert (found.margin_home, found.compared) == (want["margin"], want["boards_compared"])


def test_a_ruling_sets_the_victory_points_of_both_teams__S_26() -> None:
    """S-26: both may lose, and nobody gets -1 or a blank; the IMPs stand as they were played."""
    both_lose = result_of(match(20, 4, ruled=(Fraction(), Fraction())), LAG, BOOK)
    assert (both_lose.vp_home, both_lose.vp_away) == (0, 0)
    assert (both_lose.finished, both_lose.ruled, both_lose.imps_home) == (True, True, 24)
    assert "SM-WO-7" in {reason.rule_id for reason in both_lose.reasons}
    won = Penalty("A", Fraction(2))
    ruled = match(ruled=(Fraction(25), Fraction(5, 2)), penalties=(won,))
    found = result_of(ruled, LAG, BOOK)
    assert (found.vp_home, found.vp_away, found.lost_home) == (25, Fraction(5, 2), 2)


@pytest.mark.parametrize("wrong", [(-1, 3), (26, 0)])
def test_a_ruling_stays_on_the_scale(wrong: tuple[int, int]) -> None:
    with pytest.raises(StorslamError, match="are not from 0 to 25"):
        result_of(match(ruled=tuple(map(Fraction, wrong))), LAG, BOOK)


def test_a_ruling_stands_in_place_of_a_walkover_and_counts_in_averages__SM_WO_3() -> None:
    """SM-WO-3: what a ruling gives is what the team got there; the match is no walkover more."""
    ruled = result_of(match(absent=("A",), ruled=(Fraction(), Fraction(22))), LAG, BOOK)
    assert (ruled.absent, ruled.counts, ruled.vp_away) == (None, True, 22)
    given_up = result_of(TeamMatch("C", "B", absent=("C",)), LAG, BOOK)
    table = series_table([ruled.played(), given_up.played()], 24, BOOK)
    (second,) = (row for row in table if row.team == "B")
    assert second.walkovers == {"C": 22}  # alternative 1: the average of its other matches
    assert second.vp == 44


def test_a_ruling_on_a_cup_match_names_the_winner__SM_VET_8() -> None:
    lost = match(20, boards=8, ruled=(Fraction(), Fraction(1)))
    found = result_of(lost, QUARTERFINAL, BOOK)
    assert (found.winner, found.finished, found.vp_home, found.extra_boards) == (
        "B",
        True,
        None,
        None,
    )
    with pytest.raises(StorslamError, match="says who has won"):
        result_of(match(20, boards=8, ruled=(Fraction(), Fraction())), QUARTERFINAL, BOOK)


def test_a_districts_own_cup_is_played_as_the_veterans_is__SM_QUAL_1() -> None:
    plan = own_cup_plan(16)
    assert (plan.halves, plan.scale, plan.carry_over) == ((8, 8), None, False)
    assert own_cup_plan(1).halves == (1,)
    assert result_of(match(0, 0, boards=8), plan, BOOK).extra_boards == 4
