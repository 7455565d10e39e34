"""A static site of what everybody may see: any web host serves it, no server of ours is needed.

The pages are the live ones, asked for as a reader would and followed from link to link. Forms and
scripts are left out, links become relative, and what is not published loses its link, in the menu
its place too. The choice of language leads to the same page in the other one.
"""

import fcntl
import os
import re
import shutil
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from html import escape, unescape
from io import BytesIO
from pathlib import Path
from posixpath import dirname, relpath
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpResponse
from django.urls import get_resolver, reverse

from storslam.errors import FileFault, StorslamError
from storslam.web.models import Event, Season
from storslam.web.models.event import State

MARK = ".storslam"
"""The file that marks a folder as published from here, which may be replaced."""

_ATTRIBUTE = re.compile(r'\s(?P<name>href|src)="(?P<target>[^"]*)"')
_MENU = re.compile(r"<header\b.*?</header>", re.DOTALL)
_DEAD = re.compile(r"<a\b(?![^>]*\shref=)[^>]*>(?P<text>.*?)</a>", re.DOTALL)
_LANGUAGES = re.compile(r'<form class="languages".*?</form>', re.DOTALL)
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
    _ = get_resolver().url_patterns  # the views are loaded once, for every language
    with _replacing(folder) as draft:
        slugs = tuple(event.slug for event in events)
        sites = [(draft, name, season.slug, slugs) for name, _told in settings.LANGUAGES]
        count = sum(run(_written, sites))
        (draft / MARK).write_text("Storslam\n", encoding="utf-8")
    return count


def _written(site: _What) -> int:
    """Write the pages in one language; how many."""
    root, language, season, events = site
    return _Site(root, language, season, events).write()


def _below(language: str) -> str:
    """Where the pages in this language are, below the root."""
    return "" if language == settings.LANGUAGE_CODE else f"{language}/"


def _file(path: str, language: str) -> str:
    """Where a page in this language is written, below the root."""
    name = unquote(path).lstrip("/")
    if path.startswith(settings.STATIC_URL):
        return name
    return _below(language) + (f"{name}index.html" if name.endswith("/") or not name else name)


@contextmanager
def _replacing(folder: Path) -> Iterator[Path]:
    """A folder to fill, which takes this one's place when all has gone well."""
    try:
        if folder.exists() and any(folder.iterdir()) and not (folder / MARK).exists():
            raise FileFault("this folder holds something else; give an empty one", file=str(folder))
        if Path.cwd().is_relative_to(folder):
            raise FileFault("the site replaces this folder: publish from outside", file=str(folder))
        with _bench(folder) as bench:
            (bench / "new").mkdir()
            yield bench / "new"
            if folder.exists():
                folder.rename(bench / "old")
            (bench / "new").rename(folder)
    except OSError as error:
        reason = error.strerror or str(error)
        raise FileFault(
            "the site cannot be written (%(reason)s)", file=str(folder), reason=reason
        ) from error


@contextmanager
def _bench(folder: Path) -> Iterator[Path]:
    """An empty folder beside this one for one run to work in; FileFault while another does."""
    bench = folder.with_name(f".{folder.name}.publish")
    bench.mkdir(parents=True, exist_ok=True)
    held = os.open(bench, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        try:
            for left in bench.iterdir():  # by a run that was killed
                shutil.rmtree(left)
            yield bench
        finally:
            shutil.rmtree(bench, ignore_errors=True)
    except BlockingIOError as error:
        raise FileFault("another run is publishing into this folder", file=str(folder)) from error
    finally:
        os.close(held)


class _Site:
    """The pages in one language, from the season's page along every link that is published."""

    def __init__(self, root: Path, language: str, season: str, events: tuple[str, ...]) -> None:
        self.root, self.language = root, language
        self.home = reverse("home")
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
                html = _LEFT_OUT.sub("", _LANGUAGES.sub(self._languages(path), body.decode()))
                self._follow(html)
                body = html.encode()
            pages[path] = kind, body
        for path, (kind, body) in pages.items():
            html = kind.startswith("text/html")
            self._store(path, self._rewritten(path, body.decode()).encode() if html else body)
        below = _below(self.language)
        index = relpath(_file(self.start, self.language), below or ".")
        self._put(f"{below}index.html", _TURN.format(escape(index)).encode())
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

    def _languages(self, path: str) -> str:
        """The links to this page in the other languages."""
        here = dirname(_file(path, self.language))
        return "".join(
            f'<a class="languages" lang="{name}" hreflang="{name}"'
            f' href="{escape(quote(relpath(_file(path, name), here or ".")))}">{told}</a>'
            for name, told in settings.LANGUAGES
            if name != self.language
        )

    def _rewritten(self, path: str, html: str) -> str:
        """The page with links that hold anywhere."""
        here = dirname(_file(path, self.language))

        def link(found: re.Match[str]) -> str:
            target = unescape(found["target"])
            to = _path(found["target"])
            if to == self.home:
                to = self.start  # which tells of the events, too
            if not to:
                return "" if urlsplit(target).scheme in {"http", "https"} else found[0]
            if to not in self.known or to in self.gone:
                return ""
            fragment = urlsplit(target).fragment
            there = quote(relpath(_file(to, self.language), here))
            there += f"#{fragment}" if fragment else ""
            return f' {found["name"]}="{escape(there)}"'

        html = _ATTRIBUTE.sub(link, html)
        html = _MENU.sub(lambda menu: _DEAD.sub("", menu[0]), html, count=1)
        return _DEAD.sub(r"\g<text>", html)

    def _store(self, path: str, body: bytes) -> None:
        self._put(_file(path, self.language), body)

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
