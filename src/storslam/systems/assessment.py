"""What a declaration card amounts to: the dots of its openings, its class, where it may be used."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import Literal

from storslam.bridge import Bid, Pass, Strain
from storslam.errors import StorslamError
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision
from storslam.systems.card import (
    MOST_HP,
    SUITS,
    Card,
    Line,
    call_order,
    opening_call,
    parse_range,
    variations,
    written_call,
)
from storslam.systems.card_faults import Fault, faults_of, pass_decisions
from storslam.systems.hands import CARDS, Measures, Range, hand_set
from storslam.systems.levels import Level, decide_system_allowed, system_class
from storslam.systems.openings import Dots, opening_dots


@dataclass(frozen=True, slots=True)
class Assessed:
    """An opening with the lines that describe it, and what it costs.

    `unbalanced`: of a notrump opening, the largest share of unbalanced hands in any situation.
    """

    call: str
    lines: tuple[Line, ...]
    dots: Dots
    unbalanced: Fraction = Fraction()


@dataclass(frozen=True, slots=True)
class System:
    """A card's openings from the lowest, without the lines at fault, and its dots and class.

    `passes`: by situation the decision on an opening pass that shows something.
    """

    openings: tuple[Assessed, ...]
    passes: Mapping[tuple[str, str], Decision]
    system_class: str
    faults: tuple[Fault, ...]

    @property
    def dots(self) -> int:
        return sum(one.dots.dots for one in self.openings)

    @property
    def opens_with_pass(self) -> bool:
        """Whether an opening pass is an opening: it is strong (SYS-REG-3)."""
        return any(made.result["is_an_opening"] for made in self.passes.values())

    @property
    def by_call(self) -> dict[str, int]:
        """The dots of each opening."""
        return {one.call: one.dots.dots for one in self.openings}


def assess(card: Card, book: Book) -> System:
    """The dots of each opening of a card, and all that is wrong with it."""
    faults = faults_of(card, book)
    bad = {fault.line for fault in faults}
    good = sorted((ln for n, ln in enumerate(card.lines) if n not in bad), key=call_order)
    openings = tuple(_openings(good, book))
    name = system_class(sum(one.dots.dots for one in openings), book)
    return System(openings, pass_decisions(good, book), name, faults)


def _openings(lines: list[Line], book: Book) -> Iterator[Assessed]:
    for call, found in groupby(lines, key=lambda line: written_call(line.call)):
        if opening_call(call) != Pass():
            lines_of = tuple(found)
            dots = _dots(call, lines_of, book)
            yield Assessed(call, lines_of, dots, _unbalanced(call, lines_of, book))


def _unbalanced(call: str, lines: tuple[Line, ...], book: Book) -> Fraction:
    bid = opening_call(call)
    if not isinstance(bid, Bid) or bid.strain is not Strain.NOTRUMP:
        return Fraction()
    measures = Measures.of(book)
    return max(hand_set(v.hands, measures).share("unbalanced") for v in variations(lines))


@lru_cache(maxsize=4096)
def _dots(call: str, lines: tuple[Line, ...], book: Book) -> Dots:
    return opening_dots(call, variations(lines), book)


# --- Where it may be used


@dataclass(frozen=True, slots=True)
class Limits:
    """What an event allows: its level, and what its organiser has changed (SYS-ORG-1 … -3)."""

    level: Level
    max_dots: int | None = None
    banned: tuple[str, ...] = ()
    reductions: Mapping[str, int] = field(default_factory=dict)


def allowed(system: System, limits: Limits, book: Book) -> Decision:
    """Whether a system, lowered to these limits, may be used; see `decide_system_allowed`."""
    return decide_system_allowed(
        book,
        dots=system.dots,
        level=limits.level,
        max_dots=limits.max_dots,
        openings=(*(("P",) if system.opens_with_pass else ()), *system.by_call),
        banned=limits.banned,
    )


def lowered(system: System, limits: Limits, book: Book) -> System:
    """The system with an organiser's reductions taken off, and so its class (SYS-ORG-1)."""
    less = {written_call(call): number for call, number in limits.reductions.items()}
    openings = tuple(
        replace(one, dots=replace(one.dots, dots=max(0, one.dots.dots - less.get(one.call, 0))))
        for one in system.openings
    )
    name = system_class(sum(one.dots.dots for one in openings), book)
    return replace(system, openings=openings, system_class=name)


# --- What would make it cheaper


# Of more kinds of hands nobody leaves out one to save a dot.
_MOST_LEFT_OUT = 12

Change = Literal["stronger", "balanced-when-short", "longer", "natural", "without", "drop"]


@dataclass(frozen=True, slots=True)
class Cheaper:
    """A change of an opening, and how many dots it saves; `line`: the one that is left out."""

    call: str
    change: Change
    saved: int
    line: Line | None = None


def cheaper(system: System, book: Book) -> list[Cheaper]:
    """Changes that each make one opening cheaper, most dots first.

    Of those that change every line, for each number of dots the mildest.
    """
    found: dict[tuple[str, Line | int], Cheaper] = {}
    for one in system.openings:
        for change, line, lines in _changes(one, book):
            saved = _saved(one, lines, book)
            if saved > 0:
                found.setdefault((one.call, line or saved), Cheaper(one.call, change, saved, line))
    return sorted(found.values(), key=lambda change: -change.saved)


def fitting(changes: Sequence[Cheaper], over: int) -> list[Cheaper]:
    """Few changes, one an opening, that together save so many dots; empty when none do."""
    best: dict[str, Cheaper] = {}
    for change in changes:
        if change.saved > best.get(change.call, change).saved or change.call not in best:
            best[change.call] = change
    found: list[Cheaper] = []
    for change in sorted(best.values(), key=lambda one: -one.saved):
        enough = [one for one in changes if one.saved >= over and one.call not in _calls(found)]
        if enough:
            return [*found, min(enough, key=lambda one: one.saved)]
        found, over = [*found, change], over - change.saved
    return found if over <= 0 else []


def _calls(changes: Sequence[Cheaper]) -> set[str]:
    return {change.call for change in changes}


def _saved(one: Assessed, lines: tuple[Line, ...], book: Book) -> int:
    if not lines:
        return one.dots.dots
    try:
        return one.dots.dots - _dots(one.call, lines, book).dots
    except StorslamError:  # the change leaves no hands of some line
        return 0


_Changed = tuple[Change, Line | None, tuple[Line, ...]]


def _changes(one: Assessed, book: Book) -> Iterator[_Changed]:
    """The opening's lines after each change, the mildest first."""
    bid = opening_call(one.call)
    if not one.dots.dots or not isinstance(bid, Bid):
        return
    weak = book.value("systems.weak.below", int)
    yield from _whole("stronger", _at_least(one.lines, "hp", weak, MOST_HP))
    if bid.strain is not Strain.NOTRUMP:
        natural = book.value("systems.natural.suit-length", int)
        suit = list(SUITS)[bid.strain]
        yield from _whole("balanced-when-short", _parted(one.lines, suit, natural))
        yield from _whole("longer", _at_least(one.lines, suit, natural - 1, CARDS))
        yield from _whole("natural", _at_least(one.lines, suit, natural, CARDS))
    for line in one.lines if 1 < len(one.lines) <= _MOST_LEFT_OUT else ():
        yield "without", line, tuple(other for other in one.lines if other != line)
    yield "drop", None, ()


def _whole(change: Change, lines: tuple[Line | None, ...]) -> Iterator[_Changed]:
    """The change, where it leaves hands of every line."""
    kept = tuple(line for line in lines if line is not None)
    if len(kept) == len(lines):
        yield change, None, kept


def _at_least(lines: tuple[Line, ...], name: str, least: int, most: int) -> tuple[Line | None, ...]:
    return tuple(_between(line, name, (least, most)) for line in lines)


def _between(line: Line, name: str, within: Range) -> Line | None:
    """The line with only what lies within; None when nothing does."""
    low, high = parse_range(getattr(line, name) or f"0-{within[1]}", within[1])
    low, high = max(low, within[0]), min(high, within[1])
    return _with(line, name, f"{low}-{high}") if low <= high else None


def _with(line: Line, name: str, text: str) -> Line:
    return replace(line, **{name: text})  # type: ignore[arg-type]


def _parted(lines: tuple[Line, ...], suit: str, natural: int) -> tuple[Line | None, ...]:
    """The lines, balanced where the suit is short."""
    found: list[Line | None] = []
    for line in lines:
        parts = [_between(line, suit, (natural, CARDS)), _short(line, suit, natural)]
        found += [part for part in parts if part is not None] or [None]
    return tuple(found)


def _short(line: Line, suit: str, natural: int) -> Line | None:
    low, high = parse_range(getattr(line, suit) or f"0-{CARDS}", CARDS)
    high = min(high, natural - 1)
    if low > high or line.shape not in {"", "balanced"}:
        return None
    return _with(replace(line, shape="balanced"), suit, f"{low}-{high}")
