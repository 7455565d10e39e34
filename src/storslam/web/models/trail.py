"""The trail: who decided what, when, by which rule, on which facts; and the letters sent out."""

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from storslam.web.models.registry import District
from storslam.web.models.season import Season


class Step(models.Model):
    """One act. Rows are only ever added, and each carries the hash of the one before.

    `when` is by the season's clock, `recorded` by the machine's. `about` names the record
    (`entry 17`), `act` what was done. `decision` is the decision with its facts, empty where the
    act rests on none. `text` is for the reader: it keeps what was then true. `sought` is what a
    search compares; it follows from the others, and no hash covers it.
    """

    number = models.PositiveBigIntegerField(primary_key=True)
    season = models.ForeignKey(Season, models.PROTECT, related_name="steps", null=True)
    district = models.ForeignKey(District, models.PROTECT, related_name="+", null=True)
    when = models.DateTimeField()
    recorded = models.DateTimeField()
    who = models.CharField(max_length=150)
    act = models.CharField(max_length=40, db_index=True)
    about = models.CharField(max_length=60, db_index=True)
    text = models.CharField(max_length=500, blank=True)
    decision = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    facts = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    sought = models.CharField(max_length=800, editable=False)
    before = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ("number",)


class Head(models.Model):
    """The end of the trail: how many steps there are, and the hash of the last. One row."""

    count = models.PositiveBigIntegerField(default=0)
    hash = models.CharField(max_length=64, blank=True)


class Letter(models.Model):
    """An e-mail in the outbox. `key` keeps a reminder from being written twice."""

    to = models.EmailField()
    subject = models.CharField(max_length=200)
    body = models.TextField()
    key = models.CharField(max_length=120, unique=True)
    written = models.DateTimeField()
    sent = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    fault = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("pk",)
