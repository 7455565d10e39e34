"""Pictures of figures, as SVG that works without script and without inline style."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from itertools import pairwise
from textwrap import wrap

from storslam.printing import Box, Entry

SHADES = 7
# The tree of a cup, in pixels: a box, a column, a line of text, and the room below a match.
_BOX, _COLUMN, _LINE, _BELOW = 230, 258, 17, 34
# As many as a line of a box surely holds.
_MOST_LETTERS, _MOST_CAPITALS = 20, 16


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
    highest = max(sum(map(_height, _entries(box))) for box in boxes)
    step = (highest + _BELOW) / _nearest(boxes)
    first = _LINE + highest / 2
    width = _COLUMN * max(box.x for box in boxes) + _BOX
    height = step * max(box.y for box in boxes) + highest + _BELOW
    drawn = "".join(_way(box, step, first) + _match(box, step * box.y + first) for box in boxes)
    return (
        f'<svg class="cup" width="{width + 4}" viewBox="-2 -2 {width + 4} {height:g}" role="group" '
        'aria-labelledby="cup-title cup-text">'
        f'<title id="cup-title">{escape(title)}</title>'
        f'<desc id="cup-text">{escape(description)}</desc>{drawn}</svg>'
    )


def _entries(box: Box) -> tuple[Entry, ...]:
    return box.entries or (Entry(""), Entry(""))


def _lines(entry: Entry) -> list[str]:
    return wrap(entry.name, _MOST_CAPITALS if entry.name.isupper() else _MOST_LETTERS) or [""]


def _height(entry: Entry) -> int:
    return len(_lines(entry)) * _LINE + 6


def _nearest(boxes: Sequence[Box]) -> float:
    """How close two matches of a column stand, in heights of a first match."""
    heights = sorted((box.x, box.y) for box in boxes)
    return min(low[1] - high[1] for high, low in pairwise(heights) if high[0] == low[0])


def _way(box: Box, step: float, first: float) -> str:
    """The lines from the matches that lead to this one."""
    left = _COLUMN * box.x
    lines = "".join(
        f"M{left - _COLUMN + _BOX} {step * before + first:g}"
        f"H{left - (_COLUMN - _BOX) // 2}V{step * box.y + first:g}H{left}"
        for before in box.after
    )
    return f'<path d="{lines}"/>' if lines else ""


def _match(box: Box, middle: float) -> str:
    """A match: its heading, and a slot a team."""
    left, heights = _COLUMN * box.x, [_height(entry) for entry in _entries(box)]
    top = middle - sum(heights) / 2
    slots = "".join(
        _slot(entry, left, top + below)
        for entry, below in zip(_entries(box), (0, heights[0]), strict=True)
    )
    return (
        f'<g role="img"><title>{escape(box.said)}</title>'
        f'<text class="cup-round" x="{left}" y="{top - 5:g}">{escape(box.title)}</text>{slots}</g>'
    )


def _slot(entry: Entry, left: int, top: float) -> str:
    height = _height(entry)
    shown = "".join(
        f'<tspan x="{left + 7}" y="{top + number * _LINE - 1:g}">{escape(line)}</tspan>'
        for number, line in enumerate(_lines(entry), 1)
    )
    won = ' class="cup-won"' if entry.won else ""
    return (
        f'<g{won}><rect x="{left}" y="{top:g}" width="{_BOX}" height="{height}"/>'
        f'<text>{shown}</text><text class="cup-imps" x="{left + _BOX - 7}" '
        f'y="{top + height / 2 + 5:g}">{escape(entry.imps)}</text></g>'
    )
