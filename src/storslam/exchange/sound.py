"""What an event must be whatever file it came from: whole, and short enough to be shown."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from unicodedata import category

from storslam.bridge import numbered_board
from storslam.errors import FileFault
from storslam.exchange.text import natural
from storslam.scoring.event import BoardRecord, Contestant, Event

_UNSHOWN = {"Cc", "Cs", "Zl", "Zp"}  # control characters, halves of letters, line ends
_TURNING = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
MAX_NAME, MAX_NUMBER, MAX_PLAYERS = 120, 20, 12


def sound(event: Event) -> Event:
    """The event with every contestant and board that its lines name.

    Raises FileFault for a contestant that is there twice and for text that cannot be shown.
    """
    twice = [id_ for id_, n in Counter(c.id for c in event.contestants).items() if n > 1]
    if twice:
        raise FileFault("contestant %(id)s is there twice", id=twice[0])
    for text, most in _texts(event):
        showable(text, most)
    known = {contestant.id for contestant in event.contestants}
    named = {id_ for line in event.lines for id_ in (line.ns, line.ew) if id_ is not None}
    absent = map(Contestant, sorted(named - known, key=natural))
    boards = {line.board: BoardRecord(numbered_board(line.board)) for line in event.lines}
    boards.update(event.boards)
    return replace(
        event,
        contestants=(*event.contestants, *absent),
        boards=dict(sorted(boards.items())),
    )


def can_be_shown(text: str) -> bool:
    """Whether a text has no control characters, line ends, or marks that turn its direction."""
    return not any(category(letter) in _UNSHOWN or letter in _TURNING for letter in text)


def showable(text: str, most: int) -> str:
    """The text itself; FileFault when it is longer than `most` letters or cannot be shown."""
    if len(text) > most or not can_be_shown(text):
        raise FileFault(
            "the text %(text)s is longer than %(most)s letters or cannot be shown",
            text=text,
            most=most,
        )
    return text


def _texts(event: Event) -> Iterator[tuple[str, int]]:
    yield from ((event.name, MAX_NAME), (event.site, MAX_NAME))
    for contestant in event.contestants:
        if len(contestant.players) > MAX_PLAYERS:
            raise FileFault("contestant %(id)s has too many players", id=contestant.id)
        yield contestant.name, MAX_NAME
        for player in contestant.players:
            yield from ((player.name, MAX_NAME), (player.club, MAX_NAME))
            yield player.number, MAX_NUMBER
