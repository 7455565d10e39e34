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


@dataclass(frozen=True, slots=True)
class Balance:
    """Influence of two contestants on one another, per board of a round: over all twos.

    `worst`: the largest deviation from the mean. `least_variance`, `least_worst`: proven bounds for
    an all-play-all table of so many; no table can be better.
    """

    mean: Fraction
    variance: Fraction
    worst: Fraction
    least_variance: Fraction
    least_worst: int

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
    contestants = len(movement.contestants)
    least = 0 if contestants % 4 == 0 or contestants < 6 else 2
    return Balance(
        mean=mean,
        variance=sum(((value - mean) ** 2 for value in found), Fraction()) / len(found),
        worst=max(abs(value - mean) for value in found),
        least_variance=Fraction(4 * (contestants - 2), contestants) if least else Fraction(0),
        least_worst=least,
    )
