"""Mitchells: North-South stay, East-West and the boards move."""

from collections import Counter

import pytest

from storslam.errors import StorslamError
from storslam.exchange import movements
from storslam.movements import faults, profile
from storslam.movements.mitchell import WAYS, mitchell, most_rounds, usual_switch, usual_way

SIZES = [
    (pairs, way)
    for pairs in range(5, 62)
    for way in WAYS
    if way == "straight" or -(-pairs // 2) % 2 == 0
]


@pytest.mark.parametrize(("pairs", "way"), SIZES)
def test_nobody_meets_anybody_or_any_board_twice(pairs: int, way: str) -> None:
    movement = mitchell(pairs, 2, way=way)
    found = profile(movement)
    assert not list(faults(movement, sets=2 if way == "relay" else 1))
    assert set(found.meetings.values()) == {1}
    assert found.contestants == pairs
    assert found.sets == (2 if way == "relay" else 1)


@pytest.mark.parametrize(("pairs", "way"), [(10, "straight"), (12, "relay"), (26, "straight")])
def test_straight_or_with_a_relay_all_north_south_meet_all_east_west(pairs: int, way: str) -> None:
    found = profile(mitchell(pairs, 2, way=way))
    assert len(found.meetings) == (pairs // 2) ** 2
    assert set(found.results_per_board) == {pairs // 2}


def test_with_a_skip_a_round_less_is_played() -> None:
    found = profile(mitchell(16, 3))
    assert (usual_way(16), found.rounds, found.boards) == ("skip", 7, 24)


def test_the_usual_numbers_and_moves() -> None:
    """As the handed Mitchell of three tables: the boards and East-West part by a table a round."""
    first, second = (
        [p for p in mitchell(6, 2).positions if p.round == round_] for round_ in (1, 2)
    )
    assert [(p.ns, p.ew, p.boards) for p in first] == [
        ("1", "4", (1, 2)),
        ("2", "5", (3, 4)),
        ("3", "6", (5, 6)),
    ]
    assert [(p.ns, p.ew, p.boards) for p in second] == [
        ("1", "6", (3, 4)),
        ("2", "4", (5, 6)),
        ("3", "5", (1, 2)),
    ]


def test_at_a_half_table_north_south_sit_out_in_turn() -> None:
    out = Counter(p.ns for p in mitchell(13, 2).positions if not p.played)
    assert out == Counter(map(str, range(1, 8)))
    assert "14" not in mitchell(13, 2).contestants


def test_in_the_last_rounds_all_tables_are_turned() -> None:
    straight, turned = mitchell(18, 2), mitchell(18, 2, switched=1)
    for one, other in zip(straight.positions, turned.positions, strict=True):
        ways = (one.ns, one.ew) if one.round < 9 else (one.ew, one.ns)
        assert (other.ns, other.ew) == ways


def test_an_eighth_of_the_rounds_is_turned_and_at_least_one() -> None:
    assert [usual_switch(rounds) for rounds in (3, 8, 11, 13, 20)] == [1, 1, 1, 2, 3]


@pytest.mark.parametrize(
    ("pairs", "choice"),
    [
        (10, {"way": "skip"}),
        (12, {"way": "relay", "rounds": 7}),
        (12, {"way": "straight", "rounds": 4}),
        (12, {"way": "sideways"}),
        (10, {"switched": 5}),
        (10, {"switched": -1}),
    ],
)
def test_what_cannot_be_is_refused(pairs: int, choice: dict[str, object]) -> None:
    with pytest.raises(StorslamError):
        mitchell(pairs, 2, **choice)


def test_the_most_rounds_by_way() -> None:
    assert [most_rounds(8, way) for way in WAYS] == [4, 7, 8]


def test_a_half_table_reads_back_equal() -> None:
    movement = mitchell(13, 2, switched=2)
    assert movements.loads(movements.dumps(movement))[0] == movement
