"""Venues of the team semifinals: where they are, who plays where, by choice or by lot, and when.

The office adopts an allotment: how many teams of each district play at each venue. Each district
then says which of its teams goes where; what it has not said in time a lot may say for it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError
from django.utils import timezone

from storslam.errors import StorslamError
from storslam.exchange.venues import VenueRow
from storslam.web.acts import draws
from storslam.web.acts.deciding import Decided, decided
from storslam.web.acts.draws import Basis, district_of
from storslam.web.acts.places import LIVE
from storslam.web.acts.quotas import field_stage
from storslam.web.acts.trail import note
from storslam.web.models import (
    Distance,
    District,
    Draw,
    DrawKind,
    Entry,
    Place,
    Season,
    Stage,
    User,
    Venue,
    VenueChoice,
    rosters,
)

Allotment = Mapping[str, Mapping[str, int]]
"""By the name of a venue the number of teams of each district, by its code."""


def stage_of(season: Season) -> Stage:
    """The stage that is played at venues: the semifinal of the open teams."""
    return field_stage(season, "open-teams")


def teams(stage: Stage) -> list[Place]:
    """The places of the teams that are in the field, with where each has chosen to play."""
    return list(
        stage.places.filter(state__in=LIVE)
        .select_related("entry__district", "entry__venue_choice__venue")
        .prefetch_related(rosters("entry__roster"))
    )


def listed(season: Season) -> list[Venue]:
    """The venues with their distances."""
    found = season.venues.select_related("district")
    return list(found.prefetch_related("distances__district").order_by("pk"))


# --- The table of venues


def store_venues(season: Season, rows: Sequence[VenueRow], who: User) -> int:
    """Make the venues what these rows say: all of them, and no others. Gives how many.

    Raises StorslamError, and stores nothing, when a venue that is gone has been drawn or chosen.
    """
    with transaction.atomic():
        draws.lock(stage_of(season))
        gone = season.venues.exclude(name__in=[row.name for row in rows])
        for venue in gone:
            _remove(venue)
        for row in rows:
            _put(season, row)
        text = ", ".join(row.name for row in rows)
        note("store-venues", season, who, season=season, text=text, venues=_plain(rows))
    return len(rows)


def _plain(rows: Iterable[VenueRow]) -> dict[str, Any]:
    """The rows as the trail keeps them."""
    return {row.name: {"district": row.district, "km": dict(row.km)} for row in rows}


def store_venue(season: Season, row: VenueRow, who: User, venue: Venue | None = None) -> Venue:
    """Store one venue, as a new one or in the place of `venue`."""
    with transaction.atomic():
        draws.lock(stage_of(season))
        if season.venues.filter(name=row.name).exclude(pk=venue.pk if venue else None).exists():
            raise StorslamError("%(name)s is there twice", name=row.name)
        if venue and venue.name != row.name:
            Venue.objects.filter(pk=venue.pk).update(name=row.name)
        stored = _put(season, row)
        note("store-venues", stored, who, season=season, text=row.name, venues=_plain([row]))
    return stored


def remove_venue(venue: Venue, who: User) -> None:
    """Remove a venue that no team has chosen and nothing was drawn for."""
    with transaction.atomic():
        draws.lock(stage_of(venue.season))
        note("remove-venue", venue, who, season=venue.season, text=venue.name)
        _remove(venue)


def _remove(venue: Venue) -> None:
    try:
        venue.delete()
    except ProtectedError:
        raise StorslamError("%(name)s is chosen or drawn: it stays", name=venue.name) from None


def _put(season: Season, row: VenueRow) -> Venue:
    districts = {district.code: district for district in District.objects.all()}
    venue, _new = Venue.objects.update_or_create(
        season=season, name=row.name, defaults={"district": districts[row.district]}
    )
    venue.distances.all().delete()
    Distance.objects.bulk_create(
        [Distance(venue=venue, district=districts[code], km=km) for code, km in row.km.items()]
    )
    return venue


# --- The allotment


def basis(stage: Stage) -> Basis:
    """The number of teams of each district, the venues and the distances."""
    return basis_of(listed(stage.season), teams(stage))


def basis_of(venues: Iterable[Venue], field: Iterable[Place]) -> Basis:
    """The basis of an allotment to these venues of the teams that hold these places."""
    counts = Counter(district_of(place.entry) for place in field if place.entry)
    km: dict[str, dict[str, int]] = {code: {} for code in sorted(counts)}
    for venue in venues:
        for distance in venue.distances.all():
            km.setdefault(distance.district.code, {})[venue.name] = distance.km
    where = [{"name": venue.name, "district": venue.district.code} for venue in venues]
    return Basis({"teams": dict(sorted(counts.items())), "venues": where, "km": km}, {})


def proposed(stage: Stage, now: Basis) -> Decided:
    """The allotment with the least kilometres, or why there is none (SM-TSF-4, -5)."""
    return decided(stage.season, "venues", **now.facts)


def adopt(stage: Stage, who: User) -> Draw:
    """Make the proposal the basis of the districts' choices."""
    with transaction.atomic():
        draws.lock(stage)
        now = basis(stage)
        made = proposed(stage, now)
        if not made.result.get("assignment"):
            raise StorslamError("there is no allotment to adopt")
        return draws.store(stage, DrawKind.VENUES, now, made, who, "adopt-venues")


def deviate(
    stage: Stage, wanted: Allotment, who: User, *, reason: str = "", consulted: bool = False
) -> Draw:
    """Adopt another allotment; where it breaks the limits, with what was said (SM-TSF-6).

    Raises StorslamError unless it holds every team, and for a deviation that nobody was asked
    about or that has no reason.
    """
    with transaction.atomic():
        draws.lock(stage)
        now = basis(stage)
        _refuse_other_counts(wanted, now.facts["teams"])
        facts = {name: now.facts[name] for name in ("venues", "km")}
        made = decided(
            stage.season,
            "venue-check",
            assignment={name: dict(here) for name, here in wanted.items()},
            deviation_consulted=consulted,
            **facts,
        )
        _refuse_not_allowed(made, reason)
        return draws.store(
            stage, DrawKind.VENUES, now, made, who, "deviate-venues", reason=reason[:500]
        )


def _refuse_other_counts(wanted: Allotment, counts: Mapping[str, int]) -> None:
    given = Counter[str]()
    for here in wanted.values():
        given.update(here)
    names = dict(District.objects.values_list("code", "name"))
    for code in sorted(given.keys() | counts.keys()):
        if given[code] != counts.get(code, 0):
            raise StorslamError(
                "%(district)s has %(teams)s teams, but %(places)s places at venues",
                district=names[code],
                teams=counts.get(code, 0),
                places=given[code],
            )


def _refuse_not_allowed(made: Decided, reason: str) -> None:
    if made.missing:
        raise StorslamError("distances are missing: %(which)s", which=", ".join(made.missing))
    for name, count in made.result["too_full"].items():
        raise StorslamError("%(venue)s has %(count)s teams: too many", venue=name, count=count)
    if not made.result["allowed"]:
        raise StorslamError("this breaks the limits: it needs that all concerned were asked")
    if made.result["over"] and not reason:
        raise StorslamError("a deviation needs its reason")


def allotment(draw: Draw | None) -> Allotment:
    """The allotment of a draw, adopted as proposed or with a deviation."""
    if draw is None:
        return {}
    found: Allotment = draw.decision["result"].get("assignment") or draw.facts["assignment"]
    return found


def places_of(allotted: Allotment, code: str) -> dict[str, int]:
    """How many teams of that district play at which venue."""
    return {name: here[code] for name, here in allotted.items() if here.get(code)}


# --- The districts' choices


@dataclass(frozen=True, slots=True)
class Board:
    """A district's teams and the venues it has: whether its choice stands, and how it came."""

    district: District
    allotted: Mapping[str, int]
    teams: tuple[Entry, ...]

    @property
    def chosen(self) -> bool:
        """Whether every team has a venue and all together fill what is allotted."""
        chosen = [choice_of(team) for team in self.teams]
        return all(chosen) and self.allotted == Counter(c.venue.name for c in chosen if c)

    @property
    def by_lot(self) -> bool:
        """Whether a lot chose."""
        return any(choice.by_lot for team in self.teams if (choice := choice_of(team)))


def choice_of(team: Entry) -> VenueChoice | None:
    """Where a team has chosen to play."""
    return getattr(team, "venue_choice", None)


def boards(field: Iterable[Place], allotted: Allotment) -> list[Board]:
    """The board of every district that has a team in the field."""
    by_district: dict[District, list[Entry]] = defaultdict(list)
    for place in field:
        if place.entry and place.entry.district:
            by_district[place.entry.district].append(place.entry)
    ordered = sorted(by_district, key=lambda district: bytes(district.sort_key))
    return [Board(d, places_of(allotted, d.code), tuple(by_district[d])) for d in ordered]


def deadline(season: Season) -> Decided | None:
    """Until when the districts choose, and whether now is in time (SM-TSF-9).

    None while the edition does not say when the quarterfinal is over.
    """
    last_day = season.book().find("events.open-teams.qualifier.last-day")
    if last_day is None:
        return None
    today = timezone.localdate(season.now(), season.edition.zone)
    return decided(
        season, "venue-choice-deadline", quarterfinal_last_day=last_day.value, reported_on=today
    )


def is_over(made: Decided | None) -> bool:
    """Whether the time to choose is over."""
    return made is not None and not made.result["in_time"]


def choose(
    stage: Stage, district: District, wanted: Mapping[int, int], who: User, *, late: bool = False
) -> None:
    """Store where each team of a district plays: by the entry's id the venue's.

    `late`: also after the deadline, which only the office may. Raises StorslamError unless the
    choice is for all teams and fills what is allotted.
    """
    with transaction.atomic():
        draws.lock(stage)
        made = deadline(stage.season)
        if not late:
            _refuse_closed(stage, made)
        board = _board(stage, district)
        venues = {venue.pk: venue for venue in stage.season.venues.all()}
        if set(wanted) != {team.pk for team in board.teams} or set(wanted.values()) - set(venues):
            raise StorslamError("the form is not complete")
        if board.allotted != Counter(venues[pk].name for pk in wanted.values()):
            raise StorslamError("this is not what the district has: the venues count %(venues)s",
                                venues=_counted(board.allotted))  # fmt: skip
        _store(board, {team: venues[pk] for team, pk in wanted.items()}, who, made, by_lot=False)


def _counted(allotted: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in allotted.items())


def _refuse_closed(stage: Stage, made: Decided | None) -> None:
    if made and is_over(made):
        raise StorslamError(
            "the choice closed with %(day)s: ask the office", day=made.result["last_day"]
        )
    if stage.draws.filter(kind=DrawKind.ORDER).exclude(published=None).exists():
        raise StorslamError("the schedule is published: ask the office")


def _board(stage: Stage, district: District) -> Board:
    allotted = allotment(draws.newest(stage, DrawKind.VENUES))
    for board in boards(teams(stage), allotted):
        if board.district == district:
            return board
    raise StorslamError("%(district)s has no team in the semifinal", district=district.name)


def _store(
    board: Board, wanted: Mapping[int, Venue], who: User, made: Decided | None, *, by_lot: bool
) -> None:
    """Store a district's choice; one that stands already is harmless."""
    before = {t.pk: (c.venue, c.by_lot) for t in board.teams if (c := choice_of(t))}
    if before == {pk: (venue, by_lot) for pk, venue in wanted.items()}:
        return
    season = next(iter(wanted.values())).season
    for pk, venue in wanted.items():
        VenueChoice.objects.update_or_create(
            entry_id=pk,
            defaults={"venue": venue, "by_lot": by_lot, "chosen": season.now()},
        )
    text = ", ".join(f"{team}: {wanted[team.pk].name}" for team in board.teams)
    note(
        "lot-venues" if by_lot else "choose-venues",
        board.district,
        who,
        season=season,
        district=board.district,
        text=text,
        decision=made,
    )


def draw_lots(stage: Stage, seed: int, who: User) -> Draw:
    """Draw by lot the venues of the districts that did not choose in time (SM-TSF-11)."""
    with transaction.atomic():
        draws.lock(stage)
        allotted = allotment(draws.newest(stage, DrawKind.VENUES))
        late = [board for board in boards(teams(stage), allotted) if not board.chosen]
        if not allotted or not late:
            raise StorslamError("no district is left to draw for")
        if not is_over(deadline(stage.season)):
            raise StorslamError("the districts can still choose")
        facts = {"late": [_late(board) for board in late]}
        made = decided(stage.season, "venue-lot", **facts, lot_seed=seed)
        text = ", ".join(board.district.name for board in late)
        draw = draws.store(
            stage,
            DrawKind.VENUE_LOT,
            Basis(facts, {}),
            made,
            who,
            "draw-lots",
            seed=seed,
            text=text,
        )
        venues = {venue.name: venue for venue in stage.season.venues.all()}
        for board in late:
            drawn = made.result["drawn"][board.district.code]
            _store(board, {int(t): venues[v] for t, v in drawn.items()}, who, made, by_lot=True)
    return draw


def _late(board: Board) -> dict[str, Any]:
    return {
        "district": board.district.code,
        "teams": [str(team.pk) for team in board.teams],
        "venues": sorted(Counter(board.allotted).elements()),
    }


# --- The order of matches, and publication


def order_basis(venue: Venue, field: Iterable[Place]) -> Basis:
    """The teams that play at a venue, and their places."""
    here = [p for p in field if p.entry and (c := choice_of(p.entry)) and c.venue_id == venue.pk]
    rows = [{"id": str(p.entry_id), "district": district_of(p.entry)} for p in here]
    return Basis({"teams": rows}, {str(p.entry_id): [p.number, str(p.entry_id)] for p in here})


def orders(stage: Stage, *, published: bool = False) -> dict[int, Draw]:
    """By venue the newest order of its matches; or the newest that is published."""
    found = stage.draws.filter(kind=DrawKind.ORDER).select_related("venue").order_by("version")
    found = found.exclude(published=None) if published else found
    return {draw.venue_id: draw for draw in found if draw.venue_id}


def gate(stage: Stage, found: Iterable[Board]) -> Decided:
    """Whether names and schedule may be published: when all districts have chosen (SM-TSF-10)."""
    found = list(found)
    return decided(
        stage.season,
        "venue-publication",
        districts=[board.district.code for board in found],
        chosen=[board.district.code for board in found if board.chosen],
    )


def draw_orders(stage: Stage, seed: int, who: User) -> list[Draw]:
    """Draw the order of matches at every venue that somebody plays at, from one seed."""
    with transaction.atomic():
        draws.lock(stage)
        field = teams(stage)
        _refuse_waiting(stage, field)
        made = []
        for venue in stage.season.venues.all():
            now = order_basis(venue, field)
            if now.seats:
                order = decided(stage.season, "six-team-order", **now.facts, lot_seed=seed)
                more = {"venue": venue, "seed": seed, "text": venue.name}
                made.append(
                    draws.store(stage, DrawKind.ORDER, now, order, who, "draw-order", **more)
                )
    return made


def keep_order(stage: Stage, venue: Venue, who: User) -> Draw:
    """Keep the order at a venue; new teams have the old ones' seats."""
    with transaction.atomic():
        draws.lock(stage)
        draw = draws.newest(stage, DrawKind.ORDER, venue)
        if draw is None:
            raise StorslamError("nothing is drawn yet")
        return draws.keep(draw, order_basis(venue, teams(stage)), who)


def publish(stage: Stage, who: User) -> int:
    """Publish teams and schedules; StorslamError while a district or an order is not ready."""
    with transaction.atomic():
        Stage.objects.select_for_update().get(pk=stage.pk)
        field = teams(stage)
        _refuse_waiting(stage, field)
        found = orders(stage)
        for venue in stage.season.venues.all():
            now = order_basis(venue, field)
            draw = found.get(venue.pk)
            if now.seats and (draw is None or draws.overtaken(draw, now)):
                raise StorslamError("%(venue)s: the order is not drawn on these teams",
                                    venue=venue.name)  # fmt: skip
        return draws.publish(found.values(), who)


def _refuse_waiting(stage: Stage, field: Iterable[Place]) -> None:
    found = boards(field, allotment(draws.newest(stage, DrawKind.VENUES)))
    if not found:
        raise StorslamError("no team has a place yet")
    waiting = gate(stage, found).result["waiting_for"]
    if waiting:
        names = [str(board.district) for board in found if board.district.code in waiting]
        raise StorslamError("not all have chosen: %(districts)s", districts=", ".join(names))
