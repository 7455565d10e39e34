"""SM Lag: sixty teams at ten venues, ten series live on one page, the winners to the final."""

from collections import Counter
from random import Random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from storslam.errors import StorslamError
from storslam.exchange.venues import VenueRow
from storslam.web.acts import venues
from storslam.web.hall import stages
from storslam.web.models import District, Event, LineUp, Stage, VenueChoice
from storslam.web.models.event import State
from storslam.web.teams import acts, opening
from storslam.web.teams.acts import Four
from storslam.web.teams.medals import medals
from tests.web import fields
from tests.web import season as makers
from tests.web.teams import independent
from tests.web.teams import makers as teams

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(db, rehearsal):  # noqa: ARG001 - the fixtures open the database
    return makers.opened("2013-03-11T12:00")


@pytest.fixture
def stage(season, office) -> Stage:
    """The semifinals: six teams of each of ten districts, at ten venues."""
    homes = list(District.objects.all()[:10])
    stage = fields.team_field(season, dict.fromkeys(map(str, homes), 6))
    rows = [
        VenueRow(f"Ort {d.code}", d.code, {o.code: 10 if o == d else 300 for o in homes})
        for d in homes
    ]
    venues.store_venues(season, rows, office)
    allotted = venues.allotment(venues.adopt(stage, office))
    towns = {venue.name: venue for venue in season.venues.all()}
    for board in venues.boards(venues.teams(stage), allotted):
        for team, town in zip(board.teams, Counter(board.allotted).elements(), strict=True):
            VenueChoice.objects.create(entry=team, venue=towns[town], chosen=season.now())
    return stage


@pytest.fixture
def series(stage, office) -> list[Event]:
    """The ten series as they are opened, in play."""
    with pytest.raises(StorslamError, match="not published"):
        opening.open_venues(stage, office)
    venues.draw_orders(stage, 7, office)
    venues.publish(stage, office)
    opened = opening.open_venues(stage, office)
    for event in opened:
        stages.change(event, State.RUNNING, office)
    return [teams.fresh(event) for event in opened]


def test_ten_series_are_opened_with_the_published_order(stage, series, office):
    assert len(series) == 10
    order = venues.orders(stage, published=True)
    for event in series:
        draw = next(one for one in order.values() if one.venue.name == event.site)
        now = teams.now(event)
        entries = {code: str(row.entry_id) for code, row in now.people.items()}
        told = [[[entries[a], entries[b]] for a, b in one] for one in now.order]
        assert told == draw.decision["result"]["rounds"]
        assert len(now.matches) == 15
    with pytest.raises(StorslamError, match="is open already"):
        opening.open_venues(stage, office)


def test_ten_series_live_on_one_page(client, series, django_assert_max_num_queries):
    dice = Random(3)
    for event in series:
        teams.play(event, dice, round__number__lte=3)
    page = reverse("stage", args=[series[0].stage.season.slug, series[0].stage_id])
    with django_assert_max_num_queries(100):
        answer = client.get(page)
    assert answer.text.count('class="standing"') == 10
    assert answer.text.count("12/24") == 30  # the second round is under play everywhere
    teams.play(series[0], dice, round__number=4)
    with django_assert_max_num_queries(15):
        assert client.get(page).text.count("12/24") == 27


def test_the_winners_play_the_final(series, office, season):
    dice = Random(11)
    final = season.stages.get(discipline="open-teams", kind="final")
    for number, event in enumerate(series):
        for match in event.matches.order_by("pk")[: number % 4]:
            acts.concede(teams.fresh(event), match.pk, "away", "x", office)
        teams.play(event, dice)
        independent.agrees(event, teams.now(event))
    with pytest.raises(StorslamError, match="has not ended"):
        opening.open_final(final, office)
    for event in series:
        stages.change(teams.fresh(event), State.ENDED, office)
    winners = [teams.now(event).series.winner for event in series]
    event = opening.open_final(final, office)
    found = set(event.contestants.values_list("entry", flat=True))
    assert found == {
        teams.now(one).people[code].entry_id for one, code in zip(series, winners, strict=True)
    }
    stages.change(event, State.RUNNING, office)
    teams.draw(event)
    _line_up(event, office)
    teams.play(event, dice)
    now = teams.now(event)
    independent.agrees(event, now)
    assert len(now.matches) == 45
    assert now.series.over
    assert {m.plan.boards for m in now.matches} == {24}
    gold, *others = medals(now)
    assert (gold.place, gold.team.code) == ("1", now.series.winner)
    assert set(gold.players.values()) == {"gold"}  # a third of eighteen halves
    assert len(others) == 2
    LineUp.objects.filter(member__contestant=gold.team, room__match__round=3).first().delete()
    assert Counter(medals(teams.now(event))[0].players.values()) == {"gold": 3, None: 1}


def _line_up(event, who):
    """Every team's four play both halves of the first three rounds."""
    for match in event.matches.filter(round__lte=3):
        for side in ("home", "away"):
            keys = list(getattr(match, side).members.values_list("pk", flat=True))
            four = Four((keys[0], keys[1]), (keys[2], keys[3]))
            for half in (1, 2):
                acts.name_line_up(event, match.pk, half, side, four, who)


def test_the_desk_opens_the_stages_of_teams(client, stage, office):
    client.force_login(office)
    assert "Lag Öppen klass" in client.get(reverse("stages")).text
    page = reverse("open_stage", args=[stage.pk])
    assert client.get(page).status_code == 200
    assert client.post(page, {"open": "1"}).status_code == 400  # nothing is published
    venues.draw_orders(stage, 7, office)
    venues.publish(stage, office)
    assert client.post(page, {"open": "1"}).status_code == 302
    assert stage.events.count() == 10


def test_an_event_of_teams_is_opened_from_a_file(client, season, office):
    client.force_login(office)
    stage = season.stages.get(discipline="veteran-teams", kind="final")
    page = reverse("open_file", args=[stage.pk])
    lines = [f"{n};Lag {n};" + ";".join(f"Spelare {n}{c}" for c in "abcd") for n in range(1, 10)]
    text = "number;name;name1;name2;name3;name4\n" + "\n".join(lines)
    given = {
        "name": "Veteranlag",
        "seed": "3",
        "file": SimpleUploadedFile("lag.csv", text.encode()),
    }
    answer = client.post(page, given)
    token = answer.context["token"]
    assert client.post(page, {"token": token}).status_code == 302
    event = Event.objects.get(name="Veteranlag")
    assert event.movement["kind"] == "team-veteran"
    assert len(teams.draw(event)) == 36
