"""A client of a Storslam server's HTTP API, with nothing but the standard library.

    from storslam.client import Client

    server = Client("https://sm.example.org", token)
    for row in server.get("events/finalen/standing")["rows"]:
        print(row["place"], row["name"], row["total"])
    server.post("events/finalen/results", {"round": 1, "table": 1, "board": 1, "score": "420"})

What was read is asked for again with its ETag. What is written carries a key that names the
attempt, so that it is done once however often the line breaks.
"""

import hashlib
import hmac
import json
import time
import urllib.error
import urllib.request
from email.message import Message
from http.client import HTTPException, HTTPMessage
from typing import IO, Any
from urllib.parse import SplitResult, quote, urlsplit
from uuid import uuid4

from storslam.errors import StorslamError
from storslam.translation import gettext_noop

TRIES = 4
LONGEST_WAIT = 30.0
_SAYS = gettext_noop("%(site)s says: %(detail)s")
_NOT_OURS = gettext_noop("%(site)s does not answer as a server of Storslam does")
_OF_PATHS = "/?=&%+,:"
_AGAIN = frozenset({429, 502, 503, 504})
_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})


class Refused(StorslamError):
    """What the server says against it; `problem`: as it told (RFC 9457)."""

    def __init__(self, site: str, status: int, problem: dict[str, Any]) -> None:
        detail = problem.get("detail", f"HTTP {status}")
        super().__init__(_SAYS, site=site, detail=detail)
        self.status, self.problem = status, problem


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A token goes to the server that it is for, and to no other."""

    def redirect_request(
        self,
        req: urllib.request.Request,  # noqa: ARG002 - the signature is urllib's
        fp: IO[bytes],  # noqa: ARG002
        code: int,  # noqa: ARG002
        msg: str,  # noqa: ARG002
        headers: HTTPMessage,  # noqa: ARG002
        newurl: str,  # noqa: ARG002
    ) -> None:
        return None


_open = urllib.request.build_opener(_NoRedirect).open


def web_address(text: str) -> SplitResult:
    """The parts of an address by http or https; StorslamError for anything else."""
    try:
        parts = urlsplit(text)
        known = parts.scheme in {"http", "https"} and parts.netloc.isascii() and parts.hostname
        parts.port  # noqa: B018 - raises for what is no number
    except ValueError:
        known = None
    if not known:
        raise StorslamError("'%(url)s' is not an address of the web", url=text)
    return parts


class Client:
    """A server at `site`, asked with a token, or without one what everybody may read.

    Raises Refused for what the server does not do, StorslamError when it cannot be reached.
    """

    def __init__(
        self, site: str, token: str = "", *, language: str = "sv", timeout: float = 30
    ) -> None:
        parts = web_address(site)
        if not token.isascii() or not token.isprintable():
            raise StorslamError("the token holds what no token does")
        if token and parts.scheme == "http" and parts.hostname not in _LOCAL:
            raise StorslamError("a token is sent by https only: %(url)s", url=site)
        self.site, self.timeout = f"{parts.scheme}://{parts.netloc}", timeout
        self._headers = {"Accept-Language": language}
        if token:
            self._headers["Authorization"] = f"Bearer {token}"
        self._kept: dict[str, tuple[str, Any]] = {}

    def get(self, path: str) -> Any:
        """What is at this path under `/api/v1/`; what has not changed is not sent again."""
        etag, value = self._kept.get(path, ("", None))
        status, headers, body = self._ask("GET", path, {"If-None-Match": etag} if etag else {})
        if status == 304:
            return value
        value = self._json(body)
        self._kept[path] = headers.get("ETag", ""), value
        return value

    def post(self, path: str, value: object, key: str = "") -> Any:
        """What the server answers to the value; sent again with the `key` it is done once."""
        return self._json(self._post(path, json.dumps(value).encode(), key))

    def take_out(self, slug: str) -> bytes:
        """The event as a bundle; at the server it counts as away."""
        return self._post(f"events/{slug}/bundle/out", b"", "")

    def bring(self, slug: str, content: bytes) -> dict[str, Any]:
        """What the bundle did to the event at the server."""
        told: dict[str, Any] = self._json(self._post(f"events/{slug}/bundle", content, ""))
        return told

    def _json(self, body: bytes) -> Any:
        try:
            return json.loads(body)
        except ValueError as error:
            raise StorslamError(_NOT_OURS, site=self.site) from error

    def _post(self, path: str, content: bytes, key: str) -> bytes:
        headers = {"Content-Type": "application/json", "Idempotency-Key": key or uuid4().hex}
        return self._ask("POST", path, headers, content)[2]

    def _ask(
        self, method: str, path: str, headers: dict[str, str], content: bytes | None = None
    ) -> tuple[int, Message, bytes]:
        """Status, headers and body; asked again a few times where that may help."""
        url = f"{self.site}/api/v1/{quote(path, safe=_OF_PATHS)}"
        told = {**self._headers, **headers}
        request = urllib.request.Request(url, content, told, method=method)  # noqa: S310 - checked
        for left in reversed(range(TRIES)):
            wait = 2.0 ** (TRIES - left) / 8
            try:
                with _open(request, timeout=self.timeout) as answer:
                    return answer.status, answer.headers, answer.read()
            except urllib.error.HTTPError as error:
                with error:
                    if error.code == 304:
                        return error.code, error.headers, b""
                    if not left or error.code not in _AGAIN:
                        raise Refused(self.site, error.code, _problem(error)) from error
                    wait = _seconds(error.headers.get("Retry-After", ""), wait)
            except (OSError, HTTPException) as error:
                if not left:
                    raise StorslamError(
                        "%(site)s cannot be reached (%(reason)s)", site=self.site, reason=error
                    ) from error
            time.sleep(wait)
        raise AssertionError("the last try returns or raises")


def _problem(error: urllib.error.HTTPError) -> dict[str, Any]:
    try:
        told = json.loads(error.read())
    except (OSError, HTTPException, ValueError):
        return {}
    return told if isinstance(told, dict) else {}


def _seconds(text: str, otherwise: float) -> float:
    return min(float(text), LONGEST_WAIT) if text.isdecimal() else otherwise


def is_signed(secret: str, body: bytes, header: str) -> bool:
    """Whether the `Storslam-Signature` of what a hook was told is by who knows the secret.

    When it was signed is the header's `t`, in seconds since 1970: refuse what is old.
    """
    told = dict(part.partition("=")[::2] for part in header.split(","))
    signed = f"{told.get('t', '')}.".encode() + body
    made = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    return hmac.compare_digest(made.encode(), told.get("v1", "").encode())
