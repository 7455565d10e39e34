"""The season and its stages by discipline."""

from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from storslam.rulebook.book import Book, Edition
from storslam.rulebook.edition import edition


class Discipline(models.TextChoices):
    OPEN_PAIRS = "open-pairs", _("Open pairs")
    WOMEN_PAIRS = "women-pairs", _("Women pairs")
    MIXED_PAIRS = "mixed-pairs", _("Mixed pairs")
    VETERAN_PAIRS = "veteran-pairs", _("Veteran pairs")
    JUNIOR_PAIRS = "junior-pairs", _("Junior pairs")
    BEGINNER_PAIRS = "beginner-pairs", _("Beginner pairs")
    OPEN_TEAMS = "open-teams", _("Open teams")
    VETERAN_TEAMS = "veteran-teams", _("Veteran teams")
    JUNIOR_TEAMS = "junior-teams", _("Junior teams")


class StageKind(models.TextChoices):
    """The stages, in the order they are played."""

    QUALIFIER = "qualifier", _("Qualifier")
    LAST_CHANCE = "last-chance", _("Last chance")
    SEMIFINAL = "semifinal", _("Semifinal")
    FINAL = "final", _("Final")


class Season(models.Model):
    """A playing season, for example 2012-2013, by the edition of that name.

    `shift` moves its clock: zero, but in a rehearsal.
    """

    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=60)
    starts = models.DateField()
    ends = models.DateField()
    shift = models.DurationField(default=timedelta)

    class Meta:
        ordering = ("-starts",)

    def __str__(self) -> str:
        return self.name

    def now(self) -> datetime:
        """The moment by the season's clock."""
        return timezone.now() + self.shift

    @property
    def edition(self) -> Edition:
        """The edition of the rulebook that the season is played by."""
        return edition(self.slug)

    def book(self, moment: datetime | None = None) -> Book:
        """The book as it stood at that moment, else now.

        A season may be prepared before its edition is published: then the first version counts.
        """
        day = timezone.localdate(moment or self.now(), self.edition.zone)
        return self.edition.at(max(day, self.edition.published))


class Stage(models.Model):
    """One stage of one discipline in a season; an event is played in it.

    `systems`: what its organiser has decided on bidding systems: `level`, `max_dots`, `banned`
    calls, `reductions` of dots by call; empty where nothing is decided.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="stages")
    discipline = models.CharField(max_length=20, choices=Discipline)
    kind = models.CharField(max_length=20, choices=StageKind)
    systems: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField(default=dict)

    class Meta:
        constraints = (
            models.UniqueConstraint("season", "discipline", "kind", name="stage_once_a_season"),
        )

    def __str__(self) -> str:
        return f"{self.get_discipline_display()}, {self.get_kind_display()}"

    @property
    def order(self) -> tuple[int, int]:
        """Where the stage stands in its season: by discipline, then as played."""
        return Discipline.values.index(self.discipline), StageKind.values.index(self.kind)
