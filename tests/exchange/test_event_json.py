"""Our own JSON refuses what is not an event, with the path to it."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from storslam.errors import FileFault
from storslam.exchange import event_json, read_event
from storslam.scoring import Adjustment, Settings
from storslam.scoring.event import Average
from storslam.translation import said


def event(**parts: object) -> str:
    return json.dumps({"storslam": 1, "event": parts})


LINE = {"board": 1, "ns": "A", "ew": "B", "contract": "4H", "declarer": "N", "tricks": "10"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "not JSON"),
        ('{"storslam": 2, "event": {}}', "not a Storslam event of version 1"),
        ('{"event": {}}', "storslam: a whole number is expected"),
        ('{"storslam": 1, "event": []}', "event: an object is expected"),
        ('{"storslam": 1.5}', "holds what no event does"),
        ("[" * 100_000, "columns|heading|PBN"),
        ('{"storslam":' + "[" * 100_000, "no event|not JSON"),
        (event(lines=3), r"event.lines: a list is expected"),
        (event(lines=[{**LINE, "board": 0}]), r"event.lines\[0\].board: a number from 1 to 9999"),
        (
            event(lines=[{**LINE, "board": True}]),
            r"event.lines\[0\].board: a whole number is expected",
        ),
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


def test_a_fault_is_told_in_swedish() -> None:
    with pytest.raises(FileFault) as caught:
        read_event(event(lines=[LINE, LINE]).encode(), "x.json")
    assert said(caught.value, "sv") == "x.json:event.lines[1].ns: A har bricka 1 två gånger"


SCORING = {
    "method": "butler",
    "winners": 1,
    "datum": "median",
    "sections": "together",
    "averages": "own",
    "sit_out": "own-average",
    "adjustments": [{"contestant": "A", "points": "-3/2", "tops": "0", "reason": "sent"}],
    "carry_over": [{"contestant": "B", "points": "12"}],
}


def test_how_an_event_is_scored_comes_back() -> None:
    read = read_event(event(lines=[LINE], scoring=SCORING).encode())
    assert read.settings == Settings(
        method="butler",
        datum="median",
        sit_out="own-average",
        adjustments=(Adjustment("A", points=Fraction(-3, 2), reason="sent"),),
        carry_over={"B": Fraction(12)},
    )
    assert event_json.loads(event_json.dumps(read)) == read
    more = replace(read.settings, imp_cap=12, expected=7, winners=2, sit_out=Average(-1))
    assert event_json.loads(event_json.dumps(replace(read, settings=more))).settings == more


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"method": "cream"}, "scoring.method: one of matchpoints cross-imps butler is expected"),
        ({"winners": 3}, "scoring.winners: one of 1 2"),
        ({"sit_out": "much"}, "scoring.sit_out: 'much' is not an award"),
        ({"imp_cap": 0}, "scoring.imp_cap: a number from 1 to 24"),
        ({"carry_over": [{"contestant": "A", "points": "1e9"}]}, "'1e9' is not a number"),
    ],
)
def test_how_an_event_is_scored_is_checked(wrong: dict[str, object], reason: str) -> None:
    with pytest.raises(FileFault, match=reason):
        read_event(event(lines=[LINE], scoring={**SCORING, **wrong}).encode())


def test_json_that_is_broken_names_line_and_column() -> None:
    with pytest.raises(FileFault) as caught:
        event_json.loads('{"storslam": 1,\n "event": }')
    assert (caught.value.line, caught.value.column) == (2, 11)
