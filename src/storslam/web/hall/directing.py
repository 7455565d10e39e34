"""A director's acts on several results at once: who sat where, groups of a fouled board, awards.

Each act is first a set of changes, whose effect can be shown (`scored.moves_of_many`), and then one
transaction that makes a new version of every result it changes; undone by versions, too.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any
from uuid import uuid4

from django.db import transaction

from storslam.bridge import Side
from storslam.errors import StorslamError
from storslam.scoring.event import Artificial, Award
from storslam.web.acts.trail import note
from storslam.web.loaded import Place, recorded
from storslam.web.models import Contestant, Event, Result, Table, User
from storslam.web.payload import Payload, played
from storslam.web.results import locked, record_result, touch
from storslam.web.scored import scored

Changes = Mapping[Place, Payload]


def swapped(event: Event, table: Table, boards: Collection[int]) -> Changes:
    """The results of these boards with North-South and East-West exchanged."""
    if table.ew is None:
        raise StorslamError("nobody meets anybody at this table")
    seated = _seated(table)
    there = _there(event, ((table.pk, board) for board in boards))
    return {
        place: _sat(payload, seated, (payload.sat or seated)[::-1])
        for place, payload in there.items()
    }


def _sat(payload: Payload, seated: tuple[str, str], seats: tuple[str, str]) -> Payload:
    return replace(payload, sat=None if seats == seated else seats)


def on_another_board(event: Event, table: Table, board: int, other: int) -> Changes:
    """The result of a board as one of another, which the table really played; scored anew."""
    place = (table.pk, board)
    found = _there(event, [place])[place]
    played_ = event.boards.filter(number=other).first()
    if played_ is None:
        raise StorslamError("there is no board %(board)s", board=other)
    if found.play is None:
        raise StorslamError("board %(board)s has no contract here to score anew", board=board)
    if (table.pk, other) in recorded(event):
        raise StorslamError("board %(board)s has a result here", board=other)
    anew = replace(played(found.play, played_.value), sat=found.sat)
    return {place: Payload(None), (table.pk, other): anew}


def move_board(
    event: Event, table: Table, board: int, other: int, who: User, reason: str, **more: Any
) -> int:
    """Record that the table played `other` and not `board`, which it may still play."""
    changes = on_another_board(event, table, board, other)
    with transaction.atomic():
        table = Table.objects.select_related("round", "ns", "ew").get(pk=table.pk)
        if other not in table.boards:
            boards = [*table.boards, other]
            reseat(event, table, table.ns, table.ew, boards, who, reason)
        return record_many(event, changes, who, reason, **more)


def grouped(event: Event, board: int, tables: Iterable[int], group: str) -> Changes:
    """The results of a fouled board at these tables (by primary key) as a group apart (S-06)."""
    there = _there(event, ((table, board) for table in tables))
    return {place: replace(payload, group=group) for place, payload in there.items()}


def _there(event: Event, places: Iterable[Place]) -> dict[Place, Payload]:
    """The results at these places; StorslamError for a board that has none yet."""
    now = recorded(event)
    found = {}
    for place in places:
        if place not in now or now[place].payload.outcome is None:
            raise StorslamError("board %(board)s has no result here yet", board=place[1])
        found[place] = now[place].payload
    return found


def awarded(event: Event, places: Iterable[Place], ns: Award, ew: Award) -> Changes:
    """These awards, for boards that were not played or whose results cannot stand."""
    now = recorded(event)
    return {
        place: Payload(Artificial(ns, ew), sat=now[place].payload.sat if place in now else None)
        for place in places
    }


def exchanged(
    event: Event, here: Table, there: Table, boards: Collection[int], side: Side
) -> Changes:
    """The results of these boards with this side of the two tables exchanged."""
    found = _there(event, ((table.pk, board) for table in (here, there) for board in boards))
    changes = {}
    for board in boards:
        ours, theirs = _who(found, here, board), _who(found, there, board)
        if side is Side.NS:
            ours, theirs = (theirs[0], ours[1]), (ours[0], theirs[1])
        else:
            ours, theirs = (ours[0], theirs[1]), (theirs[0], ours[1])
        for table, seats in ((here, ours), (there, theirs)):
            place = (table.pk, board)
            changes[place] = _sat(found[place], _seated(table), seats)
    return changes


def _who(found: Changes, table: Table, board: int) -> tuple[str, str]:
    """Who sat there, as far as is known."""
    return found[table.pk, board].sat or _seated(table)


def _seated(table: Table) -> tuple[str, str]:
    return table.ns.code, table.ew.code if table.ew else ""


def marked(event: Event, changes: Changes) -> str:
    """The mark of the results that the changes would change, as they are now."""
    now = recorded(event)
    seen = [(place, now[place].version if place in now else 0) for place in sorted(changes)]
    return sha256(repr(seen).encode()).hexdigest()[:16]


def record_many(
    event: Event,
    changes: Changes,
    who: User,
    reason: str,
    *,
    override: bool = False,
    seen: str | None = None,
) -> int:
    """Record all the changes as new versions, or none; how many were new.

    `seen`: the mark of the results that the director saw; StorslamError where they are others now.
    """
    batch = uuid4().hex
    with transaction.atomic():
        event = locked(event)
        if seen is not None and seen != marked(event, changes):
            raise StorslamError("the result has changed: look again")
        tables = {
            table.pk: table
            for table in Table.objects.filter(round__event=event).select_related("round")
        }
        boards = {board.number: board for board in event.boards.all()}
        count = 0
        for index, (place, payload) in enumerate(changes.items()):
            table, board = tables[place[0]], boards[place[1]]
            there = Result.objects.filter(table=table, board=board).first()
            stored = record_result(
                event,
                board,
                table,
                payload,
                f"{batch}-{index}",
                there.version if there else 0,
                who.get_username(),
                reason,
                override=override,
            )
            count += stored.key.startswith(batch)
    return count


def reseat(
    event: Event,
    table: Table,
    ns: Contestant,
    ew: Contestant | None,
    boards: Iterable[int],
    who: User,
    reason: str,
) -> None:
    """Change who sits at a table in its round, and which boards it plays.

    A board that has a result stays at the table, and those who have played keep their seats: what
    was played is changed by `swapped` and `exchanged`.
    """
    wanted = list(dict.fromkeys(boards))
    with transaction.atomic():
        event = locked(event)
        table = Table.objects.select_related("round", "ns", "ew").get(pk=table.pk)
        there = set(Result.objects.filter(table=table).values_list("board__number", flat=True))
        _refuse(event, table, (ns, ew), wanted, there)
        before = {"ns": table.ns.code, "ew": table.ew and table.ew.code, "boards": table.boards}
        table.ns, table.ew, table.boards = ns, ew, wanted
        table.save(update_fields=["ns", "ew", "boards"])
        touch(event)
        seats = f"{ns.code}–{ew.code if ew else ''}: {' '.join(map(str, wanted))}"
        text = f"{event}, {table.round.number}, {table.number}: {seats} ({reason})"
        note("reseat", event, who, season=event.stage.season, text=text, table=table.pk, was=before)


def _refuse(
    event: Event,
    table: Table,
    seats: tuple[Contestant, Contestant | None],
    boards: Collection[int],
    there: Collection[int],
) -> None:
    """StorslamError for a seating that cannot be, or would lose what was played."""
    if seats[0] == seats[1]:
        raise StorslamError("%(id)s plays against itself", id=seats[0].code)
    if there and seats != (table.ns, table.ew):
        raise StorslamError("boards have been played here: say for which of them who sat there")
    lost = [board for board in there if board not in boards]
    if lost:
        raise StorslamError("board %(board)s has a result here", board=min(lost))
    known = set(event.boards.filter(number__in=boards).values_list("number", flat=True))
    for board in boards:
        if board not in known:
            raise StorslamError("there is no board %(board)s", board=board)


def doubled(event: Event) -> list[tuple[str, int]]:
    """Who is seated to play a board twice: the code and the board, after a change of seats."""
    seen: set[tuple[str, int]] = set()
    found = []
    for line in scored(event).event.lines:
        for code in (line.ns, line.ew):
            if code is not None and line.ew is not None:
                if (code, line.board) in seen:
                    found.append((code, line.board))
                seen.add((code, line.board))
    return found
