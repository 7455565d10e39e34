"""Pictures of figures, as SVG that works without script and without inline style."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from itertools import pairwise
from textwrap import wrap

from storslam.printing import Box, Entry

SHADES = 7
# The tree of a cup, in pixels: a box, a column, a line of text, and the room below a match.
_BOX, _COLUMN, _LINE, _BELOW = 230, 264, 17, 34
# As many as a line of a box surely holds.
_MOST_LETTERS, _MOST_CAPITALS = 22, 16


@dataclass(frozen=True, slots=True)
class _Outlines:
    width: int
    height: int
    paths: Mapping[str, str]


@cache
def _outlines() -> _Outlines:
    """The outline of every district, made by tools/district_map.py."""
    text = (files("storslam.web") / "districts_map.json").read_text(encoding="utf-8")
    return _Outlines(**json.loads(text))


def district_map(
    shade: Mapping[str, float], label: Mapping[str, str], *, title: str, description: str
) -> str:
    """A map of the districts as SVG, each shaded from 0 (lightest) to 1, by their codes.

    A district that `shade` lacks is drawn as not known. `label` is what a district says when it is
    pointed at or read aloud. Raises ValueError for a shade outside 0 to 1, KeyError for a district
    without a label.
    """
    map_ = _outlines()
    areas = (
        f'<path role="img" class="{_shade(shade.get(code))}" d="{path}">'
        f"<title>{escape(label[code])}</title></path>"
        for code, path in map_.paths.items()
    )
    return (
        f'<svg class="map" viewBox="-2 -2 {map_.width + 4} {map_.height + 4}" role="group" '
        'aria-labelledby="map-title map-text">'
        f'<title id="map-title">{escape(title)}</title>'
        f'<desc id="map-text">{escape(description)}</desc>{"".join(areas)}</svg>'
    )


def _shade(value: float | None) -> str:
    if value is None:
        return "map-unknown"
    if not 0 <= value <= 1:
        raise ValueError(f"a shade is from 0 to 1, not {value}")
    return f"map-{min(int(value * SHADES), SHADES - 1)}"


def cup_tree(boxes: Sequence[Box], *, title: str, description: str) -> str:
    """The tree of a cup as SVG, of `printing.cup_boxes`; each match is read aloud as it is said.

    Colours come from the page. However long the names are, they are whole.
    """
    lines = max(len(_lines(entry)) for box in boxes for entry in box.entries or (Entry(""),))
    slot = lines * _LINE + 6
    step = (2 * slot + _BELOW) / _nearest(boxes)
    width = _COLUMN * max(box.x for box in boxes) + _BOX
    height = step * max(box.y for box in boxes) + 2 * slot + _BELOW
    drawn = "".join(_match(box, slot, step) for box in boxes)
    return (
        f'<svg class="cup" width="{width + 4}" viewBox="-2 -2 {width + 4} {height:g}" role="group" '
        'aria-labelledby="cup-title cup-text">'
        f'<title id="cup-title">{escape(title)}</title>'
        f'<desc id="cup-text">{escape(description)}</desc>{drawn}</svg>'
    )


def _lines(entry: Entry) -> list[str]:
    return wrap(entry.name, _MOST_CAPITALS if entry.name.isupper() else _MOST_LETTERS) or [""]


def _nearest(boxes: Sequence[Box]) -> float:
    """How close two matches of a column stand, in heights of a first match."""
    heights = sorted((box.x, box.y) for box in boxes)
    return min(low[1] - high[1] for high, low in pairwise(heights) if high[0] == low[0])


def _match(box: Box, slot: int, step: float) -> str:
    """A match: its heading, two slots with names and IMPs, and the ways that lead to it."""
    left, top = _COLUMN * box.x, step * box.y + _LINE
    ways = "".join(
        f"M{left - _COLUMN + _BOX} {step * before + _LINE + slot:g}"
        f"H{left - (_COLUMN - _BOX) // 2}V{top + slot:g}H{left}"
        for before in box.after
    )
    entries = box.entries or (Entry(""), Entry(""))
    slots = "".join(
        _slot(entry, left, top + number * slot, slot) for number, entry in enumerate(entries)
    )
    return (
        f'<path d="{ways}"/>' * bool(ways) + f'<g role="img"><title>{escape(box.said)}</title>'
        f'<text class="cup-round" x="{left}" y="{top - 5:g}">{escape(box.title)}</text>{slots}</g>'
    )


def _slot(entry: Entry, left: int, top: float, height: int) -> str:
    shown = "".join(_spans(entry, left + 7, top, height))
    won = ' class="cup-won"' * entry.won
    return (
        f'<g{won}><rect x="{left}" y="{top:g}" width="{_BOX}" height="{height}"/>'
        f'<text>{shown}</text><text class="cup-imps" x="{left + _BOX - 7}" '
        f'y="{top + height / 2 + 5:g}">{escape(entry.imps)}</text></g>'
    )


def _spans(entry: Entry, left: int, top: float, height: int) -> Iterator[str]:
    """The lines of a name, in the middle of its slot."""
    lines = _lines(entry)
    first = top + (height - len(lines) * _LINE) / 2 + _LINE - 4
    for number, line in enumerate(lines):
        yield f'<tspan x="{left}" y="{first + number * _LINE:g}">{escape(line)}</tspan>'
