"""Whatever the format, an event is whole and its text can be kept and shown."""

import json

import pytest

from storslam.errors import FileFault
from storslam.exchange import read_event

LINE = {"board": 1, "ns": "1", "ew": "2", "contract": "4H", "declarer": "N", "tricks": "10"}


def event(**parts: object) -> bytes:
    return json.dumps({"storslam": 1, "event": {"lines": [LINE], **parts}}).encode()


def test_boards_and_contestants_that_the_lines_name_are_there() -> None:
    read = read_event(event())
    assert list(read.boards) == [1]
    assert [contestant.id for contestant in read.contestants] == ["1", "2"]
    assert read.lines[0].outcome.ns == 420


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"contestants": [{"id": "1"}, {"id": "1"}]}, "1 is there twice"),
        ({"name": "a\x1b[2J"}, "cannot be shown"),
        ({"name": "\ud800"}, "cannot be shown"),
        ({"name": "x\x00"}, "cannot be shown"),
        ({"name": "Å" * 121}, "longer than 120"),
        ({"contestants": [{"id": "1", "players": [{"name": "Å" * 100_000}]}]}, "longer than 120"),
        ({"contestants": [{"id": "1", "players": [{"name": "A"}] * 13}]}, "too many players"),
        ({"lines": [{**LINE, "ns": "../x"}]}, "short code"),
        ({"lines": [{**LINE, "ns": "."}]}, "short code"),
        ({"lines": [{**LINE, "group": "g" * 11}]}, "short code"),
        (
            {"lines": [{**LINE, "contract": "", "ns_award": "33.33333%", "ew_award": "6%"}]},
            "number",
        ),
        ({"lines": [{**LINE, "score": "+420@20|" * 4 + "+420@20"}]}, "at most 4"),
        (
            {"boards": [{"number": 1, "dealer": d, "vulnerable": "All"} for d in "NE"]},
            "same board twice",
        ),
    ],
)
def test_what_cannot_be_kept_is_refused(parts: dict, reason: str) -> None:
    with pytest.raises(FileFault, match=reason):
        read_event(event(**parts))


@pytest.mark.parametrize("remark", ["{ a remark }\n", "; a remark\n", "% a remark\n"])
def test_pbn_may_begin_with_a_remark(remark: str) -> None:
    head = '[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 420\n'
    assert read_event((remark + head).encode()).lines[0].outcome.ns == 420
