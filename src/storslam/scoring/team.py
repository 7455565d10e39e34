"""A match of teams: the same boards at two tables compared, in IMPs (Law 78B).

The home team sits North-South in the open room and East-West in the closed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from storslam.errors import StorslamError
from storslam.scoring.comparing import Result, parts
from storslam.scoring.event import Artificial, Award, Outcome, Score, Weighted
from storslam.scoring.imps import award_imps, imps
from storslam.scoring.victory_points import Scale, victory_points


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """A board: what happened in the two rooms, and each team's own IMPs, lost ones below zero.

    They mirror one another, but for artificial scores. None: not to be compared (yet).
    """

    board: int
    open_room: Outcome | None
    closed_room: Outcome | None
    home: Fraction | None
    away: Fraction | None


@dataclass(frozen=True, slots=True)
class Match:
    """A match of two teams, board by board."""

    boards: tuple[MatchBoard, ...]

    @property
    def imp_home(self) -> Fraction:
        """The IMPs that the home team won, on the boards that it won."""
        return sum((max(own, Fraction()) for own in self._home()), Fraction())

    @property
    def imp_away(self) -> Fraction:
        """The IMPs that the away team won, on the boards that it won."""
        return sum((max(own, Fraction()) for own in self._away()), Fraction())

    @property
    def margin_home(self) -> Fraction:
        """The home team's own IMPs, won less lost."""
        return sum(self._home(), Fraction())

    @property
    def margin_away(self) -> Fraction:
        """The away team's own IMPs: the home team's with the sign changed, but for rulings."""
        return sum(self._away(), Fraction())

    @property
    def lead(self) -> Fraction:
        """The home team's lead where only one can win: the mean of two that differ (Law 86)."""
        return (self.margin_home - self.margin_away) / 2

    @property
    def boards_compared(self) -> int:
        """The number of boards that have IMPs, if only 0."""
        return len(self._home())

    def victory_points(self, boards: int, scale: Scale) -> tuple[Fraction, Fraction]:
        """The victory points of home and away, each by its own margin, over so many boards."""
        return (
            own_points(self.margin_home, boards, scale),
            own_points(self.margin_away, boards, scale),
        )

    def _home(self) -> list[Fraction]:
        return [board.home for board in self.boards if board.home is not None]

    def _away(self) -> list[Fraction]:
        return [board.away for board in self.boards if board.away is not None]


def own_points(margin: Fraction, boards: int, scale: Scale) -> Fraction:
    """The victory points of a side by its own IMPs, won less lost, over so many boards."""
    points = victory_points(margin, boards, scale)
    return points.winner if margin > 0 else points.loser


def match(
    open_room: Mapping[int, Outcome | None], closed_room: Mapping[int, Outcome | None]
) -> Match:
    """The match of these outcomes by board. A board without one in a room is not compared.

    Raises StorslamError for an artificial score without a value in IMPs, or two that differ.
    """
    boards = sorted(open_room.keys() | closed_room.keys())
    return Match(
        tuple(_board(board, open_room.get(board), closed_room.get(board)) for board in boards)
    )


def _board(board: int, opened: Outcome | None, closed: Outcome | None) -> MatchBoard:
    rulings = {*_awards(opened, home_first=True), *_awards(closed, home_first=False)}
    if len(rulings) > 1:
        raise StorslamError("board %(board)s has two rulings that differ", board=board)
    if rulings:
        home, away = (_imps(award, board) for award in rulings.pop())
        return MatchBoard(board, opened, closed, home, away)
    if isinstance(opened, Score | Weighted) and isinstance(closed, Score | Weighted):
        won = _weighed_imps(opened, closed)
        return MatchBoard(board, opened, closed, won, -won)
    return MatchBoard(board, opened, closed, None, None)


def _awards(outcome: Outcome | None, *, home_first: bool) -> Iterable[tuple[Award, Award]]:
    """The awards to home and away that a room's artificial score makes."""
    if isinstance(outcome, Artificial) and outcome.ew is not None:
        yield (outcome.ns, outcome.ew) if home_first else (outcome.ew, outcome.ns)


def _imps(award: Award, board: int) -> Fraction:
    value = award_imps(award)
    if value is None:
        raise StorslamError(
            "board %(board)s: the artificial score has no value in IMPs", board=board
        )
    return value


def _weighed_imps(opened: Result, closed: Result) -> Fraction:
    """The home team's IMPs: those of every pair of scores, by their weights."""
    if isinstance(opened, Score) and isinstance(closed, Score):  # as good as always
        return Fraction(imps(opened.ns - closed.ns))
    return sum(
        (
            imps(score - other) * weight * other_weight
            for score, weight in parts(opened)
            for other, other_weight in parts(closed)
        ),
        Fraction(),
    )
