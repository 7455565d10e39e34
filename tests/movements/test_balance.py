"""The balance of movements, from the definition and by their parts."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from storslam.exchange import movements
from storslam.movements import Movement
from storslam.movements.balance import balance, influences, two_winners
from storslam.movements.barometer import barometer, usual_card
from storslam.movements.howell import howell, three_quarter
from storslam.movements.mitchell import mitchell
from storslam.movements.movement import later
from storslam.movements.semibarometer import semibarometer


def by_definition(movement: Movement) -> Counter[frozenset[str]]:
    """Over all boards, once each: -(n-1) at the same table, else -1 or +1 by direction."""
    total: Counter[frozenset[str]] = Counter()
    for board in {board for p in movement.positions for board in p.boards}:
        tables = [p for p in movement.positions if p.played and board in p.boards]
        seats = [(id_, way, p) for p in tables for id_, way in ((p.ns, "ns"), (p.ew, "ew"))]
        for (one, its_way, its_table), (other, way, table) in combinations(seats, 2):
            alike = -1 if its_way == way else 1
            total[frozenset((one, other))] += 1 - len(tables) if its_table is table else alike
    return total


@pytest.mark.parametrize(
    "movement",
    [
        barometer(10, 3),
        barometer(9, 3),
        barometer(12, 3, 5),
        usual_card(14),
        howell(11, 3),
        howell(10, 3),
        three_quarter(13, 3),
        mitchell(9, 3),
        mitchell(12, 3, way="skip"),
        mitchell(12, 3, way="relay", switched=1),
        semibarometer(12, 3, 4),
    ],
)
def test_influences_are_those_of_the_definition(movement: Movement) -> None:
    boards = len(movement.positions[0].boards)
    defined = by_definition(movement)
    assert influences(movement) == {two: defined[two] // boards for two in influences(movement)}


def test_boards_that_are_more_in_one_round_than_in_another_weigh_more() -> None:
    movement, _ = movements.loads(
        "round;table;ns;ew;boards\n1;1;a;b;1 2\n1;2;c;d;1 2\n2;1;a;c;3\n2;2;b;d;3\n"
    )
    assert influences(movement) == by_definition(movement)


def test_a_series_played_twice_is_counted_twice() -> None:
    once = barometer(6, 2)
    twice = Movement(once.positions + later(once, rounds=5, boards=10).positions)
    assert influences(twice) == {two: 2 * value for two, value in influences(once).items()}


def test_a_straight_mitchell_is_perfect_within_each_direction() -> None:
    movement = mitchell(14, 2)
    found = balance(movement)
    assert two_winners(movement)
    assert (found.worst, found.mean_deviation) == (0, 0)
    assert set(influences(movement).values()) == {-7, 0}


def test_turning_an_eighth_of_the_rounds_lets_both_directions_be_compared() -> None:
    variances = [
        sum((value - mean) ** 2 for value in values) / len(values)
        for switched in range(4)
        for values in [influences(mitchell(26, 2, switched=switched)).values()]
        for mean in [Fraction(sum(values), len(values))]
    ]
    assert not two_winners(mitchell(26, 2, switched=2))
    assert min(variances) == variances[2]


def test_the_mean_deviation_is_the_mean_size_of_the_deviations() -> None:
    values = list(influences(three_quarter(12, 2)).values())
    mean = Fraction(sum(values), len(values))
    found = balance(three_quarter(12, 2))
    assert found.mean_deviation == sum(abs(value - mean) for value in values) / len(values)
    assert found.variance == sum((value - mean) ** 2 for value in values) / len(values)


def test_of_a_single_round_there_is_one_winner() -> None:
    assert not two_winners(barometer(8, 2, 1))
