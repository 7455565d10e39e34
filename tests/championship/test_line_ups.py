"""Who may play a half of a team match, and what follows from who has played."""

from fractions import Fraction

import pytest

from storslam.championship.line_ups import (
    HalfPlayed,
    boards_of,
    matches_of,
    refuse_naming,
    unpaid_loss,
)
from storslam.errors import StorslamError
from storslam.rulebook.edition import edition
from tests.championship.asking import cited, result

BOOK = edition().at()
SIX = list("ABCDEF")


def facts(four: str, roster: str = "ABCDEFGH", earlier: tuple[str, ...] = (), **more: object):
    pairs = {"open_room": list(four[:2]), "closed_room": list(four[2:])}
    halves = [list(half) for half in earlier]
    return pairs | {"roster": list(roster), "earlier_halves": halves, "stage": "qualifier"} | more


def asked(four: str, roster: str = "ABCDEFGH", earlier: tuple[str, ...] = (), **more: object):
    return result("line-up", **facts(four, roster, earlier, **more))


def test_four_of_the_roster_play_a_half__SM_TEAM_1() -> None:
    found = asked("ABCD", "ABCDEF")
    assert (found["allowed"], found["faults"]) == (True, {})
    assert cited("line-up", **facts("ABCD")) == {"SM-TEAM-1", "SM-TEAM-8"}


def test_a_player_sits_at_one_place__SM_TEAM_1() -> None:
    with pytest.raises(StorslamError, match="A is twice in the line-up"):
        asked("ABCA")


def test_only_players_of_the_roster_play__SM_TEAM_1() -> None:
    with pytest.raises(StorslamError, match="X is not on the team's roster"):
        asked("ABCX")


def test_the_first_six_who_play_are_the_regular_ones__SM_TEAM_8() -> None:
    """SM-TEAM-8: entered A-F; ABCD and ABGH make A B C D G H regular, and E and F the extra."""
    found = asked("ABGH", earlier=("ABCD",))
    assert (found["regular"], found["extra"]) == (tuple("ABCDGH"), ())
    again = asked("ABEF", earlier=("ABCD", "ABGH"), district_exemption=True)
    assert (again["allowed"], again["extra"]) == (True, ("E", "F"))


def test_a_seventh_and_an_eighth_need_the_districts_leave__SM_TEAM_6() -> None:
    found = asked("ABEF", earlier=("ABCD", "ABGH"))
    assert (found["allowed"], found["needs"]) == (False, "district-exemption")
    assert found["faults"] == {"E": "extra-player", "F": "extra-player"}
    assert {"SM-TEAM-6", "SM-TEAM-7"} <= cited("line-up", **facts("ABEF", earlier=("ABCD", "ABGH")))


def test_there_is_no_ninth__SM_TEAM_6() -> None:
    earlier = ("ABCD", "ABGH", "ABEF")
    found = asked("ABCI", "ABCDEFGHI", earlier, district_exemption=True)
    assert (found["faults"], found["needs"]) == ({"I": "extra-player"}, None)


@pytest.mark.parametrize("stage", ["semifinal", "final"])
def test_the_seventh_may_not_play_the_semifinal_or_the_final__SM_TEAM_7(stage: str) -> None:
    earlier = ("ABCD", "ABGH", "ABEF")
    found = asked("ABCE", earlier=earlier, stage=stage, district_exemption=True)
    assert (found["faults"], found["needs"]) == ({"E": "extra-player"}, None)
    assert asked("ABGH", earlier=earlier, stage=stage)["allowed"]


def test_a_veteran_team_has_six_at_most__SM_TEAM_9() -> None:
    earlier = ("ABCD", "ABEF")
    more = {"discipline": "veteran-teams", "stage": "final", "district_exemption": True}
    assert asked("ABEF", earlier=("ABCD",), **more)["allowed"]
    assert asked("ABCG", earlier=earlier, **more)["faults"] == {"G": "extra-player"}


def test_a_player_of_another_team_is_refused__SM_ILL_4() -> None:
    found = asked("ABCD", played_for_another_team=["D"])
    assert (found["allowed"], found["faults"]) == (False, {"D": "another-team"})
    assert "SM-ILL-4" in cited("line-up", **facts("ABCD", played_for_another_team=["D"]))


HALVES = [
    HalfPlayed("1", 12, tuple("ABCD")),
    HalfPlayed("1", 12, tuple("ABEF")),
    HalfPlayed("2", 12, tuple("CDEF")),
    HalfPlayed("2", 10, tuple("ABCD")),
]


def test_an_unpaid_player_costs_5_vp_a_match_of_one_half_or_both__SM_ILL_2() -> None:
    """SM-ILL-2: A played both matches, three halves of them; E one half of each."""
    assert matches_of("A", HALVES) == 2
    assert unpaid_loss(["A"], HALVES, BOOK) == 10
    assert unpaid_loss(["A", "E"], HALVES, BOOK) == 20
    assert unpaid_loss(["A"], HALVES[:2], BOOK) == 5
    assert unpaid_loss(["X"], HALVES, BOOK) == 0


def test_boards_of_the_districts_own_players__SM_TEAM_4() -> None:
    """SM-TEAM-4: A sat 34 boards and C 34, of 46."""
    assert boards_of(["A", "C"], HALVES) == 34 + 34
    share = result(
        "proportional-boards",
        players=6,
        own_players=2,
        boards=46,
        boards_by_own_players=boards_of(["A", "C"], HALVES),
    )
    assert (share["fulfilled"], share["share"]) == (True, Fraction(184, 3))


def test_each_of_two_thirds_of_the_champions_plays_a_half__SM_CHAMP_2() -> None:
    """SM-CHAMP-2 (G-19): four of six."""
    found = result("champions-half", old_team=SIX, halves=[list("ABXY"), list("ABCZ")])
    assert (found["fulfilled"], found["required"], found["still_to_play"]) == (False, 4, 1)
    assert found["halves"] == {"A": 2, "B": 2, "C": 1, "D": 0, "E": 0, "F": 0}
    assert result("champions-half", old_team=SIX, halves=[list("ABCD")])["fulfilled"]
    assert "G-19" in cited("champions-half", old_team=SIX, halves=[])


def test_a_third_of_the_halves_gives_the_medal__SM_MED_2() -> None:
    """SM-MED-2: 18 halves in the final, six needed; F sat five."""
    halves = [list("ABCD")] * 13 + [list("ABEF")] * 5
    found = result(
        "team-medals",
        event="open-teams-final",
        place=1,
        roster=[*SIX[:5], "G"],
        halves=halves,
        halves_total=18,
    )
    medals = {"A": "gold", "B": "gold", "C": "gold", "D": "gold", "E": None, "F": None, "G": None}
    assert found["medals"] == medals


def test_veterans_get_their_medals_without_counting_halves__SM_MED_1() -> None:
    asked = {"event": "veteran-teams-final", "place": 3, "roster": SIX, "halves": []}
    found = result("team-medals", **asked, halves_total=8)
    assert set(found["medals"].values()) == {"bronze"}
    assert "G-56" in cited("team-medals", **asked, halves_total=8)


def test_more_halves_than_the_final_has_are_refused__SM_MED_2() -> None:
    with pytest.raises(StorslamError, match="halves must be at most 1"):
        result(
            "team-medals",
            event="open-teams-final",
            place=1,
            roster=SIX,
            halves=[SIX[:4]] * 2,
            halves_total=1,
        )


def test_who_alone_announced_an_a_system_names_its_pairs_first__SYS_TEAM_3() -> None:
    refuse_naming(BOOK, ("home",), (), "home")
    refuse_naming(BOOK, ("home",), ("home",), "away")
    refuse_naming(BOOK, ("home", "away"), (), "away")
    refuse_naming(BOOK, (), (), "away")
    with pytest.raises(StorslamError, match="the other team has announced an A system"):
        refuse_naming(BOOK, ("home",), (), "away")
