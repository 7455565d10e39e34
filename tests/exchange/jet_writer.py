"""A Jet 4 database of some tables, written from the layout of the format, for tests only.

As little as a reader needs: pages, definitions, maps of pages, rows. No index, no query.
"""

import datetime
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

PAGE, CATALOG, MAPS = 4096, 2, 1
KINDS = {"bool": 1, "byte": 2, "short": 3, "long": 4, "double": 7, "date": 8, "text": 10}
KINDS["memo"] = 12
_FORMATS = {"byte": "<B", "short": "<h", "long": "<i", "double": "<d", "date": "<d"}
_EPOCH = datetime.datetime.fromisoformat("1899-12-30")
_SIZES = {kind: struct.calcsize(form) for kind, form in _FORMATS.items()} | {"bool": 1}
_CATALOG_COLUMNS = {"Id": "long", "Name": "text", "Type": "short", "Flags": "long"}
_CATALOG_COLUMNS["LvProp"] = "memo"

Cells = Sequence[Any]


@dataclass(frozen=True)
class Deleted:
    """A row that was taken away: its bytes are still there."""

    cells: Cells


@dataclass(frozen=True)
class Moved:
    """A row that outgrew its page: only a pointer to it is left there."""

    cells: Cells


@dataclass(frozen=True)
class Table:
    columns: Mapping[str, str]
    rows: Sequence[Cells | Deleted | Moved]


def database(tables: Mapping[str, Table], version: int = 1) -> bytes:
    """The bytes of a database of these tables."""
    pages = [bytearray(PAGE) for _ in range(CATALOG + 1)]
    pages[0][:0x15] = b"\x00\x01\x00\x00Standard Jet DB\x00" + bytes([version])
    definitions = {name: CATALOG + 1 + index for index, name in enumerate(tables)}
    pages += [bytearray(PAGE) for _ in tables]
    listed = {"MSysObjects": CATALOG} | definitions
    catalog = Table(_CATALOG_COLUMNS, [(page, name, 1, 0, None) for name, page in listed.items()])
    everything = {CATALOG: catalog} | {definitions[name]: tables[name] for name in tables}
    maps = []
    for index, (number, table) in enumerate(everything.items()):
        owned = _data_pages(pages, number, table)
        maps.append(_bitmap(owned))
        pages[number][:] = _definition(table, index).ljust(PAGE, b"\x00")
    pages[MAPS][:] = _data_page(0, [(0, row) for row in maps])
    return b"".join(map(bytes, pages))


def _bitmap(owned: Sequence[int]) -> bytes:
    bits = bytearray(256)
    for number in owned:
        bits[number // 8] |= 1 << number % 8
    return struct.pack("<BI", 0, 0) + bits


def _data_pages(pages: list[bytearray], owner: int, table: Table) -> list[int]:
    """Adds the table's data pages, and gives their numbers."""
    slots, owned = [], []

    def flush() -> None:
        pages.append(bytearray(_data_page(owner, slots)))
        owned.append(len(pages) - 1)
        slots.clear()

    moved = [row for row in table.rows if isinstance(row, Moved)]
    slots += [(0x8000, _row(table, row.cells)) for row in moved]
    places = iter(range(len(moved)))
    if moved:
        flush()
    for row in table.rows:
        if isinstance(row, Moved):
            slot = (0x4000, struct.pack("<I", owned[0] << 8 | next(places)))
        else:
            flags, cells = (0x8000, row.cells) if isinstance(row, Deleted) else (0, row)
            slot = (flags, _row(table, cells))
        if 14 + sum(2 + len(one) for _, one in [*slots, slot]) > PAGE:
            flush()
        slots.append(slot)
    flush()
    return owned


def _data_page(owner: int, slots: Sequence[tuple[int, bytes]]) -> bytes:
    page, end, places = bytearray(PAGE), PAGE, b""
    for flags, row in slots:
        end -= len(row)
        page[end : end + len(row)] = row
        places += struct.pack("<H", flags | end)
    free = end - 14 - len(places)
    page[:14] = struct.pack("<BBHIIH", 1, 1, free, owner, 0, len(slots))
    page[14 : 14 + len(places)] = places
    return bytes(page)


def _row(table: Table, cells: Cells) -> bytes:
    kinds = list(table.columns.values())
    fixed, variable, ends = b"", b"", []
    for kind, cell in zip(kinds, cells, strict=True):
        if kind in _FORMATS:
            fixed += struct.pack(_FORMATS[kind], _stored(kind, cell))
        elif kind != "bool":
            ends.append(2 + len(variable))
            variable += _text(kind, cell)
    mask = bytearray((len(kinds) + 7) // 8)
    for index, (kind, cell) in enumerate(zip(kinds, cells, strict=True)):
        if cell if kind == "bool" else cell is not None:
            mask[index // 8] |= 1 << index % 8
    row = struct.pack("<H", len(kinds)) + fixed + variable
    if ends:
        starts = [len(fixed) + end for end in (*ends, 2 + len(variable))]
        row += b"".join(struct.pack("<H", start) for start in reversed(starts))
        row += struct.pack("<H", len(ends))
    return row + mask


def _stored(kind: str, cell: Any) -> Any:
    if cell is None:
        return 0
    return (cell - _EPOCH) / datetime.timedelta(days=1) if kind == "date" else cell


def _text(kind: str, cell: str | None) -> bytes:
    if cell is None:
        return b""
    plain = cell.encode("utf-16-le")
    if cell and all(0 < ord(letter) < 256 for letter in cell):
        plain = b"\xff\xfe" + cell.encode("latin-1")
    if kind == "memo":
        return len(plain).to_bytes(3, "little") + b"\x80" + bytes(8) + plain
    return plain


def _definition(table: Table, map_row: int) -> bytes:
    columns, names = b"", b""
    offset = variables = 0
    for number, (name, kind) in enumerate(table.columns.items()):
        is_fixed = kind in _SIZES
        length = _SIZES.get(kind, 510)
        columns += struct.pack(
            "<BIHHHHHBBIHH",
            *(KINDS[kind], 1625, number, variables, number, 0x0409, 0),
            *(2 | is_fixed, 1, 0, offset if is_fixed else 0, length),
        )
        offset += _SIZES[kind] if kind in _FORMATS else 0
        variables += not is_fixed
        word = name.encode("utf-16-le")
        names += struct.pack("<H", len(word)) + word
    live = sum(not isinstance(row, Deleted) for row in table.rows)
    pointer = struct.pack("<I", MAPS << 8 | map_row)
    count = len(table.columns)
    head = struct.pack("<IIIII", 1625, live, 0, 1, 0).ljust(0x28 - 0x0C, b"\x00")
    head += struct.pack("<BHHHII", 0x4E, count, variables, count, 0, 0) + pointer + pointer
    body = head + columns + names + b"\xff\xff"
    return struct.pack("<BBHII", 2, 1, 0, 0, len(body)) + body
