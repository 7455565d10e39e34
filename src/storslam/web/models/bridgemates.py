"""The Bridgemates of an event: what the control program at the tables was told, and told us."""

from typing import Any
from uuid import uuid4

from django.db import models

from storslam.web.models.event import Event
from storslam.web.models.hall import Call


def fresh_guid() -> str:
    """A name as the Data Connector wants it: 32 digits and capitals."""
    return uuid4().hex.upper()


class Bridgemates(models.Model):
    """An event's session at the control program, in the copy of the event that talks to it.

    `opened`: when the control program got the event. `runner`: the mark of the process that talks
    to it, empty when none does; `started`: since when. `heard`: when it last answered, `fault`:
    what stands in the way now. `accepted`: the last line of each queue that was, by what the queue
    is of. `sections` (by letters), up to this last round (`rounds`), and
    `people`: what it was sent, when the event had this `frame`.
    """

    event = models.OneToOneField(Event, models.CASCADE, related_name="bridgemates")
    guid = models.CharField(max_length=32, default=fresh_guid)
    opened = models.DateTimeField(null=True)
    runner = models.CharField(max_length=16, blank=True)
    started = models.DateTimeField(null=True)
    heard = models.DateTimeField(null=True)
    fault = models.CharField(max_length=500, blank=True)
    accepted: "models.JSONField[dict[str, int], dict[str, int]]" = models.JSONField(default=dict)
    frame = models.CharField(max_length=16, blank=True)
    rounds = models.PositiveSmallIntegerField(default=0)
    sections: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField(default=dict)
    people: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField(default=dict)


class Heard(models.Model):
    """What the device at a table last said of a board: a ResultDTO, the `count`-th that was new.

    `call`: tells the director why it could not be recorded.
    """

    bridgemates = models.ForeignKey(Bridgemates, models.CASCADE, related_name="said")
    letters = models.CharField(max_length=3)
    table = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    board = models.PositiveSmallIntegerField()
    result: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField(default=dict)
    count = models.PositiveIntegerField(default=0)
    when = models.DateTimeField()
    call = models.ForeignKey(Call, models.SET_NULL, related_name="+", null=True)

    class Meta:
        ordering = ("when", "pk")
        constraints = (
            models.UniqueConstraint(
                "bridgemates", "letters", "table", "round", "board", name="heard_once_a_place"
            ),
        )
