"""Entries: pairs and teams of a discipline, their cards, and what they ask to be exempted from."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from storslam.web.models.registry import District, Player, User
from storslam.web.models.season import Stage


class EntryState(models.TextChoices):
    ENTERED = "entered", _("Entered")
    WITHDRAWN = "withdrawn", _("Withdrawn")
    DISQUALIFIED = "disqualified", _("Disqualified")


class Entry(models.Model):
    """A pair or a team that wants to play from this stage on: a qualifier, or a direct final.

    `district` is the one it counts for; None where the Federation takes the entries. `a_system`:
    it plays a system of class A. `champions`: the reigning champions. `declined`: it has given up
    a place, for good (SM-VAC-9). `key` makes a double click harmless.
    """

    stage = models.ForeignKey(Stage, models.PROTECT, related_name="entries")
    district = models.ForeignKey(District, models.PROTECT, related_name="entries", null=True)
    name = models.CharField(max_length=120, blank=True)
    players = models.ManyToManyField(Player, through="EntryPlayer", related_name="entries")
    state = models.CharField(max_length=12, choices=EntryState, default=EntryState.ENTERED)
    a_system = models.BooleanField(default=False)
    champions = models.BooleanField(default=False)
    declined = models.DateTimeField(null=True)
    entered = models.DateTimeField()
    entered_by = models.ForeignKey(User, models.PROTECT, related_name="+", null=True)
    key = models.CharField(max_length=64, unique=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                "stage",
                condition=models.Q(champions=True, state="entered"),
                name="champions_once_a_stage",
            ),
        )

    def __str__(self) -> str:
        """Its own name, or its players'."""
        return self.name or " – ".join(row.player.name for row in self.roster.all())


class EntryPlayer(models.Model):
    """A player of an entry, in order. A player is `active` in one entry of a stage only."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="roster")
    player = models.ForeignKey(Player, models.PROTECT, related_name="rosters")
    stage = models.ForeignKey(Stage, models.PROTECT, related_name="+")
    position = models.PositiveSmallIntegerField()
    active = models.BooleanField(default=True)

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint("entry", "position", name="player_once_a_position"),
            models.UniqueConstraint(
                "player", "stage", condition=models.Q(active=True), name="player_once_a_stage"
            ),
        )


def rosters(path: str = "roster") -> "models.Prefetch[str, models.QuerySet[EntryPlayer], str]":
    """What fetches the players of entries with their clubs; `path` leads to the rosters.

    Not by the path to the clubs: SQLite cannot follow it for more than a thousand players.
    """
    return models.Prefetch(
        path, EntryPlayer.objects.select_related("player__club", "player__district")
    )


class SystemCard(models.Model):
    """The declaration card that an entry handed in, as PDF."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="card")
    name = models.CharField(max_length=120)
    content = models.BinaryField()
    uploaded = models.DateTimeField()


class Exemption(models.Model):
    """A request to be let off a rule, and what the committee decided.

    The district's committee decides up to and including the qualifiers, the Federation's after
    (SM-TEAM-5): `district` is None for the Federation's. `granted` is None while it waits.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="exemptions")
    district = models.ForeignKey(District, models.PROTECT, related_name="exemptions", null=True)
    rule = models.CharField(max_length=20)
    reason = models.CharField(max_length=1000)
    asked = models.DateTimeField()
    asked_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    granted = models.BooleanField(null=True)
    decided = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(User, models.PROTECT, related_name="+", null=True)
    why = models.CharField(max_length=1000, blank=True)

    class Meta:
        ordering = ("asked", "pk")
