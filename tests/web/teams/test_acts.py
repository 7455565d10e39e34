"""What is refused, with the rule; walkovers, fewer boards, penalties, turned rooms."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from random import Random

import pytest
from django.utils import timezone

from storslam.errors import StorslamError
from storslam.scoring.event import Artificial, Average
from storslam.web import results
from storslam.web.hall import changes
from storslam.web.hall.contestants import set_standing
from storslam.web.models import Event, LineUp, Match, Member, Result, Step
from storslam.web.models.event import Standing, State
from storslam.web.payload import Payload
from storslam.web.teams import acts, drawing, lots, rulings
from storslam.web.teams.matches import teams_at
from tests.web.teams import makers

pytestmark = pytest.mark.django_db


def test_a_room_has_one_result_of_a_board_and_only_of_its_own(event, match):
    table = match.rooms.first().table
    board = event.boards.get(number=table.boards[0])
    stored = results.record_result(event, board, table, makers.payload(board, 10), "a", 0, "x")
    second = results.record_result(event, board, table, makers.payload(board, 9), "b", 0, "x")
    assert (stored.number, second.taken) == (1, None)  # held for the director
    assert Result.objects.filter(table=table, board=board).count() == 1
    other = event.boards.get(number=table.boards[-1] + 1)
    with pytest.raises(StorslamError, match="is not played at table"):
        results.record_result(event, other, table, makers.payload(other, 9), "c", 0, "x")


def test_a_seventh_player_is_refused_with_the_rule(event, who):
    team = event.contestants.get(code="1")
    for position in (6, 7):
        Member(contestant=team, position=position, name=f"Extra {position}").named().save()
    matches = list(event.matches.filter(home=team) | event.matches.filter(away=team))
    sides = ["home" if one.home == team else "away" for one in matches]
    acts.name_line_up(event, matches[0].pk, 1, sides[0], makers.four(team, 1, 2, 3, 4), who)
    acts.name_line_up(event, matches[0].pk, 2, sides[0], makers.four(team, 1, 2, 5, 6), who)
    with pytest.raises(StorslamError, match="Extra 7") as refused:
        acts.name_line_up(event, matches[1].pk, 1, sides[1], makers.four(team, 1, 2, 3, 7), who)
    assert "SM-TEAM-7" in refused.value.params["rules"]


def test_a_player_of_another_team_is_refused(event, match, who):
    player = makers.player_of_the_registry("900")
    for team in (match.home, match.away):
        Member.objects.filter(contestant=team, position=1).update(player=player)
    acts.name_line_up(event, match.pk, 1, "home", makers.four(match.home, 1, 2, 3, 4), who)
    with pytest.raises(StorslamError) as refused:
        acts.name_line_up(event, match.pk, 1, "away", makers.four(match.away, 1, 2, 3, 4), who)
    assert "SM-ILL-4" in refused.value.params["rules"]


def test_who_has_an_a_system_names_its_pairs_first(event, match, who):
    lots.announce(event, match.pk, "away", who)
    with pytest.raises(StorslamError, match="A system"):
        acts.name_line_up(event, match.pk, 1, "home", makers.four(match.home, 1, 2, 3, 4), who)
    acts.name_line_up(event, match.pk, 1, "away", makers.four(match.away, 1, 2, 3, 4), who)
    acts.name_line_up(event, match.pk, 1, "home", makers.four(match.home, 1, 2, 3, 4), who)
    seats = LineUp.objects.filter(room__closed=False).values_list("seat", "member__contestant")
    assert set(seats) == {(s, match.home_id) for s in "NS"} | {(s, match.away_id) for s in "EW"}


def test_a_walkover_is_settled_with_the_series_and_can_be_taken_back(event, match, who):
    acts.concede(event, match.pk, "away", "kom inte", who)
    with pytest.raises(StorslamError, match="both cannot give walkover"):
        acts.concede(event, match.pk, "home", "de heller", who)
    assert all(room.table.boards == [] for room in match.rooms.select_related("table"))
    makers.play(event, Random(4))
    now = makers.now(event)
    (settled,) = now.walkovers
    assert (settled.team, settled.absent) == (match.home.code, match.away.code)
    assert len(settled.offers) == 3
    assert now.series.over
    acts.undo_concession(event, match.pk, who)
    assert all(len(room.table.boards) == 12 for room in match.rooms.select_related("table"))
    assert not makers.now(event).series.over
    assert Step.objects.filter(act="concede").count() == 1


def test_a_struck_team_is_gone_for_everybody(event, match, who):
    makers.play(event, Random(4))
    before = {row.team: row.matches for row in makers.now(event).table}
    assert set(before.values()) == {5}
    set_standing(makers.fresh(event), match.home, Standing.STRUCK, who, "inte betalt")
    now = makers.now(event)
    table = now.table
    assert match.home.code not in {row.team for row in table}
    assert {row.matches for row in table} == {4}
    assert now.series.over


def test_a_shortened_match_is_scored_on_the_scale_of_the_planned_boards(event, match, who):
    for boards in (0, 25):
        with pytest.raises(StorslamError, match="from 1 to 24"):
            acts.shorten(event, match.pk, boards, "sena", who)
    acts.name_line_up(event, match.pk, 2, "home", makers.four(match.home, 1, 2, 3, 4), who)
    acts.shorten(event, match.pk, 12, "fel antal", who)
    acts.shorten(makers.fresh(event), match.pk, 20, "sena", who)
    assert LineUp.objects.filter(room__match=match, room__half=2).count() == 4
    makers.play(event, Random(4), room__match=match)
    result = acts.match_of(makers.fresh(event), match.pk).result
    assert (result.boards, result.finished) == (20, True)
    assert "SM-LATE-5" in {reason.rule_id for reason in result.reasons}
    with pytest.raises(StorslamError, match="played already"):
        acts.shorten(makers.fresh(event), match.pk, 12, "sena", who)


def test_a_penalty_costs_only_the_penalised_team(event, match, who):
    makers.play(event, Random(4))
    before = {row.team: row.vp for row in makers.now(event).table}
    row = acts.penalise(event, match.pk, "home", Decimal(2), 0, "sen", who)
    after = {row.team: row.vp for row in makers.now(event).table}
    assert before[match.home.code] - after[match.home.code] == 2
    assert before[match.away.code] == after[match.away.code]
    acts.withdraw(makers.fresh(event), row.pk, who)
    assert {row.team: row.vp for row in makers.now(event).table} == before
    with pytest.raises(StorslamError):
        acts.penalise(event, match.pk, "home", Decimal(2), 3, "båda", who)


def test_pairs_who_sat_the_other_way_round_are_compared_as_they_sat(event, match):
    open_, closed = match.rooms.filter(half=1)
    board = event.boards.get(number=open_.table.boards[0])
    sat = replace(makers.payload(board, 10), sat=(match.away.code, match.home.code))
    results.record_result(event, board, open_.table, sat, "a", 0, "x")
    results.record_result(event, board, closed.table, makers.payload(board, 10), "b", 0, "x")
    result = acts.match_of(makers.fresh(event), match.pk).result
    assert (result.imps_home, result.imps_away > 0) == (0, True)  # away were NS in both rooms


def test_two_rulings_that_differ_leave_the_match_to_the_director(event, match):
    open_, closed = match.rooms.filter(half=1)
    board = event.boards.get(number=open_.table.boards[0])
    award = Payload(Artificial(Average(1), Average(-1)))
    for key, table in (("a", open_.table), ("b", closed.table)):
        results.record_result(event, board, table, award, key, 0, "x", "dom", override=True)
    found = acts.match_of(makers.fresh(event), match.pk)
    assert found.fault is not None
    assert found.result.compared == 0


def test_a_choice_out_of_turn_is_refused(who):
    event, dice = makers.opened(17, discipline="veteran-teams", kind="final"), Random(1)
    while (state := makers.now(event).state).next != "choose":
        makers.draw(event) if state.next == "draw" else makers.play(event, dice)
    with pytest.raises(StorslamError, match="it is the turn of"):
        drawing.choose(event, state.cup.field[1], state.among[0], who)
    with pytest.raises(StorslamError, match="cannot be chosen"):
        drawing.choose(event, state.chooser, state.cup.field[1], who)
    drawing.choose(makers.fresh(event), state.chooser, state.among[2], who)
    assert makers.now(event).state.chooser == state.cup.field[1]
    drawing.take_back(makers.fresh(event), who)
    assert makers.now(event).state.chooser == state.chooser
    assert "cup_field" not in makers.fresh(event).movement


def test_no_round_is_drawn_while_a_result_is_not_confirmed(who):
    event = makers.opened(8, kind="qualifier", boards=8, rounds=3)
    table = makers.draw(event)[0].rooms.first().table
    board = event.boards.get(number=table.boards[0])
    sent = makers.payload(board, 10)
    version = results.record_result(event, board, table, sent, "a", 0, "Ö1 N", seat="N")
    makers.play(event, Random(1))
    rest = event.boards.filter(number__in=table.boards[1:])
    rows = [(one, table, makers.payload(one, 9)) for one in rest]
    results.record_bulk(makers.fresh(event), rows, "ledare")
    with pytest.raises(StorslamError, match="not confirmed"):
        drawing.draw_next(makers.fresh(event), 2, who)
    results.confirm(version, "Ö1 E")
    assert len(drawing.draw_next(makers.fresh(event), 2, who)) == 4


def test_a_team_leaves_only_after_the_draw_is_taken_back(event, match, who):
    with pytest.raises(StorslamError, match="take back"):
        changes.remove(match.home, who)
    drawing.take_back(makers.fresh(event), who)
    changes.remove(match.home, who)
    assert makers.fresh(event).contestants.count() == 5
    assert len(makers.draw(event)) == 10


def test_a_draft_with_matches_and_line_ups_is_thrown_away(event, match, who):
    acts.name_line_up(event, match.pk, 1, "home", makers.four(match.home, 1, 2, 3, 4), who)
    Event.objects.filter(pk=event.pk).update(state="draft")
    results.discard(makers.fresh(event))
    assert not Match.objects.exists()


def test_matches_of_so_few_boards_that_no_scale_has_them_are_not_opened():
    with pytest.raises(StorslamError, match="has no matches of"):
        makers.opened(8, kind="qualifier", boards=4)


def test_no_round_is_drawn_while_a_result_is_missing(who):
    event = makers.opened(8, kind="qualifier", boards=8, rounds=3)
    makers.draw(event)
    assert drawing.proposal(makers.now(event)) is None
    with pytest.raises(StorslamError, match="nothing to draw"):
        drawing.draw_next(event, 2, who)


def test_a_match_is_lengthened_again_when_it_was_shortened_by_mistake(event, match, who):
    acts.shorten(event, match.pk, 8, "fel match", who)
    acts.shorten(makers.fresh(event), match.pk, 24, "rätt", who)
    match.refresh_from_db()
    assert [len(boards) for _hall, boards in match.halves] == [12, 12]
    assert match.why == ""
    acts.concede(makers.fresh(event), match.pk, "home", "sjuka", who)
    with pytest.raises(StorslamError, match="given up"):
        acts.shorten(makers.fresh(event), match.pk, 8, "sena", who)


def test_an_ended_event_is_taken_up_before_its_matches_change(event, match, who):
    Event.objects.filter(pk=event.pk).update(state=State.ENDED)
    for act in (
        lambda: acts.concede(makers.fresh(event), match.pk, "home", "sjuka", who),
        lambda: acts.penalise(makers.fresh(event), match.pk, "home", Decimal(2), 0, "sen", who),
        lambda: acts.shorten(makers.fresh(event), match.pk, 8, "sena", who),
        lambda: lots.announce(makers.fresh(event), match.pk, "home", who),
    ):
        with pytest.raises(StorslamError, match="has ended"):
            act()


def test_an_a_system_is_announced_in_time_or_not_at_all(event, match, who):
    """SYS-TEAM-1: fifteen minutes before the match, and before a board of it is played."""
    start = event.stage.season.now() + timedelta(minutes=14)
    event.rounds.filter(number=match.halves[0][0]).update(planned=start)
    with pytest.raises(StorslamError, match="announced by"):
        lots.announce(makers.fresh(event), match.pk, "home", who)
    event.rounds.filter(number=match.halves[0][0]).update(planned=start + timedelta(minutes=2))
    lots.announce(makers.fresh(event), match.pk, "home", who)
    match.refresh_from_db()
    assert match.announced == "home"
    makers.play(event, Random(1), room__match=match, room__half=1)
    with pytest.raises(StorslamError, match="has begun"):
        lots.announce(makers.fresh(event), match.pk, "away", who)


def test_what_was_given_up_after_the_freeze_is_not_told(event, match, who):
    makers.play(event, Random(4))
    moment = timezone.now()
    before = teams_at(makers.fresh(event), moment).table
    rulings.rule_match(makers.fresh(event), match.pk, (Fraction(0), Fraction(0)), "L 90", "x", who)
    other = event.matches.exclude(pk=match.pk).first()
    acts.concede(makers.fresh(event), other.pk, "home", "sjuka", who)
    assert teams_at(makers.fresh(event), moment).table == before
    assert makers.now(event).table != before
