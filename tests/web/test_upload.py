"""A file becomes an event, whole or not at all."""

import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from storslam.web.models import Board, Contestant, Event, Player, Result, ResultVersion, Table
from storslam.web.models.event import State
from storslam.web.scored import scored
from tests.exchange.bridgemate import evening, sent
from tests.web import makers

pytestmark = pytest.mark.django_db

KVAL = (Path(__file__).parent / "data" / "kval.csv").read_bytes()


def upload(desk, data: bytes, **given):
    told = {"name": "Kval Göteborg", "stage": makers.stage().pk, "date": "2013-04-14"}
    file = SimpleUploadedFile("kval.csv", data)
    told |= {"method": "matchpoints", "winners": "1", "file": file, **given}
    return desk.post(reverse("new_event"), told)


def text(response) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def test_the_file_becomes_a_draft_of_its_director(desk, director):
    response = upload(desk, KVAL)
    event = Event.objects.get(name="Kval Göteborg")
    assert response.url == reverse("console", args=[event.slug])
    assert (event.slug, event.state, str(event.date)) == ("kval-goteborg", "draft", "2013-04-14")
    assert list(event.directors.all()) == [director]
    assert [contestant.code for contestant in event.contestants.all()] == ["11", "12", "21", "22"]
    assert event.boards.count() == 4


def test_every_result_is_version_1_with_who_and_from_what(desk):
    upload(desk, KVAL)
    versions = ResultVersion.objects.filter(event__name="Kval Göteborg")
    assert versions.count() == 8
    told = {(row.number, row.who, row.reason) for row in versions}
    assert told == {(1, "ledare", "ur filen kval.csv")}


def test_the_standing_is_that_of_the_file(desk):
    upload(desk, KVAL)
    event = Event.objects.get(name="Kval Göteborg")
    rows = [(row.id, row.place, row.percent) for row in scored(event).standing.rows]
    assert rows == [("11", "1/2", 75), ("21", "1/2", 75), ("12", "3/4", 25), ("22", "3/4", 25)]


def test_the_seating_is_that_of_the_file(desk):
    upload(desk, KVAL)
    tables = Table.objects.filter(round__event__name="Kval Göteborg")
    seats = {(t.round.number, t.number, t.ns.code, t.ew.code, tuple(t.boards)) for t in tables}
    assert (2, 2, "12", "22", (3, 4)) in seats
    assert len(seats) == 4


def test_a_fault_is_shown_with_line_and_column_and_nothing_is_stored(desk):
    before = {model: model.objects.count() for model in (Event, Contestant, Board, Result)}
    response = upload(desk, KVAL.replace(b"3;12;22;2SX", b"3;12;22;9SX"))
    assert response.status_code == 400
    assert "rad 8, kolumn 4" in text(response)
    assert "är inget kontrakt" in text(response)
    assert before == {model: model.objects.count() for model in before}


def test_a_file_that_contradicts_itself_on_seating_stores_nothing(desk):
    before = Event.objects.count()
    response = upload(desk, KVAL.replace(b"2;12;21;3NT;E;9;H4;1;2", b"2;12;21;3NT;E;9;H4;1;1"))
    assert response.status_code == 400
    assert "både 11 och 12 sitter Nord–Syd" in text(response)
    assert Event.objects.count() == before


def test_a_score_against_its_contract_is_stored_and_pointed_out(desk):
    data = KVAL.replace(b"lead;", b"lead;score;").replace(b"SK;1;1", b"SK;450;1;1")
    data = re.sub(rb"(?m)^(\d;\d\d;\d\d;(?!4H;N)[^;]*;[^;]*;[^;]*;[^;]*;)", rb"\1;", data)
    response = desk.get(upload(desk, data).url)
    assert "Bricka 1, 11: filen säger 450, kontraktet 420." in text(response)
    assert ResultVersion.objects.filter(event__name="Kval Göteborg", override=True).exists()


def test_a_file_over_the_limit_is_refused(desk, settings):
    settings.UPLOAD_LIMIT = 200
    response = upload(desk, KVAL)
    assert response.status_code == 400
    assert "Filen är större än" in text(response)


def test_what_is_no_results_file_is_refused(desk):
    assert upload(desk, b"\x00\x01\x02").status_code == 400
    assert upload(desk, b"").status_code == 400


def test_a_second_event_of_the_name_gets_an_address_of_its_own(desk):
    upload(desk, KVAL)
    upload(desk, KVAL)
    assert Event.objects.filter(slug="kval-goteborg-2").exists()


def test_without_rounds_and_tables_opponents_are_seated_together(desk):
    lines = [b";".join(line.split(b";")[:7]) for line in KVAL.splitlines()]
    upload(desk, b"\n".join(lines))
    event = Event.objects.get(name="Kval Göteborg")
    tables = Table.objects.filter(round__event=event)
    assert {(t.ns.code, t.ew.code): t.boards for t in tables} == {
        ("11", "22"): [1, 2],
        ("12", "21"): [1, 2],
        ("11", "21"): [3, 4],
        ("12", "22"): [3, 4],
    }


def test_players_are_tied_to_the_registry_by_member_number(event):
    assert not event.contestants.filter(members__player__isnull=False).exists()
    player = Player.objects.create(number="10", name="Åsa Öberg")
    second = makers.stored(name="Andra")
    assert player.starts.get().contestant.event == second


def test_a_published_event_is_rendered_for_its_readers(desk, client):
    upload(desk, KVAL)
    event = Event.objects.get(name="Kval Göteborg")
    assert not event.snapshots.exists()
    desk.post(reverse("console_state", args=[event.slug]), {"state": "running"})
    assert client.get(event.get_absolute_url()).status_code == 200
    event.refresh_from_db()
    assert event.state == State.RUNNING
    assert {row.language for row in event.snapshots.all()} == {"sv"}


def test_the_databases_of_two_halls_become_one_event(desk):
    halls = [evening(sent(1, n, n + 1, "4 H,N,=", Table=n)) for n in (1, 3)]
    files = [SimpleUploadedFile(f"sal{n}.bws", data) for n, data in enumerate(halls, 1)]
    assert upload(desk, b"", file=files).status_code == 302
    event = Event.objects.get(name="Kval Göteborg")
    assert [contestant.code for contestant in event.contestants.all()] == ["1", "2", "3", "4"]
    reasons = ResultVersion.objects.filter(event=event).values_list("reason", flat=True)
    assert set(reasons) == {"ur filen sal1.bws, sal2.bws"}
