"""All-play-all tables: everybody meets everybody once, at the bound of balance."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storslam.movements import Movement, faults, profile
from storslam.movements.balance import balance, influences
from storslam.movements.balanced import Meeting, evened, paired
from storslam.movements.barometer import as_movement, barometer, berger
from storslam.movements.directions import pattern


@pytest.mark.parametrize("contestants", range(4, 62, 2))
def test_every_even_size_from_4_to_60_reaches_the_bound(contestants: int) -> None:
    movement = barometer(contestants, 2)
    found = profile(movement)
    assert not list(faults(movement))
    assert (found.rounds, found.tables) == (contestants - 1, contestants // 2)
    assert set(found.meetings.values()) == {1}
    assert len(found.meetings) == contestants * (contestants - 1) // 2
    assert balance(movement).best_possible


def test_the_finals_of_52_compare_every_pair_with_every_other_exactly_equally() -> None:
    assert set(influences(barometer(52, 2)).values()) == {-25}


def test_in_a_group_of_34_every_influence_deviates_by_at_most_2() -> None:
    assert set(influences(barometer(34, 2)).values()) <= {-18, -16, -14}


@pytest.mark.parametrize("contestants", [64, 68, 72, 76, 100])
def test_the_same_construction_serves_larger_sizes(contestants: int) -> None:
    assert balance(barometer(contestants, 1)).best_possible


def test_a_usual_circle_is_far_from_the_bound() -> None:
    """Variance 320 for 34 pairs with the last fixed, against 64/17."""
    usual = balance(as_movement(berger(34), 34, 1))
    assert usual.variance > 60 * balance(barometer(34, 1)).variance


def test_one_turned_table_shows() -> None:
    movement = barometer(34, 1)
    first, *rest = movement.positions
    turned = Movement((replace(first, ns=first.ew, ew=first.ns), *rest))
    found = balance(turned)
    assert (found.worst, found.best_possible) == (4, False)


@pytest.mark.parametrize("contestants", [5, 17, 33])
def test_an_odd_number_sits_out_once_each(contestants: int) -> None:
    movement = barometer(contestants, 2)
    out = Counter(p.contestants[0] for p in movement.positions if not p.played)
    assert not list(faults(movement))
    assert len(out) == contestants
    assert set(out.values()) == {1}
    assert set(profile(movement).meetings.values()) == {1}


def test_the_first_rounds_alone_can_be_played() -> None:
    movement = barometer(40, 2, rounds=21)
    assert not list(faults(movement))
    assert set(profile(movement).meetings.values()) == {1}
    assert profile(movement).boards == 42


def test_nobody_sits_the_same_way_much_more_often() -> None:
    for contestants in (24, 34, 52):
        ns = Counter(p.ns for p in barometer(contestants, 1).positions)
        rounds = contestants - 1
        assert max(abs(2 * ns[str(i + 1)] - rounds) for i in range(contestants)) <= 15


@settings(max_examples=25, deadline=None)
@given(st.sampled_from([12, 16, 20]), st.integers(0, 10**6))
def test_settled_meetings_stay_where_they_are(contestants: int, seed: int) -> None:
    random = Random(seed)
    directions = pattern(contestants)
    one, other = random.sample(range(contestants), 2)
    round_ = next(r for r, ns in enumerate(directions) if (ns >> one ^ ns >> other) & 1)
    settled = [Meeting(round_, one, other)]
    tries = (paired(directions, contestants, Random(seed + n), settled) for n in range(20))
    rounds = next(found for found in tries if found)
    assert {one, other} in map(set, rounds[round_])
    assert balance(as_movement(rounds, contestants, 1)).best_possible


def test_turning_rounds_leaves_the_balance() -> None:
    directions = pattern(24)
    rounds = paired(evened(directions, 24), 24, Random(1))
    assert balance(as_movement(rounds, 24, 1)).best_possible


def test_the_same_table_every_time() -> None:
    assert barometer(28, 2) == barometer(28, 2)
    assert paired(pattern(28), 28, Random(3)) == paired(pattern(28), 28, Random(3))


def test_there_is_no_pattern_for_some_sizes() -> None:
    assert pattern(92) is None
    assert not list(faults(barometer(92, 1)))


@pytest.mark.parametrize("movement", [barometer(17, 2), barometer(34, 2, 10), barometer(17, 2, 5)])
def test_no_bound_is_claimed_where_none_is_proven(movement: Movement) -> None:
    found = balance(movement)
    assert (found.least_variance, found.least_worst, found.best_possible) == (None, None, False)
