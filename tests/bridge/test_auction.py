"""Auctions that can have happened (Laws 17-19 and 22)."""

import pytest

from storslam.bridge import parse_auction
from storslam.errors import StorslamError


@pytest.mark.parametrize(
    ("auction", "call"),
    [
        ("1H 1H", 2),
        ("2C 1NT", 2),
        ("X", 1),
        ("P P X", 3),
        ("1H P X", 3),
        ("1H X X", 3),
        ("1H XX", 2),
        ("1H X P XX", 4),
        ("1H X 2H XX", 4),
        ("P P P P 1H", 5),
        ("1H P P P 1S", 5),
        ("1H X P P P P", 6),
    ],
)
def test_the_first_call_that_is_not_possible_is_named(auction: str, call: int) -> None:
    with pytest.raises(StorslamError, match=f"call {call}, "):
        parse_auction(auction.split())


@pytest.mark.parametrize("auction", ["P P P 1H", "1H X XX", "1H X P P XX", "1H P P X", "1H X 1S X"])
def test_a_possible_auction_is_taken(auction: str) -> None:
    assert len(parse_auction(auction.split())) == len(auction.split())
