"""How evenly a movement lets everybody influence everybody else's score.

Counted from the definition, board by board, and from nothing that a table was made by: where n
tables play a board, contestant i takes -(n-1) from j's comparison when they meet, gives -1 when
both sit the same way at different tables, and +1 when they sit opposite ways there.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import gcd

from storslam.movements.movement import Movement
from storslam.movements.verify import profile

Meetings = tuple[tuple[int, str, str], ...]
"""Where a board is played: round, North-South, East-West."""


@dataclass(frozen=True, slots=True)
class Balance:
    """Influence of two contestants on one another, per board of a round: over all twos.

    `mean_deviation`, `variance`, `worst`: of the deviations from the mean; with two winners the
    twos who share a direction and those who do not each have their own. `least_variance`,
    `least_worst`: proven bounds; no table of so many can be better. None where they are not proven:
    unless all meet once, and all play every board.
    """

    mean: Fraction
    mean_deviation: Fraction
    variance: Fraction
    worst: Fraction
    least_variance: Fraction | None
    least_worst: int | None

    @property
    def best_possible(self) -> bool:
        """Whether the table reaches both bounds."""
        return self.variance == self.least_variance and self.worst == self.least_worst


def influences(movement: Movement) -> dict[frozenset[str], int]:
    """The influence of every two contestants on one another.

    Boards that the same tables play in the same rounds count as one.
    """
    groups = _groups(movement)
    ns: defaultdict[str, int] = defaultdict(int)  # by contestant the boards (as bits)
    ew: defaultdict[str, int] = defaultdict(int)
    total = {frozenset(two): 0 for two in combinations(sorted(movement.contestants), 2)}
    for index, tables in enumerate(groups.elements()):
        for _, one, other in tables:
            ns[one] |= 1 << index
            ew[other] |= 1 << index
            # They sit opposite ways, which is counted below as if at different tables.
            total[frozenset((one, other))] -= len(tables)
    for two in total:
        one, other = two
        total[two] += (ns[one] & ew[other]).bit_count() + (ew[one] & ns[other]).bit_count()
        total[two] -= (ns[one] & ns[other]).bit_count() + (ew[one] & ew[other]).bit_count()
    return total


def balance(movement: Movement) -> Balance:
    """The balance of a movement, as a whole."""
    found = influences(movement)
    parts = [_Deviations(values) for values in _compared(movement, found) if values]
    return Balance(
        Fraction(sum(found.values()), len(found)),
        sum((part.sum for part in parts), Fraction()) / len(found),
        sum((part.squares for part in parts), Fraction()) / len(found),
        max(part.worst for part in parts),
        *(bounds(len(movement.contestants)) if _all_meet_once(movement) else (None, None)),
    )


def two_winners(movement: Movement) -> bool:
    """Whether nobody ever sits both ways in several rounds: then each direction has a winner."""
    ns, ew = ({getattr(p, way) for p in movement.positions} - {None} for way in ("ns", "ew"))
    return not ns & ew and len({position.round for position in movement.positions}) > 1


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


def _groups(movement: Movement) -> Counter[Meetings]:
    """Who play a board, and how many boards they are: in units that all have in common."""
    tables: defaultdict[int, list[tuple[int, str, str]]] = defaultdict(list)
    for position in movement.positions:
        if position.ns is not None and position.ew is not None:
            for board in position.boards:
                tables[board].append((position.round, position.ns, position.ew))
    counted = Counter(map(tuple, tables.values()))
    unit = gcd(*counted.values())
    return Counter({meetings: boards // unit for meetings, boards in counted.items()})


def _compared(movement: Movement, found: dict[frozenset[str], int]) -> list[list[int]]:
    """The influences in those parts in which they should be equal."""
    if not two_winners(movement):
        return [list(found.values())]
    ns = {position.ns for position in movement.positions}
    same = [value for two, value in found.items() if len(two & ns) != 1]
    opposite = [value for two, value in found.items() if len(two & ns) == 1]
    return [same, opposite]


class _Deviations:
    """From the mean of some influences: the sum of their sizes and of their squares, the worst."""

    def __init__(self, values: list[int]) -> None:
        count, total = len(values), sum(values)
        sizes = [abs(value * count - total) for value in values]
        self.sum, self.worst = Fraction(sum(sizes), count), Fraction(max(sizes), count)
        self.squares = Fraction(sum(size**2 for size in sizes), count**2)


def _all_meet_once(movement: Movement) -> bool:
    """Whether every two meet just once, and everybody plays every board."""
    counted = profile(movement)
    size = counted.contestants
    return (
        len(_groups(movement)) == size - 1
        and set(counted.results_per_board) == {size // 2}
        and all(position.played for position in movement.positions)
        and len(counted.meetings) == len(movement.positions) == size * (size - 1) // 2
    )
