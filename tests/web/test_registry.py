"""The registry: the Federation's file, search, and who may see what."""

import pytest
from django.urls import reverse

from storslam.exchange.registry import load_players
from storslam.web.acts import registry, trail
from storslam.web.models import Club, Player, Step
from tests.web import season as makers

pytestmark = pytest.mark.django_db
HEAD = "medlemsnummer;namn;född;distrikt;klubb;betald;mästarpoäng;handicap;kön\n"
FILE = HEAD + (
    "100;Åsa Öberg;1950;Skåne;BK Lund;2012-09-01;1200;7,5;k\n"
    "101;Oskar Oberg;1960;Skåne;BK Lund;;;;m\n"
)


@pytest.fixture
def season(db):  # noqa: ARG001 - the fixture opens the database
    return makers.opened()


def stored(season, office, text=FILE, left_out=()):
    rows = load_players(text.encode(), "register.csv", season.edition.districts())
    return registry.store(season, rows, office, left_out)


def test_a_file_is_stored_whole_with_clubs_and_fees(season, office):
    done = stored(season, office)
    assert (len(done.new), len(done.changes), done.clubs) == (2, 0, (("BK Lund", "SKA"),))
    asa = Player.objects.get(number="100")
    assert (asa.district.name, asa.club.name, str(asa.handicap)) == ("Skåne", "BK Lund", "7.50")
    assert asa.memberships.get(season=season).paid.isoformat() == "2012-09-01"
    assert Player.objects.get(number="101").master_points is None  # missing is never zero
    assert not Player.objects.get(number="101").memberships.exists()


def test_read_again_it_updates_what_it_says_and_keeps_the_rest(season, office):
    stored(season, office)
    done = stored(season, office, "medlemsnummer;namn;mästarpoäng\n100;Åsa Öberg-Ek;1300\n")
    assert done.changes == {
        "100": {"name": ("Åsa Öberg", "Åsa Öberg-Ek"), "master_points": ("1200", "1300")}
    }
    asa = Player.objects.get(number="100")
    assert (asa.name, asa.master_points, asa.birth_year) == ("Åsa Öberg-Ek", 1300, 1950)
    assert stored(season, office, FILE.replace("Öberg;", "Öberg-Ek;")).unchanged == 1
    assert Club.objects.count() == 1


def test_s_32_a_person_left_out_in_the_preview_is_not_created(season, office):
    done = stored(season, office, left_out={"101"})
    assert [row.number for row in done.new] == ["100"]
    assert not Player.objects.filter(number="101").exists()


@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_s_32_a_switch_of_the_separator_is_recognised(season, office, separator):
    text = FILE.replace("7,5", "7.5").replace(";", separator)
    assert len(stored(season, office, text).new) == 2


def test_the_import_leaves_its_trail(season, office):
    stored(season, office)
    step = Step.objects.get(act="import-registry")
    assert step.facts["new"] == ["100", "101"]
    assert list(trail.broken()) == []


def upload(client, season, text):
    from django.core.files.uploadedfile import SimpleUploadedFile

    file = SimpleUploadedFile("register.csv", text.encode())
    return client.post(reverse("registry_import", args=[season.slug]), {"file": file})


def test_one_broken_row_and_nothing_is_stored(client, season, office, rehearsal):  # noqa: ARG001
    client.force_login(office)
    text = FILE + "102;;1950;Skåne;BK Lund;;;;\n103;Bo Ek;1950;Skåna;BK Lund;;;;\n100;X Y;;;;;;;\n"
    answer = upload(client, season, text)
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "rad 4" in page
    assert "rad 5" in page
    assert "rad 6" in page
    assert not Player.objects.exists()


def test_shown_first_then_stored_and_a_double_click_is_harmless(
    client,
    season,
    office,
    rehearsal,  # noqa: ARG001
):
    client.force_login(office)
    shown = upload(client, season, FILE)
    assert not Player.objects.exists()
    address = reverse("registry_import", args=[season.slug])
    for _ in range(2):
        client.post(address, {"token": shown.context["token"], "leave": ["101"]})
    assert [player.number for player in Player.objects.all()] == ["100"]
    assert Step.objects.filter(act="import-registry").count() == 1


@pytest.mark.parametrize("asked", ["oberg", "Öberg", "ÖBERG", "öberg"])
def test_a_search_finds_with_and_without_dots(client, season, office, rehearsal, asked):  # noqa: ARG001
    stored(season, office)
    client.force_login(office)
    page = client.get(reverse("registry", args=[season.slug]), {"q": asked}).content.decode()
    assert page.index("Oskar Oberg") < page.index("Åsa Öberg")  # the Swedish order


def test_a_district_sees_its_own_players_only(client, season, office):
    stored(season, office)
    makers.player(season, 900, "Halland", name="Hanna Halland")
    client.force_login(makers.officer("Halland"))
    address = reverse("registry", args=[season.slug])
    assert "Hanna" in client.get(address, {"q": "hanna"}).content.decode()
    assert "Åsa" not in client.get(address, {"q": "asa"}).content.decode()
    seen = [client.get(reverse("registry_player", args=[season.slug, n])) for n in ("900", "100")]
    assert [answer.status_code for answer in seen] == [200, 404]
    assert client.get(reverse("registry_import", args=[season.slug])).status_code == 403


def test_a_player_and_a_visitor_see_nothing_of_the_registry(client, season):
    address = reverse("registry", args=[season.slug])
    assert client.get(address).status_code == 302
    client.force_login(makers.own_account(makers.player(season, 1)))
    assert client.get(address).status_code == 403


def test_office_needs_a_second_factor(client, season, office):
    client.force_login(office)
    for name in ("registry", "registry_import", "office", "trail"):
        answer = client.get(reverse(name, args=[season.slug]))
        assert answer.url == reverse("mfa_activate_totp")


def test_the_office_changes_one_player_and_the_fee(client, season, office, rehearsal):  # noqa: ARG001
    stored(season, office)
    client.force_login(office)
    page = reverse("registry_edit", args=[season.slug, "101"])
    form = client.get(page).context["form"]
    sent = {name: form[name].value() or "" for name in form.fields} | {"paid": "2012-10-01"}
    sent |= {"abroad": "", "handicap": "12.5"}
    assert client.post(page, sent).status_code == 302
    changed = Player.objects.get(number="101")
    assert changed.memberships.get(season=season).paid.isoformat() == "2012-10-01"
    assert "handicap" in Step.objects.get(act="change-player").facts["fields"]
    assert client.post(page, sent | {"number": "100"}).status_code == 400  # another's number
    assert client.post(page, sent | {"birth_year": "99999"}).status_code == 400
    new = reverse("registry_new", args=[season.slug])
    assert client.post(new, sent | {"number": "555", "name": "Nils Ny"}).status_code == 302
    assert Player.objects.get(number="555").folded_name == "nils ny"


def test_a_club_leaves_the_federation(client, season, office, rehearsal):  # noqa: ARG001
    stored(season, office)
    club = Club.objects.get()
    client.force_login(office)
    client.post(reverse("club", args=[season.slug, club.pk]), {"affiliated": "0"})
    club.refresh_from_db()
    assert not club.affiliated
    client.force_login(makers.officer("Skåne"))
    edit = reverse("registry_edit", args=[season.slug, "100"])
    for page in (edit, reverse("registry_new", args=[season.slug])):
        assert client.get(page).status_code == 403


def test_a_club_without_a_district_is_the_players_own(season, office):
    stored(season, office)
    done = stored(season, office, "medlemsnummer;namn;klubb\n100;Åsa Öberg;BK Lund\n")
    assert (done.clubs, done.changes, Club.objects.count()) == ((), {}, 1)
    done = stored(season, office, "medlemsnummer;namn;klubb\n300;Ny Spelare;BK Lund\n")
    assert Player.objects.get(number="300").club == Club.objects.get()
    assert done.clubs == ()
