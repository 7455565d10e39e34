"""Cards, hands and deals."""

from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from storslam.bridge.board import SEATS, Seat, parse_seat
from storslam.errors import StorslamError

RANKS = "AKQJT98765432"
_RANKS = frozenset(RANKS)
_HCP = {"A": 4, "K": 3, "Q": 2, "J": 1}


class Suit(IntEnum):
    """The four suits, from the lowest."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        return "CDHS"[self]

    @property
    def symbol(self) -> str:
        return "♣♦♥♠"[self]


SUITS_DOWN = tuple(sorted(Suit, reverse=True))
_SUIT_OF = {
    **{suit.letter: suit for suit in Suit},
    **{suit.symbol: suit for suit in Suit},
}


@dataclass(frozen=True, slots=True)
class Card:
    """A card: suit and rank (`A K Q J T 9 … 2`)."""

    suit: Suit
    rank: str

    def __post_init__(self) -> None:
        if len(self.rank) != 1 or self.rank not in RANKS:
            raise StorslamError("'%(rank)s' is not the rank of a card", rank=self.rank)

    def __str__(self) -> str:
        """Suit first, as on a traveller: `SA`, `HT`."""
        return f"{self.suit.letter}{self.rank}"


def parse_card(text: str) -> Card:
    """The card written suit first or rank first (`SA`, `10h`, `♠A`), English or Swedish honours."""
    word = text.strip().upper().replace("10", "T").replace("KN", "J")
    for suit_text, rank in ((word[:1], word[1:]), (word[-1:], word[:-1])):
        rank = {"E": "A", "D": "Q"}.get(rank, rank)
        if suit_text in _SUIT_OF and len(rank) == 1 and rank in RANKS:
            return Card(_SUIT_OF[suit_text], rank)
    raise StorslamError("'%(text)s' is not a card: write for example SA, HT or D4", text=text)


@dataclass(frozen=True, slots=True)
class Hand:
    """Thirteen cards: the ranks held in each suit, clubs first, each from the top."""

    holdings: tuple[str, str, str, str]

    def __post_init__(self) -> None:
        for suit, holding in zip(Suit, self.holdings, strict=True):
            if not _RANKS.issuperset(holding) or len(set(holding)) != len(holding):
                raise StorslamError(
                    "'%(cards)s' cannot be held in %(suit)s", cards=holding, suit=suit.symbol
                )
        if sum(map(len, self.holdings)) != 13:
            raise StorslamError(
                "a hand of %(count)s cards: a hand has 13", count=sum(map(len, self.holdings))
            )
        # Frozen value in canonical order, so that equal hands are equal.
        ordered = tuple("".join(sorted(held, key=RANKS.index)) for held in self.holdings)
        object.__setattr__(self, "holdings", ordered)

    def __getitem__(self, suit: Suit) -> str:
        return self.holdings[suit]

    @property
    def hp(self) -> int:
        """High-card points: ace 4, king 3, queen 2, jack 1."""
        return sum(_HCP.get(rank, 0) for holding in self.holdings for rank in holding)

    @property
    def lengths(self) -> tuple[int, int, int, int]:
        """Number of cards in clubs, diamonds, hearts, spades."""
        clubs, diamonds, hearts, spades = map(len, self.holdings)
        return clubs, diamonds, hearts, spades

    def __str__(self) -> str:
        """Spades first with points between, as in PBN: `753.T2.KT8762.Q4`."""
        return ".".join(self[suit] for suit in SUITS_DOWN)


def parse_hand(text: str) -> Hand:
    """The hand written as in PBN: `spades.hearts.diamonds.clubs`."""
    parts = text.strip().upper().replace("10", "T").split(".")
    if len(parts) != 4:
        raise StorslamError("'%(text)s' is not a hand of four suits", text=text)
    spades, hearts, diamonds, clubs = ("" if part == "-" else part for part in parts)
    return Hand((clubs, diamonds, hearts, spades))


@dataclass(frozen=True, slots=True)
class Deal:
    """The hands of a board, from North clockwise; None where not known. No card is dealt twice."""

    hands: tuple[Hand | None, Hand | None, Hand | None, Hand | None]

    def __post_init__(self) -> None:
        for suit in Suit:
            held = [rank for hand in self.hands if hand for rank in hand[suit]]
            twice = {rank for rank in held if held.count(rank) > 1}
            if twice:
                raise StorslamError(
                    "the card %(card)s is dealt twice", card=suit.symbol + min(twice)
                )

    def __getitem__(self, seat: Seat) -> Hand | None:
        return self.hands[SEATS.index(seat)]

    def __str__(self) -> str:
        """As in PBN, from North: `N:753.T2… - … …`."""
        return "N:" + " ".join(str(hand or "-") for hand in self.hands)


@lru_cache(maxsize=512)  # a board is asked for its cards with each of its results
def parse_deal(text: str) -> Deal:
    """The deal written as in PBN: `N:hand hand hand hand`, a hand not given as `-`.

    Three full hands give the fourth.
    """
    first, colon, rest = text.strip().partition(":")
    words = rest.split()
    if not colon or len(words) != 4:
        raise StorslamError("'%(text)s' is not a deal of four hands", text=text[:80])
    start = SEATS.index(parse_seat(first))
    hands = [None if word == "-" else parse_hand(word) for word in words]
    north, east, south, west = hands[-start:] + hands[:-start] if start else hands
    return _completed(Deal((north, east, south, west)))


def _completed(deal: Deal) -> Deal:
    known = [hand for hand in deal.hands if hand]
    if len(known) != 3:
        return deal
    clubs, diamonds, hearts, spades = (
        "".join(rank for rank in RANKS if all(rank not in hand[suit] for hand in known))
        for suit in Suit
    )
    fourth = Hand((clubs, diamonds, hearts, spades))
    north, east, south, west = (hand or fourth for hand in deal.hands)
    return Deal((north, east, south, west))
