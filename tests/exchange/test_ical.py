"""Calendars, read by the `icalendar` program."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from icalendar import Calendar

from storslam.exchange.ical import CalendarEntry, dump_calendar

STAMP = datetime(2013, 1, 24, 12, 0, tzinfo=UTC)
ZONE = ZoneInfo("Europe/Stockholm")
# Without a backslash, which the other program reads wrong before an n; see the last example below.
TEXTS = st.text(
    st.characters(
        codec="utf-8",
        exclude_characters="\\",
        exclude_categories=("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"),
    )
    | st.sampled_from(" \n;,:"),
    max_size=120,
)
DAYS = st.dates(date(1970, 1, 2), date(2100, 1, 1))
TIMES = st.times().map(lambda time: time.replace(microsecond=0))
STARTS = DAYS | st.builds(datetime.combine, DAYS, TIMES, st.just(UTC))
ENTRIES = st.lists(
    st.builds(
        CalendarEntry,
        uid=st.uuids().map(str),
        start=STARTS,
        title=TEXTS,
        description=TEXTS,
        url=st.just("") | st.just("https://exempel.se/säsong/" + "x" * 80),
    ),
    max_size=5,
)


@settings(max_examples=100, deadline=None)
@given(ENTRIES)
def test_another_program_reads_what_was_meant(entries: list[CalendarEntry]) -> None:
    calendar = Calendar.from_ical(dump_calendar("SM", entries, STAMP))
    events = calendar.walk("VEVENT")
    assert not calendar.errors
    assert not [event.errors for event in events if event.errors]
    assert [
        CalendarEntry(
            event["UID"],
            event.decoded("DTSTART"),
            event["SUMMARY"],
            event.get("DESCRIPTION", ""),
            event.get("URL", ""),
        )
        for event in events
    ] == entries
    assert all(event.decoded("DTSTAMP") == STAMP for event in events)


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_lines_are_short_and_no_letter_is_cut(text: str) -> None:
    data = dump_calendar(text, [CalendarEntry("1", NOW, text, text, "")], STAMP)
    assert data.endswith(b"\r\n")
    for line in data.split(b"\r\n"):
        assert len(line) <= 75
        assert b"\n" not in line
        line.decode()


NOW = date(2013, 8, 1)


def test_a_whole_day_is_a_day_and_a_moment_is_in_utc() -> None:
    at_nine = datetime(2013, 8, 1, 9, 0, tzinfo=ZONE)
    data = dump_calendar(
        "SM; alla, år",
        [
            CalendarEntry("a", NOW, "Sista dag", "", ""),
            CalendarEntry("b", at_nine, r"C:\new", "Rad 1\r\nRad 2; mer, \x07slut", ""),
        ],
        STAMP,
    ).decode()
    assert "NAME:SM\\; alla\\, år\r\nX-WR-CALNAME:SM\\; alla\\, år\r\n" in data
    assert "DTSTART;VALUE=DATE:20130801\r\n" in data
    assert "DTSTART:20130801T070000Z\r\n" in data
    assert "SUMMARY:C:\\\\new\r\n" in data
    assert "DESCRIPTION:Rad 1\\nRad 2\\; mer\\, slut\r\n" in data


def test_days_on_end_are_all_filled() -> None:
    nine = datetime(2013, 8, 1, 9, 0, tzinfo=ZONE)
    last = date(2013, 8, 3)
    data = dump_calendar(
        "SM",
        [CalendarEntry("a", NOW, "", "", "", last), CalendarEntry("b", nine, "", "", "", last)],
        STAMP,
    ).decode()
    assert "DTSTART;VALUE=DATE:20130801\r\nDTEND;VALUE=DATE:20130804\r\n" in data
    assert "DTSTART:20130801T070000Z\r\nDTEND:20130803T220000Z\r\n" in data


def test_a_time_without_a_zone_is_refused() -> None:
    bare = datetime(2013, 8, 1, 9, tzinfo=UTC).replace(tzinfo=None)
    with pytest.raises(ValueError, match="no zone"):
        dump_calendar("", [CalendarEntry("a", bare, "", "", "")], STAMP)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60))
def test_no_text_breaks_the_calendar(text: str) -> None:
    data = dump_calendar(text, [CalendarEntry(text, NOW, text, text, text)], STAMP)
    assert len(Calendar.from_ical(data).walk("VEVENT")) == 1
