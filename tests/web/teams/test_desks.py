"""The pages of team events, and the director's desk."""

from random import Random

import pytest
from django.urls import reverse

from storslam.web.models import LineUp, TeamTable
from storslam.web.results import record_result
from storslam.web.teams import acts
from storslam.web.teams.acts import Four
from tests.web.teams import makers

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rehearsal")]


def test_the_page_of_a_series_shows_table_matches_and_cross_results(client, event):
    page_ = reverse("event", args=[event.slug])
    before = client.get(page_)
    assert "Lag 3" in before.text
    makers.play(event, Random(5), round__number__lte=2)
    page = client.get(page_)
    assert page["ETag"] != before["ETag"]
    row = makers.now(event).live[0]
    assert f'<td class="n strong">{row.vp}</td>' in page.text
    assert page.text.count("24/24") == 3


def test_a_board_is_compared_once_both_rooms_have_played_it(client, event):
    match = event.matches.order_by("pk").first()
    page_ = reverse("team_match", args=[event.slug, match.pk])
    makers.play(event, Random(5), room__match=match, room__half=1, room__closed=False)
    page = client.get(page_)
    assert page.text.count("inte spelad i båda rummen") == 24
    assert "4♠" not in page.text
    makers.play(event, Random(6), room__match=match, room__half=1, room__closed=True)
    page = client.get(page_)
    assert page.text.count("inte spelad i båda rummen") == 12


def test_the_director_names_a_line_up(desk, event):
    match = event.matches.order_by("pk").first()
    players = [member.pk for member in match.home.members.all()]
    names = ("open_one", "open_other", "closed_one", "closed_other")
    page_ = reverse("match_desk", args=[event.slug, match.pk])
    given = {"act": "line-up", "half": 1, "side": "home", **dict(zip(names, players, strict=False))}
    page = desk.post(page_, given, follow=True)
    assert page.status_code == 200
    seats = LineUp.objects.filter(room__match=match, room__half=1)
    assert {(row.room.closed, row.seat): row.member_id for row in seats} == {
        (False, "N"): players[0], (False, "S"): players[1],
        (True, "E"): players[2], (True, "W"): players[3],
    }  # fmt: skip
    twice = desk.post(page_, {**given, "open_other": players[0]}, follow=True)
    assert 'class="error"' in twice.text
    assert seats.count() == 4
    team = desk.get(reverse("team", args=[event.slug, match.home.code]))
    assert team.status_code == 200


def test_a_green_lift_is_drawn_and_taken_back_at_the_desk(desk):
    event = makers.opened(7, kind="qualifier", boards=8, rounds=3)
    page_ = reverse("teams_desk", args=[event.slug])
    assert desk.get(page_).status_code == 200
    desk.post(page_, {"act": "draw", "round": 1})
    desk.post(page_, {"act": "draw", "round": 1})  # a double click
    assert event.matches.count() == 4
    assert TeamTable.objects.filter(match__event=event).count() == 12
    desk.post(page_, {"act": "take-back"})
    assert event.matches.count() == event.rounds.count() == event.boards.count() == 0
    desk.post(page_, {"act": "draw", "round": 1})
    makers.play(event, Random(1))
    desk.post(page_, {"act": "take-back"})
    assert event.matches.count() == 4
    assert "has met" in desk.get(page_).text or makers.now(event).table
    desk.post(page_, {"act": "draw", "round": 2})
    assert event.matches.count() == 8


def test_a_correction_after_the_draw_warns_and_the_round_can_be_drawn_anew(desk):
    event = makers.opened(8, kind="qualifier", boards=8, rounds=3)
    makers.draw(event)
    makers.play(event, Random(1))
    makers.draw(event)
    page_ = reverse("teams_desk", args=[event.slug])
    assert "warning-box" not in desk.get(page_).text
    last = makers.now(event).table[-1].team
    for room in TeamTable.objects.filter(match__event=event, match__round=1):
        if last not in (room.match.home.code, room.match.away.code):
            continue
        wins = (room.match.home.code == last) != room.closed  # last sits North-South
        for board in event.boards.filter(number__in=room.table.boards):
            now = makers.payload(board, 13 if wins else 5)
            key = f"fix{room.pk}-{board.number}"
            record_result(event, board, room.table, now, key, 1, "x", "rättat")
    assert makers.now(event).table[-1].team != last
    assert "warning-box" in desk.get(page_).text
    desk.post(page_, {"act": "take-back"})
    desk.post(page_, {"act": "draw", "round": 2})
    assert "warning-box" not in desk.get(page_).text


def test_line_ups_are_told_once_both_teams_have_named_theirs(client, event):
    match = event.matches.order_by("pk").first()
    page_ = reverse("team_match", args=[event.slug, match.pk])
    for side, seen in (("home", False), ("away", True)):
        keys = list(getattr(match, side).members.values_list("pk", flat=True))
        four = Four((keys[0], keys[1]), (keys[2], keys[3]))
        acts.name_line_up(makers.fresh(event), match.pk, 1, side, four, makers.director())
        assert (f"Spelare {match.home.code}a" in client.get(page_).text) is seen


def test_a_stranger_sees_no_desk(client, event, django_user_model):
    addresses = [
        reverse("teams_desk", args=[event.slug]),
        reverse("match_desk", args=[event.slug, event.matches.first().pk]),
    ]
    assert all(client.get(one).status_code == 302 for one in addresses)
    client.force_login(django_user_model.objects.create_user("annan"))
    assert all(client.get(one).status_code == 403 for one in addresses)
    assert all(client.post(one, {"act": "draw"}).status_code == 403 for one in addresses)


def test_the_desk_and_console_of_a_team_event_open(desk, event):
    for name in ("console", "teams_desk", "setup", "event", "placement", "hall"):
        assert desk.get(reverse(name, args=[event.slug])).status_code == 200, name
    match = event.matches.first()
    assert desk.get(reverse("match_desk", args=[event.slug, match.pk])).status_code == 200
    for name in ("result_list", "cross_table", "scorecards"):
        assert desk.get(reverse(name, args=[event.slug])).status_code == 404, name
    card = desk.get(reverse("card", args=[event.slug, "1"]))
    assert card.url == reverse("team", args=[event.slug, "1"])
