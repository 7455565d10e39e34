"""Butler of the players of a series of team matches: each table against the datum of its board.

Both players of a pair have the pair's IMPs. An artificial score counts as it stands, and is not
part of the datum.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from storslam.errors import StorslamError
from storslam.scoring.comparing import Result, parts
from storslam.scoring.event import Artificial, Outcome, Score, Weighted
from storslam.scoring.imps import award_imps, capped_imps, datum
from storslam.scoring.ranking import id_order, rank
from storslam.scoring.settings import Datum

HalfNumber = tuple[int, int]
"""A round, and a half of its matches; both from 1."""


@dataclass(frozen=True, slots=True)
class Seated:
    """What happened at a table on a board, and who sat there.

    `board` is equal for tables that played the same deal. `outcome` None: nothing to compare yet.
    """

    board: Hashable
    half: HalfNumber
    ns: tuple[str, str]
    ew: tuple[str, str]
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Tally:
    """IMPs over so many boards."""

    imps: Fraction = Fraction()
    boards: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.imps + other.imps, self.boards + other.boards)

    @property
    def average(self) -> Fraction:
        """IMPs a board; 0 of none."""
        return self.imps / self.boards if self.boards else Fraction()


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player in the place that the average gives, with the IMPs of each half played."""

    player: str
    place: str
    total: Tally
    halves: Mapping[HalfNumber, Tally]


def player_butler(
    tables: Iterable[Seated], kind: Datum = "trimmed", cap: int | None = None
) -> tuple[PlayerRow, ...]:
    """The players in the order of their IMPs a board, against the datum of all tables of a board.

    Raises StorslamError for a player twice at a table.
    """
    boards: defaultdict[Hashable, list[Seated]] = defaultdict(list)
    for seated in tables:
        boards[seated.board].append(seated)
    halves: defaultdict[str, defaultdict[HalfNumber, Tally]] = defaultdict(
        lambda: defaultdict(Tally)
    )
    for lines in boards.values():
        for seated, ns, ew in _scored(lines, kind, cap):
            for player in _players(seated):
                won = Tally(ns if player in seated.ns else ew, 1)
                halves[player][seated.half] += won
    totals = {player: sum(played.values(), Tally()) for player, played in halves.items()}
    order = rank({player: total.average for player, total in totals.items()})
    return tuple(
        PlayerRow(one.id, one.place, totals[one.id], dict(sorted(halves[one.id].items())))
        for one in sorted(order, key=lambda one: (-totals[one.id].average, id_order(one.id)))
    )


def _players(seated: Seated) -> tuple[str, ...]:
    players = (*seated.ns, *seated.ew)
    if len(set(players)) < len(players):
        raise StorslamError(
            "board %(board)s: a player sits there twice: %(players)s",
            board=seated.board,
            players=", ".join(players),
        )
    return players


def _scored(
    lines: Sequence[Seated], kind: Datum, cap: int | None
) -> Iterable[tuple[Seated, Fraction, Fraction]]:
    """The tables of a board that have IMPs, with those of each side."""
    results = [line.outcome for line in lines if isinstance(line.outcome, Score | Weighted)]
    against = datum(results, kind) if results else 0
    for line in lines:
        match line.outcome:
            case Score() | Weighted() as result:
                won = _against(result, against, cap)
                yield line, won, -won
            case Artificial(ns, ew) if ew is not None:
                own, others = award_imps(ns), award_imps(ew)
                if own is not None and others is not None:
                    yield line, own, others


def _against(result: Result, against: int, cap: int | None) -> Fraction:
    return sum(
        (capped_imps(score - against, cap) * weight for score, weight in parts(result)),
        Fraction(),
    )
