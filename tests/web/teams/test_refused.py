"""Bad input of team events, each refused with the rule; what a tie-break may count (S-29)."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from django.db import IntegrityError, transaction

from storslam.championship.matches import Half, TeamMatch, own_plan, result_of
from storslam.championship.series import Played, series_table
from storslam.errors import StorslamError
from storslam.rulebook.edition import edition
from storslam.scoring import Artificial, Imps, Score
from storslam.web import results
from storslam.web.models import LineUp, Match, Result
from storslam.web.teams import acts, drawing
from tests.web.teams import makers

pytestmark = pytest.mark.django_db

BOOK = edition().at()


def test_a_player_twice_in_a_line_up_is_refused__SM_TEAM_1(event, match):
    with pytest.raises(StorslamError, match=r"twice in the line-up.*SM-TEAM-1"):
        acts.name_line_up(event, match.pk, 1, "home", makers.four(match.home, 1, 2, 2, 3), "ledare")
    assert not LineUp.objects.exists()


def test_a_player_who_is_not_on_the_roster_is_refused__SM_TEAM_1(event, match):
    mixed = replace(
        makers.four(match.home, 1, 2, 3, 4), open_room=makers.four(match.away, 1, 2, 3, 4).open_room
    )
    with pytest.raises(StorslamError, match=r"roster.*SM-TEAM-1"):
        acts.name_line_up(event, match.pk, 1, "home", mixed, "ledare")
    assert not LineUp.objects.exists()


def test_a_result_of_a_board_that_the_half_does_not_have_is_refused(event, match):
    room = match.rooms.filter(half=1).first()
    for number in room.table.boards:
        board = event.boards.get(number=number)
        results.record_result(
            makers.fresh(event), board, room.table, makers.payload(board, 9), f"k{number}", 0, "x"
        )
    one_more = event.boards.get(number=room.table.boards[-1] + 1)
    with pytest.raises(StorslamError, match="is not played at table"):
        results.record_result(
            makers.fresh(event), one_more, room.table, makers.payload(one_more, 9), "more", 0, "x"
        )
    assert Result.objects.filter(table=room.table).count() == len(room.table.boards)


def test_a_team_against_itself_is_refused(event, match):
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.filter(pk=match.pk).update(away=match.home)
    with pytest.raises(StorslamError, match="meets itself"):
        TeamMatch("A", "A")
    assert makers.now(event).matches[0].away == match.away.code


def test_a_walkover_of_both_teams_is_refused_with_what_the_committee_can_do__SM_WO_1(event, match):
    acts.concede(event, match.pk, "home", "kom inte", "ledare")
    with pytest.raises(StorslamError, match=r"SM-WO-1.*ruling"):
        acts.concede(makers.fresh(event), match.pk, "away", "de heller", "ledare")
    with pytest.raises(StorslamError, match=r"SM-WO-1.*ruling"):
        TeamMatch("A", "B", absent=("A", "B"))


@pytest.mark.parametrize(("teams", "rule"), [(17, "SM-VET-7"), (41, "SM-VET-11")])
def test_a_choice_out_of_turn_is_refused(teams, rule):
    """SM-VET-7, SM-VET-11."""
    event, dice = makers.opened(teams, discipline="veteran-teams", kind="final"), Random(1)
    while (state := makers.now(event).state).next != "choose":
        makers.draw(event) if state.next == "draw" else makers.play(event, dice)
    with pytest.raises(StorslamError, match=f"the turn of .*{rule}"):
        drawing.choose(event, state.cup.field[1], state.among[0], "ledare")
    with pytest.raises(StorslamError, match=f"cannot be chosen.*{rule}"):
        drawing.choose(event, state.chooser, state.cup.field[1], "ledare")
    assert not event.choices.exists()


# --- S-29


def test_s_29_a_mutual_match_parts_nobody_where_the_rule_names_the_quotient():
    """A beat B; both have 45 VP, and won as many IMPs as they lost: they share their place."""
    rows = [
        ("A", "B", 16, 14, 5, 0),
        ("D", "A", 17, 13, 10, 0),
        ("A", "C", 16, 14, 5, 0),
        ("D", "B", 16, 14, 5, 0),
        ("B", "C", 17, 13, 10, 0),
        ("D", "C", 25, 5, 40, 0),
    ]
    played = [
        Played(one, other, Fraction(vp), Fraction(lost), *imps)
        for one, other, vp, lost, *imps in rows
    ]
    table = series_table(played, 24, BOOK)
    assert [(row.place, row.team) for row in table] == [
        ("1", "D"), ("2/3", "A"), ("2/3", "B"), ("4", "C"),
    ]  # fmt: skip


def test_s_29_an_earlier_stage_counts_in_no_tie_break():
    """What a team brought along moves its margin, and none of the IMPs that part teams."""
    half = Half((1,), {1: Artificial(Imps(Fraction(6)), Imps(Fraction(-6)))}, {1: Score(0)})
    brought = result_of(TeamMatch("A", "B", (half,), carry_over=12), own_plan(BOOK, 8), BOOK)
    alone = result_of(TeamMatch("A", "B", (half,)), own_plan(BOOK, 8), BOOK)
    assert brought.margin_home == alone.margin_home + 12
    assert brought.played().imps("A") == alone.played().imps("A") == (6, 0)


def test_s_29_the_cup_of_the_veterans_moves_nobody_in_the_standing_before_it():
    event, dice = makers.opened(17, discipline="veteran-teams", kind="final"), Random(5)
    while (state := makers.now(event).state).stage == "green-lift":
        makers.draw(event) if state.next == "draw" else makers.play(event, dice)
    before = makers.now(event).table
    while (state := makers.now(event).state).stage == "quarterfinal" and state.next != "play":
        if state.next == "draw":
            makers.draw(event)
        else:
            drawing.choose(makers.fresh(event), state.chooser, state.among[0], "ledare")
    makers.play(event, dice)
    now = makers.now(event)
    assert any(one.row.phase == "quarterfinal" and one.finished for one in now.matches)
    assert (now.table, now.live) == (before, before)
