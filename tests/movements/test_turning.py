"""Better directions for a pairing that is given."""

import pytest

from storslam.movements import faults
from storslam.movements.balance import balance
from storslam.movements.balanced import Rounds
from storslam.movements.barometer import as_movement, barometer, berger
from storslam.movements.turning import turned


def opponents(rounds: Rounds) -> list[list[frozenset[int]]]:
    return [[frozenset(two) for two in tables] for tables in rounds]


@pytest.mark.parametrize("contestants", [4, 6, 10, 16, 22])
def test_turning_leaves_every_meeting_and_the_mean(contestants: int) -> None:
    circle = berger(contestants)
    found = turned(circle, contestants)
    before, after = (balance(as_movement(r, contestants, 1)) for r in (circle, found))
    assert opponents(found) == opponents(circle)
    assert after.mean == before.mean
    assert after.variance <= before.variance


@pytest.mark.parametrize("contestants", [8, 10, 12, 14])
def test_small_circles_reach_the_least_variance(contestants: int) -> None:
    found = balance(as_movement(turned(berger(contestants), contestants), contestants, 1))
    assert found.variance == found.least_variance


@pytest.mark.parametrize(("contestants", "most"), [(24, 8), (34, 10), (40, 12), (52, 16)])
def test_the_usual_circle_is_made_many_times_more_even(contestants: int, most: int) -> None:
    """Some 7 for 34 pairs and 12 for 52, where the circle has 320 and 800."""
    found = balance(as_movement(turned(berger(contestants), contestants), contestants, 1))
    assert found.variance < most


@pytest.mark.parametrize("contestants", [66, 70, 92])
def test_a_size_without_pattern_plays_the_circle_turned(contestants: int) -> None:
    movement = barometer(contestants, 1)
    assert not list(faults(movement))
    usual = balance(as_movement(berger(contestants), contestants, 1))
    assert balance(movement).variance < usual.variance / 50


def test_the_same_tables_are_turned_every_time() -> None:
    assert turned(berger(16), 16) == turned(berger(16), 16)
