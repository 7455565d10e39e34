"""Results with every version they ever had, conflicts, rulings, and rendered snapshots."""

from typing import Any

from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from storslam.web.models.event import Board, Contestant, Event, Table, fresh_stamp


class Payload(models.Model):
    """What a table or a director recorded: the columns of `storslam.web.payload`.

    `sat_ns`, `sat_ew`: who sat there, where that is not as the seating says.
    """

    contract = models.CharField(max_length=6, blank=True)
    declarer = models.CharField(max_length=1, blank=True)
    tricks = models.PositiveSmallIntegerField(null=True, validators=[MaxValueValidator(13)])
    lead = models.CharField(max_length=2, blank=True)
    score = models.IntegerField(null=True)
    weights = models.CharField(max_length=120, blank=True)
    ns_award = models.CharField(max_length=12, blank=True)
    ew_award = models.CharField(max_length=12, blank=True)
    group = models.CharField(max_length=10, blank=True)
    sat_ns = models.CharField(max_length=40, blank=True)
    sat_ew = models.CharField(max_length=40, blank=True)

    class Meta:
        abstract = True


class Result(models.Model):
    """The result of one table on one board; what it is, says its version of number `version`."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="results")
    board = models.ForeignKey(Board, models.PROTECT, related_name="results")
    table = models.ForeignKey(Table, models.PROTECT, related_name="results")
    version = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints = (
            models.UniqueConstraint("table", "board", name="result_once_a_table_and_board"),
        )


class ResultVersion(Payload):
    """One version of a result. Rows are only ever added.

    `seat`: which seat of the table sent it; empty for a director or a file.
    """

    result = models.ForeignKey(Result, models.CASCADE, related_name="versions")
    event = models.ForeignKey(Event, models.CASCADE, related_name="+")
    number = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=80)
    who = models.CharField(max_length=150)
    when = models.DateTimeField()
    reason = models.CharField(max_length=500, blank=True)
    override = models.BooleanField(default=False)
    seat = models.CharField(max_length=1, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint("result", "number", name="version_once_a_result"),
            models.UniqueConstraint("event", "key", name="version_key_once_an_event"),
        )


class Confirmation(models.Model):
    """The opponents confirm a version of a result. Rows are only ever added."""

    version = models.OneToOneField(ResultVersion, models.CASCADE, related_name="confirmation")
    event = models.ForeignKey(Event, models.CASCADE, related_name="+")
    who = models.CharField(max_length=150)
    when = models.DateTimeField()


class Conflict(Payload):
    """A result that came second and differs from the first: held until a director settles it."""

    result = models.ForeignKey(Result, models.CASCADE, related_name="conflicts")
    event = models.ForeignKey(Event, models.CASCADE, related_name="conflicts")
    key = models.CharField(max_length=80)
    expected_version = models.PositiveSmallIntegerField()
    seat = models.CharField(max_length=1, blank=True)
    who = models.CharField(max_length=150)
    when = models.DateTimeField()
    reason = models.CharField(max_length=500, blank=True)
    settled_by = models.CharField(max_length=150, blank=True)
    settled_at = models.DateTimeField(null=True)
    taken = models.BooleanField(null=True)

    class Meta:
        ordering = ("when", "pk")
        constraints = (models.UniqueConstraint("event", "key", name="conflict_key_once_an_event"),)


class RulingKind(models.TextChoices):
    WARNING = "warning", _("Warning")
    PENALTY = "penalty", _("Penalty")
    CORRECTION = "correction", _("Correction")


class Unit(models.TextChoices):
    """What a ruling's amount counts."""

    TOP_PERCENT = "top", _("per cent of a top")
    POINTS = "points", _("match points or IMPs")


class Ruling(models.Model):
    """A warning, a penalty (negative) or a correction; withdrawn rather than deleted.

    `rule`: the name of the decision that it follows, for the `occasion`-th time; `decision` is that
    decision as stored. `key` is its name in every copy of the event.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="rulings")
    key = models.CharField(max_length=80, default=fresh_stamp)
    contestant = models.ForeignKey(Contestant, models.PROTECT, related_name="rulings")
    board = models.ForeignKey(Board, models.PROTECT, null=True, related_name="+")
    kind = models.CharField(max_length=10, choices=RulingKind, default=RulingKind.PENALTY)
    unit = models.CharField(max_length=10, choices=Unit, default=Unit.TOP_PERCENT)
    amount = models.DecimalField(max_digits=8, decimal_places=2)
    reason = models.CharField(max_length=500)
    paragraph = models.CharField(max_length=120, blank=True)
    rule = models.CharField(max_length=40, blank=True)
    occasion = models.PositiveSmallIntegerField(null=True)
    decision: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField(default=dict)
    who = models.CharField(max_length=150)
    when = models.DateTimeField()
    withdrawn_by = models.CharField(max_length=150, blank=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("when", "pk")
        constraints = (models.UniqueConstraint("event", "key", name="ruling_key_once_an_event"),)


class Snapshot(models.Model):
    """A page of the event as rendered for one version of its inputs, named by its ETag.

    `made`: when, in seconds since 1970.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="snapshots")
    language = models.CharField(max_length=5)
    version = models.PositiveIntegerField()
    etag = models.CharField(max_length=80)
    body = models.TextField()
    made = models.FloatField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint("event", "language", name="snapshot_once_a_language"),
        )
