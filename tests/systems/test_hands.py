"""Hands are counted exactly."""

from fractions import Fraction
from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.bridge import Suit
from storslam.errors import StorslamError
from storslam.rulebook.edition import edition
from storslam.systems.hands import HandRange, Measures, distributions, hand_set, sample

MEASURES = Measures.of(edition().at())


def hands(*alternatives: HandRange):
    return hand_set(alternatives, MEASURES)


def test_there_are_635_013_559_600_hands_of_560_distributions() -> None:
    assert len(distributions()) == 560
    assert hands(HandRange()).count() == comb(52, 13) == 635_013_559_600


def test_known_shares_of_shapes() -> None:
    every = hands(HandRange())
    assert round(float(every.share("balanced")) * 100, 2) == 47.60
    assert every.share("balanced", "semibalanced", "unbalanced") == 1
    assert hands(HandRange(shape="unbalanced")).share("unbalanced") == 1


@pytest.mark.parametrize(("hp", "per_cent"), [(0, 0.3639), (10, 9.4051), (12, 8.0269), (37, 0.0)])
def test_known_shares_of_high_card_points(hp: int, per_cent: float) -> None:
    share = Fraction(hands(HandRange(hp=(hp, hp))).count(), comb(52, 13))
    assert round(float(share) * 100, 4) == per_cent


def test_a_hand_of_thirteen_in_a_suit_has_ten_points() -> None:
    assert hands(HandRange(length={"S": (13, 13)})).points == {(0, 0, 0, 13): 1 << 10}
    with pytest.raises(StorslamError, match="no hand fits"):
        hands(HandRange(hp=(11, 37), length={"S": (13, 13)}))


@pytest.mark.parametrize(
    "impossible",
    [
        HandRange(hp=(12, 10)),
        HandRange(hp=(38, 40)),
        HandRange(length={"C": (5, 4)}),
        HandRange(length={"C": (5, 13), "D": (5, 13), "H": (5, 13)}),
        HandRange(length={"C": (6, 6)}, shape="balanced"),
    ],
)
def test_a_description_that_nothing_fits_is_refused_by_its_number(impossible: HandRange) -> None:
    with pytest.raises(StorslamError, match=r"hands\[1\]"):
        hands(HandRange(), impossible)


def test_an_open_end_may_be_as_large_as_one_likes() -> None:
    assert hands(HandRange(hp=(16, 10**12))).points == hands(HandRange(hp=(16, 37))).points


def test_no_description_is_no_bid() -> None:
    with pytest.raises(StorslamError, match="no hands at all"):
        hands()


def test_alternatives_are_joined_not_added() -> None:
    once = hands(HandRange(hp=(10, 12)))
    twice = hands(HandRange(hp=(10, 11)), HandRange(hp=(11, 12)))
    assert once.points == twice.points


@given(st.sampled_from(distributions()), st.data())
def test_a_sample_has_its_shape_and_its_points(distribution, data) -> None:
    bits = MEASURES.possible(distribution)
    hp = data.draw(st.sampled_from([n for n in range(38) if bits >> n & 1]))
    hand = sample(distribution, hp, MEASURES)
    assert (hand.lengths, hand.hp) == (distribution, hp)


@given(st.sampled_from(distributions()))
def test_the_shortest_suit_of_a_single_distribution_is_its_length(distribution) -> None:
    exact = {suit.letter: (n, n) for suit, n in zip(Suit, distribution, strict=True)}
    found = hands(HandRange(length=exact))
    assert [found.shortest(suit) for suit in Suit] == list(distribution)


@pytest.mark.parametrize(
    "alternative",
    [
        HandRange(shape="balanced"),
        HandRange(hp=(15, 17), shape="balanced"),
        HandRange(hp=(6, 10), length={"H": (6, 6)}),
        HandRange(hp=(11, 15), length={"D": (0, 2)}, shape="unbalanced"),
    ],
)
def test_dealt_hands_fit_as_often_as_is_counted(alternative: HandRange) -> None:
    """A pack dealt at random, hand by hand, as an oracle; five standard errors leave no doubt."""
    dealer, deals, fitting = Random(1), 20_000, 0
    pack = [(suit, rank) for suit in range(4) for rank in range(13)]
    for _ in range(deals):
        hand = dealer.sample(pack, 13)
        lengths = [sum(suit == own for suit, _ in hand) for own in range(4)]
        points = sum(max(0, rank - 8) for _, rank in hand)
        fitting += _fits(alternative, lengths, points)
    share = float(Fraction(hands(alternative).count(), comb(52, 13)))
    assert abs(fitting / deals - share) < 5 * (share * (1 - share) / deals) ** 0.5


def _fits(alternative: HandRange, lengths: list[int], points: int) -> bool:
    least, most = alternative.hp or (0, 40)
    suits = dict(zip("CDHS", lengths, strict=True))
    held = all(low <= suits[suit] <= high for suit, (low, high) in alternative.length.items())
    short = [length for length in lengths if length < 2]
    doubletons = lengths.count(2)
    shape = "unbalanced" if short else "balanced" if doubletons < 2 else "semibalanced"
    return held and least <= points <= most and alternative.shape in {None, shape}
