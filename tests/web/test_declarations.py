"""Declaration cards on the web: counted, kept, handed in."""

import json
from html import unescape
from typing import Any

import pytest

from storslam.exchange.cards import card_json, write_cards
from storslam.exchange.starting_points import STARTING_POINTS
from storslam.systems.card import Card, Line
from storslam.web.acts import declarations, entries
from storslam.web.forms_card import COLUMNS
from storslam.web.models import Declaration, DeclarationVersion, Entry, Season, Step, User
from storslam.web.models.season import Stage
from tests.web import season as season_makers
from tests.web.makers import stage

MULTI = (
    Line("2D", hp="6-10", hearts="6"),
    Line("2D", hp="6-10", spades="6"),
    Line("2D", hp="22-24", shape="balanced"),
)
FERT = (Line("1H", hp="0-7"), Line("1D", hp="0-7"))


def typed(*lines: Line, **more: Any) -> dict[str, Any]:
    """A form of the editor with these lines, and a blank one."""
    rows = [*lines, Line("")]
    columns: dict[str, list[str]] = {
        name: [str(getattr(row, name) or "") for row in rows] for name in COLUMNS
    }
    columns["game_forcing"] = ["1" if row.game_forcing else "" for row in rows]
    return {**columns, "name": "Vårt system", "player": ["Anna", "Bo"], **more}


@pytest.fixture(autouse=True)
def season(db: None) -> Season:  # noqa: ARG001 - the fixture opens the database
    return season_makers.opened()


def test_dots_are_counted_without_scripts_and_nothing_typed_is_lost(client) -> None:
    wrong = Line("1NT", hp="17-15", text="<b>sang</b> & så")
    page = client.post("/system/kort/", typed(*MULTI, wrong, count="1", leads="3:e/5:e"))
    text = page.content.decode()
    assert "Klass C, 3 prickar" in " ".join(text.split())
    assert "från 17 till 15 finns ingenting" in text
    assert 'value="17-15"' in text
    assert "&lt;b&gt;sang&lt;/b&gt; &amp; så" in text
    assert "<b>sang" not in text
    assert "3:e/5:e" in text
    assert not Declaration.objects.exists()


def test_a_script_is_told_sum_and_faults_by_row(client) -> None:
    given = typed(*MULTI, Line("1C", hp="38"))
    answer = client.post("/system/kort/", given, headers={"accept": "application/json"})
    told = json.loads(answer.content)
    assert told["price"].split() == ["Klass", "C,", "3", "prickar"]
    assert [sorted(one) for one in told["faults"][:4]] == [[], [], [], ["hp"]]
    assert "bas 2 + 1 (kan vara obalanserad när färgen är kort) = 3" in told["summary"]


def test_the_card_says_where_it_may_be_played_and_what_would_make_it_cheaper(client) -> None:
    page = client.post("/system/kort/", typed(*FERT, count="1")).content.decode()
    final = page.split("Par Open, Final")[0].rsplit("<li>", 1)[1]
    assert "inte tillåtet" in final
    assert "2 prickar för mycket" in page
    assert 'fyra kort i färgen <span class="aside">−7' in page


@pytest.mark.parametrize("key", STARTING_POINTS)
def test_every_starting_point_is_a_sound_card_in_both_languages(client, key: str) -> None:
    for lang in ("sv", "en"):
        page = client.get(f"/system/kort/?fran={key}", headers={"accept-language": lang})
        assert page.status_code == 200
        assert 'aria-invalid="true"' not in page.content.decode()


def test_a_card_is_printed_in_both_languages_but_not_with_faults(client) -> None:
    for lang in ("sv", "en"):
        pdf = client.post("/system/kort/", typed(*MULTI, pdf=lang))
        assert pdf.content.startswith(b"%PDF-")
    refused = client.post("/system/kort/", typed(Line("1C", hp="99"), pdf="sv"))
    assert refused.status_code == 400
    assert "Rätta det som är markerat" in refused.content.decode()


# --- Kept under an address


def test_a_kept_card_has_a_secret_address_and_every_version_stays(client) -> None:
    first = client.post("/system/kort/", typed(*MULTI, store="1", seen="0"))
    token = first.url.rstrip("/").rpartition("/")[2]
    assert token not in str(list(Declaration.objects.values()))
    page = client.get(first.url)
    assert page.headers["Referrer-Policy"] == "same-origin"
    client.post(first.url, typed(*FERT, store="1", seen="1"))
    versions = DeclarationVersion.objects.order_by("number")
    assert [(v.number, v.dots, v.system_class) for v in versions] == [(1, 3, "C"), (2, 12, "A")]
    assert client.get("/system/kort/annan-adress/").status_code == 404


def test_a_card_that_somebody_else_has_changed_is_not_overwritten(client) -> None:
    token = declarations.keep(Card("x", (), MULTI))
    address = f"/system/kort/{token}/"
    client.post(address, typed(*FERT, store="1", seen="1"))
    late = client.post(address, typed(*MULTI, store="1", seen="1", leads="mina utspel"))
    assert late.status_code == 400
    assert "någon annan har ändrat" in late.content.decode()
    assert "mina utspel" in late.content.decode()
    assert 'name="seen" value="1"' in late.content.decode()
    assert "Version 2 har sparats under tiden" in late.content.decode()
    for forged in ("999", "99999999", "-1", "0"):
        client.post(address, typed(*MULTI, store="1", seen=forged))
    assert DeclarationVersion.objects.count() == 2
    first = client.get(address, {"version": "1"}).content.decode()
    assert 'value="6-10"' in first
    assert client.get(address, {"version": "7"}).status_code == 404


@pytest.mark.parametrize("name", ["a\x01b", "n" * 81, "\u202eabc"])
def test_texts_that_cannot_be_shown_are_not_kept(client, name: str) -> None:
    answer = client.post("/system/kort/", {**typed(*MULTI), "name": name, "store": "1"})
    assert answer.status_code == 400
    assert not Declaration.objects.exists()


@pytest.mark.parametrize(
    "given",
    [
        {"call": ["1C", "1D"]},
        {**typed(Line("1C")), "shape": ["round", ""]},
        {**typed(Line("1C")), "player": ["a", "b", "c"]},
        typed(*[Line("1C", hp=str(n % 38)) for n in range(150)]),
    ],
)
def test_what_no_page_sends_is_refused_and_nothing_stored(client, given) -> None:
    answer = client.post("/system/kort/", {**given, "store": "1"})
    assert answer.status_code == 400
    assert not Declaration.objects.exists()


# --- With an entry


@pytest.fixture
def entry(season: Season) -> Entry:
    players = [season_makers.player(season, number) for number in (1, 2)]
    found = season.stages.get(discipline="open-pairs", kind="qualifier")
    who, home = season_makers.officer(), season_makers.district("Skåne")
    return entries.enter(found, players, home, who, "nyckel")[0]


def test_an_officer_hands_in_the_card_and_the_entry_says_class_a(client, season, entry) -> None:
    client.force_login(User.objects.get(district__isnull=False))
    address = f"/sasonger/{season.slug}/anmalan/{entry.pk}/deklaration/"
    assert "Spelare" in client.get(address).content.decode()
    assert client.post(address, typed(*FERT, store="1", seen="0")).status_code == 302
    entry.refresh_from_db()
    assert entry.a_system
    card = entry.declarations.get()
    page = client.get(f"/sasonger/{season.slug}/anmalan/{entry.pk}/").content.decode()
    assert f"deklaration/{card.pk}/" in page
    client.post(f"{address}{card.pk}/", typed(*MULTI, store="1", seen="1"))
    entry.refresh_from_db()
    assert not entry.a_system
    assert Step.objects.filter(act="hand-in-card").count() == 2


def test_a_kept_card_is_taken_from_its_address(client, season, entry) -> None:
    client.force_login(User.objects.get(district__isnull=False))
    token = declarations.keep(Card("Min multi", (), MULTI))
    address = f"/sasonger/{season.slug}/anmalan/{entry.pk}/deklaration/"
    found = client.post(address, {"take": f"https://example.org/system/kort/{token}/"})
    assert "Min multi" in found.content.decode()
    assert "Spelare 1" in found.content.decode()
    assert "Det finns ingen deklaration" in client.post(address, {"take": "x"}).content.decode()
    assert not entry.declarations.exists()


def test_a_pair_has_one_card_however_often_it_is_handed_in(client, season, entry) -> None:
    client.force_login(User.objects.get(district__isnull=False))
    address = f"/sasonger/{season.slug}/anmalan/{entry.pk}/deklaration/"
    for lines in (MULTI, MULTI, FERT):
        client.post(address, typed(*lines, store="1", seen="0"))
    card = entry.declarations.get()
    assert [v.number for v in card.versions.all()] == [2, 1]
    client.post(f"{address}{card.pk}/", {"withdraw": "1"})
    assert declarations.cards_of(entry) == []
    assert card.versions.count() == 2
    entry.refresh_from_db()
    assert not entry.a_system


def test_a_withdrawn_entry_takes_no_card(client, season, entry) -> None:
    client.force_login(User.objects.get(district__isnull=False))
    entries.withdraw(entry, User.objects.get(district__isnull=False))
    address = f"/sasonger/{season.slug}/anmalan/{entry.pk}/deklaration/"
    answer = client.post(address, typed(*MULTI, store="1", seen="0"))
    assert "anmälan är återtagen" in answer.content.decode()
    assert not Declaration.objects.exists()


def test_strangers_cannot_reach_the_card_of_an_entry(client, season, entry) -> None:
    address = f"/sasonger/{season.slug}/anmalan/{entry.pk}/deklaration/"
    assert client.get(address).status_code == 302
    client.force_login(season_makers.officer("Halland"))
    assert client.post(address, typed(*MULTI, store="1")).status_code == 403
    assert not Declaration.objects.exists()


def test_a_card_with_faults_is_not_handed_in(client, season, entry) -> None:
    client.force_login(User.objects.get(district__isnull=False))
    address = f"/sasonger/{season.slug}/anmalan/{entry.pk}/deklaration/"
    refused = client.post(address, typed(Line("1C", hp="40"), store="1", seen="0"))
    assert refused.status_code == 400
    assert not Declaration.objects.exists()


# --- Files, alerts, lessons


def test_a_clubs_cards_come_from_a_file_with_the_field_they_make(client, tmp_path) -> None:
    cards = [Card("A", (), MULTI), Card("B", (), FERT), Card("C", (), (Line("1C", hp="40"),))]
    file = tmp_path / "klubb.toml"
    file.write_bytes(write_cards(cards))
    with file.open("rb") as content:
        page = client.post("/system/fil/", {"file": content, "keep": "1"}).content.decode()
    assert "1 deklaration har fel" in page
    assert Declaration.objects.count() == 3
    with file.open("rb") as content:
        content.read(3)
        assert client.post("/system/fil/", {"file": content}).status_code == 400


def test_a_card_as_a_file_reads_back(client) -> None:
    answer = client.post("/system/kort/", typed(*MULTI, toml="1"))
    assert answer.headers["Content-Type"] == "application/toml"
    assert "[[cards]]" in answer.content.decode()


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("auction=1NT+P+2H&conventional=yes", "Alert: av partnern."),
        ("auction=1H+P+2C&conventional=no&forcing=no", "ALERT-5"),
        ("auction=1H+P+2C&conventional=no", "Är det krav?"),
        ("auction=1C+1S+X&conventional=yes", "Ingen alert."),
        ("auction=1H+P+4C&conventional=yes&screens=on", "Alert: både"),
        ("auction=1H+1H", "auction"),
        ("auction=%3Cb%3E", "&lt;b&gt;"),
    ],
)
def test_the_adviser_answers_with_the_rule(client, asked: str, told: str) -> None:
    assert told in client.get(f"/system/alert/?{asked}").content.decode()


def test_every_example_of_the_adviser_has_an_answer(client) -> None:
    page = client.get("/system/alert/").content.decode()
    links = [part.split('"')[0] for part in page.split('<a href="/system/alert/?')[1:]]
    assert len(links) > 5
    for link in links:
        answer = client.get("/system/alert/?" + unescape(link)).content.decode()
        assert ("Alert: " in answer) or ("Ingen alert." in answer)


def test_the_lesson_counts_its_examples(client) -> None:
    page = client.get("/system/").content.decode()
    assert "bas 2 + 1 (kan vara obalanserad när färgen är kort) + 1 (högfärg på enläget)" in page
    assert client.get("/system/", headers={"accept-language": "en"}).status_code == 200


def test_without_a_season_cards_are_counted_all_the_same(client, season) -> None:
    season.delete()
    assert client.get("/system/").status_code == 200
    assert client.get("/system/alert/?auction=1C").status_code == 200
    assert "3 prickar" in client.post("/system/kort/", typed(*MULTI)).content.decode()


# --- What stages allow

pytestmark = pytest.mark.usefixtures("rehearsal")


def decide(client: Any, found: Stage, **given: Any) -> Any:
    address = f"/sasonger/{found.season.slug}/system/{found.pk}/"
    return client.post(address, {"level": "B", **given})


def test_the_office_decides_what_a_stage_allows(client, season, office) -> None:
    client.force_login(office)
    found = stage("qualifier", "open-pairs")
    given = {"level": "D", "max_dots": "12", "banned": "2d", "reductions": "1H 2"}
    assert decide(client, found, **given).status_code == 302
    found.refresh_from_db()
    assert found.systems == {
        "level": "D", "max_dots": 12, "banned": ["2D"], "reductions": {"1H": 2}
    }  # fmt: skip
    page = " ".join(client.get(f"/sasonger/{season.slug}/system/").content.decode().split())
    assert "spelas på nivå D" in page
    assert "räknas 2 prickar lägre" in page
    assert decide(client, found, withdraw="1").status_code == 302
    found.refresh_from_db()
    assert found.systems == {}


@pytest.mark.parametrize(
    ("kind", "given", "said"),
    [
        ("qualifier", {"level": "D"}, "nivå D"),
        ("qualifier", {"level": "B", "banned": "2D"}, "nivå D"),
        ("qualifier", {"level": "B", "max_dots": "9"}, "bara höjas"),
        ("qualifier", {"level": "B", "reductions": "2D"}, "2D 1, 1C 2"),
        ("qualifier", {"level": "D", "max_dots": "9", "banned": "X"}, "X"),
        ("final", {"level": "A"}, "SM-CON-2"),
    ],
)
def test_an_organiser_decides_only_what_is_his(client, office, kind: str, given, said: str) -> None:
    client.force_login(office)
    found = stage(kind, "open-pairs")
    answer = decide(client, found, **given)
    assert answer.status_code == 400
    assert said in unescape(answer.content.decode())
    found.refresh_from_db()
    assert found.systems == {}


def test_the_recommended_level_is_told_with_its_rule(client, season, office) -> None:
    client.force_login(office)
    found = stage("qualifier", "open-pairs")
    address = f"/sasonger/{season.slug}/system/{found.pk}/"
    page = client.get(address, {"status": "gold", "boards": "2"}).content.decode()
    assert "Nivå B" in page
    assert "SYS-LVL-1" in page
    assert '<option value="B" selected>' in page


def test_a_stored_card_reads_back_as_it_was() -> None:
    point = STARTING_POINTS["strong-club"].card(str)
    found = declarations.kept(declarations.keep(point))
    assert found is not None
    assert declarations.card_of(declarations.latest(found)) == point
    assert declarations.latest(found).content == card_json(point)
