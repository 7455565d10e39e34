"""A series of team matches while it is played, and when it is over."""

from fractions import Fraction

import pytest

from storslam.championship.matches import (
    Half,
    MatchResult,
    Penalty,
    TeamMatch,
    result_of,
    series_plan,
)
from storslam.championship.team_series import final_field, schedule, series_of
from storslam.errors import StorslamError
from storslam.rulebook.edition import edition
from storslam.scoring import Artificial, Imps

BOOK = edition().at()
PLAN = series_plan(BOOK, "semifinal")
FOUR = [[("A", "B"), ("C", "D")], [("A", "C"), ("B", "D")], [("A", "D"), ("B", "C")]]
# By IMPs of the home team: A has 18+16+20, B 12+25+19, C 15+14+11, D 15+5+10.
MARGINS = {("A", "B"): 15, ("C", "D"): 0, ("A", "C"): 4, ("B", "D"): 52, ("A", "D"): 25}
ALL = MARGINS | {("B", "C"): 20}


def result(home: str, away: str, margin: int, **more: object) -> MatchResult:
    won = Artificial(Imps(Fraction(margin)), Imps(Fraction(-margin)))
    told = TeamMatch(home, away, (Half((1,), {1: won}),), **more)  # type: ignore[arg-type]
    return result_of(told, PLAN, BOOK)


def results(margins: dict[tuple[str, str], int]) -> list[MatchResult]:
    return [result(*two, margin) for two, margin in margins.items()]


def walkover(home: str, away: str, absent: str) -> MatchResult:
    return result_of(TeamMatch(home, away, absent=(absent,)), PLAN, BOOK)


def vp(series) -> dict[str, Fraction]:
    return {row.team: row.vp for row in series.table}


def test_the_winner_is_known_when_every_match_is_played__SM_TSF_13() -> None:
    running = series_of(FOUR, results(MARGINS), PLAN, BOOK)
    assert (running.over, running.winner, running.to_play) == (False, None, ((3, "B", "C"),))
    done = series_of(FOUR, results(ALL), PLAN, BOOK)
    assert (done.over, done.winner, done.level) == (True, "B", ())
    assert vp(done) == {"A": 54, "B": 56, "C": 40, "D": 30}


def test_all_teams_are_in_the_table_before_the_first_match() -> None:
    series = series_of(FOUR, [], PLAN, BOOK)
    assert {(row.team, row.vp, row.place) for row in series.table} == {
        (team, 0, "1/4") for team in "ABCD"
    }
    assert len(series.to_play) == 6


def test_the_live_table_counts_matches_under_play() -> None:
    half = Half((1,), {1: Artificial(Imps(Fraction(15)), Imps(Fraction(-15)))})
    playing = result_of(TeamMatch("A", "B", (half, Half((2, 3)))), PLAN, BOOK)
    series = series_of(FOUR, [playing], PLAN, BOOK)
    assert {row.vp for row in series.table} == {0}
    assert {row.team: row.vp for row in series.live} == {"A": 18, "B": 12, "C": 0, "D": 0}


def test_the_three_alternatives_of_a_walkover_are_shown_while_it_goes_on__SM_WO_3_4_5() -> None:
    """S-26. SM-WO-3, SM-WO-4, SM-WO-5: A has 18 and 20, mean 19; D's opponents got 15 and 25."""
    played = {two: won for two, won in MARGINS.items() if two not in (("A", "C"), ("A", "D"))}
    series = series_of(
        FOUR, [*results(played | {("B", "C"): 20}), walkover("A", "D", "D")], PLAN, BOOK
    )
    (open_,) = series.walkovers
    assert (open_.team, open_.absent) == ("A", "D")
    assert [(o.alternative, o.vp, o.imps) for o in open_.offers] == [
        (1, 18, 15),
        (2, 18, 15),
        (3, 20, 25),
    ]
    assert (open_.result.vp, open_.result.alternative) == (20, 3)
    assert not series.over
    assert vp(series)["A"] == 18 + 20
    later = series_of(
        FOUR,
        [*results(played | {("B", "C"): 20, ("A", "C"): 52}), walkover("A", "D", "D")],
        PLAN,
        BOOK,
    )
    assert (later.over, later.walkovers[0].result.vp) == (True, 22)


def test_a_struck_team_is_gone_with_its_matches_and_penalties__SM_ILL_5() -> None:
    fined = result("B", "D", 52, penalties=(Penalty("B", vp=Fraction(2), rule="SM-CON-11"),))
    rest = results({two: won for two, won in ALL.items() if two != ("B", "D")})
    assert vp(series_of(FOUR, [*rest, fined], PLAN, BOOK))["B"] == 54
    series = series_of(FOUR, [*rest, fined], PLAN, BOOK, struck=["D"])
    assert vp(series) == {"A": 34, "B": 31, "C": 25}
    assert series.over


def test_a_struck_team_that_never_played_leaves_nothing_to_play__SM_ILL_5() -> None:
    series = series_of(FOUR, results({("A", "B"): 0, ("A", "C"): 0}), PLAN, BOOK, struck=["D"])
    assert series.to_play == ((3, "B", "C"),)


def test_points_lost_besides_count__SM_ILL_2() -> None:
    series = series_of(FOUR, results(ALL), PLAN, BOOK, lost={"B": Fraction(10)})
    assert (vp(series)["B"], series.winner) == (46, "A")


def test_only_a_lot_parts_teams_level_on_everything() -> None:
    level = results(dict.fromkeys(ALL, 0))
    open_ = series_of(FOUR, level, PLAN, BOOK)
    assert (open_.over, open_.winner, sorted(open_.level)) == (True, None, list("ABCD"))
    drawn = series_of(FOUR, level, PLAN, BOOK, lot=["C", "B", "A", "D"])
    assert (drawn.winner, drawn.level) == ("C", ())
    assert [(row.place, row.team) for row in drawn.table] == list(zip("1234", "CBAD", strict=True))
    assert drawn.live == drawn.table
    with pytest.raises(StorslamError, match="the semifinal Tierp has no winner yet"):
        final_field(BOOK, {"Tierp": open_})


def test_a_lot_turns_nobody_who_is_not_level() -> None:
    assert series_of(FOUR, results(ALL), PLAN, BOOK, lot=["D", "C", "B", "A"]).winner == "B"


def test_the_final_has_ten_places__SM_TSF_13() -> None:
    done = series_of(FOUR, results(ALL), PLAN, BOOK)
    assert final_field(BOOK, {"Tierp": done}) == ("B",)
    with pytest.raises(StorslamError, match="semifinals must be at most 10"):
        final_field(BOOK, {str(n): done for n in range(11)})


def test_a_result_of_no_match_of_the_series_is_refused() -> None:
    with pytest.raises(StorslamError, match="A and X do not meet in this series"):
        series_of(FOUR, [result("A", "X", 1)], PLAN, BOOK)
    with pytest.raises(StorslamError, match="matches: A - B is there twice"):
        series_of(FOUR, [result("A", "B", 1), result("B", "A", 1)], PLAN, BOOK)


def test_an_odd_number_sits_out_in_turn() -> None:
    rounds = schedule(list("ABCDE"), 1)
    out = [set("ABCDE") - {team for two in one for team in two} for one in rounds]
    assert sorted(out, key=min) == [{"A"}, {"B"}, {"C"}, {"D"}, {"E"}]
    with pytest.raises(StorslamError, match="teams: A is there twice"):
        schedule(["A", "B", "A"], 1)
