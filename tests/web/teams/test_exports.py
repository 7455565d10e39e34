"""An event of teams as USEBIO: the matches that its pages show come back from the file."""

from random import Random

import pytest
from defusedxml.ElementTree import fromstring
from django.urls import reverse

from storslam.exchange import read_matches
from storslam.scoring import match
from storslam.web.exports import FORMATS
from storslam.web.models import Member
from storslam.web.teams.matches import teams_shown
from tests.web.teams import makers

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rehearsal")]


@pytest.fixture
def event(db):  # noqa: ARG001 - the fixture opens the database
    made = makers.opened(6)
    makers.draw(made)
    makers.play(made, Random(8))
    return makers.fresh(made)


def file(client, event, form):
    return client.get(reverse("event_file", args=[event.slug, FORMATS[form].name]))


@pytest.mark.parametrize("form", ["usebio-1.2", "usebio-1.3"])
def test_the_matches_give_the_same_imps(client, event, form):
    read = read_matches(file(client, event, form).content)
    results = [one.result for one in teams_shown(event).matches if one.away]
    assert len(read) == len(results) > 10
    compared = [match(one.open_room, one.closed_room) for one in read]
    assert [(one.home, one.away) for one in read] == [(one.home, one.away) for one in results]
    assert [(one.imp_home, one.imp_away) for one in compared] == [
        (one.imps_home, one.imps_away) for one in results
    ]


def test_the_table_stands_with_the_teams(client, event):
    root = fromstring(file(client, event, "usebio-1.3").content)
    told = {
        team.get("TEAM_ID"): team.findtext("PLACE")
        for team in root.iter("TEAM")
        if team.get("TEAM_ID")
    }
    assert told == {row.team: row.place for row in teams_shown(event).live}
    points = [match.findtext("TEAM_SCORE") for match in root.iter("MATCH")]
    assert all(points)


def test_s40_a_board_that_is_not_played_everywhere_is_in_no_file(client, db):  # noqa: ARG001
    event = makers.opened(6)
    makers.draw(event)
    tables = [room.table.pk for room in event.matches.first().rooms.filter(half=1)]
    makers.play(event, Random(8), pk__in=tables)
    data = file(client, makers.fresh(event), "usebio-1.2").content
    assert b"<TEAM>" in data
    assert b"<SCORE>" not in data


def test_formats_of_pairs_are_not_offered(client, event):
    for form, told in FORMATS.items():
        assert file(client, event, form).status_code == (200 if told.of_teams else 404)
    page = client.get(reverse("event", args=[event.slug])).content.decode()
    assert page.count("usebio-1.") == 2


def test_member_numbers_are_in_the_files_of_the_command_only(client, event):
    Member.objects.filter(contestant__event=event).update(number="987650")
    event = makers.fresh(event)
    assert b"987650" not in file(client, event, "usebio-1.3").content
    assert b"987650" in FORMATS["usebio-1.3"].dump(event, numbers=True)
