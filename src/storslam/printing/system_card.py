"""The declaration card: an A4 sheet folded to A5, in two identical copies (p. 9)."""

from storslam.bridge import Pass
from storslam.printing.document import Head, document
from storslam.printing.system_words import (
    SECTION_NAMES,
    derivation,
    hands_of,
    passes_of,
    situation_of,
    unbalanced_share,
    written_opening,
)
from storslam.systems.assessment import System
from storslam.systems.card import Card, Line, opening_call
from storslam.translation import gettext_noop

_WORDS = (
    gettext_noop("Declaration card"),
    gettext_noop("Opening"),
    gettext_noop("Shows"),
    gettext_noop("Dots"),
    gettext_noop("Class"),
    gettext_noop("Dotted openings"),
    gettext_noop("How the dots are counted"),
    gettext_noop("No opening has dots."),
    *SECTION_NAMES.values(),
)
# So much of the general approach has room on the front; more stands inside.
_FRONT_LETTERS, _FRONT_LINES = 700, 12


def system_card(head: Head, card: Card, system: System, lang: str) -> bytes:
    """The card as PDF: outside with names, class and dots, inside the openings and the texts.

    `head`: the name of the system as title, the players below, the version and its date as foot.
    A card with much text has more sheets; both copies have as many.
    """
    texts = {name: card.texts[part] for part, name in SECTION_NAMES.items() if card.texts.get(part)}
    approach = texts.get(SECTION_NAMES["approach"], "")
    short = len(approach) <= _FRONT_LETTERS and approach.count("\n") < _FRONT_LINES
    data = {
        "class": system.system_class,
        "dots": system.dots,
        "approach": approach if short else "",
        "openings": [*_passes(card, system, lang), *_openings(system, lang)],
        "dotted": [
            [one.call, one.dots.dots, derivation(one.dots, lang)]
            for one in system.openings
            if one.dots.dots
        ],
        "texts": [[name, text] for name, text in texts.items() if not short or text != approach],
    }
    return document("system_card", head, data, _WORDS, lang, tagged=False)


def _openings(system: System, lang: str) -> list[dict[str, object]]:
    return [
        {
            "call": one.call,
            "dots": one.dots.dots,
            "shows": [_shows(line, lang) for line in one.lines],
            "note": unbalanced_share(one, lang),
        }
        for one in system.openings
    ]


def _passes(card: Card, system: System, lang: str) -> list[dict[str, object]]:
    lines = [line for line in card.lines if opening_call(line.call) == Pass()]
    if not lines:
        return []
    told = dict.fromkeys(passes_of(system, line.situation, lang) for line in lines)
    call = written_opening("P", lang)
    shows = [_shows(line, lang) for line in lines]
    return [{"call": call, "dots": 0, "shows": shows, "note": "; ".join(filter(None, told))}]


def _shows(line: Line, lang: str) -> str:
    parts = (situation_of(line, lang), hands_of(line, lang))
    told = ": ".join(filter(None, parts))
    return f"{told} – {line.text}" if line.text else told
