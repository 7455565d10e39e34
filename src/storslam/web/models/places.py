"""Quotas as frozen, and every place of a field with whoever holds it."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from storslam.web.models.entry import Entry
from storslam.web.models.registry import District, User
from storslam.web.models.season import Stage


class FrozenQuota(models.Model):
    """A discipline's quota with the facts it was made of: rows are only ever added.

    `stage` is the one that the places are for; the newest version counts. `facts` and `decision`
    are those of the decision `quota`; `reports` are the versions of the reports by district code.
    """

    stage = models.ForeignKey(Stage, models.PROTECT, related_name="quotas")
    version = models.PositiveIntegerField()
    facts = models.JSONField()
    decision = models.JSONField()
    reports = models.JSONField()
    frozen = models.DateTimeField()
    by = models.ForeignKey(User, models.PROTECT, related_name="+", null=True)

    class Meta:
        ordering = ("version",)
        constraints = (models.UniqueConstraint("stage", "version", name="quota_a_version"),)


class Source(models.TextChoices):
    """Where a place comes from."""

    FIRST = "first", _("first apportionment")
    SECOND = "second", _("second apportionment")
    CHAMPIONS = "champions", _("reigning champions")
    LAST_CHANCE = "last-chance", _("last chance")


class PlaceState(models.TextChoices):
    VACANT = "vacant", _("Vacant")
    OFFERED = "offered", _("Offered")
    ACCEPTED = "accepted", _("Accepted")
    FILLED = "filled", _("Filled by a reserve")
    PAID = "paid", _("Paid")
    DECLINED = "declined", _("Declined")
    FORFEITED = "forfeited", _("Forfeited")
    POT = "pot", _("In the last chance's pot")
    DROPPED = "dropped", _("Dropped: a smaller field")


class Place(models.Model):
    """A seat in a field. `district` won it; `entry` holds it, or has just left it.

    `version` counts up with every step, so that two who act on the same state cannot both. Its
    steps stand in the trail.
    """

    stage = models.ForeignKey(Stage, models.PROTECT, related_name="places")
    number = models.PositiveSmallIntegerField()
    source = models.CharField(max_length=12, choices=Source)
    district = models.ForeignKey(District, models.PROTECT, related_name="places", null=True)
    state = models.CharField(max_length=10, choices=PlaceState)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="places", null=True)
    since = models.DateTimeField()
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint("stage", "number", name="place_once_a_number"),
            models.UniqueConstraint(
                "stage",
                "entry",
                condition=models.Q(state__in=["offered", "accepted", "filled", "paid"]),
                name="entry_once_a_field",
            ),
        )
