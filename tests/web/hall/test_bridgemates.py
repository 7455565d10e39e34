"""Bridgemates: a whole evening against a control program that holds us to its protocol."""

import json
import time
from contextlib import contextmanager, suppress
from dataclasses import replace
from fractions import Fraction
from random import Random
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread

import pytest
from click.testing import CliRunner
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from storslam.bridge import PASSED_OUT, Card, Contract, Doubling, Seat, Strain, Suit
from storslam.bridge.cards import RANKS
from storslam.cli.bridgemate import bridgemate
from storslam.errors import StorslamError
from storslam.exchange.data_connector import Absent, Said, Spot, dump_result
from storslam.scoring.event import Artificial, Average, Play, Weighted
from storslam.web import results
from storslam.web.accounts import create_director
from storslam.web.hall import directing, heard, rounds, seating, swiss, tables
from storslam.web.hall.bridgemates import Overtaken, Runner, panel
from storslam.web.hall.control_program import ControlProgram as Client
from storslam.web.hall.control_program import Refused, Unreachable, control_program
from storslam.web.hall.kinds import Options
from storslam.web.models import (
    Bridgemates,
    Call,
    Conflict,
    Contestant,
    Event,
    Member,
    Result,
    ResultVersion,
    Step,
    Table,
)
from storslam.web.payload import Payload, of_columns, played
from storslam.web.scored import scored
from tests.control_program import CLUB, LICENCE, Ask, ControlProgram, Data
from tests.web import makers

pytestmark = pytest.mark.django_db


@pytest.fixture
def program():
    made = ControlProgram()
    made.start()
    yield made
    made.stop()
    assert made.wrong == made.expected, "what was sent broke the protocol"


def to(program: ControlProgram) -> Client:
    return Client(program.address, CLUB, LICENCE, timeout=5)


def fresh(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def runner(event: Event, program: ControlProgram, **more: bool) -> Runner:
    made = Runner(event, to(program), **more)
    made.step()
    return made


def at(event: Event, table: int = 1, round_: int = 1) -> Table:
    return Table.objects.select_related("round", "ns", "ew").get(
        round__event=event, round__number=round_, number=table
    )


def said(event: Event, result: object, board: int = 1, table: int = 1, round_: int = 1) -> Said:
    seated = at(event, table, round_)
    pairs = (int(seated.ns.code), int(seated.ew.code))
    return Said(Spot("A", table, round_), board, result, *pairs)


def row(event: Event, result: object, **where: int) -> dict:
    guid = Bridgemates.objects.get(event=event).guid
    return dump_result(said(event, result, **where), guid)


def four_spades(tricks: int = 10) -> Play:
    return Play(Contract(4, Strain.SPADES, Doubling.NONE, Seat.NORTH), tricks)


def now(event: Event, board: int = 1, table: int = 1, round_: int = 1) -> Payload | None:
    result = Result.objects.filter(table=at(event, table, round_), board__number=board).first()
    return of_columns(result.versions.get(number=result.version)) if result else None


# --- The evening


def random_play(dice: Random) -> Play:
    if dice.random() < 0.05:
        return Play(PASSED_OUT, 0)
    contract = Contract(
        dice.randint(1, 7),
        dice.choice(list(Strain)),
        dice.choice(list(Doubling)),
        dice.choice(list(Seat)),
    )
    lead = Card(dice.choice(list(Suit)), dice.choice(RANKS)) if dice.random() < 0.7 else None
    return Play(contract, dice.randint(0, 13), lead)


def directly(event: Event, truth: dict) -> None:
    """The results of the evening entered by the director, in an event of their own."""
    boards = {board.number: board for board in event.boards.all()}
    results.record_bulk(
        event,
        [
            (boards[board], at(event, table, round_), value)
            for (table, round_, board), value in truth.items()
        ],
        "direkt",
    )


def test_a_whole_evening_of_twenty_tables(program):
    """Set up, told round by round, and heard through all that goes wrong in an evening."""
    event = makers.hall(pairs=40, boards=2, rounds=3)
    director = create_director("ledare", "vit-springare-88", "Tea Ledare")
    for number, one in enumerate(Member.objects.filter(contestant__event=event), 1):
        Member.objects.filter(pk=one.pk).update(number=str(10000 + number))
    dice, runner_ = Random(7), Runner(event, to(program))
    runner_.step()
    assert len(program.sections["A"]["Tables"]) == 20
    assert len(program.players) == len(program.seats) == 80
    truth = {}

    def enter(table: int, round_: int, board: int, result: object) -> None:
        program.enter(row(event, result, board=board, table=table, round_=round_))
        number = event.boards.get(number=board).value
        truth[table, round_, board] = (
            played(result, number) if isinstance(result, Play) else Payload(result)
        )

    for round_ in (1, 2, 3):
        if round_ > 1:
            rounds.open_round(event, round_, director)
        for table in range(1, 21):
            for board in at(event, table, round_).boards:
                enter(table, round_, board, random_play(dice))
            if table % 7 == 0:
                runner_.step()
        first, second = at(event, 1, round_).boards
        if round_ == 1:
            # Corrected at the device, before it was heard and after; passed out; an average.
            enter(2, 1, first, four_spades(9))
            enter(2, 1, first, four_spades(10))
            runner_.step()
            enter(2, 1, first, four_spades(11))
            enter(3, 1, first, Play(PASSED_OUT, 0))
            enter(4, 1, second, Artificial(Average(1), Average(-1)))
            # Taken back, and entered again later.
            program.enter(row(event, Absent.ERASED, board=first, table=5))
            runner_.step()
            assert now(event, first, 5).outcome is None
            enter(5, 1, first, four_spades())
            # Another round's board, by mistake: held, then put right.
            program.push(Data.Results, row(event, four_spades(), board=6, table=6))
            program.call("A", 7, 1, 19, 12)
        if round_ == 2:
            # Killed after it was stored and before it was accepted; the same lines come again.
            waiting = len(program.waiting(Data.Results))
            program.broken[Ask.AcceptResultQueueItems] = b""
            with pytest.raises(Unreachable):
                runner_.step()
            assert len(program.waiting(Data.Results)) == waiting > 0
            versions = ResultVersion.objects.filter(event=event).count()
            runner_ = Runner(event, to(program))
            enter(9, 2, first, four_spades(12))
            runner_.step()
            assert ResultVersion.objects.filter(event=event).count() == versions + 1
        if round_ == 3:
            # The control program is restarted in the middle.
            program.stop()
            with pytest.raises(Unreachable):
                runner_.step()
            program.start()
        runner_.step()
        program.push(Data.Results, dict(program.queues[Data.Results][-1][1]))  # delivered twice
        runner_.step()
        assert program.waiting(Data.Results) == []
        assert rounds.missing(fresh(event), event.rounds.get(number=round_)) == []

    calls = Call.objects.filter(event=event)
    assert [(c.table, c.kind) for c in calls if not c.answered_at] == [
        (6, "entry"),
        (7, "director"),
    ]
    assert not Conflict.objects.exists()
    assert panel(event).results == 121  # the wrong board is one of them, and held
    assert [one.board for one in panel(event).held] == [6]
    assert program.asked.count(Ask.InitializeEvent) == 1
    assert program.asked.count(Ask.ContinueEvent) == 2

    other = makers.hall(pairs=40, boards=2, rounds=3, slug="direkt")
    directly(other, truth)
    assert scored(fresh(event)).standing.rows == scored(fresh(other)).standing.rows
    assert not scored(fresh(event)).unconfirmed


# --- Results, one by one


def hear(event: Event, *lines: Said) -> None:
    state, _ = Bridgemates.objects.get_or_create(event=event)
    heard.hear_results(state, lines)


def test_the_newest_line_of_a_place_counts(event):
    hear(event, said(event, four_spades(9)), said(event, four_spades(10)))
    assert now(event).play == four_spades(10)
    assert ResultVersion.objects.count() == 1


def test_back_to_what_was_said_before_is_said_anew(event):
    for tricks in (9, 10, 9):
        hear(event, said(event, four_spades(tricks)))
    assert now(event).play == four_spades(9)
    assert ResultVersion.objects.count() == 3


def test_a_queue_sent_again_changes_nothing(event):
    lines = [said(event, four_spades(tricks)) for tricks in (9, 10, 9, 11)]
    hear(event, *lines)
    version = fresh(event).version
    hear(event, *lines)
    assert (ResultVersion.objects.count(), fresh(event).version) == (1, version)


@pytest.mark.parametrize("seed", range(6))
def test_however_a_queue_is_cut_and_sent_again_the_newest_line_holds(event, seed):
    """What is not accepted comes again with what came since; each change is one version."""
    dice = Random(seed)
    choice = [four_spades(9), four_spades(10), Absent.ERASED]
    lines = [said(event, dice.choice(choice)) for _ in range(12)]
    accepted = heard_up_to = 0
    while accepted < len(lines):
        heard_up_to = dice.randint(heard_up_to, len(lines))
        hear(event, *lines[accepted:heard_up_to])
        if heard_up_to:
            last = lines[heard_up_to - 1].result
            held = now(event)
            assert (held.play if held else None) == (None if last is Absent.ERASED else last)
        accepted = heard_up_to if dice.random() < 0.5 else accepted
    assert ResultVersion.objects.count() <= Bridgemates.objects.get().said.get().count <= 12


def by_hand(event: Event, result: Play, version: int = 0) -> ResultVersion | Conflict:
    table, board = at(event), event.boards.get(number=1)
    value = played(result, board.value)
    return results.record_result(
        event, board, table, value, f"hand-{version}", version, "Tea", "hört fel"
    )


def test_what_somebody_else_entered_stays_until_the_director_settles(event):
    by_hand(event, four_spades(10))
    hear(event, said(event, four_spades(9)))
    conflict = Conflict.objects.get(settled_at=None)
    assert now(event).play == four_spades(10)
    assert of_columns(conflict).play == four_spades(9)
    # Said otherwise once more, only the newest waits; the same as entered, none does.
    hear(event, said(event, four_spades(8)))
    assert of_columns(Conflict.objects.get(settled_at=None)).play == four_spades(8)
    hear(event, said(event, four_spades(10)))
    assert not Conflict.objects.filter(settled_at=None).exists()
    assert ResultVersion.objects.count() == 1


def test_a_directors_correction_is_not_taken_back_by_a_device(event):
    hear(event, said(event, four_spades(9)))
    by_hand(event, four_spades(10), version=1)
    hear(event, said(event, four_spades(9)))
    assert not Conflict.objects.exists()
    hear(event, said(event, four_spades(11)))
    assert now(event).play == four_spades(10)
    assert Conflict.objects.get().expected_version == 0


def test_erased(event):
    hear(event, said(event, Absent.ERASED))
    assert now(event) is None
    hear(event, said(event, four_spades()))
    hear(event, said(event, Absent.ERASED))
    assert now(event).outcome is None
    hear(event, said(event, four_spades(9)))
    assert now(event).play == four_spades(9)


def test_a_device_takes_back_only_what_it_said(event):
    by_hand(event, four_spades())
    hear(event, said(event, four_spades(9)))
    assert Conflict.objects.filter(settled_at=None).exists()
    hear(event, said(event, Absent.ERASED))
    assert now(event).play == four_spades()
    assert not Conflict.objects.filter(settled_at=None).exists()


def test_a_board_not_played_asks_the_director_for_an_award(event):
    hear(event, said(event, Absent.NOT_PLAYED))
    assert now(event) is None
    call = Call.objects.get()
    assert (call.table, call.answered_at) == (1, None)
    assert "konstlat" in call.text
    hear(event, said(event, four_spades()))
    call.refresh_from_db()
    assert call.answered_by == heard.WHO
    board = event.boards.get(number=2)
    award = Payload(Artificial(Average(1), Average(1)))
    results.record_result(event, board, at(event), award, "dom", 0, "Tea")
    hear(event, said(event, Absent.NOT_PLAYED, board=2))
    assert now(event, 2) == award
    assert Call.objects.filter(answered_at=None).count() == 0


def test_a_table_that_sat_the_wrong_way(event):
    line = said(event, four_spades())
    for told in (replace(line, ns=line.ew, ew=line.ns), replace(line, switched=True)):
        hear(event, told)
        assert now(event).sat == (str(line.ew), str(line.ns))
    assert ResultVersion.objects.count() == 1


def test_results_that_are_there_are_told_to_devices_that_are_filled_anew(event, program):
    switched = replace(said(event, four_spades()), switched=True)
    award = said(event, Artificial(Average(1), Average(-1)), board=2)
    hear(event, switched, award)
    weighted = Payload(Weighted(((170, Fraction(1, 2)), (140, Fraction(1, 2)))))
    results.record_result(event, event.boards.get(number=1), at(event, 2), weighted, "d", 0, "Tea")
    runner(event, program)
    guid = program.guid
    assert list(program.results.values()) == [dump_result(one, guid) for one in (switched, award)]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (Said(Spot("A", 1, 1), 99, four_spades(), 1, 6), "bricka 99"),
        (Said(Spot("A", 1, 1), 5, four_spades(), 1, 6), "5"),
        (Said(Spot("Q", 1, 1), 1, four_spades(), 1, 6), "sektion Q"),
        (Said(Spot("A", 9, 1), 1, four_spades(), 1, 6), "A9"),
        (Said(Spot("A", 1, 99), 1, four_spades(), 1, 6), "99"),
        (Said(Spot("A", 1, 1), 1, four_spades(), 2, 3), "2–3"),
        (Said(Spot("A", 1, 1), 1, four_spades(), 1, 6, split=True), "Öst"),
    ],
)
def test_what_cannot_be_a_result_is_held_with_its_reason(event, line, told):
    hear(event, line)
    assert not Result.objects.exists()
    (held,) = panel(event).held
    assert held.call == Call.objects.get()
    assert told in held.call.text
    hear(event, line)
    assert Call.objects.count() == 1


def test_an_impossible_lead_is_held(event):
    event.boards.filter(number=1).update(deal=makers.DEAL)
    lead = Card(Suit.SPADES, "A")  # which North holds, and East leads
    hear(event, said(event, Play(four_spades().contract, 10, lead)))
    assert not Result.objects.exists()
    assert Call.objects.get().kind == "entry"


def test_what_comes_from_a_section_that_is_gone_blocks_no_queue(program, client):
    event = makers.hall(pairs=8)
    director = create_director("ledare", "vit-springare-88", "Tea Ledare")
    event.directors.add(director)
    seating.arrange(event, "barometer", director, Options(2), sections=2)
    talks = runner(fresh(event), program)
    guid = program.guid
    program.push(Data.Results, dump_result(Said(Spot("B", 1, 1), 1, four_spades(), 1, 2), guid))
    program.call("B", 1, 1, 19, 30)
    program.sit("B", 1, 1, "4711")
    seating.arrange(event, "barometer", director, Options(2))
    program.enter(row(event, four_spades()))
    talks.step()
    assert panel(event).state.fault == ""
    assert not any(program.waiting(kind) for kind in program.queues)
    assert now(event).play == four_spades()
    assert [one.letters for one in panel(event).held] == ["B"]
    calls = Call.objects.order_by("kind", "text")
    assert [(one.section, one.table, one.kind) for one in calls] == [
        (None, 1, "director"),
        (None, 1, "entry"),
        (None, 1, "entry"),
    ]
    client.force_login(director)
    assert shown(client, event).count("det finns ingen sektion B") == 4  # the result's twice


def test_what_comes_for_a_closed_round_is_kept_and_told_of(event, director):
    rounds.close_round(event, 1, director, "sent")
    hear(event, said(event, four_spades()))
    assert now(event).play == four_spades()
    assert Call.objects.get().kind == "late"


def test_what_comes_after_the_correction_period_is_held(event, director):
    rounds.close_round(event, 1, director, "sent")
    results.change_state(event, "ended")
    Event.objects.filter(pk=event.pk).update(corrections_until="2012-01-01T00:00Z")
    hear(fresh(event), said(event, four_spades()))
    assert not Result.objects.exists()
    assert Call.objects.get().kind == "entry"


# --- Calls and players


def test_a_call_reaches_the_director_once_and_is_answered_at_the_device(event, program):
    talks = runner(event, program)
    for _ in range(2):
        program.call("A", 2, 1, 19, 30)
    talks.step()
    call = Call.objects.get()
    assert (call.section.name, call.table, call.kind) == ("A", 2, "director")
    program.call("A", 2, 1, 19, 30, status=2)
    program.call("A", 2, 1, 19, 45)
    talks.step()
    assert [bool(one.answered_at) for one in Call.objects.all()] == [True, False]
    assert program.waiting(Data.TdCalls) == []


def test_a_table_may_call_twice_in_a_minute_and_a_call_sent_again_is_the_same(event, program):
    talks = runner(event, program)
    program.broken[Ask.AcceptTdCallQueueItems] = b""
    program.call("A", 2, 1, 19, 30)
    with pytest.raises(Unreachable):
        talks.step()
    tables.answer_call(Call.objects.get(), "Tea")
    talks.step()
    assert [bool(one.answered_at) for one in Call.objects.all()] == [True]
    program.call("A", 2, 1, 19, 30)
    talks.step()
    assert [bool(one.answered_at) for one in Call.objects.all()] == [True, False]


def test_who_gives_a_number_has_come(event, program):
    pair = at(event).ns
    pair.members.filter(position=1).update(number="4711")
    talks = runner(event, program)
    program.sit("A", 1, 1, "4711")
    program.sit("A", 2, 3, "9999")
    program.sit("A", 3, 2, "", PlayerNumber=None, IsRemoval=True)
    talks.step()
    assert list(Contestant.objects.filter(present=True)) == [pair]
    assert [(one.table, one.seat) for one in Call.objects.all()] == [(2, "S"), (3, "E")]
    assert "9999" in Call.objects.first().text
    assert program.waiting(Data.Participations) == []


# --- What the devices are told


def test_a_seating_and_a_name_that_change_are_told(event, program, director):
    talks = runner(event, program)
    before = len(program.asked)
    talks.step()
    assert Ask.UpdateMovement not in program.asked[before:]  # nothing is new
    here, there = at(event, 1, 3), at(event, 2, 3)
    directing.reseat(event, here, here.ns, there.ew, here.boards, director, "sent par")
    member = at(event).ns.members.first()
    member.name, member.number = "Åsa Ny", "77"
    member.named().save()
    results.touch(results_locked(event))
    talks.step()
    assert program.rounds("A")[1, 3]["PairEW"] == int(there.ew.code)
    assert program.seats["A", 1, 1]["PlayerNumber"] == "77"
    assert program.players["77"]["LastName"] == "Ny"


def results_locked(event: Event) -> Event:
    with transaction.atomic():
        return results.locked(event)


def test_a_round_that_is_played_stays_as_the_devices_have_it(event, program, director):
    """They throw results away from the first round of a table that is changed."""
    talks = runner(event, program)
    program.enter(row(event, four_spades()))
    talks.step()
    table = at(event)
    directing.reseat(event, table, table.ns, table.ew, [1, 2, 3], director, "fel bricka")
    later = at(event, 1, 2)
    directing.reseat(event, later, later.ew, later.ns, later.boards, director, "vända")
    talks.step()
    assert program.rounds("A")[1, 1]["HighBoardNumber"] == 2
    assert program.rounds("A")[1, 2]["PairNS"] == int(later.ew.code)
    assert len(program.results) == 1


def test_swiss_rounds_are_told_as_they_are_drawn(program):
    event = makers.hall(slug="schweizer")
    director = create_director("ledare", "vit-springare-88", "Tea Ledare")
    seating.arrange(event, "swiss", director, Options(2, rounds=2))
    talks = runner(fresh(event), program)
    assert {round_ for _, round_ in program.rounds("A")} == {1}
    assert program.sections["A"]["KeepBridgematesAlive"]
    rounds.open_round(event, 1, director)
    for table in Table.objects.filter(round__event=event):
        for board in table.boards:
            told = said(event, four_spades(8 + table.number), board, table.number)
            program.enter(dump_result(told, program.guid))
    talks.step()
    swiss.draw_round(event, director)
    talks.step()
    assert {round_ for _, round_ in program.rounds("A")} == {1, 2}
    assert not program.sections["A"]["KeepBridgematesAlive"]  # it was the last
    assert len(program.results) == 6


def test_boards_that_do_not_follow_one_another_are_named_and_the_rest_goes_on(
    event, program, director
):
    talks = runner(event, program)
    later = at(event, 1, 2)
    directing.reseat(event, later, later.ns, later.ew, [3, 9], director, "flyttad bricka")
    program.enter(row(event, four_spades()))
    talks.step()
    assert "A1" in panel(event).state.fault
    assert now(event).play == four_spades()


def test_an_event_that_is_run_elsewhere_is_heard_there_until_it_comes_home(event, program):
    talks = runner(event, program)
    program.enter(row(event, four_spades()))
    Event.objects.update(away=timezone.now())
    asked = len(program.asked)
    with pytest.raises(StorslamError, match="elsewhere"):
        talks.step()
    assert "körs på annat håll" in panel(event).state.fault
    assert len(program.asked) == asked
    assert not Result.objects.exists()
    Event.objects.update(away=None)
    talks.step()
    assert now(event).play == four_spades()


def test_the_name_of_a_session_is_the_same_in_small_letters(event, program):
    talks = runner(event, program)
    program.push(Data.Results, row(event, four_spades()) | {"SessionGuid": program.guid.lower()})
    talks.step()
    assert now(event).play == four_spades()


def test_nobody_is_seated_yet(program):
    event = Event.objects.create(stage=makers.stage(), slug="tom", name="Tom")
    talks = Runner(event, to(program))
    with pytest.raises(StorslamError, match="seated"):
        talks.step()
    assert panel(event).state.fault


def test_teams_are_refused(event, program):
    event.movement = {"kind": "team-series"}
    event.save()
    with pytest.raises(StorslamError, match="line-up"):
        Runner(event, to(program))
    assert panel(event) is None


# --- What breaks


def test_the_newer_of_two_runners_stays(event, program):
    first, second = runner(event, program), runner(event, program)
    with pytest.raises(Overtaken):
        first.step()
    first.leave()
    second.step()
    assert panel(event).state.runner
    second.leave()
    assert not panel(event).state.runner


def test_two_runners_at_once_store_a_line_once(event, program):
    """Both have polled before one has stored."""
    runner(event, program)
    state, line = Bridgemates.objects.get(), said(event, four_spades())
    for _ in range(2):
        heard._hear_result(state, line)
    assert state.said.get().count == 1
    assert ResultVersion.objects.count() == 1


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"\xff\xfe",
        b"<html>",
        b"[]",
        b"{}",
        b'{"RequestCommand": 19, "DataType": "12"}',
        b'{"RequestCommand": 4, "DataType": 1, "LastQueueItemId": 0, "ErrorType": 0}',
    ],
)
def test_answers_that_are_none(event, program, answer):
    talks = runner(event, program)
    program.enter(row(event, four_spades()))
    program.broken[Ask.PollQueueForNewResults] = answer
    with pytest.raises(Unreachable):
        talks.step()
    assert panel(event).state.fault
    assert not Result.objects.exists()
    talks.step()
    assert now(event).play == four_spades()
    assert panel(event).state.fault == ""


@pytest.mark.parametrize(("kind", "error"), [(0, 0), (1, 0), (4, 2)])
def test_an_empty_queue_may_be_told_in_several_ways(event, program, kind, error):
    talks = runner(event, program)
    told = {"RequestCommand": 19, "DataType": kind, "LastQueueItemId": 0, "ErrorType": error}
    program.broken[Ask.PollQueueForNewResults] = json.dumps(told).encode()
    talks.step()
    assert panel(event).state.fault == ""


def test_a_control_program_that_is_busy_is_asked_again(event, program):
    talks = runner(event, program)
    program.enter(row(event, four_spades()))
    told = {"RequestCommand": 19, "DataType": 4, "LastQueueItemId": 0, "ErrorType": 1}
    program.broken[Ask.PollQueueForNewResults] = json.dumps(told).encode()
    talks.step()
    assert "POLL_RESULTS" in panel(event).state.fault
    talks.step()
    assert panel(event).state.fault == ""
    assert now(event).play == four_spades()
    assert Ask.ContinueEvent not in program.asked


def test_an_answer_without_end_is_not_read_to_the_end(event, program, monkeypatch):
    monkeypatch.setattr("storslam.web.hall.control_program.MOST_BYTES", 1000)
    talks = Runner(event, to(program))
    program.broken[Ask.InitializeEvent] = b"x" * 5000
    with pytest.raises(Unreachable, match="larger"):
        talks.step()


def test_nothing_is_accepted_that_was_not_stored(event, program):
    """A bad line is named, the good ones are stored, and the queue waits until it is mended."""
    talks = runner(event, program)
    program.enter(row(event, four_spades()))
    program.push(Data.Results, {**row(event, four_spades(), board=2), "Level": "fyra"})
    program.push(Data.Results, row(event, four_spades(11), table=2))
    for _ in range(2):
        talks.step()
        assert "Level" in panel(event).state.fault
        assert "2" in panel(event).state.fault
    assert Result.objects.count() == ResultVersion.objects.count() == 2
    assert now(event, board=2) is None
    assert Ask.AcceptResultQueueItems not in program.asked
    program.queues[Data.Results].pop(1)
    talks.step()
    assert panel(event).state.fault == ""
    assert program.waiting(Data.Results) == []


def test_a_control_program_that_lost_the_event_is_given_it_only_when_asked_to(event, program):
    talks = runner(event, program)
    program.enter(row(event, four_spades()))
    talks.step()
    program.guid, program.running = "", False
    program.results.clear()
    talks.step()  # says that it knows no such session
    with pytest.raises(StorslamError, match="anew"):
        talks.step()
    assert program.asked.count(Ask.InitializeEvent) == 1
    again = runner(event, program, anew=True)
    assert [place[3] for place in program.results] == [1]  # no table is asked for it again
    again.step()
    assert program.asked.count(Ask.InitializeEvent) == 2
    assert Step.objects.filter(act="fill-devices", who=heard.WHO).count() == 2
    assert ResultVersion.objects.count() == 1
    program.expected = program.wrong
    assert all("no such" in text for text in program.wrong)


def test_what_was_said_before_the_devices_are_emptied_is_heard(event, program):
    runner(event, program)
    program.enter(row(event, four_spades()))
    runner(event, program, anew=True)
    assert now(event).play == four_spades()
    assert len(program.results) == 1


@contextmanager
def talking(handle):
    """The address of a server that answers so."""
    made = type("Handler", (BaseRequestHandler,), {"handle": handle})
    with ThreadingTCPServer(("127.0.0.1", 0), made) as server:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.mark.parametrize("head", [b"", b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"])
def test_an_answer_that_drips_is_cut_off(event, head):
    def drip(self) -> None:
        with suppress(OSError):
            self.request.sendall(head)
            while True:
                self.request.sendall(b" ")
                time.sleep(0.05)

    begun = time.monotonic()
    with talking(drip) as address, pytest.raises(Unreachable, match="timed out"):
        Runner(event, Client(address, CLUB, LICENCE, timeout=0.2)).step()
    assert time.monotonic() - begun < 2


def test_the_licence_is_not_sent_on(event, program):
    def redirect(self) -> None:
        while LICENCE.encode() not in self.request.recv(100_000):
            pass
        told = f"HTTP/1.1 307 X\r\nLocation: {program.address}\r\nContent-Length: 0\r\n\r\n"
        self.request.sendall(told.encode())

    with talking(redirect) as address, pytest.raises(Unreachable, match="HTTP 307"):
        Runner(event, Client(address, CLUB, LICENCE, timeout=2)).step()
    assert program.asked == []


def test_nobody_is_there(event):
    talks = Runner(event, Client("http://127.0.0.1:9", CLUB, LICENCE))
    with pytest.raises(Unreachable):
        talks.step()
    assert panel(event).silent
    assert "127.0.0.1:9 kan inte nås (Connection refused)" in panel(event).state.fault


def test_a_wrong_licence_is_said_and_not_shown(event, program):
    talks = Runner(event, Client(program.address, CLUB, "fel-nyckel-99"))
    with pytest.raises(Refused) as refused:
        talks.step()
    assert "fel-nyckel-99" not in f"{refused.value}{panel(event).state.fault}"
    program.expected = program.wrong


def test_an_event_that_is_not_there(settings, monkeypatch, program):
    settings.BRIDGEMATE_CLUB, settings.BRIDGEMATE_KEY = CLUB, LICENCE
    monkeypatch.setattr("storslam.cli.site.resume", lambda _: None)
    done = CliRunner().invoke(bridgemate, ["ingen"])
    assert "ingen" in str(done.exception)
    assert program.asked == []


def test_switched_off_by_default(settings):
    with pytest.raises(StorslamError, match="STORSLAM_BRIDGEMATE_KEY"):
        control_program()
    settings.BRIDGEMATE_CLUB, settings.BRIDGEMATE_KEY = CLUB, LICENCE
    assert control_program().address == "http://localhost:5079"
    settings.BRIDGEMATE_ADDRESS = "ftp://x"
    with pytest.raises(StorslamError, match="ftp"):
        control_program()


# --- The director's desk


def shown(client, event: Event, name: str = "console") -> str:
    return client.get(reverse(name, args=[event.slug])).content.decode()


def test_the_desk_shows_the_bridgemates_where_they_are_used(event, program, client, director):
    client.force_login(director)
    assert "Bridgemate" not in shown(client, event)
    talks = runner(event, program)
    program.enter(row(event, four_spades()))
    program.push(Data.Results, row(event, four_spades(), board=2) | {"BoardNumber": 9})
    talks.step()
    for page in ("console", "console_live"):
        told = shown(client, event, page)
        assert "Används sedan" in told
        assert "Ronder skickade: 5. Resultat mottagna: 2." in told
        assert "Bord A1, rond 1: Bricka 9" in told
    call = Call.objects.get()
    client.post(reverse("console_call", args=[event.slug, call.pk]))
    assert "Bricka 9" not in shown(client, event)
    talks.leave()
    assert "storslam bridgemate salen" in shown(client, event)
