"""Dots of opening bids (pp. 17-20, 2.2-2.5).

Doubtful words: the suit symbols that the printing lost stand as reconstructed in the edition;
"klar majoritet" of balanced hands is a share (G-57); "annan direkt information" of a notrump bid
is that it shows two suits or rules one out (G-65); a bid that promises two suits is a suit pointer
too (G-17). Whether a bid is natural, strong, weak or a pointer is not asked for: it follows
from all hands that fit the description.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Literal

from storslam.bridge import Bid, Pass, Strain, Suit, parse_call
from storslam.errors import StorslamError
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, Reason, because
from storslam.rulebook.readings import leaning
from storslam.rulebook.registry import decides
from storslam.rulebook.strict import AtMost
from storslam.systems.hands import (
    MOST_ALTERNATIVES,
    Alternatives,
    Distribution,
    HandSet,
    Measures,
    hand_set,
    sample,
)

Seat = Literal[1, 2, 3, 4]


@dataclass(frozen=True, slots=True)
class Variation:
    """What an opening shows in some vulnerability or position (SYS-DOT-1, SYS-DOT-2).

    `seat` None: any but the fourth. `behind_odd_pass`: the opponent to the right passed oddly;
    `partner_odd_pass`: partner did, without having opened thereby.
    """

    hands: Alternatives
    game_forcing: bool = False
    seat: Seat | None = None
    behind_odd_pass: bool = False
    partner_odd_pass: bool = False


Variations = Annotated[tuple[Variation, ...], AtMost(MOST_ALTERNATIVES)]


@dataclass(frozen=True, slots=True)
class Dots:
    """The dots of an opening, and where they come from.

    `kind`: what the bid is; `additions`: named dots on top of `base`; `cap`: the rule that
    bounded them, with its number. `sample`: a hand that makes the bid unnatural, as in PBN.
    `balanced_share`: the part of the hands that is balanced, of a notrump bid.
    """

    dots: int
    kind: str
    balanced_share: Fraction | None = None
    base: int = 0
    additions: Mapping[str, int] = field(default_factory=dict)
    cap: tuple[str, int] | None = None
    sample: str = ""
    promised_suits: int = 0


class Nature:
    """What the hands of an opening make of it (p. 17)."""

    def __init__(self, bid: Bid, hands: HandSet, book: Book) -> None:
        self.bid, self.hands, self.book = bid, hands, book
        self.suit = None if bid.strain is Strain.NOTRUMP else Suit(bid.strain)

    @property
    def natural(self) -> bool:
        """Four cards in the suit; in notrump balanced, or nearly always so (SYS-DEF-7)."""
        return self._natural_notrump() if self.suit is None else self._promises(self.suit)

    @property
    def strong(self) -> bool:
        """Every hand has the points, or the shape that makes up for them (SYS-DEF-3)."""
        return not any(self._not_strong())

    @property
    def weak(self) -> bool:
        """Some hand is below the limit (SYS-DEF-4)."""
        below = self.book.value("systems.weak.below", int)
        return any(hp < below for _, hp in self.hands.lowest())

    @property
    def suit_pointer(self) -> bool:
        """It promises length in a given suit, or in two of them (SYS-DEF-9, G-17)."""
        promised = self.promised_suits
        return promised == 1 or (
            promised > 1 and self.book.value("systems.pointer.two-suits-count", bool)
        )

    @property
    def promised_suits(self) -> int:
        """In how many given suits every hand has length."""
        return sum(map(self._promises, Suit))

    @property
    def balance_pointer(self) -> bool:
        """A suit bid that would be natural in notrump (SYS-DEF-9)."""
        return self.suit is not None and self._natural_notrump()

    @property
    def strong_or_natural(self) -> bool:
        """The hands that are not strong make the bid natural, in notrump too."""
        rest = {d: weak for d, bits in self.hands.points.items() if (weak := self._weaker(d, bits))}
        return not rest or Nature(self.bid, HandSet(self.hands.measures, rest), self.book).natural

    @property
    def strong_or_suit_pointer(self) -> bool:
        """Every hand is strong, or has length in one and the same suit."""
        return any(map(self._strong_or_long, Suit))

    def shortest(self) -> int:
        """The fewest cards in the suit that is bid."""
        return self.hands.shortest(self._own())

    def unbalanced_when_short(self) -> bool:
        """Whether a hand without four cards in the suit can be unbalanced."""
        needed = self.book.value("systems.natural.suit-length", int)
        return any(
            distribution[self._own()] < needed
            and self.hands.measures.shape(distribution) == "unbalanced"
            for distribution in self.hands.points
        )

    def sample(self) -> str:
        """A hand that the bid may be made on though it does not hold what the bid names."""
        distribution, bits = min(self.hands.points.items(), key=self._fit)
        possible = [hp for hp in range(bits.bit_length()) if bits >> hp & 1]
        return str(sample(distribution, possible[len(possible) // 2], self.hands.measures))

    def _fit(self, item: tuple[Distribution, int]) -> tuple[int, ...]:
        """First what offends most, and of that what is most even."""
        distribution, _ = item
        balanced = self.hands.measures.shape(distribution) == "balanced"
        first = balanced if self.suit is None else distribution[self.suit]
        return first, *sorted(distribution, reverse=True)

    def _own(self) -> Suit:
        if self.suit is None:
            raise ValueError("a notrump bid has no suit")
        return self.suit

    def _promises(self, suit: Suit) -> bool:
        return self.hands.shortest(suit) >= self.book.value("systems.pointer.suit-length", int)

    def _natural_notrump(self) -> bool:
        """Balanced, or nearly always so, with no word on suits but length in one (SYS-DEF-8)."""
        if self.promised_suits > 1 or self._rules_out_a_suit():
            return False
        if self.promised_suits:
            return self.hands.share("balanced") == 1
        least = self.book.value("systems.natural.notrump-balanced-share", Fraction)
        similar = self.hands.share("balanced", "semibalanced") == 1
        return similar and self.hands.share("balanced") >= least

    def _rules_out_a_suit(self) -> bool:
        """Whether no hand has length in some suit, though the suits shown leave room for it."""
        length = self.book.value("systems.natural.notrump-leaves-open", int)
        has_room = max(map(self.hands.shortest, Suit)) <= length
        return has_room and any(self.hands.longest(suit) < length for suit in Suit)

    def _not_strong(self) -> Iterator[Distribution]:
        strong = self.book.table("systems.strong")
        for distribution, hp in self.hands.lowest():
            points = hp + self.hands.measures.distribution_points(distribution)
            if hp < strong["hp"] and points < strong["hfp"]:
                yield distribution

    def _weaker(self, distribution: Distribution, bits: int) -> int:
        """Of these high-card points, as bits, those that are not strong (SYS-DEF-3)."""
        strong = self.book.table("systems.strong")
        shape = self.hands.measures.distribution_points(distribution)
        least = int(min(strong["hp"], max(0, strong["hfp"] - shape)))
        return bits & ((1 << least) - 1)

    def _strong_or_long(self, suit: Suit) -> bool:
        length = self.book.value("systems.pointer.suit-length", int)
        return all(distribution[suit] >= length for distribution in self._not_strong())


def opening(call: str) -> Bid:
    """The bid of an opening; raises StorslamError for any other call."""
    bid = parse_call(call)
    if not isinstance(bid, Bid):
        raise StorslamError("call: %(call)s is not an opening bid", call=call)
    return bid


def opening_calls(name: str, texts: Iterable[str]) -> list[str]:
    """The calls of the fact `name` as calls are written here: bids, and pass, which may open.

    Raises StorslamError for another call, and for one that is there twice.
    """
    calls = [str(Pass() if parse_call(text) == Pass() else opening(text)) for text in texts]
    for index, call in enumerate(calls):
        if call in calls[:index]:
            raise StorslamError("%(name)s: %(value)s is there twice", name=name, value=call)
    return calls


def refuse_dots(name: str, dots: int, book: Book) -> None:
    """StorslamError for a number of dots that no opening has (SYS-2)."""
    least, most = book.value("systems.dots.least", int), book.value("systems.dots.most", int)
    if dots and not least <= dots <= most:
        raise StorslamError(
            "%(name)s: an opening has no dots, or from %(least)s to %(most)s",
            name=name,
            least=least,
            most=most,
        )


def variation_dots(bid: Bid, variation: Variation, book: Book) -> Dots:
    """The dots of one variation of an opening (SYS-REG-1, SYS-DOT-3 … -8)."""
    _refuse_seat(variation)
    nature = Nature(bid, hand_set(variation.hands, Measures.of(book)), book)
    share = nature.hands.share("balanced") if nature.suit is None else None
    free = _unregulated(nature, variation, book)
    if free:
        return Dots(0, free, share)
    base, additions = _notrump(nature, book) if nature.suit is None else _suit_bid(nature, book)
    total = base + sum(additions.values())
    cap = _cap(nature, book)
    kind = cap[0] if cap else "unnatural"
    dots = min(total, cap[1]) if cap else total
    return Dots(dots, kind, share, base, additions, cap, nature.sample(), nature.promised_suits)


def _refuse_seat(variation: Variation) -> None:
    """StorslamError where so few have passed that the odd pass is not among them."""
    earliest = 3 if variation.partner_odd_pass else 2 if variation.behind_odd_pass else 1
    if variation.seat is not None and variation.seat < earliest:
        raise StorslamError(
            "seat: %(seat)s, but with that odd pass before it an opening is in seat %(earliest)s "
            "or later",
            seat=variation.seat,
            earliest=earliest,
        )


def _unregulated(nature: Nature, variation: Variation, book: Book) -> str:
    """Why the opening is not regulated at all; empty when it is."""
    free = book.table("systems.unregulated")
    reasons = {
        "fourth-hand": variation.seat == free["seat"],
        "high": nature.bid >= opening(free["from-bid"]),
        "behind-odd-pass": variation.behind_odd_pass,
        "natural": nature.natural,
        "strong": nature.strong,
        "game-forcing": variation.game_forcing,
    }
    return next((kind for kind, holds in reasons.items() if holds), "")


def _notrump(nature: Nature, book: Book) -> tuple[int, dict[str, int]]:
    dots = book.table("systems.dots.notrump")
    call = str(nature.bid)
    weak = f"weak-{call}"
    return dots[weak if nature.weak and weak in dots else call], {}


def _suit_bid(nature: Nature, book: Book) -> tuple[int, dict[str, int]]:
    dots, call = book.table("systems.dots"), str(nature.bid)
    short = nature.shortest() < book.value("systems.natural.suit-length", int) - 1
    base = dots["base"]["fewer-than-three" if short else "down-to-three"]
    additions = {
        "unbalanced": dots["unbalanced-when-short"] if nature.unbalanced_when_short() else 0,
        "one-of-a-major": dots["one-of-a-major"].get(call, 0),
        "weak": dots["weak"].get(call, 0) if nature.weak else 0,
    }
    return base, {name: number for name, number in additions.items() if number}


def _cap(nature: Nature, book: Book) -> tuple[str, int] | None:
    """The lowest cap that applies (SYS-DOT-8)."""
    applies = {
        "suit-pointer": nature.suit_pointer,
        "strong-or-natural": nature.strong_or_natural,
        "balance-pointer": nature.balance_pointer,
        "strong-or-suit-pointer": nature.strong_or_suit_pointer,
    }
    caps = book.table("systems.dots.cap")
    return min(
        ((name, caps[name]) for name, holds in applies.items() if holds),
        key=lambda cap: cap[1],
        default=None,
    )


def refuse_endless(variations: Sequence[Variation]) -> None:
    """StorslamError when a card shows more alternatives than a card can."""
    shown = sum(len(variation.hands) or 1 for variation in variations)
    if shown > MOST_ALTERNATIVES:
        raise StorslamError(
            "a card has at most %(most)s alternatives in all; here are %(shown)s",
            most=MOST_ALTERNATIVES,
            shown=shown,
        )


def opening_dots(call: str, variations: Sequence[Variation], book: Book) -> Dots:
    """The dots of an opening: those of the variation that gets most (SYS-DOT-1)."""
    bid = opening(call)
    if not variations:
        raise StorslamError("variations: %(call)s shows nothing at all", call=call)
    return max((variation_dots(bid, v, book) for v in variations), key=lambda found: found.dots)


@decides(
    "opening-dots",
    rules=(
        *(f"SYS-DEF-{n}" for n in range(1, 10)),
        *("SYS-REG-1", "SYS-REG-3", "SYS-REG-4"),
        *(f"SYS-DOT-{n}" for n in range(1, 9)),
    ),
)
def decide_opening_dots(
    book: Book,
    *,
    call: str,
    hands: Alternatives,
    game_forcing: bool = False,
    seat: Seat | None = None,
    behind_odd_pass: bool = False,
    partner_odd_pass: bool = False,
    variations: Variations = (),
) -> Decision:
    """How many dots an opening bid costs, from the hands that it shows."""
    first = Variation(hands, game_forcing, seat, behind_odd_pass, partner_odd_pass)
    every = (first, *variations)
    refuse_endless(every)
    found = opening_dots(call, every, book)
    return Decision(
        {
            "dots": found.dots,
            "kind": found.kind,
            "base": found.base,
            "additions": found.additions,
            "cap": {"rule": found.cap[0], "dots": found.cap[1]} if found.cap else None,
            "sample": found.sample or None,
            **({} if found.balanced_share is None else {"balanced_share": found.balanced_share}),
        },
        tuple(_reasons(opening(call), found, every)),
        _assumptions(opening(call), found, book),
    )


_FREE = {
    "natural": ("SYS-DEF-7", "SYS-DEF-8"),
    "strong": ("SYS-DEF-3", "SYS-DEF-1", "SYS-DEF-2"),
    "game-forcing": (),
    "fourth-hand": (),
    "high": (),
    "behind-odd-pass": (),
}
_ADDED = {"unbalanced": "SYS-DOT-4", "one-of-a-major": "SYS-DOT-5", "weak": "SYS-DOT-6"}


def _reasons(bid: Bid, found: Dots, variations: Sequence[Variation]) -> Iterator[Reason]:
    if found.kind in _FREE:
        yield because("SYS-REG-1", kind=found.kind)
        yield from (because(rule, kind=found.kind) for rule in _FREE[found.kind])
    else:
        rule = "SYS-DOT-7" if bid.strain is Strain.NOTRUMP else "SYS-DOT-3"
        yield because(rule, dots=found.base)
    for name, number in found.additions.items():
        yield because(_ADDED[name], dots=number)
    if found.cap:
        yield because("SYS-DOT-8", rule=found.cap[0], dots=found.cap[1])
    if len(variations) > 1:
        yield because("SYS-DOT-1", variations=len(variations))
    if any(variation.partner_odd_pass for variation in variations):
        yield because("SYS-DOT-2")


def _assumptions(bid: Bid, found: Dots, book: Book) -> tuple[str, ...]:
    notrump = bid.strain is Strain.NOTRUMP or found.kind == "balance-pointer"
    two_suits = found.kind == "suit-pointer" and found.promised_suits > 1
    natural = ("systems.natural.notrump-balanced-share", "systems.natural.notrump-leaves-open")
    pointer = ("systems.pointer.two-suits-count",)
    return leaning(book, *(natural if notrump else ()), *(pointer if two_suits else ()))
