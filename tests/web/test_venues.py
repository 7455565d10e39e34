"""Venues of the team semifinals: the table, the allotment, choices, lots, orders, publication."""

import threading
from collections import Counter
from itertools import combinations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.urls import reverse

from storslam.errors import StorslamError
from storslam.exchange.venues import VenueRow
from storslam.rulebook.edition import edition
from storslam.web.acts import draws, trail, venues
from storslam.web.models import (
    District,
    Draw,
    DrawKind,
    Event,
    Place,
    PlaceState,
    Step,
    Venue,
    VenueChoice,
)
from storslam.web.seasons import open_season
from tests.web import fields
from tests.web import makers as events
from tests.web import season as makers

pytestmark = pytest.mark.django_db

HOMES = {"Skåne": 4, "Halland": 3, "Gotland": 2, "Örebro": 3}
TOWNS = {"Malmö": "Skåne", "Halmstad": "Halland"}


@pytest.fixture
def season(db, rehearsal):  # noqa: ARG001 - the fixture opens the database
    return makers.opened("2013-03-11T12:00")


@pytest.fixture
def stage(season, office):
    """Twelve teams of four districts, two venues 450 km from the others' mid-points."""
    stage = fields.team_field(season, HOMES)
    venues.store_venues(season, rows(), office)
    return stage


def rows(km=450):
    return [
        VenueRow(
            town,
            makers.district(home).code,
            {makers.district(name).code: 20 if name == home else km for name in HOMES},
        )
        for town, home in TOWNS.items()
    ]


@pytest.fixture
def adopted(stage, office):
    """Skåne, Halland, Gotland and Örebro share the two venues."""
    return venues.adopt(stage, office)


def at(name, season, *args):
    return reverse(name, args=[season.slug, *args])


def board(stage, home):
    allotted = venues.allotment(draws.newest(stage, DrawKind.VENUES))
    found = venues.boards(venues.teams(stage), allotted)
    return next(one for one in found if one.district.name == home)


def choice(stage, home, *, turned=False):
    """A choice for the district's teams that fills what it has."""
    mine = board(stage, home)
    places = sorted(Counter(mine.allotted).elements(), reverse=turned)
    ids = dict(stage.season.venues.values_list("name", "pk"))
    return {team.pk: ids[name] for team, name in zip(mine.teams, places, strict=True)}


def choose(stage, home, who, **how):
    venues.choose(stage, makers.district(home), choice(stage, home, **how), who)


@pytest.fixture
def chosen(stage, office, adopted):  # noqa: ARG001 - adopted is there first
    for home in HOMES:
        choose(stage, home, office)
    return stage


# --- The table


@pytest.mark.usefixtures("stage")
def test_the_table_is_read_whole_or_not_at_all(client, season, office):
    client.force_login(office)
    bad = "ort;distrikt;Skåne\nLund;Skåne;x\nYstad;Narnia;3\n"
    sent = {"read": "1", "file": SimpleUploadedFile("orter.csv", bad.encode())}
    page = client.post(at("venues_desk", season), sent)
    assert page.status_code == 400
    assert page.content.decode().count("Narnia") == 1
    assert set(season.venues.values_list("name", flat=True)) == set(TOWNS)
    again = client.get(at("venues_file", season)).content
    sent = {"read": "1", "file": SimpleUploadedFile("orter.csv", again)}
    assert client.post(at("venues_desk", season), sent).status_code == 302
    skane = Venue.objects.get(name="Malmö").distances.get(district__name="Skåne")
    assert (skane.km, Venue.objects.count()) == (20, 2)


@pytest.mark.usefixtures("stage")
def test_one_venue_is_stored_changed_and_removed(client, season, office):
    client.force_login(office)
    sent = {"store": "1", "name": " Visby ", "district": "GOT", "kmGOT": "10"}
    assert client.post(at("venue_new", season), sent).status_code == 302
    visby = Venue.objects.get(name="Visby")
    sent |= {"name": "Hemse", "kmGOT": "", "kmSKA": "700"}
    assert client.post(at("venue", season, visby.pk), sent).status_code == 302
    visby.refresh_from_db()
    assert visby.name == "Hemse"
    assert list(visby.distances.values_list("district__code", "km")) == [("SKA", 700)]
    twin = client.post(at("venue", season, visby.pk), sent | {"name": "Malmö"})
    assert twin.status_code == 400
    assert client.post(at("venue", season, visby.pk), {"remove": "1"}).status_code == 302
    assert not Venue.objects.filter(name="Hemse").exists()


@pytest.mark.usefixtures("chosen")
def test_a_venue_that_is_chosen_stays(season, office):
    with pytest.raises(StorslamError, match="it stays"):
        venues.remove_venue(Venue.objects.select_related("season").first(), office)
    with pytest.raises(StorslamError, match="it stays"):
        venues.store_venues(season, rows()[:1], office)
    assert Venue.objects.count() == 2


def test_a_missing_distance_is_named_never_zero(client, season, stage, office):
    season.venues.first().distances.filter(district__name="Gotland").delete()
    client.force_login(office)
    assert "km.GOT." in client.get(at("venues_desk", season)).content.decode()
    with pytest.raises(StorslamError, match="no allotment"):
        venues.adopt(stage, office)


# --- The allotment


def test_sm_tsf_4_at_most_two_teams_at_home(stage, adopted):
    here = venues.allotment(adopted)
    assert here["Malmö"]["SKA"] == 2
    assert here["Halmstad"]["HAL"] <= 2
    assert {name: sum(teams.values()) for name, teams in here.items()} == dict.fromkeys(TOWNS, 6)
    assert draws.same_again(adopted)
    assert venues.adopt(stage, adopted.by) == adopted


@pytest.mark.usefixtures("stage")
def test_sm_tsf_5_the_cut_says_why_not_all_find_a_place(client, season, office):
    venues.store_venues(season, rows(km=350), office)
    client.force_login(office)
    proposal = client.get(at("venues_desk", season)).context["proposal"]
    why = proposal.result["infeasible_because"]
    assert why["teams"] > why["places"]
    page = client.get(at("venues_desk", season)).content.decode()
    assert all(str(District.objects.get(code=code)) in page for code in why["districts"])
    assert client.post(at("venues_desk", season), {"adopt": "1"}).status_code == 400
    assert not Draw.objects.exists()


def test_sm_tsf_6_a_deviation_needs_that_all_were_asked_and_a_reason(stage, office):
    wanted = {"Malmö": {"SKA": 4, "GOT": 2}, "Halmstad": {"HAL": 3, "ORE": 3}}
    for more in ({}, {"consulted": True}, {"reason": "färjan"}):
        with pytest.raises(StorslamError, match=r"asked|reason"):
            venues.deviate(stage, wanted, office, **more)
    draw = venues.deviate(stage, wanted, office, consulted=True, reason="färjan går inte")
    assert venues.allotment(draw) == wanted
    assert draws.same_again(draw)
    step = Step.objects.get(act="deviate-venues")
    assert step.facts["reason"] == "färjan går inte"
    assert step.decision["result"]["over"]


def test_sm_tsf_12_no_allotment_overfills_a_venue_or_forgets_a_team(stage, office):
    seven = {"Malmö": {"SKA": 4, "HAL": 3}, "Halmstad": {"GOT": 2, "ORE": 3}}
    with pytest.raises(StorslamError, match="too many"):
        venues.deviate(stage, seven, office, consulted=True, reason="r")
    with pytest.raises(StorslamError, match="Gotland has 2 teams"):
        venues.deviate(stage, {"Malmö": {"SKA": 4}}, office, consulted=True, reason="r")


@pytest.mark.usefixtures("adopted")
def test_an_allotment_of_other_teams_is_out_of_date(client, season, stage, office):
    Place.objects.filter(stage=stage, number=12).update(state=PlaceState.DECLINED)
    client.force_login(office)
    assert client.get(at("venues_desk", season)).context["old"]


@pytest.mark.usefixtures("adopted")
def test_the_desk_takes_another_allotment_from_its_form(client, season, stage, office):
    client.force_login(office)
    ids = dict(season.venues.values_list("name", "pk"))
    wanted = {"Malmö": {"SKA": 4, "GOT": 2}, "Halmstad": {"HAL": 3, "ORE": 3}}
    sent = {f"n{ids[v]}{code}": n for v, here in wanted.items() for code, n in here.items()}
    sent |= {"deviate": "1", "reason": "färjan", "consulted": "on"}
    assert client.post(at("venues_desk", season), sent).status_code == 302
    assert venues.allotment(draws.newest(stage, DrawKind.VENUES)) == wanted


# --- Choices


@pytest.mark.usefixtures("adopted")
def test_sm_tsf_8_a_district_chooses_which_of_its_teams_plays_where(client, season, stage):
    skane = makers.officer("Skåne")
    client.force_login(skane)
    sent = {f"team{team}": venue for team, venue in choice(stage, "Skåne", turned=True).items()}
    for _ in range(2):
        assert client.post(at("venue_choice", season, "SKA"), sent).status_code == 302
    mine = board(stage, "Skåne")
    assert mine.chosen
    assert not mine.by_lot
    assert Counter(c.venue.name for c in map(venues.choice_of, mine.teams)) == mine.allotted
    assert Step.objects.filter(act="choose-venues").count() == 1


@pytest.mark.usefixtures("adopted")
def test_a_choice_that_is_not_what_the_district_has_is_refused(stage, office):
    wanted = choice(stage, "Skåne")
    one_venue = dict.fromkeys(wanted, next(iter(wanted.values())))
    foreign = {**wanted, VenueChoice.objects.count() + 10_000: next(iter(wanted.values()))}
    for wrong in (one_venue, foreign, {}):
        with pytest.raises(StorslamError):
            venues.choose(stage, makers.district("Skåne"), wrong, office)
    assert not VenueChoice.objects.exists()


@pytest.mark.usefixtures("adopted")
def test_sm_tsf_9_the_choice_is_in_time_on_the_monday_and_late_on_the_tuesday(
    client, season, stage, office
):
    skane = makers.officer("Skåne")
    choose(stage, "Skåne", skane)
    makers.set_clock(season, "2013-03-12T00:01")
    stage.season.refresh_from_db()
    with pytest.raises(StorslamError, match="closed"):
        choose(stage, "Skåne", skane, turned=True)
    client.force_login(skane)
    assert "<select" not in client.get(at("venue_choice", season, "SKA")).content.decode()
    client.force_login(office)
    sent = {f"team{t}": v for t, v in choice(stage, "Skåne", turned=True).items()}
    assert client.post(at("venue_choice", season, "SKA"), sent).status_code == 302


@pytest.mark.usefixtures("adopted")
def test_sm_tsf_11_the_late_districts_are_drawn_by_lot_from_a_stated_seed(season, stage, office):
    choose(stage, "Skåne", office)
    with pytest.raises(StorslamError, match="still choose"):
        venues.draw_lots(stage, 12, office)
    makers.set_clock(season, "2013-03-12T00:01")
    stage.season.refresh_from_db()
    draw = venues.draw_lots(stage, 12, office)
    assert draws.same_again(draw)
    assert draw.seed == 12
    assert {home: board(stage, home).by_lot for home in HOMES} == {
        "Skåne": False, "Halland": True, "Gotland": True, "Örebro": True
    }  # fmt: skip
    assert all(board(stage, home).chosen for home in HOMES)
    with pytest.raises(StorslamError, match="no district is left"):
        venues.draw_lots(stage, 13, office)
    assert not list(trail.broken())


# --- Orders and publication


@pytest.mark.usefixtures("adopted")
def test_sm_tsf_10_names_and_schedule_wait_until_all_have_chosen(client, season, stage, office):
    for home in list(HOMES)[:-1]:
        choose(stage, home, office)
    for act in (
        lambda: venues.draw_orders(stage, 1, office),
        lambda: venues.publish(stage, office),
    ):
        with pytest.raises(StorslamError, match="Örebro"):
            act()
    page = client.get(at("venues", season)).content.decode()
    assert "Malmö" in page
    assert "Lag 1" not in page


def test_sm_tsf_7_teams_of_one_district_meet_in_the_opening_rounds(chosen, office):
    for draw in venues.draw_orders(chosen, 7, office):
        result = draw.decision["result"]
        home = {team["id"]: team["district"] for team in draw.facts["teams"]}
        met = {
            frozenset(match): number
            for number, matches in enumerate(result["rounds"], 1)
            for match in matches
        }
        last = max(
            met[frozenset(two)] for two in combinations(home, 2) if len({*map(home.get, two)}) == 1
        )
        assert len(met) == 15
        assert last == result["latest_round"]
        assert draws.same_again(draw)


def test_published_names_clubs_and_schedules_and_nothing_else(client, season, chosen, office):
    venues.draw_orders(chosen, 7, office)
    assert "Lag 1" not in client.get(at("venues", season)).content.decode()
    assert venues.publish(chosen, office) == 2
    assert venues.publish(chosen, office) == 0
    page = client.get(at("venues", season)).content.decode()
    assert page.count("Lag 1<") >= 1
    assert "BK " in page
    assert "example.org" not in page
    assert "Person" not in page
    assert "1950" not in page
    with pytest.raises(StorslamError, match="published"):
        choose(chosen, "Skåne", makers.officer("Skåne"), turned=True)


def test_s_11_a_new_team_is_named_and_gets_the_old_one_s_seat_or_a_new_draw(
    client, season, chosen, office
):
    venues.draw_orders(chosen, 7, office)
    venues.publish(chosen, office)
    place = Place.objects.get(stage=chosen, number=1)
    was = place.entry.venue_choice.venue
    old = place.entry
    new = fields.another(chosen, place, "Skåne")
    with pytest.raises(StorslamError, match="Skåne"):
        venues.publish(chosen, office)
    wanted = {
        team.pk: c.venue_id if (c := venues.choice_of(team)) else was.pk
        for team in board(chosen, "Skåne").teams
    }
    venues.choose(chosen, makers.district("Skåne"), wanted, office, late=True)
    client.force_login(office)
    page = client.get(at("venues_desk", season)).content.decode()
    assert f"{old} (" in page
    assert f"<strong>{new} (" in page
    assert str(new) not in client.get(at("venues", season)).content.decode()
    with pytest.raises(StorslamError, match="not drawn on these teams"):
        venues.publish(chosen, office)
    assert client.post(at("venues_desk", season), {"again": "orders"}).status_code == 302
    assert client.post(at("venues_desk", season), {"keep": was.pk}).status_code == 302
    kept = draws.newest(chosen, DrawKind.ORDER, was)
    assert kept.seats[str(old.pk)] == [1, str(new.pk)]
    assert venues.publish(chosen, office) == 1
    assert str(new) in client.get(at("venues", season)).content.decode()


def test_s_14_nothing_changes_once_something_is_played(chosen, season, office):
    venues.draw_orders(chosen, 7, office)
    Event.objects.filter(pk=events.stored().pk).update(stage=chosen)
    for act in (
        lambda: venues.draw_orders(chosen, 8, office),
        lambda: venues.adopt(chosen, office),
        lambda: choose(chosen, "Skåne", office, turned=True),
        lambda: venues.store_venues(season, rows(), office),
    ):
        with pytest.raises(StorslamError, match="being played"):
            act()


def test_a_season_whose_days_nobody_has_published_has_no_deadline(client, office):
    season = open_season(edition("2013-2014"))
    client.force_login(office)
    for page in (
        at("venues_desk", season),
        at("venue_choice", season, "SKA"),
        at("venues", season),
    ):
        assert client.get(page).status_code == 200
    for page in (at("seeding", season), at("groups", season)):
        assert client.get(page).status_code == 200
    assert venues.deadline(season) is None
    assert not venues.is_over(None)


# --- Who may what


@pytest.mark.parametrize("page", ["venues_desk", "venue_new", "venues_file"])
def test_the_office_s_pages_are_for_the_office(client, season, page):
    assert client.get(at(page, season)).status_code == 302
    client.force_login(makers.officer("Skåne"))
    assert client.get(at(page, season)).status_code == 403


@pytest.mark.usefixtures("stage", "adopted")
def test_the_committee_sees_the_desk_and_may_draw_lots_only(client, season):
    client.force_login(makers.committee())
    assert client.get(at("venues_desk", season)).status_code == 200
    assert client.post(at("venues_desk", season), {"adopt": "1"}).status_code == 403
    makers.set_clock(season, "2013-03-12T08:00")
    sent = {"lots": "1", "seed": "5"}
    assert client.post(at("venues_desk", season), sent).status_code == 302
    assert VenueChoice.objects.count() == 12


@pytest.mark.usefixtures("adopted")
def test_a_district_chooses_for_itself_only(client, season, stage):
    client.force_login(makers.officer("Halland"))
    assert client.get(at("venue_choice", season, "SKA")).status_code == 403
    sent = {f"team{team}": venue for team, venue in choice(stage, "Skåne").items()}
    assert client.post(at("venue_choice", season, "SKA"), sent).status_code == 403
    assert client.get(at("venue_choice", season, "HAL")).status_code == 200
    assert not VenueChoice.objects.exists()


@pytest.mark.usefixtures("chosen")
def test_every_fault_of_a_form_is_one_clear_answer(client, season, office):
    client.force_login(office)
    for sent in (
        {"order": "1", "seed": "x"}, {"keep": "x"}, {"again": "0"}, {"read": "1"}, {"lots": "1"}, {}
    ):  # fmt: skip
        assert client.post(at("venues_desk", season), sent).status_code in (400, 404)


def test_the_desk_asks_little(client, season, chosen, office, django_assert_max_num_queries):
    venues.draw_orders(chosen, 7, office)
    client.force_login(office)
    with django_assert_max_num_queries(24):
        assert client.get(at("venues_desk", season)).status_code == 200


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("rehearsal")
def test_two_officers_who_choose_at_once_make_one_choice():
    season = makers.opened("2013-03-11T12:00")
    office, stage = makers.office(), fields.team_field(season, HOMES)
    venues.store_venues(season, rows(), office)
    venues.adopt(stage, office)
    wanted = [choice(stage, "Skåne"), choice(stage, "Skåne", turned=True)]
    faults = []

    def act(chosen):
        try:
            venues.choose(stage, makers.district("Skåne"), chosen, office)
        except Exception as error:
            faults.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=act, args=(chosen,)) for chosen in wanted]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    stored = dict(VenueChoice.objects.values_list("entry", "venue"))
    assert stored in wanted
