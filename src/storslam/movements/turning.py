"""Better directions for a table whose pairing is given, by turning single tables.

For sizes without a known pattern; where there is one, `balanced.paired` on it does better.
"""

from collections.abc import Sequence
from math import exp
from operator import mul, sub
from random import Random

from storslam.movements.balanced import Rounds

_HOT, _COLD = 1.5, 0.2  # temperatures of the first and the last sweep, by the contestant
_SEATS = 2500  # contestants times sweeps: more would take longer and help little


def turned(rounds: Rounds, contestants: int) -> Rounds:
    """The rounds, in which an even number all play, with influences as even as was found.

    A round is here all who play the same boards. Simulated annealing; the same every time.
    """
    random = Random(contestants)
    directions = _Directions(rounds, contestants)
    sweeps = _SEATS // contestants
    for sweep in range(sweeps):
        directions.sweep(contestants * _HOT * (_COLD / _HOT) ** (sweep / sweeps), random)
    return directions.rounds


class _Directions:
    """Directions under change.

    `_alike`: for each two, in how many more rounds they sit the same way than opposite, and the
    number of tables for each time they meet: their influence, turned. That the sum of its squares
    is small is the same as that influences are even, for their mean is fixed.
    """

    def __init__(self, rounds: Rounds, contestants: int) -> None:
        self.rounds = [list(tables) for tables in rounds]
        self._size = contestants
        self._signs = [_signs(tables, contestants) for tables in rounds]
        seats = list(zip(*self._signs, strict=True))
        self._alike = [[sum(map(mul, one, other)) for other in seats] for one in seats]
        for one, other in (two for tables in rounds for two in tables):
            self._alike[one][other] += contestants // 2
            self._alike[other][one] += contestants // 2
        for one, row in enumerate(self._alike):
            row[one] = 0

    def sweep(self, temperature: float, random: Random) -> None:
        """Turn each table that gains by it, and by chance some that lose."""
        for tables, signs in zip(self.rounds, self._signs, strict=True):
            for place, (one, other) in enumerate(tables):
                loss = self._loss(one, other, signs)
                if loss < 0 or random.random() < exp(-loss / temperature):
                    self._turn(one, other, signs)
                    tables[place] = other, one

    def _loss(self, one: int, other: int, signs: Sequence[int]) -> int:
        """What turning their table adds to the squares, each two counted once."""
        own, others = self._alike[one], self._alike[other]
        pull: int = sum(map(mul, signs, map(sub, own, others))) + 2 * signs[one] * own[other]
        return 8 * (self._size - 2) - 4 * signs[one] * pull

    def _turn(self, one: int, other: int, signs: list[int]) -> None:
        step = 2 * signs[one]
        for third in set(range(self._size)) - {one, other}:
            for turning, change in ((one, -step), (other, step)):
                self._alike[turning][third] += change * signs[third]
                self._alike[third][turning] += change * signs[third]
        signs[one], signs[other] = signs[other], signs[one]


def _signs(tables: Sequence[tuple[int, int]], contestants: int) -> list[int]:
    """1 for each who sits North-South, -1 for each who sits East-West."""
    north_south = {ns for ns, _ in tables}
    return [1 if one in north_south else -1 for one in range(contestants)]
