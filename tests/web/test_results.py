"""One write path: a repeated key is harmless, nothing is overwritten, a disagreement is held."""

from datetime import timedelta
from fractions import Fraction

import pytest
from django.utils import timezone

from storslam.bridge import Contract, Doubling, Seat, Strain
from storslam.errors import StorslamError
from storslam.scoring.event import Artificial, Average, Percent, Play, Score, Weighted
from storslam.web import results
from storslam.web.models import Board, Conflict, Event, Result, ResultVersion, Ruling, Table
from storslam.web.models.event import State
from storslam.web.payload import Doubtful, Payload, of_columns, played
from storslam.web.scored import scored
from tests.web import makers

pytestmark = pytest.mark.django_db


def made(board: Board, declarer: Seat = Seat.NORTH, tricks: int = 10) -> Payload:
    contract = Contract(4, Strain.HEARTS, Doubling.NONE, declarer)
    return played(Play(contract, tricks), board.value)


def send(
    event: Event, board: Board, table: Table, payload: Payload, key: str, seen: int = 1, **more
):
    return results.record_result(event, board, table, payload, key, seen, "ledare", **more)


def fresh(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def test_a_correction_is_a_new_version_with_who_when_and_why(event, board, table):
    before = timezone.now()
    version = send(event, board, table, made(board), "k1", reason="wrong declarer")
    assert isinstance(version, ResultVersion)
    assert (version.number, version.who, version.reason) == (2, "ledare", "wrong declarer")
    assert before <= version.when <= timezone.now()
    assert version.result.version == 2
    assert version.result.versions.count() == 2
    assert of_columns(version.result.versions.get(number=1)) != made(board)


def test_a_repeated_key_gives_the_same_version_and_changes_nothing(event, board, table):
    first = send(event, board, table, made(board), "k1")
    version = fresh(event).version
    again = send(event, board, table, made(board), "k1")
    assert again == first
    assert ResultVersion.objects.filter(result=first.result).count() == 2
    assert fresh(event).version == version


def test_a_repeated_key_is_harmless_also_after_later_versions(event, board, table):
    first = send(event, board, table, made(board), "k1")
    send(event, board, table, made(board, tricks=11), "k2", 2)
    assert send(event, board, table, made(board), "k1") == first
    assert Result.objects.get(pk=first.result_id).version == 3


def test_a_key_is_refused_for_another_result(event, board, table):
    send(event, board, table, made(board), "k1")
    with pytest.raises(StorslamError, match="used for another result"):
        send(event, board, table, made(board, tricks=11), "k1", 2)


def test_the_same_result_from_another_tablet_confirms_and_adds_nothing(event, board, table):
    first = send(event, board, table, made(board), "k1")
    assert send(event, board, table, made(board), "other", seen=0) == first
    assert not Conflict.objects.exists()


def test_a_different_result_from_another_tablet_is_held_and_the_first_kept(event, board, table):
    first = send(event, board, table, made(board), "k1")
    version = fresh(event).version
    held = send(event, board, table, made(board, Seat.EAST), "k2", seen=0)
    assert isinstance(held, Conflict)
    assert Result.objects.get(pk=first.result_id).version == 2
    assert of_columns(held) == made(board, Seat.EAST)
    assert fresh(event).version == version
    assert send(event, board, table, made(board, Seat.EAST), "k2", seen=0) == held


def test_a_conflict_taken_becomes_the_current_version(event, board, table):
    send(event, board, table, made(board), "k1")
    held = send(event, board, table, made(board, Seat.EAST), "k2", seen=0)
    taken = results.settle(held, take=True, who="ledare", reason="asked both sides")
    assert of_columns(taken) == made(board, Seat.EAST)
    assert (taken.number, taken.reason) == (3, "asked both sides")
    held.refresh_from_db()
    assert (held.taken, held.settled_by) == (True, "ledare")
    with pytest.raises(StorslamError, match="has settled this conflict"):
        results.settle(held, take=False, who="other", reason="")


def test_a_conflict_not_taken_leaves_the_result(event, board, table):
    first = send(event, board, table, made(board), "k1")
    held = send(event, board, table, made(board, Seat.EAST), "k2", seen=0)
    assert results.settle(held, take=False, who="ledare", reason="slip") == first
    held.refresh_from_db()
    assert held.taken is False


def test_every_new_version_counts_up_the_version_of_the_events_inputs(event, board, table):
    before = event.version
    send(event, board, table, made(board), "k1")
    after = fresh(event)
    assert after.version == before + 1
    assert after.changed > event.changed


def test_a_correction_moves_the_standing(event, board, table):
    before = scored(event).row("1").total
    send(event, board, table, made(board), "k1")
    send(event, board, table, made(board, Seat.EAST), "k2", 2)
    after = scored(fresh(event)).row("1").total
    assert before != after


def test_a_result_can_be_struck_and_stays_in_the_trail(event, board, table):
    struck = send(event, board, table, Payload(None), "k1", reason="entered at the wrong table")
    assert of_columns(struck).outcome is None
    assert struck.result.versions.count() == 2


def test_a_first_result_that_expects_a_version_is_refused(event, board, table):
    Result.objects.filter(board=board, table=table).delete()
    with pytest.raises(StorslamError, match="no version 3"):
        send(event, board, table, made(board), "k1", seen=3)
    first = send(event, board, table, made(board), "k1", seen=0)
    assert first.number == 1


def test_a_board_that_the_table_does_not_play_is_refused(event, table):
    with pytest.raises(StorslamError, match="not played at table 1"):
        send(event, event.boards.get(number=3), table, made(event.boards.get(number=3)), "k1")


@pytest.mark.parametrize("score", [425, 36000, -1])
def test_s02_a_score_that_no_contract_gives_is_refused(event, board, table, score):
    with pytest.raises(Doubtful, match="no contract gives"):
        send(event, board, table, Payload(Score(score)), "k1")


def test_s02_420_to_a_vulnerable_north_south_is_refused(event):
    board = event.boards.get(number=2)
    table = Table.objects.get(round__event=event, round__number=1, number=1)
    with pytest.raises(Doubtful, match="no contract gives 420"):
        send(event, board, table, Payload(Score(420)), "k1")


def test_s02_a_score_that_contradicts_its_contract_is_refused(event, board, table):
    wrong = Payload(Score(450), made(board).play)
    with pytest.raises(Doubtful, match="gives 420"):
        send(event, board, table, wrong, "k1")


def test_s02_the_director_overrides_with_a_note_and_it_shows(event, board, table):
    wrong = Payload(Score(450), made(board).play)
    with pytest.raises(Doubtful):
        send(event, board, table, wrong, "k1", override=True)
    version = send(event, board, table, wrong, "k1", override=True, reason="agreed at the table")
    assert version.override
    assert of_columns(version) == wrong


def test_an_override_that_was_not_needed_does_not_show(event, board, table):
    assert not send(event, board, table, made(board), "k", override=True, reason="x").override


def test_s09_within_the_correction_period_a_correction_is_accepted(event, board, table):
    results.change_state(event, State.ENDED)
    Event.objects.update(corrections_until=timezone.now() + timedelta(minutes=5))
    assert send(event, board, table, made(board), "k1", reason="declarer").number == 2


def test_s09_after_the_correction_period_only_an_override_corrects(event, board, table):
    results.change_state(event, State.ENDED)
    Event.objects.update(corrections_until=timezone.now() - timedelta(minutes=1))
    with pytest.raises(results.Late, match="correction period ended"):
        send(event, board, table, made(board), "k1", reason="declarer")
    late = send(event, board, table, made(board), "k1", reason="declarer", override=True)
    assert late.override


def test_s17_nothing_but_an_award_is_recorded_for_a_sit_out(event, board, table):
    Table.objects.filter(pk=table.pk).update(ew=None)
    table.refresh_from_db()
    with pytest.raises(StorslamError, match="sit out"):
        send(event, board, table, made(board), "k1", override=True, reason="x")
    award = Payload(Artificial(Average(0), None))
    assert of_columns(send(event, board, table, award, "k2")) == award


@pytest.mark.parametrize(
    "payload",
    [
        Payload(Weighted(((170, Fraction(67, 100)), (140, Fraction(33, 100))))),
        Payload(Artificial(Percent(Fraction(3, 5)), Average(-1))),
    ],
)
def test_rulings_keep_their_exact_value_in_the_database(event, board, table, payload):
    assert (
        of_columns(ResultVersion.objects.get(pk=send(event, board, table, payload, "k").pk))
        == payload
    )


def test_a_penalty_counts_and_once_taken_back_is_gone(event):
    before = scored(event).row("2").total
    pair = event.contestants.get(code="2")
    ruling = results.rule(
        Ruling(event=event, contestant=pair, amount=-10, reason="late", who="ledare")
    )
    assert scored(fresh(event)).row("2").total == before - Fraction(4, 10)
    results.withdraw(ruling, "ledare")
    assert scored(fresh(event)).row("2").total == before


def test_an_event_is_never_unpublished(event):
    with pytest.raises(StorslamError):
        results.change_state(event, State.DRAFT)
    with pytest.raises(StorslamError):
        results.discard(event)


def test_a_table_of_another_event_is_refused(event, board, table):
    other = makers.stored(name="Annan")
    with pytest.raises(StorslamError, match="not played at table"):
        send(event, board, other.rounds.first().tables.first(), made(board), "k1")
    with pytest.raises(StorslamError, match="not played at table"):
        send(other, board, table, made(board), "k1")


def test_s09_a_conflict_is_taken_late_only_with_a_reason(event, board, table):
    send(event, board, table, made(board), "k1")
    held = send(event, board, table, made(board, Seat.EAST), "k2", seen=0)
    results.change_state(event, State.ENDED)
    Event.objects.update(corrections_until=timezone.now() - timedelta(minutes=1))
    with pytest.raises(StorslamError, match="give a reason"):
        results.settle(held, take=True, who="ledare", reason=" ")
    held.refresh_from_db()
    assert held.settled_at is None
    assert results.settle(held, take=True, who="ledare", reason="TK:s beslut").override


def test_what_fails_on_the_way_leaves_nothing_half_stored(event, board, table, monkeypatch):
    def broken(_: object, *, frame: bool) -> None:  # noqa: ARG001 - as what it replaces
        raise RuntimeError("the power goes")

    monkeypatch.setattr(results, "touch", broken)
    with pytest.raises(RuntimeError):
        send(event, board, table, made(board), "k1")
    assert Result.objects.get(board=board, table=table).version == 1
    assert not ResultVersion.objects.filter(key="k1").exists()
    assert fresh(event).version == event.version


def test_results_in_bulk_are_all_there_or_none(event, board, table):
    other = event.boards.get(number=2)
    Result.objects.filter(table=table).delete()
    with pytest.raises(Doubtful):
        results.record_bulk(
            event, [(board, table, made(board)), (other, table, Payload(Score(420)))], "fil"
        )
    assert not Result.objects.filter(table=table).exists()
    rows = [(board, table, made(board)), (other, table, made(other))]
    assert results.record_bulk(event, rows, "fil", "test") == 2
    assert fresh(event).version == event.version + 1
    versions = ResultVersion.objects.filter(result__table=table)
    assert {(row.number, row.who, row.reason) for row in versions} == {(1, "fil", "test")}
