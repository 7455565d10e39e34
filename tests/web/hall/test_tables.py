"""What a table sends: recorded, confirmed by the opponents, held, or refused with a clear word."""

from dataclasses import replace

import pytest

from storslam.bridge import parse_card, parse_contract, parse_seat
from storslam.errors import StorslamError
from storslam.scoring.event import Artificial, Average, Play
from storslam.web import results
from storslam.web.desks.table import address
from storslam.web.hall import codes, rounds, tables
from storslam.web.hall.codes import Place
from storslam.web.hall.tables import Done, Sent
from storslam.web.models import Call, Conflict, Event, ResultVersion, Table
from storslam.web.payload import Payload
from storslam.web.scored import scored
from tests.web import makers

pytestmark = pytest.mark.django_db


def fresh(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def at(event: Event, seat: str, table: int = 1) -> Place:
    return Place(event.sections.get().number, table, seat)


def play(text: str = "4S", tricks: int = 10, declarer: str = "N") -> Play:
    return Play(parse_contract(text, parse_seat(declarer)), tricks)


def sent(board: int = 1, key: str = "k1", round_: int = 1, **more: object) -> Sent:
    return Sent(round_, board, play(**more), key)


def test_one_side_enters_and_the_other_confirms(event):
    first = tables.enter(event, at(event, "N"), sent())
    assert first.done is Done.STORED
    place = (first.version.result.table_id, 1)
    assert place in scored(fresh(event)).unconfirmed
    answer = tables.confirm(event, at(event, "E"), 1, 1, first.version.number)
    assert answer.done is Done.CONFIRMED
    assert place not in scored(fresh(event)).unconfirmed


def test_ones_own_side_cannot_confirm(event):
    first = tables.enter(event, at(event, "N"), sent())
    with pytest.raises(StorslamError, match="other side"):
        tables.confirm(event, at(event, "S"), 1, 1, first.version.number)


def test_the_same_from_both_sides_is_confirmed(event):
    tables.enter(event, at(event, "N"), sent())
    assert tables.enter(event, at(event, "W"), sent(key="k2")).done is Done.CONFIRMED
    assert ResultVersion.objects.count() == 1


def test_the_same_result_twice_changes_nothing(event):
    tables.enter(event, at(event, "N"), sent())
    version = fresh(event).version
    for key in ("k1", "k2"):
        assert tables.enter(event, at(event, "N"), sent(key=key)).done is Done.STORED
    assert fresh(event).version == version


def test_the_side_that_entered_may_mend_it_until_it_is_confirmed(event):
    tables.enter(event, at(event, "N"), sent())
    second = tables.enter(event, at(event, "S"), sent(key="k2", tricks=11))
    assert (second.done, second.version.number) == (Done.STORED, 2)
    tables.confirm(event, at(event, "E"), 1, 1, 2)
    assert tables.enter(event, at(event, "N"), sent(key="k3", tricks=12)).done is Done.HELD


def test_a_late_retry_of_what_was_mended_changes_nothing(event):
    tables.enter(event, at(event, "N"), sent())
    tables.enter(event, at(event, "N"), sent(key="k2", tricks=11))
    tables.enter(event, at(event, "N"), sent())
    assert ResultVersion.objects.latest("pk").tricks == 11
    assert not Conflict.objects.exists()


def test_s23_two_different_results_the_first_is_kept_and_the_second_held(event):
    first = tables.enter(event, at(event, "N"), sent())
    answer = tables.enter(event, at(event, "E"), sent(key="k2", tricks=9))
    assert answer.done is Done.HELD
    assert answer.version == first.version
    held = Conflict.objects.get()
    assert (held.tricks, held.seat) == (9, "E")
    shown = tables.table_now(event, at(event, "N")).boards[0]
    assert shown.held
    results.settle(held, take=True, who="ledare", reason="counted")
    assert tables.table_now(event, at(event, "N")).boards[0].confirmed


def test_a_confirmation_of_what_has_changed_is_refused(event):
    first = tables.enter(event, at(event, "N"), sent())
    tables.enter(event, at(event, "N"), sent(key="k2", tricks=11))
    with pytest.raises(StorslamError, match="changed"):
        tables.confirm(event, at(event, "E"), 1, 1, first.version.number)


@pytest.mark.parametrize(("round_", "board"), [(1, 3), (2, 3), (9, 1), (1, 99)])
def test_another_board_or_a_round_that_has_not_begun_is_refused(event, round_, board):
    with pytest.raises(StorslamError):
        tables.enter(event, at(event, "N"), sent(board, round_=round_))
    assert not ResultVersion.objects.exists()


def test_what_comes_after_the_round_was_closed_is_kept_and_the_director_told(event, director):
    rounds.close_round(event, 1, director, "the table goes on alone")
    answer = tables.enter(event, at(event, "N"), sent())
    assert (answer.done, answer.late) == (Done.STORED, True)
    assert Call.objects.get().kind == "late"


def test_what_the_director_gave_stands_against_a_late_table(event, director):
    rounds.close_round(event, 1, director, "no time")
    table = Table.objects.get(round__number=1, number=1)
    average = Payload(Artificial(Average(1), Average(1)))
    results.record_result(event, event.boards.get(number=1), table, average, "d", 0, "ledare")
    assert tables.enter(event, at(event, "N"), sent()).done is Done.HELD


def test_s17_nothing_is_entered_for_a_phantom(event):
    table = Table.objects.get(round__number=1, number=1)
    Table.objects.filter(pk=table.pk).update(ew=None)
    assert not tables.table_now(event, at(event, "N")).boards
    with pytest.raises(StorslamError, match="sit out"):
        tables.enter(event, at(event, "N"), sent())


def test_a_table_sees_the_round_it_has_not_finished_first(event, director):
    for number, board in enumerate((1, 2)):
        tables.enter(event, at(event, "N", 2), sent(board, f"a{number}"))
        tables.enter(event, at(event, "E", 2), sent(board, f"b{number}"))
    rounds.open_round(event, 2, director)
    assert tables.table_now(event, at(event, "N", 1)).round.number == 1
    assert tables.table_now(event, at(event, "N", 2)).round.number == 2


def test_a_round_is_closed_only_with_all_results_or_a_reason(event, director):
    with pytest.raises(StorslamError, match="missing or not confirmed"):
        rounds.close_round(event, 1, director)
    for table in (1, 2, 3):
        for board in (1, 2):
            tables.enter(event, at(event, "N", table), sent(board, f"n{table}{board}"))
    assert len(rounds.missing(event, rounds.current(event))) == 6
    for table in (1, 2, 3):
        for board in (1, 2):
            tables.enter(event, at(event, "E", table), sent(board, f"e{table}{board}"))
    rounds.close_round(fresh(event), 1, director)
    assert rounds.current(event) is None
    assert rounds.coming(event).number == 2


def test_a_round_without_results_can_be_taken_back(event, director):
    rounds.open_round(event, 2, director)
    rounds.undo_opening(event, 2, director)
    assert rounds.coming(event).number == 2
    tables.enter(event, at(event, "N"), sent())
    with pytest.raises(StorslamError, match="has results"):
        rounds.undo_opening(event, 1, director)


def test_the_clock_stops_and_goes_on(event, director):
    event.minutes = 15
    event.save()
    rounds.open_round(event, 2, director)
    rounds.pause(event, 2, director)
    stopped = event.rounds.get(number=2)
    left = rounds.left(stopped, stopped.paused)
    assert 14 * 60 < left.total_seconds() <= 15 * 60
    rounds.go_on(event, 2, director)
    after = event.rounds.get(number=2)
    assert rounds.left(after, after.started + after.held) == rounds.left(after, after.started) - (
        after.held
    )
    rounds.set_minutes(event, 2, 20, director)
    with pytest.raises(StorslamError):
        rounds.set_minutes(event, 2, 0, director)


def test_every_seat_has_codes_of_its_own_until_the_next_turn(event):
    places = [at(event, seat, table) for table in (1, 2, 3) for seat in "NESW"]
    tokens = {codes.token(event, place) for place in places}
    assert len(tokens) == len({codes.pin(event, place) for place in places}) == 12
    event.code_turn += 1
    assert not tokens & {codes.token(event, place) for place in places}


def test_a_disputed_result_is_not_confirmed_and_its_round_not_closed(event):
    tables.enter(event, at(event, "N"), sent())
    tables.enter(event, at(event, "E"), sent(key="k2", tricks=9))
    tables.enter(event, at(event, "E"), sent(key="k3", tricks=9))
    assert Conflict.objects.count() == 1
    place = (Table.objects.get(round__number=1, number=1).pk, 1)
    assert place in rounds.missing(event, rounds.current(event))
    assert not tables.table_now(event, at(event, "N")).boards[0].confirmed


def test_who_agrees_in_the_end_takes_back_what_it_sent(event):
    first = tables.enter(event, at(event, "N"), sent())
    tables.enter(event, at(event, "E"), sent(key="k2", tricks=9))
    done = tables.confirm(event, at(event, "W"), 1, 1, first.version.number)
    assert done.done is Done.CONFIRMED
    held = Conflict.objects.get()
    assert (held.taken, held.settled_by) == (False, "A1 W")
    assert tables.table_now(event, at(event, "N")).boards[0].confirmed


def test_a_conflict_is_settled_and_a_round_reopened_with_a_reason(event, director):
    tables.enter(event, at(event, "N"), sent())
    tables.enter(event, at(event, "E"), sent(key="k2", tricks=9))
    with pytest.raises(StorslamError, match="reason"):
        results.settle(Conflict.objects.get(), take=True, who="ledare", reason=" ")
    rounds.close_round(event, 1, director, "no time")
    with pytest.raises(StorslamError, match="reason"):
        rounds.reopen_round(event, 1, director, "")


def test_a_call_that_waits_is_not_made_twice_and_can_be_made_again_later(event):
    place = at(event, "N")
    first = tables.tell(event, place, 1, "c1", "", "director")
    assert tables.tell(event, place, 1, "c2", "", "director") == first
    tables.answer_call(first, "ledare")
    assert tables.tell(event, place, 1, "c3", "", "director") != first


def test_a_seat_does_not_learn_whether_a_card_was_held(event):
    event.boards.filter(number=1).update(deal=makers.DEAL)
    answers = []
    for number, card in enumerate(("SA", "C2", "HK", "D5")):
        led = replace(play("1NT", 7), lead=parse_card(card))
        answers.append(tables.enter(event, at(event, "N"), Sent(1, 1, led, f"k{number}")).done)
    assert set(answers) == {Done.STORED}
    assert Call.objects.filter(event=event).exists()  # the director learns of it


@pytest.mark.parametrize("given", [{"level": "1NT", "strain": ""}, {"level": "1", "strain": ""}])
def test_a_contract_in_pieces_is_not_complete(client, event, given):
    path = address(event, at(event, "N"), "table_enter")
    sent_ = {"round": "1", "board": "1", "declarer": "N", "tricks": "7", **given}
    client.post(path, sent_)
    assert not ResultVersion.objects.exists()
