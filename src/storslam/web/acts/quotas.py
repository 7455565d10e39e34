"""The quota of a discipline on the reports as they stand, and as frozen."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from django.db import transaction

from storslam.errors import StorslamError
from storslam.web.acts.deciding import Decided, decided
from storslam.web.acts.qualifying import latest_reports
from storslam.web.acts.trail import note
from storslam.web.models import (
    Discipline,
    District,
    Entry,
    FrozenQuota,
    Report,
    Season,
    Stage,
    StageKind,
    User,
)


@dataclass(frozen=True, slots=True)
class Count:
    """What a quota is made of: starts and report versions by district code, and who is missing."""

    starts: dict[str, int]
    reports: dict[str, int]
    missing: tuple[District, ...]
    late: tuple[District, ...]


def disciplines(season: Season) -> list[str]:
    """The disciplines with a quota, in their order."""
    table = season.book().table("places")
    return [name for name in Discipline.values if "first" in table.get(name, {})]


def field_stage(season: Season, discipline: str) -> Stage:
    """The stage that the places of a discipline are for."""
    kind = season.book().value(f"places.{discipline}.stage", str)
    return Stage.objects.select_related("season").get(
        season=season, discipline=discipline, kind=kind
    )


def qualifier_stage(stage: Stage) -> Stage:
    """The qualifiers that feed a field."""
    return Stage.objects.select_related("season").get(
        season=stage.season, discipline=stage.discipline, kind=StageKind.QUALIFIER
    )


def counted(stage: Stage) -> Count:
    """The starts by the newest reports; a district without a report has none, and is named."""
    reports = latest_reports(qualifier_stage(stage))
    districts = list(District.objects.all())
    return Count(
        starts={d.code: reports[d.pk].starts if d.pk in reports else 0 for d in districts},
        reports={d.code: reports[d.pk].version for d in districts if d.pk in reports},
        missing=tuple(d for d in districts if d.pk not in reports),
        late=tuple(d for d in districts if d.pk in reports and not reports[d.pk].in_time),
    )


def champions(stage: Stage) -> Entry | None:
    """The reigning champions' entry, where they take up their place."""
    return (
        Entry.objects.filter(
            stage=qualifier_stage(stage), champions=True, state="entered", declined=None
        )
        .select_related("district")
        .first()
    )


def facts_of(
    stage: Stage, starts: Mapping[str, int], lot: list[str] | None = None
) -> dict[str, Any]:
    """The facts of the decision `quota`: starts, champions, last year's decimals, the lot."""
    facts: dict[str, Any] = {"discipline": stage.discipline, "starts": dict(starts)}
    reigning = champions(stage)
    if reigning and reigning.district:
        facts["champions_district"] = reigning.district.code
    decimals = _last_year(stage)
    if decimals:
        facts["last_year_remainders"] = {c: d for c, d in decimals.items() if c in starts}
    if lot:
        facts["lot"] = lot
    return facts


def _last_year(stage: Stage) -> dict[str, str]:
    """The decimals of last season's comparison numbers that gave no place."""
    before = Season.objects.filter(starts__lt=stage.season.starts).order_by("-starts").first()
    frozen = (
        before
        and FrozenQuota.objects.filter(
            stage__season=before, stage__discipline=stage.discipline, stage__kind=stage.kind
        ).last()
    )
    if not frozen:
        return {}
    *_, comparison = frozen.decision["result"]["comparison"].values()
    return {code: str(Fraction(number) % 1) for code, number in comparison.items()}


def reckoned(stage: Stage, starts: Mapping[str, int], lot: list[str] | None = None) -> Decided:
    """The quota on these starts."""
    return decided(stage.season, "quota", **facts_of(stage, starts, lot))


def margins(
    stage: Stage, starts: Mapping[str, int], code: str, lot: list[str] | None = None
) -> Decided:
    """How far the district of that code is from a place more or less."""
    facts = facts_of(stage, starts, lot) | {"district": code}
    return decided(stage.season, "quota-sensitivity", **facts)


def frozen(stage: Stage) -> FrozenQuota | None:
    """The quota that counts."""
    return stage.quotas.last()


def lot_of(quota: FrozenQuota | None) -> list[str] | None:
    """The lot that was drawn for a quota; None where none was."""
    return quota.facts.get("lot") if quota else None


def changed_reports(stage: Stage, quota: FrozenQuota) -> list[Report]:
    """The reports that came in or changed after the quota was frozen."""
    return [
        report
        for report in latest_reports(qualifier_stage(stage)).values()
        if quota.reports.get(report.qualifier.district.code) != report.version
    ]


def drawn(seed: int) -> list[str]:
    """The districts in the order that a lot from this seed gives."""
    codes = sorted(District.objects.values_list("code", flat=True))
    return Random(seed).sample(codes, len(codes))  # noqa: S311 (a lot that can be drawn again)


def freeze(stage: Stage, who: User, seed: int | None = None) -> FrozenQuota:
    """Freeze the quota with the versions of its reports, as a new version.

    `seed`: of the lot, where one is needed; a lot drawn before stands without it. Raises
    StorslamError while a lot is needed without a seed, or nothing has been reported.
    """
    with transaction.atomic():
        Stage.objects.select_for_update().get(pk=stage.pk)
        count = counted(stage)
        latest = frozen(stage)
        lot = drawn(seed) if seed is not None else lot_of(latest)
        made = reckoned(stage, count.starts, lot)
        if made.result.get("needs_lot"):
            raise StorslamError(
                "a lot must decide between %(districts)s: give its seed",
                districts=", ".join(made.result["needs_lot"]),
            )
        if latest and latest.facts == made.facts and latest.reports == count.reports:
            return latest
        stored = FrozenQuota.objects.create(
            stage=stage,
            version=latest.version + 1 if latest else 1,
            facts=made.facts,
            decision=made.json,
            reports=count.reports,
            frozen=stage.season.now(),
            by=who,
        )
        note(
            "freeze-quota",
            stored,
            who,
            season=stage.season,
            text=f"{stage}: version {stored.version}",
            decision=made,
            lot_seed=seed,
            reports=count.reports,
        )
    return stored
