"""Howell: everybody meets everybody on every board, and no board is at two tables at once.

Contestants move on by one a round, the boards down the tables by one; one contestant stays at the
first table. What settles the movement is its first round. The rounds below are found by
`tools/howell_bases.py`: by round as by group of boards everybody sits once, and opponents differ by
another number at every table. In a full Howell the directions are those of a balanced table.
Three-quarter Howells have several who stay, and fewer rounds.
"""

from dataclasses import dataclass

from storslam.errors import StorslamError
from storslam.movements.barometer import seated
from storslam.movements.movement import Movement, Position, board_group, rounds_within
from storslam.movements.turning import turned

# By the even number of contestants the first round: who meet (* stays), and their group of boards.
# For six there is none; there each group is two halves, which move apart from each other.
_FULL = {
    6: "*-0:0,1 3-2:2,8 1-4:5,7",
    8: "*-0:0 5-1:3 6-4:5 3-2:6",
    10: "*-8:0 3-1:1 2-7:4 6-0:5 4-5:8",
    12: "*-0:0 5-8:1 4-2:3 9-10:4 3-7:5 1-6:9",
    14: "*-0:0 3-10:2 7-5:3 1-11:5 4-12:7 9-8:10 2-6:12",
    16: "*-11:0 2-7:2 14-10:6 9-1:7 12-6:9 8-5:10 3-4:12 13-0:14",
    18: "*-12:0 8-1:4 6-11:8 5-14:9 9-3:10 13-0:11 4-2:12 16-15:15 7-10:16",
    20: "*-0:0 3-1:2 9-13:3 2-16:4 12-15:7 18-11:9 14-5:10 8-7:11 6-17:14 4-10:16",
    22: "*-11:0 19-8:1 3-10:2 12-6:3 1-2:6 17-4:11 13-16:14 20-15:15 5-7:16 0-9:17 18-14:20",
    24: (
        "*-0:0 21-17:3 7-10:5 18-13:6 2-1:9 19-8:10 4-11:14 16-14:15 22-12:16 20-5:17 6-15:21 "
        "3-9:22"
    ),
    26: (
        "*-7:0 22-15:4 24-5:5 3-14:8 19-20:10 9-17:12 11-13:15 4-8:17 1-6:18 21-18:19 10-23:20 "
        "2-12:23 16-0:24"
    ),
    28: (
        "*-25:0 24-13:2 23-19:3 2-10:5 0-15:8 20-18:12 12-7:13 6-16:15 26-17:17 4-5:19 22-8:20 "
        "14-11:24 21-1:25 3-9:26"
    ),
    30: (
        "*-0:0 6-4:1 24-14:2 10-15:4 13-20:6 2-25:8 5-19:9 11-7:10 1-22:14 21-8:22 3-12:23 "
        "28-16:24 9-27:25 18-17:27 23-26:28"
    ),
}
_FEWER = {
    10: "*-2:0 *-6:2 *-3:5 1-4:1 0-5:6",
    12: "*-1:0 *-0:2 *-5:5 6-8:4 3-4:7 2-7:8",
    14: "*-9:0 *-5:3 *-7:6 4-0:1 10-1:4 8-2:8 3-6:10",
    16: "*-3:0 *-7:3 *-6:7 12-2:5 9-1:9 11-5:10 0-4:11 8-10:12",
    18: "*-3:0 *-0:1 *-7:14 13-1:4 10-12:5 6-2:6 8-9:7 14-5:10 4-11:13",
    20: "*-0:0 *-4:5 *-13:6 *-11:9 *-7:12 6-12:1 9-1:3 8-10:7 2-5:8 14-3:10",
    22: "*-14:0 *-5:4 *-1:5 *-8:6 *-4:14 6-16:1 11-13:3 10-2:7 12-7:8 0-3:11 15-9:15",
    24: "*-17:0 *-10:3 *-16:5 *-9:12 *-7:18 1-2:1 6-12:2 11-18:6 14-4:8 13-5:11 3-8:13 0-15:16",
    26: (
        "*-7:0 *-10:1 *-0:2 *-12:8 *-19:19 18-20:5 16-3:6 2-6:7 11-14:9 15-5:12 17-1:16 4-13:17 "
        "8-9:18"
    ),
    28: (
        "*-1:0 *-8:4 *-13:6 *-18:10 *-5:14 *-15:15 *-9:20 7-17:1 14-16:3 2-3:5 10-6:7 20-4:11 "
        "0-12:16 19-11:17"
    ),
    30: (
        "*-11:0 *-13:5 *-9:12 *-5:13 *-18:15 *-10:21 *-15:22 21-0:4 1-4:6 8-12:8 14-19:9 17-2:11 "
        "7-16:17 20-3:19 22-6:20"
    ),
}
FULL_SIZES = range(4, 31)
FEWER_SIZES = range(9, 31)


@dataclass(frozen=True, slots=True)
class _Table:
    """A table of the first round: who meet, numbered from 0, and the board groups it plays.

    `stays`: its North-South does not move on.
    """

    stays: bool
    ns: int
    ew: int
    groups: tuple[int, ...]

    def after(self, turns: int, rounds: int) -> "_Table":
        """The same table so many rounds later."""
        every = len(self.groups)
        return _Table(
            self.stays,
            self.ns if self.stays else (self.ns + turns) % rounds,
            (self.ew + turns) % rounds,
            tuple((group + every * turns) % (every * rounds) for group in self.groups),
        )


def howell(contestants: int, boards_per_round: int, rounds: int | None = None) -> Movement:
    """A full Howell for 4 to 30; an odd number has the fixed place empty, and each sits out once.

    Four meet twice each, for there is no other. Five and six need an even number of boards a round.
    """
    even = contestants + contestants % 2
    if even == 4:
        return _four(contestants, boards_per_round, rounds)
    found = [_round(turn, even - 1, _FULL[even]) for turn in range(even - 1)]
    return _movement(found[: rounds_within(rounds, even - 1)], contestants, boards_per_round)


def three_quarter(contestants: int, boards_per_round: int, rounds: int | None = None) -> Movement:
    """A Howell of about three quarters of the rounds for 9 to 30: several stay at their tables.

    They never meet. Everybody plays all boards; an odd number sits out at one who stays.
    """
    even = contestants + contestants % 2
    moving = even - _FEWER[even].count("*")
    found = _turned([_round(turn, moving, _FEWER[even]) for turn in range(moving)], even)
    return _movement(found[: rounds_within(rounds, moving)], contestants, boards_per_round)


def _round(turn: int, rounds: int, base: str) -> list[_Table]:
    """The tables of a round; those who stay have the numbers after those who move."""
    tables = []
    for index, written in enumerate(base.split()):
        meeting, groups = written.split(":")
        ns, ew = meeting.split("-")
        one = rounds + index if ns == "*" else int(ns)
        first = _Table(ns == "*", one, int(ew), tuple(map(int, groups.split(","))))
        tables.append(first.after(turn, rounds))
    return tables


def _turned(rounds: list[list[_Table]], contestants: int) -> list[list[_Table]]:
    """The same rounds with tables turned so that influences are even."""
    by_group = [
        [t for tables in rounds for t in tables if t.groups == (g,)] for g in range(len(rounds))
    ]
    even = turned([[(t.ns, t.ew) for t in tables] for tables in by_group], contestants)
    ways = {two for tables in even for two in tables}
    return [
        [t if (t.ns, t.ew) in ways else _Table(t.stays, t.ew, t.ns, t.groups) for t in tables]
        for tables in rounds
    ]


def _movement(rounds: list[list[_Table]], contestants: int, boards_per_round: int) -> Movement:
    parts = len(rounds[0][0].groups)
    if boards_per_round % parts:
        raise StorslamError(
            "%(pairs)s pairs need an even number of boards a round in a Howell", pairs=contestants
        )
    positions = []
    for index, tables in enumerate(rounds):
        for number, t in enumerate(tables):
            halves = (board_group(group, boards_per_round // parts) for group in sorted(t.groups))
            boards = tuple(board for half in halves for board in half)
            positions.append(seated(index, number, (t.ns, t.ew), contestants, boards))
    return Movement(tuple(positions))


def _four(contestants: int, boards_per_round: int, rounds: int | None) -> Movement:
    """Two rounds against each opponent: the tables change boards, and the second its directions."""
    positions: list[Position] = []
    for index in range(rounds_within(rounds, 6)):
        meeting, again = divmod(index, 2)
        one, other = sorted({0, 1, 2} - {meeting})
        second = (other, one) if again else (one, other)
        for table, two in enumerate(((3, meeting), second)):
            boards = board_group(2 * meeting + (table + again) % 2, boards_per_round)
            positions.append(seated(index, table, two, contestants, boards))
    return Movement(tuple(positions))
