"""What lets other programs in, and whom a change of an event's standing is told to."""

from collections.abc import Sequence

from django.db import models
from django.utils.translation import gettext_lazy as _

from storslam.web.models.event import Event
from storslam.web.models.registry import District
from storslam.web.models.season import Season


class Scope(models.TextChoices):
    """What a program may do with a token."""

    RESULTS = "results", _("record results")
    ENTRIES = "entries", _("make and withdraw entries")
    REGISTRY = "registry", _("change the registry")
    BUNDLE = "bundle", _("take events out and bring them home")


class Token(models.Model):
    """What a program shows to be let in; only its hash is kept.

    It holds for a season; with `event` for that event alone, with `district` for its entries alone.
    """

    name = models.CharField(max_length=60)
    token_hash = models.CharField(max_length=64, unique=True)
    scopes: "models.JSONField[Sequence[str], list[str]]" = models.JSONField(default=list)
    season = models.ForeignKey(Season, models.CASCADE, related_name="tokens")
    event = models.ForeignKey(Event, models.CASCADE, related_name="tokens", null=True)
    district = models.ForeignKey(District, models.PROTECT, related_name="+", null=True)
    made = models.DateTimeField(auto_now_add=True)
    made_by = models.CharField(max_length=150)
    withdrawn = models.DateTimeField(null=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        """How the trail and the results name the program."""
        return f"API {self.name}"

    @property
    def may(self) -> list[str]:
        """Its scopes in words."""
        return [str(Scope(scope).label) for scope in self.scopes]


class Answered(models.Model):
    """What was answered to an attempt of this key, so that the same attempt is answered the same.

    `digest`: of all that was asked.
    """

    token = models.ForeignKey(Token, models.CASCADE, related_name="answered")
    key = models.CharField(max_length=80)
    digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    body = models.TextField(default="")
    when = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint("token", "key", name="answer_once_a_key"),)


class Hook(models.Model):
    """An address that is told of each new public standing, in words signed with the secret.

    `site`: the address of this installation, as the office that made it saw it.
    """

    url = models.URLField(max_length=300)
    secret = models.CharField(max_length=64)
    site = models.CharField(max_length=200)
    made = models.DateTimeField(auto_now_add=True)
    withdrawn = models.DateTimeField(null=True)

    class Meta:
        ordering = ("pk",)


class Told(models.Model):
    """Which state of an event a hook was told of last.

    `next`: when it is to be told again, if there is something new; a sender that takes the row
    sets it ahead, so that no other tells the same. `tries`, `fault`: since it was last reached.
    """

    hook = models.ForeignKey(Hook, models.CASCADE, related_name="told")
    event = models.ForeignKey(Event, models.CASCADE, related_name="+")
    stamp = models.CharField(max_length=16, blank=True)
    next = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    fault = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint("hook", "event", name="told_once_a_hook"),)
