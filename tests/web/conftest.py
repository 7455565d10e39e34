"""Events and people for the tests of the web."""

from typing import Any

import pytest

from storslam.web.accounts import create_director
from storslam.web.models import Board, Event, Season, Table, User
from tests.web import makers
from tests.web import season as season_makers

PASSWORD = "vit-springare-88"


@pytest.fixture(autouse=True)
def rates_of_this_test(own_cache: None) -> None:
    """Acts of one test are not counted in the next."""


@pytest.fixture(autouse=True)
def newest_at_once(settings: Any) -> None:
    """Every page shows what was recorded last, but where a test is about its being young."""
    settings.SNAPSHOT_SECONDS = 0


@pytest.fixture
def rehearsal(settings: Any) -> None:
    """A season played for practice: nobody needs a second factor."""
    settings.REHEARSAL = True


@pytest.fixture
def office(season: Season) -> User:  # noqa: ARG001 - the test's own season brings the districts
    """The Federation's office, in the season of the test's module."""
    return season_makers.office()


@pytest.fixture
def event(db: None) -> Event:  # noqa: ARG001 - the fixture opens the database
    """The small event, in play, every board played everywhere."""
    return makers.stored()


@pytest.fixture
def director(event: Event) -> User:
    """Somebody who directs the event."""
    user = create_director("ledare", PASSWORD, "Tea Ledare")
    event.directors.add(user)
    return user


@pytest.fixture
def desk(client: Any, director: User) -> Any:
    """A browser in which the director is logged in."""
    client.force_login(director)
    return client


@pytest.fixture
def board(event: Event) -> Board:
    return event.boards.get(number=1)


@pytest.fixture
def table(event: Event) -> Table:
    """The table of pairs 1 and 6 in the first round, which plays boards 1 and 2."""
    return Table.objects.get(round__event=event, round__number=1, number=1)
