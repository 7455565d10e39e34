"""Tables in and out: every encoding, real cells, no formula, nothing that eats the memory."""

import contextlib
import datetime
import io
import zipfile
from fractions import Fraction

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storslam.errors import FileFault
from storslam.exchange.sheet import read_headings, read_rows, write_csv, write_xlsx
from storslam.exchange.workbook import MAX_COLUMNS, MAX_ROWS, MAX_UNPACKED

SOME = settings(max_examples=50, deadline=None)
WORDS = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Co", "Cn", "Zl", "Zp")),
    max_size=20,
).map(str.strip)
SIGNED = st.tuples(st.sampled_from("=+-@"), WORDS).map("".join)
TABLES = st.lists(st.tuples(SIGNED | WORDS, WORDS, WORDS.map("x".__add__)), max_size=6)


def rows_of(*lines: tuple[str, ...]) -> list[tuple[int, dict[str, str]]]:
    return [
        (number, dict(zip(("name", "b", "c"), line, strict=True)))
        for number, line in enumerate(lines, 2)
    ]


@pytest.mark.parametrize("separator", [";", ",", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "latin-1"])
def test_csv_of_any_separator_and_encoding(separator: str, encoding: str) -> None:
    text = " Namn ;KLUBB;\nÅsa Öberg; Härnösand ;\n\nÖrjan\n".replace(";", separator)
    assert read_rows(text.encode(encoding), "x.csv") == [
        (2, {"namn": "Åsa Öberg", "klubb": "Härnösand"}),
        (4, {"namn": "Örjan", "klubb": ""}),
    ]
    assert read_headings(text.encode(encoding), "x.csv") == ["namn", "klubb"]


@SOME
@given(TABLES)
def test_written_csv_reads_back(table: list[tuple[str, str, str]]) -> None:
    plain = [row for row in table if not row[1].startswith("'")]
    assert read_rows(write_csv(("Name", "B", "C"), plain), "") == rows_of(*plain)


@SOME
@given(TABLES)
def test_a_written_workbook_reads_back(table: list[tuple[str, str, str]]) -> None:
    written = write_xlsx({"Blad": (("Name", "B", "C"), table)})
    assert [cells for _, cells in read_rows(written, "")] == [
        cells for _, cells in rows_of(*((a.strip(), b, c) for a, b, c in table))
    ]


@SOME
@given(st.integers(-(10**9), 10**9), st.dates(datetime.date(1900, 3, 1)), st.booleans())
def test_numbers_and_dates_are_real_cells(number: int, day: datetime.date, half: bool) -> None:
    value = Fraction(number) + Fraction(half, 2)
    written = write_xlsx({"Blad": (("n", "d", "e"), [(value, day, None)])})
    cells = openpyxl.load_workbook(io.BytesIO(written)).active[2]
    assert (cells[0].value, cells[1].value.date(), cells[2].value) == (value, day, None)
    _, row = read_rows(written, "")[0]
    assert (Fraction(row["n"]), row["d"], row["e"]) == (value, day.isoformat(), "")


def test_a_workbook_has_widths_and_a_heading_that_stays() -> None:
    zone = datetime.timezone(datetime.timedelta(hours=2))
    moment = datetime.datetime(2013, 8, 1, 9, tzinfo=zone)
    names = ["Östra Mellansvenska Bridgeförbundet", "\x07" * 2, "B" * 99]
    written = write_xlsx(
        {"Avgifter: alla/2013": (("Distrikt", "När"), [(name, moment) for name in names])}
    )
    sheet = openpyxl.load_workbook(io.BytesIO(written)).active
    assert (sheet.title, sheet.freeze_panes, sheet["A1"].font.bold) == (
        "Avgifter  alla 2013",
        "A2",
        True,
    )
    assert sheet.column_dimensions["A"].width == 62
    assert sheet["B2"].value == datetime.datetime(2013, 8, 1, 9)  # noqa: DTZ001 (as a sheet has it)
    assert sheet["A3"].value == "\N{REPLACEMENT CHARACTER}" * 2


@pytest.mark.parametrize("text", ["=1+1", "+46", "-5", '@SUM("A1")', "=cmd|' /C calc'!A0", "#N/A"])
def test_text_is_never_a_formula(text: str) -> None:
    written = write_xlsx({"Blad": (("a",), [(text,)])})
    cell = openpyxl.load_workbook(io.BytesIO(written)).active["A2"]
    assert (cell.value, cell.data_type) == (text, "s")
    lines = write_csv(("a",), [(text,)]).decode("utf-8-sig").splitlines()
    assert lines[1].strip('"')[0] in "'#"


def test_csv_numbers_are_swedish() -> None:
    values = (Fraction(25, 2), Fraction(-1, 3), 7, -7, 0.5, None, datetime.date(2013, 4, 28))
    written = write_csv(tuple("abcdefg"), [values])
    assert written == b"\xef\xbb\xbfa;b;c;d;e;f;g\n12,5;-0,333333;7;-7;0,5;;2013-04-28\n"


def test_a_workbook_of_another_program() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet["B2"], sheet["C2"], sheet["D2"] = "Medlemsnummer", "Handicap", "Betald"
    sheet["B5"], sheet["C5"], sheet["D5"] = 51619, 18.4, datetime.date(2012, 9, 30)
    sheet["B6"], sheet["C6"] = "1 217", True
    book.create_sheet("Annat")["A1"] = "x"
    out = io.BytesIO()
    book.save(out)
    assert read_rows(out.getvalue(), "x.csv") == [
        (5, {"medlemsnummer": "51619", "handicap": "18.4", "betald": "2012-09-30"}),
        (6, {"medlemsnummer": "1 217", "handicap": "True", "betald": ""}),
    ]


def workbook(sheet: str, shared: str = "") -> bytes:
    """A workbook made by hand whose sheet is this XML."""
    names = "http://schemas.openxmlformats.org"
    kinds = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{names}/package/2006/content-types">'
        f'<Override PartName="/xl/workbook.xml" ContentType="{kinds}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{kinds}.worksheet+xml"/>'
        f'<Override PartName="/xl/sharedStrings.xml" ContentType="{kinds}.sharedStrings+xml"/>'
        "</Types>",
        "_rels/.rels": f'<Relationships xmlns="{names}/package/2006/relationships"><Relationship '
        f'Id="r1" Type="{names}/officeDocument/2006/relationships/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{names}/spreadsheetml/2006/main" '
        f'xmlns:r="{names}/officeDocument/2006/relationships"><sheets>'
        '<sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{names}/package/2006/relationships">'
        f'<Relationship Id="r1" Type="{names}/officeDocument/2006/relationships/worksheet" '
        'Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{names}/spreadsheetml/2006/main">'
        f"<sheetData>{sheet}</sheetData></worksheet>",
        "xl/sharedStrings.xml": shared or f'<sst xmlns="{names}/spreadsheetml/2006/main"/>',
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in parts.items():
            archive.writestr(path, text)
    return out.getvalue()


STRINGS = (
    '%s<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    "<si><t>%s</t></si></sst>"
)
HEAD = '<row r="1"><c r="A1" t="str"><v>namn</v></c></row>'


def cell(place: str, text: str, kind: str = "str") -> str:
    return f'<row r="{place[1:]}"><c r="{place}" t="{kind}"><v>{text}</v></c></row>'


WHOLE = workbook(HEAD + cell("A2", "Åsa") + cell("A3", "0", "s"), STRINGS % ("", "Bo"))


def test_a_workbook_made_by_hand_is_read() -> None:
    assert read_rows(workbook(HEAD + cell("A3", "Åsa")), "") == [(3, {"namn": "Åsa"})]
    kept = workbook(HEAD + cell("A2", "0", "s"), STRINGS % ("", "Åsa"))
    assert read_rows(kept, "") == [(2, {"namn": "Åsa"})]


def test_rows_and_cells_without_content_may_stand_anywhere() -> None:
    far = '<row r="99999999999"><c r="ZZZ9" s="0"/></row><row r="1048576"/>'
    assert read_rows(workbook(HEAD + cell("A2", "Åsa") + far), "") == [(2, {"namn": "Åsa"})]


def test_a_cell_is_no_longer_than_a_field_of_csv() -> None:
    with pytest.raises(FileFault, match="more than 4096") as caught:
        read_rows(workbook(HEAD + cell("A2", "A" * 100_000)), "x.xlsx")
    assert caught.value.place == "x.xlsx:2:1"


def test_a_formula_is_what_it_came_to_or_refused() -> None:
    book = openpyxl.Workbook()
    book.active["A1"], book.active["A3"] = "namn", "=1+1"
    out = io.BytesIO()
    book.save(out)
    with pytest.raises(FileFault, match="no stored value") as caught:
        read_rows(out.getvalue(), "x.xlsx")
    assert caught.value.place == "x.xlsx:3:1"
    told = HEAD + '<row r="2"><c r="A2"><f>1+1</f><v>2</v></c></row>'
    empty = '<row r="3"><c r="A3" t="str"><f>T(B1)</f><v></v></c></row>'
    assert read_rows(workbook(told + empty), "") == [(2, {"namn": "2"})]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (workbook(HEAD + cell(f"A{MAX_ROWS + 1}", "x")), "larger than"),
        (workbook(HEAD + cell("A65536", "x")), "larger than"),
        (
            workbook(HEAD + '<row r="2"><c r="BM2" t="str"><v>x</v></c></row>'),
            "larger than",
        ),
        (workbook(HEAD + cell("A99999999999", "x")), "larger than"),
        (workbook(HEAD + '<row r="2"><c r="ZZZ2" t="str"><v>x</v></c></row>'), "larger than"),
        (workbook(HEAD + '<row r="2"><c r="ZZZZZ1"><v>1</v></c></row>'), "cannot be read"),
        (workbook(HEAD + cell("A2", "#REF!", "e")), "holds the error #REF!"),
        (workbook(HEAD + "<v>" + " " * (MAX_UNPACKED + 1) + "</v>"), "unpacks to more"),
        (
            workbook(
                HEAD + cell("A2", "0", "s"),
                STRINGS % ('<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>', "&b;"),
            ),
            "cannot be read",
        ),
        (workbook("<row><"), "cannot be read"),
        (workbook(""), "empty"),
        (b"PK\x03\x04 and no more", "cannot be read"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "save it as XLSX"),
        (b"", "empty"),
        (b"a;a\n", "stands twice"),
        (b"a;b\n1;2\n3", "1 of 2 cells"),
        (b"a\n1;2\n", "2 cells under 1"),
        (b"a\n" + b"1\n" * MAX_ROWS, "larger than"),
        (";".join(map(str, range(MAX_COLUMNS + 1))).encode() + b"\n1\n", "larger than"),
        (b"a\n\x00", "zero byte"),
    ],
)
def test_a_hostile_or_broken_file_is_refused_in_one_line(data: bytes, reason: str) -> None:
    with pytest.raises(FileFault, match=reason) as caught:
        read_rows(data, "fil.xlsx")
    assert caught.value.file == "fil.xlsx"


@SOME
@given(st.data())
def test_a_damaged_workbook_is_read_or_refused(data: st.DataObject) -> None:
    whole = bytearray(WHOLE)
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(4, len(whole) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(FileFault):
        read_rows(bytes(whole), "x")
