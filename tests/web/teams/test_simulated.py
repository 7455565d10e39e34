"""Whole events through the services, checked by code of its own on the stored scores alone."""

from collections import Counter
from decimal import Decimal
from random import Random

import pytest

from storslam.championship.matches import Half
from storslam.web.hall.contestants import set_standing
from storslam.web.models import Event
from storslam.web.teams import acts, drawing
from tests.web.teams import independent, makers

pytestmark = pytest.mark.django_db


def test_a_series_of_six_teams_is_the_table_of_its_matches():
    event = makers.opened(6)
    assert len(makers.draw(event)) == 15
    assert event.rounds.count() == 10  # five rounds in two halves
    makers.play(event, Random(1))
    now = makers.now(event)
    independent.agrees(event, now)
    assert now.series.over
    assert now.series.winner == now.table[0].team
    assert {match.result.boards for match in now.matches} == {24}


def test_a_series_of_an_odd_number_lets_one_sit_out_each_round():
    event = makers.opened(7, discipline="junior-teams", kind="final", boards=16)
    makers.draw(event)
    makers.play(event, Random(2))
    now = makers.now(event)
    assert [len(matches) for matches in now.rounds.values()] == [3] * 7
    independent.agrees(event, now)


@pytest.mark.parametrize("seed", range(6))
def test_walkovers_are_settled_by_the_best_of_three_after_the_series(seed):
    """One or two teams stay away from some matches; others are penalised, one may be struck."""
    event, dice = makers.opened(6), Random(seed)
    makers.draw(event)
    rows = list(event.matches.select_related("home", "away"))
    for match in dice.sample(rows, 1 + seed % 4):
        acts.concede(makers.fresh(event), match.pk, dice.choice(["home", "away"]), "x", "tl")
    for match in dice.sample(rows, 2):
        acts.penalise(event, match.pk, "home", Decimal(dice.randint(1, 5)), 0, "sent", "tl")
    makers.play(event, dice)
    independent.agrees(event, makers.now(event))
    team = event.contestants.get(code=str(1 + seed))
    set_standing(makers.fresh(event), team, "struck", makers.director(), "avgift")
    independent.agrees(event, makers.now(event))


def test_a_team_that_never_comes_gives_its_opponents_what_they_have():
    """Nobody has met the absent team: the third alternative falls away for all five."""
    event = makers.opened(6)
    makers.draw(event)
    for match in event.matches.select_related("home", "away"):
        for side, team in (("home", match.home), ("away", match.away)):
            if team.code == "4":
                acts.concede(makers.fresh(event), match.pk, side, "x", "tl")
    makers.play(event, Random(8))
    now = makers.now(event)
    independent.agrees(event, now)
    assert {o.alternative for one in now.walkovers for o in one.offers} == {1, 2}
    assert now.table[-1].team == "4"


@pytest.mark.parametrize(("teams", "boards"), [(5, 14), (9, 10), (12, 8)])
def test_few_veteran_teams_all_meet(teams, boards):
    event = makers.opened(teams, discipline="veteran-teams", kind="final")
    makers.draw(event)
    meetings = Counter(frozenset((m.home.code, m.away.code)) for m in event.matches.all())
    assert len(meetings) == teams * (teams - 1) // 2
    assert set(meetings.values()) == {1}
    makers.play(event, Random(3))
    now = makers.now(event)
    assert now.state.next == "over"
    assert len(now.state.places) == teams
    independent.agrees(event, now)
    assert {match.plan.boards for match in now.matches} == {boards}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("teams", [17, 23, 40, 41, 64])
def test_veteran_teams_play_eight_rounds_and_a_cup(teams):
    event, dice = makers.opened(teams, discipline="veteran-teams", kind="final"), Random(teams)
    choices = 0
    while (state := makers.now(event).state).next != "over":
        if state.next == "draw":
            makers.draw(event)
        elif state.next == "choose":
            drawing.choose(makers.fresh(event), state.chooser, state.among[-1], makers.director())
            choices += 1
        else:
            _seat_extra(event)
            makers.play(event, dice)
    now = makers.now(event)
    independent.agrees(event, now, phase="green-lift")
    qualifying = [m for m in now.matches if m.row.phase == "green-lift"]
    assert {m.row.round for m in qualifying} == set(range(1, 9))
    byes = Counter(m.home for m in qualifying if m.away is None)
    assert byes.total() == 8 * (teams % 2)
    assert max(byes.values(), default=1) == 1
    met = Counter(frozenset((m.home, m.away)) for m in qualifying if m.away)
    assert set(met.values()) == {1}
    size = 16 if teams > 40 else 8
    cup = [m for m in now.matches if m.row.phase != "green-lift"]
    assert len(cup) == size
    assert choices == size // 2 - 1 + (size // 4 - 1) + (1 if size == 16 else 0)
    final = next(m for m in cup if m.row.phase == "final")
    third = next(m for m in cup if m.row.phase == "third-place")
    assert state.places[final.result.winner] == "1"
    assert state.places[third.result.winner] == "3"
    assert state.medals[final.result.winner] == "gold"
    assert [m.plan.boards for m in (final, third)] == [24, 24]


def _seat_extra(event: Event) -> None:
    """Seat extra boards where a cup match is level."""
    for match in makers.now(event).matches:
        if match.result and match.result.extra_boards and all(map(_whole, match.extra)):
            acts.add_extra(makers.fresh(event), match.row.pk, makers.director())


def _whole(half: Half) -> bool:
    return len(half.open_room) == len(half.boards)
