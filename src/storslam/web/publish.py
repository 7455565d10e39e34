"""A static site of what everybody may see: any web host serves it, no server of ours is needed.

The pages are the live ones, asked for as a reader would and followed from link to link. Forms and
scripts are left out, links become relative, and what is not published loses its link.
"""

import re
import shutil
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from html import escape, unescape
from io import BytesIO
from pathlib import Path
from posixpath import relpath
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpResponse
from django.urls import reverse

from storslam.errors import FileFault, StorslamError
from storslam.web.models import Event, Season
from storslam.web.models.event import State

MARK = ".storslam"
"""The file that marks a folder as published from here, which may be replaced."""

_ATTRIBUTE = re.compile(r'\s(?P<name>href|src)="(?P<target>[^"]*)"')
_LEFT_OUT = re.compile(
    r"<(form|script)\b.*?</\1>|<meta name=\"htmx-config\"[^>]*>|\shx-[a-z-]+=\"[^\"]*\"", re.DOTALL
)
# Of an event, what is worked out for each asker alone or takes long to make.
_NOT_OF_EVENTS = ("/placering/", "/sal/", "/scorekort.pdf")
_OF_SEASON = (
    "etapp/",
    "kval/",
    "platser/",
    "lottning/",
    "orter/",
    "kalender",
    "regler/",
    "system/",
)

# The page at the top leads to the season's.
_TURN = (
    '<!DOCTYPE html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url={0}">'
    '<title>Storslam</title><a href="{0}">Storslam</a>\n'
)

_What = tuple[Path, str, str, tuple[str, ...]]
"""Where, in which language, of which season and which events."""
Run = Callable[[Callable[[_What], int], list[_What]], Iterable[int]]


def publish(folder: Path, season: Season, events: list[Event], run: Run = map) -> int:
    """Write the site of these events of a season into a folder; the number of files.

    The folder is new, empty, or one that was published before: then it is replaced when all has
    been written. `run`: as `map`, for the languages side by side. Raises FileFault for another
    folder, StorslamError for an event that is not published.
    """
    for event in events:
        if event.state == State.DRAFT:
            raise StorslamError("%(event)s is not published", event=event.name)
    with _replacing(folder) as draft:
        slugs = tuple(event.slug for event in events)
        sites = [(draft, name, season.slug, slugs) for name, _told in settings.LANGUAGES]
        count = sum(run(_written, sites))
        (draft / MARK).write_text("Storslam\n", encoding="utf-8")
    return count


def _written(site: _What) -> int:
    """Write the pages in one language; how many."""
    root, language, season, events = site
    below = "" if language == settings.LANGUAGE_CODE else f"{language}/"
    return _Site(root, below, language, season, events).write()


@contextmanager
def _replacing(folder: Path) -> Iterator[Path]:
    """A folder to fill, which takes this one's place when all has gone well."""
    draft, old = (folder.with_name(f".{folder.name}.{ending}") for ending in ("new", "old"))
    try:
        if folder.exists() and any(folder.iterdir()) and not (folder / MARK).exists():
            raise FileFault("this folder holds something else; give an empty one", file=str(folder))
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(parents=True)
        yield draft
        shutil.rmtree(old, ignore_errors=True)
        if folder.exists():
            folder.rename(old)
        draft.rename(folder)
        shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise FileFault(
            "the site cannot be written (%(reason)s)", file=str(folder), reason=reason
        ) from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)


class _Site:
    """The pages in one language, from the season's page along every link that is published."""

    def __init__(
        self, root: Path, below: str, language: str, season: str, events: tuple[str, ...]
    ) -> None:
        self.root, self.below, self.language = root, below, language
        self.start = reverse("season", args=[season])
        self.events = {reverse("event", args=[event]) for event in events}
        self.handler = WSGIHandler()
        self.waiting = deque([self.start, *sorted(self.events)])
        self.known = set(self.waiting)
        self.gone: set[str] = set()

    def write(self) -> int:
        """Ask for every page and write it, and the start page's address on top; how many files."""
        pages: dict[str, tuple[str, bytes]] = {}
        while self.waiting:
            path = self.waiting.popleft()
            response = self._ask(path)
            if response.status_code != 200:
                self.gone.add(path)
                continue
            kind = response.headers.get("Content-Type", "")
            body = b"".join(response) if response.streaming else response.content
            if kind.startswith("text/html"):
                html = _LEFT_OUT.sub("", body.decode())
                self._follow(html)
                body = html.encode()
            pages[path] = kind, body
        for path, (kind, body) in pages.items():
            html = kind.startswith("text/html")
            self._store(path, self._rewritten(path, body.decode()).encode() if html else body)
        index = relpath(self._file(self.start), self.below or ".")
        self._put(f"{self.below}index.html", _TURN.format(escape(index)).encode())
        return len(pages) + 1

    def _ask(self, path: str) -> HttpResponse:
        """The live page, as a reader of the language gets it."""
        environ: dict[str, Any] = {
            "REQUEST_METHOD": "GET", "PATH_INFO": path, "SCRIPT_NAME": "", "QUERY_STRING": "",
            "SERVER_NAME": "localhost", "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "localhost", "wsgi.input": BytesIO(),
            "wsgi.url_scheme": "https" if settings.SECURE_SSL_REDIRECT else "http",
            "HTTP_COOKIE": f"{settings.LANGUAGE_COOKIE_NAME}={self.language}",
        }  # fmt: skip
        return self.handler.get_response(self.handler.request_class(environ))  # type: ignore[return-value]

    def _follow(self, html: str) -> None:
        for found in _ATTRIBUTE.finditer(html):
            path = _path(found["target"])
            if path and path not in self.known and self._published(path):
                self.known.add(path)
                if not path.startswith(settings.STATIC_URL):
                    self.waiting.append(path)
                else:
                    self._static(path)

    def _published(self, path: str) -> bool:
        """Whether the page is everybody's, and belongs to what is published."""
        if path.startswith(settings.STATIC_URL):
            return True
        if path.startswith(self.start):
            rest = path.removeprefix(self.start)
            return not rest or (rest.startswith(_OF_SEASON) and "/kansli/" not in path)
        of_event = any(path.startswith(event) for event in self.events)
        return of_event and not path.endswith(_NOT_OF_EVENTS)

    def _static(self, path: str) -> None:
        source = finders.find(path.removeprefix(settings.STATIC_URL))
        if source and not path.endswith(".js"):
            self._put(path.lstrip("/"), Path(str(source)).read_bytes())
        else:
            self.gone.add(path)

    def _rewritten(self, path: str, html: str) -> str:
        """The page with links that hold anywhere."""
        here = str(Path(self._file(path)).parent)

        def link(found: re.Match[str]) -> str:
            target = unescape(found["target"])
            to = _path(found["target"])
            if not to:
                return "" if urlsplit(target).scheme in {"http", "https"} else found[0]
            if to not in self.known or to in self.gone:
                return ""
            fragment = urlsplit(target).fragment
            there = quote(relpath(self._file(to), here)) + (f"#{fragment}" if fragment else "")
            return f' {found["name"]}="{escape(there)}"'

        return _ATTRIBUTE.sub(link, html)

    def _file(self, path: str) -> str:
        """Where a page is written, below the root."""
        name = unquote(path).lstrip("/")
        if path.startswith(settings.STATIC_URL):
            return name
        return self.below + (f"{name}index.html" if name.endswith("/") or not name else name)

    def _store(self, path: str, body: bytes) -> None:
        self._put(self._file(path), body)

    def _put(self, name: str, body: bytes) -> None:
        file = (self.root / name).resolve()
        if self.root.resolve() not in file.parents:
            raise StorslamError("the page %(path)s would be written outside the site", path=name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(body)


def _path(target: str) -> str:
    """The path of a link to a page of ours; empty for others, and for a place on the same page."""
    parts = urlsplit(unescape(target))
    return quote(unquote(parts.path)) if parts.path.startswith("/") and not parts.netloc else ""
