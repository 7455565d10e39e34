"""A match of teams from the phones of both rooms to the pages for everybody and the hall."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from storslam.web.desks.table import address
from storslam.web.hall import rounds
from storslam.web.hall.codes import Place
from storslam.web.models import Event, TeamTable
from storslam.web.models.event import Display
from tests.browser.conftest import PATIENCE
from tests.browser.test_draws import fits, log_in
from tests.browser.test_tables import PHONE, confirm, enter
from tests.web.teams import makers
from tests.web.teams.test_papers import cup, line_up

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDTHS = (1200, 360)


@pytest.fixture(autouse=True)
def rehearsal(settings: Any) -> None:
    settings.REHEARSAL = True


@pytest.fixture
def event(transactional_db: None) -> Event:  # noqa: ARG001 - the fixture opens the database
    event = makers.opened(6)
    makers.draw(event)
    event.contestants.filter(code="1").update(name="Oxenstierna-Lagerströms Bridgeallians")
    for half in (1, 2):
        line_up(event, event.matches.first(), half)
    Event.objects.filter(pk=event.pk).update(display=Display.AT_ONCE)
    rounds.open_round(makers.fresh(event), 1, makers.director())
    return makers.fresh(event)


def phone(browser: Browser, live_server: Any, event: Event, room: TeamTable, seat: str) -> Page:
    context = browser.new_context(base_url=live_server.url, viewport=PHONE, locale="sv-SE")
    found = context.new_page()
    found.set_default_timeout(PATIENCE)
    place = Place(room.table.section.number, room.table.number, seat)
    found.goto(address(event, place))
    return found


def assert_fits(page: Page, path: str) -> None:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(path)
        assert fits(page), (path, width)


def test_a_match_is_followed_from_both_rooms_to_the_public_and_the_hall(
    browser, live_server, page, event
):
    match = event.matches.first()
    match_page = f"/tavlingar/{event.slug}/match/{match.pk}/"
    open_, closed = match.rooms.filter(half=1).select_related("table__section")
    phones = {
        (room.closed, seat): phone(browser, live_server, event, room, seat)
        for room in (open_, closed)
        for seat in "NE"
    }
    first = phones[False, "N"]
    expect(first.get_by_text("Rond 1, halvlek 1")).to_be_visible()
    enter(first, 1, 4, "S", "N", "=")
    expect(first.locator("#board-1.entered")).to_be_visible()
    confirm(phones[False, "E"], 1)
    first.reload()
    expect(first.locator("#board-1.done")).to_be_visible()
    expect(first.locator(".compared")).to_have_count(0)
    page.goto(match_page)
    expect(page.get_by_text("4♠")).to_have_count(0)
    enter(phones[True, "N"], 1, 4, "S", "N", "-1")
    confirm(phones[True, "E"], 1)
    won = makers.now(event).matches[0].result.imps_home
    assert won == 10
    for room, seat in phones:
        seen = phones[room, seat]
        seen.reload()
        expect(seen.locator("#board-1 .compared")).to_contain_text(f"{match.home} +10 IMP")
        expect(seen.locator(".match-score")).to_contain_text("10–0")
        assert fits(seen)
        seen.context.close()
    page.goto(match_page)
    expect(page.get_by_text("10–0").first).to_be_visible()
    page.goto(f"/tavlingar/{event.slug}/rond/")
    expect(page.locator("table", has_text=str(match.home)).first).to_contain_text("10–0")
    page.goto(f"/tavlingar/{event.slug}/sal/?visa=2")
    expect(page.locator(".display-table")).to_contain_text("10–0")
    for path in (match_page, "rond/", "sal/?visa=2", "lag/1/", "", "placering/"):
        assert_fits(page, path if path == match_page else f"/tavlingar/{event.slug}/{path}")
    stage = event.stage
    for path in ("", "rond/"):
        assert_fits(page, f"/sasonger/{stage.season.slug}/etapp/{stage.pk}/{path}")


def test_a_cup_is_a_tree_on_a_screen_and_a_list_on_a_phone(page, live_server, client):
    event = cup(17, "choose")
    path = f"/tavlingar/{event.slug}/"
    assert_fits(page, path)
    expect(page.locator("svg.cup")).to_be_hidden()
    expect(page.locator(".cup-rounds")).to_be_visible()
    page.set_viewport_size({"width": 1200, "height": 800})
    expect(page.locator("svg.cup")).to_be_visible()
    expect(page.locator(".cup-rounds")).to_be_hidden()
    log_in(page, live_server, client, makers.director())
    for desk in ("lag/", "papper/"):
        assert_fits(page, f"/tl{path}{desk}")


def test_the_director_sees_what_a_correction_would_move(page, live_server, client, event):
    makers.play(event, Random(5), round__number__lte=2)
    log_in(page, live_server, client, makers.director())
    room = event.matches.first().rooms.first()
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"/tl/tavlingar/{event.slug}/bricka/1/bord/{room.table_id}/")
    page.get_by_label("Stick").fill("0")
    page.get_by_label("Skäl").fill("fel bricka")
    page.get_by_role("button", name="Visa vad det skulle flytta").click()
    moves = page.get_by_role("status", name="Vad det skulle flytta")
    expect(moves).to_contain_text(str(event.matches.first()))
    assert fits(page)
