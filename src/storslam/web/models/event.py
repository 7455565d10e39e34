"""An event: sections, contestants, rounds, tables (the seating) and boards."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from secrets import randbelow, token_hex
from typing import Any
from uuid import uuid4

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from storslam.bridge import Board as PlayedBoard
from storslam.bridge import Seat, Vulnerability, parse_deal
from storslam.bridge.call import parse_strain
from storslam.bridge.par import Tricks
from storslam.scoring.event import BoardRecord
from storslam.web.models.entry import Entry
from storslam.web.models.registry import Named, Player, User
from storslam.web.models.season import Stage


class Method(models.TextChoices):
    MATCHPOINTS = "matchpoints", _("Match points")
    CROSS_IMPS = "cross-imps", _("Cross-IMPs")
    BUTLER = "butler", _("Butler")


class Datum(models.TextChoices):
    TRIMMED = "trimmed", _("mean without the extremes")
    MEAN = "mean", _("mean")
    MEDIAN = "median", _("median")


class State(models.TextChoices):
    DRAFT = "draft", _("Not published")
    RUNNING = "running", _("In play")
    ENDED = "ended", _("Ended")


class Display(models.TextChoices):
    """When the results of a board are shown beside one another (S-40)."""

    EVERYWHERE = "everywhere", _("when every table has played the board")
    AT_ONCE = "at-once", _("at the table, once it has entered its own")


def fresh_stamp() -> str:
    """A mark that nothing else ever had."""
    return uuid4().hex[:16]


def fresh_secret() -> str:
    """What nobody can guess."""
    return token_hex(32)


def fresh_number() -> int:
    """A number of nine digits that hardly anything else has."""
    return 10**8 + randbelow(9 * 10**8)


class Event(models.Model):
    """A competition with one standing.

    `version` counts every change of what the event's pages are made of, `changed` tells when, and
    `stamp` is that state's own mark, `hands` that of cards and double-dummy tricks, `frame` that of
    all else but results; all are set in the transaction that makes the change.
    `correction_minutes`: how long after the end results may be corrected (Law 79C).
    `group`: its name among the groups of its stage. `movement`: how the seating was made, with its
    balance; empty for an event from a file. `minutes` a round takes. `confirm`: opponents confirm
    what a table enters. `frozen`: the public sees the event as it stood then. `qualify`: so many
    go on. `secret`: what the tables' codes are made of, and a bundle is signed with; codes of
    another `code_turn` are worthless. `away`: since when it is run on a laptop. `copy`: which copy
    of the event this is, empty for the one at home. `master_points`: of the first place, the second
    and so on, as exact numbers in text. `declined`: the codes of those who want nothing from the EM
    fund.
    """

    stage = models.ForeignKey(Stage, models.PROTECT, related_name="events")
    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=120)
    site = models.CharField(max_length=120, blank=True)
    date = models.DateField(null=True)
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    method = models.CharField(max_length=20, choices=Method, default=Method.MATCHPOINTS)
    winners = models.PositiveSmallIntegerField(default=1)
    datum = models.CharField(max_length=10, choices=Datum, default=Datum.TRIMMED)
    imp_cap = models.PositiveSmallIntegerField(null=True)
    sections_apart = models.BooleanField(default=False)
    directors = models.ManyToManyField(User, related_name="events")
    correction_minutes = models.PositiveSmallIntegerField(default=30)
    corrections_until = models.DateTimeField(null=True)
    group = models.CharField(max_length=20, blank=True)
    movement: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField(default=dict)
    minutes = models.PositiveSmallIntegerField(null=True)
    confirm = models.BooleanField(default=True)
    display = models.CharField(max_length=12, choices=Display, default=Display.EVERYWHERE)
    frozen = models.DateTimeField(null=True)
    qualify = models.PositiveSmallIntegerField(null=True)
    code_turn = models.PositiveSmallIntegerField(default=1)
    away = models.DateTimeField(null=True)
    master_points: "models.JSONField[Sequence[str], list[str]]" = models.JSONField(default=list)
    declined: "models.JSONField[Sequence[str], list[str]]" = models.JSONField(default=list)
    copy = models.CharField(max_length=16, blank=True)
    secret = models.CharField(max_length=64, default=fresh_secret)
    frame = models.CharField(max_length=16, default=fresh_stamp)
    hands = models.CharField(max_length=16, default=fresh_stamp)
    version = models.PositiveIntegerField(default=1)
    changed = models.DateTimeField(auto_now_add=True)
    stamp = models.CharField(max_length=16, default=fresh_stamp)

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("event", args=[self.slug])


class Section(models.Model):
    """A part of the hall. `number`: how the codes of its tables know it, in every copy."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="sections")
    name = models.CharField(max_length=20, blank=True)
    number = models.PositiveIntegerField(default=fresh_number)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint("event", "name", name="section_once_an_event"),
            models.UniqueConstraint("event", "number", name="section_number_once_an_event"),
        )


class Standing(models.TextChoices):
    """How a contestant stands in the event."""

    COMPETING = "competing", _("Competes")
    OUT = "out", _("Out of competition")
    STOPPED = "stopped", _("Broke off; its results stand")
    STRUCK = "struck", _("Broke off; its results are struck")
    DISQUALIFIED = "disqualified", _("Disqualified")


# Who keep their results, and have no place.
UNPLACED = (Standing.OUT, Standing.DISQUALIFIED)


class Contestant(models.Model):
    """A pair or a team. `code` is its number or code in the event.

    `entry`: what it entered the season as. `present`: it has reported in the hall (S-15).
    `stationary`: it must not move. `a_system`: it plays a system of class A.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="contestants")
    code = models.CharField(max_length=40)
    name = models.CharField(max_length=120, blank=True)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="contestants", null=True)
    standing = models.CharField(max_length=12, choices=Standing, default=Standing.COMPETING)
    present = models.BooleanField(default=False)
    stationary = models.BooleanField(default=False)
    a_system = models.BooleanField(default=False)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint("event", "code", name="code_once_an_event"),)

    def __str__(self) -> str:
        """Its own name, or its players'; its code where neither is known."""
        return self.name or " – ".join(m.name for m in self.members.all()) or self.code


class Member(Named):
    """A player in a contestant, in order, as the lists of the event show name and club.

    `player` is the person of the registry, where the member number is known there. `first_round`:
    a substitute's first; `last_round`: the last of one who was replaced.
    """

    contestant = models.ForeignKey(Contestant, models.CASCADE, related_name="members")
    position = models.PositiveSmallIntegerField()
    club = models.CharField(max_length=120, blank=True)
    number = models.CharField(max_length=20, blank=True)
    player = models.ForeignKey(Player, models.PROTECT, related_name="starts", null=True)
    first_round = models.PositiveSmallIntegerField(null=True)
    last_round = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint("contestant", "position", name="member_once_a_position"),
        )


class Round(models.Model):
    """A round of the event; number 0 holds what is not known to belong to any.

    `session` counts from 1. `planned`: when it should begin. `opened`: tables may enter; `closed`:
    they no longer may. Its clock: `started`, `minutes` to play, stopped since `paused`, and
    `held`: how long it stood still before.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    session = models.PositiveSmallIntegerField(default=1)
    planned = models.DateTimeField(null=True)
    opened = models.DateTimeField(null=True)
    closed = models.DateTimeField(null=True)
    started = models.DateTimeField(null=True)
    minutes = models.PositiveSmallIntegerField(null=True)
    paused = models.DateTimeField(null=True)
    held = models.DurationField(default=timedelta)

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint("event", "number", name="round_once_an_event"),)

    @property
    def ends(self) -> datetime | None:
        """When its time is up, if the clock goes on from now without a stop; None: no clock."""
        if self.started is None or self.minutes is None:
            return None
        return self.started + timedelta(minutes=self.minutes) + self.held


class Table(models.Model):
    """The seating of one table in one round. `ew` None: North-South sit out."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    section = models.ForeignKey(Section, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    ns = models.ForeignKey(Contestant, models.PROTECT, related_name="+")
    ew = models.ForeignKey(Contestant, models.PROTECT, related_name="+", null=True)
    boards: "models.JSONField[Sequence[int], list[int]]" = models.JSONField()

    class Meta:
        ordering = ("round__number", "section", "number")
        constraints = (
            models.UniqueConstraint("round", "section", "number", name="table_once_a_round"),
        )


def tricks_column(tricks: Tricks) -> dict[str, int]:
    """The double-dummy tricks as `Board.tricks` holds them."""
    return {f"{seat.value}{strain.letters}": number for (seat, strain), number in tricks.items()}


class Board(models.Model):
    """A board. `deal` as in PBN, empty when not known.

    `tricks` are the double-dummy tricks by declarer and strain (`NC` … `WNT`), where known.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="boards")
    number = models.PositiveSmallIntegerField()
    dealer = models.CharField(max_length=1, choices=[(seat.value, seat.value) for seat in Seat])
    vulnerability = models.CharField(
        max_length=4, choices=[(side.value, side.value) for side in Vulnerability]
    )
    deal = models.CharField(max_length=80, blank=True)
    tricks: "models.JSONField[dict[str, int], dict[str, int]]" = models.JSONField(default=dict)

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint("event", "number", name="board_once_an_event"),)

    def __str__(self) -> str:
        return str(self.number)

    @property
    def value(self) -> PlayedBoard:
        """The board as the rules of bridge see it."""
        return PlayedBoard(self.number, Seat(self.dealer), Vulnerability(self.vulnerability))

    @property
    def record(self) -> BoardRecord:
        """The board with its cards and tricks, as far as known."""
        tricks = {
            (Seat(key[0]), parse_strain(key[1:])): number for key, number in self.tricks.items()
        }
        return BoardRecord(self.value, parse_deal(self.deal) if self.deal else None, tricks)
