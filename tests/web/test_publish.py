"""The static site: whole, equal to the live pages, and replaced only when all is written."""

import re
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
    told = re.sub(r"<(form|script|style|head)\b.*?</\1>", " ", html, flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]*>", " ", told)).split()


def links(file: Path) -> list[str]:
    return [unescape(to) for to in re.findall(r'(?:href|src)="([^"]*)"', file.read_text())]


def test_every_link_leads_to_a_file_of_the_site(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 40
    for page in pages:
        for link in links(page):
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


def test_a_draft_is_not_published(event: Event, tmp_path: Path) -> None:
    event.state = State.DRAFT
    event.save()
    with pytest.raises(StorslamError, match="not published"):
        publish(tmp_path / "site", event.stage.season, [event])
    assert not (tmp_path / "site").exists()
