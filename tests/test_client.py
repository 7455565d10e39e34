"""The client against a real server: what it asks again, what it keeps, whom it shows its token."""

import json
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest

from storslam.client import TRIES, Client, Refused, is_signed
from storslam.errors import StorslamError
from storslam.web.acts.hooks import signature

Answer = tuple[int, dict[str, str], bytes]


class Server(HTTPServer):
    """A server that gives these answers in turn, the last for good, and notes what it is asked."""

    def __init__(self, answers: list[Answer]) -> None:
        self.answers, self.asked = answers, []
        super().__init__(("127.0.0.1", 0), Handler)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.asked.append((self.path, dict(self.headers), body))
        answers = self.server.answers
        status, headers, content = answers.pop(0) if len(answers) > 1 else answers[0]
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, *_: object) -> None:
        """Nothing on the terminal."""


@pytest.fixture
def serve() -> Iterator[Callable[..., Server]]:
    running = []

    def start(*answers: Answer) -> Server:
        server = Server(list(answers))
        thread = Thread(target=server.serve_forever)
        thread.start()
        running.append((server, thread))
        return server

    yield start
    for server, thread in running:
        server.shutdown()
        thread.join()
        server.server_close()


BUSY: Answer = (503, {"Retry-After": "0"}, b"")


def done(value: Any = None, **headers: str) -> Answer:
    return 200, headers, json.dumps(value or {}).encode()


def test_what_has_not_changed_is_not_sent_again(serve):
    server = serve(done({"rows": [1]}, ETag='"a"'), (304, {}, b""))
    client = Client(server.url)
    assert client.get("seasons") == client.get("seasons") == {"rows": [1]}
    assert server.asked[0][0] == "/api/v1/seasons"
    assert [asked[1].get("If-None-Match") for asked in server.asked] == [None, '"a"']


def test_what_is_written_is_sent_again_with_the_same_key(serve):
    server = serve(BUSY, BUSY, done({"version": 1}))
    assert Client(server.url, "nyckel").post("events/a/results", {"board": 1}) == {"version": 1}
    assert len({asked[1]["Idempotency-Key"] for asked in server.asked}) == 1
    assert {asked[2] for asked in server.asked} == {b'{"board": 1}'}
    Client(server.url, "nyckel").post("events/a/results", {"board": 1})
    assert len({asked[1]["Idempotency-Key"] for asked in server.asked}) == 2


def test_a_server_that_stays_busy_is_given_up(serve):
    server = serve(BUSY)
    with pytest.raises(Refused):
        Client(server.url).get("seasons")
    assert len(server.asked) == TRIES


def test_what_the_server_says_is_told(serve):
    problem = json.dumps({"detail": "Kontraktet finns inte", "pointer": "#/contract"}).encode()
    server = serve((422, {"Content-Type": "application/problem+json"}, problem))
    with pytest.raises(Refused, match="Kontraktet finns inte") as caught:
        Client(server.url).post("events/a/results", {})
    assert (caught.value.status, caught.value.problem["pointer"]) == (422, "#/contract")
    assert len(server.asked) == 1


def test_a_token_follows_no_redirect(serve):
    other = serve(done())
    server = serve((302, {"Location": other.url}, b""))
    with pytest.raises(Refused):
        Client(server.url, "nyckel").get("seasons")
    assert server.asked[0][1]["Authorization"] == "Bearer nyckel"
    assert other.asked == []


@pytest.mark.parametrize(
    "site", ["file:///etc/passwd", "sm.example.org", "http://sm.example.org", "http://[x"]
)
def test_a_token_is_sent_to_a_safe_address_only(site):
    with pytest.raises(StorslamError):
        Client(site, "nyckel")


@pytest.mark.parametrize("token", ["a\nb", "å€"])
def test_a_token_that_no_server_gives_is_refused(token):
    with pytest.raises(StorslamError, match="no token"):
        Client("https://sm.example.org", token)


def test_another_kind_of_server_is_named(serve):
    server = serve((200, {}, b"<html>"), (200, {}, b"<html>"))
    with pytest.raises(StorslamError, match="does not answer as"):
        Client(server.url).get("seasons/é")
    with pytest.raises(StorslamError, match="does not answer as"):
        Client(server.url).bring("finalen", b"{}")


def test_a_server_that_is_not_there_is_named():
    with pytest.raises(StorslamError, match=r"127\.0\.0\.1:9 cannot be reached"):
        Client("http://127.0.0.1:9").get("seasons")


def test_what_is_signed_by_another_or_not_at_all_is_told_from_the_servers():
    header = signature("hemlig", b"{}", 1354320000)
    assert is_signed("hemlig", b"{}", header)
    for wrong in ("", "t=1", "v1=å", header.replace("t=1", "t=2")):
        assert not is_signed("hemlig", b"{}", wrong)
