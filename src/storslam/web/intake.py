"""A whole event from values (a file, a program) into the database: all of it or nothing."""

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from storslam.errors import StorslamError
from storslam.scoring import Contestant as Who
from storslam.scoring import Settings, score
from storslam.scoring.event import Event as Played
from storslam.scoring.event import Line
from storslam.web.models import (
    Board,
    Contestant,
    Entry,
    Event,
    Member,
    Player,
    Round,
    Section,
    Stage,
    Table,
    User,
)
from storslam.web.models.event import Method, State, tricks_column
from storslam.web.payload import Payload, of_line
from storslam.web.results import record_bulk

_BATCH = 500

Seat = tuple[int, str, int]
"""Round, section and table of a line."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What an event is called, where it belongs, and how it is scored."""

    stage: Stage
    name: str
    date: datetime.date | None = None
    site: str = ""
    method: str = Method.MATCHPOINTS
    winners: int = 1
    state: str = State.DRAFT
    slug: str = ""


def store_event(
    played: Played,
    heading: Heading,
    who: str,
    reason: str = "",
    directors: Iterable[User] = (),
    *,
    override: bool = False,
) -> Event:
    """The stored event with its contestants, seating, boards and results (each as version 1).

    Lines without an outcome become seating without a result. Players are tied to the registry
    by member number. Raises StorslamError for what cannot be scored, and Doubtful for a doubtful
    result unless `override` is given with a reason.
    """
    if not any(line.outcome for line in played.lines):
        raise StorslamError("the file has no results")
    score(played.lines, Settings(method=heading.method, winners=heading.winners))
    with transaction.atomic():
        event = open_event(heading, directors)
        contestants = store_contestants(event, played.contestants)
        boards = _boards(event, played)
        tables = _tables(event, played.lines, contestants)
        rows = (
            (boards[line.board], table, payload)
            for line, table, payload in _results(played.lines, tables)
        )
        record_bulk(event, rows, who, reason, override=override)
        event.refresh_from_db()
    return event


def open_event(heading: Heading, directors: Iterable[User] = (), **more: Any) -> Event:
    """The event without contestants; `more`: further fields. Call it in a transaction.

    Of one that has ended already the correction period begins now.
    """
    event = Event(
        stage=heading.stage,
        slug=heading.slug or free_slug(heading.name),
        name=heading.name,
        date=heading.date,
        site=heading.site,
        method=heading.method,
        winners=heading.winners,
        state=heading.state,
        **more,
    )
    if event.state == State.ENDED:
        event.corrections_until = timezone.now() + timedelta(minutes=event.correction_minutes)
    event.save(force_insert=True)
    event.directors.set(directors)
    return event


def free_slug(name: str) -> str:
    """A word for addresses made from the name, with a number where it is taken."""
    swedish = str.maketrans({"å": "a", "ä": "a", "ö": "o", "Å": "A", "Ä": "A", "Ö": "O"})
    base = slugify(name.translate(swedish))[:60] or "tavling"
    taken = set(Event.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    return next(slug for slug in _numbered(base) if slug not in taken)


def _numbered(base: str) -> Iterator[str]:
    yield base
    number = 2
    while True:
        yield f"{base}-{number}"
        number += 1


def store_contestants(
    event: Event, people: Sequence[Who], entries: Mapping[str, Entry] = MappingProxyType({})
) -> Mapping[str, Contestant]:
    """The contestants as stored, by their codes; `entries`: what they entered the season as."""
    rows = [_contestant(event, who, entries.get(who.id)) for who in people]
    Contestant.objects.bulk_create(rows, batch_size=_BATCH)
    store_members(zip(rows, people, strict=True))
    return {row.code: row for row in rows}


def _contestant(event: Event, who: Who, entry: Entry | None) -> Contestant:
    a_system = entry is not None and entry.a_system
    return Contestant(event=event, code=who.id, name=who.name, entry=entry, a_system=a_system)


def store_members(pairs: Iterable[tuple[Contestant, Who]], first: int = 1) -> None:
    """Store players of contestants, tied to the registry by member number.

    `first`: the place of the first of them in the roster.
    """
    pairs = list(pairs)
    numbers = {person.number for _, who in pairs for person in who.players}
    known = {player.number: player for player in Player.objects.filter(number__in=numbers - {""})}
    members = [
        Member(
            contestant=row,
            position=position,
            name=person.name,
            club=person.club,
            number=person.number,
            player=known.get(person.number),
        ).named()
        for row, who in pairs
        for position, person in enumerate(who.players, first)
    ]
    Member.objects.bulk_create(members, batch_size=_BATCH)


def _boards(event: Event, played: Played) -> Mapping[int, Board]:
    rows = [
        Board(
            event=event,
            number=record.board.number,
            dealer=record.board.dealer.value,
            vulnerability=record.board.vulnerability.value,
            deal=str(record.deal or ""),
            tricks=tricks_column(record.tricks),
        )
        for record in played.boards.values()
    ]
    Board.objects.bulk_create(rows, batch_size=_BATCH)
    return {row.number: row for row in rows}


def _tables(
    event: Event, lines: Iterable[Line], contestants: Mapping[str, Contestant]
) -> Mapping[Seat, Table]:
    """The seating that the lines tell; lines that meet nowhere known are seated by opponents."""
    sections: dict[str, Section] = {}
    rounds: dict[int, Round] = {}
    tables: dict[Seat, Table] = {}
    for line, seat in seated(lines):
        number, section, table = seat
        if number not in rounds:
            rounds[number] = Round(event=event, number=number)
        if section not in sections:
            sections[section] = Section(event=event, name=section)
        if seat not in tables:
            tables[seat] = Table(
                round=rounds[number],
                section=sections[section],
                number=table,
                ns=contestants[line.ns],
                ew=contestants[line.ew] if line.ew else None,
                boards=[],
            )
        _same_opponents(tables[seat], line)
        tables[seat].boards = [*tables[seat].boards, line.board]
    Section.objects.bulk_create(sections.values())
    Round.objects.bulk_create(rounds.values(), batch_size=_BATCH)
    Table.objects.bulk_create(tables.values(), batch_size=_BATCH)
    return tables


def _same_opponents(table: Table, line: Line) -> None:
    if (table.ns.code, table.ew and table.ew.code) != (line.ns, line.ew):
        raise StorslamError(
            "round %(round)s, table %(table)s: %(one)s and %(other)s both sit North-South there",
            round=line.round,
            table=line.table,
            one=table.ns.code,
            other=line.ns,
        )


def seated(lines: Iterable[Line]) -> Iterator[tuple[Line, Seat]]:
    """Each line with its round, section and table.

    Where the table is not known, each pair of opponents gets one of its own.
    """
    made: dict[tuple[int, str, str, str | None], int] = {}
    for line in lines:
        meeting = (line.round, line.section, line.ns, line.ew)
        table = line.table or made.setdefault(meeting, len(made) + 1)
        yield line, (line.round, line.section, table)


def _results(
    lines: Iterable[Line], tables: Mapping[Seat, Table]
) -> Iterator[tuple[Line, Table, Payload]]:
    for line, seat in seated(lines):
        if line.outcome is not None:
            yield line, tables[seat], of_line(line)
