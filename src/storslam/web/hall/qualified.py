"""Who goes on from an event: the line in its standing, and what a correction does to it (S-11)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from storslam.errors import StorslamError
from storslam.scoring import Row
from storslam.web.acts.trail import named
from storslam.web.hall.field import GROUPED, NeedsLot, before, best, going_on, placed
from storslam.web.models import Contestant, Event, StageKind, Step
from storslam.web.scored import Move, shown


@dataclass(frozen=True, slots=True)
class Line:
    """Below whom the line is drawn, in a standing of which `count` go on.

    `further`: so many go on besides, out of all the stage's groups. `level`: the codes of those who
    share the places on both sides of it; of these go on `by_lot`, none as long as no lot is drawn.
    """

    below: str
    count: int
    further: int = 0
    level: tuple[str, ...] = ()
    by_lot: tuple[str, ...] = ()


def counts(event: Event) -> tuple[int | None, int]:
    """How many go on by the event's own standing, if it is said, and from all groups besides."""
    if (event.stage.discipline, event.stage.kind) != GROUPED:
        return event.qualify, 0
    selection = event.stage.season.book().table("final-selection")
    return selection["places-per-group"], selection["further-places"]


def line_of(event: Event, rows: Sequence[Row]) -> Line | None:
    """The line in a standing; None where nobody stays below it."""
    ranked, (count, further) = [row for row in rows if row.place], counts(event)
    if not count or len(ranked) <= count:
        return None
    last = ranked[count - 1]
    if last.place != ranked[count].place:
        return Line(last.id, count, further)
    level = tuple(row.id for row in ranked if row.place == last.place)
    return Line(level[-1], count, further, level, _by_lot(event, ranked, count, level))


def _by_lot(
    event: Event, ranked: Sequence[Row], count: int, level: Sequence[str]
) -> tuple[str, ...]:
    """Who of the level went on by the lot that was drawn."""
    later = successor(event)
    if later is None or event.group or seed_of(later) is None:
        return ()
    return tuple(row.id for row in best(ranked, count, seed_of(later)) if row.id in level)


# --- A stage as a whole


def stage_goes_on(events: Sequence[Event]) -> frozenset[str]:
    """The contestants (their keys, as text) who go on from these events of a stage, as shown.

    Nobody where nothing says how many, or a lot has still to be drawn.
    """
    later = successor(events[0])
    try:
        _, ids = going_on(events, seed_of(later) if later else None, _shown_rows)
    except StorslamError:
        return frozenset()
    return frozenset(ids)


def _shown_rows(event: Event) -> list[Row]:
    return [row for row in shown(event).standing.rows if row.place]


# --- The event that they go on to


def successor(event: Event) -> Event | None:
    """The event that was opened for those who go on from this one; None where there is none."""
    if event.stage.kind != StageKind.SEMIFINAL:
        return None
    later = Event.objects.filter(
        stage__season=event.stage.season,
        stage__discipline=event.stage.discipline,
        stage__kind=StageKind.FINAL,
    ).select_related("stage__season")
    return next((one for one in later if _opening(one)), None)


def seed_of(later: Event) -> int | None:
    """The seed of the lot that its field was drawn with."""
    step = _opening(later)
    seed: int | None = step.facts["seed"] if step else None
    return seed


def _opening(later: Event) -> Step | None:
    step = Step.objects.filter(act="open-event", about=named(later)).first()
    return step if step and step.facts["source"] == "final" else None


@dataclass(frozen=True, slots=True)
class Shift:
    """What a correction does to the field of a later event. `lot`: only a lot could tell."""

    event: Event
    comes: tuple[Contestant, ...] = ()
    goes: tuple[Contestant, ...] = ()
    lot: bool = False


def shift(event: Event, moves: Sequence[Move]) -> Shift | None:
    """Who would come into and leave the field of the event after; None where nothing changes."""
    later = successor(event)
    if later is None:
        return None
    moved = {move.code: move.after for move in moves}
    sources = before(later.stage)
    after = _goes_on(sources, seed_of(later), {event.pk: moved})
    was = _goes_on(sources, seed_of(later), {})
    if after is None or was is None:
        return Shift(later, lot=True) if was != after else None
    if after == was:
        return None
    return Shift(later, _people(after - was), _people(was - after))


def _goes_on(
    sources: Sequence[Event], seed: int | None, moved: Mapping[int, Mapping[str, Row | None]]
) -> frozenset[str] | None:
    """Who go on with these rows in place of those that are there; None where it takes a lot."""
    try:
        _, ids = going_on(sources, seed, lambda event: _with(event, moved.get(event.pk, {})))
    except NeedsLot:
        return None
    return frozenset(ids)


def _with(event: Event, moved: Mapping[str, Row | None]) -> list[Row]:
    """The event's placed rows with these in place of theirs, the best first."""
    if not moved:
        return placed(event)
    rows = {row.id: row for row in placed(event)} | moved
    there = [row for row in rows.values() if row and row.place]
    return sorted(there, key=lambda row: int(row.place.partition("/")[0]))


def _people(ids: frozenset[str]) -> tuple[Contestant, ...]:
    found = Contestant.objects.filter(pk__in=ids)
    return tuple(found.select_related("event").prefetch_related("members"))
