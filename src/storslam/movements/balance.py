"""How evenly a movement lets everybody influence everybody else's score.

Counted from the definition, board by board, and from nothing that a table was made by: with n
tables, contestant i takes -(n-1) from j's comparison when they meet, gives -1 when both sit the
same way at different tables, and +1 when they sit opposite ways there.
"""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from storslam.movements.movement import Movement
from storslam.movements.verify import profile


@dataclass(frozen=True, slots=True)
class Balance:
    """Influence of two contestants on one another, per board of a round: over all twos.

    `worst`: the largest deviation from the mean. `least_variance`, `least_worst`: proven bounds; no
    table of so many can be better. None where they are not proven: unless all meet once, and all
    play in every round.
    """

    mean: Fraction
    variance: Fraction
    worst: Fraction
    least_variance: Fraction | None
    least_worst: int | None

    @property
    def best_possible(self) -> bool:
        """Whether the table reaches both bounds."""
        return self.variance == self.least_variance and self.worst == self.least_worst


def influences(movement: Movement) -> dict[frozenset[str], int]:
    """The influence of every two contestants on one another."""
    rounds: defaultdict[int, list[tuple[str, str]]] = defaultdict(list)
    for position in movement.positions:
        if position.ns is not None and position.ew is not None:
            rounds[position.round].append((position.ns, position.ew))
    total = {frozenset(two): 0 for two in combinations(sorted(movement.contestants), 2)}
    for tables in rounds.values():
        for index, (ns, ew) in enumerate(tables):
            total[frozenset((ns, ew))] -= len(tables) - 1
            for other_ns, other_ew in tables[:index]:
                total[frozenset((ns, other_ns))] -= 1
                total[frozenset((ew, other_ew))] -= 1
                total[frozenset((ns, other_ew))] += 1
                total[frozenset((ew, other_ns))] += 1
    return total


def balance(movement: Movement) -> Balance:
    """The balance of a movement in which every two contestants meet as often as any."""
    found = list(influences(movement).values())
    mean = Fraction(sum(found), len(found))
    return Balance(
        mean,
        sum(((value - mean) ** 2 for value in found), Fraction()) / len(found),
        max(abs(value - mean) for value in found),
        *(bounds(len(movement.contestants)) if _all_meet_once(movement) else (None, None)),
    )


def bounds(contestants: int) -> tuple[Fraction, int]:
    """The least variance and the least worst of an even number who all meet once.

    All influences can be equal only when the directions and a column of ones make a Hadamard
    matrix: for two, and multiples of four. For other n, two rounds with n/2 (an odd number) in
    each direction differ in an even number of places, so their product is at least 2 from zero;
    over all rounds that leaves 4(n-1)(n-2) of squares for n(n-1) influences.
    """
    if contestants == 2 or contestants % 4 == 0:
        return Fraction(0), 0
    return Fraction(4 * (contestants - 2), contestants), 2


def _all_meet_once(movement: Movement) -> bool:
    """Whether every two meet just once, with everybody at a table in each round."""
    counted = profile(movement)
    size = counted.contestants
    return (
        counted.rounds == size - 1
        and all(position.played for position in movement.positions)
        and len(counted.meetings) == len(movement.positions) == size * (size - 1) // 2
    )
