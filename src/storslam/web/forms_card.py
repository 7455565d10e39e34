"""A declaration card as it is typed: a row a line, the columns as lists of fields."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

from django.http import QueryDict

from storslam.errors import StorslamError
from storslam.exchange.cards import read_card
from storslam.systems.card import SECTIONS, Card, Line
from storslam.systems.card_faults import Fault
from storslam.web.faults import said

COLUMNS = tuple(part.name for part in fields(Line))
_BLANK_ROWS = 3
_MOST_TYPED = 5000


def typed_card(given: QueryDict) -> Card:
    """The card that was typed, without blank rows; StorslamError for what no page of ours sends."""
    columns = {name: given.getlist(name) for name in COLUMNS}
    count = len(columns["call"])
    if any(len(column) != count for column in columns.values()):
        raise StorslamError("the form is not complete")
    rows = [{name: columns[name][n].strip() for name in COLUMNS} for n in range(count)]
    lines = [{**row, "game_forcing": bool(row["game_forcing"])} for row in rows if _filled(row)]
    texts = {part: text for part in SECTIONS if (text := _text(given, part))}
    players = [name for name in map(str.strip, given.getlist("player")) if name]
    return read_card(
        {"name": _text(given, "name"), "players": players, "lines": lines, "texts": texts}
    )


def _filled(row: dict[str, str]) -> bool:
    return any(row.values())


def _text(given: QueryDict, name: str) -> str:
    return given.get(name, "").replace("\r\n", "\n").strip()[:_MOST_TYPED]


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A row of the form. `faults`: by column what is wrong with it."""

    line: Line
    faults: dict[str, str]


def typed_lines(card: Card, faults: Sequence[Fault]) -> list[TypedLine]:
    """The rows of the form, with blank ones below."""
    found = [
        TypedLine(line, {f.field: said(f.error) for f in faults if f.line == n})
        for n, line in enumerate(card.lines)
    ]
    return [*found, *[TypedLine(Line(""), {})] * _BLANK_ROWS]


def text_faults(faults: Sequence[Fault]) -> dict[str, str]:
    """By field what is wrong with the names and texts."""
    return {fault.field: said(fault.error) for fault in faults if fault.line is None}
