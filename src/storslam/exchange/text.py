"""Text as real files have it: encodings, separators, numbers."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from storslam.errors import FileFault, StorslamError

MAX_BYTES = 32 * 1024 * 1024
MAX_FIELD = 4096
FORMULA_SIGNS = ("=", "+", "-", "@")
_GUARDED = (*FORMULA_SIGNS, "\t", "\r")


def refuse_large(size: int) -> None:
    """Raise FileFault when a file of so many bytes is larger than any event's results are."""
    if size > MAX_BYTES:
        raise FileFault(
            "the file is larger than %(most)s MB, which no event's results are",
            most=MAX_BYTES // 1024 // 1024,
        )


def decode(data: bytes) -> str:
    """The text of UTF-8 (with or without BOM), else of Windows-1252, else of Latin-1."""
    refuse_large(len(data))
    if b"\x00" in data:
        line = data[: data.index(b"\x00")].count(b"\n") + 1
        raise FileFault("this is not a text file (a zero byte)", line=line)
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table with named columns. `line` counts from 1 in the file."""

    line: int
    columns: Sequence[str]
    cells: Sequence[str]

    def __getitem__(self, column: str) -> str:
        """The cell of this column without surrounding space; empty when it is not there."""
        try:
            return self.cells[self.columns.index(column)].strip()
        except (ValueError, IndexError):
            return ""

    def fault(self, column: str, error: StorslamError) -> FileFault:
        """This error as the fault of a cell."""
        place = self.columns.index(column) + 1 if column in self.columns else 0
        return FileFault.of(error, line=self.line, column=place)


def grid(text: str) -> Iterator[tuple[int, list[str]]]:
    """The rows of a table separated by `;`, `,` or tab, each with its line; blank ones left out.

    A last line that stops before the last heading, without a line end, is what is left of a file.
    """
    csv.field_size_limit(MAX_FIELD)
    source, whole = io.StringIO(text, newline=""), text.endswith(("\n", "\r"))
    reader = csv.reader(source, delimiter=_separator(text), strict=True)
    width = 0
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                width = width or len(cells)
                if len(cells) < width and not whole and source.tell() == len(text):
                    raise _cut_short(reader.line_num, width, cells)
                yield reader.line_num, [*map(unguarded, cells)]
    except csv.Error as error:
        raise FileFault(
            "this line cannot be read as a table (%(reason)s)",
            line=reader.line_num or 1,
            reason=str(error),
        ) from error


def guarded(text: str) -> str:
    """The text as a cell that no program takes for a formula: with an apostrophe before it."""
    return f"'{text}" if text.startswith(_GUARDED) else text


def unguarded(cell: str) -> str:
    """The text of a cell without the apostrophe that guards it."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_GUARDED) else cell


def table(text: str, required: Sequence[str], optional: Sequence[str] = ()) -> Iterator[Row]:
    """The rows of a table, columns by header name in any order."""
    rows = grid(text)
    columns = _known(*headings(rows), required, optional)
    needed = 1 + max(map(columns.index, required))
    for line, cells in rows:
        if len(cells) < needed:
            raise _cut_short(line, needed, cells)
        yield Row(line, columns, fitting(line, columns, cells))


def _cut_short(line: int, needed: int, cells: Sequence[str]) -> FileFault:
    return FileFault(
        "the line has %(cells)s of %(needed)s cells: is the file cut short? Write empty cells too",
        line=line,
        column=len(cells),
        cells=len(cells),
        needed=needed,
    )


def csv_text(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table as text, separated by `;`."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()


def fitting(line: int, columns: Sequence[str], cells: Sequence[str]) -> Sequence[str]:
    """The cells of a row; FileFault when there is something beyond the last heading."""
    if len(cells) > len(columns) and any(cell.strip() for cell in cells[len(columns) :]):
        raise FileFault(
            "%(cells)s cells under %(columns)s headings",
            line=line,
            column=len(columns) + 1,
            cells=len(cells),
            columns=len(columns),
        )
    return cells


def _separator(text: str) -> str:
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(";\t,", key=first.count)


def headings(rows: Iterator[tuple[int, Sequence[str]]]) -> tuple[int, list[str]]:
    """The first row of a table in lower case, with its line; FileFault for a heading twice."""
    line, cells = next(rows, (0, ()))
    if not line:
        raise FileFault("the file is empty")
    columns = [cell.strip().lower() for cell in cells]
    for index, column in enumerate(columns):
        if column and column in columns[:index]:
            raise FileFault(
                "the heading %(name)s stands twice", line=line, column=index + 1, name=column
            )
    return line, columns


def _known(
    line: int, columns: Sequence[str], required: Sequence[str], optional: Sequence[str]
) -> Sequence[str]:
    refuse_absent(line, columns, required)
    for index, name in enumerate(columns):
        if name and name not in {*required, *optional}:
            raise FileFault(
                "the heading %(name)s is not known; known are %(known)s",
                line=line,
                column=index + 1,
                name=name,
                known=" ".join((*required, *optional)),
            )
    return columns


def refuse_absent(line: int, columns: Iterable[str], required: Sequence[str]) -> None:
    """Raise FileFault when a heading that the table needs is not there."""
    missing = [name for name in required if name not in columns]
    if missing:
        raise FileFault(
            "the heading has no %(missing)s; it needs %(required)s",
            line=line,
            missing=", ".join(missing),
            required=" ".join(required),
        )


_NUMBER = re.compile(r"[+-]?\d{1,9}(?:[.,]\d{1,4}|/[1-9]\d{0,3})?", re.ASCII)


def parse_number(text: str) -> Fraction:
    """The exact value of a number with at most four decimals, or of a fraction `200/3`."""
    word = text.strip().replace("−", "-")
    if not _NUMBER.fullmatch(word):
        raise StorslamError("'%(text)s' is not a number", text=text)
    return Fraction(word.replace(",", "."))


def parse_positive(text: str, most: int = 9999) -> int:
    """The whole number from 1 to `most` that is written."""
    word = text.strip()
    if not re.fullmatch(r"\d{1,6}", word, re.ASCII) or not 1 <= int(word) <= most:
        raise StorslamError(
            "'%(text)s' is not a whole number from 1 to %(most)s", text=text, most=most
        )
    return int(word)


def parse_day(text: str) -> date:
    """The day written as 2013-04-28, 20130428, 2013/04/28 or 2013.04.28."""
    found = re.fullmatch(r"(\d{4})([-/.]?)(\d\d)\2(\d\d)", text, re.ASCII)
    try:
        if found:
            return date(int(found[1]), int(found[3]), int(found[4]))
    except ValueError:
        pass
    raise StorslamError("'%(text)s' is not a day: write 2013-04-28", text=text)


def format_number(value: Fraction) -> str:
    """The number as a decimal where it is one exactly, else as a fraction `2/3`."""
    scaled = value * 10**6
    if scaled.denominator != 1:
        return str(value)
    sign = "-" if value < 0 else ""
    whole, part = divmod(abs(int(scaled)), 10**6)
    return f"{sign}{whole}.{part:06d}".rstrip("0").rstrip(".") if part else f"{sign}{whole}"


def natural(text: str) -> tuple[tuple[int, int | str], ...]:
    """A sort key in which P9 comes before P10."""
    parts = re.split(r"(\d+)", text)
    return tuple((0, int(part)) if part.isdecimal() else (1, part) for part in parts if part)
