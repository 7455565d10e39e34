"""Semibarometers: the barometer's meetings and balance on fewer sets of boards."""

import pytest

from storslam.errors import StorslamError
from storslam.movements import faults, profile
from storslam.movements.balance import balance
from storslam.movements.semibarometer import semibarometer

SIZES = [(pairs, sharing) for pairs in (8, 9, 12, 16, 17, 24, 34) for sharing in (2, 3, 4, 6)]


@pytest.mark.parametrize(("pairs", "sharing"), SIZES)
def test_all_meet_once_and_play_every_board(pairs: int, sharing: int) -> None:
    movement = semibarometer(pairs, 2, sharing)
    found = profile(movement)
    assert not list(faults(movement, sets=found.sets))
    assert set(found.meetings.values()) == {1}
    assert len(found.meetings) == pairs * (pairs - 1) // 2
    assert set(found.results_per_board) == {pairs // 2}


@pytest.mark.parametrize(("pairs", "sharing"), [(12, 4), (24, 3), (34, 3), (52, 2)])
def test_the_balance_is_that_of_the_barometer(pairs: int, sharing: int) -> None:
    assert balance(semibarometer(pairs, 2, sharing)).best_possible


@pytest.mark.parametrize(
    ("pairs", "sharing", "most"),
    [(8, 4, 1), (12, 2, 4), (16, 3, 4), (24, 4, 4), (34, 2, 10), (52, 3, 12)],
)
def test_few_sets_of_boards_are_needed(pairs: int, sharing: int, most: int) -> None:
    """At best a set for every `sharing` tables: 1, 3, 3, 3, 9 and 9 here."""
    assert profile(semibarometer(pairs, 2, sharing)).sets <= most


def test_everybody_plays_the_boards_of_a_block_within_its_rounds() -> None:
    movement = semibarometer(20, 2, 4)
    blocks: dict[int, set[int]] = {}
    for position in movement.positions:
        for board in position.boards:
            blocks.setdefault((board - 1) // 2, set()).add(position.round)
    lengths = {len(rounds) for rounds in blocks.values()}
    assert all(max(rounds) - min(rounds) < 5 for rounds in blocks.values())
    assert lengths <= {4, 5}


def test_fewer_rounds_play_as_many_groups_of_boards() -> None:
    movement = semibarometer(34, 3, 3, rounds=12)
    found = profile(movement)
    assert (found.rounds, found.boards) == (12, 36)
    assert set(found.results_per_board) == {17}


@pytest.mark.parametrize("sharing", [-1, 0, 1, 8])
def test_sharing_that_cannot_be_is_refused(sharing: int) -> None:
    with pytest.raises(StorslamError, match="2 to 7 rounds"):
        semibarometer(8, 2, sharing)


def test_the_same_every_time() -> None:
    assert semibarometer(16, 2, 3) == semibarometer(16, 2, 3)
