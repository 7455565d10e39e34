"""Draws that can be made again from their seed, and the districts' choices of venues."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from storslam.web.models.entry import Entry
from storslam.web.models.registry import District, User
from storslam.web.models.season import Season, Stage


class DrawKind(models.TextChoices):
    GROUPS = "groups", _("Seeding and groups")
    VENUES = "venues", _("Venues")
    VENUE_LOT = "venue-lot", _("Venues by lot")
    ORDER = "order", _("Order of matches")


class Venue(models.Model):
    """A place where a group of the team semifinals is played."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="venues")
    name = models.CharField(max_length=60)
    district = models.ForeignKey(District, models.PROTECT, related_name="venues")

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint("season", "name", name="venue_once_a_season"),)


class Draw(models.Model):
    """A draw: rows are only ever added, the newest of its kind counts.

    `facts` (with the seed of the lot) and `decision` are those of the decision that made it;
    `inputs` is the mark of the records that the facts came from. `seats`: by the contestant's id
    in the facts the number of its place and who holds it: an entry, or the last chance's pot.
    """

    stage = models.ForeignKey(Stage, models.PROTECT, related_name="draws")
    kind = models.CharField(max_length=12, choices=DrawKind)
    version = models.PositiveIntegerField()
    seed = models.PositiveIntegerField()
    venue = models.ForeignKey(Venue, models.PROTECT, related_name="draws", null=True)
    facts = models.JSONField()
    decision = models.JSONField()
    seats = models.JSONField(default=dict)
    inputs = models.CharField(max_length=64)
    made = models.DateTimeField()
    by = models.ForeignKey(User, models.PROTECT, related_name="+", null=True)
    published = models.DateTimeField(null=True)

    class Meta:
        ordering = ("version",)
        constraints = (models.UniqueConstraint("stage", "kind", "version", name="draw_a_version"),)


class Distance(models.Model):
    """Kilometres from the mid-point of a district to a venue, one way."""

    venue = models.ForeignKey(Venue, models.CASCADE, related_name="distances")
    district = models.ForeignKey(District, models.PROTECT, related_name="+")
    km = models.PositiveSmallIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint("venue", "district", name="distance_once"),)


class VenueChoice(models.Model):
    """Where a team plays its semifinal. `by_lot`: the district did not choose in time."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="venue_choice")
    venue = models.ForeignKey(Venue, models.PROTECT, related_name="choices")
    by_lot = models.BooleanField(default=False)
    chosen = models.DateTimeField()
