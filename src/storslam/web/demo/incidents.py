"""What happens in a real final: a wrong entry corrected, a ruling, an average, a telephone."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from django.utils import timezone

from storslam.bridge import SEATS, Contract
from storslam.scoring.event import Artificial, Percent, Score, Weighted
from storslam.web.models import Event, Result, Ruling
from storslam.web.models.event import State
from storslam.web.models.results import RulingKind, Unit
from storslam.web.payload import Payload, of_columns, played
from storslam.web.results import change_state, record_result, rule

DIRECTOR = "tl"


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
