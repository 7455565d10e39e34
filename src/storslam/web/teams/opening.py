"""Opening events of teams: from the venues, the semifinals' winners, the entries, or a file."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from storslam.championship.walkover import walkover_scale
from storslam.errors import StorslamError
from storslam.scoring import Contestant as Who
from storslam.scoring import victory_points
from storslam.web.acts.draws import overtaken
from storslam.web.acts.venues import order_basis, orders, teams
from storslam.web.hall.field import (
    Field,
    chosen,
    field_of,
    format_of,
    in_field,
    lock,
    name_of,
    store,
)
from storslam.web.models import (
    Discipline,
    District,
    Draw,
    Entry,
    Event,
    Stage,
    StageKind,
    User,
    rosters,
)
from storslam.web.models.event import Method
from storslam.web.teams.drawing import done, proposal
from storslam.web.teams.drawing import store as store_matches
from storslam.web.teams.kinds import CUP, CUP_SIZES, GREEN_LIFT, SERIES, VETERAN
from storslam.web.teams.matches import teams_now


def source_of(stage: Stage) -> str:
    """Where the teams of a stage come from: `venues`, `winners`, or `field`."""
    if stage.discipline == Discipline.OPEN_TEAMS:
        return {StageKind.SEMIFINAL: "venues", StageKind.FINAL: "winners"}.get(
            StageKind(stage.kind), "field"
        )
    return "field"


def described(stage: Stage, given: Mapping[str, Any]) -> dict[str, Any]:
    """How the matches of an event of the stage are drawn, as the event keeps it.

    `given`: `seed`, and where the stage leaves it to the organiser those of `_own`.
    """
    kind = VETERAN if stage.discipline == Discipline.VETERAN_TEAMS else SERIES
    found = _own(stage, given) if is_own(stage) else {"kind": kind, "options": {}}
    return {**found, "seed": given.get("seed") or 0, "sections": 2}


def _own(stage: Stage, given: Mapping[str, Any]) -> dict[str, Any]:
    """The organiser's own format: `boards` a match, and a series, the Green Lift, or a cup.

    With `rounds` the Green Lift is played, with `cup` a cup: `seeded` by number, or else by lot.
    Raises StorslamError for both, and for matches that no scale is made for.
    """
    boards, rounds = given.get("boards"), given.get("rounds")
    if not boards:
        raise StorslamError("say how many boards a match has")
    if given.get("cup"):
        if rounds:
            raise StorslamError("a cup and the green lift are two ways to play: choose one")
        options = {"boards": boards, "seeded": bool(given.get("seeded"))}
        return {"kind": CUP, "options": options}
    victory_points(0, boards, walkover_scale(stage.season.book()))
    kind = GREEN_LIFT if rounds else SERIES
    return {"kind": kind, "options": {"boards": boards, "rounds": rounds}}


def is_own(stage: Stage) -> bool:
    """Whether the organiser of the stage decides how many boards a match has."""
    return stage.discipline == Discipline.JUNIOR_TEAMS or (
        stage.discipline == Discipline.OPEN_TEAMS and stage.kind == StageKind.QUALIFIER
    )


def _more(movement: dict[str, Any], teams: int) -> dict[str, Any]:
    """The fields of an event of so many teams; StorslamError where no cup is made for them."""
    if movement["kind"] == CUP and teams not in CUP_SIZES:
        raise StorslamError(
            "a cup is made for %(sizes)s teams, not %(teams)s: play a series or the green lift, "
            "or let matches before the cup leave so many",
            sizes=", ".join(map(str, CUP_SIZES)),
            teams=teams,
        )
    return {"movement": movement, "method": Method.BUTLER, "sections_apart": True}


def open_field(
    stage: Stage, who: User, given: Mapping[str, Any], district: District | None = None
) -> Event:
    """Open the event of a stage for the teams that have entered it."""
    with transaction.atomic():
        stage = lock(stage)
        entries = in_field(stage, district)
        if not entries:
            raise StorslamError("nobody is in the field of %(stage)s", stage=str(stage))
        facts = {"source": "field", "district": district}
        name = name_of(stage, str(district or ""))
        more = _more(described(stage, given), len(entries))
        return store(stage, field_of(entries), name, who, facts=facts, **more)


def open_from_file(
    stage: Stage, people: Sequence[Who], name: str, who: User, given: Mapping[str, Any]
) -> Event:
    """Open an event of a stage for the teams of a file."""
    with transaction.atomic():
        more = _more(described(stage, given), len(people))
        return store(stage, Field(tuple(people), {}), name, who, **more)


def open_venues(stage: Stage, who: User) -> list[Event]:
    """Open a series at every venue, its matches in the order that was drawn and published.

    Raises StorslamError while an order is not published, or drawn on other teams.
    """
    with transaction.atomic():
        stage, made = lock(stage), format_of(stage)
        found, field = orders(stage, published=True), teams(stage)
        if not found:
            raise StorslamError("the order of matches is not published yet")
        events = []
        for draw in found.values():
            if draw.venue is None or overtaken(draw, order_basis(draw.venue, field)):
                raise StorslamError("the draw is out of date: draw anew, or keep it")
            events.append(_at_venue(stage, draw, who, made))
    return events


def _at_venue(stage: Stage, draw: Draw, who: User, made: Any) -> Event:
    venue = draw.venue.name if draw.venue else ""
    ids = [one["id"] for one in draw.facts["teams"]]
    entries = Entry.objects.prefetch_related(rosters()).in_bulk(
        [int(draw.seats[one][1]) for one in ids]
    )
    found = field_of(entries[int(draw.seats[one][1])] for one in ids)
    codes = {one: str(number) for number, one in enumerate(ids, 1)}
    rounds = [[[codes[a], codes[b]] for a, b in one] for one in draw.decision["result"]["rounds"]]
    movement = {**described(stage, {"seed": draw.seed}), "rounds": rounds}
    event = store(
        stage, found, name_of(stage, venue), who, decision=made, group=venue[:20], site=venue,
        facts={"source": "venues", "draw": draw.version}, **_more(movement, len(ids)),
    )  # fmt: skip
    now = teams_now(event)
    first = proposal(now)
    if first:
        store_matches(now, first.meetings)
        done(event, "draw-matches", who, f"{event}", draw=draw.version)
    return event


def open_final(stage: Stage, who: User, seed: int | None = None) -> Event:
    """Open the final series of the semifinals' winners, once each has one.

    `seed`: of the lot; NeedsLot where only a lot parts the best of a semifinal.
    """
    with transaction.atomic():
        stage = lock(stage)
        made, field = chosen(stage, seed)
        facts = {"source": "final", "seed": seed}
        more = _more(described(stage, {"seed": seed}), len(field.people))
        return store(stage, field, name_of(stage), who, decision=made, facts=facts, **more)
