"""Tables of any kind, in and out: CSV as it comes, and workbooks (XLSX).

What is read is text, whatever it was. What is written never holds a formula: text is text,
whatever it begins with.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from storslam.errors import FileFault
from storslam.exchange.text import (
    csv_text,
    decode,
    fitting,
    format_number,
    grid,
    guarded,
    headings,
    refuse_large,
)
from storslam.exchange.workbook import MAX_COLUMNS, MAX_ROWS, read_workbook, write_xlsx

__all__ = ["read_headings", "read_rows", "write_csv", "write_xlsx"]

Cells = dict[str, str]

_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_DECIMALS = 6


def read_rows(data: bytes, name: str) -> list[tuple[int, Cells]]:
    """The rows of a CSV file or of a workbook's first sheet: line, and text by heading.

    Headings are in lower case; every row has all of them. Blank rows and columns without a heading
    are left out. Raises FileFault, with `name` as the file, for what is neither or is too large.
    """
    try:
        rows = _grid(data)
        _, columns = headings(rows)
        return [(line, _cells(line, columns, cells)) for line, cells in rows]
    except FileFault as fault:
        raise fault.at(name) from fault


def read_headings(data: bytes, name: str) -> list[str]:
    """The headings of such a file, in lower case, without the empty ones."""
    try:
        return [column for column in headings(_grid(data))[1] if column]
    except FileFault as fault:
        raise fault.at(name) from fault


def _grid(data: bytes) -> Iterator[tuple[int, list[str]]]:
    refuse_large(len(data))
    if data.startswith(_ZIP):
        return iter(read_workbook(data))
    if data.startswith(_OLE):
        raise FileFault("this is an old or a locked workbook; save it as XLSX and take that file")
    return grid(decode(data))


def _cells(line: int, columns: Sequence[str], cells: Sequence[str]) -> Cells:
    if line > MAX_ROWS or len(columns) > MAX_COLUMNS:
        raise FileFault(
            "the table is larger than %(rows)s rows and %(columns)s columns",
            line=line,
            rows=MAX_ROWS,
            columns=MAX_COLUMNS,
        )
    found = dict.fromkeys(filter(None, columns), "")
    pairs = zip(columns, fitting(line, columns, cells), strict=False)
    return found | {column: cell.strip() for column, cell in pairs if column}


def write_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """A CSV file for Swedish programs: UTF-8 with BOM, `;`, decimal comma, None empty.

    Text that a program would take for a formula gets an apostrophe before it, which reading takes
    away.
    """
    written = (tuple(map(_written, row)) for row in rows)
    return csv_text(tuple(map(_written, header)), written).encode("utf-8-sig")


def _written(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float | Fraction):
        return format_number(round(Fraction(value), _DECIMALS)).replace(".", ",")
    return guarded(value) if isinstance(value, str) else str(value)
