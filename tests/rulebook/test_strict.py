"""Plain data read strictly into the types a signature declares."""

import json
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from fractions import Fraction
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.errors import StorslamError
from storslam.rulebook.strict import (
    Count,
    Positive,
    fields_of,
    object_schema,
    read,
    read_fields,
    schema,
)


@dataclass(frozen=True)
class Player:
    name: str
    halves: Count
    lives_in: str | None = None


@dataclass(frozen=True)
class Facts:
    """One fact of each kind; those without a default must be given."""

    boards: Count
    rounds: Positive
    paid: bool
    share: Fraction
    day: date
    moment: datetime
    stage: Literal["semifinal", "final", 7]
    players: list[Player]
    pair: tuple[str, int]
    halves: tuple[tuple[str, ...], ...]
    starts: dict[str, int]
    note: str | None = None


ZONES = st.builds(
    timezone,
    st.timedeltas(timedelta(hours=-14), timedelta(hours=14)).map(
        lambda t: timedelta(minutes=t // timedelta(minutes=1))
    ),
)
TENTHS = st.integers(-(10**9), 10**9).map(lambda n: Fraction(n, 10))
MOST = 100_000
PLAYERS = st.builds(Player, st.text(), st.integers(0, MOST), st.none() | st.text())
FACTS = st.builds(
    Facts,
    boards=st.integers(0, MOST),
    rounds=st.integers(1, MOST),
    paid=st.booleans(),
    share=TENTHS,
    day=st.dates(date(1900, 1, 1), date(2199, 12, 31)),
    moment=st.datetimes(datetime(1900, 1, 1), datetime(2199, 12, 31), timezones=ZONES),  # noqa: DTZ001
    stage=st.sampled_from(["semifinal", "final", 7]),
    players=st.lists(PLAYERS),
    pair=st.tuples(st.text(), st.integers()),
    halves=st.lists(st.lists(st.text()).map(tuple)).map(tuple),
    starts=st.dictionaries(st.text(), st.integers()),
    note=st.none() | st.text(),
)
FIELDS = st.sampled_from(sorted(fields_of(Facts)))


def as_data(facts: Facts) -> dict[str, Any]:
    """What a person would write in JSON for these facts."""

    def plain(value: object) -> Any:
        if isinstance(value, Fraction):
            return float(value)
        if isinstance(value, date):
            return value.isoformat()
        return vars(value)

    data: dict[str, Any] = json.loads(json.dumps(vars(facts), default=plain))
    return data


def read_whole(data: object) -> tuple[Facts | None, list[str]]:
    missing: list[str] = []
    found = read_fields(Facts, data, missing)
    return (None if missing else Facts(**found)), missing


@given(FACTS)
def test_what_was_written_is_read_back(facts: Facts) -> None:
    assert read_whole(as_data(facts)) == (facts, [])


@given(FACTS, FIELDS)
def test_an_absent_fact_is_missing_and_nothing_else_is(facts: Facts, name: str) -> None:
    data = as_data(facts)
    del data[name]
    assert read_whole(data)[1] == ([] if name == "note" else [name])


@given(FACTS, FIELDS)
def test_null_for_a_needed_fact_is_missing(facts: Facts, name: str) -> None:
    assert read_whole(as_data(facts) | {name: None})[1] == ([] if name == "note" else [name])


@given(FACTS, FIELDS, st.sampled_from([object(), b"x", {1, 2}, 1j]))
def test_what_is_no_data_is_refused_by_the_name_of_the_fact(
    facts: Facts, name: str, odd: object
) -> None:
    with pytest.raises(StorslamError, match=rf"^{name} must be "):
        read_whole(as_data(facts) | {name: odd})


@given(FACTS, st.text(min_size=1).filter(lambda name: name not in fields_of(Facts)))
def test_an_unknown_fact_is_refused_with_the_nearest(facts: Facts, name: str) -> None:
    with pytest.raises(StorslamError) as refused:
        read_whole(as_data(facts) | {name: 1})
    assert refused.value.params["name"] == name
    assert refused.value.params["nearest"] in fields_of(Facts)


@pytest.mark.parametrize(
    ("kind", "value", "told"),
    [
        (int, True, "a whole number"),
        (int, "7", "a whole number"),
        (int, 7.0, "a whole number"),
        (Count, -1, "at least 0"),
        (Positive, 0, "at least 1"),
        (bool, 1, "true or false"),
        (str, 7, "text"),
        (Fraction, True, "a number"),
        (Fraction, float("nan"), "a number"),
        (Fraction, float("inf"), "a number"),
        (Fraction, "1/0", "a number"),
        (Fraction, "1e999999999", "a number"),
        (Fraction, "one", "a number"),
        (date, "2013-02-29", "a day of the calendar"),
        (date, "2013-2-1", "a day of the calendar"),
        (date, "20130201", "a day of the calendar"),
        (date, "2013-02-01T10:00:00+01:00", "a day of the calendar"),
        (date, datetime(2013, 2, 1, tzinfo=UTC), "a day of the calendar"),
        (datetime, "2013-02-01", "a time with its zone"),
        (datetime, "2013-02-01T10:00:00", "a time with its zone"),
        (datetime, "2013-02-30T10:00:00+01:00", "a time with its zone"),
        (Literal["a", "b"], "c", "one of a, b"),
        (Literal[1, 2], True, "one of 1, 2"),
        (list[int], {"0": 1}, "a list"),
        (list[int], "12", "a list"),
        (tuple[int, int], [1], "a list of 2"),
        (dict[str, int], [1], "an object"),
        (Player, ["A"], "an object"),
        (int | None, "7", "a whole number"),
    ],
)
def test_a_value_of_another_kind_is_refused(kind: Any, value: object, told: str) -> None:
    with pytest.raises(StorslamError, match=rf"^fact must be {told}"):
        read(kind, value, [], "fact")


@pytest.mark.parametrize(
    ("value", "number"),
    [(0.1, Fraction(1, 10)), ("1/3", Fraction(1, 3)), (7, 7), ("18.50", Fraction(37, 2))],
)
def test_a_number_is_read_exactly_as_written(value: object, number: Fraction) -> None:
    assert read(Fraction, value, [], "fact") == number


def test_a_fault_deep_inside_is_named_by_its_path() -> None:
    players = [{"name": "A", "halves": 2}, {"name": "B", "halves": "two"}]
    with pytest.raises(StorslamError, match=r"players\[1\]\.halves must be a whole number"):
        read(list[Player], players, [], "players")
    with pytest.raises(StorslamError, match=r"players\[0\]\.nam is not known.* name$"):
        read(list[Player], [{"nam": "A", "halves": 2}], [], "players")


def test_what_is_missing_deep_inside_is_named_by_its_path() -> None:
    missing: list[str] = []
    read(list[Player], [{"name": "A"}, {"halves": 1}], missing, "players")
    assert missing == ["players[0].halves", "players[1].name"]


def test_facts_that_are_no_object_are_refused() -> None:
    with pytest.raises(StorslamError, match="facts must be an object"):
        read_fields(Facts, [1], [])


def test_the_schema_says_what_is_read() -> None:
    told = object_schema(Facts)
    assert told["required"] == [name for name in fields_of(Facts) if name != "note"]
    assert told["additionalProperties"] is False
    assert told["properties"]["boards"] == {"type": "integer", "minimum": 0, "maximum": MOST}
    assert told["properties"]["note"] == {"anyOf": [{"type": "string"}, {"type": "null"}]}
    assert told["properties"]["stage"] == {"enum": ["semifinal", "final", 7]}
    assert told["properties"]["pair"]["prefixItems"] == [{"type": "string"}, {"type": "integer"}]
    assert told["properties"]["starts"]["additionalProperties"] == {"type": "integer"}
    assert told["properties"]["players"]["items"]["required"] == ["name", "halves"]
    assert json.loads(json.dumps(told)) == told


def test_the_schema_of_a_date_and_of_a_moment_differ() -> None:
    assert [schema(kind)["format"] for kind in (date, datetime)] == ["date", "date-time"]
    assert schema(Fraction) == {"type": "number"}


@pytest.mark.parametrize("day", ["1899-12-31", "2200-01-01", "9999-12-31", "0001-01-01"])
def test_a_day_that_no_championship_is_about_is_refused(day: str) -> None:
    """So that days can be counted on from any day that is read."""
    for kind, text in ((date, day), (datetime, f"{day}T12:00:00+00:00")):
        with pytest.raises(StorslamError):
            read(kind, text, [], "day")
