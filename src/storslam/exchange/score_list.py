"""A ranking list of one session, as CSV or a workbook: a row a pair or a team.

Columns: `nummer1 nummer2 …` (member numbers) and `namn` (either may be missing), `poäng`, and where
known `ronder` and `brickor`; English headings too.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from storslam.errors import FileFault, StorslamError
from storslam.exchange.faults import Check
from storslam.exchange.sheet import Cells, read_rows
from storslam.exchange.sound import MAX_NAME, showable
from storslam.exchange.text import parse_number, parse_positive

_NUMBER = re.compile(r"(?:nummer|medlemsnummer|number|mid)\s?(\d)")
_WORDS: Mapping[str, tuple[str, ...]] = {
    "label": ("namn", "name", "names", "par", "lag"),
    "points": ("poäng", "points", "resultat", "procent", "percent", "%"),
    "rounds": ("ronder", "rounds"),
    "boards": ("brickor", "boards"),
}
MOST_ROWS = 2000


@dataclass(frozen=True, slots=True)
class ListedScore:
    """A row: its line in the file, the member numbers, the name as written, and the points.

    `rounds` and `boards` played are None where not told.
    """

    line: int
    numbers: tuple[str, ...]
    label: str
    points: Fraction
    rounds: int | None
    boards: int | None


def load_scores(data: bytes, name: str) -> list[ListedScore]:
    """The rows in their order.

    Raises SheetFaults with everything that is wrong in the rows, FileFault for a file that is no
    table, has no column of points, or is too long.
    """
    rows = read_rows(data, name)
    columns = {
        field: next((word for word in words if rows and word in rows[0][1]), "")
        for field, words in _WORDS.items()
    }
    if not columns["points"]:
        raise FileFault("the file has no column of points", file=name)
    if len(rows) > MOST_ROWS:
        raise FileFault("the list is longer than %(most)s rows", file=name, most=MOST_ROWS)
    check = Check()
    found = [_row(line, cells, columns, check) for line, cells in rows]
    check.close(name)
    return found


def _row(line: int, cells: Cells, columns: Mapping[str, str], check: Check) -> ListedScore:
    numbers = tuple(
        cells[column].lstrip("0") for column in sorted(cells) if _NUMBER.fullmatch(column)
    )

    def count(field: str) -> int | None:
        column = columns[field]
        return check.read(line, column, cells.get(column, ""), parse_positive)

    points = check.read(line, columns["points"], cells[columns["points"]], parse_number)
    if points is None and not cells[columns["points"]]:
        check.note(line, columns["points"], StorslamError("this must be filled in"))
    written = showable(cells.get(columns["label"], ""), MAX_NAME)
    named = tuple(filter(None, numbers))
    if not named and not written:
        check.note(line, columns["label"], StorslamError("this must be filled in"))
    label = written or " – ".join(named)
    return ListedScore(line, named, label, points or Fraction(), count("rounds"), count("boards"))
