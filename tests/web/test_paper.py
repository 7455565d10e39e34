"""Documents are made in a process of their own."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from storslam.scoring import score
from storslam.web.models import Ruling
from storslam.web.paper import made, whole
from storslam.web.results import rule
from tests.web import makers


def test_a_document_is_made_from_the_event_alone():
    played = makers.played()
    standing = whole(score(played.lines))
    assert made("board_list", played, standing, "sv", foot="").startswith(b"%PDF")


def test_a_document_that_cannot_be_made_is_a_fault_with_its_reason():
    with pytest.raises(RuntimeError, match="KeyError: 'poster'"):
        made("poster", makers.played(), "sv")


@pytest.mark.django_db
@pytest.mark.usefixtures("own_cache")
def test_s10_a_paper_says_of_which_version_it_is_and_a_later_one_is_new(client, event):
    address = f"/tavlingar/{event.slug}/resultat.pdf"
    first = client.get(address).content
    assert f"Version {event.version}, " in words(first)
    pair = event.contestants.get(code="1")
    rule(Ruling(event=event, contestant=pair, amount=-10, reason="Sen ankomst", who="ledare"))
    assert f"Version {event.version + 1}, " in words(client.get(address).content)


def words(pdf: bytes) -> str:
    return "".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)
