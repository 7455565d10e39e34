"""What is wrong with a declaration card, each fault at its field.

Doubtful words: an opening without a word on the seat is any but the fourth (SYS-REG-1); so a line
that holds always and one that holds sometimes contradict each other.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from unicodedata import category

from storslam.bridge import Pass
from storslam.errors import StorslamError
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision
from storslam.systems.card import (
    MOST_HP,
    SECTIONS,
    SUITS,
    Card,
    Line,
    opening_call,
    parse_range,
    written_call,
)
from storslam.systems.duties import decide_odd_pass
from storslam.systems.hands import CARDS, HandRange, Measures, hand_set

# Marks that turn the direction of what follows.
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_LONGEST = {"name": 80, "text": 200, "section": 2000}


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong and where: in which line, counted from 0, or None; in which field."""

    line: int | None
    field: str
    error: StorslamError


def faults_of(card: Card, book: Book) -> tuple[Fault, ...]:
    """All that is wrong with a card."""
    own = [fault for n, line in enumerate(card.lines) for fault in _of_line(n, line, book)]
    bad = {fault.line for fault in own}
    sound = {n: line for n, line in enumerate(card.lines) if n not in bad}
    return (*_of_texts(card), *own, *_contradictions(sound), *_without_odd_pass(sound, book))


def _of_texts(card: Card) -> Iterator[Fault]:
    names = {"name": card.name, **{f"players.{n}": one for n, one in enumerate(card.players)}}
    for name, text in names.items():
        yield from (Fault(None, name, error) for error in _unfit(text, "name"))
    for section, text in card.texts.items():
        if section not in SECTIONS:
            yield Fault(None, section, StorslamError("a card has no such part"))
        yield from (Fault(None, section, error) for error in _unfit(text, "section"))


def _unfit(text: str, kind: str) -> Iterator[StorslamError]:
    most = _LONGEST[kind]
    if len(text) > most:
        yield StorslamError("this text is longer than %(most)s characters", most=most)
    if any(
        (category(letter) in {"Cc", "Cs"} and letter not in "\r\n\t") or letter in _TURNING
        for letter in text
    ):
        yield StorslamError("this text holds a sign that cannot be shown")


def _of_line(number: int, line: Line, book: Book) -> list[Fault]:
    found = [*_of_call(line.call), *_of_ranges(line)] or [*_of_hands(line, book)]
    found += [("text", error) for error in _unfit(line.text, "text")]
    return [Fault(number, name, error) for name, error in found]


def _of_call(call: str) -> Iterator[tuple[str, StorslamError]]:
    if not call.strip():
        yield "call", StorslamError("say which call shows this")
    elif opening_call(call) is None:
        yield "call", StorslamError("call: %(call)s is not an opening bid", call=call[:10])


def _of_ranges(line: Line) -> Iterator[tuple[str, StorslamError]]:
    for name, most in {"hp": MOST_HP, **dict.fromkeys(SUITS, CARDS)}.items():
        text = getattr(line, name)
        try:
            if text:
                parse_range(text, most)
        except StorslamError as error:
            yield name, error


def _of_hands(line: Line, book: Book) -> Iterator[tuple[str, StorslamError]]:
    """Whether thirteen cards can be as the line says."""
    hands = line.hands()
    suits = [hands.length.get(suit, (0, CARDS)) for suit in SUITS.values()]
    if sum(least for least, _ in suits) > CARDS or sum(most for _, most in suits) < CARDS:
        yield "clubs", StorslamError("these lengths do not add up to 13 cards")
        return
    try:
        hand_set((hands,), Measures.of(book))
    except StorslamError:
        yield "hp", StorslamError("no hand is as this line says")


def _contradictions(lines: Mapping[int, Line]) -> Iterator[Fault]:
    """Lines that are there twice, and situations of a call that overlap; one fault a line."""
    before: dict[str, list[Line]] = {}
    for number, line in lines.items():
        call = written_call(line.call)
        others = before.setdefault(call, [])
        yield from islice(_against(number, replace(line, call=call), others), 1)
        others.append(replace(line, call=call))


def _against(number: int, line: Line, others: Sequence[Line]) -> Iterator[Fault]:
    """What is wrong with a line beside those of its call before it."""
    for other in others:
        if replace(other, text=line.text) == line:
            yield Fault(number, "call", StorslamError("this line is there twice"))
        elif other.situation != line.situation and _overlap(other, line):
            where = "place" if other.place != line.place else "zone"
            error = StorslamError(
                "another line of %(call)s holds in this situation too: "
                "give both the same, or part them",
                call=line.call,
            )
            yield Fault(number, where, error)


def _overlap(one: Line, other: Line) -> bool:
    """Whether both situations can be there at once. After an odd pass is another matter."""
    places, zones = {one.place, other.place}, {one.zone, other.zone}
    seats = len(places) == 1 or ("" in places and bool(places & {"1", "2", "3"}))
    return seats and (len(zones) == 1 or "" in zones)


def _without_odd_pass(lines: Mapping[int, Line], book: Book) -> Iterator[Fault]:
    """Openings after partner's odd pass, where no pass of the card is odd and no opening itself."""
    made = [decision.result for decision in pass_decisions(lines.values(), book).values()]
    if any(one["odd"] and not one["is_an_opening"] for one in made):
        return
    opens = any(one["is_an_opening"] for one in made)
    for number, line in lines.items():
        if line.place == "partner-odd-pass":
            answers = StorslamError(
                "the pass of this card is an opening: what follows are answers, which have no dots"
            )
            never = StorslamError("no pass of this card is odd")
            yield Fault(number, "place", answers if opens else never)


def pass_decisions(lines: Iterable[Line], book: Book) -> dict[tuple[str, str], Decision]:
    """By situation whether the opening pass of these lines, which must be sound, is odd."""
    hands: dict[tuple[str, str], tuple[HandRange, ...]] = {}
    for line in lines:
        if opening_call(line.call) == Pass():
            hands[line.situation] = (*hands.get(line.situation, ()), line.hands())
    return {when: decide_odd_pass(book, hands=shown) for when, shown in hands.items()}
