"""From the stored event to the scored one, and what a change would move."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from django.db.models import F

from storslam.rulebook.edition import edition
from storslam.scoring import Adjustment, Row, ScoredBoard, Settings, Standing, score
from storslam.scoring.event import BoardRecord, Line
from storslam.scoring.event import Contestant as Who
from storslam.scoring.event import Event as Played
from storslam.scoring.event import Player as Person
from storslam.web.models import Contestant, Event, ResultVersion, Ruling, Table
from storslam.web.models.event import State
from storslam.web.models.results import Unit
from storslam.web.payload import Payload, of_columns

# SM-QUAL-7: what the rulebook calls the value of a sit-out, and scoring's policy for it.
_SIT_OUT: dict[str, Literal["own-average"]] = {"own-average-of-all-rounds": "own-average"}

Place = tuple[int, int]
"""A table's primary key and a board's number: where a result belongs."""


@dataclass(frozen=True, slots=True)
class Scored:
    """An event in values, with its standing.

    `places` tells for each line of `event`, in order, where it is stored.
    `open_boards` are those that every table has played: only of these may all be told (S-40).
    """

    event: Played
    places: tuple[Place, ...]
    settings: Settings
    standing: Standing
    open_boards: frozenset[int]

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
    return _scored(event.pk, event.stamp)


@lru_cache(maxsize=4)
def _scored(pk: int, _stamp: str) -> Scored:
    event = Event.objects.get(pk=pk)
    places, lines = _lines(event)
    played = Played(
        name=event.name,
        site=event.site,
        date=event.date,
        contestants=_contestants(event),
        boards=_boards(event),
        lines=lines,
    )
    settings = _settings(event, lines)
    return Scored(played, places, settings, score(lines, settings), _open(event, lines))


def moves(event: Event, place: Place, payload: Payload) -> list[Move]:
    """The rows whose total or place would change if this were the result at the place."""
    now = scored(event)
    lines = [
        replace(line, outcome=payload.outcome, play=payload.play, group=payload.group)
        if where == place
        else line
        for where, line in zip(now.places, now.event.lines, strict=True)
    ]
    return _moved(now.standing, score(lines, now.settings))


def moves_of_ruling(event: Event, ruling: Ruling) -> list[Move]:
    """The rows whose total or place would change with this ruling."""
    now = scored(event)
    adjustments = (*now.settings.adjustments, _adjustment(ruling))
    settings = replace(now.settings, adjustments=adjustments)
    return _moved(now.standing, score(now.event.lines, settings))


def _moved(before: Standing, after: Standing) -> list[Move]:
    old, new = ({row.id: row for row in standing.rows} for standing in (before, after))
    return [
        Move(code, old.get(code), new.get(code))
        for code in {**new, **old}
        if _shown(old.get(code)) != _shown(new.get(code))
    ]


def _shown(row: Row | None) -> tuple[str, Fraction, Fraction | None] | None:
    return row and (row.place, row.total, row.percent)


def _lines(event: Event) -> tuple[tuple[Place, ...], tuple[Line, ...]]:
    payloads = _payloads(event)
    tables = Table.objects.filter(round__event=event).select_related("round", "section", "ns", "ew")
    pairs = [
        ((table.pk, board), _line(table, board, payloads.get((table.pk, board))))
        for table in tables
        for board in table.boards
    ]
    return tuple(place for place, _ in pairs), tuple(line for _, line in pairs)


def _line(table: Table, board: int, payload: Payload | None) -> Line:
    payload = payload or Payload(None)
    return Line(
        board=board,
        ns=table.ns.code,
        ew=table.ew.code if table.ew else None,
        outcome=payload.outcome,
        play=payload.play,
        section=table.section.name,
        round=table.round.number,
        table=table.number,
        group=payload.group,
    )


def _payloads(event: Event) -> Mapping[Place, Payload]:
    current = ResultVersion.objects.filter(event=event, number=F("result__version"))
    rows = current.select_related("result__board")
    return {(row.result.table_id, row.result.board.number): of_columns(row) for row in rows}


def _contestants(event: Event) -> tuple[Who, ...]:
    return tuple(
        Who(
            contestant.code,
            tuple(Person(m.name, m.number, m.club) for m in contestant.members.all()),
            contestant.name,
        )
        for contestant in Contestant.objects.filter(event=event).prefetch_related("members")
    )


def _boards(event: Event) -> Mapping[int, BoardRecord]:
    return {board.number: board.record for board in event.boards.all()}


def _settings(event: Event, lines: tuple[Line, ...]) -> Settings:
    return Settings(
        method=event.method,
        winners=event.winners,
        expected=_expected(event, lines),
        datum=event.datum,
        imp_cap=event.imp_cap,
        sections="apart" if event.sections_apart else "together",
        sit_out=_SIT_OUT[edition().value("qualifying.sit-out", str)],
        adjustments=_adjustments(event, lines),
    )


def _expected(event: Event, lines: tuple[Line, ...]) -> int | None:
    """E by the seating, so that it is right while boards are still to be played.

    None where sections are scored apart: each has its own, by its results.
    """
    tables = Counter(line.board for line in lines if line.ew is not None)
    return None if event.sections_apart or not tables else max(tables.values())


def _adjustments(event: Event, lines: tuple[Line, ...]) -> tuple[Adjustment, ...]:
    """The rulings in force, of those who have a result to adjust."""
    started = {code for line in lines if line.outcome for code in (line.ns, line.ew)}
    rulings = event.rulings.filter(withdrawn_at=None).select_related("contestant")
    return tuple(_adjustment(one) for one in rulings if one.contestant.code in started)


def _adjustment(ruling: Ruling) -> Adjustment:
    amount = Fraction(ruling.amount)
    if ruling.unit == Unit.TOP_PERCENT:
        return Adjustment(ruling.contestant.code, tops=amount / 100, reason=ruling.reason)
    return Adjustment(ruling.contestant.code, points=amount, reason=ruling.reason)


def _open(event: Event, lines: tuple[Line, ...]) -> frozenset[int]:
    waiting = {line.board for line in lines if line.outcome is None}
    if event.state == State.ENDED:
        waiting = set()
    return frozenset({line.board for line in lines} - waiting)
