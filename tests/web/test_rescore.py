"""Scoring anew shows whether what was shown is what the results give."""

import pytest

from storslam.web.models import Event, Snapshot
from storslam.web.snapshots import render_anew, standing_page

pytestmark = pytest.mark.django_db


def test_a_page_that_was_tampered_with_is_found_and_made_anew(event: Event) -> None:
    page = standing_page(event, "sv")
    assert render_anew(event)
    Snapshot.objects.filter(event=event).update(body="something else")
    assert not render_anew(event)
    assert standing_page(event, "sv").body == page.body
    assert render_anew(event)
