"""A balanced all-play-all table in which some meet early: those of one clan, such as a district.

First the numbers of each clan are drawn so that its own meetings fit into the first rounds, and
settled there; then the rest of the table is paired around them. A field in which it does not
succeed soon is given up after a stated number of steps, the same on every machine.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from random import Random

from storslam.movements.balanced import Meeting, Rounds, evened, paired
from storslam.movements.directions import pattern

_TABLES, _DRAWS, _COLOURINGS, _STEPS = 60, 300, 10, 200
_PAIRING_STEPS = 20_000
_PATIENCE = 2  # tables that are tried before the clans get one round more

Meetings = dict[tuple[int, int], int]
"""The round of each two, all numbered from 0."""


@dataclass(slots=True)
class Search:
    """How many steps may still be taken, in all tables together that share it."""

    left: int = 2_000_000

    def spend(self, steps: int) -> None:
        """Take note of steps that were taken."""
        self.left -= steps


@dataclass(frozen=True, slots=True)
class EarlyTable:
    """The numbers (from 0) of each clan, and the rounds of the table."""

    numbers: tuple[tuple[int, ...], ...]
    rounds: Rounds


def fewest_rounds(members: int, contestants: int) -> int:
    """The fewest rounds in which so many of an even number of contestants can all meet.

    When they are more than half, the others are too few to take one each: some of them meet in
    every round there is.
    """
    if 2 * members > contestants:
        return contestants - 1
    return members - 1 + members % 2 if members > 1 else 0


def early_table(
    clans: Sequence[int], contestants: int, latest: int, random: Random, search: Search
) -> EarlyTable | None:
    """A table for an even number in which each clan (its size) meets as early as can be found.

    No two of a clan meet later than in round `latest`, counted from 1. None when none was found
    before the `search` was over, or no balanced table of this size is known. `random` decides
    everything.
    """
    directions = pattern(contestants)
    if directions is None:
        return None
    for number in range(_TABLES):
        shuffled = list(evened(directions, contestants))
        random.shuffle(shuffled)
        drawing = _Drawing(shuffled, latest, number // _PATIENCE, random, search)
        drawn = drawing.of(clans)
        if search.left <= 0:
            return None
        if drawn is None:
            continue
        numbers, settled = drawn
        search.spend(_PAIRING_STEPS)
        rounds = paired(tuple(shuffled), contestants, random, settled, steps=_PAIRING_STEPS)
        if rounds is not None:
            return EarlyTable(numbers, rounds)
    return None


class _Drawing:
    """Draws numbers for clans; each gets `more` rounds than the fewest to begin with."""

    def __init__(
        self, directions: Sequence[int], latest: int, more: int, random: Random, search: Search
    ) -> None:
        contestants = len(directions) + 1
        self._latest, self._more, self._random, self._search = latest, more, random, search
        self._ways = [
            sum((ns >> one & 1) << r for r, ns in enumerate(directions))
            for one in range(contestants)
        ]

    def of(self, clans: Sequence[int]) -> tuple[tuple[tuple[int, ...], ...], list[Meeting]] | None:
        """Numbers for each clan, the largest first, and the meetings inside the clans."""
        unused = list(range(len(self._ways)))
        numbers: dict[int, tuple[int, ...]] = {}
        settled: list[Meeting] = []
        for clan in sorted(range(len(clans)), key=lambda clan: -clans[clan]):
            found = self._seat(unused, clans[clan])
            if found is None:
                return None
            numbers[clan], meetings = found
            unused = [one for one in unused if one not in numbers[clan]]
            settled += [Meeting(r, one, other) for (one, other), r in meetings.items()]
        return tuple(numbers[clan] for clan in range(len(clans))), settled

    def _seat(self, unused: Sequence[int], members: int) -> tuple[tuple[int, ...], Meetings] | None:
        """Numbers whose own meetings fit into as few first rounds as are found."""
        if members == 1:
            return (self._random.choice(unused),), {}
        least = fewest_rounds(members, len(self._ways)) + self._more
        for rounds in range(min(least, self._latest), self._latest + 1):
            for drawn, able in self._able(unused, members, rounds):
                colouring = _Colouring(_STEPS)
                meetings = colouring.of(able)
                self._search.spend((_STEPS - colouring.left) * members**2 // 100)
                if meetings is not None:
                    return drawn, meetings
                if self._search.left <= 0:
                    return None
        return None

    def _able(
        self, unused: Sequence[int], members: int, rounds: int
    ) -> Iterator[tuple[tuple[int, ...], dict[tuple[int, int], int]]]:
        """Numbers, and the rounds (as bits) in which each two could meet: a few that may do."""
        first, left = (1 << rounds) - 1, _COLOURINGS
        for _ in range(_DRAWS):
            drawn = tuple(self._random.sample(unused, members))
            if _room(self._ways, drawn, rounds) < comb(members, 2):
                continue
            able = {
                (one, other): (self._ways[one] ^ self._ways[other]) & first
                for one, other in combinations(drawn, 2)
            }
            if all(able.values()):
                yield drawn, able
                left -= 1
            if not left:
                return


def _room(ways: Sequence[int], drawn: Sequence[int], rounds: int) -> int:
    """The most meetings of these that fit into the first rounds, by who sits which way."""
    north_south = (sum(ways[one] >> r & 1 for one in drawn) for r in range(rounds))
    return sum(min(count, len(drawn) - count) for count in north_south)


class _Colouring:
    """Puts meetings into rounds so that nobody has two in one; gives up after so many steps."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def of(self, able: Mapping[tuple[int, int], int]) -> Meetings | None:
        """A round for each meeting out of those (as bits) that it is able to have."""
        if not able:
            return {}
        self.left -= 1
        if self.left < 0:
            return None
        two = min(able, key=lambda meeting: able[meeting].bit_count())
        rounds = able[two]
        while rounds:
            first = rounds & -rounds
            rounds ^= first
            found = self._with(two, first, able)
            if found is not None:
                return found
        return None

    def _with(
        self, two: tuple[int, int], round_: int, able: Mapping[tuple[int, int], int]
    ) -> Meetings | None:
        rest = {
            other: bits & ~round_ if set(other) & set(two) else bits
            for other, bits in able.items()
            if other != two
        }
        found = self.of(rest) if all(rest.values()) else None
        if found is not None:
            found[two] = round_.bit_length() - 1
        return found
