"""A director's evening: upload, publish, correct, and the readers see it."""

from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from storslam.web.models import Bridgemates, Event
from tests.browser.conftest import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KVAL = Path(__file__).parent.parent / "web" / "data" / "kval.csv"


def log_in(page: Page) -> None:
    page.goto("/tl/")
    page.get_by_label("Användarnamn").fill("ledare")
    page.get_by_label("Lösenord").fill(PASSWORD)
    page.get_by_role("button", name="Logga in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Dina tävlingar")


@pytest.mark.usefixtures("director", "own_cache")
def test_a_file_is_uploaded_published_corrected_and_the_standing_moves(page: Page):
    log_in(page)
    page.get_by_role("link", name="Ladda upp en tävling").click()
    page.get_by_label("Fil", exact=True).set_input_files(KVAL)
    page.get_by_label("Tävlingens namn").fill("Kval Göteborg")
    page.get_by_label("Etapp").select_option(index=1)
    page.get_by_role("button", name="Läs filen").click()
    page.get_by_role("button", name="Publicera som pågående").click()
    page.get_by_role("link", name="Se ställningen").click()
    rows = page.locator(".standing tbody tr")
    expect(rows).to_have_count(4)
    expect(rows.first).to_contain_text("1/2")
    expect(rows.first).to_contain_text("75,0")

    event = Event.objects.get(name="Kval Göteborg")
    page.goto(f"/tl/tavlingar/{event.slug}/bricka/1/")
    page.get_by_role("link", name="Rätta 11").click()
    page.get_by_label("Spelförare").select_option("Ö")
    page.get_by_label("Skäl").fill("Fel spelförare")
    page.get_by_role("button", name="Visa vad det skulle flytta").click()
    expect(page.locator(".moves tbody tr")).to_have_count(4)
    expect(page.locator(".history li")).to_have_count(1)
    page.get_by_role("button", name="Spara").click()
    expect(page.get_by_role("status")).to_contain_text("Sparat som version 2.")
    expect(page.locator(".history li")).to_have_count(2)
    page.goto(f"/tavlingar/{event.slug}/")
    expect(rows.first).to_contain_text("1/4")
    expect(rows.first).to_contain_text("50,0")


@pytest.mark.usefixtures("director", "own_cache")
def test_a_result_is_corrected_with_the_keyboard_alone(page: Page, event: Event):
    table = event.rounds.first().tables.first()
    page.goto(f"/tl/tavlingar/{event.slug}/bricka/1/bord/{table.pk}/")
    press = page.keyboard.press
    page.get_by_label("Användarnamn").focus()
    page.keyboard.type("ledare")
    press("Tab")
    page.keyboard.type(PASSWORD)
    press("Enter")
    expect(page.get_by_role("heading", name="Rätta resultatet")).to_be_visible()
    tab_to(page, "id_declarer")
    press("ArrowDown")
    expect(page.get_by_label("Spelförare")).to_have_value("E")
    tab_to(page, "id_lead")
    page.keyboard.type("CK")
    tab_to(page, "id_reason")
    page.keyboard.type("Fel spelförare")
    press("Enter")
    expect(page.locator(".preview")).to_be_visible()
    tab_to(page, "Spara")
    press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Sparat som version 2.")


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until the control of this id or name has the focus."""
    reached = "[document.activeElement.id, document.activeElement.textContent]"
    for _ in range(60):
        page.keyboard.press("Tab")
        if wanted in page.evaluate(reached):
            return
    raise AssertionError(f"Tab never reaches {wanted}")


def test_a_live_standing_moves_by_itself(page: Page, event: Event):
    from storslam.bridge import Contract, Doubling, Seat, Strain
    from storslam.scoring import Play
    from storslam.web.payload import played
    from storslam.web.results import record_result

    page.clock.install()
    page.goto(event.get_absolute_url())
    first = page.locator(".standing tbody tr").first
    expect(first).to_contain_text("Zoë Zetterlund")
    table = event.rounds.first().tables.first()
    for number, key in ((1, "a"), (2, "b")):
        board = event.boards.get(number=number)
        grand = Play(Contract(7, Strain.NOTRUMP, Doubling.NONE, Seat.NORTH), 13)
        record_result(event, board, table, played(grand, board.value), key, 1, "bord 1")
    with page.expect_response(lambda response: event.slug in response.url):
        page.clock.run_for(10_500)
    expect(page.get_by_text("version 4")).to_be_visible()
    expect(first).to_contain_text("Åsa Öberg")


@pytest.mark.usefixtures("director", "own_cache")
def test_the_bridgemates_on_the_desk_move_by_themselves(page: Page, event: Event):
    state = Bridgemates.objects.create(event=event, runner="här", started=timezone.now(), rounds=4)
    page.set_viewport_size({"width": 360, "height": 800})
    log_in(page)
    page.goto(f"/tl/tavlingar/{event.slug}/")
    panel = page.get_by_role("region", name="Bridgemate")
    expect(panel).to_contain_text("Har inte hörts än.")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    Bridgemates.objects.filter(pk=state.pk).update(heard=timezone.now(), rounds=5)
    expect(panel).to_contain_text("Ronder skickade: 5.", timeout=15_000)
    expect(panel).to_contain_text("Hördes senast")
