"""Pairs that break off, are disqualified, or go on with a substitute: decided, shown, recorded."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q

from storslam.errors import StorslamError
from storslam.web.acts.deciding import Decided, decided
from storslam.web.acts.trail import note
from storslam.web.models import Contestant, Event, Member, Player, StageKind, User
from storslam.web.models.event import Standing
from storslam.web.results import locked, touch
from storslam.web.scored import scored
from storslam.web.teams.acts import reseat
from storslam.web.teams.kinds import is_teams

# What the rulebook calls the stages whose boards count (SM-ABAN-2).
_STAGES = {
    StageKind.QUALIFIER: "district-final",
    StageKind.SEMIFINAL: "semifinal",
    StageKind.FINAL: "final",
}


def counts(event: Event) -> bool:
    """Whether the event is of a stage in the sense of the rule on breaking off (SM-ABAN-2)."""
    return event.stage.kind in _STAGES


def abandoned(event: Event, contestant: Contestant) -> Decided:
    """Whether the results of a pair that breaks off now are struck, where that `counts`."""
    now = scored(event)
    row = now.row(contestant.code)
    lines = [line for line in now.event.lines if contestant.code in (line.ns, line.ew) and line.ew]
    return decided(
        event.stage.season,
        "abandoned-stage",
        boards_played=row.boards_played if row else 0,
        stage_boards=len(lines),
        stage=_STAGES[StageKind(event.stage.kind)],
    )


def break_off(event: Event, contestant: Contestant, who: User, reason: str) -> Decided:
    """The pair breaks off: its results are struck, or stand, as decided."""
    with transaction.atomic():
        event = locked(event)
        made = abandoned(event, contestant)
        standing = Standing.STRUCK if made.result["struck"] else Standing.STOPPED
        _stand(event, contestant, standing, who, reason, made)
    return made


def set_standing(
    event: Event,
    contestant: Contestant,
    standing: str,
    who: User,
    reason: str,
    made: Decided | None = None,
) -> None:
    """Let the contestant stand like this, by a decision; a second time changes nothing."""
    with transaction.atomic():
        event = locked(event)
        _stand(event, contestant, standing, who, reason, made)


def disqualify(event: Event, contestant: Contestant, who: User, reason: str) -> Decided:
    """Disqualify the pair: no place, its results stand (SM-PEN-3, SM-PEN-4)."""
    with transaction.atomic():
        event = locked(event)
        made = disqualified(event)
        _stand(event, contestant, Standing.DISQUALIFIED, who, reason, made)
    return made


def disqualified(event: Event) -> Decided:
    """What becomes of a disqualified pair of the event."""
    pairs = event.contestants.count()
    return decided(event.stage.season, "disqualified-pair", pairs_for_championship=pairs)


def _stand(
    event: Event,
    contestant: Contestant,
    standing: str,
    who: User,
    reason: str,
    made: Decided | None = None,
) -> None:
    contestant = event.contestants.get(pk=contestant.pk)
    if contestant.standing == standing:
        return
    before, contestant.standing = contestant.standing, standing
    contestant.save(update_fields=["standing"])
    if is_teams(event):
        reseat(*event.matches.filter(Q(home=contestant) | Q(away=contestant)))
    touch(event)
    text = f"{event}: {contestant.code} {contestant}, {contestant.get_standing_display()}: {reason}"
    season = event.stage.season
    note(
        "stand",
        event,
        who,
        season=season,
        text=text,
        decision=made,
        code=contestant.code,
        was=before,
        now=standing,
    )


@dataclass(frozen=True, slots=True)
class Substitute:
    """Who comes in for a member of a pair, from this round on; `player` where in the registry."""

    first_round: int
    name: str
    club: str = ""
    player: Player | None = None


def substitution(event: Event, *, after_start: bool, special: bool) -> Decided:
    """Whether a pair may take in a substitute here, and is then in competition (SM-SUB-4)."""
    return decided(
        event.stage.season,
        "final-substitute",
        stage=event.stage.kind,
        reason_arose="after-start" if after_start else "before-start",
        special_reasons=special,
        discipline=event.stage.discipline,
    )


def substitute(
    event: Event, out: Member, into: Substitute, made: Decided, who: User, reason: str
) -> Contestant:
    """Let a substitute play for a member, by a decision that allows it."""
    if not made.result.get("allowed"):
        raise StorslamError("the rules allow no substitute here")
    with transaction.atomic():
        event = locked(event)
        contestant = event.contestants.get(pk=out.contestant_id)
        members = list(contestant.members.all())
        out = next(one for one in members if one.pk == out.pk)
        if out.last_round is not None:
            raise StorslamError("%(name)s has left already", name=out.name)
        if into.player and any(one.player_id == into.player.pk for one in members):
            raise StorslamError("%(name)s is in the pair already", name=into.name)
        out.last_round = into.first_round - 1
        out.save(update_fields=["last_round"])
        Member(
            contestant=contestant,
            position=max(one.position for one in members) + 1,
            name=into.name,
            club=into.club,
            number=into.player.number if into.player else "",
            player=into.player,
            first_round=into.first_round,
        ).named().save()
        touch(event)
        season = event.stage.season
        text = f"{event}: {contestant.code}, {out.name} → {into.name}, {into.first_round}: {reason}"
        note("substitute", event, who, season=season, text=text, decision=made)
        if made.result["out_of_competition"]:
            _stand(event, contestant, Standing.OUT, who, reason, made)
    return contestant
