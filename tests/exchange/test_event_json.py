"""Our own JSON refuses what is not an event, with the path to it."""

import json

import pytest

from storslam.errors import FileFault
from storslam.exchange import event_json, read_event


def event(**parts: object) -> str:
    return json.dumps({"storslam": 1, "event": parts})


LINE = {"board": 1, "ns": "A", "ew": "B", "contract": "4H", "declarer": "N", "tricks": "10"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "not JSON"),
        ('{"storslam": 2, "event": {}}', "not a Storslam event of version 1"),
        ('{"event": {}}', "int is expected"),
        ('{"storslam": 1, "event": []}', "event: an object is expected"),
        ('{"storslam": 1.5}', "holds what no event does"),
        ("[" * 100_000, "columns|heading|PBN"),
        ('{"storslam":' + "[" * 100_000, "no event|not JSON"),
        (event(lines=3), r"event.lines: list is expected"),
        (event(lines=[{**LINE, "board": 0}]), r"event.lines\[0\].board: a number from 1 to 9999"),
        (event(lines=[{**LINE, "board": True}]), r"int is expected"),
        (event(lines=[{**LINE, "tricks": "14"}]), r"event.lines\[0\].tricks: 14 gives 14 tricks"),
        (event(lines=[{**LINE, "ew": "A"}]), r"event.lines\[0\].ns: A plays against itself"),
        (event(lines=[LINE, LINE]), r"event.lines\[1\].ns: A has board 1 twice"),
        (event(date="2013-02-31"), r"event.date: '2013-02-31' is not valid"),
        (
            event(boards=[{"number": 1, "dealer": "N", "vulnerable": "All", "tricks": "zz"}]),
            r"event.boards\[0\].tricks: 'zz' is not 20 numbers of tricks",
        ),
    ],
)
def test_a_fault_names_the_path(text: str, reason: str) -> None:
    with pytest.raises(FileFault, match=reason):
        read_event(text.encode())


def test_json_that_is_broken_names_line_and_column() -> None:
    with pytest.raises(FileFault) as caught:
        event_json.loads('{"storslam": 1,\n "event": }')
    assert (caught.value.line, caught.value.column) == (2, 11)
