"""SM-SUB and SM-DEATH: substitutes, and the death of a player (p. 5)."""

import pytest

from storslam.errors import StorslamError
from tests.championship.asking import ask, cited, result

WHOLE = {"sessions": [["A", "B"], ["A", "B"]]}


def qualified(*stages: dict[str, object]) -> bool:
    decided: bool = result("pair-qualified", pair=["A", "B"], stages=list(stages))["qualified"]
    return decided


def test_a_pair_has_played_one_stage_together_without_a_substitute() -> None:
    """SM-SUB-1: together in the first, with a substitute in the second."""
    assert qualified(WHOLE, {"sessions": [["A", "X"], ["A", "B"]]})
    assert not qualified({"sessions": [["A", "X"], ["A", "B"]]})
    assert not qualified({"sessions": [["A", "B", "X"]]})
    assert "SM-SUB-1" in cited("pair-qualified", pair=["A", "B"], stages=[WHOLE])


def test_one_and_the_same_player_was_there_every_evening() -> None:
    """SM-SUB-2: A missed an evening, and so did B."""
    assert not qualified(WHOLE, {"sessions": [["A", "X"], ["Y", "B"]]})
    assert not qualified(WHOLE, {"sessions": [["A", "X"]]}, {"sessions": [["Y", "B"]]})
    assert qualified(WHOLE, {"sessions": [["X", "B"], ["X", "B"]]})
    told = result("pair-qualified", pair=["A", "B"], stages=[WHOLE, {"sessions": [["B", "X"]]}])
    assert told["players_at_every_session"] == ["B"]
    assert "SM-SUB-2" in cited("pair-qualified", pair=["A", "B"], stages=[WHOLE])


def test_nothing_played_qualifies_nobody() -> None:
    assert not qualified()
    assert not qualified({"sessions": []})


def test_a_substitute_too_starts_only_once() -> None:
    """SM-SUB-3: the start as a substitute is a start."""
    earlier = [{"discipline": "open-pairs", "event": "qualifier"}]
    facts = {"discipline": "open-pairs", "event": "qualifier", "earlier_starts": earlier}
    assert result("second-start", **facts)["allowed"] is False


@pytest.mark.parametrize(
    ("arose", "special", "allowed"),
    [
        ("after-start", True, True),
        ("after-start", False, False),
        ("before-start", True, False),
        ("before-start", False, False),
    ],
)
def test_a_substitute_in_the_final_plays_out_of_competition(
    arose: str, special: bool, allowed: bool
) -> None:
    """SM-SUB-4: only for special reasons that arose after the start."""
    facts = {"stage": "final", "reason_arose": arose, "special_reasons": special}
    told = {"allowed": allowed, "out_of_competition": allowed}
    assert result("final-substitute", **facts) == told
    assert cited("final-substitute", **facts) == {"SM-SUB-4"}


def test_the_semifinal_is_closed_to_substitutes_in_open_only() -> None:
    """SM-SUB-4: the semifinals of the other disciplines are the districts' own."""
    facts = {"stage": "semifinal", "reason_arose": "before-start", "special_reasons": False}
    assert ask("final-substitute", **facts).missing == ("discipline",)
    with pytest.raises(StorslamError, match="no qualifier in junior-pairs"):
        ask("final-substitute", **facts, discipline="junior-pairs")
    with pytest.raises(StorslamError, match="no last-chance in women-pairs"):
        ask("final-substitute", **facts | {"stage": "last-chance"}, discipline="women-pairs")
    assert result("final-substitute", **facts, discipline="open-pairs")["allowed"] is False
    women = result("final-substitute", **facts, discipline="women-pairs")
    assert women == {"allowed": True, "out_of_competition": False}


def test_in_qualifying_a_substitute_plays_in_competition() -> None:
    """SM-SUB-4 is of finals."""
    facts = {"stage": "qualifier", "reason_arose": "before-start", "special_reasons": False}
    told = {"allowed": True, "out_of_competition": False}
    assert result("final-substitute", **facts) == told


@pytest.mark.parametrize("stage", ["semifinal", "final"])
def test_a_qualified_player_who_dies_may_be_replaced(stage: str) -> None:
    """SM-DEATH-1 for teams, SM-DEATH-2 for pairs; the other rules hold for the substitute."""
    facts = {"who": "qualified-player", "stage": stage}
    for discipline, rule in (("open-teams", "SM-DEATH-1"), ("open-pairs", "SM-DEATH-2")):
        told = result("death-replacement", **facts, discipline=discipline)
        assert (told["replacement_allowed"], told["place_lost"]) == (True, False)
        assert {"club-membership", "second-start"} <= set(told["substitute_must_pass"])
        assert cited("death-replacement", **facts, discipline=discipline) == {rule}
    assert cited("death-replacement", **facts) == {"SM-DEATH-1", "SM-DEATH-2"}


def test_a_champion_is_replaced_once_the_survivor_can_no_longer_qualify() -> None:
    """SM-DEATH-3: death on 10 May, the qualifier ended on 28 April."""
    facts = {"who": "reigning-champion", "stage": "final", "qualifier_over": True}
    told = result("death-replacement", **facts)
    assert (told["replacement_allowed"], told["place_lost"]) == (True, False)
    assert cited("death-replacement", **facts) == {"SM-DEATH-3"}


def test_a_champion_whose_qualifier_is_still_to_come_loses_the_place() -> None:
    """SM-DEATH-4: death on 1 March, the qualifier is in April."""
    facts = {"who": "reigning-champion", "stage": "final", "qualifier_over": False}
    told = result("death-replacement", **facts)
    assert (told["replacement_allowed"], told["place_lost"]) == (False, True)
    assert cited("death-replacement", **facts) == {"SM-DEATH-3", "SM-DEATH-4"}


@pytest.mark.parametrize(("remaining", "kept"), [(4, True), (3, False)])
def test_a_champion_team_keeps_its_place_while_two_thirds_are_left(
    remaining: int, kept: bool
) -> None:
    """SM-DEATH-1, SM-CHAMP-1: a team is not asked whether a survivor can still qualify."""
    facts = {"who": "reigning-champion", "discipline": "open-teams", "stage": "semifinal"}
    told = result("death-replacement", **facts, old_team_size=6, remaining=remaining)
    assert (told["replacement_allowed"], told["place_lost"]) == (kept, not kept)
    assert cited("death-replacement", **facts) == {"SM-DEATH-1", "SM-CHAMP-1"}
    assert ask("death-replacement", **facts).missing == ("old_team_size", "remaining")
    with pytest.raises(StorslamError, match="remaining must be at most 5"):
        ask("death-replacement", **facts, old_team_size=6, remaining=6)


def test_a_place_is_in_a_stage_that_there_is() -> None:
    """SM-DEATH-2: only Open has a semifinal of the championship."""
    with pytest.raises(StorslamError, match="no semifinal in women-pairs"):
        ask(
            "death-replacement", who="qualified-player", discipline="women-pairs", stage="semifinal"
        )


def test_a_pair_is_two_players() -> None:
    """SM-SUB-1."""
    with pytest.raises(StorslamError, match="pair: A is there twice"):
        ask("pair-qualified", pair=["A", "A"], stages=[WHOLE])


def test_whether_the_qualifier_is_over_is_never_guessed() -> None:
    assert ask("death-replacement", who="reigning-champion").missing == ("qualifier_over",)
