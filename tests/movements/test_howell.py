"""Howells: everybody meets everybody on every board, and no board is at two tables at once."""

from collections import Counter
from math import comb

import pytest

from storslam.errors import StorslamError
from storslam.movements import faults, profile
from storslam.movements.balance import balance
from storslam.movements.howell import FEWER_SIZES, FULL_SIZES, howell, three_quarter


@pytest.mark.parametrize("pairs", FULL_SIZES)
def test_in_a_howell_all_meet_equally_often_and_all_play_every_board(pairs: int) -> None:
    movement = howell(pairs, 2)
    found = profile(movement)
    assert not list(faults(movement, sets=1))
    assert len(found.meetings) == comb(pairs, 2)
    assert set(found.meetings.values()) == {1 if pairs > 4 else 2}
    assert set(found.results_per_board) == {pairs // 2}


@pytest.mark.parametrize("pairs", [8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 30])
def test_a_howell_is_as_even_as_a_table_can_be(pairs: int) -> None:
    assert balance(howell(pairs, 3)).best_possible


def test_no_cyclic_howell_of_28_is_perfect_but_it_is_near() -> None:
    assert balance(howell(28, 2)).variance < 3


def test_four_and_six_pairs_influence_one_another_exactly_equally() -> None:
    assert balance(howell(4, 3)).worst == balance(howell(6, 4)).worst == 0


def test_four_meet_twice_in_six_rounds_as_there_is_no_other_howell() -> None:
    found = profile(howell(4, 3))
    assert (found.rounds, found.boards) == (6, 18)


def test_six_need_an_even_number_of_boards_a_round() -> None:
    with pytest.raises(StorslamError, match="even number of boards"):
        howell(6, 3)


@pytest.mark.parametrize("pairs", [5, 7, 13, 29])
def test_an_odd_number_sits_out_once_each(pairs: int) -> None:
    out = Counter(p.contestants[0] for p in howell(pairs, 2).positions if not p.played)
    assert len(out) == pairs
    assert set(out.values()) == {1}


@pytest.mark.parametrize("pairs", range(6, 31, 2))
def test_the_last_pair_stays_at_the_first_table(pairs: int) -> None:
    movement = howell(pairs, 2)
    assert {p.table for p in movement.positions if str(pairs) in p.contestants} == {1}


@pytest.mark.parametrize("pairs", FEWER_SIZES)
def test_a_three_quarter_howell_plays_fewer_rounds_without_meeting_again(pairs: int) -> None:
    movement = three_quarter(pairs, 2)
    found = profile(movement)
    assert not list(faults(movement, sets=1))
    assert set(found.meetings.values()) == {1}
    assert found.rounds < pairs - 1 + pairs % 2
    assert set(found.results_per_board) == {pairs // 2}


@pytest.mark.parametrize("pairs", [10, 16, 30])
def test_in_a_three_quarter_howell_those_who_never_meet_stay(pairs: int) -> None:
    movement = three_quarter(pairs, 2)
    rounds = profile(movement).rounds
    for number in range(rounds + 1, pairs + 1):
        assert len({p.table for p in movement.positions if str(number) in p.contestants}) == 1


def test_the_first_rounds_alone_can_be_played() -> None:
    movement = howell(12, 2, rounds=7)
    assert profile(movement).rounds == 7
    assert not list(faults(movement, sets=1))


@pytest.mark.parametrize("rounds", [0, -1, 12])
def test_rounds_that_there_are_not_are_refused(rounds: int) -> None:
    with pytest.raises(StorslamError, match="from 1 to 11"):
        howell(12, 2, rounds)
