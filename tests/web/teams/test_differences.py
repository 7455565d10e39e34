"""What a change would move in an event of teams is what it then moves."""

from dataclasses import replace
from decimal import Decimal
from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone

from storslam.web import moved
from storslam.web.hall import contestants
from storslam.web.models import Conflict
from storslam.web.models.event import Standing
from storslam.web.results import record_result
from storslam.web.teams import acts
from storslam.web.teams.differences import team_differences
from tests.web.teams import makers

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rehearsal")]


@pytest.fixture
def event(db):  # noqa: ARG001 - the fixture opens the database
    made = makers.opened(6)
    makers.draw(made)
    makers.play(made, Random(5), round__number__lte=4)
    return makers.fresh(made)


def first(event):
    """A board of the first match that swings when it is made or not."""
    room = event.matches.first().rooms.first()
    return room.table, event.boards.get(number=room.table.boards[0])


def test_a_previewed_correction_is_what_it_then_gives(event):
    table, board = first(event)
    payload = makers.payload(board, 0)
    before = makers.now(event)
    would = moved.by_results(event, {(table.pk, board.number): payload})
    assert makers.now(event) is before
    record_result(event, board, table, payload, "fix", 1, "x", "rättat")
    after = makers.now(event)
    assert would == team_differences(before, after)
    match = event.matches.first()
    assert [one.row for _, one in would.matches] == [match]
    assert {move.team for move in would.teams} >= {match.home, match.away}


def test_nothing_moves_when_the_same_is_recorded(event):
    table, board = first(event)
    same = makers.now(event).recorded[table.pk, board.number].payload
    would = moved.by_results(event, {(table.pk, board.number): same})
    assert not would.teams
    assert not would.matches


def test_the_page_of_a_result_shows_the_teams_and_the_match_before_and_after(desk, event):
    table, board = first(event)
    address = reverse("console_result", args=[event.slug, board.number, table.pk])
    given = {"contract": "4S", "declarer": "N", "tricks": "0", "reason": "x", "key": "k"}
    before = makers.now(event).matches[0].result
    page = desk.post(address, {**given, "expected_version": 1}).text
    match = event.matches.first()
    assert "Vad det skulle flytta" in page
    assert str(match) in page
    assert f"{before.imps_home}–{before.imps_away} →" in page
    assert makers.now(event).matches[0].result == before


def test_a_conflict_shows_what_taking_it_would_move(desk, event):
    table, board = first(event)
    held = record_result(event, board, table, makers.payload(board, 0), "late", 0, "x")
    assert isinstance(held, Conflict)
    address = reverse("console_result", args=[event.slug, board.number, table.pk])
    page = desk.get(address).text
    assert "Vad som skulle flyttas om det tas" in page
    assert str(event.matches.first()) in page
    desk.post(reverse("console_settle", args=[event.slug, held.pk]), {"take": 1, "reason": "x"})
    assert "Vad som skulle flyttas om det tas" not in desk.get(address).text


def test_a_struck_team_is_previewed_as_the_table_without_it(desk, event):
    team = event.contestants.get(code="2")
    would = moved.by_standing(event, "2", Standing.STRUCK)
    assert next(move for move in would.teams if move.team == team).after is None
    before = makers.now(event)
    contestants.set_standing(event, team, Standing.STRUCK, makers.director(), "x")
    assert would.teams == team_differences(before, makers.now(event)).teams
    assert moved.by_standing(makers.fresh(event), "2", Standing.COMPETING).teams
    page = desk.get(reverse("console_contestant", args=[event.slug, team.pk]))
    assert page.status_code == 200


def test_what_has_moved_since_a_moment_counts_results_and_penalties_of_then(event):
    match, moment = event.matches.first(), timezone.now()
    penalty = acts.penalise(event, match.pk, "home", Decimal(2), 0, "x", makers.director())
    later = timezone.now()
    home = next(move for move in moved.since(event, moment).teams if move.team == match.home)
    assert home.before.vp - home.after.vp == 2
    acts.withdraw(event, penalty.pk, makers.director())
    event = makers.fresh(event)
    assert not moved.since(event, moment).teams
    back = next(move for move in moved.since(event, later).teams if move.team == match.home)
    assert back.after.vp - back.before.vp == 2
    table, board = first(event)
    record_result(event, board, table, makers.payload(board, 0), "fix", 1, "x", "rättat")
    assert moved.since(event, later).matches


def test_a_correction_that_would_change_the_draw_says_so():
    event = makers.opened(8, kind="qualifier", boards=8, rounds=3)
    makers.draw(event)
    makers.play(event, Random(1))
    makers.draw(event)
    now = makers.now(event)
    last = now.table[-1].team
    changes = {}
    for one in now.rounds[1]:
        if last in (one.home, one.away):
            for room in one.rooms:
                wins = (one.home == last) != room.closed
                for board in event.boards.filter(number__in=room.table.boards):
                    changes[room.table_id, board.number] = makers.payload(board, 13 if wins else 5)
    would = moved.by_results(makers.fresh(event), changes)
    assert would.redrawn
    assert not team_differences(now, now).redrawn
    assert not team_differences(now, replace(now, choices=())).redrawn
