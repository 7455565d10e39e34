"""An event as files: what its pages tell, read back by the program that wrote it."""

import io
import json
from fractions import Fraction
from operator import attrgetter

import openpyxl
import pytest
from click.testing import CliRunner
from django.urls import reverse

from storslam.bridge import parse_deal
from storslam.cli.bundle import FORMATS as OF_THE_COMMAND
from storslam.cli.score import score as score_command
from storslam.exchange import read_event
from storslam.scoring import score
from storslam.scoring.event import Artificial, Average, Imps, Percent, Score, Weighted
from storslam.web import results
from storslam.web.exports import FORMATS
from storslam.web.models import CarryOver, Event, Member, Result, Ruling, Table
from storslam.web.models.event import Standing, State
from storslam.web.models.results import Unit
from storslam.web.payload import Payload
from storslam.web.results import touch
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


UNITS = [("matchpoints", Unit.TOP_PERCENT), ("matchpoints", Unit.POINTS), ("butler", Unit.POINTS)]
WEIGHTED = Weighted(((420, Fraction(1, 3)), (-50, Fraction(2, 3))))
AWARDED = Artificial(Percent(Fraction(3, 5)), Average(-1))
IMPS = Artificial(Imps(Fraction(3)), Imps(Fraction(-3)))


def ruled(over: Event, method: str, unit: str = Unit.POINTS) -> Event:
    """With rulings of every kind, points carried over, one struck, one without a place."""
    Event.objects.filter(pk=over.pk).update(method=method)
    rows = Result.objects.filter(event=over, table__ns__code__in="12", table__ew__code__in="12345")
    given = (WEIGHTED, AWARDED, AWARDED if method == "matchpoints" else IMPS)
    for row, outcome in zip(rows.order_by("pk"), given, strict=False):
        payload = Payload(outcome, group="b" if outcome is WEIGHTED else "")
        results.record_result(over, row.board, row.table, payload, f"x{row.pk}", 1, "ledare", "dom")
    for code, amount in (("1", "-25"), ("2", "12.5"), ("6", "-10")):
        pair = over.contestants.get(code=code)
        results.rule(
            Ruling(event=over, contestant=pair, unit=unit, amount=amount, reason="sen", who="tl")
        )
    CarryOver.objects.create(contestant=over.contestants.get(code="3"), points="100/7", text="kval")
    over.contestants.filter(code="4").update(standing=Standing.OUT)
    over.contestants.filter(code="6").update(standing=Standing.STRUCK)
    return Event.objects.get(pk=over.pk)


@pytest.mark.parametrize(("method", "unit"), UNITS)
def test_our_json_gives_the_standing_of_the_pages(client, over, method, unit, tmp_path):
    event = ruled(over, method, unit)
    (tmp_path / "salen.json").write_bytes(file(client, event, "json").content)
    done = CliRunner().invoke(score_command, [str(tmp_path / "salen.json"), "--json"])
    told = json.loads(done.stdout)
    rows = shown(event).standing.rows
    assert told["method"] == method
    assert [(row["id"], row["place"], row["total_exact"]) for row in told["contestants"]] == [
        (row.id, row.place, str(row.total)) for row in rows
    ]
    assert (len(rows), rows[-1].id, rows[-1].place) == (5, "4", "")


def test_the_csv_is_read_back_with_every_award_and_ruling(client, over):
    event = ruled(over, "butler")
    told = read_event(file(client, event, "json").content)
    back = read_event(file(client, event, "csv").content)
    key = attrgetter("board", "table")
    assert sorted(back.lines, key=key) == sorted(told.lines, key=key)
    assert {WEIGHTED, AWARDED, IMPS} <= {line.outcome for line in back.lines}
    assert {n: one.board for n, one in back.boards.items()} == {
        n: one.board for n, one in told.boards.items()
    }


@pytest.mark.parametrize("form", FORMATS)
def test_member_numbers_are_in_the_files_of_the_command_only(client, over, form):
    Member.objects.filter(contestant__event=over).update(number="987650")
    touch(over)
    public = file(client, over, form).content
    own = FORMATS[form].dump(over, numbers=True)
    assert b"987650" not in public
    assert (b"987650" in own) == (form in READABLE)


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
