"""Contestants who must not move have their table in every round."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storslam.errors import StorslamError
from storslam.movements import Movement, faults, profile
from storslam.movements.balance import influences
from storslam.movements.barometer import barometer
from storslam.movements.howell import howell, three_quarter
from storslam.movements.mitchell import mitchell
from storslam.movements.stationary import stationary


def tables(movement: Movement, id_: str) -> list[int]:
    return [p.table for p in movement.positions if id_ in p.contestants]


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([8, 12, 13, 24]), st.data())
def test_in_a_barometer_any_can_stay_but_when_they_meet(pairs: int, data: st.DataObject) -> None:
    before = barometer(pairs, 2)
    numbers = st.sampled_from(sorted(before.contestants))
    wanted = data.draw(st.lists(numbers, min_size=1, max_size=3, unique=True))
    after = stationary(before, wanted)
    assert not list(faults(after))
    assert influences(after) == influences(before)
    assert len(set(tables(after, wanted[0]))) == 1
    for later_named in wanted[1:]:
        home = max(set(tables(after, later_named)), key=tables(after, later_named).count)
        away = [p for p in after.positions if later_named in p.contestants and p.table != home]
        assert all(set(p.contestants) <= set(wanted) for p in away)


@pytest.mark.parametrize("movement", [mitchell(14, 2), mitchell(16, 2, switched=1)])
def test_in_a_mitchell_they_have_north_south_numbers(movement: Movement) -> None:
    half = len(movement.contestants) // 2
    after = stationary(movement, ["9", "2", "12"])
    for id_ in ("9", "2", "12"):
        assert len(set(tables(after, id_))) == 1
    assert not list(faults(after, sets=1))
    assert profile(after).results_per_board == profile(movement).results_per_board
    assert len(profile(after).meetings) == len(profile(movement).meetings)
    assert half == profile(after).tables


def test_in_a_howell_one_has_the_place_that_stays() -> None:
    after = stationary(howell(12, 2), ["5"])
    assert set(tables(after, "5")) == {1}
    assert not list(faults(after, sets=1))


def test_in_a_three_quarter_howell_several_have() -> None:
    after = stationary(three_quarter(12, 2), ["1", "4", "12"])
    assert all(len(set(tables(after, id_))) == 1 for id_ in ("1", "4", "12"))


def test_more_than_stay_take_tables_with_them_in_a_howell() -> None:
    after = stationary(howell(12, 2), ["1", "2"])
    assert not list(faults(after, sets=1))
    assert len(set(tables(after, "1"))) == 1
    assert sorted(map(tables(after, "2").count, set(tables(after, "2")))) == [1, 10]


@pytest.mark.parametrize("wanted", [["99"], ["1", "1"], ["1", "2", "3", "4", "5"]])
def test_what_cannot_be_is_refused(wanted: list[str]) -> None:
    with pytest.raises(StorslamError):
        stationary(barometer(8, 2), wanted)


def test_nobody_wanted_changes_nothing() -> None:
    assert stationary(barometer(8, 2), []) == barometer(8, 2)
