"""A declaration card: the openings with the hands that they show, and text about the rest (p. 9).

A line describes one kind of hand. Lines of the same call in the same situation are alternatives of
one another; in other situations (seat, vulnerability, after an odd pass) they are variations.
Ranges are kept as they are typed: `12-14`, `16+`, `5`.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Annotated, Literal

from storslam.bridge import Bid, Call, Pass, parse_call
from storslam.errors import StorslamError
from storslam.rulebook.strict import AtMost
from storslam.systems.hands import (
    CARDS,
    MOST_ALTERNATIVES,
    HandRange,
    Range,
    Shape,
    SuitLetter,
)
from storslam.systems.openings import Seat, Variation

Place = Literal["", "1", "2", "3", "4", "behind-odd-pass", "partner-odd-pass"]
Zone = Literal["", "none", "we", "they", "both"]
SECTIONS = (
    "approach",
    "notrump",
    "responses",
    "competition",
    "slam",
    "leads",
    "signals",
    "other",
    "defences",
)
"""The parts of a card that are text; the last: what the pair suggests against its own openings."""
SUITS: Mapping[str, SuitLetter] = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
"""The fields of a line that are lengths of suits, from the lowest suit."""
MOST_HP = 37
"""The most high-card points that thirteen cards can have."""

_RANGE = re.compile(r"(\d{1,2})(?:\s*[-–]\s*(\d{1,2})|\s*(\+))?", re.ASCII)
_SEATS: Mapping[str, Seat] = {"1": 1, "2": 2, "3": 3, "4": 4}


@dataclass(frozen=True, slots=True)
class Line:
    """One kind of hand that an opening shows. What is empty is free.

    `call`: a bid, or `P` for an opening pass that shows something. `place`: the seat, or after
    whose odd pass; empty for any seat but the fourth. `zone`: who is vulnerable, empty for all.
    """

    call: str
    hp: str = ""
    clubs: str = ""
    diamonds: str = ""
    hearts: str = ""
    spades: str = ""
    shape: Literal["", "balanced", "semibalanced", "unbalanced"] = ""
    place: Place = ""
    zone: Zone = ""
    game_forcing: bool = False
    text: str = ""

    @property
    def situation(self) -> tuple[Place, Zone]:
        """When the call shows this: the seat and the vulnerability."""
        return self.place, self.zone

    def hands(self) -> HandRange:
        """The hands of the line; StorslamError for a range that cannot be read."""
        lengths = {
            letter: parse_range(getattr(self, name), CARDS)
            for name, letter in SUITS.items()
            if getattr(self, name)
        }
        shape: Shape | None = self.shape or None
        return HandRange(parse_range(self.hp, MOST_HP) if self.hp else None, lengths, shape)


@dataclass(frozen=True, slots=True)
class Card:
    """A system as its players describe it. `texts`: by section, see `SECTIONS`."""

    name: str = ""
    players: Annotated[tuple[str, ...], AtMost(2)] = ()
    lines: Annotated[tuple[Line, ...], AtMost(MOST_ALTERNATIVES)] = ()
    texts: Mapping[str, str] = field(default_factory=dict)


def parse_range(text: str, most: int) -> Range:
    """A range as it is typed, both ends with it; StorslamError for what is none, or is empty."""
    found = _RANGE.fullmatch(text.strip())
    if found is None:
        raise StorslamError("'%(text)s' is not a range: write 12-14, 16+ or 5", text=text[:20])
    least = int(found[1])
    last = most if found[3] else int(found[2] or least)
    if max(least, last) > most:
        raise StorslamError(
            "%(value)s is more than there can be: %(most)s", value=max(least, last), most=most
        )
    if least > last:
        raise StorslamError("from %(least)s to %(most)s there is nothing", least=least, most=last)
    return least, last


def opening_call(text: str) -> Call | None:
    """The bid or pass that opens; None for what is none."""
    try:
        call = parse_call(text)
    except StorslamError:
        return None
    return call if isinstance(call, Bid | Pass) else None


def written_call(text: str) -> str:
    """A call as calls are written here, however it was typed."""
    return str(opening_call(text) or text)


def call_order(line: Line) -> tuple[int, int]:
    """Passes first, then bids from the lowest."""
    call = opening_call(line.call)
    return (call.level, call.strain) if isinstance(call, Bid) else (0, 0)


def variations(lines: Iterable[Line]) -> tuple[Variation, ...]:
    """The variations of a call that these lines describe, an alternative each, by situation.

    A variation forces to game if all its lines do.
    """
    ordered = sorted(lines, key=lambda line: line.situation)
    return tuple(
        _variation(place, tuple(found))
        for (place, _zone), found in groupby(ordered, key=lambda line: line.situation)
    )


def _variation(place: Place, lines: tuple[Line, ...]) -> Variation:
    return Variation(
        tuple(line.hands() for line in lines),
        all(line.game_forcing for line in lines),
        _SEATS.get(place),
        place == "behind-odd-pass",
        place == "partner-odd-pass",
    )
