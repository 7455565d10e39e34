"""Qualifiers of the districts: their sessions, the points, and the reports to the office."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from storslam.web.models.entry import Entry
from storslam.web.models.event import Event
from storslam.web.models.registry import Club, District, User
from storslam.web.models.season import Stage


class PointsUnit(models.TextChoices):
    """How the points of sessions are put together."""

    POINTS = "points", _("points: the sum of all sessions")
    PERCENT = "percent", _("per cent: the mean of all boards")


class Qualifier(models.Model):
    """A district's qualifier of one discipline, in one or several sessions."""

    stage = models.ForeignKey(Stage, models.PROTECT, related_name="qualifiers")
    district = models.ForeignKey(District, models.PROTECT, related_name="qualifiers")
    unit = models.CharField(max_length=10, choices=PointsUnit, default=PointsUnit.POINTS)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = (models.UniqueConstraint("stage", "district", name="qualifier_a_district"),)

    def __str__(self) -> str:
        return f"{self.stage.get_discipline_display()} {self.district}"


class Session(models.Model):
    """An evening of a qualifier. `phase` 1 is where pairs start; clubs may play it side by side.

    `club`: a club qualifier of that club. `event`: where its results were scored here.
    """

    qualifier = models.ForeignKey(Qualifier, models.CASCADE, related_name="sessions")
    phase = models.PositiveSmallIntegerField(default=1)
    day = models.DateField()
    club = models.ForeignKey(Club, models.PROTECT, related_name="sessions", null=True, blank=True)
    rounds = models.PositiveSmallIntegerField(null=True, blank=True)
    event = models.ForeignKey(Event, models.SET_NULL, related_name="sessions", null=True)

    class Meta:
        ordering = ("phase", "day", "pk")


class SessionScore(models.Model):
    """What a pair or a team got in a session; `entry` None plays on the side, outside SM.

    `points` is an exact fraction as text (`433/20`), in the qualifier's unit.
    """

    session = models.ForeignKey(Session, models.CASCADE, related_name="scores")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="scores", null=True)
    label = models.CharField(max_length=250)
    points = models.CharField(max_length=80)
    rounds = models.PositiveSmallIntegerField(null=True)
    boards = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                "session",
                "entry",
                condition=models.Q(entry__isnull=False),
                name="score_once_a_session",
            ),
        )


class Report(models.Model):
    """A qualifier's result list as sent to the office: rows are only ever added.

    `starts`: those that count in the quota. `content`: the ranked entries with names and numbers.
    `of_version`: the version of the qualifier that it reports.
    """

    qualifier = models.ForeignKey(Qualifier, models.PROTECT, related_name="reports")
    version = models.PositiveIntegerField()
    of_version = models.PositiveIntegerField()
    received = models.DateTimeField()
    by = models.ForeignKey(User, models.PROTECT, related_name="+", null=True)
    in_time = models.BooleanField()
    starts = models.PositiveIntegerField()
    content = models.JSONField()

    class Meta:
        ordering = ("version",)
        constraints = (models.UniqueConstraint("qualifier", "version", name="report_a_version"),)
