"""Reading the tables of a Jet 4 database (Access 2000 and later), as Bridgemate Control writes it.

The file is pages of 4,096 bytes. A definition page tells a table's columns and where the map of its
data pages stands; the catalog of tables is itself a table, defined on page 2. Only this much of the
format is read: no index, no query, no encrypted database. Everything that the file says is bounded
by the file itself, so a damaged or hostile one ends in a FileFault and never in a long wait.
"""

import datetime
import struct
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from storslam.errors import FileFault

Value = bool | int | float | str | datetime.datetime | None
Row = dict[str, Value]
"""A row of a table by lower-case column names; None for what is empty, or not in the table."""

MAGIC = b"\x00\x01\x00\x00Standard "
_PAGE, _CATALOG = 4096, 2
_VERSIONS = {1, 2, 3}  # Jet 4 and its younger brothers, which keep the layout
_DELETED, _ELSEWHERE, _PLACE = 0x8000, 0x4000, 0x1FFF
_BOOL, _TEXT, _MEMO, _DATE = 1, 10, 12, 8
_NUMBERS = {2: "<B", 3: "<h", 4: "<i", 6: "<f", 7: "<d", _DATE: "<d"}
_EPOCH = datetime.datetime(1899, 12, 30)  # noqa: DTZ001 (the clock on the wall of that evening)
_USER_TABLE = 1
_CATALOG_COLUMNS = ("id", "name", "type")
_MOST_ROWS, _MOST_COLUMNS = 100_000, 255


def read_tables(data: bytes, wanted: Mapping[str, Collection[str]]) -> dict[str, list[Row]]:
    """The wanted columns of the wanted tables, all by lower-case name; no rows for an absent table.

    Raises FileFault when the database is encrypted, damaged or of an older version.
    """
    if not data.startswith(MAGIC) or len(data) < (_CATALOG + 1) * _PAGE or len(data) % _PAGE:
        raise FileFault("this is not an Access database, or its end is missing")
    if data[0x14] not in _VERSIONS:
        raise FileFault("this Access database is of a version before 2000, which cannot be read")
    try:
        file = _File(data)
        pages = dict(file.tables())
        return {
            name: list(file.rows(pages[name], columns)) if name in pages else []
            for name, columns in wanted.items()
        }
    except (struct.error, LookupError, ValueError, OverflowError) as error:
        raise FileFault("this Access database is damaged or encrypted") from error


@dataclass(frozen=True, slots=True)
class _Column:
    name: str
    kind: int
    number: int
    variable: int | None
    """Its place among those of varying length; None for one of a fixed length."""
    offset: int


class _File:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._left = _MOST_ROWS

    def tables(self) -> Iterator[tuple[str, int]]:
        """The tables of the catalog: name in lower case, page of the definition."""
        for row in self.rows(_CATALOG, _CATALOG_COLUMNS):
            name, page = row["name"], row["id"]
            if row["type"] == _USER_TABLE and isinstance(name, str) and isinstance(page, int):
                yield name.lower(), page & 0xFFFFFF

    def rows(self, definition: int, wanted: Collection[str]) -> Iterator[Row]:
        """These columns of the rows of the table that is defined on this page."""
        text = self._definition(definition)
        columns = [column for column in _columns(text) if column.name in wanted]
        for page in self._data_pages(text, definition):
            (count,) = struct.unpack_from("<H", page, 12)
            self._left -= count
            if self._left < 0:
                raise FileFault("this Access database has more rows than any event's results")
            for row in filter(None, (self._row(page, index) for index in range(count))):
                values = {column.name: self._value(row, column) for column in columns}
                yield dict.fromkeys(wanted) | values

    def _page(self, number: int, kind: int) -> bytes:
        page = self._data[number * _PAGE : (number + 1) * _PAGE]
        if len(page) < _PAGE or page[0] != kind:
            raise ValueError(number)
        return page

    def _definition(self, number: int) -> bytes:
        text, seen = self._page(number, 2), {number}
        (following,) = struct.unpack_from("<I", text, 4)
        while following:
            if following in seen:
                raise ValueError(following)
            seen.add(following)
            page = self._page(following, 2)
            text += page[8:]
            (following,) = struct.unpack_from("<I", page, 4)
        return text

    def _data_pages(self, text: bytes, definition: int) -> Iterator[bytes]:
        """The data pages that the table's map lists; one given back may be of another kind by now.

        A page that is listed and not there means that the end of the file is missing.
        """
        for number in self._mapped(self._pointed(text[0x37:0x3B])):
            page = self._data[number * _PAGE : (number + 1) * _PAGE]
            if len(page) < _PAGE:
                raise ValueError(number)
            if page[0] == 1 and _number(page, 4) == definition:
                yield page

    def _mapped(self, row: bytes) -> Iterator[int]:
        if row[0] == 0:
            yield from _bits(row[5:], _number(row, 1))
            return
        pages = struct.unpack(f"<{(len(row) - 1) // 4}I", row[1 : 1 + (len(row) - 1) // 4 * 4])
        for index, number in enumerate(pages):
            if number:
                bits = self._page(number, 5)[4:]
                yield from _bits(bits, index * len(bits) * 8)

    def _pointed(self, pointer: bytes) -> bytes:
        """The row that a pointer names by its index and page."""
        return _slot(self._page(int.from_bytes(pointer[1:4], "little"), 1), pointer[0])[1]

    def _row(self, page: bytes, index: int) -> bytes:
        """The row, wherever it was moved to; empty for a deleted one."""
        flags, row = _slot(page, index)
        if flags & _DELETED:
            return b""
        return self._pointed(row) if flags & _ELSEWHERE else row

    def _value(self, row: bytes, column: _Column) -> Value:
        (count,) = struct.unpack_from("<H", row)
        mask = len(row) - (count + 7) // 8
        known = column.number < count and row[mask + column.number // 8] >> column.number % 8 & 1
        if column.kind == _BOOL:
            return bool(known)
        if not known:
            return None
        if column.variable is None:
            return _fixed(row, column)
        (many,) = struct.unpack_from("<H", row, mask - 2)
        if column.variable >= many:
            return None
        end, start = struct.unpack_from("<HH", row, mask - 6 - 2 * column.variable)
        return self._text(row[start:end], column.kind)

    def _text(self, cell: bytes, kind: int) -> str:
        if kind == _TEXT:
            return _decoded(cell)
        # A long text stands in the row, or on a page of its own; no remark fills several pages.
        size, inline = int.from_bytes(cell[:3], "little"), cell[3] & 0x80
        return _decoded((cell[12:] if inline else self._pointed(cell[4:8]))[:size])


def _number(page: bytes, offset: int) -> int:
    (number,) = struct.unpack_from("<I", page, offset)
    return int(number)


def _bits(bits: bytes, first: int) -> Iterator[int]:
    for index, byte in enumerate(bits):
        for bit in range(8) if byte else ():
            if byte >> bit & 1:
                yield first + 8 * index + bit


def _slot(page: bytes, index: int) -> tuple[int, bytes]:
    """The flags and the bytes of a page's row: the first one stands at the end of the page."""
    (count,) = struct.unpack_from("<H", page, 12)
    if index >= count:
        raise ValueError(index)
    places = struct.unpack_from(f"<{index + 1}H", page, 14)
    end = places[index - 1] & _PLACE if index else _PAGE
    return places[index], page[places[index] & _PLACE : end]


def _columns(text: bytes) -> list[_Column]:
    (count,) = struct.unpack_from("<H", text, 0x2D)
    (indexes,) = struct.unpack_from("<I", text, 0x33)
    first = 0x3F + 12 * indexes
    columns, name = [], first + 25 * count
    if count > _MOST_COLUMNS:
        raise ValueError(count)
    for start in range(first, name, 25):
        kind, number, variable = struct.unpack_from("<B4xHH", text, start)
        (offset,) = struct.unpack_from("<H", text, start + 21)
        (length,) = struct.unpack_from("<H", text, name)
        named = text[name + 2 : name + 2 + length].decode("utf-16-le").lower()
        name += 2 + length
        if kind in {_BOOL, _TEXT, _MEMO, *_NUMBERS}:
            fixed = text[start + 15] & 1
            columns.append(_Column(named, kind, number, None if fixed else variable, offset))
    return columns


def _fixed(row: bytes, column: _Column) -> Value:
    (value,) = struct.unpack_from(_NUMBERS[column.kind], row, 2 + column.offset)
    if column.kind == _DATE:
        return _EPOCH + datetime.timedelta(days=value)
    return int(value) if isinstance(value, int) else float(value)


def _decoded(cell: bytes) -> str:
    """The text of a cell: two bytes a letter; after FF FE one, and a zero byte changes over."""
    if not cell.startswith(b"\xff\xfe"):
        return cell.decode("utf-16-le")
    parts, short, rest = "", True, cell[2:]
    while rest:
        if short:
            part, _, rest = rest.partition(b"\x00")
            parts += part.decode("latin-1")
        else:
            end = next((i for i in range(0, len(rest), 2) if rest[i] == 0), len(rest))
            parts += rest[:end].decode("utf-16-le")
            rest = rest[end + 1 :]
        short = not short
    return parts
