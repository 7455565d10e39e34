"""Draws: decided on the records as they are, stored as a new version, made again from that.

A draw that a change of holder has overtaken stays as it is until the office draws anew, or keeps it
and lets the new holder have the seat of the old one.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import Max

from storslam.errors import StorslamError
from storslam.web.acts.deciding import Decided, decided
from storslam.web.acts.places import LIVE, field
from storslam.web.acts.quotas import field_stage
from storslam.web.acts.trail import note
from storslam.web.models import (
    District,
    Draw,
    DrawKind,
    Entry,
    PlaceState,
    Result,
    Season,
    Stage,
    User,
    Venue,
)

POT = "pot"
Seats = dict[str, list[Any]]
"""By the id of a contestant in the facts: the number of its place, and the id of its entry."""


@dataclass(frozen=True, slots=True)
class Basis:
    """What a draw is made of: the facts without the lot, and who holds which place."""

    facts: dict[str, Any]
    seats: Seats

    @property
    def mark(self) -> str:
        """The mark of these facts: another one as soon as anything of them changes."""
        text = json.dumps([self.facts, self.seats], sort_keys=True, cls=DjangoJSONEncoder)
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Change:
    """A place that somebody else holds than in the draw; `POT`, an entry's id, or empty: nobody."""

    place: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Overtaken:
    """What has changed since a draw: holders, and ids of entries that have other values now."""

    changes: tuple[Change, ...]
    values: tuple[str, ...]

    @property
    def can_keep(self) -> bool:
        """Whether every new holder can have the seat of an old one."""
        return bool(self.changes) and all(one.before and one.after for one in self.changes)


def newest(stage: Stage, kind: str, venue: Venue | None = None) -> Draw | None:
    """The draw that counts."""
    draws = Draw.objects.filter(stage=stage, kind=kind, venue=venue)
    return draws.select_related("by", "stage__season").order_by("-version").first()


def overtaken(draw: Draw, basis: Basis) -> Overtaken | None:
    """What has changed since the draw; None for one that is up to date."""
    if draw.inputs == basis.mark:
        return None
    was, now = (dict(map(tuple, seats.values())) for seats in (draw.seats, basis.seats))
    changes = tuple(
        Change(number, was.get(number, ""), now.get(number, ""))
        for number in sorted(was.keys() | now.keys())
        if was.get(number) != now.get(number)
    )
    before, after = _values(draw.facts), _values(basis.facts)
    return Overtaken(changes, tuple(i for i in after if i in before and before[i] != after[i]))


def _values(facts: dict[str, Any]) -> dict[str, str]:
    """What the pairs were ranked by, and where they belong."""
    pairs = facts.get("pairs", ())
    return {pair["id"]: json.dumps(pair, sort_keys=True, cls=DjangoJSONEncoder) for pair in pairs}


def lock(stage: Stage) -> None:
    """Lock the stage for a draw; StorslamError once anything has been played in it."""
    Stage.objects.select_for_update().get(pk=stage.pk)
    refuse_played(stage)


def refuse_played(stage: Stage) -> None:
    """StorslamError when there is a result in the stage (S-11, S-14)."""
    if Result.objects.filter(event__stage=stage).exists():
        raise StorslamError("%(stage)s is being played: nothing is drawn anew", stage=str(stage))


def store(
    stage: Stage, kind: str, basis: Basis, made: Decided, who: User, act: str, **more: Any
) -> Draw:
    """Store a draw as a new version; the one that is there when it is the very same.

    Call it with the stage locked. `more`: `venue`, `seed`, `text` and facts for the trail.
    """
    venue, seed, text = more.pop("venue", None), more.pop("seed", 0), more.pop("text", "")
    latest = newest(stage, kind, venue)
    if latest and (latest.facts, latest.inputs) == (made.facts, basis.mark):
        return latest
    draw = Draw(stage=stage, kind=kind, venue=venue, seed=seed, facts=made.facts)
    draw.decision, draw.seats, draw.inputs = made.json, basis.seats, basis.mark
    _add(draw, who)
    told = f"{stage}: {text or draw.get_kind_display()}, version {draw.version}"
    note(act, draw, who, season=stage.season, text=told, decision=made, **more)
    return draw


def _add(draw: Draw, who: User) -> None:
    """Store a draw as the newest version of its kind."""
    kept = draw.stage.draws.filter(kind=draw.kind).aggregate(Max("version"))
    draw.version = (kept["version__max"] or 0) + 1
    draw.made, draw.by = draw.stage.season.now(), who
    draw.save(force_insert=True)


def same_again(draw: Draw) -> bool:
    """Whether the draw, made again from its facts and its seed, comes out the same."""
    made = decided(draw.stage.season, draw.decision["decision"], **draw.facts)
    return bool(made.result == draw.decision["result"])


def keep(draw: Draw, basis: Basis, who: User) -> Draw:
    """The draw as a new version in which each new holder of a place has the old one's seat.

    Call it with the stage locked. Raises StorslamError where a seat would be empty.
    """
    change = overtaken(draw, basis)
    if change is None:
        return draw
    if not change.can_keep:
        raise StorslamError("not every seat has a new holder: fill the places, or draw anew")
    now = dict(map(tuple, basis.seats.values()))
    seats = {one: [number, now[number]] for one, (number, _) in draw.seats.items()}
    kept = Draw(stage=draw.stage, kind=draw.kind, venue=draw.venue, seed=draw.seed)
    kept.facts, kept.decision, kept.seats = draw.facts, draw.decision, seats
    kept.inputs = basis.mark
    _add(kept, who)
    told = ", ".join(f"{one.place}: {one.before} → {one.after}" for one in change.changes)
    note("keep-draw", kept, who, season=draw.stage.season, text=f"{draw.stage}: {told}")
    return kept


def publish(draws: Iterable[Draw], who: User) -> int:
    """Publish these draws, those that are not yet; how many."""
    count = 0
    for draw in draws:
        at = draw.stage.season.now()
        if Draw.objects.filter(pk=draw.pk, published=None).update(published=at):
            text = f"{draw.stage}: {draw.get_kind_display()}, version {draw.version}"
            note("publish-draw", draw, who, season=draw.stage.season, text=text)
            count += 1
    return count


# --- The groups of the Open semifinal


def seeded_stage(season: Season) -> Stage:
    """The stage that is seeded into groups: the Open semifinal."""
    return field_stage(season, "open-pairs")


def groups_basis(stage: Stage) -> Basis:
    """The pairs that hold places with their values; a place in the pot is held (G-45)."""
    places = field(stage)
    held = [place for place in places if place.state in LIVE]
    pot = [place for place in places if place.state == PlaceState.POT]
    facts = {"pairs": [_pair(place.entry) for place in held], "places_held": len(pot)}
    seats: Seats = {str(place.entry_id): [place.number, str(place.entry_id)] for place in held}
    seats |= {f"last-chance-{n}": [place.number, POT] for n, place in enumerate(pot, 1)}
    return Basis(facts, seats)


def _pair(entry: Entry) -> dict[str, Any]:
    players = [row.player for row in entry.roster.all()]
    measures = ("master_points", "handicap", "ranking_points")
    values = {name: [getattr(player, name) for player in players] for name in measures}
    return {"id": str(entry.pk), "district": district_of(entry), **values}


def home_of(entry: Entry) -> District | None:
    """The district that the entry counts for; its first player's home where it was made without
    one, as the last chance's are."""
    homes = (row.player.district for row in entry.roster.all())
    return entry.district or next((home for home in homes if home), None)


def district_of(entry: Entry) -> str:
    """The code of the district that the entry counts for; empty for none."""
    home = home_of(entry)
    return home.code if home else ""


def draw_groups(stage: Stage, seed: int, who: User) -> Draw:
    """Seed the field and draw its groups from this seed, as a new version.

    It takes seconds, so it is done before the lock: raises StorslamError where the field changed
    meanwhile, was played, or cannot be drawn.
    """
    refuse_played(stage)
    basis = groups_basis(stage)
    made = decided(stage.season, "seed-groups", **basis.facts, lot_seed=seed)
    with transaction.atomic():
        lock(stage)
        if groups_basis(stage).mark != basis.mark:
            raise StorslamError("the field changed while it was drawn: draw again")
        return store(stage, DrawKind.GROUPS, basis, made, who, "draw-groups", seed=seed)


def keep_groups(stage: Stage, who: User) -> Draw:
    """Keep the groups; new holders have the old ones' seats."""
    with transaction.atomic():
        lock(stage)
        return keep(_drawn(stage), groups_basis(stage), who)


def publish_groups(stage: Stage, who: User) -> int:
    """Publish the groups; StorslamError while they are out of date."""
    with transaction.atomic():
        Stage.objects.select_for_update().get(pk=stage.pk)
        draw = _drawn(stage)
        if overtaken(draw, groups_basis(stage)):
            raise StorslamError("the draw is out of date: draw anew, or keep it")
        return publish([draw], who)


def _drawn(stage: Stage) -> Draw:
    draw = newest(stage, DrawKind.GROUPS)
    if draw is None:
        raise StorslamError("nothing is drawn yet")
    return draw
