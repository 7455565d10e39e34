"""Who belongs to a team while it plays: more players, fewer, others."""

from random import Random

import pytest

from storslam.errors import StorslamError
from storslam.scoring import Contestant as Who
from storslam.scoring import Player as Person
from storslam.web.hall import changes
from storslam.web.models import Contestant, Event, LineUp
from tests.web.teams import makers
from tests.web.teams.test_papers import line_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db) -> Event:  # noqa: ARG001 - the fixture opens the database
    made = makers.opened(6)
    makers.draw(made)
    line_up(made, made.matches.first(), 1)
    return makers.fresh(made)


def team(event: Event) -> Contestant:
    return event.matches.first().home


def people(contestant: Contestant) -> tuple[Person, ...]:
    rows = contestant.members.order_by("position")
    return tuple(Person(row.name, row.number, row.club) for row in rows)


def change(contestant: Contestant, players: tuple[Person, ...]) -> None:
    told = Who(contestant.code, players, contestant.name)
    changes.replace(contestant, told, contestant.entry, makers.director())


def named(contestant: Contestant) -> int:
    return LineUp.objects.filter(member__contestant=contestant).count()


def test_a_team_that_has_played_gets_another_player_and_keeps_its_line_ups__SM_TEAM_8(event):
    makers.play(event, Random(3), room__match=event.matches.first(), room__half=1)
    home = team(event)
    before = people(home)
    change(home, (*before, Person("Sen Sexa", "98765", "BK Ess")))
    assert people(home) == (*before, Person("Sen Sexa", "98765", "BK Ess"))
    assert named(home) == 4


def test_who_has_played_for_the_team_stays_in_it(event):
    makers.play(event, Random(3), room__match=event.matches.first(), room__half=1)
    home = team(event)
    row = LineUp.objects.filter(member__contestant=home).first().member
    rest = tuple(one for one in people(home) if one.name != row.name)
    for players in ((*rest, Person("Ny")), tuple(Person(f"Ny {n}") for n in range(4))):
        with pytest.raises(StorslamError, match="has played"):
            change(home, players)


def test_another_team_takes_the_place_of_one_that_has_named_its_line_up(event):
    home = team(event)
    assert named(home) == 4
    change(home, tuple(Person(f"Ny {n}") for n in range(5)))
    assert [one.name for one in people(home)] == [f"Ny {n}" for n in range(5)]
    assert named(home) == 0


def test_a_half_with_somebody_who_leaves_is_named_anew(event):
    home = team(event)
    row = LineUp.objects.filter(member__contestant=home).first().member
    rest = tuple(one for one in people(home) if one.name != row.name)
    change(home, (*rest, Person("Ny")))
    assert named(home) == 0


def test_two_are_no_team__SM_TEAM_1(event):
    two = (Person("Anna Ny"), Person("Bo Ny"))
    with pytest.raises(StorslamError, match="SM-TEAM-1"):
        change(team(event), two)
    with pytest.raises(StorslamError, match="SM-TEAM-1"):
        changes.add(event, Who("", two), None, makers.director())
    four = tuple(Person(f"Ny {n}") for n in range(4))
    with pytest.raises(StorslamError, match="draw"):
        changes.add(event, Who("", four), None, makers.director())
