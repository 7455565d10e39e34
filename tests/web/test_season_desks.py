"""The desks of districts and office: pages for those who may, and nothing for others."""

import json
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from storslam.exchange import event_json
from storslam.web.acts import entries, places, qualifying, quotas
from storslam.web.models import Place, PlaceState, Report, Season, Session, Step
from tests.web import makers as events
from tests.web import season as makers
from tests.web.test_places import entered, played, qualifier

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(db, rehearsal):  # noqa: ARG001 - the fixture opens the database
    return makers.opened("2013-04-20T12:00")


@pytest.fixture
def skane(season):  # noqa: ARG001 - the season brings the districts
    return makers.officer("Skåne")


@pytest.fixture
def opens(season, office):
    """A field: five pairs of Skåne, three of Halland."""
    found = {
        "Skåne": entered(season, office, "Skåne", 5),
        "Halland": entered(season, office, "Halland", 3, first=201),
    }
    for home, pairs in found.items():
        played(season, office, home, pairs)
    stage = quotas.field_stage(season, "open-pairs")
    places.give_out(quotas.freeze(stage, office), office)
    return stage, found


def at(name, season, *args):
    return reverse(name, args=[season.slug, *args])


def test_a_district_runs_its_qualifier_from_session_to_report(client, season, office, skane):
    pairs = entered(season, office, "Skåne", 3)
    client.force_login(skane)
    page = at("qualifier", season, "SKA", "open-pairs")
    sent = {"day": "2013-04-20", "phase": "1", "rounds": "21"}
    assert client.post(page, sent).status_code == 302
    session = Session.objects.get()
    typed = {"typed": "1"} | {f"points{e.pk}": f"{50 - n},5" for n, e in enumerate(pairs)}
    typed |= {f"boards{e.pk}": "42" for e in pairs}
    assert client.post(at("session", season, "SKA", session.pk), typed).status_code == 302
    assert "50,5" in client.get(page).content.decode()
    for _ in range(2):
        client.post(at("qualifier_act", season, "SKA", "open-pairs"), {"report": "1"})
    report = Report.objects.get()
    assert (report.starts, report.in_time) == (3, True)
    public = client.get(at("qualifying_results", season, "open-pairs")).content.decode()
    assert "Spelare 1" in public


def test_points_that_cannot_be_read_are_told_and_what_was_typed_stays(
    client, season, office, skane
):
    (pair,) = entered(season, office, "Skåne", 1)
    session = qualifying.add_session(qualifier(season, "Skåne"), office, day=date(2013, 4, 20))
    client.force_login(skane)
    sent = {"typed": "1", f"points{pair.pk}": "många"}
    answer = client.post(at("session", season, "SKA", session.pk), sent)
    assert answer.status_code == 400
    assert "många" in answer.content.decode()
    assert not session.scores.exists()


def test_a_qualifier_that_cannot_be_put_together_says_so_and_can_be_mended(
    client, season, office, skane
):
    (pair,) = entered(season, office, "Skåne", 1)
    session = qualifying.add_session(qualifier(season, "Skåne"), office, day=date(2013, 4, 20))
    qualifying.store_scores(session, [qualifying.Scores(pair, "x", 50)], office)
    client.force_login(skane)
    act = at("qualifier_act", season, "SKA", "open-pairs")
    client.post(act, {"unit": "percent"})
    page = client.get(at("qualifier", season, "SKA", "open-pairs"))
    assert page.status_code == 200
    assert "brickor är angivna" in page.content.decode()
    client.post(act, {"unit": "points"})
    assert client.get(at("qualifier", season, "SKA", "open-pairs")).context["ranking"].rows


def upload(client, season, session, text):
    file = SimpleUploadedFile("lista.csv", text.encode())
    return client.post(at("session", season, "SKA", session.pk), {"list": "1", "file": file})


def test_a_ranking_list_is_read_with_guests_or_not_at_all(client, season, office, skane):
    entered(season, office, "Skåne", 2)
    session = qualifying.add_session(qualifier(season, "Skåne"), office, day=date(2013, 4, 20))
    client.force_login(skane)
    head = "nummer1;nummer2;namn;poäng;ronder;brickor\n"
    rows = "1;2;;61,25;20;40\n3;4;;58;20;40\n;;Gäst – Gästsson;50;20;40\n"
    wrong = upload(client, season, session, head + rows + "5;6;X;sju;20;40\n")
    assert wrong.status_code == 400
    assert "rad 5" in wrong.content.decode()
    assert not session.scores.exists()
    assert upload(client, season, session, head + rows).status_code == 302
    assert session.scores.filter(entry=None).get().label == "Gäst – Gästsson"
    assert [row.points for row in session.scores.exclude(entry=None)] == ["245/4", "58"]


def test_s_20_a_row_with_a_player_who_is_not_entered_is_refused_by_line(
    client, season, office, skane
):
    entered(season, office, "Skåne", 2)
    session = qualifying.add_session(qualifier(season, "Skåne"), office, day=date(2013, 4, 20))
    client.force_login(skane)
    head = "nummer1;nummer2;namn;poäng\n"
    answer = upload(client, season, session, head + "1;2;;60\n3;77;Sjö – Vikarie;58\n")
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "rad 3" in page
    assert "77" in page
    assert not session.scores.exists()
    assert upload(client, season, session, head + "1;2;;60\n88;77;Gäster;58\n").status_code == 302


def test_a_qualifier_of_two_hundred_pairs_can_be_typed(client, season, office, skane):
    (pair,) = entered(season, office, "Skåne", 1)
    session = qualifying.add_session(qualifier(season, "Skåne"), office, day=date(2013, 4, 20))
    client.force_login(skane)
    sent = {"typed": "1", f"points{pair.pk}": "50"} | {
        f"boards{n}": "" for n in range(10**6, 10**6 + 900)
    }
    assert client.post(at("session", season, "SKA", session.pk), sent).status_code == 302


def test_results_board_by_board_are_scored_here(client, season, office, skane):
    entered(season, office, "Skåne", 6)
    session = qualifying.add_session(qualifier(season, "Skåne"), office, day=date(2013, 4, 20))
    client.force_login(skane)
    event = json.loads(event_json.dumps(events.played()))
    for n, pair in enumerate(event["event"]["contestants"]):
        for m, player in enumerate(pair["players"], 1):
            player["number"] = str(2 * n + m)
    file = SimpleUploadedFile("kval.json", json.dumps(event).encode())
    sent = {"file": file, "method": "matchpoints", "winners": "1"}
    answer = client.post(at("session", season, "SKA", session.pk), sent)
    assert answer.status_code == 302, answer.content.decode()
    session.refresh_from_db()
    assert session.event.contestants.count() == 6
    assert session.scores.exclude(entry=None).count() == 6
    best = qualifying.ranking(qualifier(season, "Skåne")).rows[0]
    assert best.boards == 10


def test_the_quota_page_tells_numbers_remainders_line_and_what_if(
    client, season, opens, django_assert_max_num_queries
):
    assert opens
    with django_assert_max_num_queries(30):
        page = client.get(at("quota", season, "open-pairs"))
    text = page.content.decode()
    assert "SM-QUOTA-3" in text
    assert "Spelare 1" not in text
    what_if = client.get(at("quota", season, "open-pairs"), {"district": "HAL", "starts": "9"})
    assert what_if.context["moves"]
    wrong = client.get(at("quota", season, "open-pairs"), {"district": "XX", "starts": "-1"})
    assert wrong.status_code == 200


def test_the_field_is_for_everybody_with_names_and_clubs_only(client, season, opens):
    _, found = opens
    text = client.get(at("field", season, "open-pairs")).content.decode()
    assert str(found["Skåne"][0]) in text
    assert "BK Skåne" in text
    for secret in ("1950", "2012-09-01", "example.org"):
        assert secret not in text


def test_a_district_steps_its_own_places_only(client, season, opens, skane):
    stage, found = opens
    own, other = (stage.places.get(entry=found[home][0]) for home in ("Skåne", "Halland"))
    client.force_login(skane)
    text = client.get(at("places", season, "open-pairs")).content.decode()
    assert str(found["Skåne"][0]) in text
    assert str(found["Halland"][0]) not in text
    sent = {"accept": "1", "version": "1"}
    for place, status in ((own, 302), (other, 403)):
        step = at("place_act", season, "open-pairs", place.pk)
        assert client.post(step, sent).status_code == status
    assert Place.objects.get(pk=own.pk).state == PlaceState.ACCEPTED
    assert Place.objects.get(pk=other.pk).state == PlaceState.OFFERED
    client.post(at("place_act", season, "open-pairs", own.pk), sent)  # the double click
    assert Step.objects.filter(act="accept-place").count() == 1


def test_a_district_does_not_act_for_anothers_pair_in_its_place(client, season, opens, skane):
    stage, found = opens
    place = stage.places.get(entry=found["Skåne"][0])
    Place.objects.filter(entry=found["Halland"][2]).update(entry=None, state=PlaceState.VACANT)
    Place.objects.filter(pk=place.pk).update(entry=found["Halland"][2], version=3)
    client.force_login(skane)
    assert (
        str(found["Halland"][2]) in client.get(at("places", season, "open-pairs")).content.decode()
    )
    for step in ("accept", "decline"):
        sent = {step: "1", "version": "3"}
        answer = client.post(at("place_act", season, "open-pairs", place.pk), sent)
        assert answer.status_code == 403
    assert found["Halland"][2].declined is None


@pytest.mark.parametrize("typed", ["²", "9" * 5000, "-1", "x"])
def test_odd_places_in_the_last_chance_are_left_out(client, season, office, opens, typed):
    stage, _ = opens
    last = season.stages.get(discipline="open-pairs", kind="last-chance")
    pair = [makers.player(season, n, "Gotland") for n in (801, 802)]
    entry, _ = entries.enter(last, pair, None, office, "lc")
    client.force_login(office)
    sent = {f"place{entry.pk}": typed}
    assert client.post(at("pot", season, "open-pairs"), sent).status_code == 302
    assert not stage.places.filter(entry=entry).exists()


def test_only_the_office_notes_champions(client, season, office, opens, skane):
    _, found = opens
    page = at("entry_crown", season, found["Skåne"][0].pk)
    client.force_login(skane)
    assert client.post(page, {"champions": "1"}).status_code == 403
    client.force_login(office)
    client.post(page, {"champions": "1"})
    found["Skåne"][0].refresh_from_db()
    assert found["Skåne"][0].champions


def test_the_office_enters_when_a_place_was_given_up(client, season, office, opens):
    stage, found = opens
    place = stage.places.get(entry=found["Skåne"][0])
    makers.set_clock(season, "2013-08-01T10:00")
    client.force_login(office)
    step = at("place_act", season, "open-pairs", place.pk)
    client.post(step, {"decline": "1", "version": "1", "received": "2013-08-01T08:59:00"})
    place.refresh_from_db()
    assert place.state == PlaceState.DECLINED
    assert place.since.isoformat() == "2013-08-01T06:59:00+00:00"
    later = {"decline": "1", "version": "1", "received": "2013-09-01T08:59"}
    other = stage.places.get(entry=found["Skåne"][1])
    client.post(at("place_act", season, "open-pairs", other.pk), later)
    assert Place.objects.get(pk=other.pk).state == PlaceState.OFFERED


def test_freezing_is_the_offices(client, season, office, opens, skane):
    assert opens
    address = at("quota_freeze", season, "open-pairs")
    client.force_login(skane)
    assert client.post(address).status_code == 403
    client.force_login(office)
    assert client.post(address, {"seed": "x"}).status_code == 400
    assert client.post(address).status_code == 302


def test_s_10_what_was_made_of_older_results_says_so_and_what_differs(
    client, season, office, opens
):
    stage, found = opens
    client.force_login(office)
    session = Session.objects.get(qualifier__district__name="Skåne")
    later = [qualifying.Scores(e, str(e), n, 21, 42) for n, e in enumerate(found["Skåne"], 1)]
    qualifying.store_scores(session, later[:4], office)
    page = client.get(at("qualifier", season, "SKA", "open-pairs")).content.decode()
    assert "ändrat sedan dess" in page
    qualifying.report(qualifier(season, "Skåne"), office)
    page = client.get(at("quota", season, "open-pairs"))
    assert "Inaktuell" in page.content.decode()
    assert {code for code, _, _ in page.context["would"]} == {"SKA", "HAL"}
    assert quotas.frozen(stage).version == 1


PAGES = {
    "office": (),
    "registry": (),
    "registry_import": (),
    "clubs": (),
    "entries": (),
    "exemptions": (),
    "trail": (),
    "trail_export": (),
    "district": ("SKA",),
    "qualifier": ("SKA", "open-pairs"),
    "places": ("open-pairs",),
}
MAY = {
    "kansli": set(PAGES),
    "tk": {"entries", "exemptions", "trail", "trail_export"},
    "dfb-ska": {"registry", "clubs", "entries", "exemptions", "district", "qualifier", "places"},
    "dfb-hal": {"registry", "clubs", "entries", "exemptions", "places"},
    "spelare1": {"entries"},
    "ledare": {"entries"},
}


@pytest.fixture
def people(opens, office, skane):
    from storslam.web.accounts import create_director
    from storslam.web.models import Player

    assert opens
    return {
        "kansli": office,
        "tk": makers.committee(),
        "dfb-ska": skane,
        "dfb-hal": makers.officer("Halland"),
        "spelare1": makers.own_account(Player.objects.get(number="1")),
        "ledare": create_director("ledare", makers.PASSWORD),
    }


@pytest.mark.parametrize("who", MAY)
def test_every_role_opens_its_own_pages_and_no_other(client, season, people, who):
    client.force_login(people[who])
    opened = {
        name
        for name, args in PAGES.items()
        if client.get(at(name, season, *args)).status_code == 200
    }
    assert opened == MAY[who]


def test_a_visitor_is_sent_to_log_in_everywhere(client, season):
    for name, args in PAGES.items():
        answer = client.get(at(name, season, *args))
        assert answer.status_code == 302, name
        assert answer.url.startswith(reverse("account_login"))


def test_the_office_opens_the_next_season_and_its_book_is_that_of_its_edition(client, office):
    client.force_login(office)
    assert "2013-2014" in client.get(reverse("own")).content.decode()
    assert client.post(reverse("open_season"), {"edition": "2013-2014"}).status_code == 302
    opened = Season.objects.get(slug="2013-2014")
    assert opened.stages.count() == Season.objects.get(slug="2012-2013").stages.count()
    assert opened.edition.id == "2013-2014"
    assert client.get(reverse("rules", args=["2013-2014"])).status_code == 200
    assert client.post(reverse("open_season"), {"edition": "1999"}).status_code == 400


def test_nobody_else_opens_a_season(client, skane):
    client.force_login(skane)
    assert client.post(reverse("open_season"), {"edition": "2013-2014"}).status_code == 403
    assert not Season.objects.filter(slug="2013-2014").exists()


def test_nobody_acts_more_often_than_people_can(client, season, skane, settings):
    settings.ACCOUNT_RATE_LIMITS = {"act": "3/m/user"}
    client.force_login(skane)
    page = at("qualifier_act", season, "SKA", "open-pairs")
    assert [client.post(page).status_code for _ in range(4)] == [302, 302, 302, 429]
    assert client.get(at("district", season, "SKA")).status_code == 200
