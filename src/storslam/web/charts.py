"""Pictures of figures, as SVG that works without script and without inline style."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files

SHADES = 7


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
