"""The pages for everybody: right numbers, few queries, and nothing told too early."""

import re
from dataclasses import replace

import pytest
from django.urls import reverse

from storslam.web.models import Event, Snapshot, StageKind
from storslam.web.models.event import State
from storslam.web.results import rule
from tests.web import makers

pytestmark = pytest.mark.django_db


def text(response) -> str:
    """What the page says, without markup."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def page(client, name, *args, **more):
    response = client.get(reverse(name, args=args), **more)
    assert response.status_code == 200
    return response


@pytest.fixture
def half_played(db):  # noqa: ARG001 - the fixture opens the database
    """The small event, round 5 (boards 9 and 10) played at one table only."""
    event = makers.played()
    waiting = [line.round == 5 and line.table > 1 for line in event.lines]
    lines = tuple(
        replace(line, outcome=None, play=None) if waits else line
        for line, waits in zip(event.lines, waiting, strict=True)
    )
    return makers.stored(replace(event, lines=lines))


def test_without_a_season_the_front_page_says_so(client):
    assert "Det finns ingen säsong än." in text(page(client, "home"))


@pytest.mark.usefixtures("event")
def test_the_front_page_leads_to_the_newest_season(client):
    response = client.get("/")
    assert response.status_code == 302
    assert response.url == reverse("season", args=["2012-2013"])


@pytest.mark.usefixtures("event")
def test_a_season_shows_published_events_by_discipline_and_never_a_draft(client):
    makers.stored(name="Hemligt utkast", state=State.DRAFT)
    said = text(page(client, "season", "2012-2013"))
    assert "Par Open" in said
    assert "Liten final" in said
    assert "6 deltagare" in said
    assert "Hemligt" not in said


def test_a_season_has_the_last_stage_first_and_names_sorted_the_swedish_way(client, event):
    for name in ("Kval Örebro", "Kval Åland", "Kval Arvika"):
        qualifier = makers.stored(name=name)
        qualifier.stage = makers.stage(StageKind.QUALIFIER)
        qualifier.save()
    said = text(page(client, "season", "2012-2013")).partition("Regelbok")[2]
    wanted = ["Final", event.name, "Kval", "Kval Arvika", "Kval Åland", "Kval Örebro"]
    assert sorted(wanted, key=said.index) == wanted


def test_the_standing_shows_places_names_clubs_and_one_decimal_with_a_comma(client, event):
    said = text(page(client, "event", event.slug))
    assert "1 Zoë Zetterlund – Ulla Ålund 3 · Bridgeklubben Ess 70,0 28,0 10" in said
    assert "4/5 Anna Ask – Bo Berg 2 · Bridgeklubben Ess 40,0 16,0 10" in said
    assert "4/5 Märta Möller – Nils Nyberg" in said


def test_in_english_the_decimal_mark_is_a_point(client, event):
    client.cookies["django_language"] = "en"
    response = page(client, "event", event.slug)
    assert '<html lang="en">' in response.content.decode()
    assert "70.0 28.0 10" in text(response)


def test_a_running_standing_refreshes_itself_and_an_ended_one_does_not(client, event):
    assert 'hx-trigger="every 10s"' in page(client, "event", event.slug).content.decode()
    ended = makers.stored(name="Avslutad", state=State.ENDED)
    assert "htmx" not in page(client, "event", ended.slug).content.decode()


def test_the_standing_is_stored_as_a_snapshot_and_costs_two_queries(
    client, event, django_assert_num_queries
):
    page(client, "event", event.slug)
    assert Snapshot.objects.filter(event=event, language="sv").count() == 1
    with django_assert_num_queries(2):
        page(client, "event", event.slug)


@pytest.mark.usefixtures("own_cache")
@pytest.mark.parametrize(
    ("name", "args", "queries"),
    [("board", [1], 1), ("card", ["1"], 2), ("result_list", [], 1), ("scorecards", [], 1)],
)
def test_a_page_of_an_event_already_scored_costs_few_queries(
    client, event, django_assert_num_queries, name, args, queries
):
    page(client, name, event.slug, *args)
    with django_assert_num_queries(queries):
        page(client, name, event.slug, *args)


def test_scoring_an_event_anew_costs_eleven_queries_whatever_its_size(
    client, event, django_assert_num_queries
):
    Event.objects.update(stamp="new")
    with django_assert_num_queries(11):
        page(client, "board", event.slug, 1)


@pytest.mark.usefixtures("event")
def test_a_season_costs_three_queries_whatever_its_size(client, django_assert_num_queries):
    for number in range(4):
        makers.stored(name=f"Final {number}")
    with django_assert_num_queries(3):
        page(client, "season", "2012-2013")


def test_a_board_lists_the_best_score_to_north_south_first(client, event):
    said = text(page(client, "board", event.slug, 1))
    scores = [said.index(word) for word in ("170 4,0 0,0 100,0 0,0", "150 2,0 2,0 50,0 50,0")]
    assert scores == sorted(scores)
    assert "−200 0,0 4,0 0,0 100,0" in said


def test_a_board_shows_hands_contract_declarer_lead_and_frequencies(client, event):
    response = page(client, "board", event.slug, 1)
    said = text(response)
    assert "N 10 hp ♠ E D 7 2 ♥ 10 9 8 ♦ 7 6 5 ♣ E 4 3" in said
    assert "1 ♣ N +5" in said
    assert "Av NT ♠ ♥ ♦ ♣ N – 9 – – –" in said
    assert '<span class="suit c">♣</span>' in response.content.decode()
    assert re.search(r'<rect width="100"', response.content.decode())


def test_a_board_derives_its_points_by_neubergs_formula(client, event):
    said = text(page(client, "board", event.slug, 1))
    assert "M = 2 · 2 = 4; A = 3; E = 3; F = (4 · 3 + 3 − 3) / 3 = 4" in said


def test_a_board_with_a_missing_result_derives_them_with_e_above_a(client):
    event = makers.played()
    lines = tuple(
        replace(line, outcome=None, play=None) if (line.board, line.table) == (1, 3) else line
        for line in event.lines
    )
    stored = makers.stored(replace(event, lines=lines), state=State.ENDED)
    said = text(page(client, "board", stored.slug, 1))
    assert "M = 1 · 2 = 2; A = 2; E = 3; F = (2 · 3 + 3 − 2) / 2 = 3,5" in said


@pytest.mark.parametrize(
    ("method", "words"),
    [("cross-imps", "Summan av IMP mot varje annat"), ("butler", "Skillnaden mot brickans")],
)
def test_imps_are_derived_too(client, method, words):
    stored = makers.stored(method=method)
    assert words in text(page(client, "board", stored.slug, 1))
    assert "IMP" in text(page(client, "event", stored.slug))
    assert "IMP" in text(page(client, "card", stored.slug, "1"))


def test_s40_what_happened_on_a_board_is_not_told_until_all_have_played_it(client, half_played):
    said = text(page(client, "board", half_played.slug, 9))
    assert "inte spelad av alla" in said
    assert "Kontrakt" not in said
    assert "Kontrakt" in text(page(client, "board", half_played.slug, 8))


def test_s40_a_scorecard_does_not_tell_it_either_but_the_running_list_counts_it(
    client, half_played
):
    card = page(client, "card", half_played.slug, "5").content.decode()
    assert reverse("board", args=[half_played.slug, 8]) in card
    assert reverse("board", args=[half_played.slug, 9]) not in card
    assert "5 · Bridgeklubben Ess" in text(page(client, "event", half_played.slug))


@pytest.mark.usefixtures("own_cache")
def test_s40_all_scorecards_on_paper_wait_too(client, half_played):
    address = reverse("scorecards", args=[half_played.slug])
    assert client.get(address).status_code == 404
    assert address not in page(client, "event", half_played.slug).content.decode()


def test_a_scorecard_goes_round_by_round_with_own_percent_and_a_curve_in_words(client, event):
    response = page(client, "card", event.slug, "1")
    said = text(response)
    assert said.index("Rond 1 · Märta Möller") < said.index("Rond 2 · Zoë Zetterlund")
    assert "Löpande resultat: högst" in said
    assert 'role="img"' in response.content.decode()
    assert "Placering efter varje rond: bäst" in said
    assert response.content.decode().count("<polyline") == 2


def test_a_scorecard_shows_rulings_with_their_paragraph(client, event):
    from storslam.web.models import Ruling

    pair = event.contestants.get(code="1")
    told = {"amount": -10, "reason": "Sen ankomst", "paragraph": "Lag 90", "who": "ledare"}
    rule(Ruling(event=event, contestant=pair, **told))
    said = text(page(client, "card", event.slug, "1"))
    assert "Avdrag −10 procent av en topp : Sen ankomst (Lag 90)" in said


def test_public_pages_show_names_and_clubs_but_never_member_numbers(client, event):
    for name, args in (("event", []), ("board", [1]), ("card", ["1"])):
        assert "10011" not in page(client, name, event.slug, *args).content.decode()


@pytest.mark.usefixtures("own_cache")
@pytest.mark.parametrize("name", ["result_list", "scorecards"])
def test_documents_are_pdf(client, event, name):
    response = page(client, name, event.slug)
    assert response.headers["Content-Type"] == "application/pdf"
    assert response.content.startswith(b"%PDF")


def test_a_draft_is_there_for_nobody_but_its_directors(desk, director):
    draft = makers.stored(name="Utkast", state=State.DRAFT)
    draft.directors.add(director)
    for name, args in (("event", []), ("board", [1]), ("card", ["1"])):
        address = reverse(name, args=[draft.slug, *args])
        assert desk.get(address).status_code == 200
        desk.logout()
        assert desk.get(address).status_code == 404
        desk.force_login(director)


@pytest.mark.usefixtures("event")
@pytest.mark.parametrize(
    "address",
    [
        "/tavlingar/liten-final/bricka/99/",
        "/tavlingar/liten-final/deltagare/99/",
        "/tavlingar/finns-inte/",
        "/sasonger/1999/",
    ],
)
def test_what_is_not_there_is_said_in_the_houses_style(client, address):
    response = client.get(address)
    assert response.status_code == 404
    assert "Sidan finns inte" in text(response)


@pytest.mark.usefixtures("event")
def test_players_are_found_in_any_case_and_sorted_the_swedish_way(client):
    def found(asked: str) -> list[str]:
        return [member.name for member in client.get("/spelare/", {"q": asked}).context["found"]]

    assert found("öberg") == found("ÖBERG") == ["Åsa Öberg"]
    assert found("zoe") == ["Zoë Zetterlund"]
    assert found("ÄLG") == ["Erik Älg"]
    assert found("er") == [
        "Bo Berg",
        "Erik Älg",
        "Kerstin Karlsson",
        "Märta Möller",
        "Nils Nyberg",
        "Per Påhl",
        "Zoë Zetterlund",
        "Åsa Öberg",
    ]
    assert found("%") == []


def test_players_of_drafts_are_not_found(client):
    makers.stored(state=State.DRAFT)
    assert client.get("/spelare/", {"q": "öberg"}).context["found"] == []


def test_the_language_is_changed_by_a_cookie(client, event):
    response = client.post(
        "/sprak/", {"language": "en"}, HTTP_REFERER=f"http://testserver/tavlingar/{event.slug}/"
    )
    assert response.url.endswith(f"/tavlingar/{event.slug}/")
    assert '<html lang="en">' in page(client, "event", event.slug).content.decode()
