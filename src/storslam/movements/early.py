"""A balanced all-play-all table in which some meet early: those of one clan, such as a district.

First the numbers of each clan are drawn so that its own meetings fit into the first rounds, and
settled there; then the rest of the table is paired around them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from random import Random

from storslam.movements.balanced import Meeting, Rounds, evened, paired
from storslam.movements.directions import Pattern, pattern

_TABLES, _DRAWS, _COLOURINGS = 30, 300, 200

Meetings = dict[tuple[int, int], int]
"""The round of each two, all numbered from 0."""


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
    clans: Sequence[int], contestants: int, latest: int, random: Random
) -> EarlyTable | None:
    """A table for an even number in which each clan (its size) meets as early as can be found.

    No two of a clan meet later than in round `latest`, counted from 1. None when none was found,
    or no balanced table of this size is known. `random` decides everything.
    """
    directions = pattern(contestants)
    if directions is None:
        return None
    for _ in range(_TABLES):
        shuffled = list(evened(directions, contestants))
        random.shuffle(shuffled)
        drawn = _draw(tuple(shuffled), clans, contestants, latest, random)
        if drawn is None:
            continue
        numbers, settled = drawn
        rounds = paired(tuple(shuffled), contestants, random, settled)
        if rounds is not None:
            return EarlyTable(numbers, rounds)
    return None


def _draw(
    directions: Pattern, clans: Sequence[int], contestants: int, latest: int, random: Random
) -> tuple[tuple[tuple[int, ...], ...], list[Meeting]] | None:
    """Numbers for each clan, the largest first, and the meetings inside the clans."""
    ways = [
        sum((ns >> one & 1) << r for r, ns in enumerate(directions)) for one in range(contestants)
    ]
    unused = list(range(contestants))
    numbers: dict[int, tuple[int, ...]] = {}
    settled: list[Meeting] = []
    for clan in sorted(range(len(clans)), key=lambda clan: -clans[clan]):
        found = _seat(ways, unused, clans[clan], latest, random)
        if found is None:
            return None
        numbers[clan], meetings = found
        unused = [one for one in unused if one not in numbers[clan]]
        settled += [Meeting(r, one, other) for (one, other), r in meetings.items()]
    return tuple(numbers[clan] for clan in range(len(clans))), settled


def _seat(
    ways: Sequence[int], unused: Sequence[int], members: int, latest: int, random: Random
) -> tuple[tuple[int, ...], Meetings] | None:
    """Numbers whose own meetings fit into as few first rounds as are found."""
    for rounds in range(fewest_rounds(members, len(ways)), latest + 1):
        for _ in range(_DRAWS if members > 1 else 1):
            drawn = tuple(random.sample(unused, members))
            if _room(ways, drawn, rounds) < comb(members, 2):
                continue
            first = (1 << rounds) - 1
            able = {
                (one, other): (ways[one] ^ ways[other]) & first
                for one, other in combinations(drawn, 2)
            }
            meetings = _Colouring(_COLOURINGS).of(able) if all(able.values()) else None
            if meetings is not None:
                return drawn, meetings
    return None


def _room(ways: Sequence[int], drawn: Sequence[int], rounds: int) -> int:
    """The most meetings of these that fit into the first rounds, by who sits which way."""
    north_south = (sum(ways[one] >> r & 1 for one in drawn) for r in range(rounds))
    return sum(min(count, len(drawn) - count) for count in north_south)


class _Colouring:
    """Puts meetings into rounds so that nobody has two in one; gives up after so many steps."""

    def __init__(self, steps: int) -> None:
        self._left = steps

    def of(self, able: Mapping[tuple[int, int], int]) -> Meetings | None:
        """A round for each meeting out of those (as bits) that it is able to have."""
        if not able:
            return {}
        self._left -= 1
        if self._left < 0:
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
