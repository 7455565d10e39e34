"""SM-ELIG: who may take part (p. 4, "Att delta i Svenska Mästerskap"; ages on pp. 10-11)."""

import pytest

from storslam.errors import StorslamError
from tests.championship.asking import ask, cited, result

QUALIFIER = {"event": "qualifier"}


@pytest.mark.parametrize("member", [True, False])
def test_a_player_must_be_a_member_of_an_affiliated_club(member: bool) -> None:
    """SM-ELIG-2."""
    assert result("club-membership", club_affiliated=member) == {"eligible": member}
    assert cited("club-membership", club_affiliated=member) == {"SM-ELIG-2"}


@pytest.mark.parametrize(
    ("paid", "eligible"),
    [("2013-02-15", True), ("2013-02-16", True), ("2013-02-17", False), (None, False)],
)
def test_the_fee_is_paid_by_the_first_day_of_play(paid: str | None, eligible: bool) -> None:
    """SM-ELIG-3 and SM-PEN-1, read together by G-38."""
    facts = {"kind": "pairs", "fee_paid_on": paid, "first_stage_day": "2013-02-16"}
    consequence = None if eligible else "disqualified"
    assert result("membership", **facts) == {"eligible": eligible, "consequence": consequence}
    assert cited("membership", **facts) == {"SM-ELIG-3", "SM-PEN-1", "G-38"}


def test_a_team_with_an_unpaid_player_is_not_disqualified_at_once() -> None:
    """SM-ELIG-3: for teams the deduction per match comes first (G-39)."""
    facts = {"kind": "teams", "fee_paid_on": None, "first_stage_day": "2013-03-01"}
    assert result("membership", **facts)["consequence"] == "penalty-then-disqualified"
    assert cited("membership", **facts) == {"SM-ELIG-3", "G-39"}


def test_whether_the_fee_was_paid_is_never_guessed() -> None:
    decided = ask("membership", kind="pairs", first_stage_day="2013-02-16")
    assert (decided.missing, decided.result) == (("fee_paid_on",), {})


def test_a_player_qualifies_once_in_each_discipline() -> None:
    """SM-ELIG-4: in two districts is a second start; in two disciplines it is not."""
    earlier = [{"discipline": "women-pairs", **QUALIFIER}]
    facts = {**QUALIFIER, "earlier_starts": earlier}
    assert result("second-start", discipline="women-pairs", **facts)["allowed"] is False
    assert result("second-start", discipline="open-pairs", **facts)["allowed"] is True
    assert result(
        "second-start", discipline="women-pairs", event="qualifier", earlier_starts=[]
    ) == {
        "allowed": True,
        "consequence": None,
    }


def test_a_second_start_of_a_pair_disqualifies_it_and_its_boards_stand() -> None:
    """SM-PEN-2, SM-PEN-3 and SM-PEN-4."""
    earlier = [{"discipline": "women-pairs", **QUALIFIER}]
    facts = {"discipline": "women-pairs", **QUALIFIER, "earlier_starts": earlier}
    assert result("second-start", **facts) == {
        "allowed": False,
        "consequence": "disqualified",
        "counts_in_quota": False,
        "board_results_stand": True,
        "master_points": True,
    }
    assert {"SM-PEN-2", "SM-PEN-3", "SM-PEN-4"} <= cited("second-start", **facts)


def test_a_player_of_another_team_costs_the_team_its_results() -> None:
    """SM-PEN-8 sends teams to the rules on illegal substitutes."""
    earlier = [{"discipline": "open-teams", **QUALIFIER}]
    facts = {"discipline": "open-teams", **QUALIFIER, "earlier_starts": earlier}
    assert result("second-start", **facts)["board_results_stand"] is False
    assert "SM-PEN-8" in cited("second-start", **facts)


@pytest.mark.parametrize("discipline", ["open-pairs", "mixed-pairs"])
@pytest.mark.parametrize(
    ("event", "before"), [("last-chance", "qualifier"), ("qualifier", "last-chance")]
)
def test_the_last_chance_is_no_second_start(discipline: str, event: str, before: str) -> None:
    """SM-ELIG-5: in Open and Mixed."""
    facts = {"earlier_starts": [{"discipline": discipline, "event": before}], "event": event}
    assert result("second-start", discipline=discipline, **facts)["allowed"] is True
    assert "SM-ELIG-5" in cited("second-start", discipline=discipline, **facts)


def test_mixed_had_no_last_chance_before_october() -> None:
    """SM-ELIG-5 with SM-ED-6: until 5 October 2012 only Open has one, and Women never."""
    earlier = [{"discipline": "mixed-pairs", **QUALIFIER}]
    facts = {"discipline": "mixed-pairs", "event": "last-chance", "earlier_starts": earlier}
    assert result("second-start", **facts, on="2012-10-05")["allowed"] is True
    with pytest.raises(StorslamError, match="no last-chance in mixed-pairs on 2012-10-04"):
        ask("second-start", **facts, on="2012-10-04")
    before = [{"discipline": "women-pairs", "event": "last-chance"}]
    with pytest.raises(StorslamError, match="no last-chance in women-pairs"):
        ask("second-start", discipline="open-pairs", **QUALIFIER, earlier_starts=before)


@pytest.mark.parametrize("year", [-5, 1899, 2014, 10**12])
def test_nobody_is_born_before_bridge_or_after_the_event(year: int) -> None:
    """SM-ELIG-10."""
    with pytest.raises(StorslamError, match=f"nobody who plays was born in {year}"):
        ask("age-limit", discipline="veteran-pairs", birth_years=[1950, year])


@pytest.mark.parametrize("players", [[], ["woman"], ["woman", "woman", "man"]])
def test_a_pair_is_composed_of_two(players: list[str]) -> None:
    """SM-ELIG-1."""
    with pytest.raises(StorslamError, match="players must be a list of 2"):
        ask("composition", discipline="mixed-pairs", players=players)


@pytest.mark.parametrize(("unfilled", "places"), [(0, 2), (2, 4)])
def test_the_last_chance_is_for_two_places_and_those_left_over(unfilled: int, places: int) -> None:
    """SM-ELIG-6: in Open for the semifinal (G-6), in Mixed for the final."""
    for discipline, stage in (("open-pairs", "semifinal"), ("mixed-pairs", "final")):
        facts = {"discipline": discipline, "unfilled_places": unfilled}
        assert result("last-chance-places", **facts) == {"places": places, "stage": stage}
        assert {"SM-ELIG-6", "G-6"} <= cited("last-chance-places", **facts)


@pytest.mark.parametrize(
    ("district", "allowed"), [("Skåne", True), ("Halland", True), ("Gotland", False)]
)
def test_a_pair_of_two_districts_enters_in_either(district: str, allowed: bool) -> None:
    """SM-ELIG-8 and SM-ELIG-9: the pair counts where it enters; only home districts by G-22."""
    facts = {"player_districts": ["Skåne", "Halland"], "district": district}
    counts_for = district if allowed else None
    assert result("pair-district", **facts) == {"allowed": allowed, "counts_for": counts_for}
    assert cited("pair-district", **facts) == {"SM-ELIG-8", "SM-ELIG-9", "G-22"}


def test_a_district_answers_to_its_code_and_its_federation() -> None:
    facts = {"player_districts": ["SKA", "Hallands Bridgeförbund"], "district": "skåne"}
    assert result("pair-district", **facts)["counts_for"] == "Skåne"


def test_a_district_that_is_not_known_is_refused_with_the_nearest() -> None:
    with pytest.raises(StorslamError, match="there is no district Skane; the nearest is Skåne"):
        ask("pair-district", player_districts=["Skåne", "Skane"], district="Skåne")


@pytest.mark.parametrize(
    ("discipline", "years", "eligible"),
    [
        ("veteran-pairs", [1953, 1950], True),
        ("veteran-pairs", [1953, 1954], False),
        ("veteran-teams", [1953, 1953, 1953, 1954], False),
        ("junior-pairs", [1987, 1987], True),
        ("junior-pairs", [1987, 1986], False),
        ("junior-teams", [1988, 1988, 1988, 1988], True),
        ("junior-teams", [1987, 1988, 1988, 1988], False),
        ("open-pairs", [1920, 2005], True),
    ],
)
def test_veterans_and_juniors_by_year_of_birth(
    discipline: str, years: list[int], eligible: bool
) -> None:
    """SM-ELIG-10: 1953 or earlier; pairs 1987 or later, teams 1988 or later (G-29)."""
    facts = {"discipline": discipline, "birth_years": years}
    assert result("age-limit", **facts)["eligible"] is eligible
    assert "SM-ELIG-10" in cited("age-limit", **facts)
    assert ("G-29" in cited("age-limit", **facts)) is discipline.startswith("junior")


def test_nobody_is_not_old_enough() -> None:
    with pytest.raises(StorslamError, match="birth_years must not be empty"):
        ask("age-limit", discipline="veteran-pairs", birth_years=[])


@pytest.mark.parametrize(
    ("discipline", "players", "eligible"),
    [
        ("women-pairs", ["woman", "woman"], True),
        ("women-pairs", ["woman", "man"], False),
        ("mixed-pairs", ["woman", "man"], True),
        ("mixed-pairs", ["man", "woman"], True),
        ("mixed-pairs", ["man", "man"], False),
        ("open-pairs", ["man", "man"], True),
    ],
)
def test_women_and_mixed_by_their_names(
    discipline: str, players: list[str], eligible: bool
) -> None:
    """SM-ELIG-1, read by G-54."""
    facts = {"discipline": discipline, "players": players}
    assert result("composition", **facts)["eligible"] is eligible
    assert ("G-54" in cited("composition", **facts)) is (discipline != "open-pairs")
