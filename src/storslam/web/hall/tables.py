"""What a table sees and sends: one seat enters a result, the other side confirms it.

Nothing that a table sends is lost. What cannot be a result is refused, and the director is told of
it; what says something else than is recorded is held for the director to settle (S-23).
"""

from dataclasses import dataclass, field
from enum import Enum

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from storslam.bridge import Side
from storslam.errors import StorslamError
from storslam.scoring.event import Play
from storslam.web import results
from storslam.web.faults import said
from storslam.web.hall.codes import Place
from storslam.web.models import (
    Board,
    Call,
    CallKind,
    Conflict,
    Event,
    Result,
    ResultVersion,
    Round,
    Table,
)
from storslam.web.payload import Doubtful, Payload, check_lead, of_columns, played

MOST_KEY, MOST_TEXT = 80, 300


class Done(Enum):
    """What became of what a table sent."""

    STORED = "stored"
    CONFIRMED = "confirmed"
    HELD = "held"


@dataclass(frozen=True, slots=True)
class Sent:
    """What a seat sends for a board. `key` names the attempt; sent again it changes nothing."""

    round: int
    board: int
    play: Play
    key: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of it, and the version that is recorded now. `late`: the round was closed."""

    done: Done
    version: ResultVersion
    late: bool = False


@dataclass(frozen=True, slots=True)
class BoardNow:
    """A board at a table: what is recorded for it, if anything, and whether that is settled."""

    board: Board
    version: ResultVersion | None
    payload: Payload
    confirmed: bool
    held: bool

    @property
    def waits(self) -> bool:
        """Whether the table has still something to do about it."""
        return not self.confirmed


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table in a round; None while no round is open, or nobody sits there."""

    round: Round | None = None
    table: Table | None = None
    boards: list[BoardNow] = field(default_factory=list)


def side_of(seat: str) -> Side:
    """The side that a seat belongs to."""
    return Side.NS if seat in Side.NS.value else Side.EW


def table_now(event: Event, place: Place) -> TableNow:
    """The table in the first open round in which it has something to do, else in the last one."""
    tables = Table.objects.filter(
        round__event=event, round__closed=None, section__number=place.section, number=place.table
    ).exclude(round__opened=None)
    found = TableNow()
    for table in tables.select_related("round", "section", "ns", "ew"):
        found = TableNow(table.round, table, _boards(event, table))
        if any(board.waits for board in found.boards):
            break
    return found


def next_table(event: Event, code: str) -> Table | None:
    """Where the contestant of this code sits in the next round that is not open yet."""
    tables = Table.objects.filter(round__event=event, round__opened=None, round__number__gt=0)
    seated = tables.select_related("round", "section", "ns", "ew")
    return next((t for t in seated if code in (t.ns.code, t.ew and t.ew.code)), None)


def _boards(event: Event, table: Table) -> list[BoardNow]:
    if table.ew is None:
        return []
    versions = {
        row.result.board_id: row
        for row in ResultVersion.objects.filter(result__table=table)
        .select_related("result", "confirmation")
        .order_by("number")
    }
    held = set(
        Conflict.objects.filter(result__table=table, settled_at=None).values_list(
            "result__board", flat=True
        )
    )
    boards = event.boards.filter(number__in=table.boards)
    return [_board(board, versions.get(board.pk), board.pk in held, event) for board in boards]


def _board(board: Board, version: ResultVersion | None, held: bool, event: Event) -> BoardNow:
    payload = of_columns(version) if version else Payload(None)
    there = version is not None and payload.outcome is not None
    return BoardNow(board, version, payload, there and _sure(version, event) and not held, held)


def _sure(version: ResultVersion | None, event: Event) -> bool:
    """Whether a version needs nobody's word any more."""
    if version is None:
        return False
    return not event.confirm or not version.seat or hasattr(version, "confirmation")


def enter(event: Event, place: Place, sent: Sent) -> Answer:
    """Record what a seat sends, confirm what the other side sent, or hold it for the director.

    The side that sent a result may mend it until the other has confirmed it. Raises StorslamError
    for what cannot be a result of this table.
    """
    with transaction.atomic():
        event = results.locked(event)
        table, board = _found(event, place, sent.round, sent.board)
        payload = played(sent.play, board.value)
        current = _current(table, board)
        if current and of_columns(current) == payload:
            return _agreed(event, place, current)
        expected = current.number if current and _may_mend(place, current, table) else 0
        stored = results.record_result(
            event, board, table, payload, sent.key, expected, who(table, place), seat=place.seat
        )
        _tell_of_lead(event, place, sent, board)
        late = table.round.closed is not None
        if isinstance(stored, Conflict):
            return Answer(Done.HELD, stored.result.versions.latest("number"), late)
        if late:
            tell(event, place, sent.round, f"late-{sent.key}", str(board.number), CallKind.LATE)
        return Answer(Done.STORED, stored, late)


def _tell_of_lead(event: Event, place: Place, sent: Sent, board: Board) -> None:
    """Tell the director, and nobody else, of a card that was not there to be led."""
    try:
        check_lead(sent.play, board.record.deal)
    except Doubtful as error:
        text = _("Board %(board)s: %(reason)s") % {"board": board.number, "reason": said(error)}
        tell(event, place, sent.round, f"lead-{sent.key}", text, CallKind.ENTRY)


def confirm(event: Event, place: Place, round_: int, board: int, number: int) -> Answer:
    """The other side confirms the version of this number."""
    with transaction.atomic():
        event = results.locked(event)
        table, found = _found(event, place, round_, board)
        current = _current(table, found)
        if current is None or current.number != number:
            raise StorslamError("the result has changed: look again")
        if current.seat and side_of(current.seat) is side_of(place.seat):
            raise StorslamError("the other side confirms it")
        return _agreed(event, place, current)


def _agreed(event: Event, place: Place, version: ResultVersion) -> Answer:
    """Both say the same; with the word of the other side it is confirmed.

    What that side had sent before is taken back, so that nothing is left to settle.
    """
    if version.seat and side_of(version.seat) is not side_of(place.seat):
        own = side_of(place.seat).value
        version.result.conflicts.filter(settled_at=None, seat__in=list(own)).update(
            settled_by=who(version.result.table, place), settled_at=timezone.now(), taken=False
        )
        results.confirm(version, who(version.result.table, place))
    done = Done.CONFIRMED if _sure(_fresh(version), event) else Done.STORED
    return Answer(done, version)


def _fresh(version: ResultVersion) -> ResultVersion:
    return ResultVersion.objects.select_related("confirmation").get(pk=version.pk)


def _found(event: Event, place: Place, round_: int, board: int) -> tuple[Table, Board]:
    """The table and the board, if that is where this seat may enter it."""
    seated = Table.objects.select_related("round", "section", "ns", "ew")
    table = seated.filter(
        round__event=event,
        round__number=round_,
        section__number=place.section,
        number=place.table,
    ).first()
    found = event.boards.filter(number=board).first()
    if table is None or found is None or board not in table.boards:
        raise StorslamError(
            "board %(board)s is not played at table %(table)s in this round",
            board=board,
            table=place.table,
        )
    if table.round.opened is None:
        raise StorslamError("round %(round)s has not begun", round=round_)
    return table, found


def _current(table: Table, board: Board) -> ResultVersion | None:
    result = Result.objects.filter(table=table, board=board).first()
    if result is None:
        return None
    versions = result.versions.select_related("confirmation", "result__table__section")
    return versions.get(number=result.version)


def _may_mend(place: Place, current: ResultVersion, table: Table) -> bool:
    """Whether this seat may still change what its own side sent."""
    own = bool(current.seat) and side_of(current.seat) is side_of(place.seat)
    return own and table.round.closed is None and not hasattr(current, "confirmation")


def who(table: Table, place: Place) -> str:
    """How a seat is named in the history of a result: `A12 N`."""
    return f"{table.section.name}{table.number} {place.seat}"


def tell(event: Event, place: Place, round_: int | None, key: str, text: str, kind: str) -> Call:
    """A call from the table, or word of what it sent and could not; told once a key.

    What the director has been told already, and not answered, is not told twice.
    """
    section = event.sections.filter(number=place.section).first()
    waiting = event.calls.filter(
        section=section, table=place.table, seat=place.seat, answered_at=None
    ).filter(kind=kind, text=text[:MOST_TEXT])
    if kind != CallKind.LATE and (known := waiting.first()) is not None:
        return known
    call, _ = Call.objects.get_or_create(
        event=event,
        key=key[:MOST_KEY],
        defaults={
            "section": section,
            "table": place.table,
            "round": round_,
            "seat": place.seat,
            "kind": kind,
            "text": text[:MOST_TEXT],
            "called": timezone.now(),
        },
    )
    return call


def answer_call(call: Call, who_: str) -> None:
    """The director comes; who answers second is not noted."""
    Call.objects.filter(pk=call.pk, answered_at=None).update(
        answered_by=who_, answered_at=timezone.now()
    )
