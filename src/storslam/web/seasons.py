"""A season with its stages, as an edition of the rulebook has them."""

from datetime import date, datetime

from django.db import transaction

from storslam.rulebook.book import Edition
from storslam.web.models import Discipline, District, Season, Stage, StageKind


def open_season(edition: Edition) -> Season:
    """The season of the edition, made with its stages and districts if it is not there yet."""
    days = _days(edition)
    with transaction.atomic():
        for district in edition.districts():
            if not District.objects.filter(code=district.code).exists():
                District.objects.create(code=district.code, name=district.name)
        season, _ = Season.objects.get_or_create(
            slug=edition.id,
            defaults={"name": f"SM {edition.id}", "starts": min(days), "ends": max(days)},
        )
        for discipline, stages in edition.at().table("events").items():
            if discipline in Discipline.values:
                for kind in filter(StageKind.values.__contains__, stages):
                    Stage.objects.get_or_create(season=season, discipline=discipline, kind=kind)
    return season


def _days(edition: Edition) -> list[date]:
    """Every day that the edition's events are played on, as far as printed."""
    book = edition.at()
    keys = (p.key for p in edition.parameters() if p.key.startswith("events."))
    found = (book.find(key) for key in dict.fromkeys(keys))
    values = (parameter.value for parameter in found if parameter)
    return [
        value for value in values if isinstance(value, date) and not isinstance(value, datetime)
    ]
