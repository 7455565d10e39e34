"""From the stored event to the scored one, and what a change would move."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from django.db.models import Q

from storslam.championship.results import as_if_never_started, competing, without
from storslam.rulebook.edition import edition
from storslam.scoring import Adjustment, Row, ScoredBoard, Settings, Standing, score
from storslam.scoring.event import Event as Played
from storslam.scoring.event import Line
from storslam.web.loaded import (
    Frame,
    Place,
    Recorded,
    frame_of,
    line,
    recorded,
    recorded_at,
    sharers,
)
from storslam.web.models import Event, Ruling
from storslam.web.models.event import State
from storslam.web.models.results import Unit
from storslam.web.payload import Payload

# SM-QUAL-7: what the rulebook calls the value of a sit-out, and scoring's policy for it.
_SIT_OUT: dict[str, Literal["own-average"]] = {"own-average-of-all-rounds": "own-average"}

_KEPT = 16


@dataclass(frozen=True, slots=True)
class Scored:
    """An event in values, with its standing.

    `places` tells for each line of `event`, in order, where it is stored.
    `open_boards` are those that every table has played, of groups with the same hands every table
    of them all: only of these may all be told (S-40).
    `unconfirmed`: places whose result the opponents have not confirmed yet (S-30).
    """

    event: Played
    places: tuple[Place, ...]
    settings: Settings
    standing: Standing
    open_boards: frozenset[int]
    unconfirmed: frozenset[Place]
    frame: Frame

    def row(self, code: str) -> Row | None:
        """The contestant's row in the standing."""
        return next((row for row in self.standing.rows if row.id == code), None)

    def boards(self, number: int) -> list[ScoredBoard]:
        """The board with all its results scored, once for each section that is scored apart."""
        return [board for board in self.standing.boards if board.board == number]


@dataclass(frozen=True, slots=True)
class Move:
    """What a change does to one contestant's row."""

    code: str
    before: Row | None
    after: Row | None


def scored(event: Event) -> Scored:
    """The event scored, kept in memory for as long as its stamp is the current one."""
    return _scored(event.pk, event.stamp, None)


def shown(event: Event) -> Scored:
    """The event as the public sees it: as it is, or as it was when it was frozen."""
    return _scored(event.pk, event.stamp, event.frozen)


def scored_at(event: Event, moment: datetime) -> Scored:
    """The event as it stood at that moment, by its results and rulings."""
    return _scored(event.pk, event.stamp, moment)


def after_round(event: Event, number: int) -> Standing:
    """The standing that the public sees, from the results of rounds up to this one.

    Rulings belong to no round: they count, whenever they were given.
    """
    return _after_round(event.pk, event.stamp, event.frozen, number)


@lru_cache(maxsize=_KEPT)
def _after_round(pk: int, stamp: str, moment: datetime | None, number: int) -> Standing:
    now = _scored(pk, stamp, moment)
    lines = tuple(
        one if one.round <= number else replace(one, outcome=None, play=None)
        for one in now.event.lines
    )
    return _standing(lines, now.settings, now.frame)


@lru_cache(maxsize=_KEPT)
def _scored(pk: int, _stamp: str, moment: datetime | None) -> Scored:
    event = Event.objects.get(pk=pk)
    frame = frame_of(event)
    results = recorded(event) if moment is None else recorded_at(event, moment)
    lines = frame.with_results(results)
    played = Played(
        name=event.name,
        site=event.site,
        date=event.date,
        contestants=frame.contestants,
        boards=frame.boards,
        lines=lines,
    )
    settings = _settings(event, lines, frame, moment)
    return Scored(
        played,
        frame.places,
        settings,
        _standing(lines, settings, frame),
        _open(event, lines, frame),
        _unconfirmed(event, results),
        frame,
    )


def _standing(lines: tuple[Line, ...], settings: Settings, frame: Frame) -> Standing:
    """The standing: struck pairs never started, those out of competition have no place."""
    if frame.struck:
        lines = tuple(as_if_never_started(lines, frame.struck))
        settings = replace(without(settings, frame.struck), expected=_expected(lines, settings))
    standing = score(lines, settings)
    if not frame.unplaced:
        return standing
    return replace(standing, rows=competing(standing.rows, frame.unplaced))


def moves_of_many(event: Event, changes: Mapping[Place, Payload]) -> list[Move]:
    """The rows whose total or place would change if these were the results at their places.

    A place may also be of a board that the table was not to play.
    """
    now = scored(event)
    lines = [
        line(seat[0], seat[1], Recorded(changes[place])) if place in changes else old
        for place, seat, old in zip(now.places, now.frame.seats, now.event.lines, strict=True)
    ]
    tables = {table.pk: table for table, _ in now.frame.seats}
    known = set(now.places)
    lines += [
        line(tables[place[0]], place[1], Recorded(payload))
        for place, payload in changes.items()
        if place not in known
    ]
    return _moved(now.standing, _standing(tuple(lines), now.settings, now.frame))


def moves_of_ruling(event: Event, ruling: Ruling) -> list[Move]:
    """The rows whose total or place would change with this ruling."""
    now = scored(event)
    adjustments = (*now.settings.adjustments, _adjustment(ruling))
    settings = replace(now.settings, adjustments=adjustments)
    return _moved(now.standing, _standing(now.event.lines, settings, now.frame))


def moves_of_contestant(event: Event, code: str, standing: str) -> list[Move]:
    """The rows whose total or place would change if the contestant stood like this."""
    now = scored(event)
    frame = now.frame.with_standing(code, standing)
    return _moved(now.standing, _standing(now.event.lines, now.settings, frame))


def differences(event: Event, since: datetime) -> list[Move]:
    """The rows whose total or place differ from what they were at that moment."""
    return _moved(scored_at(event, since).standing, scored(event).standing)


def _moved(before: Standing, after: Standing) -> list[Move]:
    old, new = ({row.id: row for row in standing.rows} for standing in (before, after))
    return [
        Move(code, old.get(code), new.get(code))
        for code in {**new, **old}
        if _seen(old.get(code)) != _seen(new.get(code))
    ]


def _seen(row: Row | None) -> tuple[str, Fraction, Fraction | None] | None:
    return row and (row.place, row.total, row.percent)


def _settings(
    event: Event, lines: tuple[Line, ...], frame: Frame, moment: datetime | None
) -> Settings:
    settings = Settings(
        method=event.method,
        winners=event.winners,
        datum=event.datum,
        imp_cap=event.imp_cap,
        sections="apart" if event.sections_apart else "together",
        sit_out=_SIT_OUT[edition().value("qualifying.sit-out", str)],
        adjustments=_adjustments(event, lines, moment),
        carry_over=frame.carried,
    )
    return replace(settings, expected=_expected(lines, settings))


def _expected(lines: Iterable[Line], settings: Settings) -> int | None:
    """E by the seating, so that it is right while boards are still to be played.

    Nobody plays a board twice: a board that a table played by mistake besides makes E no larger.
    None where sections are scored apart: each has its own, by its results.
    """
    seated = [line for line in lines if line.ew is not None]
    if settings.sections == "apart" or not seated:
        return None
    most = max(Counter(line.board for line in seated).values())
    if settings.winners == 2:
        return most
    return min(most, len({code for line in seated for code in (line.ns, line.ew)}) // 2)


def _adjustments(
    event: Event, lines: tuple[Line, ...], moment: datetime | None
) -> tuple[Adjustment, ...]:
    """The rulings in force (at that moment), of those who have a result to adjust."""
    started = {code for line in lines if line.outcome for code in (line.ns, line.ew)}
    rulings = event.rulings.filter(withdrawn_at=None)
    if moment is not None:
        in_force = Q(withdrawn_at=None) | Q(withdrawn_at__gt=moment)
        rulings = event.rulings.filter(in_force, when__lte=moment)
    counted = rulings.select_related("contestant")
    return tuple(_adjustment(one) for one in counted if one.contestant.code in started)


def _adjustment(ruling: Ruling) -> Adjustment:
    amount = Fraction(ruling.amount)
    if ruling.unit == Unit.TOP_PERCENT:
        return Adjustment(ruling.contestant.code, tops=amount / 100, reason=ruling.reason)
    return Adjustment(ruling.contestant.code, points=amount, reason=ruling.reason)


def _open(event: Event, lines: tuple[Line, ...], frame: Frame) -> frozenset[int]:
    """The boards that have been played everywhere, also where other groups have the same hands."""
    closed = _waiting(event, lines, frame)
    numbers = {record.deal: number for number, record in frame.boards.items() if record.deal}
    for other in sharers(event) if numbers else ():
        there = frame_of(other)
        for board in _waiting(other, there.with_results(recorded(other)), there):
            closed.add(numbers.get(there.boards[board].deal, 0))
    return frozenset({line.board for line in lines} - closed)


def _waiting(event: Event, lines: tuple[Line, ...], frame: Frame) -> set[int]:
    """The boards that a table has still to play."""
    if event.state == State.ENDED:
        return set()
    return {
        line.board
        for line in lines
        if line.outcome is None and line.ew is not None and not _struck(line, frame.struck)
    }


def _struck(line: Line, struck: frozenset[str]) -> bool:
    return bool(struck) and (line.ns in struck or line.ew in struck)


def _unconfirmed(event: Event, results: Mapping[Place, Recorded]) -> frozenset[Place]:
    if not event.confirm:
        return frozenset()
    return frozenset(
        place for place, one in results.items() if one.payload.outcome and not one.confirmed
    )
