"""Whole events through the services, checked by the pure part on results compared anew."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from storslam.championship.matches import Half
from storslam.championship.series import Played, series_table
from storslam.scoring import victory_points, vp_scale
from storslam.scoring.imps import imps
from storslam.web.loaded import recorded
from storslam.web.models import Event
from storslam.web.teams import acts, drawing
from tests.web.teams import makers

pytestmark = pytest.mark.django_db


def compared(event: Event) -> list[Played]:
    """Every match from the stored scores alone: both rooms' scores subtracted, board by board."""
    book, found = event.stage.season.book(), []
    stored = recorded(event)
    for match in event.matches.exclude(away=None):
        margin, won, lost = 0, 0, 0
        rooms = {(room.half, room.closed): room.table for room in match.rooms.all()}
        for half, (_hall, boards) in enumerate(match.halves, 1):
            for board in boards:
                open_, closed = (
                    stored[rooms[half, one].pk, board].payload.outcome.ns for one in (False, True)
                )
                swing = imps(open_ - closed)
                margin, won, lost = margin + swing, won + max(swing, 0), lost + max(-swing, 0)
        planned = sum(len(boards) for _hall, boards in match.halves)
        points = victory_points(abs(margin), planned, vp_scale("wbf25", book))
        two = (points.winner, points.loser) if margin > 0 else (points.loser, points.winner)
        found.append(Played(match.home.code, match.away.code, *map(Fraction, two), won, lost))
    return found


def test_a_series_of_six_teams_is_the_table_of_its_matches():
    event = makers.opened(6)
    assert len(makers.draw(event)) == 15
    assert event.rounds.count() == 10  # five rounds in two halves
    makers.play(event, Random(1))
    now = makers.now(event)
    assert now.table == series_table(compared(event), 24, now.book)
    assert now.series.over
    assert now.series.winner == now.table[0].team
    assert {match.result.boards for match in now.matches} == {24}


def test_a_series_of_an_odd_number_lets_one_sit_out_each_round():
    event = makers.opened(7, discipline="junior-teams", kind="final", boards=16)
    makers.draw(event)
    makers.play(event, Random(2))
    now = makers.now(event)
    assert [len(matches) for matches in now.rounds.values()] == [3] * 7
    assert now.table == series_table(compared(event), 16, now.book)


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
    assert now.table == series_table(compared(event), boards, now.book)


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
