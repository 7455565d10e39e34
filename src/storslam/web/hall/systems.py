"""The bidding systems of an event: what each contestant plays, owes its opponents, and has done."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any, get_args

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from storslam.errors import StorslamError
from storslam.systems.assessment import System, allowed, assess, lowered
from storslam.systems.card import Card
from storslam.systems.duties import Duty, defences_against, is_special
from storslam.web.acts.checking import TEAMS
from storslam.web.acts.deciding import Decided, decided
from storslam.web.acts.declarations import card_of
from storslam.web.acts.system_rules import StageRules, rules_of
from storslam.web.acts.trail import note
from storslam.web.models import (
    Contestant,
    DeclarationVersion,
    DutyDone,
    Event,
    Step,
    Table,
    User,
)
from storslam.web.results import locked, touch

TICKED: tuple[Duty, ...] = ("at-entry", "cards-ahead", "at-the-table", "defences")
"""The duties of pairs with unusual systems, which the director ticks off."""
_AT_TABLE: tuple[Duty, ...] = ("at-the-table", "defences")


@dataclass(frozen=True, slots=True)
class Played:
    """A system that a contestant plays, as its card tells it.

    `special`: whether it owes its opponents more than others do; `defences`: against which openings
    it presents some. `duties`: the decision, with facts missing while nothing is seated.
    `allowed`: whether it may be played here, None where nobody has decided what may.
    """

    version: DeclarationVersion
    card: Card
    system: System
    special: bool
    defences: tuple[str, ...]
    duties: Decided
    allowed: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Owing:
    """A contestant with its systems, and the duties that it has fulfilled."""

    contestant: Contestant
    played: tuple[Played, ...]
    done: frozenset[str]

    @property
    def special(self) -> bool:
        """Whether it has duties beyond those of everybody."""
        return any(one.special for one in self.played)

    @property
    def has_a(self) -> bool:
        """Whether a system of class A is played, by the cards, without any by the start list."""
        if not self.played:
            return self.contestant.a_system
        return any(one.system.system_class == "A" for one in self.played)

    @property
    def marked_wrongly(self) -> bool:
        """Whether the start list does not say what its cards say."""
        return self.has_a != self.contestant.a_system


@dataclass(frozen=True, slots=True)
class Meetings:
    """How many boards a contestant plays against one other at most, and how many others it meets.

    None while nothing is seated.
    """

    boards: int | None
    opponents: int | None


def meetings(event: Event) -> Meetings:
    """The meetings of the event as seated: boards in a row whatever the breaks (SYS-LVL-2).

    Two teams play the same boards in both rooms: they count once.
    """
    boards: Counter[frozenset[int]] = Counter()
    rows = Table.objects.filter(round__event=event).exclude(ew=None).exclude(room__closed=True)
    for ns, ew, played in rows.values_list("ns", "ew", "boards"):
        boards[frozenset((ns, ew))] += len(played)
    others = Counter(one for two in boards for one in two)
    return Meetings(max(boards.values(), default=None), max(others.values(), default=None))


def systems_of(event: Event, contestants: QuerySet[Contestant] | None = None) -> list[Owing]:
    """The contestants of an event, or these of it, with what they play."""
    rows = event.contestants.all() if contestants is None else contestants
    found = sorted(rows.prefetch_related("members"), key=lambda row: (len(row.code), row.code))
    versions = _versions(event)
    rules, met, start = rules_of(event.stage), meetings(event), start_of(event)
    done: dict[int, set[str]] = {}
    for row in DutyDone.objects.filter(contestant__event=event):
        done.setdefault(row.contestant_id, set()).add(row.duty)
    return [
        Owing(
            one,
            tuple(_played(v, rules, met, start) for v in versions.get(one.pk, ())),
            frozenset(done.get(one.pk, ())),
        )
        for one in found
    ]


def _versions(event: Event) -> dict[int, list[DeclarationVersion]]:
    """By contestant the newest version of each card: its own, and those of its entry."""
    rows = DeclarationVersion.objects.filter(
        Q(declaration__entry__contestants__event=event) | Q(declaration__contestant__event=event),
        declaration__withdrawn=None,
    ).select_related("declaration")
    newest = {row.declaration_id: row for row in rows.order_by("number").distinct()}
    of_entry = dict(event.contestants.exclude(entry=None).values_list("entry", "pk"))
    found: dict[int, list[DeclarationVersion]] = {}
    for _pk, version in sorted(newest.items()):
        card = version.declaration
        holder = card.contestant_id or of_entry[card.entry_id or 0]
        found.setdefault(holder, []).append(version)
    return found


def start_of(event: Event) -> datetime | None:
    """When the event begins; at midnight where only its day is known."""
    planned = event.rounds.exclude(planned=None).order_by("number").values_list("planned").first()
    if planned:
        return planned[0]
    zone = event.stage.season.edition.zone
    return datetime.combine(event.date, time(), zone) if event.date else None


def _played(
    version: DeclarationVersion, rules: StageRules, met: Meetings, start: datetime | None
) -> Played:
    season, card = rules.stage.season, card_of(version)
    book = season.book()
    system = assess(card, book)
    if rules.limits:
        system = lowered(system, rules.limits, book)
    duties = decided(
        season,
        "system-duties",
        system=system.system_class,
        openings=system.by_call,
        boards_per_opponent=met.boards,
        event_start=start,
        opponents=met.opponents,
    )
    verdict = allowed(system, rules.limits, book).result if rules.limits else None
    known = system.system_class, system.by_call, book
    special = is_special(*known)
    defences = tuple(defences_against(*known)) if special else ()
    return Played(
        version, card, system, special, defences, duties, dict(verdict) if verdict else None
    )


# --- What the director does


def tick(
    event: Event, contestant: Contestant, duties: Collection[str], was: Collection[str], who: User
) -> None:
    """Note which duties the contestant has fulfilled; `was`: those that the form had shown so.

    What another director ticked meanwhile stays.
    """
    known, given, shown = {*TICKED}, {*duties}, {*was}
    with transaction.atomic():
        event = locked(event)
        before = set(contestant.duties_done.filter(duty__in=known).values_list("duty", flat=True))
        after = known & ((before | (given - shown)) - (shown - given))
        if before == after:
            return
        contestant.duties_done.filter(duty__in=before - after).delete()
        now, name = timezone.now(), who.get_username()
        DutyDone.objects.bulk_create(
            DutyDone(contestant=contestant, duty=duty, when=now, who=name)
            for duty in sorted(after - before)
        )
        note(
            "tick-duties", event, who, season=event.stage.season, text=f"{event}: {contestant}",
            contestant=contestant.code, done=sorted(after),
        )  # fmt: skip


def breach(
    event: Event, contestant: Contestant, duty: str, why: str, who: User, *, fulfilled: bool
) -> tuple[Decided, Decided | None]:
    """What follows when a contestant has broken a duty, noted with the reason.

    With it, for a forbidden bid or too many dots, whether results may be corrected; `fulfilled`:
    the pair had fulfilled its duties. What a director then does about it is a ruling, or a
    disqualification, as any other.
    """
    if duty not in get_args(Duty):
        raise StorslamError("the form is not complete")
    if not why.strip():
        raise StorslamError("give a reason")
    season, teams = event.stage.season, event.stage.discipline in TEAMS
    # The duties at the table are broken again whichever of them it was before (3.6).
    alike = _AT_TABLE if duty in _AT_TABLE else (duty,)
    with transaction.atomic():
        steps = Step.objects.filter(season=season, act="break-duty", facts__duty__in=alike)
        earlier = steps.filter(facts__contestant=contestant.pk).count()
        (owing,) = systems_of(event, event.contestants.filter(pk=contestant.pk))
        made = decided(
            season, "duty-breach", duty=duty, a_system=owing.has_a, earlier=earlier, teams=teams
        )
        note(
            "break-duty", event, who, season=season, decision=made,
            text=f"{event}: {contestant}: {why.strip()[:300]}",
            contestant=contestant.pk, duty=duty,
        )  # fmt: skip
    return made, _adjustment(event, duty, fulfilled=fulfilled)


def _adjustment(event: Event, duty: str, *, fulfilled: bool) -> Decided | None:
    boards = meetings(event).boards
    if duty not in {"allowed-dots", "allowed-bids"} or boards is None:
        return None
    return decided(
        event.stage.season,
        "adjust-after-forbidden-bid",
        boards_in_meeting=boards,
        duty_fulfilled=fulfilled,
    )


def mark_a(event: Event, who: User) -> int:
    """Let the start list say of each contestant with a card whether it has class A; how many."""
    with transaction.atomic():
        event = locked(event)
        wrong = [one.contestant for one in systems_of(event) if one.marked_wrongly]
        for contestant in wrong:
            contestant.a_system = not contestant.a_system
            contestant.save(update_fields=["a_system"])
        if wrong:
            touch(event)
            codes = [contestant.code for contestant in wrong]
            note("mark-a-systems", event, who, season=event.stage.season,
                 text=f"{event}: {', '.join(codes)}", contestants=codes)  # fmt: skip
    return len(wrong)


# --- At the table


def opponents_at(contestant: Contestant) -> list[tuple[Played, list[tuple[Any, bool]]]]:
    """The systems of a contestant with each dotted opening: whether own notes may be studied."""
    event = contestant.event
    (owing,) = systems_of(event, event.contestants.filter(pk=contestant.pk))
    return [(one, list(_notes(event, one))) for one in owing.played]


def _notes(event: Event, one: Played) -> Iterable[tuple[Any, bool]]:
    for opening in one.system.openings:
        if opening.dots.dots:
            made = decided(
                event.stage.season,
                "notes-right",
                opponents_class=one.system.system_class,
                opening_dots=opening.dots.dots,
            )
            yield opening, made.result["may_study"]
