"""Workbooks (XLSX): the first sheet as text, and sheets as real cells without a formula.

A workbook is a zip of XML, so what it unpacks to is bounded before anything is unpacked.
"""

import io
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any

import openpyxl
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ERROR_CODES, ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._reader import FORMULA_TAG, VALUE_TAG, WorkSheetParser

from storslam.errors import FileFault
from storslam.exchange.text import FORMULA_SIGNS, MAX_FIELD

MAX_ROWS, MAX_COLUMNS, MAX_UNPACKED = 20_000, 64, 32 * 1024 * 1024
_MOST_PARTS = 1000
_NARROWEST, _WIDEST, _LONGEST_TITLE = 6, 60, 31
_FORMATS = ((datetime, "yyyy-mm-dd hh:mm"), (date, "yyyy-mm-dd"))

Grid = list[tuple[int, list[str]]]


def read_workbook(data: bytes) -> Grid:
    """The rows of the first sheet that hold anything, each with its line.

    Dates are 2013-04-28, numbers have a point and at most 15 figures. A formula is what it came to
    when the file was saved. Raises FileFault for what cannot be read or is too large.
    """
    try:
        _refuse_bomb(data)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
            return list(_rows(book.worksheets[0]))
    except FileFault:
        raise
    except Exception as error:  # the library raises whatever a broken file leads it to
        raise FileFault(
            "this workbook cannot be read (%(reason)s)", reason=type(error).__name__
        ) from error


def _refuse_bomb(data: bytes) -> None:
    parts = zipfile.ZipFile(io.BytesIO(data)).infolist()
    if len(parts) > _MOST_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
        raise FileFault(
            "the workbook unpacks to more than %(most)s MB", most=MAX_UNPACKED // 1024 // 1024
        )


def _rows(sheet: Any) -> Iterator[tuple[int, list[str]]]:
    """The rows as they stand in the file, for the library would make up all that lie between."""
    book = sheet.parent
    with sheet._get_source() as source:
        parser = _Parser(
            source,
            sheet._shared_strings,
            data_only=True,
            epoch=book.epoch,
            date_formats=book._date_formats,
            timedelta_formats=book._timedelta_formats,
        )
        for line, found in parser.parse():
            texts = {one["column"]: _text(one["value"], line, one["column"]) for one in found}
            filled = [column for column, text in texts.items() if text.strip()]
            if filled and (line > MAX_ROWS or max(filled) > MAX_COLUMNS):
                raise FileFault(
                    "the table is larger than %(rows)s rows and %(columns)s columns",
                    line=line,
                    rows=MAX_ROWS,
                    columns=MAX_COLUMNS,
                )
            if filled:
                yield line, [texts.get(column, "") for column in range(1, max(filled) + 1)]


class _Parser(WorkSheetParser):
    def parse_cell(self, element: Any) -> Any:
        """The cell; FileFault for a formula that was never worked out."""
        cell = super().parse_cell(element)
        formula = element.find(FORMULA_TAG) is not None
        # What a formula of text came to may be empty.
        if formula and not element.findtext(VALUE_TAG) and element.get("t") != "str":
            raise FileFault(
                "the formula has no stored value: open the workbook in the program that made it, "
                "and save it again",
                line=cell["row"],
                column=cell["column"],
            )
        return cell


def _text(value: object, line: int, column: int) -> str:
    match value:
        case None:
            return ""
        case float():
            return f"{Decimal(f'{value:.15g}'):f}"
        case datetime():
            midnight = not (value.hour or value.minute or value.second)
            return value.date().isoformat() if midnight else value.isoformat(" ", "seconds")
        case str() if value in ERROR_CODES:
            raise FileFault(
                "the cell holds the error %(text)s", line=line, column=column, text=value
            )
        case str() if len(value) > MAX_FIELD:
            raise FileFault(
                "the cell holds more than %(most)s characters",
                line=line,
                column=column,
                most=MAX_FIELD,
            )
    return str(value)


def write_xlsx(sheets: Mapping[str, tuple[Sequence[str], Iterable[Sequence[object]]]]) -> bytes:
    """A workbook of these sheets, by title: a heading that stays in sight, and rows.

    Numbers, dates and times are real cells (a Fraction as the nearest number a sheet can hold, a
    time as the clock of its zone shows it), None is empty, everything else is text.
    """
    book = openpyxl.Workbook(write_only=True)
    for title, (header, rows) in sheets.items():
        _write_sheet(book.create_sheet(_title(title)), header, [*map(list, rows)])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _title(text: str) -> str:
    return "".join(" " if letter in "[]:*?/\\'" else letter for letter in text)[:_LONGEST_TITLE]


def _write_sheet(sheet: Any, header: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    sheet.freeze_panes = "A2"
    for index, column in enumerate(zip(header, *rows, strict=True), 1):
        widest = max(len(str(value)) for value in column if value is not None)
        width = min(max(widest, _NARROWEST), _WIDEST) + 2
        sheet.column_dimensions[get_column_letter(index)].width = width
    heads = [_cell(sheet, text) for text in header]
    for head in heads:
        head.font = Font(bold=True)
    sheet.append(heads)
    for row in rows:
        sheet.append([_cell(sheet, value) for value in row])


def _cell(sheet: Any, value: Any) -> Any:
    if isinstance(value, str):
        return _text_cell(sheet, ILLEGAL_CHARACTERS_RE.sub("\N{REPLACEMENT CHARACTER}", value))
    if isinstance(value, Fraction):
        value = int(value) if value.denominator == 1 else float(value)
    if isinstance(value, datetime):
        value = value.replace(tzinfo=None)  # a sheet knows no zones: the clock on the wall
    cell = WriteOnlyCell(sheet, value)
    for kind, pattern in _FORMATS:
        if isinstance(value, kind):
            cell.number_format = pattern
            break
    return cell


def _text_cell(sheet: Any, text: str) -> Any:
    cell = WriteOnlyCell(sheet, text)
    cell.data_type = "s"
    # So that it stays text also when somebody edits the cell.
    cell.quotePrefix = text.startswith(FORMULA_SIGNS)
    return cell
