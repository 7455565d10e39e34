"""All-play-all: in every round all tables play the same boards."""

from functools import lru_cache
from random import Random

from storslam.movements.balanced import Rounds, evened, paired
from storslam.movements.directions import pattern
from storslam.movements.movement import Movement, Position, board_group, rounds_within
from storslam.movements.turning import turned


def berger(contestants: int) -> Rounds:
    """The usual circle for an even number: the last stays while the others move on."""
    moving = contestants - 1
    rounds = []
    for turn in range(moving):
        fixed = (moving, turn) if turn % 2 else (turn, moving)
        others = (((turn + x) % moving, (turn - x) % moving) for x in range(1, contestants // 2))
        rounds.append([fixed, *others])
    return rounds


def usual_card(contestants: int) -> Movement:
    """The barometer by the usual circle, one board a round, to compare a balanced one with."""
    return as_movement(berger(contestants + contestants % 2), contestants, 1)


@lru_cache(maxsize=32)
def all_play_all(contestants: int) -> Rounds:
    """The most balanced table known for an even number; where none is, the circle, turned.

    The same every time. Not to be changed: it is kept.
    """
    directions = pattern(contestants)
    if directions is None:
        return turned(berger(contestants), contestants)
    random = Random(contestants)
    even = evened(directions, contestants)
    found = None
    while found is None:
        found = paired(even, contestants, random)
    return found


def barometer(contestants: int, boards_per_round: int, rounds: int | None = None) -> Movement:
    """The movement in which everybody meets everybody, or the first `rounds` rounds of it.

    An odd number plays the table of one more, who is not there: each sits out once.
    """
    even = contestants + contestants % 2
    wanted = rounds_within(rounds, even - 1)
    return as_movement(all_play_all(even)[:wanted], contestants, boards_per_round)


def round_robin(teams: int, boards_per_round: int, rounds: int | None = None) -> Movement:
    """The series in which all teams meet: each match a table, its home team North-South."""
    return barometer(teams, boards_per_round, rounds)


def as_movement(rounds: Rounds, contestants: int, boards_per_round: int) -> Movement:
    """The rounds with contestants named 1 … n; a number above n is nobody."""
    return Movement(
        tuple(
            seated(index, table, two, contestants, board_group(index, boards_per_round))
            for index, tables in enumerate(rounds)
            for table, two in enumerate(tables)
        )
    )


def seated(
    round_: int, table: int, two: tuple[int, int], contestants: int, boards: tuple[int, ...]
) -> Position:
    """The position of two, all numbered from 0; of one who meets nobody, as North-South."""
    there = [str(one + 1) for one in two if one < contestants]
    return Position(round_ + 1, table + 1, there[0], there[1] if len(there) > 1 else None, boards)
