"""Places: given out by the quota, accepted, paid, declined, filled; the last chance's pot.

A place is a small state machine. Every step names the version of the place that it was made on:
of two people who act on the same state, one gets the answer that it has changed.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from storslam.championship.calendar import day_over
from storslam.errors import StorslamError
from storslam.web.acts.checking import TEAMS
from storslam.web.acts.deciding import Decided, decided
from storslam.web.acts.outbox import write
from storslam.web.acts.qualifying import latest_reports
from storslam.web.acts.quotas import champions, frozen, qualifier_stage
from storslam.web.acts.trail import note
from storslam.web.models import (
    District,
    Entry,
    EntryState,
    FrozenQuota,
    Place,
    PlaceState,
    Source,
    Stage,
    User,
    rosters,
)

S = PlaceState
LIVE = frozenset({S.OFFERED, S.ACCEPTED, S.FILLED, S.PAID})
OPEN = frozenset({S.VACANT, S.DECLINED, S.FORFEITED})
_AFTER: Mapping[str, frozenset[str]] = {
    S.ACCEPTED: frozenset({S.OFFERED}),
    S.FILLED: frozenset({S.OFFERED}),
    S.PAID: frozenset({S.ACCEPTED, S.FILLED}),
    S.DECLINED: LIVE,
    S.FORFEITED: frozenset({S.OFFERED, S.ACCEPTED, S.FILLED}),
    S.OFFERED: OPEN | {S.POT},
    S.POT: OPEN,
    S.DROPPED: OPEN | LIVE,
}


@dataclass(frozen=True, slots=True)
class Proposal:
    """What becomes of a vacant place by the rules: where it goes, to whom, and until when.

    `goes_to` as the decision `vacancy` says it; `entry` None where no pair or team is next;
    `deadline`, after which it goes elsewhere.
    """

    goes_to: str
    entry: Entry | None
    deadline: datetime | None
    decision: Decided


def ranked_entries(stage: Stage) -> dict[str, list[Entry]]:
    """By district code the placed entries of the newest report, the best first."""
    reports = latest_reports(qualifier_stage(stage)).values()
    placed = [(r, row["entry"]) for r in reports for row in r.content if row["place"]]
    found = Entry.objects.in_bulk([pk for _, pk in placed])
    ranked: dict[str, list[Entry]] = defaultdict(list)
    for report, pk in placed:
        if pk in found and found[pk].state == EntryState.ENTERED:
            ranked[report.qualifier.district.code].append(found[pk])
    return ranked


def give_out(quota: FrozenQuota, who: User) -> int:
    """Make the places of a quota and offer each to its holder; how many were made.

    Where places are there already only what the quota adds is made: what it takes away is shown by
    `surplus` and taken away one by one, never silently.
    """
    stage = quota.stage
    with transaction.atomic():
        Stage.objects.select_for_update().get(pk=stage.pk)
        wanted = _wanted(quota)
        there: dict[tuple[str, str], int] = defaultdict(int)
        places = list(stage.places.select_related("district"))
        for place in places:
            if place.state != S.DROPPED:
                there[place.source, place.district.code if place.district else ""] += 1
        number = max((place.number for place in places), default=0)
        reserves = _free(stage, ranked_entries(stage))
        reigning = champions(stage)
        made = []
        for (source, code), count in wanted.items():
            for _ in range(count - there[source, code]):
                number += 1
                made.append(_new(stage, number, source, code, reserves, reigning))
        Place.objects.bulk_create(made)
        if made:
            note(
                "give-out-places",
                quota,
                who,
                season=stage.season,
                text=f"{stage}: {len(made)}",
                numbers=[place.number for place in made],
            )
    return len(made)


def _wanted(quota: FrozenQuota) -> dict[tuple[str, str], int]:
    """How many places of each source every district has by the quota, in the quota's order."""
    result = quota.decision["result"]
    home = quota.facts.get("champions_district")
    wanted = {}
    if home:
        wanted[Source.CHAMPIONS, home] = 1
    for code, count in result["first"].items():
        wanted[Source.FIRST, code] = count - (code == home)
    for code, count in result["second"].items():
        wanted[Source.SECOND, code] = count
    wanted[Source.LAST_CHANCE, ""] = _least_last_chance(quota.stage)
    return {key: count for key, count in wanted.items() if count}


def _least_last_chance(stage: Stage) -> int:
    if not stage.season.stages.filter(discipline=stage.discipline, kind="last-chance").exists():
        return 0
    made = decided(
        stage.season, "last-chance-places", discipline=stage.discipline, unfilled_places=0
    )
    places: int = made.result["places"]
    return places


def _new(
    stage: Stage,
    number: int,
    source: str,
    code: str,
    reserves: dict[str, list[Entry]],
    reigning: Entry | None,
) -> Place:
    """A new place, offered to its holder; vacant where the district has nobody."""
    place = Place(stage=stage, number=number, source=source, since=stage.season.now())
    if source == Source.LAST_CHANCE:
        place.state = S.POT
        return place
    place.district = District.objects.get(code=code)
    if source == Source.CHAMPIONS:
        place.entry = reigning
        if reigning in reserves.get(code, []):
            reserves[code].remove(reigning)
    elif reserves.get(code):
        place.entry = reserves[code].pop(0)
    place.state = S.OFFERED if place.entry else S.VACANT
    return place


def _free(stage: Stage, ranked: Mapping[str, Sequence[Entry]]) -> dict[str, list[Entry]]:
    """The ranked entries that hold no place and have declined none."""
    held = set(stage.places.filter(state__in=LIVE).values_list("entry", flat=True))
    return {
        code: [entry for entry in entries if entry.pk not in held and entry.declined is None]
        for code, entries in ranked.items()
    }


def surplus(quota: FrozenQuota) -> dict[str, int]:
    """By district code how many places more it holds than the quota gives it."""
    wanted: dict[str, int] = defaultdict(int)
    for (_source, code), count in _wanted(quota).items():
        wanted[code] += count
    places = quota.stage.places.exclude(state=S.DROPPED).exclude(district=None)
    there: dict[str, int] = defaultdict(int)
    for code in places.values_list("district__code", flat=True):
        there[code] += 1
    return {code: n - wanted[code] for code, n in there.items() if n > wanted[code]}


@dataclass(frozen=True, slots=True)
class Exchange:
    """A place whose holder the results no longer give it to, and who should have it."""

    place: Place
    entry: Entry


def exchanges(stage: Stage, ranked: Mapping[str, Sequence[Entry]] | None = None) -> list[Exchange]:
    """Who by these rankings, else the newest reports, should hold whose place in their district.

    Only a district's own places with pairs of its own are compared; declined pairs stay out.
    """
    by_code = ranked_entries(stage) if ranked is None else ranked
    held: dict[str, list[Place]] = defaultdict(list)
    for place in holders(field(stage)):
        own = place.entry and place.district and place.entry.district_id == place.district_id
        if own and place.source in {Source.FIRST, Source.SECOND}:
            held[place.district.code].append(place)
    return [
        found
        for code, places in held.items()
        if code in by_code
        for found in _exchanged(places, by_code[code])
    ]


def _exchanged(places: Sequence[Place], ranked: Sequence[Entry]) -> list[Exchange]:
    """The places of a district whose holders are not its best, the worst of them first."""
    able = [entry for entry in ranked if entry.declined is None and not entry.champions]
    order = {entry.pk: number for number, entry in enumerate(able)}
    has = {place.entry_id for place in places}
    missing = [entry for entry in able[: len(places)] if entry.pk not in has]
    rank = {place.pk: order.get(place.entry_id, len(able)) for place in places}
    wrong = sorted(places, key=lambda place: -rank[place.pk])[: len(missing)]
    return [Exchange(*pair) for pair in zip(wrong, missing, strict=True)]


def exchange(place: Place, version: int, who: User, reason: str) -> Place:
    """Give the place to whom the corrected results give it; with the reason."""
    if not reason.strip():
        raise StorslamError("an exchange needs a reason")
    with transaction.atomic():
        Stage.objects.select_for_update().get(pk=place.stage_id)
        due = next((e for e in exchanges(place.stage) if e.place.pk == place.pk), None)
        if due is None:
            raise StorslamError("the results give the place to its holder")
        facts = {"before": str(place.entry), "reason": reason}
        step = {"entry": due.entry, "allowed": LIVE, **facts}
        _step(place, version, S.OFFERED, who, "exchange-place", **step)
        tell(place)
    return place


def _step(place: Place, version: int, to: str, who: User | str, act: str, **more: Any) -> Place:
    """One step of a place on the state that it had at `version`; call it in a transaction."""
    changes = {name: more.pop(name) for name in ("entry", "district") if name in more}
    allowed = more.pop("allowed", _AFTER[to])
    at = more.pop("at", None) or place.stage.season.now()
    taken = Place.objects.filter(pk=place.pk, version=version, state__in=allowed).update(
        state=to, since=at, version=F("version") + 1, **changes
    )
    if not taken:
        raise StorslamError("somebody was faster, or the place has changed: look again")
    place.refresh_from_db()
    note(
        act,
        place,
        who,
        season=place.stage.season,
        district=place.district,
        at=at,
        text=f"{place.stage}, {place.number}: {place.entry or '–'}",
        **more,
    )
    return place


def accept(place: Place, version: int, who: User) -> Place:
    """The holder takes the place: filled where it is a reserve, else accepted.

    Raises StorslamError for a reserve that comes too late: the place is no longer the districts'.
    """
    to = S.ACCEPTED if _first_holder(version) else S.FILLED
    with transaction.atomic():
        if lapsed(place):
            raise StorslamError("the place had to be filled before: it goes to the last chance")
        return _step(place, version, to, who, "accept-place")


def _first_holder(version: int) -> bool:
    """Whether a place at this version is still with whom the quota gave it to."""
    return version == 1


def lapsed(place: Place) -> bool:
    """Whether the place is offered to a reserve who can no longer fill it in time (SM-VAC-7, -8).

    A place filled at the very moment of the deadline is filled in time.
    """
    stage = place.stage
    reserve = place.state == S.OFFERED and not _first_holder(place.version)
    if not reserve or place.source == Source.LAST_CHANCE or stage.discipline in TEAMS:
        return False
    until = _vacancy(stage, stage.season.now(), own=True, other=False).result["deadline"]
    return until is not None and stage.season.now() > datetime.fromisoformat(until)


def lapse(place: Place, version: int, who: User) -> Place:
    """An offer that nobody took in time ends: the place goes to the pot, the pair is not barred."""
    with transaction.atomic():
        if not lapsed(place):
            raise StorslamError("the offer still stands")
        made = _vacancy(place.stage, place.stage.season.now(), own=False, other=False)
        return _step(
            place, version, S.POT, who, "place-to-pot", entry=None, decision=made,
            allowed=frozenset({S.OFFERED}),
        )  # fmt: skip


def pay(place: Place, version: int, who: User | str, **facts: Any) -> Place:
    """The table fee is paid."""
    with transaction.atomic():
        return _step(place, version, S.PAID, who, "pay-place", **facts)


def decline(place: Place, version: int, who: User, at: datetime | None = None) -> Place:
    """The holder gives the place up, for good (SM-VAC-9). `at`: when it was told."""
    moment = at or place.stage.season.now()
    with transaction.atomic():
        made = decided(place.stage.season, "declined-place", declined=True)
        _step(place, version, S.DECLINED, who, "decline-place", decision=made, at=moment)
        Entry.objects.filter(pk=place.entry_id, declined=None).update(declined=moment)
    return place


def forfeit(place: Place, version: int, who: User | str) -> Place:
    """The place is lost because its fee was not paid in time (SM-FEE-6).

    Raises StorslamError while there is time.
    """
    stage = place.stage
    accepted = place.since if place.state == S.FILLED else None
    with transaction.atomic():
        made = decided(
            stage.season,
            "table-fee-deadline",
            discipline=stage.discipline,
            stage=stage.kind,
            paid_at=None,
            place_accepted_at=accepted,
            as_of=stage.season.now(),
        )
        if stage.season.now() < _over(stage, made.result["last"]):
            raise StorslamError("the fee can be paid until %(last)s", last=str(made.result["last"]))
        return _step(place, version, S.FORFEITED, who, "forfeit-place", decision=made)


def _over(stage: Stage, last: str) -> datetime:
    """The first moment after a day, or a moment itself, as a decision's JSON has them."""
    if "T" in last:
        return datetime.fromisoformat(last)
    return day_over(stage.season.book(), date.fromisoformat(last))


def propose(place: Place, context: "Line | None" = None, at: datetime | None = None) -> Proposal:
    """What becomes of a vacant place now, by the rules of vacancies (SM-VAC-2 … -9)."""
    stage = place.stage
    line = context or line_of(stage)
    moment = at or stage.season.now()
    home = place.district.code if place.district else ""
    following = decided(
        stage.season,
        "next-for-place",
        moment,
        district=home,
        next_in_line=[code for code in line.order if code != home],
        reserves={
            code: [str(entry.pk) for entry in line.reserves.get(code, ())]
            for code in {home, *line.order}
        },
        declined=[],
    )
    own = bool(line.reserves.get(home))
    found = following.result["pair"]
    if stage.discipline in TEAMS:  # the regulation's deadlines and pots are those of pairs
        goes_to = "next-district" if found else "smaller-field"
        return _proposal("same-district" if own else goes_to, found, None, following)
    made = _vacancy(stage, moment, own=own, other=found is not None and not own)
    deadline = made.result["deadline"]
    until = datetime.fromisoformat(deadline) if deadline else None
    return _proposal(made.result["goes_to"], found, until, made)


def _vacancy(stage: Stage, at: datetime, *, own: bool, other: bool) -> Decided:
    return decided(
        stage.season,
        "vacancy",
        at,
        discipline=stage.discipline,
        stage=stage.kind,
        at=at,
        district_has_next=own,
        other_district_has_next=other,
    )


def _proposal(
    goes_to: str, found: str | None, deadline: datetime | None, made: Decided
) -> Proposal:
    entry = None
    if found and goes_to in {"same-district", "next-district"}:
        entries = Entry.objects.select_related("district").prefetch_related(rosters())
        entry = entries.get(pk=found)
    return Proposal(goes_to, entry, deadline, made)


@dataclass(frozen=True, slots=True)
class Line:
    """Who may be offered places: districts next in line, and by district the free entries."""

    order: tuple[str, ...]
    reserves: Mapping[str, Sequence[Entry]]


def line_of(stage: Stage) -> Line:
    """The line of a field by its frozen quota and the newest reports."""
    quota = frozen(stage)
    order = tuple(quota.decision["result"]["next_in_line"]) if quota else ()
    return Line(order, _free(stage, ranked_entries(stage)))


def fill(place: Place, version: int, who: User) -> Place:
    """Do with a vacant place what the rules propose now: offer it, or move it to the pot."""
    with transaction.atomic():
        Stage.objects.select_for_update().get(pk=place.stage_id)
        proposal = propose(place)
        if proposal.entry:
            try:
                _step(
                    place,
                    version,
                    S.OFFERED,
                    who,
                    "offer-place",
                    entry=proposal.entry,
                    decision=proposal.decision,
                    goes_to=proposal.goes_to,
                )
            except IntegrityError:
                raise StorslamError("this pair holds a place of the field already") from None
            tell(place)
            return place
        to = S.POT if proposal.goes_to == "last-chance" else S.DROPPED
        act = "place-to-pot" if to == S.POT else "drop-place"
        return _step(place, version, to, who, act, decision=proposal.decision)


def take_away(place: Place, version: int, who: User, reason: str) -> Place:
    """Take a place away because a corrected quota gives the district fewer; with the reason."""
    with transaction.atomic():
        quota = frozen(place.stage)
        code = place.district.code if place.district else ""
        if quota is None or not surplus(quota).get(code):
            raise StorslamError("the quota gives the district this place")
        return _step(place, version, S.DROPPED, who, "drop-place", reason=reason)


def give_pot(stage: Stage, entries: Sequence[Entry], who: User) -> int:
    """Give the places of the pot to the last chance's entries, the best first; how many."""
    with transaction.atomic():
        Stage.objects.select_for_update().get(pk=stage.pk)
        pot = list(stage.places.filter(state=S.POT))
        live = stage.places.filter(state__in=LIVE)
        held = set(live.values_list("entry__players", flat=True))
        wanting = [
            entry for entry in entries if not held & {r.player_id for r in entry.roster.all()}
        ]
        for place, entry in zip(pot, wanting, strict=False):
            _step(place, place.version, S.OFFERED, who, "offer-place", entry=entry)
            tell(place)
    return min(len(pot), len(wanting))


def tell(place: Place) -> None:
    """Write to the players who are offered a place."""
    for row in place.entry.roster.select_related("player") if place.entry else ():
        body = _("You are offered a place in %(stage)s. Tell your district whether you take it.")
        write(
            row.player.email,
            _("A place in %(stage)s") % {"stage": place.stage},
            body % {"stage": place.stage},
            f"place {place.pk} version {place.version} player {row.player_id}",
        )


def field(stage: Stage) -> list[Place]:
    """The places of a field with their holders, in the order of their numbers."""
    return list(
        stage.places.select_related("district", "entry__district", "stage__season")
        .prefetch_related(rosters("entry__roster"))
        .order_by("number")
    )


def holders(places: Iterable[Place]) -> list[Place]:
    """Those of the places that are held."""
    return [place for place in places if place.state in LIVE]
