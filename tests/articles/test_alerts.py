"""Annex I, the alert rules: an article a test, by its id."""

import pytest

from storslam.errors import StorslamError
from storslam.rulebook.edition import edition
from storslam.rulebook.registry import decide, discover

discover("storslam.systems")
NATURAL = {"conventional": False}


def ask(auction: str, screens: bool = False, **meaning: object):
    facts = {"auction": auction.split(), "meaning": meaning, "screens": screens}
    return decide("alert", facts, edition())


def alerted(auction: str, screens: bool = False, **meaning: object) -> bool:
    return ask(auction, screens, **meaning).result["alert"]


def rules(auction: str, **meaning: object) -> list[str]:
    return [reason.rule_id for reason in ask(auction, **meaning).reasons]


def test_gold_and_silver_events__ALERT_2() -> None:
    """ALERT-2: compulsory there, recommended elsewhere."""
    for status, compulsory in (("gold", True), ("silver", True), ("bronze", False)):
        found = decide("alerting-applies", {"status": status}, edition()).result
        assert found["compulsory"] is compulsory


@pytest.mark.parametrize("auction", ["1C", "1NT P 2C", "1S P 1NT", "P"])
def test_conventional_bids_and_passes__ALERT_4(auction: str) -> None:
    """ALERT-4."""
    assert alerted(auction, conventional=True, min_hp=15, forcing=False)
    assert "ALERT-4" in rules(auction, conventional=True, min_hp=15, forcing=False)


def test_responders_new_suit_that_does_not_force__ALERT_5() -> None:
    """ALERT-5: 1D-1H not forcing is alerted; not by a passed hand, not when it forces."""
    assert alerted("1D P 1H", conventional=False, forcing=False)
    assert not alerted("1D P 1H", conventional=False, forcing=True)
    assert not alerted("P P 1D P 1H", conventional=False, forcing=False)
    assert not alerted("1NT P 2H", conventional=False, forcing=False)
    assert alerted("1D 1S 2H", conventional=False, forcing=False)


def test_responder_stays_responder_all_through_the_auction__ALERT_5() -> None:
    """ALERT-5: his second new suit too; not a suit bid before, nor the opener's own."""
    assert rules("1C P 1D P 1S P 2H", conventional=False, forcing=False) == ["ALERT-5"]
    assert not alerted("1C P 1D P 1H P 2H", conventional=False, forcing=False)
    assert not alerted("1C P 1D P 1S", conventional=False, forcing=False)
    assert not alerted("P P 1C P 1D P 1S P 2H", conventional=False, forcing=False)


def test_a_jump_in_a_new_suit_after_partners_overcall__ALERT_6() -> None:
    """ALERT-6: (1C)-1H-3D not forcing; a simple new suit is not alerted."""
    natural = {"conventional": False, "partner_overcall_natural": True}
    assert alerted("1C 1H P 3D", **natural, forcing=False)
    assert "ALERT-6" in rules("1C 1H P 3D", **natural, forcing=False)
    assert not alerted("1C 1H P 2D", conventional=False, forcing=False)
    assert not alerted("1C 1H P 3D", conventional=False, forcing=True)


def test_a_jump_over_an_overcall_that_is_not_natural__ALERT_6() -> None:
    """ALERT-6: is no matter of this rule; whether it is natural must be told where it counts."""
    facts = {"conventional": False, "forcing": False}
    assert not alerted("1C 1H P 3D", **facts, partner_overcall_natural=False)
    assert not ask("1C 1H P 3D", conventional=False, partner_overcall_natural=False).missing
    assert ask("1C 1H P 3D", **facts).missing == ("meaning.partner_overcall_natural",)
    both = ("meaning.forcing", "meaning.partner_overcall_natural")
    assert ask("1C 1H P 3D", conventional=False).missing == both
    assert not ask("1C 1H P 3D", conventional=False, forcing=True).missing


def test_only_the_overcallers_partner_jumps_after_an_overcall__ALERT_6() -> None:
    """ALERT-6: not the overcaller himself, once his partner has bid."""
    assert not alerted("1C 1H P 2D P 3S", conventional=False, forcing=False)


def test_forcing_notrump__ALERT_7() -> None:
    """ALERT-7: 1S-1NT forcing is alerted, not forcing it is not."""
    assert alerted("1S P 1NT", conventional=False, forcing=True)
    assert not alerted("1S P 1NT", conventional=False, forcing=False)


def test_a_forcing_notrump_opening__ALERT_7() -> None:
    """ALERT-7: every notrump bid; an opening does not force when nothing is said."""
    for auction in ("1NT", "2NT"):
        assert rules(auction, conventional=False, min_hp=15, forcing=True) == ["ALERT-7"]
        assert alerted(auction, conventional=False, min_hp=15, forcing=True)
        assert not alerted(auction, conventional=False, min_hp=15)
    assert not alerted("1H", conventional=False, min_hp=11, forcing=True)


def test_a_forcing_bid_in_partners_suit__ALERT_8() -> None:
    """ALERT-8: an inverted raise is alerted."""
    assert alerted("1C P 2C", conventional=False, forcing=True)
    assert not alerted("1C P 2C", conventional=False, forcing=False)


def test_every_suit_that_partner_has_bid_is_partners__ALERT_8() -> None:
    """ALERT-8: back to the first of his suits; notrump is no suit, and one's own is not his."""
    assert rules("1D P 1S P 2C P 3D", conventional=False, forcing=True) == ["ALERT-8"]
    assert rules("1D P 1S P 2C P 3C", conventional=False, forcing=True) == ["ALERT-8"]
    assert rules("1NT P 2NT", conventional=False, forcing=True) == ["ALERT-7"]
    assert not alerted("1D P 1S P 2C P 2S", conventional=False, forcing=True)


@pytest.mark.parametrize(
    ("auction", "min_hp", "shaped", "expected"),
    [
        ("1H", 10, False, False),
        ("1H", 9, False, True),
        ("1H", 9, True, False),
        ("1NT", 14, False, False),
        ("1NT", 13, False, True),
        ("1NT", 12, True, True),
        ("2H", 5, False, False),
        ("P P 1S", 8, False, True),
    ],
)
def test_light_openings__ALERT_9(auction: str, min_hp: int, shaped: bool, expected: bool) -> None:
    """ALERT-9: below 10 hp without shape to make up for it; 1NT below 14."""
    meaning = {"conventional": False, "min_hp": min_hp, "compensating_shape": shaped}
    assert alerted(auction, **meaning) is expected


def test_the_shape_of_a_light_opening_must_be_told__ALERT_9() -> None:
    """ALERT-9: of a light suit opening only; a conventional one is alerted all the same."""
    assert ask("1S", conventional=False, min_hp=8).missing == ("meaning.compensating_shape",)
    assert not ask("1S", conventional=False, min_hp=10).missing
    assert not ask("1NT", conventional=False, min_hp=12).missing
    assert rules("1S", conventional=True) == ["ALERT-4"]


def test_doubles_are_never_alerted__ALERT_11() -> None:
    """ALERT-11: not even conventional ones, not even with screens."""
    for auction in ("1S X", "1S X XX"):
        for screens in (False, True):
            assert not alerted(auction, screens, conventional=True, hard_to_understand=True)


def test_from_four_clubs_upwards__ALERT_12() -> None:
    """ALERT-12: a splinter of 4C is not alerted without screens; 3NT is."""
    assert not alerted("1S P 4C", conventional=True)
    assert alerted("1S P 3NT", conventional=True)


def test_with_screens_all_are_alerted_by_both__ALERT_17() -> None:
    """ALERT-17."""
    found = ask("1S P 4C", True, conventional=True)
    assert found.result == {"alert": True, "by": "both-partners"}
    assert "ALERT-17" in [reason.rule_id for reason in found.reasons]


def test_natural_but_hard_to_understand__ALERT_10() -> None:
    """ALERT-10."""
    assert alerted("1S P 2D", conventional=False, forcing=True, hard_to_understand=True)


def test_what_is_known_from_the_system__ALERT_18_ALERT_14() -> None:
    """ALERT-18, ALERT-14: 1NT-2S, when 2H would have shown spades."""
    assert alerted("1NT P 2S", conventional=False, forcing=False, known_from_system=True)
    assert not alerted("1NT P 2S", conventional=False, forcing=False)


def test_that_no_alert_is_given_tells_something_too__ALERT_13() -> None:
    """ALERT-13: what is not alerted is explained by that, and by no rule that demands an alert."""
    assert rules("1D P 1H", conventional=False, forcing=True) == ["ALERT-13"]
    assert rules("1D P P", conventional=False) == ["ALERT-13"]


def test_what_was_not_said_is_asked_for() -> None:
    for auction, meaning, fact, by in (
        ("1H", {}, "meaning.conventional", "ALERT-4"),
        ("1H", NATURAL, "meaning.min_hp", "ALERT-9"),
        ("1D P 1H", NATURAL, "meaning.forcing", "ALERT-5"),
        ("1D P 1NT", NATURAL, "meaning.forcing", "ALERT-7"),
    ):
        assert ask(auction, **meaning).missing == (fact,)
        assert rules(auction, **meaning) == [by]
    assert ask("1NT P 2H", conventional=False).missing == ()


@pytest.mark.parametrize("auction", ["", "X", "1H 1H", "8C", "1H P hello"])
def test_an_impossible_auction_is_refused(auction: str) -> None:
    with pytest.raises(StorslamError):
        ask(auction, conventional=True)
