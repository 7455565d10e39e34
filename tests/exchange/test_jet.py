"""Access databases: read as written, agreed with by an independent reader, never believed."""

import datetime
from pathlib import Path

import msaccessdb
import pytest
from access_parser import AccessParser
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from storslam.errors import FileFault
from storslam.exchange.jet import read_tables
from tests.exchange.jet_writer import PAGE, Deleted, Moved, Table, database

COLUMNS = {"ID": "long", "Gone": "bool", "Small": "short", "Share": "double", "Words": "text"}
COLUMNS |= {"When": "date", "Long": "memo", "More": "text"}
WANTED = {"evening": tuple(map(str.lower, COLUMNS))}
words = st.none() | st.text(
    st.characters(min_codepoint=1, max_codepoint=0xD7FF), min_size=1, max_size=60
)
moments = st.datetimes(datetime.datetime(1990, 1, 1), datetime.datetime(2050, 1, 1)).map(  # noqa: DTZ001
    lambda moment: moment.replace(second=0, microsecond=0)
)
cells = st.tuples(
    st.none() | st.integers(-(2**31), 2**31 - 1),
    st.booleans(),
    st.none() | st.integers(-(2**15), 2**15 - 1),
    st.none() | st.floats(-1e6, 1e6),
    words,
    st.none() | moments,
    words,
    words,
)
SOME = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture
def empty(tmp_path: Path) -> bytes:
    """A database that Access itself made."""
    path = tmp_path / "empty.mdb"
    msaccessdb.create(str(path))
    return path.read_bytes()


def test_the_catalog_of_a_database_that_access_made_is_read(empty: bytes) -> None:
    found = read_tables(empty, {"msysobjects": ("id", "name", "type"), "msysaces": ("objectid",)})
    tables = {row["name"]: row["id"] for row in found["msysobjects"] if row["type"] == 1}
    assert tables == {"MSysObjects": 2, "MSysACEs": 3, "MSysQueries": 4, "MSysRelationships": 5}
    assert {row["objectid"] for row in found["msysaces"]} >= {2, 3, 4, 5}


def test_the_younger_format_that_access_makes_is_read(tmp_path: Path) -> None:
    path = tmp_path / "empty.accdb"
    msaccessdb.create(str(path))
    found = read_tables(path.read_bytes(), {"msysobjects": ("name",)})
    assert {"name": "MSysObjects"} in found["msysobjects"]


@SOME
@given(st.lists(cells, max_size=30), st.sets(st.integers(0, 29)), st.sets(st.integers(0, 29)))
def test_rows_are_read_as_written(rows: list, moved: set[int], deleted: set[int]) -> None:
    written = [
        Deleted(row) if i in deleted else Moved(row) if i in moved else row
        for i, row in enumerate(rows)
    ]
    found = read_tables(database({"Evening": Table(COLUMNS, written)}), WANTED)["evening"]
    for row in found:
        if isinstance(row["when"], datetime.datetime):
            row["when"] = (row["when"] + datetime.timedelta(seconds=1)).replace(
                second=0, microsecond=0
            )
    assert [tuple(row.values()) for row in found] == [
        row for i, row in enumerate(rows) if i not in deleted
    ]


def plain(text: str) -> str:
    return "".join(" " if 0x80 <= ord(letter) <= 0xFF else letter for letter in text)


@SOME
@given(rows=st.lists(cells, min_size=1, max_size=30))
def test_an_independent_reader_finds_the_same(rows: list, tmp_path: Path) -> None:
    """But for letters of one byte beyond ASCII, which the other reader may take for UTF-8."""
    rows = [tuple(plain(cell) if isinstance(cell, str) else cell for cell in row) for row in rows]
    path = tmp_path / "evening.mdb"
    data = database({"Evening": Table(COLUMNS, [*rows, Deleted(rows[0])])})
    path.write_bytes(data)
    theirs = AccessParser(str(path)).parse_table("Evening")
    ours = read_tables(data, WANTED)["evening"]
    for name in ("ID", "Gone", "Small", "Share", "Words", "More"):
        assert theirs[name] == [row[name.lower()] for row in ours]


def test_a_table_of_many_pages_is_read_in_its_order() -> None:
    rows = [(n, n % 2 == 0, f"Bord {n}") for n in range(5000)]
    table = Table({"ID": "long", "Even": "bool", "Name": "text"}, rows)
    found = read_tables(database({"T": table}), {"t": ("id", "even", "name")})["t"]
    assert [tuple(row.values()) for row in found] == rows


def test_what_the_database_does_not_have_is_empty() -> None:
    data = database({"T": Table({"ID": "long"}, [(1,)])})
    assert read_tables(data, {"t": ("id", "name"), "u": ("id",)}) == {
        "t": [{"id": 1, "name": None}],
        "u": [],
    }


SOUND = database(
    {"Evening": Table({"ID": "long", "Words": "text"}, [(n, "ord") for n in range(9)])}
)


@pytest.mark.parametrize(
    "size", [12, 40, PAGE, 3 * PAGE - 1, 3 * PAGE, len(SOUND) - 1, len(SOUND) - PAGE]
)
def test_a_database_cut_short_is_refused(size: int) -> None:
    with pytest.raises(FileFault, match=r"its end is missing|damaged"):
        read_tables(SOUND[:size], {"evening": ("id",)})


def test_a_database_of_a_version_before_2000_is_refused() -> None:
    with pytest.raises(FileFault, match="before 2000"):
        read_tables(database({}, version=0), {})


def test_an_encrypted_database_is_refused() -> None:
    garbled = SOUND[:PAGE] + bytes(byte ^ 0x5A for byte in SOUND[PAGE:])
    with pytest.raises(FileFault, match="damaged or encrypted"):
        read_tables(garbled, {"evening": ("id",)})


def test_a_database_that_claims_more_rows_than_any_event_has_is_refused() -> None:
    table = Table({"Gone": "bool"}, [(True,)] * 101_000)
    with pytest.raises(FileFault, match="more rows"):
        read_tables(database({"T": table}), {"t": ("gone",)})


def test_a_text_that_claims_to_be_of_fixed_size_is_damage() -> None:
    refused = 0
    for at in range(len(SOUND)):
        if SOUND[at] in (2, 3):  # the flags of a column
            try:
                read_tables(
                    SOUND[:at] + bytes([SOUND[at] | 1]) + SOUND[at + 1 :],
                    {"evening": ("id", "words")},
                )
            except FileFault:
                refused += 1
    assert refused


@settings(max_examples=300, deadline=None)
@given(st.integers(0, len(SOUND) - 1), st.binary(min_size=1, max_size=8))
def test_a_damaged_database_is_read_or_refused_and_never_more(at: int, other: bytes) -> None:
    damaged = SOUND[:at] + other + SOUND[at + len(other) :]
    try:
        found = read_tables(damaged, {"evening": ("id", "words")})
    except FileFault:
        return
    assert len(found["evening"]) <= 1000
