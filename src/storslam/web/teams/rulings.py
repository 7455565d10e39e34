"""Rulings on a match by the committee or the director: the victory points of both teams."""

from fractions import Fraction

from django.db import transaction
from django.utils import timezone

from storslam.championship.matches import TeamMatch, result_of
from storslam.errors import StorslamError
from storslam.web.acts.deciding import Decided, decided
from storslam.web.models import Event, Match, User
from storslam.web.models.teams import Side
from storslam.web.results import locked
from storslam.web.teams.acts import match_of, meeting, refuse_reasonless, reseat
from storslam.web.teams.drawing import done

WINS = {Side.HOME: (Fraction(1), Fraction()), Side.AWAY: (Fraction(), Fraction(1))}
"""How a ruling on a cup match names the winner."""


def committee(event: Event) -> Decided:
    """Whose committee rules on matches of the event (SM-WO-7)."""
    return decided(event.stage.season, "walkover-committee", stage=event.stage.kind)


def rule_match(
    event: Event, pk: int, vp: tuple[Fraction, Fraction], article: str, why: str, who: User | str
) -> Match:
    """Set what both teams get of a match, in place of what was played or given up.

    Boards that are not played yet are not played.

    `vp`: the home team's and the away team's; of a cup match one of `WINS`. `article`: the one that
    the ruling rests on. Raises StorslamError for points that the scale does not reach, for a cup
    match that nobody wins, for one that is ruled on, and without an article and a reason.
    """
    with transaction.atomic():
        event = locked(event)
        match, now = meeting(event, pk), match_of(event, pk)
        refuse_reasonless(why)
        if match.ruled_home is not None:
            raise StorslamError("the match is ruled on already: take that ruling back first")
        if not article.strip():
            raise StorslamError("name the article or the law that the ruling rests on")
        ruled = TeamMatch(match.home.code, now.away or "", ruled=vp)
        result_of(ruled, now.plan, event.stage.season.book())
        match.ruled_home, match.ruled_away = map(str, vp)
        match.ruled_at = timezone.now()
        match.ruled_why = f"{article.strip()[:90]}: {why.strip()[:300]}"
        match.save(update_fields=["ruled_home", "ruled_away", "ruled_at", "ruled_why"])
        reseat(match)
        text = f"{event}, {match}: {vp[0]}–{vp[1]} ({match.ruled_why})"
        done(event, "rule-match", who, text, decision=committee(event), match=match.pk)
    return match


def undo_ruling(event: Event, pk: int, who: User | str) -> Match:
    """Take a ruling back: what was played, or given up, counts again."""
    with transaction.atomic():
        event = locked(event)
        match = meeting(event, pk)
        if match.ruled_home is None:
            raise StorslamError("there is no ruling on this match")
        match.ruled_home, match.ruled_away, match.ruled_why = None, None, ""
        match.ruled_at = None
        match.save(update_fields=["ruled_home", "ruled_away", "ruled_at", "ruled_why"])
        reseat(match)
        done(event, "undo-ruling", who, f"{event}, {match}", match=match.pk)
    return match
