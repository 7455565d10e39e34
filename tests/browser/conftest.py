"""A real browser against a real server on a database of its own."""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from storslam.web.accounts import create_director
from storslam.web.models import Event, User
from tests.web import makers

PASSWORD = "vit-springare-88"
PATIENCE = 30_000  # milliseconds: other tests keep both cores busy beside these
expect.set_options(timeout=PATIENCE)
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
]


@pytest.fixture(autouse=True)
def newest_at_once(settings: Any) -> None:
    """Every page shows what was recorded last, but where a test is about its being young."""
    settings.SNAPSHOT_SECONDS = 0


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's chromium, without a window.

    Playwright keeps an event loop in this thread, which Django takes for asynchronous code.
    """
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def complaints() -> list[str]:
    """What the browser complained about: a blocked script, a broken page."""
    return []


@pytest.fixture
def page(browser: Browser, live_server: Any, complaints: list[str]) -> Iterator[Page]:
    """A reader's page, in Swedish, on a screen of 1280 by 800."""
    context = browser.new_context(
        base_url=live_server.url, viewport={"width": 1280, "height": 800}, locale="sv-SE"
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda said: complaints.append(said.text) if said.type in {"error", "warning"} else None,
    )
    yield page
    context.close()
    assert complaints == []


@pytest.fixture
def event(transactional_db: None) -> Event:  # noqa: ARG001 - the fixture opens the database
    """The small event, in play."""
    return makers.stored()


@pytest.fixture
def director(event: Event) -> User:
    """Its director."""
    user = create_director("ledare", PASSWORD)
    event.directors.add(user)
    return user
