"""The director's acts: who sat where, fouled boards, conduct, pairs that break off, undo."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from django.urls import reverse

from storslam.bridge import Side, numbered_board, parse_contract, parse_seat
from storslam.errors import StorslamError
from storslam.scoring import Percent, neuberg
from storslam.scoring.event import Play
from storslam.web import results
from storslam.web.hall import conduct, contestants, directing, rounds
from storslam.web.hall.contestants import Substitute
from storslam.web.loaded import recorded
from storslam.web.models import Event, ResultVersion, Step, Table
from storslam.web.models.event import Standing, State
from storslam.web.payload import Payload
from storslam.web.payload import played as payload_of_play
from storslam.web.scored import moves_of_contestant, moves_of_many, scored, scored_at
from tests.web.hall.conftest import play_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(event: Event) -> Event:
    """Two of the five rounds are played."""
    play_round(event, 1)
    play_round(event, 2)
    return Event.objects.get(pk=event.pk)


def payload_of(contract: str) -> Payload:
    play = Play(parse_contract(contract, parse_seat("N")), 10)
    return payload_of_play(play, numbered_board(1))


def fresh(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def at(event: Event, round_: int, number: int) -> Table:
    tables = Table.objects.select_related("round", "section", "ns", "ew")
    return tables.get(round__event=event, round__number=round_, number=number)


def sat(event: Event, table: Table, boards: list[int], seats: tuple[str, str]) -> dict:
    """The results of these boards as of others who sat there."""
    now = recorded(event)
    places = [(table.pk, board) for board in boards]
    return {place: replace(now[place].payload, sat=seats) for place in places}


def line(event: Event, table: Table, board: int):
    now = scored(fresh(event))
    return now.event.lines[now.places.index((table.pk, board))]


def test_the_wrong_direction_on_some_boards_is_swapped_in_one_act(played, director):
    table = at(played, 1, 1)
    before = line(played, table, 1)
    changes = directing.swapped(played, table, [1, 2])
    shown = moves_of_many(played, changes)
    assert directing.record_many(played, changes, director, "sat the wrong way") == 2
    after = line(played, table, 1)
    assert (after.ns, after.ew) == (before.ew, before.ns)
    assert after.outcome == before.outcome
    rows = {row.id: row for row in scored(fresh(played)).standing.rows}
    assert all(rows[move.code] == move.after for move in shown)


def test_swapped_twice_is_as_it_was(played, director):
    table, before = at(played, 1, 1), scored(played).standing.rows
    for _ in range(2):
        changes = directing.swapped(fresh(played), table, [1])
        directing.record_many(played, changes, director, "turned")
    assert scored(fresh(played)).standing.rows == before
    assert ResultVersion.objects.filter(result__table=table).latest("pk").sat_ns == ""


def test_a_board_without_a_result_is_not_swapped(event):
    with pytest.raises(StorslamError, match="no result here yet"):
        directing.swapped(event, at(event, 1, 1), [1])


def test_pairs_at_each_others_table_change_places_in_one_act(played, director):
    one, other = at(played, 1, 1), at(played, 1, 2)
    changes = {
        **sat(played, one, [1], (other.ns.code, one.ew.code)),
        **sat(played, other, [1], (one.ns.code, other.ew.code)),
    }
    directing.record_many(played, changes, director, "sat wrong")
    assert line(played, one, 1).ns == other.ns.code
    assert line(played, other, 1).ns == one.ns.code
    assert line(played, one, 2).ns == one.ns.code


def test_one_alone_at_the_wrong_table_would_play_the_board_twice(played):
    one, other = at(played, 1, 1), at(played, 1, 2)
    with pytest.raises(StorslamError, match="played twice"):
        moves_of_many(played, sat(played, one, [1], (other.ns.code, one.ew.code)))


def test_nobody_from_elsewhere_can_have_sat_there(played, director):
    changes = sat(played, at(played, 1, 1), [1], ("99", "1"))
    with pytest.raises(StorslamError, match="cannot have met"):
        directing.record_many(played, changes, director, "who?")


def test_s06_a_board_fouled_at_table_3_onwards_is_scored_in_two_groups(played, director):
    tables = [at(played, 1, number).pk for number in (2, 3)]
    changes = directing.grouped(played, 1, tables, "B")
    directing.record_many(played, changes, director, "a card was turned")
    board = scored(fresh(played)).boards(1)[0]
    groups = {one.line.table: one.line.group for one in board.results}
    assert groups == {1: "", 2: "B", 3: "B"}
    alone = next(one for one in board.results if one.line.table == 1)
    assert alone.ns == neuberg(0, 1, 3)
    assert sum(one.ns for one in board.results if one.line.group) == 2 * Fraction(4, 2)


def test_many_results_are_changed_all_or_none(played, director):
    good = directing.swapped(played, at(played, 1, 1), [1])
    bad = sat(played, at(played, 1, 2), [1], ("99", "1"))
    with pytest.raises(StorslamError):
        directing.record_many(played, {**good, **bad}, director, "half")
    assert not ResultVersion.objects.filter(number=2).exists()


def test_the_event_can_be_seen_as_it_was_before_a_change(played, director):
    before = scored(played)
    moment = ResultVersion.objects.latest("when").when
    table = at(played, 1, 1)
    directing.record_many(played, directing.swapped(played, table, [1]), director, "turned")
    assert scored_at(fresh(played), moment).standing.rows == before.standing.rows
    assert scored(fresh(played)).standing.rows != before.standing.rows


def test_a_frozen_event_shows_the_public_what_was(played, director, client):
    page = client.get(played.get_absolute_url()).content
    Event.objects.filter(pk=played.pk).update(frozen=ResultVersion.objects.latest("when").when)
    play_round(fresh(played), 3)
    table = at(played, 1, 1)
    directing.record_many(fresh(played), directing.swapped(played, table, [1]), director, "x")
    again = client.get(played.get_absolute_url()).content
    assert page.count(b"</tr>") == again.count(b"</tr>")
    body = page[page.index(b"<tbody>") : page.index(b"</tbody>")]
    assert again[again.index(b"<tbody>") : again.index(b"</tbody>")] == body


# --- Seats


def test_seats_are_changed_before_the_table_has_played(event, director):
    one, other = at(event, 1, 1), at(event, 1, 2)
    directing.reseat(event, one, other.ns, one.ew, one.boards, director, "late pair")
    assert (other.ns.code, 1) in directing.doubled(fresh(event))
    directing.reseat(event, other, one.ns, other.ew, other.boards, director, "late pair")
    assert directing.doubled(fresh(event)) == []
    assert Step.objects.filter(act="reseat").count() == 2


def test_what_was_played_is_not_lost_by_a_new_seating(played, director):
    table = at(played, 1, 1)
    with pytest.raises(StorslamError, match="have been played"):
        directing.reseat(played, table, table.ew, table.ns, table.boards, director, "x")
    with pytest.raises(StorslamError, match="has a result here"):
        directing.reseat(played, table, table.ns, table.ew, [2], director, "x")
    directing.reseat(played, table, table.ns, table.ew, [1, 2, 5], director, "played board 5 too")
    assert at(played, 1, 1).boards == [1, 2, 5]


# --- Conduct


def test_the_first_time_is_a_warning_then_ten_per_cent_of_a_top(played):
    pair = played.contestants.get(code="1")
    first = conduct.ruling(played, pair, "leaving-table", None, "ledare")
    assert (first.kind, first.amount, first.occasion) == ("warning", 0, 1)
    results.rule(first)
    second = conduct.ruling(played, pair, "leaving-table", None, "ledare")
    assert (second.kind, second.amount, second.occasion) == ("penalty", -10, 2)
    assert "SM-CON-9" in second.paragraph
    before = scored(fresh(played)).row("1").total
    results.rule(second)
    after = scored(fresh(played)).row("1").total
    assert before - after == Fraction(1, 10) * 4


def test_an_occasion_that_was_taken_back_does_not_count(played):
    pair = played.contestants.get(code="1")
    first = results.rule(conduct.ruling(played, pair, "leaving-table", None, "ledare"))
    results.withdraw(first, "ledare")
    assert conduct.occasion(played, pair, "leaving-table") == 1


def test_a_telephone_in_a_pair_final_costs_half_a_top_each_time(played):
    pair = played.contestants.get(code="2")
    for occasion in (1, 2):
        ruling = results.rule(conduct.ruling(played, pair, "mobile-phone", None, "ledare"))
        assert (ruling.amount, ruling.occasion) == (-50, occasion)


# --- Pairs that leave


def test_a_pair_that_played_less_than_60_per_cent_never_started(played, director):
    pair = played.contestants.get(code="1")
    shown = moves_of_contestant(played, "1", Standing.STRUCK)
    made = contestants.break_off(played, pair, director, "ill")
    assert made.result["struck"] is True
    rows = {row.id: row for row in scored(fresh(played)).standing.rows}
    assert "1" not in rows
    gone = {move.code for move in shown if move.after is None}
    assert gone == {"1"}
    contestants.set_standing(fresh(played), pair, Standing.COMPETING, director, "came back")
    assert scored(fresh(played)).standing.rows == scored(played).standing.rows


def test_a_pair_that_played_60_per_cent_keeps_its_results(played, director):
    play_round(fresh(played), 3)
    pair = played.contestants.get(code="1")
    made = contestants.break_off(fresh(played), pair, director, "ill")
    assert made.result["struck"] is False
    pair.refresh_from_db()
    assert pair.standing == Standing.STOPPED
    assert scored(fresh(played)).row("1").place


def test_a_disqualified_pair_has_no_place_and_its_results_stand(played, director):
    before = {row.id: row.total for row in scored(played).standing.rows}
    best = scored(played).standing.rows[0].id
    pair = played.contestants.get(code=best)
    contestants.disqualify(played, pair, director, "cheated")
    rows = scored(fresh(played)).standing.rows
    assert rows[-1].id == best
    assert rows[-1].place == ""
    assert rows[0].place.startswith("1")
    assert {row.id: row.total for row in rows} == before


def test_a_substitute_after_the_start_of_a_final_plays_out_of_competition(played, director):
    pair = played.contestants.get(code="3")
    made = contestants.substitution(played, after_start=True, special=True)
    into = Substitute(3, "Rut Reserv", "Essen")
    contestants.substitute(played, pair.members.first(), into, made, director, "ill")
    pair.refresh_from_db()
    assert pair.standing == Standing.OUT
    assert [one.last_round for one in pair.members.all()] == [2, None, None]
    assert scored(fresh(played)).row("3").place == ""


def test_before_the_start_of_a_final_no_substitute_is_allowed(played, director):
    pair = played.contestants.get(code="3")
    made = contestants.substitution(played, after_start=False, special=True)
    with pytest.raises(StorslamError, match="no substitute"):
        contestants.substitute(
            played, pair.members.first(), Substitute(1, "Rut"), made, director, "late"
        )


# --- The pages


def saved(desk, address: str, form: dict) -> int:
    """The status of saving a form as a director does: shown first, then saved."""
    shown = desk.post(address, form).content.decode()
    seen = re.search(r'name="seen" value="(\w+)"', shown)
    return desk.post(
        address, {**form, "seen": seen.group(1) if seen else "", "save": "1"}
    ).status_code


def page(desk, name, *args):
    return desk.get(reverse(name, args=args))


def test_the_console_shows_what_is_missing(desk, event):
    play = page(desk, "console", event.slug).content.decode()
    assert play.count('class="cell missing"') == 6
    play_round(event, 1)
    play = page(desk, "console", event.slug).content.decode()
    assert play.count('class="cell done"') == 6
    assert page(desk, "console_live", event.slug).status_code == 200


def test_rounds_are_opened_and_closed_on_the_console(desk, event):
    act = reverse("round_act", args=[event.slug, 1])
    answer = desk.post(act, {"act": "close"}, follow=True)
    assert event.rounds.get(number=1).closed is None
    assert "saknas" in answer.content.decode()
    play_round(event, 1)
    desk.post(act, {"act": "close"})
    desk.post(reverse("round_act", args=[event.slug, 2]), {"act": "open"})
    assert rounds.current(event).number == 2
    desk.post(act, {"act": "reopen", "reason": "board 2"})
    assert event.rounds.get(number=1).closed is None
    for nonsense in ("", "explode"):
        assert desk.post(act, {"act": nonsense}, follow=True).status_code == 200


def test_a_swap_is_shown_first_and_then_saved(desk, played):
    table = at(played, 1, 1)
    address = reverse("console_table", args=[played.slug, 1, table.pk])
    form = {"form": "exchange", "how": "turned", "boards": ["1"], "reason": "wrong way"}
    shown = desk.post(address, form)
    assert shown.status_code == 200
    assert 'name="save"' in shown.content.decode()
    assert not ResultVersion.objects.filter(number=2).exists()
    assert saved(desk, address, form) == 302
    assert ResultVersion.objects.filter(number=2).count() == 1


def test_changed_tables_awards_and_seats_from_their_forms(desk, played):
    one, other = at(played, 1, 1), at(played, 1, 2)
    address = reverse("console_table", args=[played.slug, 1, one.pk])
    exchange = {"form": "exchange", "how": "ew", "other": other.pk, "boards": ["1", "2"]}
    assert saved(desk, address, {**exchange, "reason": "x"}) == 302
    assert line(played, one, 2).ew == other.ew.code
    award = {"form": "award", "boards": ["1"], "ns_award": "A+", "ew_award": "40%"}
    assert saved(desk, address, {**award, "reason": "x"}) == 302
    seats = {"form": "seats", "ns": one.ns.pk, "ew": one.ew.pk, "boards": "1 2 7", "reason": "x"}
    assert desk.post(address, seats).status_code == 302
    for wrong in (
        {**exchange, "other": "", "reason": "x"},
        {**award, "ns_award": "much", "reason": "x"},
        {**seats, "boards": "1 x"},
        {**seats, "boards": "1 2 77"},
        {"form": "nothing"},
    ):
        assert desk.post(address, wrong).status_code == 400


def test_a_fouled_board_on_its_page(desk, played):
    address = reverse("console_groups", args=[played.slug, 1])
    form = {"form": "groups", "tables": [at(played, 1, 3).pk], "group": "B", "reason": "turned"}
    assert desk.post(address, form).status_code == 200
    assert saved(desk, address, form) == 302
    assert line(played, at(played, 1, 3), 1).group == "B"
    assert desk.post(address, {**form, "tables": ["0"]}).status_code == 400


def test_a_pair_on_its_page(desk, played):
    pair = played.contestants.get(code="1")
    address = reverse("console_contestant", args=[played.slug, pair.pk])
    leave = {"form": "conduct", "rule": "leaving-table"}
    assert "SM-CON-9" in desk.post(address, leave).content.decode()
    assert desk.post(address, {**leave, "save": "1"}).status_code == 302
    broken = {"form": "standing", "standing": "stopped", "reason": "ill"}
    assert "SM-ABAN-1" in desk.post(address, broken).content.decode()
    assert desk.post(address, {**broken, "save": "1"}).status_code == 302
    pair.refresh_from_db()
    assert pair.standing == Standing.STRUCK
    member = pair.members.first()
    swap = {"form": "substitute", "out": member.pk, "name": "Rut", "first_round": 3, "reason": "x"}
    refused = desk.post(address, {**swap, "save": "1"})
    assert refused.status_code == 400
    both = {**swap, "special": "on", "after_start": "on"}
    assert desk.post(address, both).status_code == 200
    assert desk.post(address, {**both, "save": "1"}).status_code == 302
    assert page(desk, "console_contestants", played.slug).status_code == 200
    assert page(desk, "console_history", played.slug).status_code == 200


def test_undo_is_a_correction_that_begins_with_the_version_before(desk, played, director):
    table = at(played, 1, 1)
    before = scored(played).standing.rows
    directing.record_many(played, directing.swapped(played, table, [1]), director, "turned")
    history = page(desk, "console_history", played.slug).content.decode()
    undo = re.search(r'href="([^"]+version=1)"', history).group(1)
    form = dict(re.findall(r'name="(\w+)"[^>]*value="([^"]*)"', desk.get(undo).content.decode()))
    assert "sat_ns" not in form
    sent = {**form, "declarer": "N", "reason": "was right", "save": "1"}
    assert desk.post(undo.split("?")[0], sent).status_code == 302
    assert scored(fresh(played)).standing.rows == before
    assert ResultVersion.objects.filter(result__table=table).latest("pk").number == 3


def test_who_sat_where_stays_through_corrections_awards_and_conflicts(desk, played, director):
    table = at(played, 1, 1)
    seats = (table.ew.code, table.ns.code)
    directing.record_many(played, directing.swapped(played, table, [1, 2]), director, "turned")
    address = reverse("console_result", args=[played.slug, 1, table.pk])
    form = dict(re.findall(r'name="(\w+)"[^>]*value="([^"]*)"', desk.get(address).content.decode()))
    assert (form["sat_ns"], form["sat_ew"]) == seats
    sent = {**form, "declarer": "N", "tricks": "7", "reason": "counted", "save": "1"}
    assert desk.post(address, sent).status_code == 302
    assert (line(played, table, 1).ns, line(played, table, 1).ew) == seats
    award = Percent(Fraction(3, 5)), Percent(Fraction(2, 5))
    changes = directing.awarded(fresh(played), [(table.pk, 2)], *award)
    directing.record_many(fresh(played), changes, director, "not played")
    assert line(played, table, 2).ns == seats[0]
    board = played.boards.get(number=1)
    other = payload_of("4H")
    held = results.record_result(fresh(played), board, table, other, "phone", 0, "A1 N", seat="N")
    results.settle(held, take=True, who="ledare", reason="they are right")
    assert line(played, table, 1).ns == seats[0]
    assert "satt" in desk.get(address).content.decode()


def test_a_second_exchange_builds_on_the_first(played, director):
    one, other = at(played, 1, 1), at(played, 1, 2)
    for side in (Side.NS, Side.EW):
        changes = directing.exchanged(fresh(played), one, other, [1], side)
        directing.record_many(fresh(played), changes, director, "both sat wrong")
    assert (line(played, one, 1).ns, line(played, one, 1).ew) == (other.ns.code, other.ew.code)


def test_what_has_changed_since_it_was_shown_is_not_overwritten(desk, played, director):
    table = at(played, 1, 1)
    address = reverse("console_table", args=[played.slug, 1, table.pk])
    form = {"form": "award", "boards": ["1"], "ns_award": "60%", "ew_award": "40%", "reason": "x"}
    seen = re.search(r'name="seen" value="(\w+)"', desk.post(address, form).content.decode())
    directing.record_many(played, directing.swapped(played, table, [1]), director, "turned")
    late = desk.post(address, {**form, "seen": seen.group(1), "save": "1"})
    assert late.status_code == 400
    assert ResultVersion.objects.filter(result__table=table, number=3).count() == 0


def test_the_hall_is_for_its_directors_only(client, played, django_user_model):
    table = at(played, 1, 1)
    pair = played.contestants.get(code="1")
    pages = [
        ("console", ()),
        ("console_live", ()),
        ("console_round", (1,)),
        ("console_table", (1, table.pk)),
        ("console_history", ()),
        ("console_contestants", ()),
        ("console_contestant", (pair.pk,)),
        ("console_groups", (1,)),
    ]
    for name, args in pages:
        assert page(client, name, played.slug, *args).status_code == 302
    client.force_login(django_user_model.objects.create_user("annan", password="x"))
    for name, args in pages:
        assert page(client, name, played.slug, *args).status_code == 403


def test_s09_a_correction_25_minutes_after_the_end_is_in_time_and_31_is_not(played, director):
    from datetime import timedelta

    from django.utils import timezone

    results.change_state(played, State.ENDED)
    table = at(played, 1, 1)
    changes = directing.swapped(fresh(played), table, [1])
    ended = timezone.now() - timedelta(minutes=25)
    Event.objects.update(corrections_until=ended + timedelta(minutes=30))
    directing.record_many(played, changes, director, "declarer")
    Event.objects.update(corrections_until=timezone.now() - timedelta(minutes=1))
    again = directing.swapped(fresh(played), table, [2])
    with pytest.raises(StorslamError, match="correction period"):
        directing.record_many(played, again, director, "declarer")
    directing.record_many(played, again, director, "declarer", override=True)
    assert ResultVersion.objects.latest("pk").override
