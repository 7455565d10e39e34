"""The office draws, a holder changes, the draw is kept and published; all fits a phone."""

import pytest

from storslam.web.models import Place
from tests.web import fields
from tests.web import season as makers

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def season(settings):
    settings.REHEARSAL = True
    return makers.opened("2013-07-20T12:00")


def log_in(page, live_server, client, user):
    client.force_login(user)
    key = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": key, "url": live_server.url}])


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_groups_are_drawn_overtaken_kept_and_published(page, live_server, client, season):
    stage = fields.semifinal(season)
    log_in(page, live_server, client, makers.office())
    page.goto(f"/sasonger/{season.slug}/lottning/kansli/")
    page.get_by_label("Lottens frö").fill("4711")
    page.get_by_role("button", name="Lotta").click()
    page.get_by_text("Version 1 är lottad.").wait_for()
    page.get_by_role("button", name="Gör om från fröet och jämför").click()
    page.get_by_text("exakt likadan").wait_for()
    new = fields.another(stage, Place.objects.get(stage=stage, number=7), "Gotland")
    page.reload()
    page.get_by_text(f"→ {new} (Gotland)").wait_for()
    page.get_by_role("button", name="Behåll").click()
    page.get_by_role("button", name="Publicera grupperna").click()
    page.get_by_text("Grupperna är publicerade.").wait_for()
    page.set_viewport_size({"width": 360, "height": 800})
    assert fits(page)
    page.goto(f"/sasonger/{season.slug}/lottning/")
    page.get_by_text(str(new)).wait_for()
    assert fits(page)


def test_the_office_names_a_venue_and_sees_what_is_missing(page, live_server, client, season):
    fields.team_field(season, {"Skåne": 2})
    log_in(page, live_server, client, makers.office())
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"/sasonger/{season.slug}/orter/kansli/ny/")
    page.get_by_label("Spelort").fill("Malmö")
    page.get_by_label("Distrikt").select_option("SKA")
    page.get_by_role("button", name="Spara").click()
    page.get_by_text("Avstånd saknas: km.SKA.Malmö").wait_for()
    assert fits(page)
    page.get_by_role("link", name="Malmö").click()
    page.get_by_label("Skåne, km").fill("20")
    page.get_by_role("button", name="Spara").click()
    page.get_by_role("button", name="Fastställ förslaget").click()
    page.get_by_text("Fördelningen är fastställd, version 1.").wait_for()
    page.get_by_role("link", name="Skåne", exact=True).click()
    for team in ("Lag 1", "Lag 2"):
        page.get_by_label(team).select_option(label="Malmö")
    page.get_by_role("button", name="Spara valet").click()
    page.get_by_text("Valet är sparat.").wait_for()
    assert fits(page)
