"""A calendar to subscribe to: iCalendar (RFC 5545), moments in UTC and whole days as days."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

_LINE = 75  # octets, section 3.1
_ESCAPES = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """An entry of a calendar. A `start` without a time is a whole day; one with has a zone.

    `uid` is the same for as long as the entry is the same; `url` may be empty. `last_day`: of an
    entry of several days, to whose end it lasts.
    """

    uid: str
    start: datetime | date
    title: str
    description: str
    url: str
    last_day: date | None = None


def dump_calendar(name: str, entries: Sequence[CalendarEntry], stamp: datetime) -> bytes:
    """The entries as a calendar of this name; `stamp` (with a zone) is when it was made.

    Entries do not mark anybody as busy. Raises ValueError for a time without a zone.
    """
    rows = [
        *("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Storslam//Storslam//SV"),
        f"NAME:{_text(name)}",
        f"X-WR-CALNAME:{_text(name)}",
        *(row for entry in entries for row in _event(entry, stamp)),
        "END:VCALENDAR",
    ]
    return b"".join(_folded(row.encode()) for row in rows)


def _event(entry: CalendarEntry, stamp: datetime) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{_text(entry.uid)}"
    yield f"DTSTAMP:{_moment(stamp)}"
    yield f"DTSTART{_when(entry.start)}"
    if entry.last_day:
        end = entry.last_day + timedelta(days=1)  # the first that is no longer of the entry
        if isinstance(entry.start, datetime):
            end = datetime.combine(end, time(), entry.start.tzinfo)
        yield f"DTEND{_when(end)}"
    yield f"SUMMARY:{_text(entry.title)}"
    if entry.description:
        yield f"DESCRIPTION:{_text(entry.description)}"
    if entry.url:
        yield f"URL:{''.join(entry.url.split())}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _when(when: datetime | date) -> str:
    return f":{_moment(when)}" if isinstance(when, datetime) else f";VALUE=DATE:{when:%Y%m%d}"


def _moment(moment: datetime) -> str:
    if moment.tzinfo is None:
        raise ValueError(f"{moment} has no zone")
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    """A TEXT value (section 3.3.11): marks escaped, no control characters but line ends."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(c for c in lines if c.isprintable() or c == "\n").translate(_ESCAPES)


def _folded(row: bytes) -> bytes:
    """The line in pieces of at most 75 octets, none of which ends inside a letter."""
    pieces, start, room = [], 0, _LINE
    while len(row) - start > room:
        end = start + room
        while row[end] & 0xC0 == 0x80:  # the next octet continues a letter
            end -= 1
        pieces.append(row[start:end])
        start, room = end, _LINE - 1
    return b"\r\n ".join([*pieces, row[start:]]) + b"\r\n"
