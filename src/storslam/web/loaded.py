"""What is stored of an event, as values: its frame, and the results as recorded.

The frame (everything but results) is kept in memory for as long as the event's `frame` and `hands`
are the same. Results are only ever added to, so of them only those newer than the last one seen are
read: an event of thousands of results costs one small query after each new one.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from functools import cached_property, lru_cache
from threading import Lock
from typing import Any

from django.db import connection
from django.db.models import QuerySet

from storslam.scoring.event import BoardRecord, Line
from storslam.scoring.event import Contestant as Who
from storslam.scoring.event import Player as Person
from storslam.web.models import (
    Board,
    CarryOver,
    Confirmation,
    Contestant,
    Event,
    ResultVersion,
    Table,
)
from storslam.web.models.event import UNPLACED, Standing, State
from storslam.web.payload import COLUMNS, Payload, of_columns

_KEPT = 16
_PLACE = ("result__table", "result__board__number")

Place = tuple[int, int]
"""A table's primary key and a board's number: where a result belongs."""


@dataclass(frozen=True)
class Frame:
    """An event but for its results. `seats`: every table of every round with each of its boards.

    `lines`: those of the seats, without results; `made`: those of results, by their version.
    """

    seats: tuple[tuple[Table, int], ...]
    places: tuple[Place, ...]
    lines: tuple[Line, ...]
    contestants: tuple[Who, ...]
    boards: Mapping[int, BoardRecord]
    carried: Mapping[str, Fraction]
    standings: Mapping[str, str]
    made: dict[int, tuple[Payload, Line]] = field(default_factory=dict)

    @cached_property
    def index(self) -> Mapping[Place, int]:
        """Where the line of each place stands."""
        return {place: index for index, place in enumerate(self.places)}

    def with_results(self, results: Mapping[Place, "Recorded"]) -> tuple[Line, ...]:
        """The lines with these results; a line that was made before is the same again."""
        lines, index, made = list(self.lines), self.index, self.made
        for place, result in results.items():
            at = index.get(place)
            if at is not None:
                known = made.get(result.version)
                # A transaction that was undone may have given its version's key back.
                if known is None or known[0] is not result.payload:
                    known = result.payload, line(*self.seats[at], result)
                    made[result.version] = known
                lines[at] = known[1]
        return tuple(lines)

    @cached_property
    def struck(self) -> frozenset[str]:
        """Who count as never having started."""
        return frozenset(code for code, how in self.standings.items() if how == Standing.STRUCK)

    @cached_property
    def unplaced(self) -> frozenset[str]:
        """Who keep their results and have no place."""
        return frozenset(code for code, how in self.standings.items() if how in UNPLACED)

    def with_standing(self, code: str, standing: str) -> "Frame":
        """The frame in which this contestant stands like that."""
        return replace(self, standings={**self.standings, code: standing})


@dataclass(frozen=True, slots=True)
class Recorded:
    """A result as recorded, in this version. `confirmed`: by the opponents, or by a director."""

    payload: Payload
    version: int = 0
    confirmed: bool = True


_NOTHING = Recorded(Payload(None))


def frame_of(event: Event) -> Frame:
    """The frame of the event, read again when it has changed."""
    return _frame_of(event.pk, event.frame, event.hands)


@lru_cache(maxsize=_KEPT)
def _frame_of(pk: int, _frame: str, _hands: str) -> Frame:
    tables = Table.objects.filter(round__event=pk).select_related("round", "section", "ns", "ew")
    seats = tuple((table, board) for table in tables for board in table.boards)
    contestants = Contestant.objects.filter(event=pk).prefetch_related("members")
    carried = CarryOver.objects.filter(contestant__event=pk).select_related("contestant")
    return Frame(
        seats,
        tuple((table.pk, board) for table, board in seats),
        tuple(line(table, board, None) for table, board in seats),
        tuple(
            Who(
                one.code,
                tuple(Person(m.name, m.number, m.club) for m in one.members.all()),
                one.name,
                placed=one.standing not in UNPLACED,
            )
            for one in contestants
        ),
        {board.number: board.record for board in Event(pk=pk).boards.all()},
        {one.contestant.code: Fraction(one.points) for one in carried},
        {one.code: one.standing for one in contestants if one.standing != Standing.COMPETING},
    )


def line(table: Table, board: int, result: Recorded | None) -> Line:
    """The line of a table on a board: by who sat there, which is seldom not as the seating says."""
    payload = (result or _NOTHING).payload
    ns, ew = payload.sat or (table.ns.code, table.ew.code if table.ew else None)
    return Line(
        board=board,
        ns=ns,
        ew=ew,
        outcome=payload.outcome,
        play=payload.play,
        section=table.section.name,
        round=table.round.number,
        table=table.number,
        group=payload.group,
    )


@dataclass(slots=True)
class _Seen:
    """The results of an event up to a version and a confirmation of these primary keys.

    `places`: where each version belongs.
    """

    version: int = 0
    confirmation: int = 0
    confirmed: set[int] = field(default_factory=set)
    results: dict[Place, Recorded] = field(default_factory=dict)
    places: dict[int, Place] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)

    def read(self, event: Event) -> dict[Place, Recorded]:
        """The current results, after reading what is new.

        A confirmation may be read before the version it is of, and the other way round.
        """
        versions = ResultVersion.objects.filter(event=event, pk__gt=self.version).order_by("pk")
        for row in _read(versions):
            self.version, place = row.pk, _place(row)
            self.places[row.pk] = place
            self.results[place] = _value(row, self.confirmed)
        new = Confirmation.objects.filter(event=event, pk__gt=self.confirmation).order_by("pk")
        for self.confirmation, version in new.values_list("pk", "version"):
            self.confirmed.add(version)
            place = self.places.get(version)
            if place and self.results[place].version == version:
                self.results[place] = replace(self.results[place], confirmed=True)
        return dict(self.results)


_seen: dict[str, _Seen] = {}
_guard = Lock()


def sharers(event: Event) -> QuerySet[Event]:
    """The other published events of the stage that play the same hands, as its groups do."""
    dealt = Board.objects.filter(event=event).exclude(deal="").values("deal")
    others = Event.objects.filter(stage=event.stage_id, boards__deal__in=dealt)
    return others.exclude(pk=event.pk).exclude(state=State.DRAFT).distinct()


def recorded(event: Event) -> dict[Place, Recorded]:
    """The current results of the event.

    Its versions become visible in the order of their keys, for each is written under the event's
    lock; so what is new has a higher key. Inside a transaction, which may be undone, nothing is
    kept.
    """
    if connection.in_atomic_block:
        return _Seen().read(event)
    with _guard:
        seen = _seen.pop(event.secret, None) or _Seen()
        _seen[event.secret] = seen
        if len(_seen) > _KEPT:
            del _seen[next(iter(_seen))]
    with seen.lock:
        return seen.read(event)


def recorded_at(event: Event, moment: datetime) -> dict[Place, Recorded]:
    """The results of the event as they were at that moment."""
    confirmed = set(
        Confirmation.objects.filter(event=event, when__lte=moment).values_list("version", flat=True)
    )
    versions = ResultVersion.objects.filter(event=event, when__lte=moment).order_by("number")
    return {_place(row): _value(row, confirmed) for row in _read(versions)}


_READ = ("pk", "seat", *_PLACE, *COLUMNS)


def _read(versions: QuerySet[ResultVersion]) -> Iterator[Any]:
    """The versions as plain rows, of what is read of them only."""
    return iter(versions.values_list(*_READ, named=True))


def _place(row: Any) -> Place:
    return row.result__table, row.result__board__number


def _value(row: Any, confirmed: Collection[int]) -> Recorded:
    return Recorded(of_columns(row), row.pk, confirmed=not row.seat or row.pk in confirmed)
