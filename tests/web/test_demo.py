"""The demo season is the same from the same seed, and holds what it promises."""

from random import Random

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from storslam.movements.barometer import barometer
from storslam.rulebook.edition import edition
from storslam.scoring import score
from storslam.web.acts import entries, trail
from storslam.web.demo.people import TOWNS, people
from storslam.web.demo.play import boards, lines
from storslam.web.demo.season import Demo, people_of_the_demo
from storslam.web.models import (
    Entry,
    Event,
    LineUp,
    Place,
    PlaceState,
    Player,
    Report,
    Result,
    ResultVersion,
    Stage,
    StageKind,
)
from storslam.web.seasons import open_season
from storslam.web.teams.matches import teams_now


def test_people_and_play_come_from_the_seed_alone() -> None:
    counts = dict.fromkeys(TOWNS, 5)
    assert list(people(Random(1), counts)) == list(people(Random(1), counts))
    assert list(people(Random(1), counts)) != list(people(Random(2), counts))
    movement, skill = barometer(6, 2), {str(n): 0.0 for n in range(1, 7)}

    def played(seed: int) -> list[object]:
        random = Random(seed)
        return list(lines(movement, boards(range(1, 11), random), skill, random))

    assert played(1) == played(1) != played(2)


def test_every_full_name_is_there_once_and_letters_are_swedish() -> None:
    names = [person.name for person in people(Random(1), dict.fromkeys(TOWNS, 40))]
    assert len(names) == len(set(names))
    assert all(any(letter in name for name in names) for letter in "åäöéÅÄÖ")


@pytest.mark.django_db
def test_the_season_has_its_qualifiers_a_semifinal_in_play_and_a_finished_final() -> None:
    open_season(edition())
    with transaction.atomic():
        Demo(lambda _: None, *people_of_the_demo("a long password 1")).build()
    qualifiers = Stage.objects.filter(kind=StageKind.QUALIFIER)
    assert Event.objects.filter(stage__in=qualifiers, slug__contains="stockholm").exists()
    groups = list(Event.objects.filter(slug__startswith="open-semifinal-").order_by("group"))
    semifinal = groups[0]
    final = Event.objects.get(slug="dam-final")
    assert [(one.group, one.contestants.count()) for one in groups] == [(g, 34) for g in "ABCDE"]
    assert semifinal.results.count() == 17 * 2 * 20 + 9 * 2
    assert semifinal.conflicts.count() == 1
    assert (final.contestants.count(), final.boards.count()) == (52, 102)
    assert final.results.count() == 26 * 102
    assert ResultVersion.objects.filter(event=final).count() == final.results.count() + 4
    assert final.rulings.count() == 1
    assert Player.objects.exclude(birth_year=None).count() == Player.objects.count() > 2000
    assert Result.objects.count() > 20_000
    assert Report.objects.filter(in_time=True).count() == 2 * 21
    paid = Place.objects.filter(state=PlaceState.PAID)
    assert (paid.count(), Entry.objects.count() > 1000) == (170 + 52, True)
    assert list(trail.broken()) == []
    _teams_are_in_play()
    entry = Entry.objects.filter(stage__kind=StageKind.QUALIFIER).first()
    assert entries.open_findings(entry) == []  # as every rule would have it
    held = [row.player_id for place in paid for row in place.entry.roster.all()]
    opens = [place for place in paid if place.stage.discipline == "open-pairs"]
    players = [row.player_id for place in opens for row in place.entry.roster.all()]
    assert len(players) == len(set(players)) == 2 * 170  # nobody plays in two pairs
    assert len(held) == 2 * (170 + 52)


def _teams_are_in_play() -> None:
    """Ten semifinals of six teams in the third of five rounds, and the veterans' quarterfinals."""
    series = Event.objects.filter(stage__discipline="open-teams", stage__kind="semifinal")
    found = [teams_now(event) for event in series]
    assert {len(now.people) for now in found} == {6}
    assert [sum(match.finished for match in now.matches) for now in found] == [6] * 10
    assert all(match.fault is None for now in found for match in now.matches)
    assert [len(now.walkovers) for now in found] == [1] + [0] * 9
    assert LineUp.objects.count() == 8 * (2 * 3 * 3 + 2 * 3 * 9)
    veterans = teams_now(Event.objects.get(stage__discipline="veteran-teams"))
    assert len(veterans.people) == 17
    assert veterans.state
    assert (veterans.state.stage, veterans.state.next) == ("quarterfinal", "play")
    assert veterans.event.choices.count() == 3
    page = Client().get(reverse("season", args=["2012-2013"])).content.decode()
    assert all(now.event.slug in page for now in (*found, veterans))


def test_a_better_pair_scores_better_in_the_long_run() -> None:
    random = Random(5)
    skill = {str(n): (2.0 if n == 1 else 0.0) for n in range(1, 17)}
    played = lines(barometer(16, 6), boards(range(1, 91), random), skill, random)
    assert score(played).rows[0].id == "1"
