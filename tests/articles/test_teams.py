"""SM-TEAM and SM-CHAMP: teams and reigning champions (pp. 4-5, 12)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.errors import StorslamError
from storslam.rulebook.registry import REGISTRY
from tests.championship.asking import ask, cited, result

MIXED_TEAM = ["Skåne", "Skåne", "Halland", "Halland", "Göteborg"]


@pytest.mark.parametrize(
    ("players", "allowed"), [(3, False), (4, True), (5, True), (6, True), (7, False)]
)
def test_a_team_has_four_to_six_players(players: int, allowed: bool) -> None:
    """SM-TEAM-1, at every stage."""
    for stage in ("qualifier", "semifinal", "final"):
        assert result("team-roster", players=players, stage=stage)["allowed"] is allowed
        assert "SM-TEAM-1" in cited("team-roster", players=players, stage=stage)


@pytest.mark.parametrize(
    ("players", "stage", "allowed"),
    [
        (7, "qualifier", True),
        (8, "qualifier", True),
        (9, "qualifier", False),
        (7, "semifinal", False),
        (7, "final", False),
    ],
)
def test_the_district_may_grant_a_seventh_and_an_eighth(
    players: int, stage: str, allowed: bool
) -> None:
    """SM-TEAM-6, and SM-TEAM-7: not from the semifinal on."""
    facts = {"players": players, "stage": stage, "district_exemption": True}
    assert result("team-roster", **facts)["allowed"] is allowed
    assert {"SM-TEAM-6", "SM-TEAM-7"} <= cited("team-roster", **facts)


def test_without_the_grant_it_is_told_what_is_needed() -> None:
    """SM-TEAM-6: in the qualifier a grant would help, in the semifinal nothing does."""
    assert result("team-roster", players=7, stage="qualifier")["needs"] == "district-exemption"
    assert result("team-roster", players=9, stage="qualifier")["needs"] is None
    assert result("team-roster", players=7, stage="semifinal")["needs"] is None


@pytest.mark.parametrize(
    ("stage", "granted", "elsewhere", "allowed"),
    [
        ("qualifier", True, False, True),
        ("qualifier", False, False, False),
        ("qualifier", True, True, False),
        ("semifinal", True, False, False),
        ("final", True, False, False),
    ],
)
def test_an_extra_player_has_played_for_no_other_team(
    stage: str, granted: bool, elsewhere: bool, allowed: bool
) -> None:
    """SM-TEAM-6 and SM-TEAM-7."""
    facts = {"stage": stage, "district_exemption": granted, "played_for_another_team": elsewhere}
    assert result("extra-player", **facts) == {"allowed": allowed}
    assert cited("extra-player", **facts) == {"SM-TEAM-6", "SM-TEAM-7"}


@pytest.mark.parametrize(("players", "allowed"), [(3, False), (4, True), (6, True), (7, False)])
def test_a_veteran_team_has_at_most_six_players(players: int, allowed: bool) -> None:
    """SM-TEAM-9: nobody can grant a seventh."""
    facts = {"players": players, "stage": "final", "discipline": "veteran-teams"}
    assert result("team-roster", **facts, district_exemption=True)["allowed"] is allowed
    assert "SM-TEAM-9" in cited("team-roster", **facts)


@pytest.mark.parametrize(
    ("district", "allowed"), [("Skåne", True), ("Halland", True), ("Göteborg", False)]
)
def test_a_team_enters_where_no_other_district_has_more_players(
    district: str, allowed: bool
) -> None:
    """SM-TEAM-2: two of Skåne, two of Halland, one of Göteborg."""
    facts = {"player_districts": MIXED_TEAM, "district": district}
    needs = None if allowed else "organising-district-approval"
    told = {"allowed": allowed, "needs": needs, "districts": ["Skåne", "Halland"]}
    assert result("team-district", **facts) == told
    assert {"SM-TEAM-2", "SM-ELIG-8"} <= cited("team-district", **facts)


def test_other_wishes_are_approved_by_the_organising_district() -> None:
    """SM-TEAM-3 lets the district agree; SM-TEAM-5, an exemption, is kept on record."""
    facts = {"player_districts": MIXED_TEAM, "district": "Göteborg", "approved": True}
    assert result("team-district", **facts)["allowed"] is True
    assert "SM-TEAM-3" in cited("team-district", **facts)
    assert REGISTRY.carriers("SM-TEAM-5") == ["page exemptions"]


def test_a_team_of_an_unknown_district_is_refused() -> None:
    with pytest.raises(
        StorslamError, match="there is no district Goteborg; the nearest is Göteborg"
    ):
        ask("team-district", player_districts=MIXED_TEAM, district="Goteborg")


@given(st.permutations(MIXED_TEAM), st.sampled_from(["Skåne", "Halland", "Göteborg"]))
def test_the_order_of_players_never_matters(players: list[str], district: str) -> None:
    """SM-TEAM-2."""
    told = result("team-district", player_districts=players, district=district)
    assert told["allowed"] is (district != "Göteborg")


@pytest.mark.parametrize(("played", "fulfilled"), [(38, False), (39, True)])
def test_own_players_play_their_part_of_the_boards(played: int, fulfilled: bool) -> None:
    """SM-TEAM-4: two of five over 24 boards, 38.4 of 96 board-places, rounded up (G-23)."""
    facts = {"players": 5, "own_players": 2, "boards": 24, "boards_by_own_players": played}
    told = {"fulfilled": fulfilled, "required": 39, "share": Fraction("38.4")}
    assert result("proportional-boards", **facts) == told
    assert cited("proportional-boards", **facts) == {"SM-TEAM-4", "G-23"}


def test_nobody_plays_more_boards_than_there_are() -> None:
    """SM-TEAM-4: two players can play 24 boards each; of five, four at a time."""
    facts = {"players": 5, "boards": 24}
    for own, most in ((2, 48), (5, 96)):
        with pytest.raises(StorslamError, match=f"boards_by_own_players must be at most {most}"):
            ask("proportional-boards", **facts, own_players=own, boards_by_own_players=most + 1)


@pytest.mark.parametrize(
    ("facts", "fault"),
    [
        ({"halves": [list("ABCDE")]}, r"halves\[0\] must be a list of 4"),
        ({"halves": [list("ABCD"), list("ABC")]}, r"halves\[1\] must be a list of 4"),
        ({"halves": [list("ABCA")]}, r"halves\[0\]: A is there twice"),
        ({"halves": [], "registered": ["A", "A"]}, "registered: A is there twice"),
    ],
)
def test_four_different_players_play_a_half(facts: dict[str, object], fault: str) -> None:
    """SM-TEAM-8."""
    with pytest.raises(StorslamError, match=fault):
        ask("regular-players", **facts)


def test_a_team_stands_once_in_the_order_of_its_district() -> None:
    """SM-CHAMP-3."""
    with pytest.raises(StorslamError, match="district_order: T1 is there twice"):
        ask("champion-team-place", district_order=["T1", "T1"], champions="C")


def test_the_regular_players_are_the_first_six_to_play() -> None:
    """SM-TEAM-8, the text's own example: A-F are entered; ABCD play, then ABGH."""
    facts = {"halves": [list("ABCD"), list("ABGH")], "registered": list("ABCDEF")}
    told = result("regular-players", **facts)
    assert "".join(told["regular"]) == "ABCDGH"
    assert (told["extra"], told["same_half"]) == ((), ())
    assert told["registered_not_regular"] == ["E", "F"]
    assert cited("regular-players", **facts) == {"SM-TEAM-8"}


def test_those_after_the_sixth_are_extra() -> None:
    """SM-TEAM-8: E and F then play as seventh and eighth."""
    halves = [list("ABCD"), list("ABGH"), list("ABEF")]
    assert result("regular-players", halves=halves)["extra"] == ("E", "F")


def test_when_one_half_brings_the_sixth_and_the_seventh_it_is_told() -> None:
    """SM-TEAM-8: only the order of the line-up tells them apart."""
    told = result("regular-players", halves=[list("ABCD"), list("ABCE"), list("FGAB")])
    assert (told["regular"], told["extra"]) == (tuple("ABCDEF"), ("G",))
    assert told["same_half"] == ("F", "G")


@given(st.lists(st.permutations("ABCDEFGHIJ").map(lambda p: p[:4]), max_size=6))
def test_the_regulars_and_the_extra_are_all_who_played(halves: list[list[str]]) -> None:
    """SM-TEAM-8."""
    told = result("regular-players", halves=halves)
    everybody = {player for half in halves for player in half}
    assert {*told["regular"], *told["extra"]} == everybody
    assert len(told["regular"]) == min(6, len(everybody))


@pytest.mark.parametrize(("size", "required"), [(4, 3), (5, 4), (6, 4)])
def test_two_thirds_of_the_champion_team_must_remain(size: int, required: int) -> None:
    """SM-CHAMP-1."""
    facts = {"old_team_size": size, "remaining_play_a_half": True}
    for remaining in range(size + 1):
        told = result("champion-team", remaining=remaining, **facts)
        assert told["direct_to_semifinal"] is (remaining >= required)
        assert told["required"] == required
    assert {"SM-CHAMP-1", "G-19"} <= cited("champion-team", remaining=4, **facts)


def test_the_champions_who_remain_play_a_half() -> None:
    """SM-CHAMP-2."""
    facts = {"old_team_size": 6, "remaining": 6, "remaining_play_a_half": False}
    assert result("champion-team", **facts)["direct_to_semifinal"] is False
    assert "SM-CHAMP-2" in cited("champion-team", **facts)


@pytest.mark.parametrize(
    ("qualified", "place"), [(["T1", "T2"], 3), (["T1", "C", "T2"], 2), (["T1", "C"], 2), ([], 1)]
)
def test_the_champion_team_comes_last_of_its_district(qualified: list[str], place: int) -> None:
    """SM-CHAMP-3, unless it has played itself to a better place."""
    told = result("champion-team-place", district_order=qualified, champions="C")
    assert told["place"] == place
    assert [team for team in told["order"] if team != "C"] == [t for t in qualified if t != "C"]
    assert cited("champion-team-place", district_order=[], champions="C") == {"SM-CHAMP-3"}


@pytest.mark.parametrize(
    ("discipline", "stage"),
    [
        ("open-pairs", "semifinal"),
        ("women-pairs", "final"),
        ("mixed-pairs", "final"),
        ("veteran-pairs", "final"),
    ],
)
def test_pair_champions_go_to_their_final_in_open_the_semifinal(
    discipline: str, stage: str
) -> None:
    """SM-CHAMP-4."""
    assert result("champion-pair", discipline=discipline) == {"direct_to": stage}
    assert cited("champion-pair", discipline=discipline) == {"SM-CHAMP-4"}


def test_junior_champions_go_to_their_final__SM_CHAMP_4() -> None:
    """SM-CHAMP-4: Open alone is excepted; of beginners nothing is said, in words."""
    assert result("champion-pair", discipline="junior-pairs") == {"direct_to": "final"}
    with pytest.raises(StorslamError, match="nothing of the kind for beginner-pairs on"):
        ask("champion-pair", discipline="beginner-pairs")


def test_a_grant_raises_the_maximum_of_an_open_team__SM_TEAM_6_SM_TEAM_9() -> None:
    """SM-TEAM-6: to eight; SM-TEAM-9: a veteran team has none to be granted."""
    facts = {"players": 7, "stage": "qualifier", "district_exemption": True}
    assert result("team-roster", **facts)["maximum"] == 8
    assert "SM-TEAM-6" in cited("team-roster", **facts)
    veterans = {**facts, "discipline": "veteran-teams"}
    assert result("team-roster", **veterans)["maximum"] == 6
    assert cited("team-roster", **veterans) == {"SM-TEAM-1", "SM-TEAM-9"}
