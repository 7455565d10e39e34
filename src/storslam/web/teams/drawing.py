"""Who meet next, and the tables of the hall that they get."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db import transaction
from django.db.models import Max

from storslam.championship.series import in_order
from storslam.championship.team_series import schedule
from storslam.championship.veteran_event import choice_of
from storslam.errors import StorslamError
from storslam.movements import Movement, Position
from storslam.movements.green_lift import Drawn, PassedOver, draw, lot_order
from storslam.web.acts.trail import note
from storslam.web.hall.seating import store_boards
from storslam.web.hall.swiss import refuse_at
from storslam.web.loaded import Place
from storslam.web.models import (
    Conflict,
    CupChoice,
    Event,
    Match,
    Phase,
    Result,
    Round,
    Section,
    Table,
    TeamTable,
    User,
)
from storslam.web.models.event import Standing as Stands
from storslam.web.results import locked, touch
from storslam.web.teams.kinds import GREEN_LIFT, SERIES, plan_of
from storslam.web.teams.matches import TeamsNow, teams_now

ROOMS = ("Ö", "S")
"""The sections of the open and of the closed rooms."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match to be stored; `away` None: the home team sits out."""

    phase: str
    round: int
    home: str
    away: str | None


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is to be drawn now, with the reasons of the Green Lift."""

    round: int
    meetings: tuple[Meeting, ...]
    reasons: tuple[PassedOver, ...] = ()


def proposal(now: TeamsNow) -> Proposal | None:
    """What is to be drawn now; None while matches are left to play, and when all are drawn."""
    if now.kind == SERIES:
        return None if now.matches else _series(now)
    if now.kind == GREEN_LIFT:
        return _green_lift(now)
    state = now.state
    if state is None or state.next != "draw":
        return None
    meetings = tuple(Meeting(m.stage, m.round, m.home, m.away) for m in state.draw)
    return Proposal(state.round, meetings, state.reasons)


def _series(now: TeamsNow) -> Proposal | None:
    """All matches of the series: in the order that was drawn with the field, else by lot."""
    competing = _left(now, 1)
    if len(competing) < 2:
        return None
    rounds = now.event.movement.get("rounds") or schedule(competing, now.seed)
    meetings = (
        Meeting(Phase.SERIES, number, *two)
        for number, matches in enumerate(rounds, 1)
        for two in matches
    )
    return Proposal(1, tuple(meetings))


def _green_lift(now: TeamsNow) -> Proposal | None:
    last = max(now.rounds, default=0)
    if last >= now.event.movement["options"]["rounds"] or not _over(now):
        return None
    drawn = _lifted(now, last + 1)
    pairs: list[tuple[str, str | None]] = [*drawn.tables]
    if drawn.bye is not None:
        pairs.append((drawn.bye, None))
    meetings = tuple(Meeting(Phase.GREEN_LIFT, last + 1, *two) for two in pairs)
    return Proposal(last + 1, meetings, drawn.reasons)


def _lifted(now: TeamsNow, round_: int) -> Drawn:
    """The round as the lot, or the standing before it, draws it."""
    before = [one for one in now.matches if one.row.round < round_]
    played = Movement(tuple(Position(m.row.round, 0, m.home, m.away, ()) for m in before))
    left = _left(now, round_)
    if not before:
        return draw(lot_order(left, now.seed, 1), played)
    ranked = in_order(now.standing(before), now.lot)
    return draw([code for code in ranked if code in left], played)


def _left(now: TeamsNow, round_: int) -> list[str]:
    """Who can be drawn in a round: not the struck, nor who had withdrawn before it was drawn."""
    drawn = {team.code for one in now.rounds.get(round_, ()) for team in one.row.teams}
    return [
        code
        for code, team in ((code, now.people[code]) for code in now.codes)
        if code not in now.struck and (team.standing != Stands.STOPPED or code in drawn)
    ]


def is_stale(now: TeamsNow) -> bool:
    """Whether what was drawn last would now be drawn in another way, after a correction."""
    if now.kind != GREEN_LIFT:
        return bool(now.state and now.state.stale)
    last = max(now.rounds, default=0)
    if last < 2:
        return False
    again = {frozenset(two) for two in _lifted(now, last).tables}
    return again != {frozenset((m.home, m.away)) for m in now.rounds[last] if m.away}


def _over(now: TeamsNow) -> bool:
    return all(m.finished or {m.home, m.away} & now.struck for m in now.matches)


# --- Acts


def draw_next(event: Event, round_: int, who: User | str) -> list[Match]:
    """Draw and seat what is next; `round_`: the round that the director saw proposed.

    Raises StorslamError when something else is next, and while a result is not certain.
    """
    with transaction.atomic():
        event = locked(event)
        now = teams_now(event)
        found = proposal(now)
        if found is None:
            raise StorslamError("there is nothing to draw now")
        if found.round != round_:
            raise StorslamError("round %(round)s is not the next to be drawn", round=round_)
        refuse_at(uncertain(now))
        _keep_field(event, now)
        rows = store(now, found.meetings)
        reasons = [
            [one.table, one.team, one.passed_over, one.why, list(one.rounds)]
            for one in found.reasons
        ]
        done(event, "draw-matches", who, f"{event}: {round_}", round=round_, reasons=reasons)
    return rows


def uncertain(now: TeamsNow) -> list[Place]:
    """Where a result is not confirmed, or in conflict."""
    open_ = Conflict.objects.filter(event=now.event, settled_at=None)
    held = open_.values_list("result__table", "result__board__number").distinct()
    waiting = [
        place
        for place, one in now.recorded.items()
        if now.event.confirm and one.payload.outcome and not one.confirmed
    ]
    return [*waiting, *held]


def store(now: TeamsNow, meetings: Iterable[Meeting]) -> list[Match]:
    """Store these matches with their rounds, tables and boards. Call it with the event locked.

    All matches of a round play the same boards, which follow on those of the round before.
    """
    event, board = now.event, last_board(now.event) + 1
    rows: list[Match] = []
    for _round, found in groupby(meetings, lambda one: one.round):
        in_round = [_row(now, n, one) for n, one in enumerate(found, 1)]
        plans = [plan_of(event, row.phase, len(now.people), now.book).halves for row in in_round]
        halls = hall_rounds(event, max(map(len, plans)))
        for row, plan in zip(in_round, plans, strict=True):
            row.halves = _halves(board, halls, plan) if row.away else []
        board += max(map(sum, plans))
        rows += in_round
    made = Match.objects.bulk_create(rows)
    seat(event, made)
    return made


def _row(now: TeamsNow, number: int, one: Meeting) -> Match:
    home, away = now.people[one.home], now.people[one.away] if one.away else None
    row = Match(event=now.event, phase=one.phase, round=one.round, number=number)
    row.home, row.away = home, away
    return row


def _halves(board: int, halls: Sequence[Round], plan: Sequence[int]) -> list[Any]:
    found = []
    for hall, count in zip(halls, plan, strict=False):
        found.append([hall.number, list(range(board, board + count))])
        board += count
    return found


def last_board(event: Event) -> int:
    """The highest number of a board that is played, 0 when none is."""
    rows = event.matches.values_list("halves", flat=True)
    return max((board for row in rows for _hall, boards in row for board in boards), default=0)


def hall_rounds(event: Event, count: int) -> list[Round]:
    """So many more rounds of the hall."""
    last = event.rounds.aggregate(Max("number"))["number__max"] or 0
    numbers = range(last + 1, last + count + 1)
    return Round.objects.bulk_create(
        Round(event=event, number=number, minutes=event.minutes) for number in numbers
    )


def seat(event: Event, rows: Sequence[Match]) -> None:
    """Give the halves of these matches that have none their two tables, and the boards."""
    sections = [Section.objects.get_or_create(event=event, name=name)[0] for name in ROOMS]
    halls = {hall.number: hall for hall in event.rounds.all()}
    there = set(TeamTable.objects.filter(match__event=event).values_list("match", "half"))
    rooms = []
    for row in rows:
        for half, (hall, boards) in enumerate(row.halves, 1):
            if (row.pk, half) not in there:
                rooms += [
                    _room(row, half, closed, halls[hall], sections[closed], boards)
                    for closed in (False, True)
                ]
    Table.objects.bulk_create([room.table for room in rooms], batch_size=500)
    TeamTable.objects.bulk_create(rooms, batch_size=500)
    store_boards(event)


def _room(
    row: Match, half: int, closed: bool, hall: Round, section: Section, boards: list[int]
) -> TeamTable:
    ns, ew = (row.away, row.home) if closed else (row.home, row.away)
    table = Table(round=hall, section=section, number=row.number, ns=ns, ew=ew, boards=boards)
    return TeamTable(match=row, table=table, half=half, closed=closed)


def take_back(event: Event, who: User | str) -> None:
    """Take back what was drawn or chosen last, while nothing of it is played.

    Raises StorslamError once a match of the round has a result or was given up.
    """
    with transaction.atomic():
        event = locked(event)
        last = event.matches.order_by("round", "number").last()
        choice = event.choices.order_by("pk").last()
        if choice and not event.matches.filter(phase=choice.phase).exists():
            choice.delete()
            text = f"{event}: {choice.get_phase_display()} {choice.order}"
        elif last:
            text = f"{event}: {_unmade(event, last.round)}"
        else:
            raise StorslamError("nothing is drawn yet")
        _forget_field(event)
        done(event, "take-back-draw", who, text)


def _unmade(event: Event, round_: int) -> int:
    """Remove a round that is not played, of a series all rounds; which it was, or the first."""
    rows = event.matches.all()
    if teams_now(event).kind != SERIES and not is_robin(event):
        rows = rows.filter(round=round_)
    _refuse_begun(event, rows)
    numbers = {hall for row in rows for hall, _boards in row.halves}
    first = min(row.round for row in rows)
    rows.delete()
    event.rounds.filter(number__in=numbers).delete()
    store_boards(event)
    return first


def is_robin(event: Event) -> bool:
    """Whether all of a veteran event's matches were drawn at once."""
    return event.matches.filter(phase=Phase.ROUND_ROBIN).exists()


def _refuse_begun(event: Event, rows: Any) -> None:
    played = Result.objects.filter(event=event, table__room__match__in=rows).exists()
    if played or rows.exclude(absent="", ruled_home=None).exists():
        raise StorslamError(
            "round %(round)s is being played: nothing is drawn anew", round=rows.last().round
        )


# --- The cup


def choose(event: Event, chooser: str, chosen: str, who: User | str) -> CupChoice:
    """Record whom a team chooses as its opponent; StorslamError out of turn."""
    with transaction.atomic():
        event = locked(event)
        now = teams_now(event)
        if now.state is None:
            raise StorslamError("there is nothing to choose now")
        made = choice_of(now.state, chooser, chosen)
        refuse_at(uncertain(now))
        _keep_field(event, now)
        phase = now.state.stage
        order = event.choices.filter(phase=phase).count() + 1
        row = CupChoice.objects.create(
            event=event, phase=phase, order=order, chooser=made.chooser, chosen=made.chosen
        )
        two = f"{now.people[chooser]} – {now.people[chosen]}"
        done(event, "choose-opponent", who, f"{event}: {two}", phase=phase, order=order)
    return row


def _keep_field(event: Event, now: TeamsNow) -> None:
    """Keep the teams of the cup as they are when it begins."""
    state = now.state
    if state and state.cup and "cup_field" not in event.movement:
        event.movement = {**event.movement, "cup_field": list(state.cup.field)}
        event.save(update_fields=["movement"])


def _forget_field(event: Event) -> None:
    """Let the teams of the cup follow from the standing again, once nothing of it is left."""
    early = (Phase.ROUND_ROBIN, Phase.GREEN_LIFT)
    if not event.choices.exists() and not event.matches.exclude(phase__in=early).exists():
        event.movement = {k: v for k, v in event.movement.items() if k != "cup_field"}
        event.save(update_fields=["movement"])


def done(event: Event, act: str, who: User | str, text: str, **facts: Any) -> None:
    """Count the event up, and leave a step in the trail."""
    touch(event)
    note(act, event, who, season=event.stage.season, text=text, **facts)
