"""Travel money, the EM fund and what organisers get: reckoned by decisions, every version kept."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Count

from storslam.errors import StorslamError
from storslam.web.acts.deciding import Decided, decided
from storslam.web.acts.money import ore_of, started
from storslam.web.acts.places import LIVE
from storslam.web.acts.trail import note
from storslam.web.models import (
    Allowance,
    Charge,
    ChargeKind,
    Discipline,
    District,
    Entry,
    PlaceState,
    Season,
    Source,
    StageKind,
    User,
)
from storslam.web.shown import kronor

ENTITLED = (Source.FIRST, Source.CHAMPIONS)
TEAM_DECISIONS = {
    StageKind.SEMIFINAL: "travel-team-semifinal",
    StageKind.FINAL: "travel-team-final",
}


@dataclass(frozen=True, slots=True)
class Claim:
    """A sum to reckon: the decision's name with its facts, and who gets it."""

    name: str
    about: str
    facts: Mapping[str, Any]
    district: District | None = None
    entry: Entry | None = None


def newest(season: Season) -> dict[str, Allowance]:
    """The version that counts, by what it is about."""
    rows = season.allowances.select_related("district", "entry").order_by("version")
    return {row.about: row for row in rows}


def reckon(season: Season, claim: Claim, who: User | str) -> Allowance:
    """Reckon a sum and keep it as a new version; the one there is where nothing has changed.

    Raises StorslamError while facts are missing.
    """
    made = decided(season, claim.name, **claim.facts)
    if made.missing:
        raise StorslamError("facts are missing: %(facts)s", facts=", ".join(made.missing))
    with transaction.atomic():
        Season.objects.select_for_update().get(pk=season.pk)
        before = season.allowances.filter(about=claim.about).order_by("version").last()
        ore = ore_of(made)
        if before and _given(before.facts) == _given(made.facts) and before.ore == ore:
            return before
        row = Allowance.objects.create(
            season=season,
            about=claim.about,
            version=before.version + 1 if before else 1,
            district=claim.district,
            entry=claim.entry,
            ore=ore,
            facts=made.facts,
            decision=made.json,
            made=season.now(),
        )
        note(
            "reckon-allowance",
            row,
            who,
            season=season,
            district=claim.district,
            text=f"{claim.about}: {f'{kronor(before.ore)} → ' if before else ''}{kronor(ore)}",
            decision=made,
        )
    return row


def _given(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts without the day of the book."""
    return {name: value for name, value in facts.items() if name != "on"}


def from_records(season: Season) -> Iterator[Claim]:
    """The sums whose facts the records tell: the Festival's by district, the EM fund's."""
    known = season.allowances.values_list("about", flat=True)
    districts = {district.pk: district for district in District.objects.all()}
    for discipline, kind in season.book().table("travel.festival.stages").items():
        counts = _festival(season, discipline, kind)
        for pk, district in districts.items():
            about = f"travel-festival {discipline} {district.code}"
            if pk in counts or about in known:
                entitled, final = counts.get(pk, (0, 0))
                facts = {
                    "district": district.code,
                    "discipline": discipline,
                    "entitled_pairs": entitled,
                    "final_pairs": final,
                }
                yield Claim("travel-festival", about, facts, district)
    yield from _em_fund(season)


def _festival(season: Season, discipline: str, kind: str) -> dict[int, tuple[int, int]]:
    """By district its entitled pairs, and how many of them have said that they come.

    In Open the pairs of the first apportionment are entitled, with the champions (SM-QUOTA-5, -6).
    """
    places = season.stages.get(discipline=discipline, kind=kind).places.filter(state__in=LIVE)
    if discipline == Discipline.OPEN_PAIRS:
        places = places.filter(source__in=ENTITLED)
    found: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    rows = places.exclude(entry__district=None).order_by().values_list("entry__district", "state")
    for district, state, count in rows.annotate(Count("pk")):
        found[district][0] += count
        found[district][1] += count if state != PlaceState.OFFERED else 0
    return {district: (entitled, final) for district, (entitled, final) in found.items()}


def _em_fund(season: Season) -> Iterator[Claim]:
    book = season.book()
    counted = book.value("em-fund.counted", tuple)
    for discipline in book.value("em-fund.disciplines", tuple):
        stages = season.stages.filter(discipline=discipline, kind__in=counted)
        pairs = sum(
            started(stage).count()
            if stage.kind == StageKind.QUALIFIER
            else stage.entries.filter(state="entered").count()
            for stage in stages
        )
        if pairs:
            facts = {"pairs": pairs, "discipline": discipline}
            yield Claim("em-fund", f"em-fund {discipline}", facts)


def stale(season: Season) -> list[tuple[Claim, Allowance | None]]:
    """The sums of the records that are not reckoned on the facts as they stand."""
    there = newest(season)
    return [
        (claim, there.get(claim.about))
        for claim in from_records(season)
        if claim.about not in there or _given(there[claim.about].facts) != claim.facts
    ]


def reckon_all(season: Season, who: User | str) -> int:
    """Reckon what is new or out of date; how many sums."""
    with transaction.atomic():
        found = stale(season)
        for claim, _before in found:
            reckon(season, claim, who)
    return len(found)


def team_claim(
    entry: Entry, kind: str, players: list[dict[str, Any]], amounts: Mapping[str, str]
) -> Claim:
    """A team's travel to its semifinal (with the office's amounts by district) or final."""
    name = TEAM_DECISIONS[StageKind(kind)]
    facts: dict[str, Any] = {"qualified_in": entry.district.code, "players": players}
    if kind == StageKind.SEMIFINAL:
        facts["sek_per_player"] = dict(amounts)
    return Claim(name, f"{name} entry {entry.pk}", facts, entry.district, entry)


def junior_claim(entry: Entry, facts: Mapping[str, Any]) -> Claim:
    """Juniors who travel together to a final."""
    return Claim("travel-junior", f"travel-junior entry {entry.pk}", facts, entry.district, entry)


def organiser_claim(district: District, costs: str) -> Claim:
    """What an organiser of a team semifinal had of costs, in kronor (SM-FEE-9, -10)."""
    about = f"organiser-costs {district.code}"
    return Claim("organiser-costs", about, {"costs": costs}, district)


def ledger(season: Season, district: District, charges: list[Charge]) -> Decided:
    """The district's account with the Federation, each sum by its decision (SM-FEE-8)."""
    rows = [row for row in newest(season).values() if row.district_id == district.pk]
    by_name: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        by_name[row.decision["decision"]].append(_given(row.facts))
    facts: dict[str, Any] = {
        "district": district.code,
        "festival": [
            {name: value for name, value in one.items() if name != "district"}
            for one in by_name["travel-festival"]
        ],
        "team_finalists": [
            player for one in by_name["travel-team-final"] for player in one["players"]
        ],
        "semifinal_costs": [one["costs"] for one in by_name["organiser-costs"]],
        "unreported": [
            {name: charge.decision["facts"][name] for name in ("discipline", "stage")}
            for charge in charges
            if charge.kind == ChargeKind.REPLACEMENT
        ],
    }
    teams = next((c for c in charges if c.kind == ChargeKind.TEAM_INVOICE), None)
    if teams:
        told = teams.decision["facts"]
        facts["teams"] = {"reported": told["reported"], "actual": told["actual"]}
    return decided(season, "district-ledger", **facts)
