"""All-play-all tables that reach the bound of balance: pairings found for given directions.

The directions of `directions.pattern` settle the balance; what is left is to let every two meet in
a round in which they sit opposite ways. That is done by hill climbing in the manner of Dinitz and
Stinson: a contestant without opponent takes one it has not met, who leaves another; a step never
lowers the number of meetings unless nothing else is possible.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from storslam.movements.directions import Pattern

Rounds = list[list[tuple[int, int]]]
"""By round the tables, contestants numbered from 0, North-South first."""

MOST_STEPS = 100_000


@dataclass(frozen=True, slots=True)
class Meeting:
    """A meeting that is settled beforehand: its round and the two, all numbered from 0."""

    round: int
    one: int
    other: int


def paired(
    pattern: Pattern,
    contestants: int,
    random: Random,
    settled: Iterable[Meeting] = (),
    *,
    steps: int = MOST_STEPS,
) -> Rounds | None:
    """The table with these directions in which the settled meetings are as they are.

    None when none was found in so many steps.
    """
    table = _Table(pattern, contestants, random)
    for meeting in settled:
        table.settle(meeting)
    for _ in range(steps):
        if not table.open:
            return table.rounds()
        table.step()
    return None


class _Table:
    """A table in the making. Sets of contestants and of rounds are the bits of numbers."""

    def __init__(self, pattern: Pattern, contestants: int, random: Random) -> None:
        everybody = (1 << contestants) - 1
        self._pattern, self._size, self._random = pattern, contestants, random
        self._opposite = [[everybody ^ ns, ns] for ns in pattern]
        self._opponent = [[-1] * contestants for _ in pattern]
        self._loose = [everybody ^ 1 << one for one in range(contestants)]
        self._unmet = self._loose[:]
        self._free = [everybody] * len(pattern)
        self._active = [everybody] * len(pattern)
        self.open = (1 << len(pattern)) - 1

    def settle(self, meeting: Meeting) -> None:
        """Seat the two for good."""
        round_, one, other = meeting.round, meeting.one, meeting.other
        both = 1 << one | 1 << other
        self._seat(round_, one, other)
        self._active[round_] &= ~both
        self._loose[one] &= ~both
        self._loose[other] &= ~both

    def step(self) -> None:
        """Find an opponent for somebody without one."""
        round_ = self._pick(self.open, len(self._pattern))
        one = self._pick(self._free[round_], self._size)
        sits_ns = self._pattern[round_] >> one & 1
        able = self._opposite[round_][1 - sits_ns] & self._active[round_] & self._loose[one]
        new = able & self._unmet[one]
        wanted = new or able
        if not wanted:
            return
        other = self._pick(wanted & self._free[round_] or wanted, self._size)
        if not new:
            self._leave(self._round_of(one, other), one, other)
        left = self._opponent[round_][other]
        if left >= 0:
            self._leave(round_, left, other)
        self._seat(round_, one, other)

    def _pick(self, bits: int, size: int) -> int:
        """One of the bits by chance: the first from a random place on."""
        start = int(self._random.random() * size)
        above = bits >> start
        if above:
            return (above & -above).bit_length() - 1 + start
        return (bits & -bits).bit_length() - 1

    def _round_of(self, one: int, other: int) -> int:
        return next(r for r, opponents in enumerate(self._opponent) if opponents[one] == other)

    def _leave(self, round_: int, one: int, other: int) -> None:
        self._opponent[round_][one] = self._opponent[round_][other] = -1
        self._unmet[one] |= 1 << other
        self._unmet[other] |= 1 << one
        self._free[round_] |= 1 << one | 1 << other
        self.open |= 1 << round_

    def _seat(self, round_: int, one: int, other: int) -> None:
        self._opponent[round_][one], self._opponent[round_][other] = other, one
        self._unmet[one] &= ~(1 << other)
        self._unmet[other] &= ~(1 << one)
        self._free[round_] &= ~(1 << one | 1 << other)
        if not self._free[round_]:
            self.open &= ~(1 << round_)

    def rounds(self) -> Rounds:
        """The finished table."""
        return [
            [(one, other) for one, other in enumerate(opponents) if ns >> one & 1]
            for ns, opponents in zip(self._pattern, self._opponent, strict=True)
        ]


def evened(pattern: Sequence[int], contestants: int) -> Pattern:
    """The pattern with whole rounds turned so that nobody sits one way much more often.

    Turning a round changes nothing in the balance. The sum of squares of the surpluses is fixed in
    a Hadamard matrix; their fourth powers are what turning can lower.
    """
    everybody = (1 << contestants) - 1
    turned = list(pattern)
    signs = [[1 if ns >> i & 1 else -1 for i in range(contestants)] for ns in turned]
    surplus = [sum(column) for column in zip(*signs, strict=True)]
    improved = True
    while improved:
        improved = False
        for index, own in enumerate(signs):
            after = [s - 2 * sign for s, sign in zip(surplus, own, strict=True)]
            if sum(s**4 for s in after) < sum(s**4 for s in surplus):
                surplus, signs[index], improved = after, [-sign for sign in own], True
                turned[index] ^= everybody
    return tuple(turned)
