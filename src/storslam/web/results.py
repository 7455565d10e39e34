"""The one write path for results. Nothing recorded is ever lost or overwritten.

Every function here runs in one short transaction that locks the event first, and counts up the
event's version when something changed.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from typing import Any
from uuid import uuid4

from django.db import connection, transaction
from django.utils import timezone

from storslam.errors import StorslamError
from storslam.web.loaded import frame_of, sharers
from storslam.web.models import (
    Board,
    Confirmation,
    Conflict,
    Dealing,
    Event,
    Result,
    ResultVersion,
    Ruling,
    Table,
)
from storslam.web.models.event import State, fresh_stamp
from storslam.web.payload import Doubtful, Payload, check, check_lead, of_columns, to_columns

_AFTER: dict[str, set[str]] = {
    State.DRAFT: {State.RUNNING, State.ENDED},
    State.RUNNING: {State.ENDED},
    State.ENDED: {State.RUNNING},
}
_MANY = 1_000


class Late(StorslamError):
    """A correction after the correction period; a director may make it with a reason."""


def record_result(
    event: Event,
    board: Board,
    table: Table,
    payload: Payload,
    key: str,
    expected_version: int,
    who: str,
    reason: str = "",
    *,
    override: bool = False,
    seat: str = "",
) -> ResultVersion | Conflict:
    """The version that now holds this payload, or the conflict that holds it for the director.

    `key` names the attempt: sent again, it gives the same answer and changes nothing.
    `expected_version` is the version that the sender saw, 0 for none. A sender that saw another
    version than the current one, and says something else, makes a conflict; the first is kept.
    `override` lets a director record, with a reason, what is doubtful or late. `seat`: which of the
    table sends it; empty for a director.
    Raises Doubtful, Late, or StorslamError for what cannot be recorded at all.
    """
    with transaction.atomic():
        event = locked(event)
        before = _answered(event, key, payload)
        if before is not None:
            return before
        overridden = examine(event, board, table, payload, reason, override, seat)
        sent = _Sent(event, payload, key, who, reason, overridden, seat)
        result = Result.objects.filter(table=table, board=board).first()
        if result is None:
            return _first(sent, board, table, expected_version)
        current = result.versions.get(number=result.version)
        if of_columns(current) == payload:
            return current
        if expected_version > result.version:
            raise StorslamError("there is no version %(version)s", version=expected_version)
        if expected_version != result.version:
            return _held(sent, result, expected_version)
        return _next(sent, result)


@dataclass(frozen=True, slots=True)
class _Sent:
    """What one sender says, and about which event."""

    event: Event
    payload: Payload
    key: str
    who: str
    reason: str
    override: bool
    seat: str = ""

    def version(self, result: Result) -> ResultVersion:
        """The row, not yet stored, that makes this the current version of the result."""
        return ResultVersion(
            result=result, number=result.version, override=self.override, **self.columns()
        )

    def columns(self) -> dict[str, Any]:
        """What a version and a conflict store alike."""
        stamp: dict[str, Any] = {
            "event": self.event,
            "key": self.key,
            "who": self.who,
            "reason": self.reason,
            "seat": self.seat,
        }
        return {**stamp, **to_columns(self.payload), "when": timezone.now()}


def _answered(event: Event, key: str, payload: Payload) -> ResultVersion | Conflict | None:
    row = (
        ResultVersion.objects.filter(event=event, key=key).first()
        or Conflict.objects.filter(event=event, key=key).first()
    )
    if row is not None and of_columns(row) != payload:
        raise StorslamError("the key %(key)s was used for another result", key=key)
    return row


def examine(
    event: Event,
    board: Board,
    table: Table,
    payload: Payload,
    reason: str,
    override: bool,
    seat: str = "",
) -> bool:
    """Whether recording the payload needs the override, or raise what stands in its way.

    A seat is not told whether the card that it says was led was held: others may have to play on.
    """
    here = board.event_id == table.round.event_id == event.pk
    if not here or board.number not in table.boards:
        raise StorslamError(
            "board %(board)s is not played at table %(table)s in this round",
            board=board.number,
            table=table.number,
        )
    if payload.sat is not None:
        _refuse_seats(event, payload.sat)
    try:
        _in_time(event, timezone.now())
        check(payload, board.value, event.method, sits_out=table.ew_id is None)
        if not seat:
            check_lead(payload.play, board.record.deal)
    except (Doubtful, Late):
        if not (override and reason.strip()):
            raise
        return True
    return False


def _refuse_seats(event: Event, sat: tuple[str, str]) -> None:
    """StorslamError where those who are said to have sat there cannot have."""
    known = set(event.contestants.filter(code__in=sat).values_list("code", flat=True))
    if len(known) != len(sat):
        raise StorslamError("%(ns)s and %(ew)s cannot have met", ns=sat[0], ew=sat[1])


def _in_time(event: Event, now: datetime) -> None:
    if event.corrections_until is not None and now > event.corrections_until:
        raise Late(
            "the correction period ended at %(time)s",
            time=timezone.localtime(event.corrections_until).strftime("%Y-%m-%d %H:%M"),
        )


def _first(sent: _Sent, board: Board, table: Table, expected_version: int) -> ResultVersion:
    if expected_version:
        raise StorslamError("there is no version %(version)s", version=expected_version)
    if sent.payload.outcome is None:
        raise StorslamError("there is no result to strike")
    return _stored(sent, Result.objects.create(event=sent.event, board=board, table=table))


def _next(sent: _Sent, result: Result) -> ResultVersion:
    result.version += 1
    result.save(update_fields=["version"])
    return _stored(sent, result)


def _stored(sent: _Sent, result: Result) -> ResultVersion:
    version = sent.version(result)
    version.save(force_insert=True)
    touch(sent.event, frame=False)
    _tell_sharers_of(sent.event, result.board)
    return version


def _tell_sharers_of(event: Event, board: Board) -> None:
    """Where all tables have now played the board, what others may tell of it has changed."""
    if not board.deal:
        return
    seats = sum(
        number == board.number and table.ew_id is not None
        for table, number in frame_of(event).seats
    )
    if event.results.filter(board=board).count() >= seats:
        tell_sharers(event)


def tell_sharers(event: Event) -> None:
    """Let events that play the same hands be shown anew, after this change of the event."""
    transaction.on_commit(partial(_touch_sharers, event), robust=True)


def _touch_sharers(event: Event) -> None:
    for other in sharers(event):
        with transaction.atomic():
            touch(locked(other), frame=False)


def _held(sent: _Sent, result: Result, expected_version: int) -> Conflict:
    """The conflict that holds what was sent; the one that holds the same from there already."""
    for held in result.conflicts.filter(settled_at=None, seat=sent.seat):
        if (sent.seat or held.who == sent.who) and of_columns(held) == sent.payload:
            return held
    return Conflict.objects.create(
        result=result, expected_version=expected_version, **sent.columns()
    )


def confirm(version: ResultVersion, who: str) -> None:
    """The opponents confirm this version; a second time changes nothing.

    Raises StorslamError when it is not the current version any more.
    """
    with transaction.atomic():
        event = locked(version.event)
        if not Result.objects.filter(pk=version.result_id, version=version.number).exists():
            raise StorslamError("the result has changed: look again")
        _, new = Confirmation.objects.get_or_create(
            version=version, defaults={"event": event, "who": who, "when": timezone.now()}
        )
        if new:
            touch(event, frame=False)


def settle(conflict: Conflict, *, take: bool, who: str, reason: str) -> ResultVersion:
    """The version that holds after the director took the held result, or kept the current one.

    StorslamError without a reason.
    """
    with transaction.atomic():
        event = locked(conflict.event)
        held = Conflict.objects.select_related("result__board", "result__table__round")
        conflict = held.get(pk=conflict.pk)
        if conflict.settled_at is not None:
            raise StorslamError("%(who)s has settled this conflict", who=conflict.settled_by)
        if not reason.strip():
            raise StorslamError("give a reason")
        conflict.settled_by, conflict.settled_at, conflict.taken = who, timezone.now(), take
        conflict.save()
        result = conflict.result
        current = result.versions.get(number=result.version)
        if not take:
            return current
        # A table does not know who really sat there; the director may have said so.
        payload = of_columns(conflict)
        payload = replace(payload, sat=payload.sat or of_columns(current).sat)
        late = examine(event, result.board, result.table, payload, reason, override=True)
        key = following("settled", conflict.key)
        return _next(_Sent(event, payload, key, who, reason, late), result)


def record_bulk(
    event: Event,
    rows: Iterable[tuple[Board, Table, Payload]],
    who: str,
    reason: str = "",
    *,
    override: bool = False,
) -> int:
    """The number of results recorded, each as version 1: all of them or none.

    For results that are not there yet, checked as `record_result` checks them.
    """
    batch = uuid4().hex
    with transaction.atomic():
        event = locked(event)
        versions = []
        for count, (board, table, payload) in enumerate(rows):
            overridden = examine(event, board, table, payload, reason, override)
            result = Result(event=event, board=board, table=table)
            key = f"{batch}-{count}"
            versions.append(_Sent(event, payload, key, who, reason, overridden).version(result))
        Result.objects.bulk_create([version.result for version in versions], batch_size=500)
        ResultVersion.objects.bulk_create(versions, batch_size=500)
        touch(event, frame=False)
        tell_sharers(event)
        count_anew(len(versions))
    return len(versions)


def count_anew(stored: int) -> None:
    """Let PostgreSQL count an event's tables where very many results were `stored` at once.

    It plans by what it has counted, and by itself counts a minute later: until then it may take a
    table for empty, and a page for minutes. Tables that are empty are better not counted.
    """
    if stored >= _MANY and connection.vendor == "postgresql":
        names = (model._meta.db_table for model in (Result, ResultVersion, Table, Board))
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {', '.join(names)}")


def rule(ruling: Ruling) -> Ruling:
    """The ruling, stored with the time of now; the standing counts it from here on."""
    with transaction.atomic():
        event = locked(ruling.event)
        ruling.when = timezone.now()
        ruling.save(force_insert=True)
        touch(event)
    return ruling


def withdraw(ruling: Ruling, who: str) -> None:
    """Take a ruling back: it is gone from every list, its trail stays."""
    with transaction.atomic():
        event = locked(ruling.event)
        taken_back = Ruling.objects.filter(pk=ruling.pk, withdrawn_at=None).update(
            withdrawn_by=who, withdrawn_at=timezone.now()
        )
        if taken_back:
            touch(event)


def change_state(event: Event, wanted: str) -> None:
    """Publish the event, end it (its correction period begins), or take it up again.

    When it ends, and all that play the same hands, all are told what these were dealt from.
    A published event never becomes a draft again.
    """
    with transaction.atomic():
        event = locked(event)
        if wanted not in _AFTER[event.state]:
            raise StorslamError("the event cannot become that from what it is now")
        event.state = wanted
        period = timedelta(minutes=event.correction_minutes)
        event.corrections_until = timezone.now() + period if wanted == State.ENDED else None
        event.save(update_fields=["state", "corrections_until"])
        if wanted == State.ENDED:
            _reveal(event)
        touch(event)
        tell_sharers(event)


def _reveal(event: Event) -> None:
    """Tell what the hands were dealt from, once nobody has still to play them."""
    others = sharers(event)
    if not others.exclude(state=State.ENDED).exists():
        over = Dealing.objects.filter(event__in=[event, *others], revealed=None)
        over.update(revealed=timezone.now())


def discard(event: Event) -> None:
    """Throw away a draft, which nobody but its directors has seen."""
    with transaction.atomic():
        event = locked(event)
        if event.state != State.DRAFT:
            raise StorslamError("only what was never published can be thrown away")
        for rows in (event.rulings, event.results):
            rows.all().delete()
        Table.objects.filter(round__event=event).delete()
        event.delete()


def following(act: str, key: str) -> str:
    """The key of what an act makes of the attempt of this key: the same in every copy."""
    return f"{act}-{sha256(key.encode()).hexdigest()[:40]}"


def locked(event: Event) -> Event:
    """The event as it is now, locked until the transaction ends."""
    return Event.objects.select_for_update().get(pk=event.pk)


def touch(event: Event, *, frame: bool = True, hands: bool = False) -> None:
    """Count up the version of a locked event.

    `hands`: cards or double-dummy tricks changed; `frame`: something else than these and results.
    """
    event.version += 1
    event.changed, event.stamp = timezone.now(), fresh_stamp()
    if frame:
        event.frame = fresh_stamp()
    if hands:
        event.hands = fresh_stamp()
    event.save(update_fields=["version", "changed", "stamp", "frame", "hands"])
