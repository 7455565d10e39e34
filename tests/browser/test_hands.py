"""A director deals on a phone, sees double dummy come, and reads hands from a file by keyboard."""

import pytest

from storslam.bridge.dealing import dealt
from storslam.exchange import pbn
from storslam.scoring.event import BoardRecord
from storslam.scoring.event import Event as Played
from storslam.web.hall.analysis import ALL
from tests.browser.test_draws import fits, log_in
from tests.web import makers

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(transactional_db):  # noqa: ARG001 - the fixture opens the database
    return makers.hall(boards=1)


def test_boards_are_dealt_and_come_from_a_file(
    page, live_server, client, event, director, tmp_path
):
    log_in(page, live_server, client, director)
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"/tl/tavlingar/{event.slug}/")
    page.get_by_role("link", name="Givar").click()
    page.get_by_role("button", name="Dela brickorna").click()
    page.get_by_text("5 brickor är delade.").wait_for()
    page.get_by_text("0 av 5").wait_for()
    assert fits(page)
    event.boards.update(tricks=dict.fromkeys(ALL, 9))  # as the server computes them
    page.get_by_text("5 av 5").wait_for()
    first = page.locator(".stacked code").first.inner_text()
    boards = {
        row.number: BoardRecord(row.value, dealt(b"of another program", row.number))
        for row in event.boards.all()
    }
    (tmp_path / "a.pbn").write_bytes(pbn.dump(Played(boards=boards)))
    page.get_by_label("Fil", exact=True).set_input_files(tmp_path / "a.pbn")
    page.get_by_role("button", name="Läs filen").press("Enter")
    page.get_by_text("Får andra givar än nu").wait_for()
    assert fits(page)
    page.get_by_role("button", name="Spara allt").press("Enter")
    page.get_by_text("5 brickor har fått nya givar.").wait_for()
    page.goto(event.get_absolute_url())
    page.get_by_text("1 tidigare löfte").press("Enter")
    page.get_by_text(first).wait_for()
    assert fits(page)
