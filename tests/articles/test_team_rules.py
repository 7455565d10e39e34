"""Special rules of team play (p. 13): an article a test, by its id."""

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.championship.series import Played, series_table
from storslam.errors import StorslamError
from storslam.rulebook.edition import edition
from storslam.rulebook.registry import decide, discover

discover("storslam.championship")


def ask(name: str, **facts: object):
    return decide(name, facts, edition())


def result(name: str, **facts: object):
    return dict(ask(name, **facts).result)


def walkover(own: list, absents: list, boards: int = 24) -> dict:
    return result("walkover", boards=boards, own_other_vp=own, absent_opponents_vp=absents)


def test_the_absent_team_gets_nothing_and_the_least_imps_of_25_0__SM_WO_1() -> None:
    """SM-WO-1: 0-25 and -88 over 24 boards."""
    assert walkover([20], [20])["absent"] == {"vp": 0, "imps": -88}
    assert walkover([20], [20], 16)["absent"]["imps"] == -72


@pytest.mark.parametrize(
    ("own", "absents", "vp", "imps", "alternative"),
    [
        (["20.25"], ["19.5"], 21, 30, 1),
        (["15.2"], ["17.0"], 18, 15, 2),
        (["18.0"], ["18.0"], 18, 15, 3),
        (["24.01"], ["23.0"], 25, 52, 1),
        (["22.0"], ["22.4"], 23, 40, 3),
        ([], [], 18, 15, 2),
        ([3, 4], [5], 18, 15, 2),
    ],
)
def test_best_of_three_alternatives_rounds_up__SM_WO_2(own, absents, vp, imps, alternative) -> None:
    """SM-WO-2: decimals always upwards, and the least IMPs for the result."""
    found = walkover(own, absents)
    assert found["present"] == {"vp": vp, "imps": imps}
    if own and own != absents:
        assert found["alternative"] == alternative


def test_the_first_alternative_is_the_average_of_its_other_matches__SM_WO_3() -> None:
    """SM-WO-3: 21, 19, 22 and 19 make 20.25, which is 21."""
    assert walkover([21, 19, 22, 19], [])["present"]["vp"] == 21


def test_the_second_alternative_is_18_and_15_0__SM_WO_4() -> None:
    """SM-WO-4: whatever the number of boards (G-51)."""
    for boards in (24, 16, 32):
        found = ask("walkover", boards=boards, own_other_vp=[1], absent_opponents_vp=[1])
        assert found.result["present"] == {"vp": 18, "imps": 15}
        assert "G-51" in found.assumptions


def test_the_third_alternative_is_what_the_absent_teams_opponents_got__SM_WO_5() -> None:
    """SM-WO-5: 19 and 20 make 19.5, which is 20."""
    assert walkover([10], [19, 20])["present"]["vp"] == 20


def test_averages_are_taken_after_the_end_of_the_series__SM_WO_3_SM_WO_5() -> None:
    """SM-WO-3, SM-WO-5: before the end the result is provisional."""
    facts = {"boards": 24, "own_other_vp": [20], "absent_opponents_vp": []}
    assert result("walkover", **facts, series_over=False)["provisional"]
    assert not result("walkover", **facts)["provisional"]


@pytest.mark.parametrize("vp", [-1, 26, 99])
def test_points_that_no_match_gives_are_refused__SM_WO_2(vp: int) -> None:
    """SM-WO-2."""
    for own, absents in (([vp], []), ([], [vp])):
        with pytest.raises(StorslamError, match="not from 0 to 25"):
            walkover(own, absents)


def test_no_master_points_for_a_walkover__SM_WO_6() -> None:
    """SM-WO-6."""
    assert walkover([20], [20])["master_points"] is False


@pytest.mark.parametrize(
    ("stage", "whose"),
    [("qualifier", "district"), ("semifinal", "federation"), ("final", "federation")],
)
def test_whose_committee_rules__SM_WO_7_SM_LATE_1_SM_FM_1(stage: str, whose: str) -> None:
    """SM-WO-7, SM-LATE-1, SM-FM-1."""
    assert result("walkover-committee", stage=stage)["committee"] == whose


@given(
    st.lists(st.integers(0, 2500).map(lambda n: n / 100), max_size=9),
    st.lists(st.integers(0, 2500).map(lambda n: n / 100), max_size=9),
)
def test_a_walkover_never_gives_less_than_any_alternative__SM_WO_2(own, absents) -> None:
    """SM-WO-2."""
    present = walkover(own, absents)["present"]
    averages = [sum(map(Fraction, map(str, a))) / len(a) for a in (own, absents) if a]
    assert present["vp"] >= max([18, *averages])
    assert present["vp"] < max([18, *averages]) + 1


@pytest.mark.parametrize(
    ("minutes", "vp"),
    [(0, 0), (1, 1), (5, 1), (6, 2), (10, 2), (11, 3), (25, 5), (26, 6), (30, 6), (31, 6), (90, 6)],
)
def test_a_point_for_every_five_minutes_begun__SM_LATE_3(minutes: int, vp: int) -> None:
    """SM-LATE-3: up to thirty minutes (G-36)."""
    assert result("lateness", minutes=minutes)["vp_lost"] == vp


def test_beyond_thirty_minutes_the_opponents_may_leave__SM_LATE_4() -> None:
    """SM-LATE-4: and the director may let the match be played."""
    assert not result("lateness", minutes=30)["opponents_may_leave"]
    found = result("lateness", minutes="30.1")
    assert found["opponents_may_leave"]
    assert found["director_may_still_start"]


def test_without_exemption_lateness_counts__SM_LATE_2() -> None:
    """SM-LATE-2; and the opponents gain nothing (G-48)."""
    assert result("lateness", minutes=12, exemption=True)["vp_lost"] == 0
    assert result("lateness", minutes=12) == {
        "vp_lost": 3,
        "opponents_may_leave": False,
        "opponents_gain": False,
        "director_may_still_start": False,
    }


@pytest.mark.parametrize(
    ("margin", "home", "away"), [(30, 21, 9), (-30, 9, 21), (0, 15, 15), (88, 25, 0)]
)
def test_a_shortened_match_keeps_the_24_board_table__SM_LATE_5(margin, home, away) -> None:
    """SM-LATE-5: 16 boards played and 30 IMPs are 21-9."""
    found = result("shortened-match", boards_played=16, imp_margin=margin)
    assert (found["vp_home"], found["vp_away"]) == (home, away)


@pytest.mark.parametrize(("imps", "vp"), [(3, 1), (6, 2), (2, Fraction(2, 3)), (0, 0)])
def test_imps_of_the_laws_become_victory_points__SM_CORR_1(imps: int, vp) -> None:
    """SM-CORR-1: 3 are 1, 6 are 2; other amounts a third each, for the director (G-28)."""
    found = ask("imp-correction", imps=imps)
    assert found.result["vp"] == vp
    assert found.result["director_decides"] is (imps not in {3, 6})
    assert found.result["opponents_change"] is False


@pytest.mark.parametrize(
    ("stage", "last"), [("semifinal", date(2013, 3, 31)), ("final", date(2013, 4, 30))]
)
def test_the_last_day_of_a_protest__SM_ILL_1(stage: str, last: date) -> None:
    """SM-ILL-1."""
    after = date.fromordinal(last.toordinal() + 1)
    assert result("protest-deadline", before_stage=stage, on=str(last))["admissible"]
    assert not result("protest-deadline", before_stage=stage, on=str(after))["admissible"]
    assert ask("protest-deadline", before_stage=stage).missing == ("protested_on",)


def test_a_protest_may_be_judged_by_the_book_of_another_day() -> None:
    """SM-ILL-1: the day of the protest is one fact, the day of the book another."""
    facts = {"before_stage": "semifinal", "on": "2013-05-01"}
    assert result("protest-deadline", **facts, protested_on="2013-03-31")["admissible"]
    assert not result("protest-deadline", **facts, protested_on="2013-04-01")["admissible"]


def unpaid(received: str | None, matches: int = 3, **facts: object):
    return ask(
        "unpaid-team-player",
        first_offence_on="2013-03-01",
        fee_received_on=received,
        matches_played=matches,
        **facts,
    )


def test_five_points_a_match_with_an_unpaid_player__SM_ILL_2() -> None:
    """SM-ILL-2: three matches cost fifteen; the opponents gain nothing (G-49)."""
    found = unpaid("2013-03-10").result
    assert (found["vp_lost"], found["disqualified"], found["opponents_gain"]) == (15, False, False)


def test_after_fourteen_days_the_team_is_disqualified__SM_ILL_3() -> None:
    """SM-ILL-3: 15 March is in time, 16 March is not."""
    assert not unpaid("2013-03-15").result["disqualified"]
    late = unpaid("2013-03-16").result
    assert (late["disqualified"], late["results_struck"]) == (True, True)
    assert unpaid(None).missing == ("as_of",)
    assert unpaid(None, as_of="2013-03-20").result["disqualified"]
    assert not unpaid(None, as_of="2013-03-10").result["disqualified"]


def test_a_player_of_another_team__SM_ILL_4_SM_PEN_8() -> None:
    """SM-ILL-4, SM-PEN-8: the team is disqualified and its results struck."""
    found = result("player-in-two-teams", earlier_team_this_season=True)
    assert (found["disqualified"], found["results_struck"]) == (True, True)
    assert not result("player-in-two-teams", earlier_team_this_season=False)["disqualified"]


def test_fees_stay_and_master_points_are_given__SM_ILL_6_SM_ILL_7() -> None:
    """SM-ILL-6, SM-ILL-7."""
    for found in (
        result("player-in-two-teams", earlier_team_this_season=True),
        dict(unpaid("2013-03-16").result),
    ):
        assert found["fees_refunded"] is False
        assert found["master_points_for_played_matches"] is True


SERIES = [
    {"home": "A", "away": "B", "vp_home": 20, "vp_away": 10, "imps_home": 60, "imps_away": 35},
    {"home": "C", "away": "D", "vp_home": 16, "vp_away": 14, "imps_home": 40, "imps_away": 35},
    {"home": "A", "away": "C", "vp_home": 14, "vp_away": 16, "imps_home": 30, "imps_away": 36},
    {"home": "B", "away": "D", "vp_home": 25, "vp_away": 2, "imps_home": 90, "imps_away": 12},
    {"home": "A", "away": "D", "vp_home": 18, "vp_away": 12, "imps_home": 44, "imps_away": 28},
    {"home": "B", "away": "C", "absent": "C"},
]


def table(**facts: object) -> dict[str, dict]:
    rows = result("series-table", matches=SERIES, boards=24, **facts)["table"]
    return {row["team"]: row for row in rows}


def test_a_walkover_is_settled_by_the_others_results__SM_WO_3_SM_WO_5() -> None:
    """SM-WO-3, SM-WO-5: B has 10 and 25, 17.5; C's opponents got 14 and 14; 18 is the best."""
    rows = table()
    assert rows["B"]["walkovers"] == {"C": 18}
    assert rows["B"]["vp"] == 10 + 25 + 18
    assert rows["C"]["vp"] == 16 + 16
    assert rows["C"]["imps_lost"] == 35 + 30 + 88


def test_a_struck_team_is_gone_from_the_table__SM_ILL_5_SM_ILL_3() -> None:
    """SM-ILL-5, SM-ILL-3: nobody keeps anything from a match against it."""
    rows = table(struck=["D"])
    assert set(rows) == {"A", "B", "C"}
    assert rows["A"]["vp"] == 20 + 14
    assert rows["B"]["walkovers"] == {"C": 18}


def test_deductions_and_places__SM_ILL_2() -> None:
    """SM-ILL-2: points lost count in the table."""
    assert table(deductions={"B": 15})["B"]["vp"] == 53 - 15
    assert [row["place"] for row in table().values()] == ["1", "2", "3", "4"]


def test_a_team_that_is_not_in_the_series_cannot_be_struck__SM_ILL_5() -> None:
    """SM-ILL-5."""
    for facts in ({"struck": ["Typo"]}, {"deductions": {"Typo": 5}}):
        with pytest.raises(StorslamError, match="Typo has no match"):
            table(**facts)


def test_a_fee_that_came_before_is_no_offence__SM_ILL_2() -> None:
    """SM-ILL-2."""
    with pytest.raises(StorslamError, match="before the offence"):
        unpaid("2013-02-01")


def test_a_match_that_cannot_be_is_refused() -> None:
    book = edition().at()
    with pytest.raises(StorslamError, match="meets itself"):
        series_table([Played("A", "A")], 24, book)
    with pytest.raises(StorslamError, match="cannot give up"):
        series_table([Played("A", "B", absent="C")], 24, book)


def test_a_match_without_result_is_missing_not_a_draw_of_nothing() -> None:
    """SM-WO-5: the averages need every result, but not those of a struck team."""
    matches = [{"home": "A", "away": "B", "vp_home": 20, "imps_home": 0}, *SERIES[1:]]
    asked = ask("series-table", matches=matches, boards=24)
    assert asked.missing == ("matches[0].vp_away", "matches[0].imps_away")
    assert not ask("series-table", matches=matches, boards=24, struck=["B"]).missing


@pytest.mark.parametrize(
    ("match", "fault"),
    [
        (SERIES[0] | {"vp_home": 26, "ruling": True}, "26 victory points are not from 0 to 25"),
        (SERIES[0] | {"vp_away": -1, "ruling": True}, "-1 victory points are not from 0 to 25"),
        (SERIES[0] | {"home": "B", "away": "C"}, "matches: B - C is there twice"),
        (SERIES[0] | {"home": "C", "away": "B"}, "matches: B - C is there twice"),
        (SERIES[0] | {"absent": "A"}, "a match given up has no result"),
        ({"home": "A", "away": "B", "absent": "A", "vp_away": 0}, "a match given up has no"),
    ],
)
def test_a_result_that_cannot_be_is_refused(match: dict, fault: str) -> None:
    """SM-WO-3, SM-WO-5: neither off the scale, nor twice, nor of a walkover."""
    with pytest.raises(StorslamError, match=fault):
        ask("series-table", matches=[match, *SERIES[1:]], boards=24)


def test_nobody_is_late_by_less_than_nothing() -> None:
    """SM-LATE-3; SM-ILL-2 for points taken off."""
    with pytest.raises(StorslamError, match="minutes: -1 is below zero"):
        ask("lateness", minutes=-1)
    with pytest.raises(StorslamError, match=r"deductions\.B: -5 is below zero"):
        table(deductions={"B": -5})


@given(st.permutations(range(len(SERIES))))
def test_the_order_of_the_matches_never_matters(order) -> None:
    shuffled = result("series-table", matches=[SERIES[i] for i in order], boards=24)
    assert shuffled == result("series-table", matches=SERIES, boards=24)


IMPOSSIBLE = {"home": "A", "away": "B", "vp_home": 25, "vp_away": 25} | {
    "imps_home": 25,
    "imps_away": 0,
}


def test_points_are_those_of_the_scale_unless_there_was_a_ruling__SM_WO_5() -> None:
    """SM-WO-5, SM-LATE-4: 25-0 IMPs over 24 boards are 20-10; a late team's loss is a ruling."""
    for points in ({}, {"vp_home": 20, "vp_away": 15}, {"vp_home": 10, "vp_away": 20}):
        with pytest.raises(StorslamError, match="25-0 IMPs give 20-10"):
            ask("series-table", matches=[IMPOSSIBLE | points], boards=24)
    ruled = IMPOSSIBLE | {"vp_home": 17, "vp_away": 10, "ruling": True}
    assert ask("series-table", matches=[ruled], boards=24).result["table"]


@pytest.mark.parametrize(("boards", "inferred"), [(7, True), (14, True), (24, False)])
def test_an_inferred_table_is_told__SM_WO_5(boards: int, inferred: bool) -> None:
    """SM-WO-5 (G-35)."""
    drawn = {"home": "A", "away": "B", "vp_home": 15, "vp_away": 15} | dict.fromkeys(
        ("imps_home", "imps_away"), 3
    )
    told = (
        ask("walkover", boards=boards, own_other_vp=[], absent_opponents_vp=[]),
        ask("series-table", matches=[drawn], boards=boards),
    )
    assert all(("G-35" in decided.assumptions) is inferred for decided in told)


def test_a_shortened_match_is_shorter__SM_LATE_5() -> None:
    assert ask("shortened-match", boards_played=23, imp_margin=0).result["vp_home"] == 15
    with pytest.raises(StorslamError, match="boards_played must be at most 23"):
        ask("shortened-match", boards_played=24, imp_margin=0)
