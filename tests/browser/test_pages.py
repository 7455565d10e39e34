"""Pages on a phone, in the dark, without a script, and with the keyboard."""

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from storslam.web.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PUBLIC = ("", "bricka/1/", "deltagare/1/", "korstabell/")


@pytest.mark.parametrize("language", ["sv", "en"])
def test_at_360_pixels_no_page_scrolls_sideways(
    page: Page, live_server, event: Event, language: str
):
    page.set_viewport_size({"width": 360, "height": 740})
    addresses = ["/sasonger/2012-2013/", "/spelare/?q=berg", "/konto/in/"]
    addresses += [event.get_absolute_url() + part for part in PUBLIC]
    addresses.append(f"/sasonger/2012-2013/etapp/{event.stage_id}/")
    cookie = {"name": "django_language", "value": language, "url": live_server.url}
    page.context.add_cookies([cookie])
    for address in addresses:
        page.goto(address)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 360, f"{address} is {width} wide"


def test_at_360_pixels_no_page_of_the_desk_does_either(
    page: Page, live_server, event: Event, client, director
):
    client.force_login(director)
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page.set_viewport_size({"width": 360, "height": 740})
    table = event.rounds.first().tables.first()
    console = f"/tl/tavlingar/{event.slug}/"
    parts = ("", "bricka/1/", f"bricka/1/bord/{table.pk}/", "domslut/")
    for address in ["/tl/", "/tl/ny/", *(console + part for part in parts), "/konto/tvafaktor/"]:
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, address


@pytest.mark.parametrize("part", PUBLIC)
def test_headings_are_in_order_and_there_is_one_of_the_first(page: Page, event: Event, part: str):
    page.goto(event.get_absolute_url() + part)
    levels = page.evaluate(
        "[...document.querySelectorAll('h1,h2,h3,h4')].map(h => Number(h.tagName[1]))"
    )
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("part", PUBLIC)
def test_text_and_suits_have_the_contrast_of_aa(page: Page, event: Event, part: str, scheme: str):
    page.emulate_media(color_scheme=scheme)
    page.goto(event.get_absolute_url() + part)
    poor = page.evaluate(POOR_CONTRAST)
    assert poor == []


POOR_CONTRAST = """() => {
  const rgb = text => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(c => c / 255)
    .map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = element => {
    for (let at = element; at; at = at.parentElement) {
      const colour = rgb(getComputedStyle(at).backgroundColor);
      if (colour.length < 4 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  const own = element => [...element.childNodes]
    .some(node => node.nodeType === 3 && node.textContent.trim());
  return [...document.querySelectorAll('body *')].filter(own)
    .filter(element => !element.closest('.unseen, .skip')).map(element => {
      const [a, b] = [light(rgb(getComputedStyle(element).color)), light(behind(element))];
      return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), element.textContent.trim()];
    }).filter(([ratio]) => ratio < 4.5).map(([ratio, text]) => `${ratio.toFixed(2)} ${text}`);
}"""


def test_the_first_tab_leads_past_the_menu(page: Page, event: Event):
    page.goto(event.get_absolute_url())
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Hoppa till innehållet")
    page.keyboard.press("Enter")
    expect(page.locator(":focus")).to_have_attribute("id", "content")


def test_wide_tables_scroll_in_a_box_that_the_keyboard_reaches(page: Page, event: Event):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(event.get_absolute_url() + "bricka/1/")
    for box in page.locator(".box").all():
        assert box.get_attribute("tabindex") == "0"
        assert box.get_attribute("aria-label")


def test_everything_is_there_without_javascript(browser, live_server, event: Event):
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto(event.get_absolute_url())
    expect(page.locator(".standing tbody tr")).to_have_count(6)
    page.get_by_role("link", name="Zoë Zetterlund – Ulla Ålund").click()
    page.get_by_role("link", name="1", exact=True).first.click()
    page.get_by_text("Så räknades poängen").click()
    expect(page.locator(".derivations")).to_be_visible()
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Board 1")
    context.close()


def test_paper_has_the_results_without_the_menus(page: Page, event: Event):
    page.emulate_media(media="print")
    page.goto(event.get_absolute_url())
    expect(page.locator(".standing")).to_be_visible()
    for hidden in (".top", ".crumbs", ".bottom"):
        expect(page.locator(hidden)).to_be_hidden()
