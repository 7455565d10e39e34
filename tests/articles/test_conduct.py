"""Conduct and medals (p. 9): an article a test, by its id."""

import pytest

from storslam.errors import StorslamError
from storslam.rulebook.edition import edition
from storslam.rulebook.registry import decide, discover

discover("storslam.championship")


def ask(name: str, **facts: object):
    return decide(name, facts, edition())


def result(name: str, **facts: object):
    return dict(ask(name, **facts).result)


@pytest.mark.parametrize(
    ("occasion", "warning", "points"), [(1, True, 0), (2, False, 5), (3, False, 5)]
)
def test_leaving_the_table_in_pairs__SM_CON_9(occasion: int, warning: bool, points: int) -> None:
    """SM-CON-9: a warning, then ten per cent of a top each time (G-37)."""
    found = ask("leaving-table", kind="pairs", occasion=occasion, top=50)
    assert dict(found.result) == {"warning": warning, "points_lost": points}
    assert found.assumptions == ("G-37",)


def test_leaving_the_table_in_teams__SM_CON_9() -> None:
    """SM-CON-9: a warning, then two VP."""
    assert result("leaving-table", kind="teams", occasion=1) == {"warning": True, "vp_lost": 0}
    assert result("leaving-table", kind="teams", occasion=4) == {"warning": False, "vp_lost": 2}


def test_exchange_of_information_loses_by_walkover__SM_CON_10() -> None:
    """SM-CON-10."""
    assert result("exchange-of-information", during_play=True)["lost_by_walkover"]
    assert not result("exchange-of-information", during_play=False)["lost_by_walkover"]


def test_a_telephone_in_teams__SM_CON_11() -> None:
    """SM-CON-11: two VP every time."""
    assert result("mobile-phone", kind="teams")["vp_lost"] == 2
    assert result("mobile-phone", kind="teams", occasions=3)["vp_lost"] == 6


def test_a_telephone_in_a_pair_final__SM_CON_12() -> None:
    """SM-CON-12: half a top; the top must be told."""
    assert result("mobile-phone", kind="pairs", top=50)["points_lost"] == 25
    assert ask("mobile-phone", kind="pairs").missing == ("top",)
    assert ask("leaving-table", kind="pairs", occasion=2).missing == ("top",)


@pytest.mark.parametrize(("place", "medal"), [(1, "gold"), (2, "silver"), (3, "bronze"), (4, None)])
def test_medals__SM_MED_1(place: int, medal: str | None) -> None:
    """SM-MED-1: in pairs both players get it (G-56)."""
    found = ask("medal", place=place, event="women-pairs-final")
    assert found.result["medal"] == medal
    assert found.assumptions == ("G-56",)


@pytest.mark.parametrize(("played", "medal"), [(6, "gold"), (5, None), (18, "gold")])
def test_a_third_of_the_halves_in_the_team_final__SM_MED_2(played: int, medal) -> None:
    """SM-MED-2: six of eighteen."""
    facts = {"place": 1, "event": "open-teams-final", "halves_total": 18}
    assert result("medal", **facts, halves_played=played)["medal"] == medal
    assert ask("medal", **facts).missing == ("halves_played",)


@pytest.mark.parametrize("event", ["women-pairs", "cup-final", "women-pairs-semifinal"])
def test_only_finals_give_medals(event: str) -> None:
    with pytest.raises(StorslamError, match="not a final of the championship; the nearest is"):
        ask("medal", place=1, event=event)


def test_the_nearest_final_is_named() -> None:
    """SM-MED-1."""
    with pytest.raises(StorslamError, match="the nearest is women-pairs-final"):
        ask("medal", place=1, event="woman-pairs-final")


def test_nobody_plays_more_halves_than_there_are() -> None:
    """SM-MED-2."""
    facts = {"place": 1, "event": "open-teams-final", "halves_total": 18}
    with pytest.raises(StorslamError, match="halves_played must be at most 18"):
        ask("medal", **facts, halves_played=19)
