"""The registry: districts, clubs, players, and the people who log in."""

from typing import Any, Self

from django.contrib.auth.models import AbstractUser
from django.db import models

from storslam.web.names import folded, sort_key


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
        self.folded_name = folded(self.name)[:120]
        self.sort_key = sort_key(self.name)
        return self

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.named()
        super().save(*args, **kwargs)


class District(Named):
    code = models.CharField(max_length=10, unique=True)


class Club(Named):
    district = models.ForeignKey(District, models.PROTECT, related_name="clubs", null=True)

    class Meta(Named.Meta):
        constraints = (models.UniqueConstraint("name", "district", name="club_once_a_district"),)


class Player(Named):
    """A person of the registry. `number` is the Federation's member number."""

    number = models.CharField(max_length=20, unique=True)
    birth_year = models.PositiveSmallIntegerField(null=True)
    district = models.ForeignKey(District, models.PROTECT, related_name="players", null=True)
    club = models.ForeignKey(Club, models.PROTECT, related_name="players", null=True)


class User(AbstractUser):
    """Somebody who logs in. A superuser is the Federation's office."""

    opens_events = models.BooleanField(default=False)
