"""The outermost layer: 304 while nothing changed, whatever page of the event; else it is silent."""

from io import BytesIO

import pytest

from storslam.bridge import Contract, Doubling, Seat, Strain
from storslam.scoring import Play
from storslam.web.conditional import Outermost
from storslam.web.models import Event
from storslam.web.models.event import State
from storslam.web.payload import played
from storslam.web.results import record_result
from tests.web import makers

pytestmark = pytest.mark.django_db(transaction=True)


class Reader:
    """Asks the application as a server would."""

    def __init__(self) -> None:
        from django.core.wsgi import get_wsgi_application

        self.application = Outermost(get_wsgi_application())

    def get(self, path: str, method: str = "GET", **headers: str):
        environ = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "wsgi.input": BytesIO(),
            "wsgi.url_scheme": "http",
            **headers,
        }
        answered = {}

        def start_response(status: str, told: list, *_: object) -> None:
            answered["status"], answered["headers"] = status, dict(told)

        response = self.application(environ, start_response)
        answered["body"] = b"".join(response)
        if hasattr(response, "close"):
            response.close()
        return answered


@pytest.fixture
def reader():
    return Reader()


@pytest.fixture
def path(event):
    return event.get_absolute_url()


def test_a_page_that_has_not_changed_is_not_sent_again(reader, path):
    first = reader.get(path)
    assert first["status"] == "200 OK"
    again = reader.get(path, HTTP_IF_NONE_MATCH=first["headers"]["ETag"])
    assert again["status"].startswith("304")
    assert again["body"] == b""
    assert again["headers"]["ETag"] == first["headers"]["ETag"]
    assert again["headers"]["Vary"] == "Cookie"


def test_not_sending_it_costs_one_query(reader, path, django_assert_num_queries):
    tag = reader.get(path)["headers"]["ETag"]
    with django_assert_num_queries(1):
        reader.get(path, HTTP_IF_NONE_MATCH=tag)


@pytest.mark.parametrize("page", ["bricka/1/", "deltagare/1/", "resultat.pdf"])
def test_every_page_of_the_event_is_covered(reader, path, page):
    first = reader.get(path + page)
    again = reader.get(path + page, HTTP_IF_NONE_MATCH=first["headers"]["ETag"])
    assert again["status"].startswith("304")


def test_after_a_correction_it_is_sent(reader, path, event, board, table):
    first = reader.get(path)
    payload = played(Play(Contract(7, Strain.NOTRUMP, Doubling.NONE, Seat.NORTH), 13), board.value)
    record_result(event, board, table, payload, "k", 1, "ledare")
    again = reader.get(path, HTTP_IF_NONE_MATCH=first["headers"]["ETag"])
    assert again["status"] == "200 OK"
    assert again["body"] != first["body"]
    assert again["headers"]["ETag"] != first["headers"]["ETag"]


def test_another_language_is_another_page(reader, path):
    swedish = reader.get(path)
    told = {"HTTP_COOKIE": "django_language=en", "HTTP_IF_NONE_MATCH": swedish["headers"]["ETag"]}
    english = reader.get(path, **told)
    assert english["status"] == "200 OK"
    assert b'lang="en"' in english["body"]
    told["HTTP_IF_NONE_MATCH"] = english["headers"]["ETag"]
    assert reader.get(path, **told)["status"].startswith("304")


def test_a_new_version_of_the_program_is_a_new_page(reader, path, settings):
    first = reader.get(path)
    settings.ASSET_VERSION = "newer"
    again = reader.get(path, HTTP_IF_NONE_MATCH=first["headers"]["ETag"])
    assert again["status"] == "200 OK"
    assert b"?v=newer" in again["body"]


def test_a_draft_is_never_answered_for(reader, db):  # noqa: ARG001 - opens the database
    draft = makers.stored(name="Utkast", state=State.DRAFT)
    tag = f'"{draft.stamp}.sv.x"'
    assert reader.get(draft.get_absolute_url(), HTTP_IF_NONE_MATCH=tag)["status"].startswith("404")


def test_a_broken_cookie_does_no_harm(reader, path):
    answer = reader.get(path, HTTP_COOKIE='django_language="', HTTP_IF_NONE_MATCH='"x"')
    assert answer["status"] == "200 OK"


def test_an_answer_to_head_has_no_body(reader, path):
    answer = reader.get(path, method="HEAD")
    assert answer["body"] == b""
    assert int(answer["headers"]["Content-Length"]) > 1000


def test_a_late_rendering_never_replaces_a_newer_one(event):
    from storslam.web import snapshots

    snapshots.standing_page(event, "sv")
    old = Event.objects.get(pk=event.pk)
    Event.objects.filter(pk=event.pk).update(version=event.version + 1, stamp="newer")
    newer = Event.objects.get(pk=event.pk)
    snapshots.standing_page(newer, "sv")
    snapshots.standing_page(old, "sv")
    assert newer.snapshots.get(language="sv").version == newer.version


def test_a_standing_in_play_is_shown_a_second_long_and_then_anew(reader, event, settings):
    settings.SNAPSHOT_SECONDS = 60
    path = event.get_absolute_url()
    first = reader.get(path)["headers"]["ETag"]
    Event.objects.filter(pk=event.pk).update(stamp="newer", version=event.version + 1)
    assert reader.get(path)["headers"]["ETag"] == first
    assert reader.get(path, HTTP_IF_NONE_MATCH=first)["status"].startswith("304")
    settings.SNAPSHOT_SECONDS = 0
    again = reader.get(path, HTTP_IF_NONE_MATCH=first)
    assert again["status"] == "200 OK"
    assert "newer" in again["headers"]["ETag"]


def test_an_ended_event_shows_its_last_standing_at_once(reader, event, settings):
    settings.SNAPSHOT_SECONDS = 60
    path = event.get_absolute_url()
    reader.get(path)
    Event.objects.filter(pk=event.pk).update(stamp="last", state=State.ENDED, version=99)
    assert "last" in reader.get(path)["headers"]["ETag"]
