"""Checks of a movement that know nothing of how it was made."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from storslam.errors import StorslamError
from storslam.movements.movement import Movement, Position


@dataclass(frozen=True, slots=True)
class Fault:
    """What cannot be played, and the position (counted from 0) where it first shows."""

    index: int
    reason: StorslamError


def faults(movement: Movement, sets: int | None = None) -> Iterator[Fault]:
    """Every position that cannot be played: a seat or a table taken twice, a board met again.

    With `sets`, also a board that is wanted at more tables of a round than there are sets of the
    boards, unless all tables of the round play the same: a barometer has a set for each.
    """
    seated: set[tuple[int, str]] = set()
    tables: set[tuple[int, int]] = set()
    played: set[tuple[str, int]] = set()
    for index, position in enumerate(movement.positions):
        for reason in _reasons(position, seated, tables, played):
            yield Fault(index, reason)
        seated.update((position.round, id_) for id_ in position.contestants)
        tables.add((position.round, position.table))
        if position.played:
            played.update((id_, b) for id_ in position.contestants for b in position.boards)
    if sets is not None:
        yield from _shared(movement, sets)


def _shared(movement: Movement, sets: int) -> Iterator[Fault]:
    different: defaultdict[int, set[frozenset[int]]] = defaultdict(set)
    for position in movement.positions:
        different[position.round].add(frozenset(position.boards))
    tables: Counter[tuple[int, int]] = Counter()
    for index, position in enumerate(movement.positions):
        if not position.played or len(different[position.round]) == 1:
            continue
        tables.update((position.round, board) for board in position.boards)
        wanted = [board for board in position.boards if tables[position.round, board] > sets]
        if wanted:
            yield Fault(
                index,
                StorslamError(
                    "round %(round)s, table %(table)s: board %(board)s is at other tables already",
                    round=position.round,
                    table=position.table,
                    board=wanted[0],
                ),
            )


def _reasons(
    position: Position,
    seated: set[tuple[int, str]],
    tables: set[tuple[int, int]],
    played: set[tuple[str, int]],
) -> Iterator[StorslamError]:
    where = {"round": position.round, "table": position.table}
    if position.ns == position.ew:
        yield StorslamError(
            "round %(round)s, table %(table)s: %(id)s meets itself", id=position.ns or "-", **where
        )
    if (position.round, position.table) in tables:
        yield StorslamError("round %(round)s: table %(table)s is there twice", **where)
    twice = [board for board, times in Counter(position.boards).items() if times > 1]
    if twice:
        yield StorslamError(
            "round %(round)s, table %(table)s: board %(board)s is there twice",
            board=twice[0],
            **where,
        )
    for id_ in position.contestants:
        if (position.round, id_) in seated:
            yield StorslamError(
                "round %(round)s, table %(table)s: %(id)s sits at another table already",
                id=id_,
                **where,
            )
        again = [board for board in position.boards if (id_, board) in played]
        if position.played and again:
            yield StorslamError(
                "round %(round)s, table %(table)s: %(id)s has played board %(board)s already",
                id=id_,
                board=again[0],
                **where,
            )


@dataclass(frozen=True, slots=True)
class Profile:
    """What a movement amounts to. `meetings` counts how often each two contestants meet; `sets` is
    the most tables of a round that play one board, `results_per_board` how many boards have so many
    results."""

    contestants: int
    tables: int
    rounds: int
    boards: int
    meetings: Counter[frozenset[str]]
    most_times_on_a_board: int
    seated_twice_in_a_round: bool
    sets: int
    results_per_board: Counter[int]

    @property
    def board_shared_in_a_round(self) -> bool:
        """Whether a board is played at two tables in one round."""
        return self.sets > 1


def profile(movement: Movement) -> Profile:
    """Counts of the movement as it stands, playable or not."""
    played = [position for position in movement.positions if position.played]
    on_board = Counter((id_, b) for p in played for id_ in p.contestants for b in p.boards)
    in_round = Counter((p.round, id_) for p in movement.positions for id_ in p.contestants)
    board_round = Counter((p.round, board) for p in played for board in p.boards)
    results = Counter(board for p in played for board in p.boards)
    return Profile(
        contestants=len(movement.contestants),
        tables=len({position.table for position in movement.positions}),
        rounds=len({position.round for position in movement.positions}),
        boards=len(results),
        meetings=Counter(frozenset(p.contestants) for p in played),
        most_times_on_a_board=max(on_board.values(), default=0),
        seated_twice_in_a_round=max(in_round.values(), default=0) > 1,
        sets=max(board_round.values(), default=0),
        results_per_board=Counter(results.values()),
    )
