"""Open veteran teams (p. 12): an article a test, by its id."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.errors import StorslamError
from storslam.rulebook.edition import edition
from storslam.rulebook.registry import decide, discover

discover("storslam.championship")


def ask(name: str, **facts: object):
    return decide(name, facts, edition())


def form(teams: int, **facts: object) -> dict:
    return dict(ask("veteran-format", teams=teams, **facts).result)


def test_up_to_eight_teams_play_all_14_boards__SM_VET_1() -> None:
    """SM-VET-1: eight teams play seven rounds, 98 boards, without a change at half time."""
    found = form(8)
    assert (found["format"], found["rounds"], found["boards"]) == ("round-robin", 7, 98)
    assert found["half_time_change"] is False
    assert form(2)["rounds"] == 1
    assert (form(7)["rounds"], form(7)["sit_out"]) == (7, True)


def test_ten_teams_play_ten_boards__SM_VET_2() -> None:
    """SM-VET-2: nine rounds, 90 boards."""
    assert (form(10)["rounds"], form(10)["boards"]) == (9, 90)


@pytest.mark.parametrize(
    ("teams", "boards", "total"), [(11, 8, 88), (12, 8, 88), (13, 7, 91), (16, 7, 105)]
)
def test_eleven_to_sixteen_play_seven_or_eight__SM_VET_3(teams, boards, total) -> None:
    """SM-VET-3 (G-2)."""
    found = ask("veteran-format", teams=teams)
    assert (found.result["boards_per_match"], found.result["boards"]) == (boards, total)
    assert "G-2" in found.assumptions


def test_nine_teams_play_as_ten__SM_VET_4() -> None:
    """SM-VET-4 (G-1): with a sit-out every round."""
    found = ask("veteran-format", teams=9)
    assert (found.result["boards_per_match"], found.result["sit_out"]) == (10, True)
    assert "G-1" in found.assumptions


def test_more_than_sixteen_play_the_green_lift__SM_VET_5() -> None:
    """SM-VET-5: one drawn round, eight matches of seven boards; a sit-out is 18-0 (G-18)."""
    found = form(17)
    assert (found["format"], found["rounds"], found["boards"]) == ("green-lift", 8, 56)
    assert found["drawn_rounds"] == 1
    sit_out = ask("veteran-sit-out")
    assert (dict(sit_out.result), sit_out.assumptions) == ({"vp": 18, "imps": 0}, ("G-18",))


def test_level_teams_of_the_green_lift_are_parted_by_imps__SM_VET_15() -> None:
    """SM-VET-15 (G-52, G-60): the points are those of the scale of walkovers (G-35)."""
    found = ask("veteran-format", teams=17)
    assert found.result["level_teams_by"] == "imp-quotient"
    assert found.result["vp_scale"] == "wbf25"
    assert {"G-35", "G-52", "G-60"} <= set(found.assumptions)
    assert "level_teams_by" not in form(8)


@pytest.mark.parametrize(("teams", "cup"), [(17, 8), (40, 8), (41, 16), (200, 16)])
def test_how_many_go_on_to_the_cup__SM_VET_6_SM_VET_11(teams: int, cup: int) -> None:
    """SM-VET-6, SM-VET-11: forty teams still play a cup of eight."""
    assert form(teams)["cup_teams"] == cup


def test_more_than_forty_was_regulated_anew_on_5_october__SM_VET_11() -> None:
    """SM-VET-11, SM-ED-5: before that day the book has no format for 41 teams."""
    with pytest.raises(StorslamError, match="no format"):
        form(41, on="2012-10-04")
    assert form(41, on="2012-10-05")["cup_teams"] == 16


@given(st.integers(2, 300))
def test_every_number_of_teams_has_a_format(teams: int) -> None:
    found = form(teams)
    assert found["boards"] == found["rounds"] * found["boards_per_match"] > 0


def test_one_team_is_no_event() -> None:
    with pytest.raises(StorslamError, match="too few"):
        form(1)


def choice(stage: str, *choices: tuple[int, int], teams: int = 8) -> dict:
    made = [{"chooser": one, "chosen": other} for one, other in choices]
    return dict(ask("cup-choice", cup_teams=teams, stage=stage, choices=made).result)


def pairs(found: dict) -> list[tuple[int, int]]:
    return [(match["chooser"], match["opponent"]) for match in found["matches"]]


def test_the_winner_chooses_among_five_to_eight__SM_VET_6() -> None:
    """SM-VET-6."""
    found = choice("quarterfinal")
    assert (found["next_to_choose"], found["to_choose_among"]) == (1, [5, 6, 7, 8])
    with pytest.raises(StorslamError, match="cannot be chosen"):
        choice("quarterfinal", (1, 4))


def test_two_and_three_choose_in_turn_and_four_takes_the_last__SM_VET_7() -> None:
    """SM-VET-7: choices 6, 5, 8 leave 7 to the fourth."""
    found = choice("quarterfinal", (1, 6), (2, 5), (3, 8))
    assert pairs(found) == [(1, 6), (2, 5), (3, 8), (4, 7)]
    assert found["next_to_choose"] is None
    with pytest.raises(StorslamError, match="turn of 2, not of 3"):
        choice("quarterfinal", (1, 6), (3, 5))
    with pytest.raises(StorslamError, match="left are 5, 7, 8"):
        choice("quarterfinal", (1, 6), (2, 6))


def match(stage: str) -> dict:
    return dict(ask("veteran-cup-match", stage=stage).result)


def test_quarterfinals_of_sixteen_boards__SM_VET_8_SM_VET_14() -> None:
    """SM-VET-8, SM-VET-14: with a change at half time, without carry-over."""
    found = match("quarterfinal")
    assert (found["boards"], found["half_time_change"], found["carry_over"]) == (16, True, False)


def test_the_winner_of_match_one_chooses_in_the_semifinal__SM_VET_9() -> None:
    """SM-VET-9: chooses match 4, so match 2 meets match 3."""
    assert pairs(choice("semifinal", (1, 4))) == [(1, 4), (2, 3)]


def test_semifinals_and_finals_of_24_boards__SM_VET_10() -> None:
    """SM-VET-10."""
    for stage in ("semifinal", "third-place", "final"):
        assert match(stage)["boards"] == 24


def test_the_best_sixteen_choose_among_nine_to_sixteen__SM_VET_11() -> None:
    """SM-VET-11: then two to eight in order."""
    found = choice("round-of-16", *((n, 17 - n) for n in range(1, 8)), teams=16)
    assert pairs(found)[-1] == (8, 9)
    assert len(found["matches"]) == 8
    with pytest.raises(StorslamError, match="no round-of-16"):
        choice("round-of-16")


def test_the_round_of_16_has_sixteen_boards__SM_VET_12() -> None:
    """SM-VET-12."""
    assert match("round-of-16")["boards"] == 16


def test_winners_of_matches_one_to_four_choose_among_five_to_eight__SM_VET_13() -> None:
    """SM-VET-13."""
    found = choice("quarterfinal", (1, 8), (2, 5), teams=16)
    assert (found["next_to_choose"], found["to_choose_among"]) == (3, [6, 7])


@given(st.permutations([5, 6, 7, 8]))
def test_every_order_of_choices_gives_everybody_one_opponent(wanted) -> None:
    found = choice("quarterfinal", *zip((1, 2, 3), wanted, strict=False))
    assert sorted(opponent for _, opponent in pairs(found)) == [5, 6, 7, 8]
