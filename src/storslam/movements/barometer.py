"""All-play-all: in every round all tables play the same boards."""

from storslam.movements.movement import Movement, Position


def berger(contestants: int) -> list[list[tuple[int, int]]]:
    """The rounds of the usual circle: pairs of 1 … n, North-South first; 0 sits out when n is odd.

    The last contestant stays while the others move on one place a round.
    """
    places = contestants + contestants % 2
    moving = places - 1
    rounds = []
    for turn in range(moving):
        fixed = (places, turn + 1) if turn % 2 else (turn + 1, places)
        met = [fixed] + [
            ((turn + x) % moving + 1, (turn - x) % moving + 1) for x in range(1, places // 2)
        ]
        rounds.append([(_real(a, contestants), _real(b, contestants)) for a, b in met])
    return rounds


def _real(number: int, contestants: int) -> int:
    return number if number <= contestants else 0


def barometer(
    contestants: int, boards_per_round: int, rounds: int | None = None, first_board: int = 1
) -> Movement:
    """The movement in which everybody meets everybody, or the first `rounds` rounds of it."""
    positions = []
    for index, tables in enumerate(berger(contestants)[:rounds]):
        start = first_board + index * boards_per_round
        played = tuple(range(start, start + boards_per_round))
        for table, (ns, ew) in enumerate(tables, 1):
            positions.append(
                Position(index + 1, table, _name(ns), _name(ew), played)
                if ns
                else Position(index + 1, table, _name(ew), None, played)
            )
    return Movement(tuple(positions))


def _name(number: int) -> str | None:
    return str(number) if number else None
