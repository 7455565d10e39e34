"""Deals from a secret: every one can be dealt, each in one way, and again afterwards."""

import hashlib
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.bridge import numbered_board
from storslam.bridge.cards import SUITS_DOWN
from storslam.bridge.dealing import DEALS, deal_of_rank, dealt, promise, promise_of
from storslam.errors import StorslamError

SECRET = b"sixteen bytes or more"


def test_there_are_as_many_deals_as_are_known() -> None:
    assert DEALS == 53_644_737_765_488_792_839_237_440_000
    assert comb(52, 13) * comb(39, 13) * comb(26, 13) == DEALS


def test_the_first_and_the_last_deal_give_each_hand_a_suit() -> None:
    first, last = deal_of_rank(0), deal_of_rank(DEALS - 1)
    assert str(first).startswith("N:AKQJT98765432... .AKQJT98765432..")
    assert str(last).split(":")[1].split()[3] == "AKQJT98765432..."


@given(st.integers(0, DEALS - 1))
def test_every_rank_is_a_whole_deal_with_its_own_place(rank: int) -> None:
    deal = deal_of_rank(rank)
    cards = [
        (suit, held) for hand in deal.hands if hand for suit in SUITS_DOWN for held in hand[suit]
    ]
    assert len(set(cards)) == 52
    assert rank_of(deal) == rank


def rank_of(deal) -> int:
    """The rank of a deal, reckoned the other way round: what comes before it."""
    pack = [(suit, rank) for suit in SUITS_DOWN for rank in "AKQJT98765432"]
    rank = 0
    for hand in deal.hands[:3]:
        held = {(suit, card) for suit in SUITS_DOWN for card in hand[suit]}
        places = [n for n, card in enumerate(pack) if card in held]
        before = sum(
            comb(len(pack) - 1 - n, 12 - index)
            for index, place in enumerate(places)
            for n in range(places[index - 1] + 1 if index else 0, place)
        )
        rank = rank * comb(len(pack), 13) + before
        pack = [card for card in pack if card not in held]
    return rank


def test_the_same_secret_deals_the_same_boards_and_another_does_not() -> None:
    first = [str(dealt(SECRET, board)) for board in range(1, 25)]
    assert first == [str(dealt(SECRET, board)) for board in range(1, 25)]
    assert len(set(first)) == 24
    assert str(dealt(SECRET + b"!", 1)) != first[0]
    assert promise(SECRET) == hashlib.sha256(SECRET).hexdigest()


def test_hands_are_as_often_strong_as_they_should_be() -> None:
    """4,000 hands: mean of points 10, share of balanced shapes 47.6 %, within five errors."""
    hands = [hand for board in range(1000) for hand in dealt(SECRET, board).hands if hand]
    assert sum(hand.hp for hand in hands) == 10 * len(hands)
    norths = [dealt(SECRET, board).hands[0] for board in range(1000)]
    mean = sum(hand.hp for hand in norths) / len(norths)
    assert abs(mean - 10) < 5 * 4.13 / len(norths) ** 0.5
    even = {(4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2)}
    share = sum(tuple(sorted(h.lengths, reverse=True)) in even for h in norths) / len(norths)
    assert abs(share - 0.476) < 5 * (0.476 * 0.524 / len(norths)) ** 0.5


def test_a_short_secret_is_refused() -> None:
    with pytest.raises(StorslamError, match="at least 16"):
        dealt(b"short", 1)


def test_hands_that_were_not_dealt_here_are_promised_line_by_line() -> None:
    deals = {number: dealt(SECRET, number) for number in (2, 1)}
    lines = f"1 N None {deals[1]}\n2 E NS {deals[2]}\n"
    found = promise_of((numbered_board(number), deal) for number, deal in deals.items())
    assert found == hashlib.sha256(lines.encode()).hexdigest()
