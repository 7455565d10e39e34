"""Sets of hands: which distributions and high-card points a description allows, counted exactly.

A set of hands holds, for each of the 560 distributions, the high-card points that fit, as the bits
of a number. That is all that the rules for opening bids look at (p. 17).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, product
from math import comb
from typing import Annotated, Literal

from storslam.bridge import Hand, Suit
from storslam.errors import StorslamError
from storslam.rulebook.book import Book
from storslam.rulebook.strict import AtMost, Count

CARDS = 13
SMALL_CARDS = "T98765432"

Distribution = tuple[int, int, int, int]
"""Number of clubs, diamonds, hearts, spades."""
Shape = Literal["balanced", "semibalanced", "unbalanced"]
SuitLetter = Literal["C", "D", "H", "S"]
Range = tuple[Count, Count]


@dataclass(frozen=True, slots=True)
class HandRange:
    """One alternative of a bid: high-card points, lengths of suits, shape.

    What is left out is free. Ranges include both ends.
    """

    hp: Range | None = None
    length: Mapping[SuitLetter, Range] = field(default_factory=dict)
    shape: Shape | None = None


# More than any card has room for, and few enough to be looked through at once.
MOST_ALTERNATIVES = 100
Alternatives = Annotated[tuple[HandRange, ...], AtMost(MOST_ALTERNATIVES)]


@cache
def distributions() -> tuple[Distribution, ...]:
    """All 560 distributions."""
    return tuple(
        (clubs, diamonds, hearts, CARDS - clubs - diamonds - hearts)
        for clubs, diamonds, hearts in product(range(CARDS + 1), repeat=3)
        if clubs + diamonds + hearts <= CARDS
    )


@dataclass(frozen=True)
class Measures:
    """How hands are measured: points of honours and of short suits, and names of shapes."""

    honours: tuple[tuple[str, int], ...]
    short: tuple[tuple[int, int], ...]
    balanced: frozenset[tuple[int, ...]]
    semibalanced: frozenset[tuple[int, ...]]

    @staticmethod
    @lru_cache(maxsize=8)
    def of(book: Book) -> "Measures":
        """The measures of a rulebook."""
        points = book.table("systems.high-card-points")
        short = book.table("systems.distribution-points")
        return Measures(
            tuple(sorted(points.items(), key=lambda item: -item[1])),
            tuple(sorted((int(length), value) for length, value in short.items())),
            frozenset(map(_lengths, book.value("systems.shapes.balanced", tuple))),
            frozenset(map(_lengths, book.value("systems.shapes.semibalanced", tuple))),
        )

    def shape(self, distribution: Distribution) -> Shape:
        """The shape of a distribution (SYS-DEF-6)."""
        lengths = tuple(sorted(distribution, reverse=True))
        if lengths in self.balanced:
            return "balanced"
        return "semibalanced" if lengths in self.semibalanced else "unbalanced"

    def distribution_points(self, distribution: Distribution) -> int:
        """The points of the short suits (SYS-DEF-2)."""
        points = dict(self.short)
        return sum(points.get(length, 0) for length in distribution)

    def counts(self, distribution: Distribution) -> Sequence[int]:
        """The number of hands of the distribution with 0, 1, 2 … high-card points."""
        return _counts(self.honours, tuple(sorted(distribution)))

    def possible(self, distribution: Distribution) -> int:
        """The high-card points that the distribution can have, as bits."""
        return _bits(self.honours, tuple(sorted(distribution)))


def _lengths(shape: str) -> tuple[int, ...]:
    return tuple(map(int, shape.split("-")))


Honours = tuple[tuple[str, int], ...]


@cache
def _suit_counts(honours: Honours, length: int) -> tuple[int, ...]:
    """The number of holdings of so many cards with 0, 1, 2 … points."""
    counts = [0] * (sum(points for _, points in honours) + 1)
    for count in range(len(honours) + 1):
        small = length - count
        if 0 <= small <= len(SMALL_CARDS):
            for held in combinations(honours, count):
                counts[sum(points for _, points in held)] += comb(len(SMALL_CARDS), small)
    return tuple(counts)


@cache
def _counts(honours: Honours, lengths: tuple[int, ...]) -> tuple[int, ...]:
    total: list[int] = [1]
    for length in lengths:
        suit = _suit_counts(honours, length)
        longer = [0] * (len(total) + len(suit) - 1)
        for here, number in enumerate(total):
            for there, holdings in enumerate(suit):
                longer[here + there] += number * holdings
        total = longer
    return tuple(total)


@cache
def _bits(honours: Honours, lengths: tuple[int, ...]) -> int:
    return sum(1 << hp for hp, count in enumerate(_counts(honours, lengths)) if count)


@dataclass(frozen=True)
class HandSet:
    """Some hands: by distribution the high-card points as bits; never empty."""

    measures: Measures
    points: Mapping[Distribution, int]

    def count(self) -> int:
        """The number of hands."""
        return sum(self._count(d, bits) for d, bits in self.points.items())

    def _count(self, distribution: Distribution, bits: int) -> int:
        counts = self.measures.counts(distribution)
        return sum(number for hp, number in enumerate(counts) if bits >> hp & 1)

    def share(self, *shapes: Shape) -> Fraction:
        """The exact share of the hands that have one of these shapes."""
        wanted = sum(
            self._count(d, bits)
            for d, bits in self.points.items()
            if self.measures.shape(d) in shapes
        )
        return Fraction(wanted, self.count())

    def shortest(self, suit: Suit) -> int:
        """The fewest cards that any of the hands holds in the suit."""
        return min(distribution[suit] for distribution in self.points)

    def longest(self, suit: Suit) -> int:
        """The most cards that any of the hands holds in the suit."""
        return max(distribution[suit] for distribution in self.points)

    def lowest(self) -> Iterator[tuple[Distribution, int]]:
        """Each distribution with its fewest high-card points."""
        return ((d, (bits & -bits).bit_length() - 1) for d, bits in self.points.items())


def hand_set(alternatives: Iterable[HandRange], measures: Measures) -> HandSet:
    """The hands that fit any of the alternatives.

    Raises StorslamError, with the number of the alternative, when none can fit it.
    """
    points: dict[Distribution, int] = {}
    number = 0
    for number, alternative in enumerate(alternatives, 1):
        fitting = _fitting(alternative.hp, _lengths_of(alternative), alternative.shape, measures)
        if not fitting:
            raise StorslamError("hands[%(index)s]: no hand fits this description", index=number - 1)
        for distribution, bits in fitting.items():
            points[distribution] = points.get(distribution, 0) | bits
    if not number:
        raise StorslamError("hands: the bid shows no hands at all")
    return HandSet(measures, points)


def _lengths_of(alternative: HandRange) -> tuple[Range, ...]:
    """The lengths of clubs, diamonds, hearts and spades."""
    return tuple(alternative.length.get(suit, (0, CARDS)) for suit in ("C", "D", "H", "S"))


@lru_cache(maxsize=1024)
def _fitting(
    hp: Range | None, lengths: tuple[Range, ...], shape: Shape | None, measures: Measures
) -> Mapping[Distribution, int]:
    """The high-card points of each distribution that fits, as bits."""
    most = 4 * sum(points for _, points in measures.honours)
    low, high = hp or (0, most)
    wanted = sum(1 << points for points in range(low, min(high, most) + 1))
    (c, c2), (d, d2), (h, h2), (s, s2) = lengths
    return {
        distribution: bits & wanted
        for distribution, its_shape, bits in _possible(measures)
        if bits & wanted
        and c <= distribution[0] <= c2
        and d <= distribution[1] <= d2
        and h <= distribution[2] <= h2
        and s <= distribution[3] <= s2
        and shape in {None, its_shape}
    }


@lru_cache(maxsize=8)
def _possible(measures: Measures) -> tuple[tuple[Distribution, Shape, int], ...]:
    """Every distribution with its shape, and the high-card points it can have as bits."""
    return tuple((d, measures.shape(d), measures.possible(d)) for d in distributions())


def sample(distribution: Distribution, hp: int, measures: Measures) -> Hand:
    """A hand of this distribution with so many high-card points, which must be possible."""
    held = next(_honours(distribution, hp, measures.honours))
    clubs, diamonds, hearts, spades = (
        honours + SMALL_CARDS[: length - len(honours)]
        for honours, length in zip(held, distribution, strict=True)
    )
    return Hand((clubs, diamonds, hearts, spades))


def _honours(lengths: Sequence[int], hp: int, honours: Honours) -> Iterator[tuple[str, ...]]:
    if not lengths:
        if hp == 0:
            yield ()
        return
    for count in range(min(len(honours), lengths[0]), -1, -1):
        if lengths[0] - count > len(SMALL_CARDS):
            continue
        for held in combinations(honours, count):
            left = hp - sum(points for _, points in held)
            if left >= 0:
                for rest in _honours(lengths[1:], left, honours):
                    yield ("".join(rank for rank, _ in held), *rest)
