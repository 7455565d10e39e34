"""Deadlines of the season: what is missing before each, whose it is, and the letters about it."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import time, timedelta
from functools import cached_property
from typing import Any

from django.db import transaction
from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from storslam.championship.calendar import Deadline, deadlines, events, instant
from storslam.web.acts.money import bill, live, team_counts
from storslam.web.acts.outbox import write
from storslam.web.acts.places import OPEN
from storslam.web.acts.trail import note
from storslam.web.models import (
    Charge,
    ChargeKind,
    District,
    Entry,
    EntryState,
    Letter,
    Place,
    PlaceState,
    Player,
    Report,
    Season,
    Session,
    StageKind,
    User,
)
from storslam.web.told import last, stage_words

AHEAD = timedelta(days=7)
HELD = (PlaceState.OFFERED, PlaceState.ACCEPTED, PlaceState.FILLED, PlaceState.PAID)

WORDS = {
    "card": gettext_noop("Declaration cards of class A"),
    "entry": gettext_noop("Last moment to enter"),
    "protest": gettext_noop("Last day to protest against a player"),
    "qualifier": gettext_noop("Qualifier: last day of play and entry"),
    "report": gettext_noop("Report of the qualifier"),
    "table-fee": gettext_noop("Table fee"),
    "team-count": gettext_noop("Number of teams reported"),
    "vacancy": gettext_noop("Vacant places filled"),
    "venue-choice": gettext_noop("Choice of venue"),
}


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that is not done: whose (a district, or None for the Federation's), and how much.

    `players`: who can do it themselves, and are written to as well.
    """

    district: District | None
    count: int = 1
    players: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """A deadline with what is missing."""

    deadline: Deadline
    missing: tuple[Missing, ...]
    past: bool

    @property
    def count(self) -> int:
        """How much is missing."""
        return sum(one.count for one in self.missing)

    @property
    def name(self) -> str:
        """What is to be done, in words."""
        return name_of(self.deadline)


def name_of(deadline: Deadline) -> str:
    """What is to be done, with the discipline and the stage, in words."""
    of = stage_words({"discipline": deadline.discipline, "stage": deadline.stage})
    return ": ".join(filter(None, (_(WORDS[deadline.name]), of)))


class Records:
    """What the deadlines ask of the season's records; each is read once, when it is first asked."""

    def __init__(self, season: Season) -> None:
        self.season = season
        self.districts = {district.pk: district for district in District.objects.all()}

    def of(self, counts: Mapping[int, int]) -> tuple[Missing, ...]:
        """What is missing by district, in the order of their names."""
        return tuple(Missing(d, counts[pk]) for pk, d in self.districts.items() if counts.get(pk))

    @cached_property
    def entered(self) -> dict[str, dict[int, int]]:
        """Entries of the qualifiers by discipline and district."""
        rows = Entry.objects.filter(
            stage__season=self.season, stage__kind=StageKind.QUALIFIER, state=EntryState.ENTERED
        )
        return _counted(rows.order_by().values_list("stage__discipline", "district"))

    @cached_property
    def sessions(self) -> dict[str, dict[int, int]]:
        """Sessions by discipline and district."""
        rows = Session.objects.filter(qualifier__stage__season=self.season).order_by()
        return _counted(rows.values_list("qualifier__stage__discipline", "qualifier__district"))

    @cached_property
    def reports(self) -> dict[str, dict[int, int]]:
        """Reports by discipline and district."""
        rows = Report.objects.filter(qualifier__stage__season=self.season).order_by()
        return _counted(rows.values_list("qualifier__stage__discipline", "qualifier__district"))

    @cached_property
    def places(self) -> Sequence[Place]:
        """Every place, with whether its holder has chosen a venue and handed in a card."""
        found = Place.objects.filter(stage__season=self.season).select_related("stage", "entry")
        return list(
            found.annotate(
                venues=Count("entry__venue_choice"), cards=Count("entry__card")
            ).order_by("pk")
        )

    @cached_property
    def fees(self) -> Sequence[Charge]:
        """The table fees that are not wholly paid."""
        found = live(self.season).filter(kind=ChargeKind.TABLE_FEE, left__gt=0)
        return list(found.select_related("entry").prefetch_related("entry__roster__player"))

    def held(self, test: Callable[[Place], bool]) -> tuple[Missing, ...]:
        """Places by the district of their holder, or of the place where nobody holds it."""
        counts: dict[int, int] = defaultdict(int)
        for place in filter(test, self.places):
            holder = place.entry if place.state in HELD else None
            whose = holder.district_id if holder else place.district_id
            counts[whose or 0] += 1
        federation = (Missing(None, counts[0]),) if counts.get(0) else ()
        return self.of(counts) + federation


def _counted(rows: QuerySet[Any, tuple[Any, ...]]) -> dict[str, dict[int, int]]:
    found: dict[str, dict[int, int]] = defaultdict(dict)
    for discipline, district, count in rows.annotate(Count("pk")):
        found[discipline][district] = count
    return found


def _team_count(records: Records, _deadline: Deadline) -> tuple[Missing, ...]:
    told = team_counts(records.season)
    return records.of({pk: 1 for pk in records.districts if pk not in told})


def _unplayed(records: Records, deadline: Deadline) -> tuple[Missing, ...]:
    """Districts with entries that have no session yet."""
    sessions = records.sessions.get(deadline.discipline, {})
    return _without(records, deadline, sessions)


def _unreported(records: Records, deadline: Deadline) -> tuple[Missing, ...]:
    """Districts with entries that have not reported."""
    return _without(records, deadline, records.reports.get(deadline.discipline, {}))


def _without(records: Records, deadline: Deadline, done: Mapping[int, int]) -> tuple[Missing, ...]:
    entered = records.entered.get(deadline.discipline, {})
    return records.of({pk: 1 for pk in entered if pk not in done})


def _unpaid(records: Records, deadline: Deadline) -> tuple[Missing, ...]:
    by_district: dict[int, list[Charge]] = defaultdict(list)
    for charge in records.fees:
        facts = charge.decision["facts"]
        if (facts["discipline"], facts["stage"]) == (deadline.discipline, deadline.stage):
            by_district[charge.district_id or 0].append(charge)
    return tuple(
        Missing(records.districts.get(pk), len(charges), _players(charges))
        for pk, charges in by_district.items()
    )


def _players(charges: Sequence[Charge]) -> tuple[Player, ...]:
    return tuple(row.player for charge in charges for row in charge.entry.roster.all())


def _vacant(records: Records, deadline: Deadline) -> tuple[Missing, ...]:
    """Places that nobody has, and those offered that nobody has answered for."""
    return records.held(
        lambda place: (
            place.stage.discipline == deadline.discipline
            and place.state in OPEN | {PlaceState.OFFERED}
        )
    )


def _unchosen(records: Records, deadline: Deadline) -> tuple[Missing, ...]:
    return records.held(
        lambda place: (
            (place.stage.discipline, place.stage.kind) == (deadline.discipline, deadline.stage)
            and place.state in HELD
            and not place.venues
        )
    )


def _cardless(records: Records, deadline: Deadline) -> tuple[Missing, ...]:
    return records.held(
        lambda place: (
            (place.stage.discipline, place.stage.kind) == (deadline.discipline, deadline.stage)
            and place.state in HELD
            and place.entry.a_system
            and not place.cards
        )
    )


_TESTS: Mapping[str, Callable[[Records, Deadline], tuple[Missing, ...]]] = {
    "card": _cardless,
    "qualifier": _unplayed,
    "report": _unreported,
    "table-fee": _unpaid,
    "team-count": _team_count,
    "vacancy": _vacant,
    "venue-choice": _unchosen,
}


def dated(season: Season) -> list[Deadline]:
    """Every deadline of the book, and the first day of each field, when cards must be there."""
    book = season.book()
    fields = [
        Deadline(
            "card",
            e.discipline,
            e.stage,
            instant(book, e.first_day, time.min),
            None,
            ("SYS-OBL-4",),
        )
        for e in events(book)
        if e.first_day and e.stage in {StageKind.SEMIFINAL, StageKind.FINAL}
    ]
    found = [*deadlines(book), *fields]
    return sorted(found, key=lambda one: (one.before, one.name, one.discipline, one.stage))


def tasks(season: Season) -> list[Task]:
    """Every deadline with what is missing, the earliest first.

    A class A system's card is asked for before the first day of each field.
    """
    records, now = Records(season), season.now()
    found = []
    for deadline in dated(season):
        test = _TESTS.get(deadline.name)
        missing = test(records, deadline) if test else ()
        if deadline.name != "card" or missing:
            found.append(Task(deadline, missing, deadline.before <= now))
    return found


def plain(season: Season) -> list[Task]:
    """Every deadline of the book, for those whom it is not to say what is missing."""
    now = season.now()
    return [Task(one, (), one.before <= now) for one in deadlines(season.book())]


def remind(season: Season, who: User | str) -> int:
    """Write to those whose something is missing within a week; how many letters.

    Officers of the district, and the players of unpaid fees: once per deadline and person.
    """
    bill(season, who)
    now = season.now()
    coming = [t for t in tasks(season) if not t.past and t.deadline.before - now <= AHEAD]
    officers: dict[int, list[User]] = defaultdict(list)
    for user in User.objects.filter(is_active=True).exclude(district=None).exclude(email=""):
        officers[user.district_id].append(user)
    before = Letter.objects.count()
    with transaction.atomic():
        for task in coming:
            for missing in task.missing:
                _write(season, task, missing, officers)
        written = Letter.objects.count() - before
        if written:
            note("write-reminders", season, who, season=season, text=f"{written}", at=now)
    return written


def _write(
    season: Season, task: Task, missing: Missing, officers: Mapping[int, Sequence[User]]
) -> None:
    deadline = task.deadline
    of = f"{deadline.name} {deadline.discipline} {deadline.stage} {deadline.before:%Y%m%d}"
    key = f"reminder {season.pk} {' '.join(of.split())}"
    said = {"task": task.name, "last": last(deadline), "count": missing.count}
    if missing.district:
        body = _("%(task)s\n\nLast: %(last)s.\nMissing in your district: %(count)s.") % said
        for user in officers.get(missing.district.pk, ()):
            write(user.email, subject(task), body, f"{key} user {user.pk}")
    body = _("%(task)s\n\nLast: %(last)s. Unpaid; the reference stands with your entry.") % said
    for player in missing.players:
        write(player.email, subject(task), body, f"{key} player {player.pk}")


def subject(task: Task) -> str:
    """The subject of a reminder."""
    return _("Reminder: %(task)s, %(last)s") % {"task": task.name, "last": last(task.deadline)}
