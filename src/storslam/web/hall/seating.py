"""Seating: a movement becomes rounds, tables and boards of an event, session by session."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _

from storslam.bridge import numbered_board
from storslam.errors import StorslamError
from storslam.exchange import movements
from storslam.exchange.faults import LineFault, SheetFaults
from storslam.movements import Fault, Movement, Position, faults, profile
from storslam.movements.balance import balance
from storslam.movements.barometer import usual_card
from storslam.movements.movement import named
from storslam.movements.stationary import stationary
from storslam.rulebook.decision import plain
from storslam.scoring.ranking import id_order
from storslam.web.acts.checking import TEAMS
from storslam.web.acts.deciding import Decided, decided
from storslam.web.acts.trail import note
from storslam.web.hall.hands import can_be_dealt_again, deal_added
from storslam.web.hall.kinds import LABELS, Options, make
from storslam.web.models import (
    Board,
    Contestant,
    Event,
    Result,
    Round,
    Section,
    StageKind,
    Table,
    User,
)
from storslam.web.models.event import Standing
from storslam.web.results import locked, touch
from storslam.web.teams.kinds import KINDS, is_teams

_BATCH = 500
RULED = frozenset({"barometer", "semibarometer", "howell", "mitchell"})
"""The movements that the rule of pair finals knows."""
Parts = Mapping[str, Movement]
"""By the name of each section its movement, of contestants by their codes."""


@dataclass(frozen=True, slots=True)
class Made:
    """How the seating of a session was made: `seed` is that of its draw, None by number."""

    kind: str
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int | None = None
    decision: Decided | None = None


FROM_FILE = Made("file")


def seat(
    event: Event,
    parts: Parts | Movement,
    who: User | str,
    *,
    session: int = 1,
    made: Made = FROM_FILE,
    start: datetime | None = None,
) -> Event:
    """Seat a session by these movements, in place of how it was seated; the event as it is then.

    Rounds and boards go on where the session before ended. `start`: when its first round begins.
    Raises StorslamError once the session has a result, and for what cannot be played.
    """
    parts = {"": parts} if isinstance(parts, Movement) else parts
    with transaction.atomic():
        event = locked(event)
        people = {row.code: row for row in event.contestants.all()}
        for movement in parts.values():
            for fault in cannot(movement, people):
                raise fault.reason
        _clear(event, session)
        first = _Start.of(event, session)
        rounds = _rounds(event, parts, session, first, start)
        _tables(event, parts, rounds, people, first)
        store_boards(event)
        _keep(event, session, _described(parts, made))
        text = f"{event}: {session}, {made.kind}"
        season = event.stage.season
        note("seat", event, who, season=season, text=text, decision=made.decision,
             session=session, kind=made.kind, options=made.options, seed=made.seed)  # fmt: skip
    return event


def arrange(
    event: Event,
    kind: str,
    who: User | str,
    options: Options,
    *,
    session: int = 1,
    sections: int = 1,
    seed: int | None = None,
    start: datetime | None = None,
) -> Event:
    """Seat a session by a movement of this kind, made for those who compete.

    `seed`: of the lot for the numbers in the movement; else they sit by their own numbers.
    """
    parts = {
        name: placed(event, make(kind, len(codes), options), codes)
        for name, codes in shared_out(in_order(event, seed), sections).items()
    }
    told = Made(kind, asdict(options), seed, allowed(event, kind))
    return seat(event, parts, who, session=session, made=told, start=start)


def allowed(event: Event, kind: str) -> Decided | None:
    """Whether a pair final may be played so (SM-EVT-1); None for what the rule does not know."""
    stage = event.stage
    if stage.kind != StageKind.FINAL or stage.discipline in TEAMS or kind not in RULED:
        return None
    return decided(stage.season, "pair-final-movement", discipline=stage.discipline, movement=kind)


def label(kind: str) -> str:
    """What a kind of seating is called."""
    named_ = {
        "file": _("from a file"),
        "drawn": _("as drawn"),
        **dict.fromkeys(KINDS, _("matches")),
    }
    return named_[kind] if kind in named_ else str(LABELS[kind])


def unseat(event: Event, session: int, who: User) -> Event:
    """Take the seating of a session away, with its rounds and boards; refused once it is played."""
    with transaction.atomic():
        event = locked(event)
        _clear(event, session)
        store_boards(event)
        _keep(event, session, {})
        note("unseat", event, who, season=event.stage.season, text=f"{event}: {session}")
    return event


def cannot(movement: Movement, codes: Container[str]) -> Iterator[Fault]:
    """Every position that cannot be played by the contestants of these codes."""
    yield from faults(movement)
    for index, position in enumerate(movement.positions):
        for name in position.contestants:
            if name not in codes:
                where = {"round": position.round, "table": position.table}
                fault = StorslamError(
                    "round %(round)s, table %(table)s: there is no contestant %(id)s",
                    id=name,
                    **where,
                )
                yield Fault(index, fault)


def met_again(movement: Movement) -> Iterator[Fault]:
    """Every position of two who have met in an earlier round."""
    met: dict[frozenset[str], int] = {}
    for index, position in enumerate(movement.positions):
        two = frozenset(position.contestants)
        if position.played and met.setdefault(two, position.round) != position.round:
            fault = StorslamError(
                "round %(round)s, table %(table)s: %(ns)s and %(ew)s have met already",
                round=position.round,
                table=position.table,
                ns=position.ns,
                ew=position.ew,
            )
            yield Fault(index, fault)


def from_file(event: Event, data: bytes, name: str) -> Movement:
    """The movement of a CSV file, of contestants by code, or of numbers in the order of codes.

    Raises SheetFaults with the line of everything that cannot be played, and of those who meet
    again (S-25).
    """
    read, lines = movements.load(data)
    codes = in_order(event)
    if not read.contestants <= set(codes) and _numbers(read, len(codes)):
        read = named(read, codes)
    wrong = [*cannot(read, codes), *met_again(read)]
    if wrong:
        told = (LineFault(lines[f.index], "", f.reason.message, f.reason.params) for f in wrong)
        raise SheetFaults(told, name)
    return read


def _numbers(movement: Movement, most: int) -> bool:
    return movement.contestants <= {str(number) for number in range(1, most + 1)}


def schedule(event: Event, number: int, start: datetime, minutes: int, who: User) -> Event:
    """Plan the rounds from this number on, one after another, until the event ends."""
    with transaction.atomic():
        event = locked(event)
        rounds = list(event.rounds.filter(number__gte=number))
        if not rounds:
            raise StorslamError("there is no round %(round)s", round=number)
        for index, one in enumerate(rounds):
            one.planned, one.minutes = start + index * timedelta(minutes=minutes), minutes
        Round.objects.bulk_update(rounds, ["planned", "minutes"])
        touch(event)
        season, text = event.stage.season, f"{event}: {number}"
        note("schedule", event, who, season=season, text=text, start=start, minutes=minutes)
    return event


# --- Who sits where in the movement


def in_order(event: Event, seed: int | None = None) -> list[str]:
    """The codes of those who compete: as people number them, or drawn from a seed."""
    rows = event.contestants.filter(standing=Standing.COMPETING)
    codes = sorted(rows.values_list("code", flat=True), key=id_order)
    if seed is not None:
        Random(seed).shuffle(codes)  # noqa: S311 - a lot that can be drawn again
    return codes


def shared_out(codes: Sequence[str], sections: int) -> dict[str, list[str]]:
    """The contestants of each section: dealt in turn, so that their strength is even."""
    if sections == 1:
        return {"": list(codes)}
    return {chr(ord("A") + index): list(codes[index::sections]) for index in range(sections)}


def placed(event: Event, movement: Movement, codes: Sequence[str]) -> Movement:
    """A movement of numbers, of these contestants; who must not move gets what moves least."""
    marked = event.contestants.filter(stationary=True).values_list("code", flat=True)
    still = [code for code in codes if code in set(marked)]
    return stationary(named(movement, codes), still)


# --- How it is stored


@dataclass(frozen=True, slots=True)
class _Start:
    """The number of the last round, and of the last board, before a session."""

    round: int
    board: int

    @classmethod
    def of(cls, event: Event, session: int) -> "_Start":
        earlier = event.rounds.filter(session__lt=session)
        tables = Table.objects.filter(round__in=earlier)
        boards = (board for row in tables.values_list("boards", flat=True) for board in row)
        last = earlier.aggregate(Max("number"))["number__max"]
        return cls(last or 0, max(boards, default=0))


def seated_in(event: Event, session: int) -> QuerySet[Table]:
    """The tables of a session."""
    return Table.objects.filter(round__event=event, round__session=session)


def _clear(event: Event, session: int) -> None:
    """Take away how a session was seated; StorslamError where that is too late."""
    if is_teams(event):
        raise StorslamError("the rounds of a team event follow from its matches")
    if Result.objects.filter(event=event, table__round__session=session).exists():
        raise StorslamError(
            "session %(session)s is being played: it keeps its seating", session=session
        )
    if event.rounds.filter(session__gt=session).exists():
        raise StorslamError("take away the seating of the later sessions first")
    event.rounds.filter(session=session).delete()


def _rounds(
    event: Event, parts: Parts, session: int, first: _Start, start: datetime | None
) -> dict[int, Round]:
    """The rounds as stored, by their numbers in the movement."""
    numbers = sorted({p.round for movement in parts.values() for p in movement.positions})
    pace = timedelta(minutes=event.minutes or 0)
    rows = {
        number: Round(
            event=event,
            number=first.round + index + 1,
            session=session,
            minutes=event.minutes,
            planned=start and start + index * pace if event.minutes or not index else None,
        )
        for index, number in enumerate(numbers)
    }
    Round.objects.bulk_create(rows.values(), batch_size=_BATCH)
    return rows


def _tables(
    event: Event,
    parts: Parts,
    rounds: Mapping[int, Round],
    people: Mapping[str, Contestant],
    first: _Start,
) -> None:
    event.sections.exclude(name__in=parts).filter(tables=None).delete()
    lowest = min((b for m in parts.values() for p in m.positions for b in p.boards), default=1)
    shift = first.board if lowest <= first.board else 0
    rows = []
    for name, movement in parts.items():
        section, _new = Section.objects.get_or_create(event=event, name=name)
        for position in movement.positions:
            there = [people[code] for code in position.contestants]
            if there:
                rows.append(_table(rounds[position.round], section, position, there, shift))
    Table.objects.bulk_create(rows, batch_size=_BATCH)


def _table(
    round_: Round, section: Section, position: Position, there: Sequence[Contestant], shift: int = 0
) -> Table:
    """A table of those who are there; one who meets nobody sits North-South."""
    row = Table(round=round_, section=section, number=position.table)
    row.ns, row.ew = there[0], there[1] if len(there) > 1 else None
    row.boards = [board + shift for board in position.boards]
    return row


def store_round(event: Event, positions: Sequence[Position]) -> Round:
    """One more round of the last session, in its first section; call it with the event locked."""
    last = event.rounds.order_by("number").last()
    made = Round.objects.create(
        event=event,
        number=last.number + 1 if last else 1,
        session=last.session if last else 1,
        minutes=event.minutes,
    )
    people = {row.code: row for row in event.contestants.all()}
    section = event.sections.first()
    Table.objects.bulk_create(
        _table(made, section, position, [people[code] for code in position.contestants])
        for position in positions
    )
    store_boards(event)
    return made


def store_boards(event: Event) -> None:
    """A board for each number that is played, with hands where the event has a secret for them.

    Those that nobody plays go, unless hands would be lost.
    """
    seated = Table.objects.filter(round__event=event).values_list("boards", flat=True)
    wanted = {board for boards in seated for board in boards}
    there = set(event.boards.values_list("number", flat=True))
    unused = event.boards.filter(number__in=there - wanted, results=None)
    unused.filter(Q(deal="") | Q(number__in=can_be_dealt_again(event))).delete()
    new = map(numbered_board, sorted(wanted - there))
    Board.objects.bulk_create(
        (
            Board(event=event, number=board.number, dealer=board.dealer.value,
                  vulnerability=board.vulnerability.value)
            for board in new
        ),
        batch_size=_BATCH,
    )  # fmt: skip
    deal_added(event)


def _keep(event: Event, session: int, described: dict[str, Any]) -> None:
    """Keep how a session was made: the first's as such, the others' in `later` by their number."""
    later = {**event.movement.get("later", {})}
    if session == 1:
        event.movement = {**described, "later": later} if later else described
    else:
        later[str(session)] = described
        event.movement = {**event.movement, "later": later}
    event.save(update_fields=["movement"])
    touch(event)


def _described(parts: Parts, made: Made) -> dict[str, Any]:
    """Kind, options and seed, and the balance of the largest section beside the usual card's."""
    largest = max(parts.values(), key=lambda movement: len(movement.contestants))
    told = {"kind": made.kind, "options": dict(made.options), "seed": made.seed}
    sets = sum(profile(movement).sets for movement in parts.values())
    return {**told, "sections": len(parts), "sets": sets, **figures(largest)}


def figures(movement: Movement) -> dict[str, Any]:
    """The balance of a movement, and for all-play-all that of the usual card; exact, as text."""
    counted = profile(movement)
    size = counted.contestants
    if size < 2:
        return {}
    found = {"balance": _balance(movement)}
    if len(counted.meetings) == size * (size - 1) // 2:
        found["usual"] = _balance(usual_card(size))
    return found


def _balance(movement: Movement) -> dict[str, Any]:
    found = balance(movement)
    names = ("mean", "mean_deviation", "variance", "worst", "least_variance", "least_worst")
    return {name: plain(getattr(found, name), exact=True) for name in names}
