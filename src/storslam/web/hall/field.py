"""Events of a season's stages: their contestants come from places, entries and results."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import override

from storslam.championship.calendar import event_days
from storslam.championship.team_series import Series, final_field
from storslam.errors import StorslamError
from storslam.movements.swiss import by_lot
from storslam.scoring import Contestant as Who
from storslam.scoring import Player as Person
from storslam.scoring import Row
from storslam.scoring.ranking import id_order
from storslam.web.acts.deciding import Decided, decided
from storslam.web.acts.places import LIVE, field, give_pot, holders
from storslam.web.acts.quotas import disciplines, field_stage
from storslam.web.acts.trail import note
from storslam.web.intake import Heading, free_slug, open_event, store_contestants
from storslam.web.models import (
    Contestant,
    Discipline,
    District,
    Entry,
    EntryState,
    Event,
    PlaceState,
    Stage,
    StageKind,
    User,
    rosters,
)
from storslam.web.models.event import Method, State
from storslam.web.scored import scored
from storslam.web.teams.kinds import is_teams
from storslam.web.teams.matches import TeamsNow, teams_now

GROUPED = Discipline.OPEN_PAIRS, StageKind.SEMIFINAL
"""The stage that is drawn into groups; the final after it takes its pairs from them."""


class NeedsLot(StorslamError):
    """Two are level where only one goes on: a lot has to be drawn."""


@dataclass(frozen=True, slots=True)
class Field:
    """Who plays an event, in the order of their numbers, and by number what they entered as."""

    people: tuple[Who, ...]
    entries: Mapping[str, Entry]


def as_who(code: str, entry: Entry) -> Who:
    """An entry as a contestant of an event."""
    people = (row.player for row in entry.roster.all())
    players = tuple(Person(one.name, one.number, str(one.club or "")) for one in people)
    return Who(code, players, entry.name)


def field_of(entries: Iterable[Entry]) -> Field:
    """These entries as contestants, numbered from 1."""
    numbered = {str(number): entry for number, entry in enumerate(entries, 1)}
    return Field(tuple(as_who(code, entry) for code, entry in numbered.items()), numbered)


def format_of(stage: Stage) -> Decided | None:
    """How many play the stage, over how many rounds and boards; None for a qualifier."""
    if stage.kind == StageKind.QUALIFIER:
        return None
    return decided(stage.season, "event-format", discipline=stage.discipline, stage=stage.kind)


def name_of(stage: Stage, group: str = "") -> str:
    """What an event of the stage is called, in the season's language."""
    with override(settings.LANGUAGE_CODE):
        return f"{stage} {group}".strip()


def store(stage: Stage, found: Field, name: str, who: User, **more: Any) -> Event:
    """A draft of these contestants, directed by whom opens it. Call it in a transaction.

    `more`: fields of the event, the `decision` that it rests on, and `facts`: where its contestants
    come from, so that a later change there can be seen.
    """
    days = event_days(stage.season.book(), stage.discipline, stage.kind)
    decision = more.pop("decision", None)
    facts = more.pop("facts", {"source": "file"})
    site, method = more.pop("site", days.place), more.pop("method", Method.MATCHPOINTS)
    heading = Heading(stage, name, days.first_day, site, method, slug=free_slug(name))
    event = open_event(heading, [who], **more)
    store_contestants(event, found.people, found.entries)
    text = f"{name}: {len(found.people)}"
    note("open-event", event, who, season=stage.season, text=text, decision=decision, **facts)
    return event


def lock(stage: Stage) -> Stage:
    """Lock the stage; StorslamError where an event of it is open already."""
    stage = Stage.objects.select_for_update().select_related("season").get(pk=stage.pk)
    there = stage.events.first()
    if there is not None and stage.kind != StageKind.QUALIFIER:
        raise StorslamError("%(event)s is open already", event=str(there))
    return stage


# --- From places and entries


def in_field(stage: Stage, district: District | None = None) -> list[Entry]:
    """Who is in the field of a stage: who hold its places, else who have entered it."""
    places = holders(field(stage))
    if places:
        return [place.entry for place in places if place.entry]
    entries = stage.entries.filter(state=EntryState.ENTERED)
    if district:
        entries = entries.filter(district=district)
    return list(entries.prefetch_related(rosters()))


def open_field(stage: Stage, who: User, *, district: District | None = None) -> Event:
    """Open the event of a stage for those in its field; of a qualifier, for one district's."""
    with transaction.atomic():
        stage = lock(stage)
        entries = in_field(stage, district)
        if not entries:
            raise StorslamError("nobody is in the field of %(stage)s", stage=str(stage))
        name = name_of(stage, str(district or ""))
        facts = {"source": "field", "district": district}
        found = field_of(entries)
        return store(stage, found, name, who, decision=format_of(stage), facts=facts)


def open_from_file(stage: Stage, people: Sequence[Who], name: str, who: User) -> Event:
    """Open an event of a stage for the contestants of a file."""
    with transaction.atomic():
        return store(stage, Field(tuple(people), {}), name, who)


# --- From the results of the stage before


def before(stage: Stage) -> list[Event]:
    """The events that a stage takes its contestants from: those of the stage before."""
    kinds = [StageKind.SEMIFINAL] if stage.kind == StageKind.FINAL else []
    found = Event.objects.filter(
        stage__season=stage.season, stage__discipline=stage.discipline, stage__kind__in=kinds
    )
    return list(found.select_related("stage__season").order_by("group", "pk"))


def refuse_followed(event: Event) -> None:
    """StorslamError once a stage that takes its field from this event's has results (S-14)."""
    kinds = {
        StageKind.QUALIFIER: (StageKind.LAST_CHANCE, StageKind.SEMIFINAL, StageKind.FINAL),
        StageKind.LAST_CHANCE: (StageKind.SEMIFINAL, StageKind.FINAL),
        StageKind.SEMIFINAL: (StageKind.FINAL,),
    }.get(StageKind(event.stage.kind), ())
    later = Event.objects.filter(
        stage__season=event.stage.season,
        stage__discipline=event.stage.discipline,
        stage__kind__in=kinds,
        results__isnull=False,
    ).first()
    if later:
        raise StorslamError(
            "%(event)s is being played: the stage before it stays ended", event=str(later)
        )


def open_final(stage: Stage, who: User, *, seed: int | None = None) -> Event:
    """Open the final of those who go on from the stage before, numbered as they went on.

    From the groups of the Open semifinal by its rule; else the first `qualify` of one event.
    `seed`: of the lot among those who are level. Raises NeedsLot where one is needed and not given.
    """
    with transaction.atomic():
        stage = lock(stage)
        made, found = chosen(stage, seed)
        facts = {"source": "final", "seed": seed}
        return store(stage, found, name_of(stage), who, decision=made, facts=facts)


def chosen(stage: Stage, seed: int | None) -> tuple[Decided | None, Field]:
    """Who go on to a stage as the results stand, and the decision that says so."""
    sources = before(stage)
    refuse_open(sources)
    made, ids = going_on(sources, seed)
    return made or format_of(stage), of_contestants(ids)


def refuse_open(sources: Sequence[Event]) -> None:
    """StorslamError while one of the events is not over."""
    if not sources:
        raise StorslamError("the stage before has no event")
    for event in sources:
        if event.state != State.ENDED:
            raise StorslamError("%(event)s has not ended", event=str(event))


Rows = Callable[[Event], Sequence[Row]]
"""Who have a place in an event, the best first."""


def placed(event: Event) -> list[Row]:
    """Who have a place in an event as it is, the best first."""
    return [row for row in scored(event).standing.rows if row.place]


def going_on(
    sources: Sequence[Event], seed: int | None, rows: Rows = placed
) -> tuple[Decided | None, list[str]]:
    """The ids of the contestants who go on from the events of a stage, and the decision, if any.

    `rows`: the standing to go by. Raises NeedsLot, and StorslamError where nothing says how many.
    """
    stage = sources[0].stage
    if is_teams(sources[0]):
        return None, _winners(sources, seed)
    if (stage.discipline, stage.kind) == GROUPED:
        return _from_groups(sources, seed, rows)
    return None, _first_of(sources, seed, rows)


def _from_groups(
    groups: Sequence[Event], seed: int | None, placed: Rows
) -> tuple[Decided, list[str]]:
    """The decision who goes on from the groups, and the ids of the contestants."""
    season = groups[0].stage.season
    results = {
        event.group: [
            {"id": ids[row.id], "percent": str(row.percent)}
            for row in placed(event)
            if row.percent is not None
        ]
        for event in groups
        for ids in [_ids(event)]
    }
    shares = {one["id"]: one["percent"] for rows in results.values() for one in rows}
    lot = drawn(_level(shares), seed)
    made = decided(season, "open-final-field", groups=results, lot=lot)
    if "lot" in made.missing:
        raise NeedsLot("two pairs are level at the last place: draw a lot")
    return made, made.result["finalists"]


def _winners(semifinals: Sequence[Event], seed: int | None) -> list[str]:
    """The ids of the teams that have won the series of a stage."""
    now = [teams_now(event) for event in semifinals]
    found = {str(one.event): _with_lot(one, seed) for one in now}
    codes = final_field(semifinals[0].stage.season.book(), found)
    return [str(one.people[code].pk) for one, code in zip(now, codes, strict=True)]


def _with_lot(now: TeamsNow, seed: int | None) -> Series:
    """The series; where only a lot parts the best, by the one drawn there, else by this seed."""
    if now.series is None:
        raise StorslamError("%(event)s is not drawn yet", event=str(now.event))
    found = now.series
    if seed is not None and found.winner is None:
        found = now.with_lot(by_lot(now.codes, seed))
    if found.over and found.winner is None and found.level:
        raise NeedsLot("two teams are level at the first place: draw a lot")
    return found


def _first_of(events: Sequence[Event], seed: int | None, rows: Rows) -> list[str]:
    """The ids of those who go on from one event."""
    event, *others = events
    if others or event.qualify is None:
        raise StorslamError("say in one event before how many go on")
    ids = _ids(event)
    return [ids[row.id] for row in best(rows(event), event.qualify, seed)]


def best(rows: Sequence[Row], count: int, seed: int | None = None) -> list[Row]:
    """The best of these, by lot where some are level; NeedsLot where they are at the border."""
    lot = drawn(_level({row.id: row.total for row in rows}), seed)
    _refuse_level(rows, count, seed)
    places = {row.id: number for number, row in enumerate(rows)}
    first = {row.place: places[row.id] for row in reversed(rows)}
    order = {one: number for number, one in enumerate(lot)}
    return sorted(rows, key=lambda row: (first[row.place], order.get(row.id, 0)))[:count]


def _refuse_level(rows: Sequence[Row], count: int, seed: int | None) -> None:
    """NeedsLot where the last of so many and the next share their place, and no lot is drawn."""
    if seed is None and 0 < count < len(rows) and rows[count - 1].place == rows[count].place:
        raise NeedsLot("two pairs are level at the last place: draw a lot")


def _level(values: Mapping[str, Any]) -> list[str]:
    """Those who share their value with another."""
    counts = Counter(values.values())
    return [one for one, value in values.items() if counts[value] > 1]


def drawn(ids: Iterable[str], seed: int | None) -> list[str]:
    """These in an order drawn from a seed; nothing without one."""
    if seed is None:
        return []
    order = sorted(ids, key=id_order)
    Random(seed).shuffle(order)  # noqa: S311 - a lot that can be drawn again
    return order


def _ids(event: Event) -> dict[str, str]:
    return {code: str(pk) for code, pk in event.contestants.values_list("code", "pk")}


def of_contestants(ids: Sequence[str]) -> Field:
    """Those who go on, as they played the stage before, with new numbers."""
    rows = Contestant.objects.filter(pk__in=ids)
    found = {str(row.pk): row for row in rows.select_related("entry").prefetch_related("members")}
    numbered = {str(number): found[one] for number, one in enumerate(ids, 1)}
    people = tuple(
        Who(code, tuple(Person(m.name, m.number, m.club) for m in row.members.all()), row.name)
        for code, row in numbered.items()
    )
    return Field(people, {code: row.entry for code, row in numbered.items() if row.entry})


# --- The pot of the last chance


def pot_stage(event: Event) -> Stage | None:
    """The field that the pot of a last chance belongs to; None for an event of another kind."""
    stage = event.stage
    if stage.kind != StageKind.LAST_CHANCE or stage.discipline not in disciplines(stage.season):
        return None
    return field_stage(stage.season, stage.discipline)


def give_out_pot(event: Event, who: User, *, seed: int | None = None) -> int:
    """Offer the places of the pot to the best of an ended last chance; how many were offered.

    Pairs that hold a place are passed over. Raises NeedsLot where the last two are level.
    """
    stage = pot_stage(event)
    if stage is None or event.state != State.ENDED:
        raise StorslamError("only a last chance that has ended gives out the pot")
    entered = event.contestants.exclude(entry=None).prefetch_related("entry__roster")
    entries = {one.code: one.entry for one in entered}
    held = set(stage.places.filter(state__in=LIVE).values_list("entry__players", flat=True))
    without = {
        code
        for code, entry in entries.items()
        if not held & {one.player_id for one in entry.roster.all()}
    }
    pot = stage.places.filter(state=PlaceState.POT).count()
    rows = placed(event)
    ranked = best(rows, len(rows), seed)
    wanting = [row for row in ranked if row.id in without]
    _refuse_level(wanting, pot, seed)
    return give_pot(stage, [entries[row.id] for row in wanting], who)
