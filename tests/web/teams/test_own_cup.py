"""A district's own cup: opened by lot or seeded, played to the end, reported to the office."""

from datetime import date
from random import Random

import pytest
from django.urls import reverse

from storslam.errors import StorslamError
from storslam.web.acts import qualifying
from storslam.web.hall import changes, stages
from storslam.web.models import District, Event, Stage
from storslam.web.models.event import State
from storslam.web.teams import acts, opening
from storslam.web.teams.matches import teams_now
from tests.web import fields
from tests.web import season as makers
from tests.web.teams import makers as teams

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rehearsal")]


def play_out(event: Event, dice: Random) -> None:
    """Draw and play until the cup is over, extra boards with it."""
    while (state := teams.now(event).state).next != "over":
        if state.next == "draw":
            teams.draw(event)
        for one in teams.now(event).matches:
            whole = all(len(half.open_room) == len(half.boards) for half in one.extra)
            if one.result.extra_boards and whole:
                acts.add_extra(teams.fresh(event), one.row.pk, teams.director())
        teams.play(event, dice)


@pytest.mark.parametrize(("size", "first"), [(4, "semifinal"), (8, "quarterfinal"),
                                            (16, "round-of-16"), (32, "round-of-32")])  # fmt: skip
def test_a_seeded_cup_is_played_to_its_places(client, size, first):
    event = teams.opened(size, kind="qualifier", boards=8, cup=True, seeded=True)
    drawn = teams.draw(event)
    assert {one.phase for one in drawn} == {first}
    assert {(one.home.code, one.away.code) for one in drawn} == {
        (str(n), str(size + 1 - n)) for n in range(1, size // 2 + 1)
    }
    play_out(event, Random(size))
    now = teams.now(event)
    assert len(now.matches) == size
    assert len(now.state.places) == 4
    final = next(one for one in now.matches if one.row.phase == "final")
    assert now.state.places[final.result.winner] == "1"
    page = client.get(reverse("event", args=[event.slug]))
    assert str(now.people[final.result.winner]) in page.text


def test_a_cup_is_drawn_by_lot_that_can_be_drawn_again():
    event = teams.opened(8, kind="qualifier", boards=8, cup=True)
    found = teams.now(event).cup_field
    assert sorted(found) == [str(n) for n in range(1, 9)]
    assert found != tuple(str(n) for n in range(1, 9))
    assert found == teams.now(event).cup_field


@pytest.mark.parametrize("count", [3, 6, 12, 33])
def test_a_cup_of_another_number_is_refused_with_what_to_do(count):
    with pytest.raises(StorslamError, match="series or the green lift"):
        teams.opened(count, kind="qualifier", boards=8, cup=True)


def test_a_cup_is_not_a_green_lift():
    with pytest.raises(StorslamError, match="choose one"):
        teams.opened(8, kind="qualifier", boards=8, cup=True, rounds=3)


def test_a_cup_that_loses_a_team_before_the_draw_says_how_many_it_takes(client):
    event = teams.opened(8, kind="qualifier", boards=8, cup=True)
    changes.remove(event.contestants.first(), teams.director())
    client.force_login(teams.director())
    page = client.get(reverse("teams_desk", args=[event.slug]))
    assert "4, 8, 16" in page.text
    assert client.get(reverse("event", args=[event.slug])).status_code == 200


@pytest.fixture
def season(db):  # noqa: ARG001 - the fixture opens the database
    return makers.opened("2013-03-09T12:00")


@pytest.fixture
def stage(season) -> Stage:
    fields.team_field(season, {"Skåne": 8})
    return season.stages.get(discipline="open-teams", kind="qualifier")


@pytest.mark.parametrize("way", [{"cup": True}, {"rounds": 3}, {}])
def test_a_districts_ranking_is_taken_from_its_own_event(client, season, stage, office, way):
    """Cup, Green Lift or series: the district's entries get their places by it."""
    skane = District.objects.get(name="Skåne")
    event = opening.open_field(stage, office, {"boards": 8, "seed": 1, **way}, skane)
    stages.change(event, State.RUNNING, office)
    dice = Random(3)
    if "cup" in way:
        play_out(event, dice)
    for _round in range(way.get("rounds", 0 if way else 1)):
        teams.draw(event)
        teams.play(event, dice)
    stages.change(teams.fresh(event), State.ENDED, office)
    here = qualifying.qualifier_of(stage, skane)
    session = qualifying.add_session(here, office, day=date(2013, 3, 9))
    client.force_login(office)
    page = reverse("session", args=[season.slug, skane.code, session.pk])
    assert str(event) in client.get(page).text
    assert client.post(page, {"event": str(event.pk)}).status_code == 302
    found = qualifying.ranking(here)
    now = teams_now(teams.fresh(event))
    assert found.starts == 8
    best = now.state.places if now.state else {row.team: row.place for row in now.table}
    first = next(code for code, place in best.items() if place == "1")
    assert found.rows[0].entry == now.people[first].entry
    if "cup" in way:
        assert [row.place for row in found.rows] == ["1", "2", "3", "4", *["5/8"] * 4]
    assert client.post(page, {"event": "0"}).status_code == 400


def test_an_event_with_matches_left_gives_no_points(stage, office):
    skane = District.objects.get(name="Skåne")
    event = opening.open_field(stage, office, {"boards": 8, "cup": True}, skane)
    stages.change(event, State.RUNNING, office)
    teams.draw(event)
    with pytest.raises(StorslamError, match="left to play"):
        qualifying.of_event(qualifying.qualifier_of(stage, skane), teams.fresh(event))
