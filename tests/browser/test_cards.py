"""A player builds a card in the browser: class and price as one types, then the print."""

import pytest
from playwright.sync_api import Page, expect

from storslam.web.models import DeclarationVersion
from tests.web import season as season_makers

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def add(page: Page, call: str, **typed: str) -> None:
    """Type a row into the last, blank one."""
    rows = page.locator(".card-line")
    row = rows.nth(rows.count() - 1)
    row.locator("[name=call]").fill(call)
    for name, text in typed.items():
        field = row.locator(f"[name={name}]")
        if name == "shape":
            field.select_option(text)
        else:
            field.fill(text)
    expect(page.locator(".card-line").last.locator("[name=call]")).to_have_value("")


def test_a_strong_club_with_multi_is_priced_and_printed(page: Page, complaints: list[str]) -> None:
    season_makers.opened()
    page.goto("/system/")
    page.get_by_role("link", name="Stark klöver").click()
    price = page.locator(".price output")
    expect(price).to_have_text("Klass C, 4 prickar")
    diamonds = page.locator(".card-line").nth(7)
    diamonds.locator("[name=call]").fill("")
    for name in ("hp", "diamonds"):
        diamonds.locator(f"[name={name}]").fill("")
    add(page, "2D", hp="6-10", hearts="6")
    add(page, "2D", hp="6-10", spades="6")
    expect(price).to_have_text("Klass C, 7 prickar")
    summary = page.locator(".summary")
    expect(summary).to_contain_text("bas 2 + 1 (kan vara obalanserad när färgen är kort) = 3")
    add(page, "1NT", hp="15-12")
    wrong = page.locator(".card-line.wrong")
    expect(wrong).to_contain_text("från 15 till 12 finns ingenting")
    wrong.locator("[name=call]").fill("")
    wrong.locator("[name=hp]").fill("")
    expect(page.locator(".card-line.wrong")).to_have_count(0)
    page.get_by_role("button", name="Spara deklarationen").click()
    expect(page.locator(".messages")).to_contain_text("Sparat")
    version = DeclarationVersion.objects.get()
    assert (version.dots, version.system_class) == (7, "C")
    page.locator("[name=name]").fill("Vår klöver")
    page.get_by_role("button", name="Spara deklarationen").click()
    expect(page.locator("h1 + .meta")).to_contain_text("Version 2")
    page.get_by_role("button", name="Ta bort raden").first.click()
    expect(price).to_have_text("Klass C, 7 prickar")
    with page.expect_response(lambda answer: "pdf" in answer.headers["content-type"]) as printed:
        page.get_by_role("button", name="Skriv ut på svenska").click()
    assert (printed.value.request.method, printed.value.status) == ("POST", 200)
    page.goto("about:blank")
    complaints.clear()  # of the browser's own viewer


def test_an_answer_that_does_not_come_is_said_and_nothing_typed_is_lost(
    page: Page, complaints: list[str]
) -> None:
    season_makers.opened()
    page.goto("/system/kort/?fran=multi")
    price = page.locator(".price output")
    expect(price).to_have_text("Klass C, 4 prickar")
    page.context.set_offline(True)
    add(page, "1H", hp="0-7")
    expect(price).to_have_text("inte räknat: inget svar")
    page.context.set_offline(False)
    page.locator("[name=text]").first.fill("med ord")
    expect(price).to_have_text("Klass A, 11 prickar")
    complaints.clear()
