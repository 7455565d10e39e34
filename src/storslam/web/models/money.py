"""What is to be paid, what was paid, and what is paid out. Sums in öre."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from storslam.web.models.entry import Entry
from storslam.web.models.registry import District, User
from storslam.web.models.season import Season


class ChargeKind(models.TextChoices):
    ENTRY_FEE = "entry-fee", _("Entry fee")
    TABLE_FEE = "table-fee", _("Table fee")
    TEAM_INVOICE = "team-count-invoice", _("Teams reported")
    REPLACEMENT = "unreported-replacement", _("Unreported replacement")


class Charge(models.Model):
    """A sum that a district or an entry owes the Federation, with the decision it comes from.

    `about` says what it is for, so that it is made once; `reference` is what the payer writes
    (digits, the last a check digit). `cancelled`: taken back.
    """

    season = models.ForeignKey(Season, models.PROTECT, related_name="charges")
    kind = models.CharField(max_length=24, choices=ChargeKind)
    about = models.CharField(max_length=80)
    district = models.ForeignKey(District, models.PROTECT, related_name="charges", null=True)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="charges", null=True)
    ore = models.PositiveBigIntegerField()
    due = models.DateTimeField(null=True)
    reference = models.CharField(max_length=20, unique=True)
    decision = models.JSONField()
    made = models.DateTimeField()
    cancelled = models.DateTimeField(null=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                "season", "about", condition=models.Q(cancelled=None), name="charge_once"
            ),
        )


class Payment(models.Model):
    """Money that came in. `bank_id` is the bank's own mark, so that a file read twice is harmless.

    `charge` is None while nobody knows what it pays.
    """

    season = models.ForeignKey(Season, models.PROTECT, related_name="payments")
    charge = models.ForeignKey(Charge, models.PROTECT, related_name="payments", null=True)
    bank_id = models.CharField(max_length=120, unique=True)
    reference = models.CharField(max_length=60, blank=True)
    ore = models.PositiveBigIntegerField()
    day = models.DateField()
    payer = models.CharField(max_length=120, blank=True)
    text = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey(User, models.PROTECT, related_name="+", null=True)

    class Meta:
        ordering = ("day", "pk")


class Allowance(models.Model):
    """Travel money or another sum to a district or a team, as reckoned: rows are only ever added.

    The newest version of what it is `about` counts; the older tell what it was before.
    """

    season = models.ForeignKey(Season, models.PROTECT, related_name="allowances")
    about = models.CharField(max_length=80)
    version = models.PositiveIntegerField()
    district = models.ForeignKey(District, models.PROTECT, related_name="allowances", null=True)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="allowances", null=True)
    ore = models.BigIntegerField()
    facts = models.JSONField()
    decision = models.JSONField()
    made = models.DateTimeField()

    class Meta:
        ordering = ("about", "version")
        constraints = (
            models.UniqueConstraint("season", "about", "version", name="allowance_a_version"),
        )


class TeamCount(models.Model):
    """How many teams a district reports to the qualifier of the open teams (SM-ENTRY-7).

    Rows are only ever added; the newest counts.
    """

    season = models.ForeignKey(Season, models.PROTECT, related_name="team_counts")
    district = models.ForeignKey(District, models.PROTECT, related_name="team_counts")
    teams = models.PositiveSmallIntegerField()
    reported = models.DateTimeField()
    by = models.ForeignKey(User, models.PROTECT, related_name="+", null=True)

    class Meta:
        ordering = ("pk",)
