"""An event is set up in a browser, checked in on a phone, and shown in the hall."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from storslam.scoring import Contestant as Who
from storslam.scoring import Player as Person
from storslam.web.hall import field, seating
from storslam.web.hall.kinds import Options
from storslam.web.results import change_state
from tests.browser.test_draws import fits, log_in
from tests.web import season as makers

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "Wilhelmina Konstantina af Oxenstierna-Lagerström"


@pytest.fixture
def season(settings):
    settings.REHEARSAL = True
    return makers.opened("2013-07-20T12:00")


@pytest.fixture
def event(season):
    stage = season.stages.get(discipline="women-pairs", kind="final")
    people = [
        Who(str(n), (Person(f"{LONG} {n}", f"{n}1", "BK Ess"), Person(f"Berit {n}", f"{n}2")))
        for n in range(1, 24)
    ]
    return field.open_from_file(stage, people, "Damfinal", makers.office())


def test_a_director_seats_checks_in_and_shows_the_hall(page, live_server, client, event):
    log_in(page, live_server, client, event.directors.get())
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"/tl/tavlingar/{event.slug}/uppsattning/")
    page.get_by_role("link", name="Placera session 1").click()
    page.get_by_label("Brickor per rond").fill("2")
    assert fits(page)
    page.get_by_role("button", name="Placera").click()
    page.get_by_text("Session 1 är placerad.").wait_for()
    assert fits(page)
    page.get_by_role("link", name="Närvaro").click()
    page.get_by_label("Berit 7").check()
    page.get_by_role("button", name="Spara").click()
    page.get_by_text("Ändrade: 1").wait_for()
    expect(page.get_by_label("Berit 7")).to_be_checked()
    assert fits(page)
    for path in ("uppsattning/villkor/", "uppsattning/deltagare/3/", "uppsattning/ny/"):
        page.goto(f"/tl/tavlingar/{event.slug}/{path}")
        assert fits(page), path
    page.goto(f"/tavlingar/{event.slug}/placering/")
    assert fits(page)


def test_the_display_turns_by_itself_and_its_clock_ticks(page, event, monkeypatch):
    monkeypatch.setattr("storslam.web.hall.display.SECONDS", 1)
    seating.arrange(event, "barometer", "ledare", Options(1))
    change_state(event, "running")
    now = timezone.now()
    event.rounds.filter(number=1).update(opened=now, started=now, minutes=15)
    page.goto(f"/tavlingar/{event.slug}/sal/")
    page.get_by_text("Rond 2: vem sitter var").wait_for()
    page.locator(".display-clock").wait_for()
    first = page.locator(".display-clock .clock").text_content()
    assert first.startswith("14:")
    page.locator(".display-table").wait_for()
    page.wait_for_function("t => document.querySelector('.clock').textContent !== t", arg=first)
    for width in (360, 1920):
        page.set_viewport_size({"width": width, "height": 1080})
        assert fits(page)


def test_without_javascript_the_display_turns_by_loading_anew(browser, live_server, event):
    seating.arrange(event, "barometer", "ledare", Options(1))
    change_state(event, "running")
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"/tavlingar/{event.slug}/sal/")
    expect(page.get_by_text("Rond 1: vem sitter var")).to_be_visible()
    refresh = page.locator("meta[http-equiv=refresh]").get_attribute("content")
    assert refresh == "15; url=?visa=0"
    context.close()
