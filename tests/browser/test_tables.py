"""Four phones play a round: two tables, a seat of each side; the network comes and goes."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from storslam.web.accounts import create_director
from storslam.web.desks.table import address
from storslam.web.hall import rounds
from storslam.web.hall.codes import Place
from storslam.web.models import Call, Confirmation, Conflict, Event, ResultVersion
from storslam.web.scored import scored
from tests.browser.conftest import PASSWORD, PATIENCE
from tests.web import makers

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 360, "height": 740}
SEATS = ((1, "N"), (1, "E"), (2, "S"), (2, "W"))


@pytest.fixture
def event(transactional_db: None) -> Event:  # noqa: ARG001 - the fixture opens the database
    return makers.hall(4, minutes=15)


@pytest.fixture
def phones(
    browser: Browser, live_server: Any, event: Event, complaints: list[str]
) -> Iterator[Any]:
    """A phone at each of the seats, with its page open."""
    section = event.sections.get().number
    found = {}
    for table, seat in SEATS:
        context = browser.new_context(
            base_url=live_server.url, viewport=PHONE, locale="sv-SE", has_touch=True
        )
        phone = context.new_page()
        phone.set_default_timeout(PATIENCE)
        phone.on("pageerror", lambda error: complaints.append(str(error)))
        phone.goto(address(event, Place(section, table, seat)))
        found[table, seat] = phone
    yield found
    for phone in found.values():
        phone.context.close()
    assert complaints == []


def enter(phone: Page, board: int, level: int, strain: str, declarer: str, tricks: str) -> None:
    form = phone.locator(f"#board-{board} form.entry")
    if not form.is_visible():
        phone.locator(f"#board-{board} details:has(form.entry) summary").click()
    for name, value in (("level", str(level)), ("strain", strain), ("declarer", declarer)):
        form.locator(f"label:has([name={name}][value='{value}'])").click()
    form.locator("[name=tricks]").select_option(tricks)
    form.get_by_role("button", name="Skicka").click()


def confirm(phone: Page, board: int) -> None:
    phone.reload()
    phone.locator(f"#board-{board}").get_by_role("button", name="Det stämmer", exact=True).click()
    expect(phone.locator(f"#board-{board}.done")).to_be_visible()


def test_four_phones_play_a_round(phones, event):
    for table, enters, confirms in ((1, "N", "E"), (2, "S", "W")):
        for board, tricks in ((1, "="), (2, "-1")):
            enter(phones[table, enters], board, 4, "S", "N", tricks)
            expect(phones[table, enters].locator(f"#board-{board}.entered")).to_be_visible()
            confirm(phones[table, confirms], board)
    assert Confirmation.objects.count() == 4
    assert rounds.missing(event, rounds.current(event)) == []
    now = scored(Event.objects.get(pk=event.pk))
    assert now.open_boards >= {1, 2}
    assert sum(row.boards_played for row in now.standing.rows) == 8
    phones[1, "N"].reload()
    expect(phones[1, "N"].get_by_text("Rond 2: bord")).to_be_visible()


def test_the_score_is_shown_while_it_is_entered(phones):
    form = phones[1, "N"].locator("#board-2 form.entry")
    for name, value in (("level", "7"), ("strain", "NT"), ("doubling", "XX"), ("declarer", "N")):
        form.locator(f"label:has([name={name}][value='{value}'])").click()
    form.locator("[name=tricks]").select_option("=")
    expect(form.locator("output")).to_have_text("NS 2980")


def test_without_a_network_a_result_waits_in_the_phone_and_is_sent_once(phones):
    phone = phones[1, "N"]
    phone.context.set_offline(True)
    enter(phone, 1, 3, "NT", "S", "+1")
    expect(phone.locator("#board-1 .state")).to_contain_text("Sparat i telefonen")
    enter(phone, 2, 2, "H", "E", "-2")
    expect(phone.locator(".queue")).to_contain_text("2 resultat väntar")
    assert not ResultVersion.objects.exists()
    phone.context.set_offline(False)
    expect(phone.locator("#board-1.entered")).to_be_visible()
    expect(phone.locator("#board-2.entered")).to_be_visible()
    assert ResultVersion.objects.count() == 2


def test_two_phones_that_disagree_and_a_call_reach_the_director(phones):
    enter(phones[1, "N"], 1, 4, "S", "N", "=")
    expect(phones[1, "N"].locator("#board-1.entered")).to_be_visible()
    enter(phones[1, "E"], 1, 4, "S", "N", "-1")
    expect(phones[1, "E"].locator("#board-1.held")).to_be_visible()
    assert Conflict.objects.count() == 1
    phones[2, "W"].get_by_role("button", name="Kalla på tävlingsledaren").click()
    expect(phones[2, "W"].locator(".queue")).to_have_text("Tävlingsledaren är tillkallad.")
    assert Call.objects.get(kind="director").table == 2


def test_the_pages_fit_a_phone(phones):
    for phone in phones.values():
        assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_phones_score_is_law_77s(phones):
    """Every contract, doubling, vulnerability and number of tricks as the server reckons it."""
    from storslam.bridge import Doubling, Strain
    from storslam.bridge.score import declarer_score

    cases = [
        [level, strain.letters, doubling.letters, vulnerable, tricks]
        for level in range(1, 8)
        for strain in Strain
        for doubling in Doubling
        for vulnerable in (False, True)
        for tricks in range(14)
    ]
    found = phones[1, "N"].evaluate("(all) => all.map((one) => law77.declarer(...one))", cases)
    strains = {strain.letters: strain for strain in Strain}
    assert found == [
        declarer_score(level, strains[strain], Doubling(len(doubling)), vulnerable, tricks)
        for level, strain, doubling, vulnerable, tricks in cases
    ]


def test_travellers_are_typed_and_checked_line_by_line(page, event):
    """A line takes its letters and Enter: the machine never makes the hand wait."""
    director = create_director("ledare", PASSWORD)
    event.directors.add(director)
    page.goto(f"/konto/in/?next=/tl/tavlingar/{event.slug}/bricka/1/mata/")
    page.get_by_label("Användarnamn").fill("ledare")
    page.get_by_label("Lösenord").fill(PASSWORD)
    page.get_by_role("button", name="Logga in").click()
    page.wait_for_url("**/mata/")
    page.keyboard.type("9SN=")
    expect(page.locator("td.wrong")).to_be_visible()
    page.keyboard.press("Control+a")
    page.keyboard.type("3NTXS-2 HD")
    expect(page.locator("output").first).to_have_text("−300")
    page.keyboard.press("Enter")
    page.keyboard.type("4HÖ+1")
    page.keyboard.press("Enter")
    expect(page.locator("tr.stored")).to_have_count(2)
    assert {row.contract for row in ResultVersion.objects.all()} == {"3NTX", "4H"}
