"""Semibarometer: all meet, and a few rounds share their boards, so that fewer sets are needed.

The balanced all-play-all table is read by group of boards instead of by round: all play each group
once, and the balance is the barometer's. What is left is to spread the meetings of k groups over k
rounds, so that everybody plays once a round and every group is at few tables at once. Seen as a
graph, that is a colouring of its edges (meetings) with k colours (rounds); exchanging two rounds
along a chain of opponents makes one colouring of another.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

from storslam.errors import StorslamError
from storslam.movements.balanced import Rounds
from storslam.movements.barometer import all_play_all, seated
from storslam.movements.movement import Movement, Position, board_group, rounds_within

Meetings = list[tuple[int, int]]

_EXCHANGES = 4  # by the square of the rounds of a block: then it is left as it is
_REGROUPINGS = 60_000  # of two groups between blocks; by contestants and square of the rounds


def semibarometer(
    contestants: int, boards_per_round: int, sharing: int, rounds: int | None = None
) -> Movement:
    """The barometer in blocks of `sharing` rounds, some one longer, on as many groups of boards.

    Everybody plays all boards of a block. An odd number plays the table of one more, who is not
    there. How many sets of the boards are needed at once, `profile` tells: at best one for every
    `sharing` tables; what is found is mostly one or two more.
    """
    even = contestants + contestants % 2
    groups = all_play_all(even)[: rounds_within(rounds, even - 1)]
    if not 2 <= sharing <= len(groups):
        raise StorslamError(
            "boards are shared over 2 to %(most)s rounds, not over %(asked)s",
            most=len(groups),
            asked=sharing,
        )
    positions: list[Position] = []
    first = 0
    for block in _blocks(groups, sharing):
        for turn in range(len(block.groups)):
            for table, (group, two) in enumerate(block.tables(turn)):
                boards = board_group(first + group, boards_per_round)
                positions.append(seated(first + turn, table, two, contestants, boards))
        first += len(block.groups)
    return Movement(tuple(positions))


def _blocks(groups: Rounds, sharing: int) -> list["_Block"]:
    """The groups in blocks of so many or one more, each spread over its rounds."""
    random = Random(len(groups))
    count = len(groups) // sharing
    blocks = [_Block(groups[start::count], random) for start in range(count)]
    tries = _REGROUPINGS // (2 * len(groups[0]) * sharing**2) if count > 1 else 0
    for _ in range(tries):
        worst = max(block.excess for block in blocks)
        if not worst:
            break
        one = random.choice([index for index in range(count) if blocks[index].excess == worst])
        other = (one + random.randrange(1, count)) % count
        exchanged = blocks[one].exchanged(blocks[other], random)
        before = blocks[one].excess ** 2 + blocks[other].excess ** 2
        if sum(block.excess**2 for block in exchanged) <= before:
            blocks[one], blocks[other] = exchanged
    return blocks


class _Block:
    """Some groups of boards, and the round of the block in which each of their meetings is."""

    def __init__(self, groups: Sequence[Meetings], random: Random) -> None:
        self.groups = groups
        # By round whom each contestant meets, and on which group; at first all play the same.
        self._opponent = [
            {one: (group, other) for two in tables for one, other in (two, two[::-1])}
            for group, tables in enumerate(groups)
        ]
        self._tables = Counter({(group, group): len(groups[0]) for group in range(len(groups))})
        for _ in range(_EXCHANGES * len(groups) ** 2):
            if not self.excess:
                break
            self._exchange(random)

    @property
    def excess(self) -> int:
        """How many tables more than need be play one group at once."""
        return max(self._tables.values()) - -(-len(self.groups[0]) // len(self.groups))

    def exchanged(self, other: "_Block", random: Random) -> tuple["_Block", "_Block"]:
        """Both blocks anew after they exchanged a group."""
        ours, theirs = list(self.groups), list(other.groups)
        one, two = random.randrange(len(ours)), random.randrange(len(theirs))
        ours[one], theirs[two] = theirs[two], ours[one]
        return _Block(ours, random), _Block(theirs, random)

    def _exchange(self, random: Random) -> None:
        """Exchange two rounds for those on a chain of opponents, unless groups are less spread."""
        first, second = random.sample(range(len(self.groups)), 2)
        start = random.choice(tuple(self._opponent[0]))
        moved: Counter[tuple[int, int]] = Counter()
        chain, here = [], start
        while True:
            for old, new in ((first, second), (second, first)):
                chain.append(here)
                group, here = self._opponent[old][here]
                moved[group, old] -= 1
                moved[group, new] += 1
            if here == start:
                break
        changes = ((self._tables[cell], change) for cell, change in moved.items())
        if sum(change * (2 * tables + change) for tables, change in changes) <= 0:
            self._tables.update(moved)
            one, other = self._opponent[first], self._opponent[second]
            for contestant in chain:
                one[contestant], other[contestant] = other[contestant], one[contestant]

    def tables(self, turn: int) -> list[tuple[int, tuple[int, int]]]:
        """The meetings of a round with their group, so that groups move along the tables."""
        size = len(self.groups)
        found = [
            (group, two)
            for group, meetings in enumerate(self.groups)
            for two in meetings
            if self._opponent[turn][two[0]] == (group, two[1])
        ]
        return sorted(found, key=lambda table: (table[0] - turn) % size)
