"""Annex II, the rules for opening bids: an article a test, by its id."""

from datetime import date, datetime
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.errors import StorslamError
from storslam.rulebook.edition import edition
from storslam.rulebook.registry import decide, discover

discover("storslam.systems")


def ask(name: str, **facts: object):
    return decide(name, facts, edition())


def result(name: str, **facts: object):
    return dict(ask(name, **facts).result)


def rules(name: str, **facts: object) -> set[str]:
    return {reason.rule_id for reason in ask(name, **facts).reasons}


def dots(call: str, *hands: dict, **facts: object) -> int:
    return result("opening-dots", call=call, hands=list(hands), **facts)["dots"]


def kind(call: str, *hands: dict, **facts: object) -> str:
    return result("opening-dots", call=call, hands=list(hands), **facts)["kind"]


BALANCED = {"shape": "balanced"}
NATURAL_CLUB = {"hp": [11, 21], "length": {"C": [4, 13]}}
WEAK_HEARTS = {"hp": [5, 10], "length": {"H": [6, 7]}}
WEAK_SPADES = {"hp": [5, 10], "length": {"S": [6, 7]}}


def test_high_card_points_are_4_3_2_1__SYS_DEF_1() -> None:
    """SYS-DEF-1: a hand of 4-4-4-1 has at most 4+3+2+1 in each long suit and 4 in the short."""
    assert dots("1C", {"hp": [34, 34], "length": {"C": [1, 1]}}) == 0
    with pytest.raises(StorslamError, match="no hand fits"):
        dots("1C", {"hp": [38, 38]})


def test_a_hand_strong_by_its_short_suits__SYS_DEF_2_SYS_DEF_3() -> None:
    """SYS-DEF-2, SYS-DEF-3: 13 hp and 7-5-1-0 gives 13+2+3 = 18, and 12 hp does not."""
    shape = {"length": {"C": [7, 7], "D": [5, 5], "H": [1, 1], "S": [0, 0]}}
    assert kind("1S", {"hp": [13, 15], **shape}) == "strong"
    assert kind("1S", {"hp": [12, 15], **shape}) != "strong"
    assert kind("1C", {"hp": [15, 37]}) == "strong"
    assert kind("1C", {"hp": [14, 37]}) != "strong"


def test_weak_is_below_eight_points__SYS_DEF_4_SYS_DOT_6() -> None:
    """SYS-DEF-4, SYS-DOT-6: 7-12 is weak and 8-12 is not; 1D costs 2 more, 1H and 1S cost 3."""
    for call, extra in (("1D", 2), ("1H", 3), ("1S", 3), ("1C", 0), ("2D", 0)):
        assert dots(call, {"hp": [7, 12]}) - dots(call, {"hp": [8, 12]}) == extra


def test_only_a_first_bid_is_an_opening__SYS_DEF_5() -> None:
    """SYS-DEF-5: pass, double and redouble are no opening bids."""
    for call in ("P", "X", "XX"):
        with pytest.raises(StorslamError, match="not an opening bid"):
            dots(call, BALANCED)


def test_shapes__SYS_DEF_6() -> None:
    """SYS-DEF-6: 5-4-2-2 is semibalanced; a singleton makes a hand unbalanced."""

    def share(clubs: int, diamonds: int, hearts: int) -> object:
        held = {"C": [clubs, clubs], "D": [diamonds, diamonds], "H": [hearts, hearts]}
        return result("opening-dots", call="1NT", hands=[{"length": held}])["balanced_share"]

    assert [share(4, 3, 3), share(4, 4, 3), share(5, 3, 3)] == [1, 1, 1]
    assert [share(5, 4, 2), share(6, 3, 2), share(7, 2, 2), share(4, 4, 4)] == [0, 0, 0, 0]
    semi = {"hp": [12, 14], "length": {"C": [5, 5], "D": [4, 4], "H": [2, 2]}}
    assert kind("1NT", {**semi, "shape": "semibalanced"}) == "suit-pointer"
    with pytest.raises(StorslamError, match="no hand fits"):
        kind("1NT", {**semi, "shape": "unbalanced"})


def test_four_cards_are_natural_and_three_are_not__SYS_DEF_7() -> None:
    """SYS-DEF-7: a club on four is natural, on three it costs a dot."""
    assert kind("1C", NATURAL_CLUB) == "natural"
    assert dots("1C", {"hp": [11, 21], "length": {"C": [3, 3]}, "shape": "balanced"}) == 1


def test_notrump_with_semibalanced_hands_is_natural_while_nearly_all_are_balanced__SYS_DEF_8() -> (
    None
):
    """SYS-DEF-8 (G-57): 5-4-2-2 with a minor is let in; promising a suit, all must be balanced."""
    usual = {"hp": [15, 17], "shape": "balanced"}
    semi = {"hp": [15, 17], "shape": "semibalanced", "length": {"C": [5, 6], "H": [2, 3]}}
    answer = ask("opening-dots", call="1NT", hands=[usual, semi])
    assert answer.result["kind"] == "natural"
    assert answer.assumptions == ("G-57", "G-65")
    assert kind("1NT", {"hp": [12, 14], "shape": "semibalanced"}) == "unnatural"
    assert kind("1NT", {"hp": [15, 17], "shape": "balanced", "length": {"H": [4, 5]}}) == "natural"
    both = {"hp": [12, 14], "length": {"H": [4, 5]}}
    assert kind("1NT", {**both, "shape": "balanced"}, {**both, "shape": "semibalanced"}) == (
        "suit-pointer"
    )


def test_a_natural_notrump_tells_nothing_else_of_the_suits__SYS_DEF_8() -> None:
    """SYS-DEF-8 (G-65): not two suits, not that there is no major; without five is as usual."""
    weak = {"hp": [12, 14], "shape": "balanced"}
    majors = {"length": {"H": [4, 4], "S": [4, 4]}}
    assert kind("1NT", {**weak, **majors}) == "suit-pointer"
    assert kind("1NT", {**weak, "length": {"H": [2, 3], "S": [2, 3]}}) == "unnatural"
    assert dots("1NT", {**weak, "length": {"S": [2, 3]}}) == 2
    assert kind("1NT", {**weak, "length": {"H": [2, 4], "S": [2, 4]}}) == "natural"
    assert kind("1NT", {**weak, "length": {"S": [5, 5]}}) == "natural"
    assert kind("1NT", {**weak, "length": {"S": [4, 4], "H": [2, 3]}}) == "suit-pointer"
    assert kind("1C", {"hp": [11, 13], "shape": "balanced", **majors}) == "suit-pointer"
    denied = {"length": {"H": [2, 3], "S": [2, 3]}}
    assert kind("1C", {"hp": [11, 13], "shape": "balanced", **denied}) == "unnatural"


def test_the_balanced_share_is_that_of_the_variation_that_counts__SYS_DOT_1() -> None:
    """SYS-DOT-1: 1NT natural in one seat, a long minor in another."""
    minor = {"hp": [8, 11], "length": {"C": [6, 7]}, "shape": "unbalanced"}
    other = {"hp": [8, 11], "length": {"D": [6, 7]}, "shape": "unbalanced"}
    facts = {"hands": [{"hp": [15, 17], **BALANCED}], "variations": [{"hands": [minor, other]}]}
    found = result("opening-dots", call="1NT", **facts)
    assert (found["dots"], found["balanced_share"]) == (2, 0)
    assert "balanced_share" not in result("opening-dots", call="1C", **facts)


def test_pointers__SYS_DEF_9_SYS_DOT_8() -> None:
    """SYS-DEF-9, SYS-DOT-8: 3C for diamonds points at a suit, 1C for 11-13 balanced at balance."""
    assert (dots("3C", {"hp": [4, 9], "length": {"D": [7, 8]}})) == 1
    assert kind("3C", {"hp": [4, 9], "length": {"D": [7, 8]}}) == "suit-pointer"
    assert kind("1C", {"hp": [11, 13], "shape": "balanced"}) == "balance-pointer"
    assert dots("1C", {"hp": [11, 13], "shape": "balanced"}) == 2
    assert dots("1C", {"hp": [11, 15], "length": {"H": [4, 13]}}) == 1


def test_two_promised_suits_point_at_a_suit_too__SYS_DEF_9() -> None:
    """SYS-DEF-9 (G-17): 2D that shows both majors costs one dot."""
    answer = ask(
        "opening-dots", call="2D", hands=[{"hp": [5, 10], "length": {"H": [4, 6], "S": [4, 6]}}]
    )
    assert answer.result["dots"] == 1
    assert answer.assumptions == ("G-17",)


@pytest.mark.parametrize(
    ("call", "facts", "free"),
    [
        ("3NT", {}, "high"),
        ("4C", {}, "high"),
        ("1H", {"seat": 4}, "fourth-hand"),
        ("1H", {"behind_odd_pass": True}, "behind-odd-pass"),
        ("2C", {"game_forcing": True}, "game-forcing"),
    ],
)
def test_what_is_not_regulated_is_not_dotted__SYS_REG_1(call: str, facts: dict, free: str) -> None:
    """SYS-REG-1, SYS-REG-4: these openings are outside the rules."""
    assert kind(call, {"hp": [0, 7]}, **facts) == free
    assert dots(call, {"hp": [0, 7]}, **facts) == 0
    assert "SYS-REG-1" in rules("opening-dots", call=call, hands=[{"hp": [0, 7]}], **facts)


def test_natural_and_strong_openings_are_never_dotted__SYS_REG_4() -> None:
    """SYS-REG-4: whatever else they show."""
    assert dots("1C", NATURAL_CLUB) == dots("2C", {"hp": [18, 37]}) == 0
    assert dots("2H", {"hp": [5, 10], "length": {"H": [5, 5], "C": [4, 6]}}) == 0


def test_an_odd_pass__SYS_REG_2() -> None:
    """SYS-REG-2: more than 13 hp, or not all weak 4-3-3-3 hands; 0-11 with all of them is not."""
    assert not result("odd-pass", hands=[{"hp": [0, 11]}])["odd"]
    assert not result("odd-pass", hands=[{"hp": [0, 13]}])["odd"]
    assert result("odd-pass", hands=[{"hp": [0, 14]}])["odd"]
    assert result("odd-pass", hands=[{"hp": [12, 14]}])["odd"]
    assert result("odd-pass", hands=[{"hp": [8, 12]}])["odd"]
    assert result("odd-pass", hands=[{"hp": [0, 11], "length": {"S": [0, 3]}}])["odd"]


def test_a_strong_pass_is_an_opening_itself__SYS_REG_3() -> None:
    """SYS-REG-3: then the opponents overcall, and overcalls are not regulated."""
    assert result("odd-pass", hands=[{"hp": [15, 37]}])["is_an_opening"]
    assert not result("odd-pass", hands=[{"hp": [12, 37]}])["is_an_opening"]


def test_the_variation_with_most_dots_counts__SYS_DOT_1() -> None:
    """SYS-DOT-1: 1H natural in one vulnerability and anything weak in another."""
    facts = {"call": "1H", "hands": [{"hp": [11, 20], "length": {"H": [5, 13]}}]}
    assert result("opening-dots", **facts)["dots"] == 0
    facts["variations"] = [{"hands": [{"hp": [0, 7]}]}]
    assert result("opening-dots", **facts)["dots"] == 7
    assert "SYS-DOT-1" in rules("opening-dots", **facts)


def test_answers_to_an_odd_pass_are_openings__SYS_DOT_2() -> None:
    """SYS-DOT-2: the answer 1H to a pass that shows something is one more variation of 1H."""
    answer = {"hands": [{"hp": [8, 12]}], "partner_odd_pass": True, "seat": 3}
    natural = {"hands": [{"hp": [11, 20], "length": {"H": [5, 13]}}]}
    facts = {"call": "1H", **natural, "variations": [answer]}
    assert result("opening-dots", **facts)["dots"] == 4
    assert "SYS-DOT-2" in rules("opening-dots", **facts)
    openings = [{"call": "1H", "variations": [natural, answer]}]
    assert result("system-dots", openings=openings)["dots"] == 4


@pytest.mark.parametrize(
    ("facts", "earliest"),
    [
        ({"seat": 1, "behind_odd_pass": True}, 2),
        ({"seat": 1, "partner_odd_pass": True}, 3),
        ({"seat": 2, "partner_odd_pass": True}, 3),
        ({"seat": 2, "partner_odd_pass": True, "behind_odd_pass": True}, 3),
    ],
)
def test_an_odd_pass_takes_its_seat__SYS_DOT_2_SYS_REG_1(facts: dict, earliest: int) -> None:
    """SYS-DOT-2, SYS-REG-1: the right-hand opponent's comes before seat 2, partner's before 3."""
    with pytest.raises(StorslamError, match=f"in seat {earliest} or later"):
        dots("1H", {"hp": [8, 12]}, **facts)
    assert dots("1H", {"hp": [8, 12]}, **{**facts, "seat": earliest}) in {0, 4}
    natural = {"hands": [NATURAL_CLUB]}
    with pytest.raises(StorslamError, match=f"in seat {earliest} or later"):
        result("opening-dots", call="1C", **natural, variations=[{**natural, **facts}])


def test_behind_an_odd_pass_all_is_free_though_partner_passed_oddly_too__SYS_REG_1() -> None:
    """SYS-REG-1, SYS-DOT-2: with both, the opponent's pass decides; with partner's alone, dots."""
    both = {"partner_odd_pass": True, "behind_odd_pass": True}
    assert kind("1H", {"hp": [8, 12]}, **both) == "behind-odd-pass"
    assert dots("1H", {"hp": [8, 12]}, partner_odd_pass=True) == 4


@pytest.mark.parametrize(("shortest", "expected"), [(4, 0), (3, 1), (2, 2), (1, 2), (0, 2)])
def test_the_base_is_by_the_shortest_length__SYS_DOT_3(shortest: int, expected: int) -> None:
    """SYS-DOT-3: one dot down to three cards, two below that."""
    found = result(
        "opening-dots", call="1C", hands=[{"hp": [11, 21], "length": {"C": [shortest, 13]}}]
    )
    assert found["base"] == expected


def test_an_unbalanced_hand_without_four_cards_costs_one_more__SYS_DOT_4() -> None:
    """SYS-DOT-4: precision 1D, 11-15 with one or two diamonds, can be 4-4-1-4."""
    precision = {"hp": [11, 15], "length": {"D": [1, 13], "C": [0, 5], "H": [0, 4], "S": [0, 4]}}
    assert result("opening-dots", call="1D", hands=[precision])["additions"] == {"unbalanced": 1}
    assert dots("1D", precision) == 3


def test_one_of_a_major_costs_one_more__SYS_DOT_5() -> None:
    """SYS-DOT-5: 1H and 1S, not 1D, not 2H."""
    extra = {call: dots(call, {"hp": [8, 12]}) for call in ("1D", "1H", "1S", "2H")}
    assert extra == {"1D": 3, "1H": 4, "1S": 4, "2H": 3}


def test_unnatural_notrump__SYS_DOT_7() -> None:
    """SYS-DOT-7: 1NT costs two, three when weak; 2NT two."""
    minor = [{"length": {"C": [6, 7], "D": [0, 3]}}, {"length": {"D": [6, 7], "C": [0, 3]}}]
    assert dots("1NT", *({"hp": [8, 11], **hand} for hand in minor)) == 2
    assert dots("1NT", *({"hp": [5, 9], **hand} for hand in minor)) == 3
    assert dots("2NT", *({"hp": [5, 9], **hand} for hand in minor)) == 2
    assert dots("1NT", {"hp": [5, 9], "length": {"C": [5, 6], "D": [5, 6]}}) == 1


def test_caps__SYS_DOT_8() -> None:
    """SYS-DOT-8: strong or natural one, strong or a given suit two; multi has no cap."""
    assert dots("1C", {"hp": [15, 37]}, NATURAL_CLUB) == 1
    assert kind("1C", {"hp": [15, 37]}, NATURAL_CLUB) == "strong-or-natural"
    assert dots("2D", {"hp": [18, 37]}, WEAK_HEARTS) == 2
    assert kind("2D", {"hp": [18, 37]}, WEAK_HEARTS) == "strong-or-suit-pointer"
    assert dots("2D", WEAK_HEARTS, WEAK_SPADES) == 3


def test_seven_is_the_most__SYS_2() -> None:
    """SYS-2: an opening costs from one to seven dots; the sum is the system's."""
    assert dots("1H", {"hp": [0, 7]}) == 7
    club = {"hp": [11, 21], "length": {"C": [2, 3]}, "shape": "balanced"}
    diamond = {"hp": [11, 21], "length": {"D": [4, 13]}}
    short_diamond = {"hp": [11, 21], "length": {"D": [3, 3]}, "shape": "balanced"}
    shown = {
        "1C": [NATURAL_CLUB, club],
        "1D": [diamond, short_diamond],
        "2D": [WEAK_HEARTS, WEAK_SPADES],
        "3NT": [{"hp": [10, 12], "length": {"C": [7, 8]}}],
    }
    card = [{"call": call, "variations": [{"hands": hands}]} for call, hands in shown.items()]
    assert result("system-dots", openings=card) == {
        "dots": 6,
        "class": "C",
        "openings": {"1C": 2, "1D": 1, "2D": 3, "3NT": 0},
    }


hps = st.tuples(st.integers(0, 37), st.integers(0, 37)).map(sorted)
lengths = st.dictionaries(
    st.sampled_from("CDHS"), st.tuples(st.integers(0, 13), st.integers(0, 13)).map(sorted)
)


@given(
    st.sampled_from(["1C", "1D", "1H", "1S", "1NT", "2C", "2D", "2NT", "3C"]),
    st.lists(st.fixed_dictionaries({"hp": hps, "length": lengths}), min_size=1, max_size=3),
)
def test_an_opening_costs_from_none_to_seven_dots_whatever_it_shows__SYS_2(call, hands) -> None:
    """SYS-2."""
    try:
        found = result("opening-dots", call=call, hands=hands)
    except StorslamError:
        return
    assert 0 <= found["dots"] <= 7
    assert found["dots"] <= found["base"] + sum(found["additions"].values())
    again = result("opening-dots", call=call, hands=hands[::-1])
    assert again["dots"] == found["dots"]


def test_bronze_is_free__SYS_1_SYS_OBL_1() -> None:
    """SYS-1, SYS-OBL-1: the rules bind silver and gold events; bronze may use them."""
    bound = {
        s: result("opening-rules-apply", status=s)["binding"] for s in ("gold", "silver", "bronze")
    }
    assert bound == {"gold": True, "silver": True, "bronze": False}


@pytest.mark.parametrize(
    ("status", "boards", "level", "most"),
    [
        ("gold", 8, "A", None),
        ("gold", 7, "B", 10),
        ("silver", 8, "B", 10),
        ("silver", 7, "C", 7),
    ],
)
def test_recommended_levels__SYS_LVL_1(status: str, boards: int, level: str, most) -> None:
    """SYS-LVL-1."""
    found = result("recommended-level", status=status, boards_per_opponent=boards)
    assert found == {"level": level, "max_dots": most}


def test_breaks_do_not_part_a_meeting__SYS_LVL_2() -> None:
    """SYS-LVL-2: two halves of twelve with a break are 24 boards."""
    assert result("boards-in-a-row", sets=[12, 12])["boards"] == 24


def test_the_organiser_chooses_a_level__SYS_LVL_4() -> None:
    """SYS-LVL-4: with D also the maximum."""
    assert result("organiser-level", level="D")["faults"] == ["level-d-needs-maximum"]
    assert result("organiser-level", level="D", max_dots=5)["valid"]


def test_without_a_choice_the_recommended_level_holds__SYS_OBL_2() -> None:
    """SYS-OBL-2."""
    found = result("organiser-level", status="silver", boards_per_opponent=2)
    assert (found["level"], found["max_dots"]) == ("C", 7)
    assert set(ask("organiser-level").missing) == {"status", "boards_per_opponent"}
    facts = {"status": "silver", "boards_per_opponent": 2, "max_dots": 6, "bans": True}
    assert result("organiser-level", **facts)["faults"] == [
        "bans-need-level-d",
        "maximum-only-raised",
    ]


def test_an_organiser_may_lower_dots__SYS_ORG_1() -> None:
    """SYS-ORG-1: multi with one dot less."""
    card = [{"call": "2D", "variations": [{"hands": [WEAK_HEARTS, WEAK_SPADES]}]}]
    assert result("system-dots", openings=card, reductions={"2D": 1})["dots"] == 2
    assert result("system-dots", openings=card, reductions={"2D": 9})["dots"] == 0
    assert result("system-dots", openings=card, reductions={"2d": 1})["openings"] == {"2D": 2}
    with pytest.raises(StorslamError, match="reductions: 2H is none of the openings"):
        result("system-dots", openings=card, reductions={"2H": 1})
    with pytest.raises(StorslamError, match="reductions: 2D is there twice"):
        result("system-dots", openings=card, reductions={"2D": 1, "2d": 1})


def test_a_call_is_one_opening_however_it_is_written__SYS_DOT_1() -> None:
    """SYS-DOT-1: its variations belong together; "2D" and "2d" are one call, there twice."""
    multi = [{"hands": [WEAK_HEARTS, WEAK_SPADES]}]
    assert result("system-dots", openings=[{"call": "2d", "variations": multi}])["openings"] == {
        "2D": 3
    }
    card = [{"call": call, "variations": multi} for call in ("2D", "2d")]
    with pytest.raises(StorslamError, match="openings: 2D is there twice"):
        result("system-dots", openings=card)


def test_a_card_has_room_for_so_much__SYS_DOT_1() -> None:
    """SYS-DOT-1: more alternatives than a card can show are refused at once."""
    many = [BALANCED] * 101
    start = process_time()
    for facts in (
        {"call": "1C", "hands": many * 1000},
        {"call": "1C", "hands": [BALANCED], "variations": [{"hands": [BALANCED]}] * 100},
        {"call": "1C", "hands": [BALANCED], "variations": [{"hands": [BALANCED]}] * 101},
    ):
        with pytest.raises(StorslamError, match="at most 100"):
            result("opening-dots", **facts)
    with pytest.raises(StorslamError, match="openings must hold at most 36"):
        result("system-dots", openings=[{"call": "1C", "variations": []}] * 37)
    card = [{"call": call, "variations": [{"hands": [BALANCED] * 60}]} for call in ("1C", "1D")]
    with pytest.raises(StorslamError, match="at most 100 alternatives in all; here are 120"):
        result("system-dots", openings=card)
    with pytest.raises(StorslamError, match="hands must hold at most 100"):
        result("odd-pass", hands=many)
    assert process_time() - start < 2


def test_the_maximum_of_b_and_c_may_be_raised_only__SYS_ORG_2() -> None:
    """SYS-ORG-2."""
    assert result("organiser-level", level="C", max_dots=9)["valid"]
    assert result("organiser-level", level="C", max_dots=6)["faults"] == ["maximum-only-raised"]
    assert result("organiser-level", level="A", max_dots=20)["faults"] == ["maximum-only-raised"]
    assert result("system-allowed", dots=9, level="C", max_dots=9)["allowed"]
    assert result("system-allowed", dots=9, level="C") == {
        "allowed": False,
        "max_dots": 7,
        "dots_over": 2,
        "forbidden": [],
    }


def test_a_ban_takes_level_d__SYS_ORG_3_SYS_3() -> None:
    """SYS-ORG-3, SYS-3 (G-16)."""
    answer = ask("organiser-level", level="B", bans=True)
    assert answer.result["faults"] == ["bans-need-level-d"]
    assert answer.assumptions == ("G-16",)
    assert result("organiser-level", level="D", max_dots=10, bans=True)["valid"]
    found = result("system-allowed", dots=3, level="D", max_dots=10, openings=["2D"], banned=["2D"])
    assert (found["allowed"], found["forbidden"]) == (False, ["2D"])
    assert ask("system-allowed", dots=3, level="D").missing == ("max_dots",)


def test_what_an_organiser_may_not_decide_is_not_applied__SYS_ORG_2_SYS_ORG_3() -> None:
    """SYS-ORG-2, SYS-ORG-3: a maximum that is not raised, and a ban outside level D."""
    for level, most in (("C", 6), ("B", 9), ("A", 20)):
        with pytest.raises(StorslamError, match=f"maximum of level {level} {most}"):
            result("system-allowed", dots=3, level=level, max_dots=most)
    for level in "ABC":
        with pytest.raises(StorslamError, match=f"nothing can be forbidden at level {level}"):
            result("system-allowed", dots=3, level=level, openings=["2D"], banned=["2D"])


def test_a_ban_holds_however_the_call_is_written__SYS_3() -> None:
    """SYS-3: calls are compared as calls; what opens no bidding cannot be forbidden."""
    facts = {"dots": 3, "level": "D", "max_dots": 10}
    answer = ask("system-allowed", **facts, openings=["2d", "P"], banned=["2♦", "pass"])
    assert answer.result["forbidden"] == ["2D", "Pass"]
    assert answer.assumptions == ("G-16",)
    with pytest.raises(StorslamError, match="not an opening bid"):
        ask("system-allowed", **facts, banned=["X"])


@pytest.mark.parametrize(("total", "name"), [(0, "C"), (7, "C"), (8, "B"), (10, "B"), (11, "A")])
def test_classes__SYS_ORG_4(total: int, name: str) -> None:
    """SYS-ORG-4."""
    assert result("system-class", dots=total)["class"] == name


@pytest.mark.parametrize(
    ("discipline", "stage", "level"),
    [
        ("open-teams", "final", "A"),
        ("veteran-teams", "final", "A"),
        ("women-pairs", "final", "B"),
        ("mixed-pairs", "final", "B"),
        ("veteran-pairs", "final", "B"),
        ("open-pairs", "final", "B"),
        ("open-pairs", "semifinal", "B"),
        ("open-pairs", "last-chance", "C"),
    ],
)
def test_levels_of_the_stages__SM_CON_2_SYS_ORG_5(discipline: str, stage: str, level: str) -> None:
    """SM-CON-2, SYS-ORG-5: each stage has its own."""
    assert result("system-level", discipline=discipline, stage=stage)["level"] == level


def test_levels_that_the_text_leaves_open__SM_CON_2() -> None:
    """SM-CON-2 (G-14): Sista Dansen C, team semifinal A, district qualifiers as recommended."""
    dance = ask("system-level", discipline="mixed-pairs", stage="last-chance")
    assert (dance.result["level"], dance.assumptions) == ("C", ("G-14",))
    assert result("system-level", discipline="open-teams", stage="semifinal")["level"] == "A"
    facts = {"discipline": "women-pairs", "stage": "qualifier"}
    assert ask("system-level", **facts).missing == ("status", "boards_per_opponent")
    assert ask("system-level", **facts, status="gold").missing == ("boards_per_opponent",)
    assert result("system-level", **facts, status="silver", boards_per_opponent=2)["level"] == "C"
    assert result("system-level", **facts, status="gold", boards_per_opponent=2)["level"] == "B"
    with pytest.raises(StorslamError, match="sets no level"):
        result("system-level", discipline="women-pairs", stage="semifinal")


def test_sista_dansen_has_a_level_since_it_is_in_the_book__SM_CON_2() -> None:
    """SM-CON-2 (G-14): the change of 5 October 2012 made it; Women has no last chance at all."""
    facts = {"discipline": "mixed-pairs", "stage": "last-chance"}
    assert result("system-level", **facts, on="2012-10-05")["level"] == "C"
    for discipline, on in (("mixed-pairs", "2012-10-04"), ("women-pairs", "2013-01-24")):
        with pytest.raises(StorslamError, match="sets no level"):
            result("system-level", discipline=discipline, stage="last-chance", on=on)


def test_the_card_marks_the_dots_as_they_are__SM_CON_4() -> None:
    """SM-CON-4."""
    multi = {"call": "2D", "variations": [{"hands": [WEAK_HEARTS, WEAK_SPADES]}]}
    assert result("marked-dots", openings=[{**multi, "marked": 3}])["correct"]
    assert result("marked-dots", openings=[{**multi, "marked": 2}])["wrong"] == {
        "2D": {"marked": 2, "dots": 3}
    }
    assert result("marked-dots", openings=[multi])["wrong"] == {"2D": {"marked": None, "dots": 3}}
    with pytest.raises(StorslamError, match="openings: 2D is there twice"):
        result("marked-dots", openings=[{**multi, "marked": 3}, {**multi, "call": "2d"}])
    with pytest.raises(StorslamError, match="2D: an opening has no dots, or from 1 to 7"):
        result("marked-dots", openings=[{**multi, "marked": 8}])


START = "2013-08-03T10:00:00+02:00"


def duties(system: str, openings: dict, boards: int, **facts: object) -> dict:
    return result(
        "system-duties",
        system=system,
        openings=openings,
        boards_per_opponent=boards,
        event_start=START,
        **facts,
    )


A_CARD = {"1H": 7, "1S": 4}
B_CARD = {"1H": 7, "1C": 1}


def test_a_class_is_that_of_the_dots__SYS_ORG_4() -> None:
    """SYS-ORG-4: twelve dots are class A, eight class B; another class is refused."""
    assert duties("A", A_CARD, 5)["special"]
    for system, card, right in (("B", A_CARD, "A"), ("A", B_CARD, "B"), ("A", {}, "C")):
        with pytest.raises(StorslamError, match=f"the dots of class {right}, not {system}"):
            duties(system, card, 5)


def test_copies_are_for_the_opponents_that_are_told__SYS_OBL_7() -> None:
    """SYS-OBL-7: their number is needed where the cards are in the room, and only there."""
    facts = {"system": "A", "openings": A_CARD, "event_start": START}
    assert ask("system-duties", **facts, boards_per_opponent=4).missing == ("opponents",)
    assert not ask("system-duties", **facts, boards_per_opponent=5).missing
    plain = {**facts, "system": "C", "openings": {"2D": 3}}
    assert not ask("system-duties", **plain, boards_per_opponent=2).missing


def test_permission_carries_duties__SYS_ORG_6() -> None:
    """SYS-ORG-6: an A system, or an opening of four dots, brings them; three dots do not."""
    assert duties("C", {"2D": 3}, 2)["special"] is False
    assert duties("C", {"1H": 4}, 2, opponents=9)["special"] is True
    threes = {"2D": 3, "2H": 3, "2S": 3, "2C": 2}
    assert duties("A", threes, 2, opponents=9)["special"] is True


def test_dotted_openings_are_marked_and_special_ones_declared__SYS_OBL_4_SYS_OBL_5() -> None:
    """SYS-OBL-4, SYS-OBL-5, SYS-OBL-8."""
    found = duties("A", {"1C": 0, **A_CARD}, 2, opponents=9)
    assert found["mark_on_card"] == A_CARD
    assert found["declare_at_entry"]
    assert found["repeat_at_table"]


def test_cards_a_week_before_or_in_the_room__SYS_OBL_6_SYS_OBL_7() -> None:
    """SYS-OBL-6, SYS-OBL-7: five boards or more a week before; fewer, 30 minutes before, copies."""
    assert duties("A", A_CARD, 5)["cards_to_opponents_by"] == date(2013, 7, 27)
    found = duties("A", A_CARD, 4, opponents=51)
    assert found["cards_in_room_by"] == datetime.fromisoformat("2013-08-03T09:30:00+02:00")
    assert found["copies"] == 51


def test_the_week_is_counted_in_swedish_days__SYS_OBL_6() -> None:
    """SYS-OBL-6: 23.30 UTC on 9 May is 10 May in Sweden."""
    found = result(
        "system-duties",
        system="A",
        openings=A_CARD,
        boards_per_opponent=8,
        event_start="2013-05-09T23:30:00+00:00",
    )
    assert found["cards_to_opponents_by"] == date(2013, 5, 3)


def test_defences_against__SYS_OBL_9() -> None:
    """SYS-OBL-9: A systems bring defences from three dots, others from four."""
    assert duties("A", {"2D": 3, "1H": 7, "1C": 2}, 5)["defences_against"] == ["2D", "1H"]
    assert duties("B", {"2D": 3, "1H": 5}, 5)["defences_against"] == ["1H"]


@pytest.mark.parametrize(
    ("openings", "fault"),
    [
        ({"X": 3}, "not an opening bid"),
        ({"multi": 3}, "not a call"),
        ({"2D": 3, "2d": 3}, "openings: 2D is there twice"),
        ({"2D": 8}, "2D: an opening has no dots, or from 1 to 7"),
    ],
)
def test_the_card_holds_openings_and_their_dots__SYS_OBL_4(openings: dict, fault: str) -> None:
    """SYS-OBL-4: other calls, a call twice and dots that no opening has are refused."""
    with pytest.raises(StorslamError, match=fault):
        duties("A", openings, 2)
    assert duties("C", {"2d": 3, "P": 0}, 2)["mark_on_card"] == {"2D": 3}


@pytest.mark.parametrize(("at", "may"), [("14:45:00", True), ("14:45:01", False)])
def test_an_a_system_is_announced_15_minutes_before__SYS_TEAM_1(at: str, may: bool) -> None:
    """SYS-TEAM-1: or at the organiser's own time."""
    start = "2013-05-09T15:00:00+02:00"
    found = result("announce-a-system", match_start=start, announced_at=f"2013-05-09T{at}+02:00")
    assert found["may_use"] is may
    early = "2013-05-09T12:00:00+02:00"
    facts = {"match_start": start, "announced_at": "2013-05-09T13:00:00+02:00", "closes_at": early}
    assert not result("announce-a-system", **facts)["may_use"]
    assert not result("announce-a-system", match_start=start)["may_use"]
    with pytest.raises(StorslamError, match=r"closes_at: .* is after the start"):
        result("announce-a-system", match_start=start, closes_at="2013-05-09T15:00:01+02:00")


def test_who_names_pairs_first__SYS_TEAM_3() -> None:
    """SYS-TEAM-3: only when one team alone announced; the other then chooses freely."""
    one = result("seat-choice", announced=["away"])
    assert (one["names_first"], one["chooses_second"]) == ("away", "home")
    assert result("seat-choice", announced=["home", "away"])["names_first"] is None
    assert result("seat-choice", announced=[])["names_first"] is None


def test_the_announcement_itself_counts__SYS_TEAM_4() -> None:
    """SYS-TEAM-4: used or not."""
    facts = {"match_start": START, "announced_at": "2013-08-03T09:00:00+02:00"}
    assert result("announce-a-system", **facts)["seat_rules_apply"]
    assert "SYS-TEAM-4" in rules("seat-choice", announced=["home"])


@pytest.mark.parametrize(
    ("boards", "fulfilled", "may"),
    [(4, True, True), (5, True, False), (7, True, False), (7, False, True)],
)
def test_boards_may_be_corrected__SYS_PEN_3(boards: int, fulfilled: bool, may: bool) -> None:
    """SYS-PEN-3: at most four boards, or the duty broken."""
    found = result("adjust-after-forbidden-bid", boards_in_meeting=boards, duty_fulfilled=fulfilled)
    assert found["may_adjust"] is may


@pytest.mark.parametrize(
    ("system", "cost", "may"), [("A", 3, True), ("A", 2, False), ("B", 3, False), ("C", 4, True)]
)
def test_own_notes_may_be_studied__SYS_OBL_13(system: str, cost: int, may: bool) -> None:
    """SYS-OBL-13: against A systems from three dots, others from four."""
    assert result("notes-right", opponents_class=system, opening_dots=cost)["may_study"] is may
    with pytest.raises(StorslamError, match="opening_dots: an opening has no dots, or from 1 to 7"):
        result("notes-right", opponents_class=system, opening_dots=8)


def test_own_notes_after_an_overcall__SYS_OBL_13() -> None:
    """SYS-OBL-13: (1C)-1S on 0-7 gives the right; (1H)-2H with spades and a minor does not."""
    facts = {"opening": "1C", "opening_natural": True, "overcall": "1S"}
    assert result("notes-right-after-overcall", **facts, hands=[{"hp": [0, 7]}])["may_study"]
    michaels = [
        {"length": {"S": [5, 6], "C": [4, 6]}},
        {"length": {"S": [5, 6], "D": [4, 6]}},
    ]
    facts = {"opening": "1H", "opening_natural": True, "overcall": "2H", "hands": michaels}
    assert not result("notes-right-after-overcall", **facts)["may_study"]
    with pytest.raises(StorslamError, match="no bid over"):
        result("notes-right-after-overcall", **{**facts, "overcall": "1D"})


@pytest.mark.parametrize(
    ("duty", "a_system", "earlier", "expected"),
    [
        ("declaration", False, 0, (True, False, None)),
        ("allowed-bids", True, 3, (True, False, None)),
        ("at-entry", True, 0, (False, True, "a-system")),
        ("cards-ahead", False, 0, (False, True, "openings-from-4-dots")),
        ("at-the-table", True, 0, (False, False, None)),
        ("defences", True, 1, (False, True, "a-system")),
    ],
)
def test_a_breach_is_mended_at_once_or_may_cost_the_system__SYS_PEN_1__SYS_PEN_2(
    duty: str, a_system: bool, earlier: int, expected: tuple[object, ...]
) -> None:
    """SYS-PEN-1 and SYS-PEN-2: duties 1-2 at once, duties 3-4 when they are broken again."""
    found = result("duty-breach", duty=duty, a_system=a_system, earlier=earlier)
    assert (found["correct_at_once"], found["may_disqualify"], found["may_forbid"]) == expected


def test_in_team_play_forbidden_bids_are_reported__SYS_PEN_4() -> None:
    """SYS-PEN-4: in team play, not among pairs, and not for a card that is incomplete."""
    report = "report_to_committee"
    assert result("duty-breach", duty="allowed-bids", a_system=False, teams=True)[report]
    assert not result("duty-breach", duty="allowed-bids", a_system=False)[report]
    assert not result("duty-breach", duty="declaration", a_system=False, teams=True)[report]
