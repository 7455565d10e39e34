"""Charges: what districts, pairs and teams owe, made from the season's records by decisions."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from fractions import Fraction
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from storslam.championship.calendar import instant, local_day
from storslam.championship.disciplines import if_known
from storslam.championship.money import ORE
from storslam.championship.money import due as last_day
from storslam.errors import StorslamError
from storslam.exchange.reference import reference
from storslam.web.acts.checking import TEAMS
from storslam.web.acts.deciding import Decided, decided
from storslam.web.acts.entries import PAIR
from storslam.web.acts.trail import named, note
from storslam.web.models import (
    Charge,
    ChargeKind,
    Discipline,
    District,
    Entry,
    EntryState,
    Payment,
    Place,
    PlaceState,
    Report,
    Season,
    SessionScore,
    Stage,
    StageKind,
    Step,
    TeamCount,
    User,
)

KEPT = (PlaceState.ACCEPTED, PlaceState.FILLED, PlaceState.PAID)
DERIVED = (ChargeKind.ENTRY_FEE, ChargeKind.TABLE_FEE, ChargeKind.TEAM_INVOICE)
_FIRST_NUMBER = 10_000  # so that no reference is too short to be told from other numbers
_LAST_MINUTE = time(23, 59, 59)


@dataclass(frozen=True, slots=True)
class Owed:
    """What the records say is owed; `about` tells for what. `count`: how many times the sum."""

    kind: ChargeKind
    about: str
    decision: Decided
    district: int | None = None
    entry: int | None = None
    due: datetime | None = None
    count: int = 1

    @property
    def ore(self) -> int:
        """The sum in öre."""
        return self.count * ore_of(self.decision)

    @property
    def stored(self) -> dict[str, Any]:
        """The decision as a charge keeps it."""
        return {**self.decision.json, "facts": self.decision.facts, "count": self.count}


def ore_of(decision: Decided) -> int:
    """The sum of a decision, in öre."""
    result = decision.result
    return int(Fraction(str(result["sek"] if "sek" in result else result["reimbursed"])) * ORE)


def with_paid(charges: QuerySet[Charge]) -> QuerySet[Charge]:
    """The charges, each with what has been `paid` and what is `left`; below zero: too much."""
    sums = Payment.objects.filter(charge=OuterRef("pk")).order_by().values("charge")
    paid = Coalesce(Subquery(sums.annotate(sum=Sum("ore")).values("sum")), 0)
    return charges.annotate(paid=paid, left=F("ore") - F("paid"))


def live(season: Season) -> QuerySet[Charge]:
    """The charges that are not taken back, with what is paid."""
    return with_paid(season.charges.filter(cancelled=None))


def with_names(charges: QuerySet[Charge]) -> QuerySet[Charge]:
    """The charges with all that tells who pays."""
    found = charges.select_related("district", "entry__stage")
    return found.prefetch_related("entry__roster__player")


def overdue(season: Season) -> QuerySet[Charge]:
    """The charges that are not wholly paid though their last moment is past."""
    return live(season).filter(left__gt=0, due__lt=season.now())


def bill(season: Season, who: User | str) -> tuple[int, int]:
    """Bring the charges up to the records; how many were made, and how many taken back.

    A charge whose sum changed is taken back and made anew, with a new reference, and keeps its
    payments. One that is wholly paid is never taken back: no rule pays it back.
    """
    with transaction.atomic():
        Season.objects.select_for_update().get(pk=season.pk)
        wanted = {one.about: one for one in owed(season)}
        there = {charge.about: charge for charge in live(season).filter(kind__in=DERIVED)}
        gone = [charge for charge in there.values() if _is_gone(charge, wanted.get(charge.about))]
        now = season.now()
        Charge.objects.filter(pk__in=[charge.pk for charge in gone]).update(cancelled=now)
        left = there.keys() - {charge.about for charge in gone}
        made = _made(season, [one for about, one in wanted.items() if about not in left], now)
        _move_payments(gone, made)
        if made or gone:
            note(
                "make-charges",
                season,
                who,
                season=season,
                at=now,
                text=f"+{len(made)} −{len(gone)}",
                made=[_said(charge) for charge in made],
                taken_back=[_said(charge) for charge in gone],
            )
    return len(made), len(gone)


def _is_gone(charge: Charge, wanted: Owed | None) -> bool:
    return charge.left > 0 if wanted is None else charge.ore != wanted.ore


def _said(charge: Charge) -> dict[str, Any]:
    return {"reference": charge.reference, "about": charge.about, "ore": charge.ore}


def _made(season: Season, found: Sequence[Owed], now: datetime) -> list[Charge]:
    """Store the charges; their references come from the numbers that the database gives them."""
    made = Charge.objects.bulk_create(
        Charge(
            season=season,
            kind=one.kind,
            about=one.about,
            district_id=one.district,
            entry_id=one.entry,
            ore=one.ore,
            due=one.due,
            reference=uuid4().hex[:20],
            decision=one.stored,
            made=now,
        )
        for one in found
    )
    for charge in made:
        charge.reference = reference(_FIRST_NUMBER + charge.pk)
    Charge.objects.bulk_update(made, ["reference"], batch_size=200)
    return made


def _move_payments(gone: Iterable[Charge], made: Iterable[Charge]) -> None:
    """What was paid on a charge counts for the one that was made instead."""
    new = {charge.about: charge for charge in made}
    for charge in gone:
        if charge.about in new:
            charge.payments.update(charge=new[charge.about])


def owed(season: Season) -> Iterator[Owed]:
    """All that is owed as the records stand: entry fees, teams reported, table fees."""
    fees = season.book().table("fees.entry")
    for stage in season.stages.all():
        if stage.discipline == Discipline.OPEN_TEAMS:
            continue  # its districts pay by the number of teams that they reported
        kinds = fees.get(stage.discipline, {})
        if stage.kind == StageKind.QUALIFIER and stage.kind in kinds:
            yield from _entry_fees_by_district(stage)
        elif stage.kind in kinds or (
            stage.discipline == Discipline.VETERAN_TEAMS and stage.kind == StageKind.FINAL
        ):
            yield from _entry_fees(stage)
    yield from _team_invoices(season)
    yield from _table_fees(season)


def started(stage: Stage) -> QuerySet[Entry]:
    """The entries that have points of a session, whatever became of them later."""
    return stage.entries.filter(Exists(SessionScore.objects.filter(entry=OuterRef("pk"))))


def by_district(entries: QuerySet[Entry]) -> dict[int, int]:
    """How many of the entries each district has, by its key."""
    rows = entries.exclude(district=None).order_by().values_list("district")
    return dict(rows.annotate(Count("pk")))


def _entry_fees_by_district(stage: Stage) -> Iterator[Owed]:
    """The district pays for all pairs that started, once it has reported its qualifier."""
    reported = set(
        Report.objects.filter(qualifier__stage=stage).values_list("qualifier__district", flat=True)
    )
    counts = {d: n for d, n in by_district(started(stage)).items() if d in reported}
    if not counts:
        return
    made = _entry_fee(stage, PAIR)
    codes = dict(District.objects.values_list("pk", "code"))
    for district, count in counts.items():
        about = f"entry-fee {stage.discipline} {stage.kind} {codes[district]}"
        yield Owed(ChargeKind.ENTRY_FEE, about, made, district, count=count)


def _entry_fees(stage: Stage) -> Iterator[Owed]:
    """Where the Federation takes the entries each pays its own."""
    entries = stage.entries.exclude(state=EntryState.WITHDRAWN).annotate(size=Count("roster"))
    made = {size: _entry_fee(stage, size) for size in {entry.size for entry in entries}}
    for entry in entries:
        about = f"entry-fee entry {entry.pk}"
        yield Owed(ChargeKind.ENTRY_FEE, about, made[entry.size], entry.district_id, entry.pk)


def _entry_fee(stage: Stage, players: int) -> Decided:
    """The entry fee of a pair or team; of veteran teams that of the first day."""
    facts = {"discipline": stage.discipline, "event": stage.kind, "players": players}
    if stage.discipline == Discipline.VETERAN_TEAMS:
        facts = {"discipline": stage.discipline, "event": stage.kind, "days": 1}
    return decided(stage.season, "entry-fee", **facts)


def _team_invoices(season: Season) -> Iterator[Owed]:
    """The open teams by district: the number reported, once it can no longer be corrected."""
    if may_report_teams(season):
        return
    reported = team_counts(season)
    stages = season.stages.filter(discipline=Discipline.OPEN_TEAMS, kind=StageKind.QUALIFIER)
    actual = {d: n for stage in stages for d, n in by_district(started(stage)).items()}
    codes = dict(District.objects.values_list("pk", "code"))
    for district in sorted(reported.keys() | actual.keys()):
        facts = {"reported": reported.get(district, 0), "actual": actual.get(district, 0)}
        made = decided(season, "team-count-invoice", **facts)
        about = f"team-count-invoice {codes[district]}"
        yield Owed(ChargeKind.TEAM_INVOICE, about, made, district)


def team_counts(season: Season) -> dict[int, int]:
    """The number of teams that each district reported last, by the district's key."""
    return dict(season.team_counts.order_by("pk").values_list("district", "teams"))


def may_report_teams(season: Season) -> bool:
    """Whether there is still time to report or correct the number of teams: the last day is not
    over, or not known yet."""
    if if_known(season.book(), "entry.open-teams.team-count-by") is None:
        return True
    made = decided(season, "team-count-correction", corrected_at=season.now())
    accepted: bool = made.result["accepted"]
    return accepted


def report_teams(season: Season, district: District, teams: int, who: User) -> TeamCount:
    """Report the number of teams, or correct it while there is time (SM-ENTRY-7)."""
    now = season.now()
    made = None
    if if_known(season.book(), "entry.open-teams.team-count-by") is not None:
        made = decided(season, "team-count-correction", corrected_at=now)
    if made and not made.result["accepted"]:
        raise StorslamError(
            "the number of teams could be reported until %(last_day)s",
            last_day=made.result["last_day"],
        )
    with transaction.atomic():
        count = TeamCount.objects.create(
            season=season, district=district, teams=teams, reported=now, by=who
        )
        text = f"{district}: {teams}"
        note(
            "report-teams",
            count,
            who,
            season=season,
            district=district,
            text=text,
            decision=made,
            at=now,
        )
    return count


def _table_fees(season: Season) -> Iterator[Owed]:
    """Every place that is taken, by the players of its holder."""
    known: dict[tuple[int, int], Decided] = {}
    for place in _taken(season):
        key = (place.stage_id, place.size)
        if key not in known and fits(place):
            known[key] = table_fee(place.stage, place.size)
        if key in known and ore_of(known[key]):
            yield Owed(
                ChargeKind.TABLE_FEE,
                about_place(place.pk, place.entry_id),
                known[key],
                place.entry.district_id,
                place.entry_id,
                due=_due(place),
            )


def _taken(season: Season) -> QuerySet[Place]:
    """The places that are taken, each with the `size` of its holder's roster."""
    found = Place.objects.filter(stage__season=season, state__in=KEPT).exclude(entry=None)
    return found.select_related("stage__season", "entry").annotate(size=Count("entry__roster"))


def fits(place: Place) -> bool:
    """Whether the holder has as many players as the stage allows; without that it has no fee."""
    if place.stage.discipline not in TEAMS:
        return bool(place.size == PAIR)
    facts = {"discipline": place.stage.discipline, "stage": place.stage.kind}
    made = decided(place.stage.season, "team-roster", players=place.size, **facts)
    allowed: bool = made.result["allowed"]
    return allowed


def unfit(season: Season) -> list[Place]:
    """The places whose fee cannot be reckoned: the roster is not one of the stage yet."""
    teams = _taken(season).filter(stage__discipline__in=TEAMS)
    return [place for place in teams.prefetch_related("entry__roster__player") if not fits(place)]


def table_fee(stage: Stage, players: int) -> Decided:
    """The table fee of so many players in the stage."""
    return decided(
        stage.season, "table-fee", discipline=stage.discipline, stage=stage.kind, players=players
    )


def about_place(place: int, entry: int | None) -> str:
    """What the table fee of an entry in a place is about."""
    return f"table-fee place {place} entry {entry}"


def _due(place: Place) -> datetime | None:
    """The last moment to pay: that of the book, or for who came in later when it accepted."""
    book = place.stage.season.book()
    last = last_day(book, place.stage.discipline, place.stage.kind)
    if last is None:
        return None
    moment = last if isinstance(last, datetime) else instant(book, last, _LAST_MINUTE)
    if place.state != PlaceState.FILLED:
        return moment
    accepted = local_day(book, place.since)  # pays on the day it accepts (G-43, G-67)
    return max(moment, instant(book, accepted, _LAST_MINUTE))


def replaced(season: Season, district: District) -> list[Place]:
    """The district's places that a reserve took, by the trail: they were offered anew."""
    found = season_places(season).filter(district=district, state__in=KEPT)
    there = {named(place): place for place in found}
    offers = Step.objects.filter(act="offer-place", about__in=there).values_list("about", flat=True)
    return [place for about, place in there.items() if about in set(offers)]


def season_places(season: Season) -> QuerySet[Place]:
    """The places of a season with what their steps ask for."""
    found = Place.objects.filter(stage__season=season).select_related("stage__season", "district")
    return found.select_related("entry").prefetch_related("entry__roster__player")


def bill_unreported(place: Place, who: User) -> Charge:
    """The district of a place pays for a replacement that it did not report (SM-PEN-6)."""
    season = place.stage.season
    if place.district is None or place not in replaced(season, place.district):
        raise StorslamError("only a district's place that a reserve took can be so")
    about = f"unreported-replacement place {place.pk} entry {place.entry_id}"
    facts = {"discipline": place.stage.discipline, "stage": place.stage.kind, "reported": False}
    with transaction.atomic():
        Season.objects.select_for_update().get(pk=season.pk)
        there = season.charges.filter(about=about, cancelled=None).first()
        if there:
            return there
        made = decided(season, "unreported-replacement", **facts)
        owes = Owed(ChargeKind.REPLACEMENT, about, made, place.district_id)
        (charge,) = _made(season, [owes], season.now())
        note(
            "charge-unreported",
            charge,
            who,
            season=season,
            district=place.district,
            text=f"{place.stage}, {place.number}",
            decision=made,
        )
    return charge
