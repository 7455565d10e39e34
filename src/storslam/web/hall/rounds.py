"""Rounds are opened and closed, and opened again; the clock of each runs, stops and is lengthened.

A table may enter for every open round; what comes for a closed one is kept and shown to the
director (see `tables`).
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from storslam.errors import StorslamError
from storslam.web.acts.trail import note
from storslam.web.loaded import Place, frame_of
from storslam.web.models import Conflict, Event, Result, Round, Table, User
from storslam.web.models.event import State
from storslam.web.results import locked, touch
from storslam.web.scored import scored

MOST_MINUTES = 600


def current(event: Event) -> Round | None:
    """The round that is being played: the last one that was opened and is not closed."""
    return event.rounds.filter(closed=None).exclude(opened=None).last()


def coming(event: Event) -> Round | None:
    """The next round that is not opened yet."""
    return event.rounds.filter(opened=None, number__gt=0).first()


def held(event: Event) -> set[Place]:
    """Places where a result waits for a director to settle it."""
    open_ = Conflict.objects.filter(event=event, settled_at=None)
    return set(open_.values_list("result__table", "result__board__number"))


def missing(event: Event, round_: Round) -> list[Place]:
    """Places of the round, in order, without a result, or one unconfirmed or in conflict."""
    now = scored(event)
    disputed = held(event)
    there = {
        place: line.outcome is not None and place not in now.unconfirmed and place not in disputed
        for place, line in zip(now.places, now.event.lines, strict=True)
    }
    struck = frame_of(event).struck
    return [
        (table.pk, board)
        for table, board in now.frame.seats
        if table.round.number == round_.number
        and table.ew
        and not struck & {table.ns.code, table.ew.code}
        and not there[table.pk, board]
    ]


def open_round(event: Event, number: int, who: User) -> None:
    """Open a round: its tables may enter, and its clock starts. The event is in play from then on.

    StorslamError when it is open already, or an earlier round of the session never was.
    """
    with transaction.atomic():
        event, round_ = _locked(event, number)
        if round_.opened:
            raise StorslamError("round %(round)s is open already", round=number)
        earlier = event.rounds.filter(number__gt=0, number__lt=number, opened=None).first()
        if earlier:
            raise StorslamError("round %(round)s comes first", round=earlier.number)
        round_.opened = round_.started = timezone.now()
        round_.minutes = round_.minutes or event.minutes
        round_.save()
        if event.state == State.ENDED:
            raise StorslamError("the event has ended: take it up again first")
        _refuse_both_ways(event)
        if event.state != State.RUNNING:
            _take_up(event)
        _done(event, who, "open-round", number)


def _refuse_both_ways(event: Event) -> None:
    """With two winners everybody sits the same way throughout; StorslamError for who does not."""
    code = both_ways(event) if event.winners == 2 else None
    if code is not None:
        raise StorslamError(
            "two winners, but %(code)s sits both ways: seat the event anew, or have one list",
            code=code,
        )


def both_ways(event: Event) -> str | None:
    """Somebody who sits North-South in one round and East-West in another; None for nobody."""
    seats = Table.objects.filter(round__event=event, ew__isnull=False)
    ns = set(seats.values_list("ns__code", flat=True))
    return min(ns & set(seats.values_list("ew__code", flat=True)), default=None)


def _take_up(event: Event) -> None:
    event.state, event.corrections_until = State.RUNNING, None
    event.save(update_fields=["state", "corrections_until"])


def close_round(event: Event, number: int, who: User, reason: str = "") -> None:
    """Close a round. While results are missing or unconfirmed it takes a reason (S-30)."""
    with transaction.atomic():
        event, round_ = _locked(event, number)
        if round_.opened is None or round_.closed:
            raise StorslamError("round %(round)s is not open", round=number)
        left = missing(event, round_)
        if left and not reason.strip():
            raise StorslamError(
                "round %(round)s: %(count)s results are missing or not confirmed; "
                "give a reason to close it all the same",
                round=number,
                count=len(left),
            )
        round_.closed = timezone.now()
        round_.save(update_fields=["closed"])
        _done(event, who, "close-round", number, reason)


def reopen_round(event: Event, number: int, who: User, reason: str) -> None:
    """Open a closed round again, so that its tables may enter; StorslamError without a reason."""
    if not reason.strip():
        raise StorslamError("give a reason")
    with transaction.atomic():
        event, round_ = _locked(event, number)
        if round_.closed is None:
            raise StorslamError("round %(round)s is not closed", round=number)
        if event.state == State.ENDED:
            raise StorslamError("the event has ended: take it up again first")
        round_.closed = None
        round_.save(update_fields=["closed"])
        _done(event, who, "reopen-round", number, reason)


def close_session(event: Event, session: int, who: User, reason: str = "") -> None:
    """Close every round of the session that is open; all of them or none."""
    with transaction.atomic():
        event = locked(event)
        for round_ in event.rounds.filter(session=session, closed=None).exclude(opened=None):
            close_round(event, round_.number, who, reason)


def undo_opening(event: Event, number: int, who: User) -> None:
    """Take back that a round was opened: while it has no result, and no later one is open."""
    with transaction.atomic():
        event, round_ = _locked(event, number)
        last = event.rounds.exclude(opened=None).aggregate(last=Max("number"))["last"]
        if round_.opened is None or number != last:
            raise StorslamError("only the last round that was opened can be taken back")
        if Result.objects.filter(table__round=round_).exists():
            raise StorslamError("round %(round)s has results", round=number)
        round_.opened = round_.closed = round_.started = round_.paused = None
        round_.held = timedelta()
        round_.save()
        _done(event, who, "undo-round", number)


def new_codes(event: Event, who: User) -> None:
    """Give all tables new codes; the old ones are worthless from now on."""
    with transaction.atomic():
        event = locked(event)
        event.code_turn += 1
        event.save(update_fields=["code_turn"])
        note("new-codes", event, who, season=event.stage.season, text=str(event))


# --- The clock


def left(round_: Round, now: datetime) -> timedelta | None:
    """The time that is left of the round, below zero when it is over; None without a clock."""
    if round_.ends is None:
        return None
    return round_.ends - (round_.paused or now)


def pause(event: Event, number: int, who: User) -> None:
    """Stop the clock; a second time changes nothing."""
    with transaction.atomic():
        event, round_ = _locked(event, number)
        if round_.started is None:
            raise StorslamError("round %(round)s has not begun", round=number)
        if round_.paused is None:
            round_.paused = timezone.now()
            round_.save(update_fields=["paused"])
            _done(event, who, "pause-clock", number)


def go_on(event: Event, number: int, who: User) -> None:
    """Let the clock go on; a second time changes nothing."""
    with transaction.atomic():
        event, round_ = _locked(event, number)
        if round_.paused is not None:
            round_.held += timezone.now() - round_.paused
            round_.paused = None
            round_.save(update_fields=["paused", "held"])
            _done(event, who, "start-clock", number)


def set_minutes(event: Event, number: int, minutes: int, who: User) -> None:
    """Give the round so many minutes in all."""
    if not 1 <= minutes <= MOST_MINUTES:
        raise StorslamError("a round has from 1 to %(most)s minutes", most=MOST_MINUTES)
    with transaction.atomic():
        event, round_ = _locked(event, number)
        round_.minutes = minutes
        round_.save(update_fields=["minutes"])
        _done(event, who, "set-clock", number, minutes=minutes)


def _locked(event: Event, number: int) -> tuple[Event, Round]:
    event = locked(event)
    round_ = event.rounds.filter(number=number).first()
    if round_ is None:
        raise StorslamError("there is no round %(round)s", round=number)
    return event, round_


def _done(event: Event, who: User, act: str, number: int, reason: str = "", **facts: int) -> None:
    touch(event)
    text = f"{event}, {number}" + (f": {reason}" if reason else "")
    note(act, event, who, season=event.stage.season, text=text, round=number, **facts)
