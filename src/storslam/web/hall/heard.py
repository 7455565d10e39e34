"""What the Bridgemates at the tables say: results, calls for the director, who sits there.

A queue has no ids for its lines, and sends them again until they are accepted. So it is remembered
what a table last said of each board: the newest line counts, and said again it changes nothing.
It is stored in one transaction with the result that it makes, before it is accepted. The director
is told of every line that cannot be used, so that none stands in the way of those behind it.
"""

from collections.abc import Iterable
from hashlib import sha256

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from storslam.bridge import Side
from storslam.errors import StorslamError
from storslam.exchange.data_connector import (
    Absent,
    Called,
    Kind,
    Said,
    Seated,
    Spot,
    Status,
    dump_result,
)
from storslam.exchange.data_connector_setup import letters_of
from storslam.names import searched
from storslam.scoring.event import Artificial, Play
from storslam.web.faults import said as in_words
from storslam.web.hall import tables
from storslam.web.hall.changes import check_in
from storslam.web.hall.codes import Place
from storslam.web.models import (
    Board,
    Bridgemates,
    CallKind,
    Conflict,
    Event,
    Heard,
    Member,
    ResultVersion,
    Section,
    Table,
)
from storslam.web.payload import Payload, of_columns, played
from storslam.web.results import locked, record_result

WHO = "Bridgemate"


def hear_results(state: Bridgemates, lines: Iterable[Said]) -> None:
    """Record the newest line of each table on each board, or tell the director why not."""
    known = {
        (Spot(row.letters, row.table, row.round), row.board): row.result for row in state.said.all()
    }
    newest = {(line.spot, line.board): line for line in lines}
    for place, line in newest.items():
        if known.get(place) != dump_result(line, state.guid):
            _hear_result(state, line)


def hear_calls(state: Bridgemates, lines: Iterable[Called]) -> None:
    """Show the calls to the director, where they are answered once the devices say so.

    They are known by their place in the queue: a table may call twice in a minute.
    """
    accepted = state.accepted.get(Kind.CALLS.name, 0)
    for index, line in enumerate(lines, 1):
        _hear_call(state, line, f"{accepted}+{index}")


def hear_players(state: Bridgemates, lines: Iterable[Seated]) -> None:
    """Note that a pair has come when a player of it gives a number; others are told of."""
    for line in lines:
        _hear_player(state, line)


def _section(event: Event, letters: str) -> Section | None:
    sections = list(event.sections.all())
    known = letters_of(section.name for section in sections)
    return next((section for section in sections if known[section.name] == letters), None)


def _no_section(spot: Spot) -> StorslamError:
    return StorslamError("there is no section %(letters)s", letters=spot.letters)


def _place(event: Event, spot: Spot, seat: str = "") -> Place:
    """The place as the director knows it; of section 0, which no event has, where it is unknown."""
    section = _section(event, spot.letters)
    return Place(section.number if section else 0, spot.table, seat)


def _table(event: Event, spot: Spot) -> Table:
    section = _section(event, spot.letters)
    if section is None:
        raise _no_section(spot)
    rows = Table.objects.select_related("round", "section", "ns", "ew")
    table = rows.filter(section=section, number=spot.table, round__number=spot.round).first()
    if table is None:
        raise StorslamError(
            "there is no table %(table)s in round %(round)s", table=spot, round=spot.round
        )
    return table


def _key(state: Bridgemates, *parts: object) -> str:
    """How a line is named in every copy of the event."""
    return "-".join(map(str, ("bm", state.guid[:12], *parts)))


# --- Results


def _hear_result(state: Bridgemates, line: Said) -> None:
    spot = line.spot
    with transaction.atomic():
        event = locked(state.event)
        row, _new = Heard.objects.select_related("call").get_or_create(
            bridgemates=state,
            letters=spot.letters,
            table=spot.table,
            round=spot.round,
            board=line.board,
            defaults={"when": timezone.now()},
        )
        told = dump_result(line, state.guid)
        if row.result == told:
            return  # another runner was first
        row.result, row.count, row.when = told, row.count + 1, timezone.now()
        of_place = (spot, spot.round, line.board)
        key = _key(state, *of_place, row.count)
        try:
            with transaction.atomic():
                reason = _recorded(event, line, _key(state, *of_place, ""), key)
        except StorslamError as error:
            reason = in_words(error)
        if row.call is not None:
            tables.answer_call(row.call, WHO)
        row.call = None
        if reason:
            text = _("Board %(board)s: %(reason)s") % {"board": line.board, "reason": reason}
            place = _place(event, spot)
            row.call = tables.tell(event, place, spot.round, key, text, CallKind.ENTRY)
        row.save()


def _recorded(event: Event, line: Said, own: str, key: str) -> str:
    """Record what the line says; why the director must see to it all the same, else empty.

    `own`: how the keys begin of what this table said of this board before. Only that is replaced or
    taken back: what anybody else recorded stays, and a line that says otherwise is a conflict.
    """
    table = _table(event, line.spot)
    board = event.boards.filter(number=line.board).first()
    if board is None:
        raise StorslamError("there is no board %(board)s", board=line.board)
    if line.split:
        raise StorslamError("the result is for East-West only: give both sides theirs")
    payload, current = _payload(line, table, board), _current(table, board)
    Conflict.objects.filter(event=event, settled_at=None, key__startswith=own).update(
        settled_by=WHO, settled_at=timezone.now(), taken=False
    )
    there = of_columns(current).outcome if current else None
    ours = current is not None and current.key.startswith(own)
    if payload.outcome or (ours and there):
        expected = current.number if current and ours else 0
        record_result(event, board, table, payload, key, expected, f"{WHO} {line.spot}")
        if table.round.closed:
            late, place = f"late-{key}", _place(event, line.spot)
            tables.tell(event, place, table.round.number, late, str(board), CallKind.LATE)
    if line.result is Absent.NOT_PLAYED and not isinstance(there, Artificial):
        return _("the table did not play it: give an award")
    return ""


def _current(table: Table, board: Board) -> ResultVersion | None:
    """The version that is recorded now."""
    versions = ResultVersion.objects.filter(result__table=table, result__board=board)
    return versions.order_by("-number").first()


def _payload(line: Said, table: Table, board: Board) -> Payload:
    if isinstance(line.result, Absent):
        return Payload(None)
    seated = (table.ns.code, table.ew.code if table.ew else "")
    pairs = (line.ew, line.ns) if line.switched else (line.ns, line.ew)
    met = (str(pairs[0]), str(pairs[1]))
    if met not in (seated, seated[::-1]):
        raise StorslamError(
            "the device says that %(met)s met; seated are %(seated)s",
            met="–".join(met),
            seated="–".join(seated),
        )
    sat = met if met != seated else None
    if isinstance(line.result, Play):
        value = played(line.result, board.value)
        return Payload(value.outcome, value.play, sat=sat)
    return Payload(line.result, sat=sat)


# --- Calls


def _hear_call(state: Bridgemates, line: Called, nth: str) -> None:
    spot = line.spot
    own = _key(state, "call", spot, "")
    if line.status in (Status.IN_PROGRESS, Status.RESOLVED):
        for call in state.event.calls.filter(key__startswith=own, answered_at=None):
            tables.answer_call(call, WHO)
        return
    key = f"{own}{spot.round}-{line.hour:02}{line.minute:02}-{nth}"
    place = _place(state.event, spot)
    text = "" if place.section else in_words(_no_section(spot))
    tables.tell(state.event, place, spot.round, key, text, CallKind.DIRECTOR)


# --- Players


def _hear_player(state: Bridgemates, line: Seated) -> None:
    event, spot = state.event, line.spot
    who = f"{line.number} {line.name}".strip()
    try:
        table = _table(event, spot)
        contestant = table.ns if line.seat.side is Side.NS or table.ew is None else table.ew
        if not line.removed and any(_is(line, one) for one in contestant.members.all()):
            check_in(event, [contestant.pk], [contestant.pk], WHO)
            return
        told = _("has left the seat") if line.removed else _("is not of this pair")
    except StorslamError as error:
        told = in_words(error)
    mark = sha256(f"{who}{line.removed}".encode()).hexdigest()[:8]
    key = _key(state, "seat", spot, spot.round, line.seat.value, mark)
    place = _place(event, spot, line.seat.value)
    tables.tell(event, place, spot.round, key, f"{who} {told}".strip(), CallKind.ENTRY)


def _is(line: Seated, member: Member) -> bool:
    if line.number and member.number:
        return line.number == member.number
    return bool(line.name) and searched(line.name) == member.folded_name
