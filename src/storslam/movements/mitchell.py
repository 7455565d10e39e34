"""Mitchell: North-South stay, East-West move up a table a round and the boards down one."""

from storslam.errors import StorslamError
from storslam.movements.barometer import seated
from storslam.movements.movement import Movement, board_group, rounds_within

WAYS = ("straight", "skip", "relay")


def usual_way(pairs: int) -> str:
    """Straight on an odd number of tables; East-West skip a table half-way on an even."""
    return "straight" if -(-pairs // 2) % 2 else "skip"


def usual_switch(rounds: int) -> int:
    """The rounds, at the end, that are turned for one winner: an eighth, and at least one."""
    return max(1, (rounds + 4) // 8)


def mitchell(
    pairs: int,
    boards_per_round: int,
    rounds: int | None = None,
    way: str | None = None,
    switched: int = 0,
) -> Movement:
    """North-South 1 … n and East-West n+1 … 2n on n tables; of an odd number the last is not there.

    `way` on an even number of tables: `skip` (at most n-1 rounds), `relay` (n rounds; the first and
    the last table share boards, and half-way down a group rests), or `straight` (n/2 rounds). In
    the last `switched` rounds all tables are turned.
    """
    tables = -(-pairs // 2)
    way = way or usual_way(pairs)
    played = rounds_within(rounds, most_rounds(tables, way))
    if not 0 <= switched < played:
        raise StorslamError(
            "%(switched)s of %(rounds)s rounds cannot be turned", switched=switched, rounds=played
        )
    positions = []
    for index in range(played):
        skipped = way == "skip" and 2 * index >= tables
        for table in range(tables):
            two = (table, tables + (table - index - skipped) % tables)
            group = (_slot(table, tables, way) + index) % tables
            boards = board_group(group, boards_per_round)
            turned = two[::-1] if index >= played - switched else two
            positions.append(seated(index, table, turned, pairs, boards))
    return Movement(tuple(positions))


def most_rounds(tables: int, way: str) -> int:
    """How many rounds so many tables can play in this way."""
    if way not in WAYS:
        raise StorslamError("no Mitchell is played the way %(way)s", way=way)
    if tables % 2:
        if way != "straight":
            raise StorslamError("an odd number of tables plays a straight Mitchell")
        return tables
    return {"straight": tables // 2, "skip": tables - 1, "relay": tables}[way]


def _slot(table: int, tables: int, way: str) -> int:
    """Where on the way of the boards the table stands."""
    if way != "relay":
        return table
    return 0 if table == tables - 1 else table + (2 * table >= tables)
