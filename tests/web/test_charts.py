"""The map of the districts: all of them, where they lie, and readable without seeing it.

The tree of a cup: every match with whole names, none upon another.
"""

import re
from dataclasses import replace
from importlib.resources import files
from xml.etree.ElementTree import Element

import pytest
from defusedxml.ElementTree import fromstring

from storslam.movements.cup import Cup
from storslam.printing import Box, Entry, cup_boxes
from storslam.rulebook.edition import edition
from storslam.web.charts import SHADES, cup_tree, district_map

CODES = [district.code for district in edition().districts()]
NAMES = {district.code: district.name for district in edition().districts()}


def drawn(shade: dict[str, float], label: dict[str, str] = NAMES) -> Element:
    return fromstring(district_map(shade, label, title="Platser <SM>", description="Mörkt är fler"))


def classes(shade: dict[str, float]) -> dict[str, str]:
    paths = drawn(shade, dict(zip(CODES, CODES, strict=True))).findall("path")
    return {path.find("title").text: path.get("class") for path in paths}


def test_every_district_of_the_book_is_on_the_map_once() -> None:
    assert [path.find("title").text for path in drawn({}).findall("path")] == list(NAMES.values())
    with pytest.raises(KeyError):
        drawn({}, {})


def test_seven_shades_and_one_for_what_is_not_known() -> None:
    shade = {code: index / 6 for index, code in enumerate(CODES[:SHADES])}
    found = classes(shade)
    assert [found[code] for code in CODES[:SHADES]] == [f"map-{n}" for n in range(SHADES)]
    assert {found[code] for code in CODES[SHADES:]} == {"map-unknown"}
    assert classes({"SKA": 0.0})["SKA"] == "map-0"


@pytest.mark.parametrize("wrong", [-0.1, 1.1, float("nan")])
def test_a_shade_out_of_range_is_refused(wrong: float) -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        drawn({"SKA": wrong})


def test_it_is_read_aloud_and_has_no_inline_style() -> None:
    svg = drawn({}, NAMES | {"SKA": '<script>"&'})
    named = svg.get("aria-labelledby").split()
    assert [svg.find(f"*[@id='{id_}']").text for id_ in named] == ["Platser <SM>", "Mörkt är fler"]
    assert all(path.get("role") == "img" for path in svg.findall("path"))
    assert '<script>"&' in [path.find("title").text for path in svg.findall("path")]
    assert not [e for e in svg.iter() if {"style", "fill", "onclick"} & e.attrib.keys()]


def test_the_districts_lie_where_they_should() -> None:
    """Middles of the outlines; the drawing grows to the right (east) and down (south)."""
    paths = dict(zip(CODES, drawn({}).findall("path"), strict=True))
    at = {code: _middle(path.get("d")) for code, path in paths.items()}
    north_to_south = ["NBN", "VBN", "ANG", "MED", "GAV", "UPP", "OME", "JON", "HAL", "SKA"]
    assert sorted(north_to_south, key=lambda code: at[code][1]) == north_to_south
    west_to_east = ["BOD", "VGT", "ORE", "MAL", "STO", "GOT"]
    assert sorted(west_to_east, key=lambda code: at[code][0]) == west_to_east


def _middle(path: str) -> tuple[float, float]:
    """The middle of the box around the largest part of a path."""
    boxes = []
    for part in filter(None, path.split("z")):
        numbers = [int(n) for n in re.findall(r"-?\d+", part)]
        x, y = numbers[:2]
        xs, ys = [x], [y]
        for dx, dy in zip(numbers[2::2], numbers[3::2], strict=True):
            x, y = x + dx, y + dy
            xs.append(x)
            ys.append(y)
        size = (max(xs) - min(xs)) * (max(ys) - min(ys))
        boxes.append((size, (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2))
    return max(boxes)[1:]


def test_the_map_is_small() -> None:
    assert len((files("storslam.web") / "districts_map.json").read_bytes()) <= 60_000


LONG = "Wilhelmina-Margareta Gyllenstierna-Lindenkron"


def cup_of(teams: int, **names: str) -> tuple[Box, ...]:
    """A cup with its first round drawn."""
    field = tuple(f"L{n}" for n in range(1, teams + 1))
    pairs = {n: teams + 1 - n for n in range(1, teams // 2 + 1)}
    return cup_boxes(Cup(field).paired(pairs), names, (), "sv")


def cup_svg(boxes: tuple[Box, ...]) -> Element:
    return fromstring(cup_tree(boxes, title="Cupen <SM>", description="Slutspel"))


def test_a_cup_is_read_aloud_match_by_match_and_has_no_inline_style() -> None:
    svg = cup_svg(cup_of(4, L1='<script>"&', L4="Ess"))
    named = svg.get("aria-labelledby").split()
    assert [svg.find(f"*[@id='{id_}']").text for id_ in named] == ["Cupen <SM>", "Slutspel"]
    matches = svg.findall("g[@role='img']")
    assert [match.find("title").text for match in matches] == [
        'Semifinal: <script>"& – Ess', "Semifinal: L2 – L3", "Final", "Tredje plats",
    ]  # fmt: skip
    assert not [e for e in svg.iter() if {"style", "fill", "onclick"} & e.attrib.keys()]


def test_names_are_whole_in_their_boxes_and_the_winner_is_marked() -> None:
    first, *rest = cup_of(8, L1=LONG, L8=LONG.upper())
    one, other = first.entries
    svg = cup_svg((replace(first, entries=(replace(one, imps="41", won=True), other)), *rest))
    slots = svg.find("g[@role='img']").findall("g")
    for slot, name in zip(slots, (LONG, LONG.upper()), strict=True):
        lines = [line.text for line in slot.iter("tspan")]
        assert "".join(lines).replace(" ", "") == name.replace(" ", "")
        top, height = (float(slot.find("rect").get(key)) for key in ("y", "height"))
        assert all(top < float(line.get("y")) < top + height for line in slot.iter("tspan"))
    assert [slot.get("class") for slot in slots] == ["cup-won", None]
    assert slots[0].find("text[@class='cup-imps']").text == "41"


@pytest.mark.parametrize("teams", [4, 8, 16])
def test_no_match_stands_upon_another_and_none_outside(teams: int) -> None:
    svg = cup_svg(cup_of(teams, **{f"L{n}": LONG.upper() for n in range(1, teams + 1)}))
    _, top, width, height = map(float, svg.get("viewBox").split())
    taken: list[tuple[float, float, float]] = []
    for match in svg.findall("g[@role='img']"):
        left = float(match.find("text").get("x"))
        high = float(match.find("text").get("y")) - 11  # the letters of its heading
        last = match.findall(".//rect")[-1]
        low = float(last.get("y")) + float(last.get("height"))
        assert top <= high
        assert low <= top + height
        assert left + float(last.get("width")) <= width
        assert all(x != left or low < begin or end < high for x, begin, end in taken)
        taken.append((left, high, low))
    assert len(taken) == teams


def test_an_entry_without_a_name_has_its_place() -> None:
    boxes = tuple(replace(box, entries=(Entry(""), Entry(""))) for box in cup_of(4))
    assert len(cup_svg(boxes).findall(".//rect")) == 8
