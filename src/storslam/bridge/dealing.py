"""Deals from a secret: reproducible, every deal equally likely, promised by a hash before play.

The numbers come from HMAC-SHA256 of the secret over `board/draw`; a number that is not below
52! / 13!^4 is drawn again, so that no deal is likelier than another. Its deal is the one of that
rank when North's cards, then East's, then South's are chosen in lexicographic order of a pack that
goes from the ace of spades to the two of clubs. Whoever is told the secret afterwards can deal the
boards again, and see that the promise was made of it.
"""

import hashlib
import hmac
from collections.abc import Iterable
from math import comb, factorial

from storslam.bridge.board import Board
from storslam.bridge.cards import RANKS, SUITS_DOWN, Deal, Hand
from storslam.errors import StorslamError

DEALS = factorial(52) // factorial(13) ** 4
"""How many deals there are."""

LEAST_SECRET = 16
"""So many bytes a secret has at least."""

_CARDS = tuple((suit, rank) for suit in SUITS_DOWN for rank in RANKS)
_BYTES = (DEALS.bit_length() + 7) // 8
_BITS = DEALS.bit_length()


def promise(secret: bytes) -> str:
    """The hash that is published before play: SHA-256 of the secret, in hexadecimal."""
    _refuse(secret)
    return hashlib.sha256(secret).hexdigest()


def promise_of(deals: Iterable[tuple[Board, Deal]]) -> str:
    """The hash that is published of hands that were not dealt from a secret.

    SHA-256, in hexadecimal, of a line for each board by number, `1 N None N:AKQ.….….… …`, ended by
    a line feed: number, dealer, who is vulnerable, and the hands from North, as in PBN.
    """
    lines = (
        f"{board.number} {board.dealer.value} {board.vulnerability.value} {deal}\n"
        for board, deal in sorted(deals, key=lambda one: one[0].number)
    )
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def dealt(secret: bytes, board: int) -> Deal:
    """The deal of a board, counted from 1; StorslamError for a secret that is too short."""
    _refuse(secret)
    return deal_of_rank(_number(secret, board))


def _refuse(secret: bytes) -> None:
    if len(secret) < LEAST_SECRET:
        raise StorslamError(
            "a secret that boards are dealt from has at least %(least)s bytes", least=LEAST_SECRET
        )


def _number(secret: bytes, board: int) -> int:
    draw = 0
    while True:
        said = hmac.digest(secret, f"{board}/{draw}".encode(), "sha256")[:_BYTES]
        number = int.from_bytes(said, "big") >> (_BYTES * 8 - _BITS)
        if number < DEALS:
            return number
        draw += 1


def deal_of_rank(rank: int) -> Deal:
    """The deal of this rank, from 0 to `DEALS` - 1."""
    left = list(range(52))
    hands = []
    for _seat in range(3):
        ways = comb(len(left) - 13, 13) * (comb(len(left) - 26, 13) if len(left) > 39 else 1)
        which, rank = divmod(rank, ways)
        chosen = _combination(which, len(left))
        hands.append(_hand([left[n] for n in chosen]))
        left = [card for n, card in enumerate(left) if n not in set(chosen)]
    north, east, south = hands
    return Deal((north, east, south, _hand(left)))


def _combination(rank: int, size: int) -> list[int]:
    """The 13 of `size` that have this rank in lexicographic order."""
    chosen, next_ = [], 0
    for wanted in range(13, 0, -1):
        while rank >= (ways := comb(size - next_ - 1, wanted - 1)):
            rank -= ways
            next_ += 1
        chosen.append(next_)
        next_ += 1
    return chosen


def _hand(cards: list[int]) -> Hand:
    held = dict.fromkeys(SUITS_DOWN, "")
    for card in cards:
        suit, rank = _CARDS[card]
        held[suit] += rank
    spades, hearts, diamonds, clubs = (held[suit] for suit in SUITS_DOWN)
    return Hand((clubs, diamonds, hearts, spades))
