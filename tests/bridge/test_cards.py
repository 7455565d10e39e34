"""Cards, hands and deals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.bridge import SEATS, Card, Deal, Hand, Seat, Suit, parse_card, parse_deal
from storslam.bridge.cards import parse_hand
from storslam.errors import StorslamError
from tests.strategies import cards, deals

NORTH = "753.T2.KT8762.Q4"
DEAL = f"N:{NORTH} KQ.AKQJ9.A5.AK52 AT642.54.QJ4.J98 J98.8763.93.T763"


@given(cards)
def test_a_card_is_read_as_it_is_written_and_rank_first(card: Card) -> None:
    assert parse_card(str(card)) == card
    assert parse_card(f"{card.rank}{card.suit.symbol}".lower()) == card


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("H10", Card(Suit.HEARTS, "T")),
        ("10h", Card(Suit.HEARTS, "T")),
        ("SE", Card(Suit.SPADES, "A")),
        ("skn", Card(Suit.SPADES, "J")),
        ("♦D", Card(Suit.DIAMONDS, "Q")),
        ("DD", Card(Suit.DIAMONDS, "Q")),
    ],
)
def test_cards_have_english_and_swedish_honours(text: str, card: Card) -> None:
    assert parse_card(text) == card


@pytest.mark.parametrize("text", ["", "S", "A", "S1", "SAA", "XA", "S11"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(StorslamError, match="is not a card"):
        parse_card(text)


def test_a_card_has_a_rank() -> None:
    with pytest.raises(StorslamError, match="'1' is not the rank of a card"):
        Card(Suit.SPADES, "1")


def test_a_hand_counts_its_points_and_lengths() -> None:
    hand = parse_hand("KQ.AKQJ9.A5.AK52")
    assert hand.hp == 5 + 10 + 4 + 7
    assert hand.lengths == (4, 2, 5, 2)
    assert hand[Suit.HEARTS] == "AKQJ9"


def test_equal_hands_are_equal_in_whatever_order_the_cards_are_written() -> None:
    assert parse_hand("357.2T.2678TK.4Q") == parse_hand("753.T2.KT8762.Q4")
    assert str(parse_hand("357.210.K108762.4Q")) == NORTH


def test_voids_are_written_as_nothing_or_a_dash() -> None:
    assert parse_hand("AKQJT98765432...") == parse_hand("AKQJT98765432.-.-.-")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("753.T2.KT8762", "is not a hand of four suits"),
        ("753.T2.KT8762.Q43", "a hand of 14 cards"),
        ("753.T2.KT8762.Q", "a hand of 12 cards"),
        ("773.T2.KT8762.Q4", "cannot be held"),
        ("7X3.T2.KT8762.Q4", "cannot be held"),
    ],
)
def test_what_is_no_hand_is_refused(text: str, reason: str) -> None:
    with pytest.raises(StorslamError, match=reason):
        parse_hand(text)


def test_a_deal_is_written_from_north() -> None:
    deal = parse_deal(DEAL)
    assert str(deal[Seat.NORTH]) == NORTH
    assert str(deal) == DEAL


def test_a_deal_may_start_with_any_hand() -> None:
    hands = DEAL.removeprefix("N:").split()
    for start, seat in enumerate(SEATS):
        turned = " ".join(hands[start:] + hands[:start])
        assert parse_deal(f"{seat.value}:{turned}") == parse_deal(DEAL)


def test_three_hands_give_the_fourth() -> None:
    hands = DEAL.removeprefix("N:").split()
    for missing in range(4):
        known = [hand if n != missing else "-" for n, hand in enumerate(hands)]
        assert parse_deal("N:" + " ".join(known)) == parse_deal(DEAL)


def test_two_hands_stay_two() -> None:
    deal = parse_deal(f"E:{NORTH} - - -")
    assert [deal[seat] is not None for seat in SEATS] == [False, True, False, False]
    assert parse_deal(str(deal)) == deal


def test_a_card_is_dealt_once() -> None:
    with pytest.raises(StorslamError, match="the card ♠7 is dealt twice"):
        parse_deal(f"N:{NORTH} 7.AKQJ9.A5.AK652 - -")


@pytest.mark.parametrize("text", ["", NORTH, f"N:{NORTH}", f"X:{NORTH} - - -", f"{DEAL} -"])
def test_what_is_no_deal_is_refused(text: str) -> None:
    with pytest.raises(StorslamError, match="is not a"):
        parse_deal(text)


@given(deals())
def test_every_deal_is_read_as_it_is_written(deal: Deal) -> None:
    assert parse_deal(str(deal)) == deal
    assert sum(hand.hp for hand in deal.hands if hand) == 40


@given(deals(), st.integers(0, 3))
def test_any_fourth_hand_is_found(deal: Deal, missing: int) -> None:
    hands: list[Hand | None] = list(deal.hands)
    hands[missing] = None
    north, east, south, west = hands
    assert parse_deal(str(Deal((north, east, south, west)))) == deal
