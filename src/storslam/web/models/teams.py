"""Matches of teams: who meets whom, at which tables, with which line-ups; choices of a cup."""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from storslam.web.models.event import Contestant, Event, Member, Table


class Phase(models.TextChoices):
    """The parts of team events, by the names that the rulebook has for them."""

    SERIES = "series", _("Series")
    ROUND_ROBIN = "round-robin", _("All play all")
    GREEN_LIFT = "green-lift", _("Green lift")
    ROUND_OF_32 = "round-of-32", _("Round of 32")
    ROUND_OF_16 = "round-of-16", _("Round of 16")
    QUARTERFINAL = "quarterfinal", _("Quarterfinal")
    SEMIFINAL = "semifinal", _("Semifinal")
    THIRD_PLACE = "third-place", _("Match for the third place")
    FINAL = "final", _("Final")


class Side(models.TextChoices):
    HOME = "home", _("home team")
    AWAY = "away", _("away team")


class Announced(models.TextChoices):
    """Which teams have announced an A system for a match."""

    HOME = "home", _("home team")
    AWAY = "away", _("away team")
    BOTH = "both", _("both teams")


class Match(models.Model):
    """A match of a round, counted over the whole event. `away` None: the home team sits out.

    `number`: that of its table in both rooms. `halves`: by half the number of the hall's round and
    the boards; after the halves of the plan come extra boards of a cup match. `absent`: who gave
    the match up, for the reason `why`; `decision` is the one that says what follows. `ruled_home`
    and `ruled_away`: the VP of a ruling as exact numbers in text, and `ruled_why` its article and
    reason; of a cup match 1 for the winner and 0. `absent_at`, `ruled_at`: since when. A half that
    was left out has no boards. `announced`: by whom an A system is announced.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="matches")
    phase = models.CharField(max_length=12, choices=Phase)
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    home = models.ForeignKey(Contestant, models.RESTRICT, related_name="+")
    away = models.ForeignKey(Contestant, models.RESTRICT, related_name="+", null=True)
    halves: "models.JSONField[list[Any], list[Any]]" = models.JSONField(default=list)
    absent = models.CharField(max_length=4, choices=Side, blank=True)
    absent_at = models.DateTimeField(null=True)
    ruled_at = models.DateTimeField(null=True)
    announced = models.CharField(max_length=4, choices=Announced, blank=True)
    why = models.CharField(max_length=300, blank=True)
    decision: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField(default=dict)
    ruled_home = models.CharField(max_length=20, null=True)
    ruled_away = models.CharField(max_length=20, null=True)
    ruled_why = models.CharField(max_length=400, blank=True)

    class Meta:
        ordering = ("round", "number")
        constraints = (
            models.UniqueConstraint("event", "round", "number", name="match_once_a_table"),
            models.UniqueConstraint("event", "round", "home", name="home_once_a_round"),
            models.UniqueConstraint("event", "round", "away", name="away_once_a_round"),
            models.CheckConstraint(
                condition=~models.Q(home=models.F("away")), name="team_against_another"
            ),
            models.CheckConstraint(
                condition=models.Q(ruled_home=None, ruled_away=None)
                | models.Q(ruled_home__isnull=False, ruled_away__isnull=False),
                name="ruling_on_both",
            ),
        )

    def __str__(self) -> str:
        return f"{self.home} – {self.away or '–'}"

    @property
    def teams(self) -> tuple[Contestant, ...]:
        """Who play it: two, or the one that sits out."""
        return (self.home,) if self.away is None else (self.home, self.away)


class TeamTable(models.Model):
    """A room of a half, counted from 1: a table of the hall.

    In the open room the home team sits North-South, in the closed East-West.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="rooms")
    table = models.OneToOneField(Table, models.CASCADE, related_name="room")
    half = models.PositiveSmallIntegerField()
    closed = models.BooleanField()

    class Meta:
        ordering = ("half", "closed")
        constraints = (models.UniqueConstraint("match", "half", "closed", name="room_once_a_half"),)


class LineUp(models.Model):
    """Who sits in a seat of a room in a half."""

    room = models.ForeignKey(TeamTable, models.CASCADE, related_name="line_up")
    seat = models.CharField(max_length=1)
    member = models.ForeignKey(Member, models.RESTRICT, related_name="seats")

    class Meta:
        constraints = (
            models.UniqueConstraint("room", "seat", name="seat_once_a_room"),
            models.UniqueConstraint("room", "member", name="player_once_a_room"),
        )


class MatchPenalty(models.Model):
    """What a team loses in a match, in VP or in IMPs; withdrawn rather than deleted.

    `member`: for whose unpaid membership fee (SM-ILL-2), once a match.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="penalties")
    team = models.ForeignKey(Contestant, models.RESTRICT, related_name="+")
    member = models.ForeignKey(Member, models.RESTRICT, related_name="+", null=True)
    vp = models.DecimalField(max_digits=5, decimal_places=2, default=0)
    imps = models.PositiveSmallIntegerField(default=0)
    why = models.CharField(max_length=300)
    who = models.CharField(max_length=150)
    when = models.DateTimeField()
    withdrawn_by = models.CharField(max_length=150, blank=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("when", "pk")
        constraints = (
            models.UniqueConstraint(
                "match",
                "member",
                condition=models.Q(withdrawn_at=None),
                name="unpaid_once_a_match",
            ),
        )


class CupChoice(models.Model):
    """A team's choice of its opponent in a round of a cup, in the order they were made."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="choices")
    phase = models.CharField(max_length=12, choices=Phase)
    order = models.PositiveSmallIntegerField()
    chooser = models.PositiveSmallIntegerField()
    chosen = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint("event", "phase", "order", name="choice_once_a_turn"),
        )
