"""An event as files: what its pages tell, read back by the program that wrote it."""

import io

import openpyxl
import pytest
from django.urls import reverse

from storslam.bridge import parse_deal
from storslam.cli.bundle import FORMATS as OF_THE_COMMAND
from storslam.exchange import read_event
from storslam.scoring import score
from storslam.scoring.event import Score
from storslam.web import results
from storslam.web.exports import FORMATS
from storslam.web.models import Event, Table
from storslam.web.models.event import State
from storslam.web.payload import Payload
from storslam.web.scored import shown
from tests.web.hall.conftest import play_round

pytestmark = pytest.mark.django_db
DEAL = "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"
READABLE = ("pbn", "json", "usebio-1.2", "usebio-1.3")


def file(client, event, form):
    return client.get(reverse("event_file", args=[event.slug, FORMATS[form].name]))


def told(lines):
    return sorted((line.board, line.ns, line.ew, str(line.play)) for line in lines)


@pytest.fixture
def over(event: Event) -> Event:
    for number in range(1, 6):
        play_round(event, number)
    return Event.objects.get(pk=event.pk)


def test_the_command_and_the_pages_know_the_same_formats():
    assert tuple(FORMATS) == OF_THE_COMMAND


@pytest.mark.parametrize("form", READABLE)
def test_every_result_and_the_standing_come_back_from_the_file(client, over, form):
    response = file(client, over, form)
    assert response.status_code == 200
    assert f'filename="{over.slug}-{FORMATS[form].name}"' in response["Content-Disposition"]
    now, read = shown(over), read_event(response.content)
    assert told(read.lines) == told(now.event.lines)
    assert {row.id: row.place for row in score(read.lines, now.settings).rows} == {
        row.id: row.place for row in now.standing.rows
    }
    assert {c.id: c.players for c in read.contestants} == {
        c.id: c.players for c in now.event.contestants
    }


def test_the_workbook_has_the_standing_and_every_result(client, over):
    book = openpyxl.load_workbook(io.BytesIO(file(client, over, "xlsx").content))
    standing, everything = book.worksheets
    rows = list(standing.iter_rows(min_row=2, values_only=True))
    assert [row[1] for row in rows] == [row.id for row in shown(over).standing.rows]
    assert everything.max_row == 1 + len(shown(over).event.lines)


@pytest.mark.parametrize("form", FORMATS)
def test_s40_no_file_tells_of_a_board_that_is_not_played_everywhere(client, event, form):
    table = Table.objects.filter(round__event=event, round__number=1).first()
    board = event.boards.get(number=table.boards[0])
    event.boards.update(deal=str(parse_deal(DEAL)))
    results.record_result(event, board, table, Payload(Score(1430)), "one", 0, "ledare")
    content = file(client, event, form).content
    if form == "xlsx":
        book = openpyxl.load_workbook(io.BytesIO(content))
        content = str([list(sheet.values) for sheet in book.worksheets]).encode()
    assert b"1430" not in content
    assert b"AKQJ" not in content


def test_a_file_that_there_is_not_and_an_event_that_is_a_draft_are_not_found(client, event):
    assert client.get(reverse("event_file", args=[event.slug, "resultat.doc"])).status_code == 404
    Event.objects.filter(pk=event.pk).update(state=State.DRAFT)
    assert file(client, event, "pbn").status_code == 404


def test_the_page_of_the_event_links_to_every_file(client, over):
    page = client.get(reverse("event", args=[over.slug])).content.decode()
    for form in FORMATS.values():
        assert f'{form.name}"' in page
