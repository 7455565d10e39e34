"""Where the hands of an event are from, and what was promised of them."""

from collections.abc import Sequence

from django.db import models

from storslam.web.models.event import Event


class Dealing(models.Model):
    """Hands that an event got, and the promise that everybody could see from then on.

    They were dealt from `secret`, or without one read from a file. `promise`: SHA-256 of the secret
    or of the hands (`storslam.bridge.dealing`). `boards`: the numbers that got hands. `revealed`:
    when all were told the secret; nothing is dealt from it any more. The last of an event is in
    force, those before it stay for all to see.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="dealings")
    made = models.DateTimeField()
    who = models.CharField(max_length=150)
    secret = models.CharField(max_length=64, blank=True)
    promise = models.CharField(max_length=64)
    boards: "models.JSONField[Sequence[int], list[int]]" = models.JSONField()
    revealed = models.DateTimeField(null=True)

    class Meta:
        ordering = ("made",)
        constraints = (models.UniqueConstraint("event", "made", name="dealing_once_a_moment"),)
