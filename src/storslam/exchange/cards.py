"""Declaration cards as TOML: one, or those of a whole club.

    [[cards]]
    name = "Strong club"
    players = ["Ann Berg", "Bo Ek"]
    texts.leads = "3rd and 5th"
    lines = [
        {call = "1C", hp = "16+"},
        {call = "2D", hp = "6-10", hearts = "6"},
        {call = "2D", hp = "6-10", spades = "6"},
    ]

What a line can say stands at `systems.card.Line`. The same names and values are how a card is kept
as JSON.
"""

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from storslam.errors import FileFault, StorslamError
from storslam.exchange.text import decode
from storslam.rulebook.strict import read_fields
from storslam.systems.card import SECTIONS, Card, Line

MOST_BYTES = 256 * 1024
MOST_CARDS = 500
MOST_LINES = 5000
# A key of ever more parts costs ever more time to read; ours have two.
_DEEP_KEY = re.compile(r"""(?<![\w"'-])(?:[\w"'-]++\s*+\.\s*+){10}""")


def load_cards(data: bytes, name: str) -> list[Card]:
    """The cards of a file, in its order; FileFault with the place for what is no such file.

    What is wrong with a card itself is told by `systems.card_faults`.
    """
    if len(data) > MOST_BYTES:
        raise FileFault("the file is larger than %(most)s kB", most=MOST_BYTES // 1024, file=name)
    found = _toml_read(data, name)
    cards = found.get("cards")
    if not isinstance(cards, list) or not cards or len(found) > 1:
        raise FileFault("the file must hold [[cards]], and nothing beside them", file=name)
    if len(cards) > MOST_CARDS:
        raise FileFault("the file holds more than %(most)s cards", most=MOST_CARDS, file=name)
    try:
        read = [read_card(one, f"cards[{n}].") for n, one in enumerate(cards)]
    except StorslamError as error:
        raise FileFault.of(error).at(name) from error
    if sum(len(card.lines) for card in read) > MOST_LINES:
        raise FileFault("the file holds more than %(most)s lines", most=MOST_LINES, file=name)
    return read


def _toml_read(data: bytes, name: str) -> dict[str, Any]:
    try:
        text = decode(data)
        if _DEEP_KEY.search(text):
            raise FileFault("the file is nested too deeply")
        return tomllib.loads(text)
    except FileFault as fault:
        raise fault.at(name) from fault
    except RecursionError as error:
        raise FileFault("the file is nested too deeply", file=name) from error
    except ValueError as error:  # of TOML, or of a number without end
        raise FileFault("this is not TOML: %(reason)s", reason=str(error), file=name) from error


def read_card(data: object, path: str = "") -> Card:
    """A card from plain data; StorslamError for a name or a value that a card does not have."""
    missing: list[str] = []
    found = read_fields(Card, data, missing, path)
    if missing:
        raise StorslamError("%(name)s is missing", name=missing[0])
    return Card(**found)


def card_json(card: Card) -> dict[str, Any]:
    """The card as plain data; what is empty is left out."""
    return {
        "name": card.name,
        "players": list(card.players),
        "lines": [_told(line) for line in card.lines],
        "texts": {section: text for section in SECTIONS if (text := card.texts.get(section))},
    }


def _told(line: Line) -> dict[str, Any]:
    return {name: value for name, value in asdict(line).items() if value or name == "call"}


def write_cards(cards: Sequence[Card]) -> bytes:
    """The cards as TOML, as `load_cards` reads them."""
    return "\n".join(map(_toml, cards)).encode()


def _toml(card: Card) -> str:
    told = card_json(card)
    lines = [f"    {_inline(line)},\n" for line in told["lines"]]
    texts = [f"texts.{section} = {_value(text)}\n" for section, text in told["texts"].items()]
    return (
        "[[cards]]\n"
        f"name = {_value(told['name'])}\n"
        f"players = [{', '.join(map(_value, told['players']))}]\n"
        f"{''.join(texts)}lines = [\n{''.join(lines)}]\n"
    )


def _inline(line: Mapping[str, Any]) -> str:
    return "{" + ", ".join(f"{name} = {_value(value)}" for name, value in line.items()) + "}"


def _value(value: str | bool) -> str:
    """A value in TOML, whose strings are those of JSON but for the delete character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
