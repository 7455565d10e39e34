"""The contestants of an event as CSV or a workbook: a line a contestant, columns by heading.

`name1` must be there; `number` (else they are numbered by line), `name` of a team, and for each
player `name1` `club1` `number1`, `name2` … may be. The headings may be Swedish.
"""

from collections.abc import Iterator, Mapping

from storslam.errors import FileFault, StorslamError
from storslam.exchange.faults import Check
from storslam.exchange.seating import contestant_id
from storslam.exchange.sheet import Cells, read_rows
from storslam.exchange.sound import MAX_NAME, MAX_NUMBER, MAX_PLAYERS, showable
from storslam.scoring.event import Contestant, Player

_CODE = ("number", "nummer", "nr", "startnummer", "start number")
_NAME = ("name", "namn", "team", "lag")
_OF_PLAYER: Mapping[str, tuple[str, ...]] = {
    "name": ("name", "namn", "spelare"),
    "club": ("club", "klubb"),
    "number": ("number", "nummer", "medlemsnummer"),
}


def load_contestants(data: bytes, name: str) -> tuple[Contestant, ...]:
    """The contestants of a file, in its order.

    Raises SheetFaults with every line that is wrong, FileFault where nothing can be read.
    """
    rows = read_rows(data, name)
    if not rows:
        raise FileFault("the file has a heading but no contestants", file=name)
    if _cell_of(rows[0][1], "name", 1) is None:
        raise FileFault(
            "the heading has no %(missing)s; it needs %(required)s",
            file=name,
            missing="name1",
            required="name1",
        )
    check, found, known = Check(), dict[str, Contestant](), set[str]()
    for position, (line, cells) in enumerate(rows, 1):
        code = _first(cells, _CODE) or str(position)
        code = check.read(line, "number", code, contestant_id) or ""
        people = tuple(_people(check, line, cells))
        if not people:
            check.note(line, "name1", StorslamError("a name is missing"))
        for person in people:
            if person.number and person.number in known:
                fault = StorslamError("number %(number)s is there twice", number=person.number)
                check.note(line, "number1", fault)
            known.add(person.number)
        if code in found:
            check.note(line, "number", StorslamError("contestant %(id)s is there twice", id=code))
        title = check.read(line, "name", _first(cells, _NAME), _shown_name) or ""
        found[code] = Contestant(code, people, title)
    check.close(name)
    return tuple(found.values())


def _people(check: Check, line: int, cells: Cells) -> Iterator[Player]:
    for place in range(1, MAX_PLAYERS + 1):
        written = {key: _cell_of(cells, key, place) or "" for key in _OF_PLAYER}
        name = check.read(line, f"name{place}", written["name"], _shown_name)
        club = check.read(line, f"club{place}", written["club"], _shown_name)
        number = check.read(line, f"number{place}", written["number"], _number)
        if name:
            yield Player(name, number or "", club or "")


def _first(cells: Cells, headings: tuple[str, ...]) -> str:
    return next((cells[heading] for heading in headings if cells.get(heading)), "")


def _cell_of(cells: Cells, key: str, place: int) -> str | None:
    """What a line says of a player; None where the file has no such column."""
    headings = [f"{word}{gap}{place}" for word in _OF_PLAYER[key] for gap in ("", " ")]
    return next((cells[heading] for heading in headings if heading in cells), None)


def _shown_name(text: str) -> str:
    return showable(text, MAX_NAME)


def _number(text: str) -> str:
    return showable(text, MAX_NUMBER)
