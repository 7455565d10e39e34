"""The static site: whole, equal to the live pages, and replaced only when all is written."""

import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

from storslam.errors import FileFault, StorslamError
from storslam.web.models import Event
from storslam.web.models.event import State
from storslam.web.publish import MARK, publish

pytestmark = pytest.mark.django_db


@pytest.fixture
def site(event: Event, tmp_path: Path) -> Path:
    """The site of the small event."""
    folder = tmp_path / "site"
    publish(folder, event.stage.season, [event])
    return folder


def words(html: str) -> list[str]:
    """What a page says, without its tags, and without what only a server can do."""
    told = re.sub(r"<(form|script|style|head|header)\b.*?</\1>", " ", html, flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]*>", " ", told)).split()


def hrefs(html: str) -> list[str]:
    return [unescape(to) for to in re.findall(r'(?:href|src)="([^"]*)"', html)]


def test_every_link_leads_to_a_file_of_the_site(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 40
    for page in pages:
        for link in hrefs(page.read_text()):
            target = unquote(link.split("#")[0])
            if target:
                assert not target.startswith(("/", "http")), (page, link)
                found = (page.parent / target).resolve()
                assert site.resolve() in found.parents
                assert found.is_file(), (page, link)


def test_there_is_nothing_that_needs_a_server(site: Path) -> None:
    for page in site.rglob("*.html"):
        html = page.read_text()
        assert "<form" not in html
        assert "<script" not in html
        assert "hx-" not in html


def test_the_published_standing_is_the_live_one(site: Path, client, event: Event) -> None:
    for path in (f"/tavlingar/{event.slug}/", f"/tavlingar/{event.slug}/bricka/1/"):
        live = client.get(path).content.decode()
        assert words((site / path[1:] / "index.html").read_text()) == words(live)


def test_the_menu_leads_to_what_is_there(site: Path, event: Event) -> None:
    path = Path("tavlingar", event.slug, "bricka", "1", "index.html")
    season = f"sasonger/{event.stage.season.slug}/index.html"
    for page, other in ((path, "en" / path), ("en" / path, path)):
        html = (site / page).read_text()
        assert not re.search(r"<a\b(?![^>]*\shref=)", html)
        menu = re.search(r"<header.*?</header>", html, re.DOTALL)[0]
        found = [(site / page).parent.joinpath(to).resolve() for to in hrefs(menu)]
        start = (site / ("en" if page.parts[0] == "en" else "") / season).resolve()
        assert found == [start, start, (site / other).resolve()]


def test_the_published_pages_are_in_both_languages(site: Path, event: Event) -> None:
    english = (site / "en" / "tavlingar" / event.slug / "index.html").read_text()
    assert '<html lang="en">' in english
    assert "Standing" in english
    assert (site / "tavlingar" / event.slug / "resultat.csv").read_bytes()


def test_what_is_not_everybodys_is_not_there(site: Path) -> None:
    for page in site.rglob("*"):
        assert not {"tl", "konto", "mitt", "bord", "anmalan"} & set(page.relative_to(site).parts)


def test_a_site_is_replaced_whole_and_another_folder_is_not(site: Path, event: Event) -> None:
    (site / "stray.html").write_text("old")
    publish(site, event.stage.season, [event])
    assert not (site / "stray.html").exists()
    (site / MARK).unlink()
    with pytest.raises(FileFault, match="something else"):
        publish(site, event.stage.season, [event])


def test_what_fails_half_way_leaves_the_site_as_it_was(site: Path, event: Event) -> None:
    def broken(_write, _sites):
        raise RuntimeError("half way")

    before = {file: file.read_bytes() for file in site.rglob("*") if file.is_file()}
    with pytest.raises(RuntimeError):
        publish(site, event.stage.season, [event], broken)
    assert {file: file.read_bytes() for file in site.rglob("*") if file.is_file()} == before
    assert not list(site.parent.glob(".site*"))


def test_two_at_once_do_not_meet(site: Path, event: Event) -> None:
    def meanwhile(write, sites):
        with pytest.raises(FileFault, match="another run"):
            publish(site, event.stage.season, [event])
        return map(write, sites)

    publish(site, event.stage.season, [event], meanwhile)
    assert (site / "static" / "storslam" / "storslam.css").exists()
    assert not list(site.parent.glob(".site*"))


def test_what_a_killed_run_left_is_cleared(site: Path, event: Event) -> None:
    (site.parent / ".site.publish" / "new" / "en").mkdir(parents=True)
    publish(site, event.stage.season, [event])
    assert not list(site.parent.glob(".site*"))


def test_where_no_site_can_be_is_told(site: Path, event: Event, monkeypatch) -> None:
    with pytest.raises(FileFault, match="something else"):
        publish(Path("/"), event.stage.season, [event])
    monkeypatch.chdir(site / "en")
    with pytest.raises(FileFault, match="from outside"):
        publish(site, event.stage.season, [event])


ORPHAN = """
import os, signal, sys, time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from storslam.cli.publish import _end_with_parent
pool = ProcessPoolExecutor(2, get_context("fork"), _end_with_parent)
running = [pool.submit(time.sleep, 60) for _ in "ab"]
time.sleep(0.2)
print(*pool._processes, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_the_processes_end_when_their_parent_is_killed() -> None:
    # They hold the other end of the pipe until they end.
    done = subprocess.run([sys.executable, "-c", ORPHAN], capture_output=True, timeout=20)
    assert len(done.stdout.split()) == 2


def test_a_draft_is_not_published(event: Event, tmp_path: Path) -> None:
    event.state = State.DRAFT
    event.save()
    with pytest.raises(StorslamError, match="not published"):
        publish(tmp_path / "site", event.stage.season, [event])
    assert not (tmp_path / "site").exists()
