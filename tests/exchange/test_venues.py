"""The table of venues: read whole, or refused with everything that is wrong."""

import pytest

from storslam.errors import FileFault
from storslam.exchange.faults import SheetFaults
from storslam.exchange.sheet import write_csv, write_xlsx
from storslam.exchange.venues import VenueRow, load_venues
from storslam.rulebook.edition import edition

DISTRICTS = edition().districts()


def load(text):
    return load_venues(text.encode(), "orter.csv", DISTRICTS)


def faults(text):
    with pytest.raises(SheetFaults) as refused:
        load(text)
    return [(fault.line, fault.column) for fault in refused.value.faults]


def test_a_line_a_venue_a_column_a_district_by_name_or_code():
    rows = load("Ort;Distrikt;Skåne;HAL\nMalmö;Skåne;40;130\nVarberg;Halland;;20\n")
    assert rows == [
        VenueRow("Malmö", "SKA", {"SKA": 40, "HAL": 130}),
        VenueRow("Varberg", "HAL", {"HAL": 20}),
    ]


def test_a_workbook_says_the_same():
    header, rows = ("Ort", "Distrikt", "Skåne"), [("Malmö", "Skåne", 40)]
    for written in (write_csv(header, rows), write_xlsx({"Orter": (header, rows)})):
        assert load_venues(written, "orter", DISTRICTS) == [VenueRow("Malmö", "SKA", {"SKA": 40})]


def test_everything_that_is_wrong_in_the_lines_is_told_at_once():
    text = "ort;distrikt;Skåne\nMalmö;Skåne;fyrtio\n;Skåne;3\nMALMÖ;Narnia;-1\nLund;;99999\n"
    assert faults(text) == [
        (2, "skåne"), (3, "ort"), (4, "skåne"), (4, "distrikt"), (4, "ort"), (5, "distrikt"),
        (5, "skåne"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ort;Skåne\nMalmö;3\n", "venue and its district"),
        ("ort;distrikt;Narnia\nMalmö;Skåne;3\n", "no district"),
        ("ort;distrikt;Skåne;SKA\nMalmö;Skåne;3;4\n", "mean the same"),
        ("ort;distrikt;Skåne\n", "no venues"),
    ],
)
def test_a_table_that_is_another_is_refused_whole(text, said):
    with pytest.raises(FileFault, match=said):
        load(text)
