"""Days and hours of the edition (pp. 3-5, 10-13), in its own time zone.

The doubtful words: "tillika sista anmälningsdag" (G-10a: 28 April binds all pairs, the weekends
only advise), team dates that the text seeks on p. 10 (G-40: p. 11), finals without a printed day
(G-21), and the name of the last chance in Mixed (G-13).
"""

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from storslam.championship.disciplines import (
    Discipline,
    LaterStage,
    if_known,
    leaning,
    refuse_empty,
    regulated,
    staged,
)
from storslam.championship.workdays import next_workday
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.registry import decides

# The figures that are deadlines, by name; a day is the last on which it can be done.
_DEADLINES = {
    "qualifier": r"events\.(?P<discipline>[^.]+)\.qualifier\.last-day",
    "team-count": r"entry\.(?P<discipline>[^.]+)\.team-count-by",
    "table-fee": r"fees\.due\.(?P<discipline>[^.]+)\.(?P<stage>[^.]+)",
    "vacancy": r"vacancy\.(?P<discipline>[^.]+)\.filled-by",
    "protest": r"illegal-player\.protest-by\.(?P<stage>[^.]+)",
}


def instant(book: Book, day: date, at: time = time.min) -> datetime:
    """That time of that day in the edition's zone; without a time, its first moment."""
    return datetime.combine(day, at, book.edition.zone)


def local_day(book: Book, moment: datetime) -> date:
    """The day of a moment in the edition's zone."""
    return moment.astimezone(book.edition.zone).date()


def day_over(book: Book, day: date) -> datetime:
    """The first moment after a day."""
    return instant(book, day + timedelta(days=1))


@dataclass(frozen=True, slots=True)
class EventDays:
    """When and where a stage is played; None and empty for what the book does not say.

    `during`: the longer event within which it falls, where that is all that is known.
    """

    discipline: str
    stage: str
    first_day: date | None
    last_day: date | None
    starts_at: datetime | None
    place: str
    during: str


@dataclass(frozen=True, slots=True)
class Deadline:
    """Something that must have happened before the moment `before`.

    `last_day`: the last whole day for it; None when it ends at an hour. `discipline` and `stage`
    are empty when it is not of one. `rules`: the articles that set it.
    """

    name: str
    discipline: str
    stage: str
    before: datetime
    last_day: date | None
    rules: tuple[str, ...]


def event_days(book: Book, discipline: str, stage: str) -> EventDays:
    """When and where a stage of a discipline is played."""

    def told(name: str) -> Any:
        return if_known(book, f"events.{discipline}.{stage}.{name}")

    place, during = told("place") or "", told("during") or ""
    days = told("from"), told("to"), told("starts-at")
    return EventDays(discipline, stage, *days, place, during)


def events(book: Book) -> tuple[EventDays, ...]:
    """Every stage that is played on days or at a place of the book, those without days last."""
    stages = {tuple(key.split(".")[1:3]) for key in book.edition.versions if _is_stage(key)}
    found = [event_days(book, discipline, stage) for discipline, stage in stages]
    known = [one for one in found if one.first_day or one.place or one.during]
    return tuple(
        sorted(known, key=lambda one: (one.first_day or date.max, one.discipline, one.stage))
    )


def deadlines(book: Book) -> tuple[Deadline, ...]:
    """Every deadline in force, the earliest first."""
    found = [*_printed(book), *_reports(book), *_veteran_entry(book), *_venue_choice(book)]
    return tuple(sorted(found, key=lambda d: (d.before, d.name, d.discipline, d.stage)))


def _is_stage(key: str) -> bool:
    return re.fullmatch(r"events\.[^.]+\.(last-chance|semifinal|final)\.[^.]+", key) is not None


def _printed(book: Book) -> Iterator[Deadline]:
    for key in book.edition.versions:
        for name, pattern in _DEADLINES.items():
            found = re.fullmatch(pattern, key)
            figure_in_force = book.find(key) if found else None
            if found and figure_in_force:
                place = {"discipline": "", "stage": ""} | found.groupdict()
                until = figure_in_force.value
                yield _deadline(book, name, until, figure_in_force.rules, **place)


def _reports(book: Book) -> Iterator[Deadline]:
    """The reports of the qualifiers, which follow upon their last days."""
    for one in _printed(book):
        if one.name == "qualifier" and one.last_day:
            day = report_day(book, one.last_day)
            yield _deadline(book, "report", day, ("SM-ENTRY-4",), one.discipline)


def _veteran_entry(book: Book) -> Iterator[Deadline]:
    first_day = event_days(book, "veteran-teams", "final").first_day
    if first_day:
        closes = veteran_entry_closes(book, first_day)
        yield _deadline(book, "entry", closes, ("SM-ENTRY-5",), "veteran-teams", "final")


def _venue_choice(book: Book) -> Iterator[Deadline]:
    last_day = if_known(book, "events.open-teams.qualifier.last-day")
    if last_day:
        chosen_by = venue_choice_deadline(last_day, book)
        yield _deadline(book, "venue-choice", chosen_by, ("SM-TSF-9",), "open-teams", "semifinal")


def _deadline(
    book: Book, name: str, until: Any, rules: tuple[str, ...], discipline: str, stage: str = ""
) -> Deadline:
    if isinstance(until, datetime):
        return Deadline(name, discipline, stage, until, None, rules)
    return Deadline(name, discipline, stage, day_over(book, until), until, rules)


def venue_choice_deadline(quarterfinal_last_day: date, book: Book) -> date:
    """The last day on which a district may report its choices."""
    day = quarterfinal_last_day
    for _ in range(book.value("venues.choice-within", int)):
        day = next_workday(day)
    return day


def report_day(book: Book, last_qualifying_day: date) -> date:
    """The last day on which the qualifier's result list may reach the office."""
    return last_qualifying_day + timedelta(days=book.value("entry.report.within-days", int))


def veteran_entry_closes(book: Book, first_day: date) -> datetime:
    """The last moment to enter for veteran teams that begin on that day."""
    day = first_day - timedelta(days=book.value("entry.veteran-teams.days-before", int))
    return instant(book, day, book.value("entry.veteran-teams.closes-at", time))


@decides("event-dates", rules=("SM-EVT-7", "SM-ED-8", "SM-ED-9"))
def event_dates(book: Book, *, discipline: Discipline, stage: LaterStage) -> Decision:
    """When and where a stage is played, as far as the book of the day tells."""
    staged(book, discipline, stage)
    found = event_days(book, discipline, stage)
    key = f"events.{discipline}.{stage}.from"
    rules = book.parameter(key).rules if found.first_day else ("SM-EVT-7",)
    dated = found.first_day is not None
    undated = discipline in book.value("events.undated", tuple)
    readings = leaning(book, "events.undated") if undated else ()
    result = {"dated": dated, **asdict(found)}
    return Decision(result, tuple(because(rule, **asdict(found)) for rule in rules), readings)


@decides("calendar", rules=("SM-ELIG-7", "SM-EVT-2", "SM-EVT-7", "SM-QUAL-12"))
def calendar(book: Book) -> Decision:
    """All days of the edition: the Festival, every stage, every deadline, with its time."""
    festival = {
        "first_day": book.value("events.festival.from", date),
        "last_day": book.value("events.festival.to", date),
        "weeks": book.value("events.festival.weeks", tuple),
    }
    result = {
        "festival": festival,
        "events": [asdict(one) for one in events(book)],
        "deadlines": [asdict(one) for one in deadlines(book)],
    }
    reasons = (because("SM-EVT-2", **festival), because("SM-ELIG-7", **festival))
    cited = dict.fromkeys(rule for one in deadlines(book) for rule in one.rules)
    more = tuple(because(rule) for rule in ("SM-EVT-7", *cited))
    return Decision(result, reasons + more, leaning(book, "events.undated"))


@decides("recommended-weekend", rules=("SM-QUAL-13",))
def recommended_weekend(book: Book, *, discipline: Discipline, days: list[date]) -> Decision:
    """Whether a district semifinal falls within the weekend that the Federation suggests."""
    refuse_empty(days, "days")
    first = regulated(book, f"events.{discipline}.qualifier.recommended.from", discipline)
    last = regulated(book, f"events.{discipline}.qualifier.recommended.to", discipline)
    within = all(first <= day <= last for day in days)
    reason = because("SM-QUAL-13", days=days, first_day=first, last_day=last)
    readings = leaning(book, "qualifying.last-day-binds")
    return Decision({"within": within, "first_day": first, "last_day": last}, (reason,), readings)
