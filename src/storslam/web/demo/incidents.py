"""What happens in a real final: a wrong entry corrected, a ruling, an average, a telephone."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from django.utils import timezone

from storslam.bridge import SEATS, Contract, Doubling, Seat, Strain
from storslam.scoring.event import Artificial, Percent, Play, Score, Weighted
from storslam.web.hall import rounds, tables
from storslam.web.hall.codes import Place
from storslam.web.hall.tables import Sent
from storslam.web.models import CallKind, Event, Result, Ruling, Table, User
from storslam.web.models.event import State
from storslam.web.models.results import RulingKind, Unit
from storslam.web.payload import Payload, of_columns, played
from storslam.web.results import change_state, record_result, rule

DIRECTOR = "tl"
MINUTES, SENT, CONFIRMED = 16, 9, 6

_CONTRACT = Contract(3, Strain.NOTRUMP, Doubling.NONE, Seat.SOUTH)


def incidents(event: Event) -> None:
    """Some of everything that a director does, in an event that is played; then it ends."""
    results = event.results.select_related("board", "table", "event").order_by("pk")
    wrong, ruled, cancelled = (
        next(result for result in results[start:] if _has_declarer(result))
        for start in (100, 400, 700)
    )
    right = _current(wrong)
    _record(wrong, _other_side(wrong), "")
    _record(wrong, right, "Fel spelförare inmatad; båda paren är eniga")
    _record(ruled, _weighted(ruled), "Otillåten information; Lag 16B och 12C1c")
    _record(cancelled, _average(), "Brickan kunde inte spelas; Lag 12C2")
    rule(
        Ruling(
            event=event,
            contestant=event.contestants.order_by("pk")[7],
            kind=RulingKind.PENALTY,
            unit=Unit.TOP_PERCENT,
            amount=Decimal(-50),
            reason="Mobiltelefon påslagen under spel",
            paragraph="SM-CON-12",
            who=DIRECTOR,
            when=timezone.now(),
        )
    )
    event.refresh_from_db()
    change_state(event, State.ENDED)


def round_in_play(event: Event, number: int, director: User) -> None:
    """The rounds before are closed; this one is open, and some tables have sent what they made.

    The clock stands still, so that whoever looks finds it as it was left.
    """
    now = timezone.now()
    event.rounds.filter(number__lt=number).update(opened=now, closed=now)
    event.minutes = MINUTES
    event.save(update_fields=["minutes"])
    rounds.open_round(event, number, director)
    rounds.pause(event, number, director)
    tables_ = Table.objects.filter(round__event=event, round__number=number)
    for index, table in enumerate(tables_.select_related("section")[:SENT]):
        for board in table.boards:
            _send(event, table, "N", board, Play(_CONTRACT, 9 + index % 3))
            if index < CONFIRMED:
                _send(event, table, "E", board, Play(_CONTRACT, 9 + index % 3))
    first, last = tables_[0], tables_[SENT - 1]
    _send(event, last, "W", last.boards[0], Play(_CONTRACT, 7))
    place = Place(first.section.number, first.number, "S")
    tables.tell(event, place, number, "demo-call", "", CallKind.DIRECTOR)


def _send(event: Event, table: Table, seat: str, board: int, play: Play) -> None:
    place = Place(table.section.number, table.number, seat)
    key = f"demo{table.pk}{seat}{board}"
    tables.enter(event, place, Sent(table.round.number, board, play, key))


def _current(result: Result) -> Payload:
    return of_columns(result.versions.get(number=result.version))


def _has_declarer(result: Result) -> bool:
    play = _current(result).play
    return play is not None and isinstance(play.contract, Contract)


def _record(result: Result, payload: Payload, reason: str) -> None:
    result.refresh_from_db()
    key = f"demo-{result.pk}-{result.version + 1}"
    record_result(
        result.event,
        result.board,
        result.table,
        payload,
        key,
        result.version,
        DIRECTOR,
        reason,
    )


def _other_side(result: Result) -> Payload:
    play = _current(result).play
    assert play is not None  # noqa: S101 (chosen for having one)
    assert isinstance(play.contract, Contract)  # noqa: S101
    declarer = SEATS[SEATS.index(play.contract.declarer) - 1]
    mistaken = replace(play, contract=replace(play.contract, declarer=declarer), lead=None)
    return played(mistaken, result.board.value)


def _weighted(result: Result) -> Payload:
    before = _current(result)
    assert isinstance(before.outcome, Score)  # noqa: S101 (it was played)
    other = -before.outcome.ns if before.outcome.ns in (50, 100, -50, -100) else 100
    parts = ((before.outcome.ns, Fraction(3, 5)), (other, Fraction(2, 5)))
    return replace(before, outcome=Weighted(parts))


def _average() -> Payload:
    return Payload(Artificial(Percent(Fraction(3, 5)), Percent(Fraction(2, 5))))
