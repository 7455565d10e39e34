"""How a team stands: withdrawn, struck or disqualified at the director's desk (SM-ILL-3 … 7)."""

import re
from datetime import timedelta
from random import Random

import pytest
from django.urls import reverse

from storslam.web.models import Event, Step
from storslam.web.teams import drawing
from storslam.web.teams.acts import Four, name_line_up
from tests.web.teams import makers

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rehearsal")]


@pytest.fixture
def event(db):  # noqa: ARG001 - the fixture opens the database
    """Four rounds of five are played: more than 60 % of everybody's boards."""
    made = makers.opened(6)
    makers.draw(made)
    makers.play(made, Random(1), room__match__round__lte=4)
    return makers.fresh(made)


def page_of(event, code):
    return reverse("console_contestant", args=[event.slug, event.contestants.get(code=code).pk])


def let_stand(desk, event, code, standing, **more):
    given = {"standing": standing, "ground": "", "reason": "enligt TK", **more}
    return desk.post(page_of(event, code), given, follow=True)


def played_on(event, days):
    """The event was played so many days ago."""
    day = event.stage.season.now().date() - timedelta(days=days)
    Event.objects.filter(pk=event.pk).update(date=day, stamp=f"{days} days ago")


def ranked(event):
    return {row.team for row in makers.now(event).table}


def test_a_struck_team_is_out_of_the_table_whatever_it_has_played__SM_ILL_5(desk, event):
    before = {row.team: row.matches for row in makers.now(event).table}
    preview = let_stand(desk, event, "3", "struck")
    assert "3" in ranked(event)
    assert "Lag 3" in preview.text.split('class="moves"')[1]
    let_stand(desk, event, "3", "struck", save="1")
    table = {row.team: row.matches for row in makers.now(event).table}
    assert set(table) == {"1", "2", "4", "5", "6"}
    assert sum(table.values()) == sum(before.values()) - 2 * before["3"]
    assert event.contestants.get(code="3").standing == "struck"


def test_a_team_with_a_player_of_two_teams_is_disqualified_and_taken_out__SM_ILL_4(desk, event):
    let_stand(desk, event, "3", "disqualified", ground="two-teams", save="1")
    assert "3" not in ranked(event)
    step = Step.objects.filter(act="stand").last()
    assert step.decision["decision"] == "player-in-two-teams"
    page = desk.get(page_of(event, "3")).text
    assert {"SM-ILL-4", "SM-ILL-5", "SM-ILL-6"} <= set(re.findall(r"SM-[A-Z]+-\d+", page))
    assert "enligt TK" in page


def test_a_disqualification_says_why(desk, event):
    page = let_stand(desk, event, "3", "disqualified", save="1")
    assert page.status_code == 400
    assert "ange varför laget diskvalificeras" in page.text
    assert "3" in ranked(event)


def test_a_team_is_disqualified_for_a_fee_only_once_it_is_too_late__SM_ILL_3(desk):
    event = makers.opened(6)
    makers.draw(event)
    player = makers.player_of_the_registry("777")
    match = event.matches.order_by("pk").first()
    team = match.home
    team.members.filter(position=1).update(player=player)
    keys = list(team.members.values_list("pk", flat=True))
    name_line_up(event, match.pk, 1, "home", Four((keys[0], keys[1]), (keys[2], keys[3])), "ledare")
    makers.play(event, Random(1), room__match=match)
    played_on(event, 0)
    early = let_stand(desk, event, team.code, "disqualified", ground="unpaid", save="1")
    assert early.status_code == 400
    played_on(event, 60)
    let_stand(desk, event, team.code, "disqualified", ground="unpaid", save="1")
    assert event.contestants.get(pk=team.pk).standing == "disqualified"
    assert Step.objects.filter(act="stand").last().decision["decision"] == "unpaid-team-player"


def test_a_disqualified_winner_does_not_go_on(desk, event):
    makers.play(event, Random(1))
    winner = makers.now(event).series.winner
    second = makers.now(event).table[1].team
    let_stand(desk, event, winner, "disqualified", ground="committee", save="1")
    assert makers.now(event).series.winner == second


def test_what_a_team_played_counts_again_when_it_competes_again(desk, event):
    before = makers.now(event).table
    let_stand(desk, event, "3", "disqualified", ground="two-teams", save="1")
    let_stand(desk, event, "3", "competing", save="1")
    assert makers.now(event).table == before


def test_the_matches_of_a_team_that_has_withdrawn_count(desk, event):
    before = makers.now(event).table
    page = let_stand(desk, event, "3", "stopped", save="1")
    assert makers.now(event).table == before
    assert "kvar att spela" in page.text


def test_a_green_lift_does_not_draw_a_team_that_has_withdrawn(client):
    lift = makers.opened(8, kind="qualifier", boards=8, rounds=3)
    client.force_login(makers.director())
    makers.draw(lift)
    makers.play(lift, Random(1))
    let_stand(client, lift, "3", "stopped", save="1")
    assert not drawing.is_stale(makers.now(lift))
    drawn = {
        team for one in drawing.proposal(makers.now(lift)).meetings for team in (one.home, one.away)
    }
    assert drawn == {"1", "2", "4", "5", "6", "7", "8", None}
    makers.draw(lift)
    assert not drawing.is_stale(makers.now(lift))


def test_the_page_of_a_team_has_nothing_of_pairs(desk, event):
    page = desk.get(page_of(event, "3"))
    for preview in (page, let_stand(desk, event, "3", "stopped")):
        assert preview.status_code == 200
        assert not re.search("SM-ABAN|SM-PEN-[34]", preview.text)
        assert "Procent av en topp" not in preview.text
    assert "192 brickor" not in page.text  # of both rooms
    assert f"{makers.now(event).live[0].matches} matcher" in page.text


def test_the_list_of_contestants_has_the_places_of_the_table(desk, event):
    page = desk.get(reverse("console_contestants", args=[event.slug])).text
    found = dict(re.findall(r'<td class="n">(\d+)</td>.*?<td class="place">(.*?)</td>', page))
    assert found == {row.team: row.place for row in makers.now(event).live}
