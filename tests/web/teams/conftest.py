"""A series of six teams whose matches are drawn, its first match, and its director."""

import pytest

from tests.web.teams import makers


@pytest.fixture
def event(db):  # noqa: ARG001 - the fixture opens the database
    made = makers.opened(6)
    makers.draw(made)
    return made


@pytest.fixture
def match(event):
    return event.matches.order_by("round", "number").first()


@pytest.fixture
def who():
    return makers.director()


@pytest.fixture
def desk(client, event, who):
    """A browser in which the event's director is logged in."""
    assert event.directors.filter(pk=who.pk).exists()
    client.force_login(who)
    return client
