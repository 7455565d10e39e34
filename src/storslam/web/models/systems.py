"""Declaration cards made here, with every version."""

from typing import Any

from django.db import models

from storslam.web.models.entry import Entry
from storslam.web.models.event import Contestant


class Declaration(models.Model):
    """A declaration card: of an entry, of a contestant, or kept under an address of its own.

    `token_hash`: of the secret in that address, by which its players change it. `withdrawn`: since
    when it is not played any more.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="declarations", null=True)
    contestant = models.ForeignKey(
        Contestant, models.CASCADE, related_name="declarations", null=True
    )
    withdrawn = models.DateTimeField(null=True)
    token_hash = models.CharField(max_length=64, unique=True, null=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(entry__isnull=False, contestant=None, token_hash=None)
                | models.Q(entry=None, contestant__isnull=False, token_hash=None)
                | models.Q(entry=None, contestant=None, token_hash__isnull=False),
                name="card_has_one_home",
            ),
        )


class DeclarationVersion(models.Model):
    """The card as it was stored, as `exchange.cards` writes it; what it cost then."""

    declaration = models.ForeignKey(Declaration, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    content: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField()
    dots = models.PositiveSmallIntegerField()
    system_class = models.CharField(max_length=1)
    when = models.DateTimeField()
    who = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ("-number",)
        constraints = (
            models.UniqueConstraint("declaration", "number", name="version_once_a_card"),
        )

    def __str__(self) -> str:
        return str(self.content.get("name") or " – ".join(self.content.get("players", ())))


class DutyDone(models.Model):
    """A duty that a contestant has fulfilled, as the director ticked it off."""

    contestant = models.ForeignKey(Contestant, models.CASCADE, related_name="duties_done")
    duty = models.CharField(max_length=20)
    when = models.DateTimeField()
    who = models.CharField(max_length=150)

    class Meta:
        constraints = (models.UniqueConstraint("contestant", "duty", name="duty_once"),)
