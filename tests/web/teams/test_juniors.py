"""Juniors, pairs and teams: their finals are opened from the entries, and played to the medals."""

from random import Random

import pytest
from django.urls import reverse

from storslam.web.acts import entries
from storslam.web.hall import field, stages
from storslam.web.models import Allowance
from storslam.web.models.event import State
from storslam.web.teams import acts
from storslam.web.teams.acts import Four
from storslam.web.teams.medals import medals
from tests.web import fields
from tests.web import season as makers
from tests.web.teams import makers as teams

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rehearsal")]

BORN = {"junior-pairs": 1987, "junior-teams": 1988}
"""The earliest years of birth (SM-ELIG-10)."""


@pytest.fixture
def season(db):  # noqa: ARG001 - the fixture opens the database
    return makers.opened("2012-10-01T12:00")


def entered(season, office, discipline, count, size):
    """So many pairs or teams of juniors in their final."""
    stage = season.stages.get(discipline=discipline, kind="final")
    born = BORN[discipline]
    for n in range(count):
        players = [
            makers.player(season, 100 * n + i, birth_year=born + i) for i in range(1, size + 1)
        ]
        entries.enter(stage, players, None, office, f"k{n}", name=f"Juniorer {n}")
    return stage


@pytest.mark.parametrize(("discipline", "size"), [("junior-pairs", 2), ("junior-teams", 4)])
def test_a_player_born_too_early_is_refused__SM_ELIG_10(season, office, discipline, size):
    stage = season.stages.get(discipline=discipline, kind="final")
    players = [makers.player(season, n, birth_year=1990) for n in range(1, size)]
    players.append(makers.player(season, 99, birth_year=BORN[discipline] - 1))
    with pytest.raises(entries.Refused) as refused:
        entries.enter(stage, players, None, office, "k")
    rules = {
        reason["rule"] for one in refused.value.findings for reason in one.decision.json["reasons"]
    }
    assert "SM-ELIG-10" in rules


def test_the_final_of_junior_pairs_is_opened_from_the_entries_and_played(season, office):
    stage = entered(season, office, "junior-pairs", 8, 2)
    event = field.open_field(stage, office)
    assert event.contestants.count() == 8
    fields.seated(event, office)
    stages.change(teams.fresh(event), State.RUNNING, office)
    event = teams.fresh(event)
    order = [str(n) for n in range(1, 9)]
    fields.play_all(event, order)
    stages.change(teams.fresh(event), State.ENDED, office)
    rows = field.placed(teams.fresh(event))
    assert {row.id for row in rows} == set(order)
    assert rows[0].id == "1"  # it won every board


def test_the_final_of_junior_teams_is_opened_from_the_entries_and_played(client, season, office):
    stage = entered(season, office, "junior-teams", 5, 4)
    client.force_login(office)
    page = reverse("open_stage", args=[stage.pk])
    assert "5" in client.get(page).text
    given = {"open": "1", "boards": "16", "seed": "3"}
    assert client.post(page, given).status_code == 302
    event = stage.events.get()
    stages.change(event, State.RUNNING, office)
    teams.draw(teams.fresh(event))
    for match in event.matches.all():
        for side in ("home", "away"):
            keys = [member.pk for member in getattr(match, side).members.all()]
            for half in (1, 2):
                four = Four((keys[0], keys[1]), (keys[2], keys[3]))
                acts.name_line_up(teams.fresh(event), match.pk, half, side, four, office)
    teams.play(event, Random(4))
    now = teams.now(event)
    assert now.series.over
    first = medals(now)[0]
    assert first.team.code == now.series.winner
    assert len(first.players) == 4


@pytest.mark.parametrize(("discipline", "size"), [("junior-pairs", 2), ("junior-teams", 4)])
def test_juniors_get_their_travel_money__SM_TRAV_1(client, season, office, discipline, size):
    stage = entered(season, office, discipline, 1, size)
    client.force_login(office)
    page = reverse("travel_of", args=[season.slug, stage.entries.get().pk, "final"])
    given = {"one_way_mil": "20", "players": "1", "transport": "car"}
    assert client.post(page, given).status_code == 302
    assert Allowance.objects.get().ore == 24_000  # six kronor a mil, there and back
