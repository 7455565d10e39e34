"""The registry: districts, clubs, players, and the people who log in."""

from typing import Any, Self

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from storslam.names import searched, sort_key


class Named(models.Model):
    """Something with a name, sorted the Swedish way and searched without case.

    Bulk creation skips `save`: call `named()` on each object first.
    """

    name = models.CharField(max_length=120)
    folded_name = models.CharField(max_length=120, editable=False, db_index=True)
    sort_key = models.BinaryField(max_length=480, editable=False)

    class Meta:
        abstract = True
        ordering = ("sort_key",)

    def __str__(self) -> str:
        return self.name

    def named(self) -> Self:
        """The same object with its sort and search columns set from the name."""
        self.folded_name = searched(self.name)[:120]
        self.sort_key = sort_key(self.name)
        return self

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.named()
        super().save(*args, **kwargs)


class District(Named):
    code = models.CharField(max_length=10, unique=True)


class Club(Named):
    """A club. `affiliated`: whether it belongs to the Federation (SM-ELIG-2)."""

    district = models.ForeignKey(District, models.PROTECT, related_name="clubs", null=True)
    affiliated = models.BooleanField(default=True)

    class Meta(Named.Meta):
        constraints = (models.UniqueConstraint("name", "district", name="club_once_a_district"),)


class Sex(models.TextChoices):
    """As the disciplines for women and for a woman and a man ask it."""

    WOMAN = "woman", _("woman")
    MAN = "man", _("man")


class Player(Named):
    """A person of the registry. `number` is the Federation's member number.

    `district` is the home district, `lives_in` the district of residence, where it is another or
    none of ours (`abroad`). What is not known is None, never zero.
    """

    number = models.CharField(max_length=20, unique=True)
    birth_year = models.PositiveSmallIntegerField(null=True, blank=True)
    sex = models.CharField(max_length=5, choices=Sex, blank=True)
    district = models.ForeignKey(
        District, models.PROTECT, related_name="players", null=True, blank=True
    )
    club = models.ForeignKey(Club, models.PROTECT, related_name="players", null=True, blank=True)
    lives_in = models.ForeignKey(District, models.PROTECT, related_name="+", null=True, blank=True)
    abroad = models.BooleanField(default=False)
    email = models.EmailField(blank=True)
    master_points = models.PositiveIntegerField(null=True, blank=True)
    handicap = models.DecimalField(max_digits=6, decimal_places=2, null=True, blank=True)
    ranking_points = models.DecimalField(max_digits=8, decimal_places=2, null=True, blank=True)


class Membership(models.Model):
    """A player's membership of a season, and the day the fee was paid; None while it is unpaid."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="memberships")
    season = models.ForeignKey("web.Season", models.CASCADE, related_name="memberships")
    paid = models.DateField(null=True, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint("player", "season", name="membership_a_season"),)


class User(AbstractUser):
    """Somebody who logs in. A superuser is the Federation's office.

    `committee`: of the Federation's committee. `district`: an officer of that district. `player`:
    who this is in the registry.
    """

    opens_events = models.BooleanField(default=False)
    committee = models.BooleanField(default=False)
    district = models.ForeignKey(
        District, models.PROTECT, related_name="officers", null=True, blank=True
    )
    player = models.OneToOneField(
        Player, models.PROTECT, related_name="user", null=True, blank=True
    )


class Invitation(models.Model):
    """An invitation to choose a password. Only the token's hash is kept; it can be used once."""

    user = models.ForeignKey(User, models.CASCADE, related_name="invitations")
    token_hash = models.CharField(max_length=64, unique=True)
    expires = models.DateTimeField()
    used = models.DateTimeField(null=True)
