"""Swiss rounds: neighbours meet, and nobody meets or sits out twice while that can be avoided."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storslam.errors import StorslamError
from storslam.movements import Movement, faults, profile
from storslam.movements.barometer import barometer
from storslam.movements.swiss import by_lot, swiss_round


def tournament(pairs: int, rounds: int, seed: int) -> Movement:
    """Rounds drawn from standings that change by chance."""
    random = Random(seed)
    order = by_lot([str(number) for number in range(1, pairs + 1)], seed)
    played = Movement(())
    for index in range(rounds):
        drawn = swiss_round(order, played, (2 * index + 1, 2 * index + 2))
        played = Movement(played.positions + drawn)
        places = {id_: place + random.uniform(-4, 4) for place, id_ in enumerate(order)}
        order = sorted(order, key=places.__getitem__)
    return played


@settings(max_examples=40, deadline=None)
@given(st.integers(4, 30), st.integers(0, 10**6), st.data())
def test_nobody_meets_again_or_sits_out_again(pairs: int, seed: int, data: st.DataObject) -> None:
    rounds = data.draw(st.integers(1, max(1, pairs // 2 - 1)))
    played = tournament(pairs, rounds, seed)
    out = Counter(p.ns for p in played.positions if not p.played)
    assert not list(faults(played))
    assert set(profile(played).meetings.values()) <= {1}
    assert set(out.values()) <= {1}
    assert sum(out.values()) == rounds * (pairs % 2)
    assert all(len(p.contestants) == 2 or p.ns is not None for p in played.positions)


@settings(max_examples=20, deadline=None)
@given(st.integers(6, 30), st.integers(0, 10**6))
def test_directions_are_evened(pairs: int, seed: int) -> None:
    played = tournament(pairs, pairs // 2 - 1, seed)
    surplus: Counter[str] = Counter()
    for position in played.positions:
        if position.played:
            surplus[position.ns] += 1
            surplus[position.ew] -= 1
    assert max(map(abs, surplus.values())) <= 4


def test_the_first_two_of_the_standing_meet_and_so_on_down() -> None:
    drawn = swiss_round(["a", "b", "c", "d", "e"], Movement(()), (1,))
    assert [p.contestants for p in drawn] == [("a", "b"), ("c", "d"), ("e",)]


def test_who_met_is_passed_over_for_the_nearest_other() -> None:
    first = swiss_round(["a", "b", "c", "d"], Movement(()), (1,))
    second = swiss_round(["a", "b", "c", "d"], Movement(first), (2,))
    assert {frozenset(p.contestants) for p in second} == {frozenset("ac"), frozenset("bd")}
    assert {p.round for p in second} == {2}


def test_when_all_have_met_the_fewest_meet_again() -> None:
    played = tournament(4, 3, 1)
    fourth = swiss_round(["1", "2", "3", "4"], played, (7,))
    counted = profile(Movement(played.positions + fourth)).meetings
    assert sorted(counted.values()) == [1, 1, 1, 1, 2, 2]


def test_when_all_have_sat_out_somebody_does_again() -> None:
    played = tournament(3, 4, 5)
    out = Counter(p.ns for p in played.positions if not p.played)
    assert sorted(out.values()) == [1, 1, 2]


def test_the_last_who_has_not_sat_out_does() -> None:
    first = swiss_round(["a", "b", "c"], Movement(()), (1,))
    second = swiss_round(["a", "b", "c"], Movement(first), (2,))
    assert [p.ns for p in second if not p.played] == ["b"]


def test_late_rounds_of_a_small_field_are_found_by_looking_further() -> None:
    """The upper half have all met one another: each meets one of the lower half."""
    top = [str(number) for number in range(1, 19)]
    order = [*top, *"abcdefghijklmnopqr"]
    drawn = swiss_round(order, barometer(18, 1), (99,))
    assert all(len(set(p.contestants) & set(top)) == 1 for p in drawn)


def test_who_withdrew_is_not_drawn() -> None:
    first = swiss_round(["a", "b", "c", "d"], Movement(()), (1,))
    second = swiss_round(["a", "c", "d"], Movement(first), (2,))
    assert {id_ for p in second for id_ in p.contestants} == {"a", "c", "d"}


def test_the_lot_is_made_again_from_its_seed() -> None:
    names = [str(number) for number in range(50)]
    assert by_lot(names, 7) == by_lot(names, 7) != by_lot(names, 8)
    assert sorted(by_lot(names, 7)) == sorted(names)


@pytest.mark.parametrize("order", [[], ["a"], ["a", "a"]])
def test_an_order_that_cannot_play_is_refused(order: list[str]) -> None:
    with pytest.raises(StorslamError):
        swiss_round(order, Movement(()), (1,))
