"""Venues of the team semifinals with their distances: a line a venue, a column a district.

`ort` is the venue, `distrikt` the district that it lies in; every other heading is a district, and
its cells are the kilometres from the district's mid-point. What is empty is not known.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from storslam.errors import FileFault, StorslamError
from storslam.exchange.faults import Check
from storslam.exchange.sheet import Cells, read_headings, read_rows
from storslam.exchange.sound import showable
from storslam.rulebook.records import District

NAMES, HOMES = ("ort", "spelort", "venue"), ("distrikt", "district")
MOST_NAME, MOST_KM = 60, 9999


@dataclass(frozen=True, slots=True)
class VenueRow:
    """A venue, the code of its district, and by district code the known kilometres to it."""

    name: str
    district: str
    km: Mapping[str, int]


def load_venues(data: bytes, name: str, districts: Iterable[District]) -> list[VenueRow]:
    """The venues in a file, in its order.

    Raises SheetFaults with everything that is wrong in its lines, FileFault for a file that is no
    table, lacks a heading or has one that is no district; `name` is the file in them.
    """
    codes = {word.casefold(): d.code for d in districts for word in d.names}
    rows, headings = read_rows(data, name), read_headings(data, name)
    if not rows:
        raise FileFault("the file has a heading but no venues", file=name)
    venue, home = (_one_of(words, headings, name) for words in (NAMES, HOMES))
    columns = _columns([one for one in headings if one not in (venue, home)], codes, name)
    check, seen, found = Check(), dict[str, int](), []
    for line, cells in rows:
        row = _row(check, line, cells, (venue, home), columns, codes)
        if row.name and seen.setdefault(row.name.casefold(), line) != line:
            check.note(line, venue, StorslamError("%(name)s is there twice", name=row.name))
        found.append(row)
    check.close(name)
    return found


def _one_of(words: Iterable[str], headings: Iterable[str], name: str) -> str:
    found = [heading for heading in headings if heading in words]
    if len(found) != 1:
        raise FileFault(
            "the heading must have the venue and its district (ort, distrikt)", file=name
        )
    return found[0]


def _columns(headings: Iterable[str], codes: Mapping[str, str], name: str) -> dict[str, str]:
    """By the code of each district the heading of its column."""
    found: dict[str, str] = {}
    for heading in headings:
        if heading not in codes:
            raise FileFault("there is no district '%(text)s'", file=name, text=heading)
        first = found.setdefault(codes[heading], heading)
        if first != heading:
            raise FileFault(
                "the headings %(first)s and %(second)s mean the same",
                file=name,
                first=first,
                second=heading,
            )
    return found


def _row(
    check: Check,
    line: int,
    cells: Cells,
    first: tuple[str, str],
    columns: Mapping[str, str],
    codes: Mapping[str, str],
) -> VenueRow:
    def district(text: str) -> str:
        if text.casefold() not in codes:
            raise StorslamError("there is no district '%(text)s'", text=text)
        return codes[text.casefold()]

    venue, home = first
    for column in first:
        if not cells[column]:
            check.note(line, column, StorslamError("this must be filled in"))
    km = {
        code: check.read(line, column, cells[column], parse_km) for code, column in columns.items()
    }
    return VenueRow(
        check.read(line, venue, cells[venue], _title) or "",
        check.read(line, home, cells[home], district) or "",
        {code: number for code, number in km.items() if number is not None},
    )


def _title(text: str) -> str:
    return showable(" ".join(text.split()), MOST_NAME)


def parse_km(text: str) -> int:
    """Whole kilometres; StorslamError for anything else."""
    if not (text.isascii() and text.isdigit() and int(text) <= MOST_KM):
        raise StorslamError("'%(text)s' is not a distance in whole kilometres", text=text)
    return int(text)
