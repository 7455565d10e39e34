"""Hooks: told of each new public standing once and signed, again when not reached."""

import json
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest
from django.utils import timezone

from storslam.client import is_signed
from storslam.errors import StorslamError
from storslam.web.acts import hooks
from storslam.web.acts.doors import make_hook, withdraw_hook
from storslam.web.models import Event, Told
from storslam.web.results import change_state, touch
from tests.web import makers
from tests.web import season as season_makers

pytestmark = pytest.mark.django_db


class Listener(HTTPServer):
    """A server that notes what it is told, and answers as it is set to."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, Any, bytes]] = []
        self.status = 204
        super().__init__(("127.0.0.1", 0), Ear)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/resultat?fran=storslam"


class Ear(BaseHTTPRequestHandler):
    server: Listener

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.heard.append((self.path, self.headers, body))
        self.send_response(self.server.status)
        self.send_header("Location", "/annanstans")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing on the terminal."""


@pytest.fixture
def listener() -> Iterator[Listener]:
    with Listener() as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def office(db):  # noqa: ARG001 - the fixture opens the database
    return season_makers.office()


@pytest.fixture
def hook(listener, office, settings):
    settings.HOOKS_PRIVATE = True
    return make_hook(listener.url, "https://sm.example.org/", office)


def told() -> list[Told]:
    return list(hooks.post())


def change(event: Event) -> None:
    touch(event)
    Told.objects.update(next=timezone.now() - timedelta(seconds=1))


def test_a_change_is_told_once_and_signed(hook, listener, event):
    assert [one.fault for one in told()] == [""]
    assert told() == []
    [(path, headers, body)] = listener.heard
    assert path == "/resultat?fran=storslam"
    assert is_signed(hook.secret, body, headers["Storslam-Signature"])
    assert not is_signed(hook.secret, body + b" ", headers["Storslam-Signature"])
    assert not is_signed("annan", body, headers["Storslam-Signature"])
    said = json.loads(body)
    assert (said["event"], said["version"]) == (event.slug, event.version)
    assert said["standing"] == f"https://sm.example.org/api/v1/events/{event.slug}/standing"


@pytest.mark.usefixtures("hook", "event")
def test_the_etag_that_is_told_is_that_of_the_standing(listener, client):
    told()
    said = json.loads(listener.heard[0][2])
    path = said["standing"].removeprefix("https://sm.example.org")
    assert client.get(path, headers={"If-None-Match": said["etag"]}).status_code == 304


@pytest.mark.usefixtures("hook")
def test_many_changes_at_once_are_told_once(listener, event):
    told()
    for _ in range(5):
        touch(event)
    assert told() == []
    change(event)
    assert len(told()) == 1
    assert json.loads(listener.heard[1][2])["version"] == event.version


@pytest.mark.usefixtures("hook", "event")
def test_who_is_not_reached_is_told_again_later(listener):
    listener.status = 500
    assert [one.fault for one in told()] == ["HTTP 500"]
    assert hooks.left() == 1
    assert told() == []
    listener.status = 200
    Told.objects.update(next=timezone.now())
    assert [(one.fault, one.tries) for one in told()] == [("", 0)]
    assert hooks.left() == 0


def test_what_another_sender_has_taken_is_not_told_twice(hook, event):
    assert hooks._taken(hook, event) is not None
    assert hooks._taken(hook, event) is None
    assert told() == []


def test_what_a_killed_sender_had_taken_is_told_by_the_next(hook, listener, event):
    hooks._taken(hook, event)
    Told.objects.update(next=timezone.now() - timedelta(seconds=1))
    assert len(told()) == 1
    assert len(listener.heard) == 1


@pytest.mark.usefixtures("hook")
def test_drafts_and_what_stands_frozen_are_not_told(listener):
    draft = makers.stored(state="draft", name="Hemlig")
    assert told() == []
    change_state(draft, "running")
    Event.objects.update(frozen=timezone.now())
    assert told() == []
    Event.objects.update(frozen=None)
    assert len(told()) == 1
    assert [json.loads(body)["event"] for _, _, body in listener.heard] == [draft.slug]


def test_what_was_before_the_hook_is_not_told(event, listener, office, settings):
    settings.HOOKS_PRIVATE = True
    made = make_hook(listener.url, "https://sm.example.org/", office)
    assert told() == []
    change(event)
    assert len(told()) == 1
    withdraw_hook(made, office)
    change(event)
    assert told() == []


@pytest.mark.usefixtures("hook", "event")
def test_a_private_address_is_told_nothing(listener, settings):
    settings.HOOKS_PRIVATE = False
    assert [one.fault for one in told()] == ["private address"]
    assert listener.heard == []


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "192.168.0.1", "169.254.169.254", "100.64.0.1", "224.0.0.1",
     "0.0.0.0",  # noqa: S104
     "::1", "fe80::1", "fd00::1", "::ffff:10.0.0.1", "::ffff:127.0.0.1",
     "64:ff9b::7f00:1", "2002:7f00:1::", "::7f00:1"],
)  # fmt: skip
def test_what_is_no_address_of_the_open_net_counts_as_private(address):
    assert not hooks._is_public(address)
    assert hooks._is_public("2a00:801::1")
    assert hooks._is_public("193.10.1.1")


@pytest.mark.usefixtures("hook", "event")
def test_a_redirect_is_not_followed(listener):
    listener.status = 307
    assert [one.fault for one in told()] == ["HTTP 307"]
    assert len(listener.heard) == 1


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "ftp://a.se/", "http://", "http://u@a.se/", "http://[x"]
)
def test_only_addresses_of_the_web_are_taken(office, url):
    with pytest.raises(StorslamError, match="not an address"):
        make_hook(url, "https://sm.example.org/", office)


class Dripping(BaseHTTPRequestHandler):
    """Says a letter now and then, and never comes to an end."""

    def do_POST(self) -> None:
        with suppress(OSError):
            for _ in range(50):
                self.wfile.write(b"H")
                time.sleep(0.05)

    def log_message(self, *_: object) -> None:
        """Nothing on the terminal."""


def test_an_address_that_never_comes_to_an_end_is_cut_off(
    event, listener, office, settings, monkeypatch
):
    monkeypatch.setattr(hooks, "LONGEST_TALK", 0.2)
    settings.HOOKS_PRIVATE = True
    listener.RequestHandlerClass = Dripping
    make_hook(listener.url, "https://sm.example.org/", office)
    change(event)
    begun = time.monotonic()
    assert [bool(one.fault) for one in told()] == [True]
    assert time.monotonic() - begun < 2
