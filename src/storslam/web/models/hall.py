"""What happens in the hall beside results: calls, points brought along, papers, other copies."""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from storslam.web.models.event import Contestant, Event, Section


class CallKind(models.TextChoices):
    """Why a table calls the director."""

    DIRECTOR = "director", _("The director is called")
    BOARDS = "boards", _("Boards are missing")
    ENTRY = "entry", _("An entry is wrong")
    LATE = "late", _("A table is late")


class Call(models.Model):
    """A table that wants the director, or that sent what was refused: `text` says what.

    `section`: None for one that is not there, or not any more. `seat`: N, E, S or W.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="calls")
    section = models.ForeignKey(Section, models.SET_NULL, related_name="+", null=True)
    table = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField(null=True)
    seat = models.CharField(max_length=1, blank=True)
    kind = models.CharField(max_length=10, choices=CallKind, default=CallKind.DIRECTOR)
    text = models.CharField(max_length=300, blank=True)
    key = models.CharField(max_length=80)
    called = models.DateTimeField()
    answered_by = models.CharField(max_length=150, blank=True)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("called", "pk")
        constraints = (models.UniqueConstraint("event", "key", name="call_key_once_an_event"),)


class CarryOver(models.Model):
    """Points that a contestant brings along: an exact fraction in the unit of the method.

    `text` says where they come from, `stamp` is the mark of the source as it was then.
    """

    contestant = models.OneToOneField(Contestant, models.CASCADE, related_name="carried")
    points = models.CharField(max_length=80)
    text = models.CharField(max_length=200)
    source = models.ForeignKey(Event, models.PROTECT, related_name="+", null=True)
    stamp = models.CharField(max_length=16, blank=True)


class Printed(models.Model):
    """A document as it was printed, and of which state of the event."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="printed")
    kind = models.CharField(max_length=40)
    lang = models.CharField(max_length=5)
    version = models.PositiveIntegerField()
    stamp = models.CharField(max_length=16)
    when = models.DateTimeField()
    who = models.CharField(max_length=150)

    class Meta:
        ordering = ("-when", "-pk")


class Received(models.Model):
    """The last bundle that came from another copy of the event.

    `mark` names it, `seen` the bundles (by copy) that its sender had then received, `frame` is the
    event in it but for results, as it was when `made`. `clashes`: what had been changed in both
    copies, and stayed as here, until a director has looked at it.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="received")
    copy = models.CharField(max_length=16, blank=True)
    mark = models.CharField(max_length=16)
    seen: "models.JSONField[dict[str, str], dict[str, str]]" = models.JSONField(default=dict)
    frame: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField(default=dict)
    clashes: "models.JSONField[list[dict[str, str]], list[dict[str, str]]]" = models.JSONField(
        default=list
    )
    made = models.DateTimeField()
    when = models.DateTimeField()
    who = models.CharField(max_length=150)

    class Meta:
        constraints = (models.UniqueConstraint("event", "copy", name="received_once_a_copy"),)
