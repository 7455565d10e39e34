"""The papers of an event: printed by its directors, and marked when they are out of date (S-10)."""

from datetime import date
from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from storslam.bridge import Side
from storslam.web.accounts import create_director
from storslam.web.desks.papers import PAPERS
from storslam.web.desks.table import address
from storslam.web.hall import codes, sheets
from storslam.web.models import Contestant, Event, Printed, Ruling, Table
from storslam.web.models.event import Standing, State
from storslam.web.results import rule
from storslam.web.scored import scored
from tests.web import makers

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return makers.stored(date=date(2013, 5, 4), site="Örebro")


@pytest.fixture
def director(client, event):
    user = create_director("ledare", "vit-springare-88", "Tea Ledare")
    event.directors.add(user)
    client.force_login(user)
    return client


def printed(client, event, kind: str, lang: str = "sv", **more: str) -> str:
    response = client.post(reverse("print_paper", args=[event.slug, kind]), {"lang": lang, **more})
    assert response.status_code == 200
    assert response["Content-Type"] == "application/pdf"
    pages = PdfReader(BytesIO(response.content)).pages
    return "\n".join(page.extract_text() for page in pages).replace("\N{NO-BREAK SPACE}", " ")


def squeezed(said: str) -> str:
    """The letters alone, so that it does not matter where a line was broken."""
    return "".join(letter for letter in said if letter.isprintable() and not letter.isspace())


def papers(client, event) -> str:
    return client.get(reverse("papers", args=[event.slug])).content.decode()


@pytest.mark.parametrize("kind", PAPERS)
@pytest.mark.parametrize("lang", ["sv", "en"])
def test_every_document_is_printed_in_both_languages_and_noted(director, event, kind, lang):
    said = printed(director, event, kind, lang)
    assert "Liten final" in said
    assert f"Version {event.version}, " in said
    note = Printed.objects.get(event=event)
    assert (note.kind, note.lang, note.version, note.who) == (kind, lang, event.version, "ledare")


def test_only_directors_of_the_event_print(client, event):
    stranger = create_director("annan", "vit-springare-88", "Ann An")
    client.force_login(stranger)
    assert client.get(reverse("papers", args=[event.slug])).status_code == 403
    address = reverse("print_paper", args=[event.slug, "resultat"])
    assert client.post(address, {"lang": "sv"}).status_code == 403
    assert not Printed.objects.exists()


@pytest.mark.parametrize(("kind", "lang"), [("poster", "sv"), ("resultat", "xx"), ("resultat", "")])
def test_there_is_no_other_document_and_no_other_language(director, event, kind, lang):
    address = reverse("print_paper", args=[event.slug, kind])
    assert director.post(address, {"lang": lang}).status_code == 404


def test_s10_a_printed_result_list_is_out_of_date_when_a_ruling_moves_it(director, event):
    printed(director, event, "resultat")
    printed(director, event, "startlista")
    assert "inaktuell" not in papers(director, event)
    pair = event.contestants.get(code="1")
    rule(Ruling(event=event, contestant=pair, amount=-10, reason="Sen ankomst", who="ledare"))
    note = Printed.objects.get(kind="resultat")
    address = reverse("outdated_paper", args=[event.slug, note.pk])
    assert address in papers(director, event)
    said = director.get(address).content.decode()
    assert "Vad som skiljer" in said
    assert "Åsa Öberg" in said
    printed(director, event, "resultat")
    assert address not in papers(director, event)


def test_results_leave_the_start_list_as_it_is(director, event):
    printed(director, event, "startlista")
    printed(director, event, "bordslista")
    Event.objects.filter(pk=event.pk).update(stamp="another-result")
    assert "inaktuell" not in papers(director, event)
    Event.objects.filter(pk=event.pk).update(frame="another-pair")
    assert papers(director, event).count("inaktuell") == 2


def test_table_cards_have_the_address_and_the_pin_of_every_seat(director, event):
    said = printed(director, event, "bordskort", base="http://10.0.0.7:8000")
    assert f"http://10.0.0.7:8000/bord/{event.slug}/" in squeezed(said)
    section = event.sections.get()
    for table in (1, 2, 3):
        for seat in "NESW":
            pin = codes.pin(event, codes.Place(section.number, table, seat))
            assert pin in said


def test_the_sections_are_the_stored_seating(event):
    (movement,) = sheets.sections(event).values()
    assert len(movement.positions) == Table.objects.count() == 15
    first = movement.positions[0]
    assert (first.round, first.table, first.ns, first.ew, first.boards) == (1, 1, "1", "6", (1, 2))


def test_without_a_seating_there_are_no_cards(director, event):
    empty = makers.hall()
    empty.directors.set(event.directors.all())
    Table.objects.filter(round__event=empty).delete()
    for kind in ("guidekort", "bordskort", "brickkort", "eget-kort"):
        address = reverse("print_paper", args=[empty.slug, kind])
        response = director.post(address, {"lang": "sv"})
        assert response.status_code == 400
        assert "ngen är placerad" in response.content.decode()
    assert not Printed.objects.exists()


def test_starters_sit_where_the_first_round_seats_them(event):
    Contestant.objects.filter(code="6").update(a_system=True)
    by_code = {starter.contestant.id: starter for starter in sheets.starters(event)}
    assert (by_code["6"].table, by_code["6"].side, by_code["6"].a_system) == (1, Side.EW, True)
    assert (by_code["3"].table, by_code["3"].side, by_code["3"].a_system) == (3, Side.NS, False)


def test_medals_are_for_a_final_that_has_ended(event):
    assert sheets.honours(event, scored(event)).medals == {}
    event.state = State.ENDED
    event.save()
    now = scored(event)
    medals = sheets.honours(event, now).medals
    assert [medals.get(row.id) for row in now.standing.rows[:4]] == [
        "gold",
        "silver",
        "bronze",
        None,
    ]
    assert [one.medal for one in sheets.awarded(event, now)] == ["gold", "silver", "bronze"]


def test_the_line_of_those_who_go_on_is_below_the_last_of_them(event):
    event.qualify = 2
    now = scored(event)
    assert list(sheets.honours(event, now).lines) == [now.standing.rows[1].id]
    event.qualify = 6
    assert sheets.honours(event, now).lines == {}


def test_a_pair_out_of_competition_says_so_on_the_list(director, event):
    event.contestants.filter(code="4").update(standing=Standing.OUT)
    Event.objects.filter(pk=event.pk).update(frame="out", stamp="out")
    assert "utom tävlan" in printed(director, event, "resultat")
    assert "out of competition" in printed(director, event, "resultat", "en")


def test_the_code_of_a_seat_opens_its_page(client, event):
    section = event.sections.get()
    made = sheets.seat_codes(event, lambda place: address(event, place))
    for seat in made[section.name, 2]:
        assert client.get(seat.url).status_code == 200
