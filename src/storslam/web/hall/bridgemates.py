"""The Bridgemates of an event are set up, told of what is new, and heard.

One process runs a `Runner` step after step. Whatever breaks it off, nothing is lost: the control
program keeps what was not accepted, and what is heard twice counts once (`heard`).
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from storslam.errors import StorslamError
from storslam.exchange import data_connector as protocol
from storslam.exchange import data_connector_setup as set_up
from storslam.exchange.data_connector import Command, Kind, Row, Said, Spot
from storslam.scoring.event import Artificial, Average, Player, Score
from storslam.translation import gettext_noop
from storslam.web.acts.trail import note
from storslam.web.faults import place as where
from storslam.web.faults import said
from storslam.web.hall import heard, sheets
from storslam.web.hall.control_program import (
    ENTRY_UNKNOWN,
    NO_DATA,
    ControlProgram,
    Refused,
    Unreachable,
)
from storslam.web.hall.swiss import is_swiss
from storslam.web.loaded import recorded
from storslam.web.models import Bridgemates, Event, Heard, Member, Result
from storslam.web.models.event import fresh_stamp
from storslam.web.results import locked
from storslam.web.teams.kinds import is_teams

SILENT = timedelta(seconds=30)
_NOTED_EVERY = timedelta(seconds=5)
_ANEW = gettext_noop(
    "the control program does not know the event; --anew gives it the event once more, and "
    "empties its devices"
)
_OVERTAKEN = gettext_noop("another process has taken over the Bridgemates of the event")


class Overtaken(StorslamError):
    """Another process has taken over the Bridgemates of the event."""


@dataclass(frozen=True, slots=True)
class Queue:
    """What is asked for again and again: how it is polled, read, stored and accepted."""

    poll: Command
    kind: Kind
    load: Callable[[Row], Any]
    hear: Callable[[Bridgemates, Any], None]
    accept: Command


QUEUES = (
    Queue(
        Command.POLL_RESULTS,
        Kind.RESULTS,
        protocol.load_result,
        heard.hear_results,
        Command.ACCEPT_RESULTS,
    ),
    Queue(
        Command.POLL_CALLS,
        Kind.CALLS,
        protocol.load_call,
        heard.hear_calls,
        Command.ACCEPT_CALLS,
    ),
    Queue(
        Command.POLL_PARTICIPATIONS,
        Kind.PARTICIPATIONS,
        protocol.load_participation,
        heard.hear_players,
        Command.ACCEPT_PARTICIPATIONS,
    ),
)


class Runner:
    """Talks to the control program for an event; a newer runner of the event takes its place.

    `anew`: give the control program the event once more, as after a change of computers.
    StorslamError for an event that the Bridgemates cannot be used for.
    """

    def __init__(self, event: Event, program: ControlProgram, *, anew: bool = False) -> None:
        if is_teams(event):
            raise StorslamError(
                "Bridgemates are for events of pairs: a team names its line-up anew in every half, "
                "and the protocol wants one pair of each number throughout"
            )
        self._program, self._mark = program, fresh_stamp()
        self._anew, self._joined = anew, False
        with transaction.atomic():
            self.state, _ = Bridgemates.objects.get_or_create(event=locked(event))
            self.state.runner, self.state.started = self._mark, timezone.now()
            self.state.save(update_fields=["runner", "started"])

    def step(self) -> None:
        """Set up, tell what is new, hear what is new; what stood in the way is in the state.

        Raises Overtaken, and StorslamError where nothing could be heard.
        """
        self.state = _rows().get(pk=self.state.pk)
        if self.state.runner != self._mark:
            raise Overtaken(_OVERTAKEN)
        try:
            faults = self._talk()
        except StorslamError as error:
            self._joined = False
            self._note([error])
            raise
        self._note(faults)

    def leave(self) -> None:
        """Say that nobody talks to the control program any more."""
        Bridgemates.objects.filter(pk=self.state.pk, runner=self._mark).update(runner="")

    def _talk(self) -> list[StorslamError]:
        """Everything that there is to say and to hear; the faults that stop only a part of it."""
        if self.state.event.away:
            # What was recorded here would have to be settled with what comes home.
            raise StorslamError("the event is run elsewhere: its Bridgemates are heard there")
        if not self._joined:
            self._join()
        faults: list[StorslamError] = []
        for act in (self._push, *(partial(self._poll, queue) for queue in QUEUES)):
            try:
                faults += act()
            except Unreachable:
                raise
            except StorslamError as error:
                faults.append(error)
                self._joined &= not _unknown(error)
        return faults

    def _ask(self, command: Command, data: object = None, *kinds: Kind) -> protocol.Answer:
        return self._program.ask(command, self.state.guid, data, *kinds)

    def _note(self, faults: list[StorslamError]) -> None:
        """What stands in the way, and that the control program was heard, if not just noted."""
        now, state = timezone.now(), self.state
        told = "; ".join(": ".join(filter(None, (where(one), said(one)))) for one in faults)[:500]
        fresh = state.heard is not None and now - state.heard < _NOTED_EVERY
        if told == state.fault and fresh:
            return
        state.fault = told
        if not any(isinstance(one, Unreachable) for one in faults):
            state.heard = now
        state.save(update_fields=["fault", "heard"])

    # --- Setting up

    def _join(self) -> None:
        if self.state.opened and not self._anew:
            try:
                self._program.ask(
                    Command.CONTINUE,
                    "",
                    set_up.dump_continue(self.state.guid, self._program.club),
                )
            except Refused as error:
                if _unknown(error):
                    raise StorslamError(_ANEW) from error
                raise
        else:
            self._initialize()
        self._joined = True

    def _initialize(self) -> None:
        event, state = self.state.event, self.state
        if state.opened:
            # What the devices said before they are emptied.
            with suppress(Refused):
                for queue in QUEUES:
                    self._poll(queue)
        plan, people = self._plan()
        made = set_up.dump_event(
            state.guid,
            self._program.club,
            event.name,
            event.date or timezone.localdate(),
            event.method,
            list(plan.values()),
            people,
        )
        self._program.ask(Command.INITIALIZE, "", made)
        with transaction.atomic():
            self._sent(event.frame, plan, people)
            state.opened = timezone.now()
            state.save(update_fields=["opened"])
            season = event.stage.season
            note("fill-devices", event, heard.WHO, season=season, text=str(event), guid=state.guid)
        self._anew = False
        if results := list(self._results()):
            self._ask(Command.PUT_RESULTS, results)

    def _results(self) -> Iterator[Row]:
        """What is recorded already, so that no table is asked for it again."""
        event = self.state.event
        letters = set_up.letters_of(event.sections.values_list("name", flat=True))
        tables = {table.pk: table for table in sheets.seating(event)}
        for (pk, board), one in recorded(event).items():
            table, payload = tables.get(pk), one.payload
            if table is None:
                continue  # of no round that is known
            seated = (table.ns.code, table.ew.code if table.ew else "")
            if payload.sat not in (None, seated[::-1]):
                continue  # the protocol knows only the pairs that were seated
            match payload.outcome:
                case Score() if payload.play:
                    told: Any = payload.play
                case Artificial(Average(), Average()):
                    told = payload.outcome
                case _:
                    continue
            spot = Spot(letters[table.section.name], table.number, table.round.number)
            switched = payload.sat is not None
            line = Said(spot, board, told, *map(int, seated), switched=switched)
            yield protocol.dump_result(line, self.state.guid)

    # --- Telling what is new

    def _plan(self) -> tuple[dict[str, Row], set_up.People]:
        """The sections by their letters, and the players, as the devices are to know them."""
        event, guid = self.state.event, self.state.guid
        letters = set_up.letters_of(event.sections.values_list("name", flat=True))
        movements = sheets.sections(event)
        plan = {
            letters[name]: set_up.dump_section(
                guid,
                letters[name],
                name,
                movement,
                winners=event.winners,
                more=_more_to_draw(event),
            )
            for name, movement in movements.items()
        }
        by_letters = {letters[name]: movement for name, movement in movements.items()}
        pairs = _pairs(event)
        return plan, set_up.dump_people(guid, self._program.club, by_letters, pairs)

    def _push(self) -> list[StorslamError]:
        event, state = self.state.event, self.state
        if state.frame == event.frame:
            return []
        plan, people = self._plan()
        self._keep_played(plan)
        for letters in sorted({*plan, *state.sections}):
            section, before = plan.get(letters), state.sections.get(letters)
            if section != before:
                self._update(section or before, deleted=section is None)
        for command, rows, known in (
            (Command.PUT_PLAYERS, people.players, "players"),
            (Command.PUT_PARTICIPATIONS, people.participations, "participations"),
        ):
            if new := [row for row in rows if row not in state.people.get(known, [])]:
                self._ask(command, new)
        self._sent(event.frame, plan, people)
        return []

    def _update(self, section: Row, *, deleted: bool) -> None:
        told = set_up.dump_update(
            section, self._program.club, self.state.event.method, deleted=deleted
        )
        self._ask(Command.UPDATE_MOVEMENT, told, Kind.OK, Kind.MOVEMENT)

    def _keep_played(self, plan: dict[str, Row]) -> None:
        """Leave every round of a table that has results as the devices have it.

        They throw a table's results away from the first round that is changed.
        """
        places = Result.objects.filter(event=self.state.event).values_list(
            "table__section__name", "table__number", "table__round__number"
        )
        letters = set_up.letters_of(self.state.event.sections.values_list("name", flat=True))
        played = {Spot(letters[name], table, round_) for name, table, round_ in places}
        before = {
            spot: row for section in self.state.sections.values() for spot, row in _rounds(section)
        }
        for section in plan.values():
            for table in section["Tables"]:
                table["Rounds"] = [
                    before.get(spot, row) if spot in played else row
                    for spot, row in _rounds({**section, "Tables": [table]})
                ]

    def _sent(self, frame: str, plan: dict[str, Row], people: set_up.People) -> None:
        state = self.state
        state.frame, state.sections = frame, plan
        state.rounds = max(spot.round for one in plan.values() for spot, _ in _rounds(one))
        state.people = {"players": people.players, "participations": people.participations}
        state.save(update_fields=["frame", "sections", "rounds", "people"])

    # --- Hearing what is new

    def _poll(self, queue: Queue) -> list[StorslamError]:
        """Store what a queue holds, and accept it if all of it could be read; its faults."""
        try:
            answer = self._ask(queue.poll, None, queue.kind, Kind.OK, Kind.NOTHING)
        except Refused as error:
            if error.error == NO_DATA:
                return []
            raise
        data = answer.data if answer.kind == queue.kind else ""
        lines, faults = protocol.load_lines(data, self.state.guid, queue.load)
        queue.hear(self.state, lines)
        if lines and not faults:
            self._ask(queue.accept, answer.last)
            self.state.accepted[queue.kind.name] = answer.last
            self.state.save(update_fields=["accepted"])
        return faults


def _rows() -> QuerySet[Bridgemates]:
    """The states, without what the devices were sent until it is asked for: a megabyte."""
    return Bridgemates.objects.select_related("event__stage__season").defer("sections", "people")


def _unknown(error: StorslamError) -> bool:
    """Whether the control program does not know the event, which then is to be taken up again."""
    return isinstance(error, Refused) and error.error == ENTRY_UNKNOWN


def _more_to_draw(event: Event) -> bool:
    """Whether the devices are to wait for rounds that are not drawn yet."""
    if not is_swiss(event):
        return False
    wanted = event.movement["options"].get("rounds")
    return wanted is None or event.rounds.count() < wanted


def _pairs(event: Event) -> dict[str, list[Player]]:
    """The players of each pair who play now, in the order of their seats."""
    members = Member.objects.filter(contestant__event=event, last_round=None)
    found: dict[str, list[Player]] = {}
    for one in members.select_related("contestant").order_by("position"):
        found.setdefault(one.contestant.code, []).append(Player(one.name, one.number))
    return found


def _rounds(section: Row) -> Iterator[tuple[Spot, Row]]:
    for table in section["Tables"]:
        for row in table["Rounds"]:
            yield Spot(section["Letters"], table["TableNumber"], row["RoundNumber"]), row


# --- For the director's desk


@dataclass(frozen=True, slots=True)
class Panel:
    """What the director sees of the Bridgemates. `held`: lines that could not be recorded."""

    state: Bridgemates
    results: int
    held: list[Heard]

    @property
    def silent(self) -> bool:
        """Whether the control program has not been heard for a while."""
        heard_at = self.state.heard
        return heard_at is None or timezone.now() - heard_at > SILENT

    @property
    def troubled(self) -> bool:
        """Whether somebody should look at it; not for having been stopped."""
        return bool(self.state.fault or (self.state.runner and self.silent))


def panel(event: Event) -> Panel | None:
    """The Bridgemates of the event; None where it has none."""
    state = _rows().filter(event=event).first()
    if state is None:
        return None
    held = state.said.filter(call__isnull=False, call__answered_at=None).select_related("call")
    return Panel(state, state.said.count(), list(held))
