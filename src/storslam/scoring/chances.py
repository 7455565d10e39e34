"""What can still happen in an event in play: the most and the least each contestant can end with.

Bounds, not forecasts: of every contestant on its own, whatever the others do, as long as what is
recorded stands. An unplayed board gives from nothing to a top (in IMPs up to the largest score
either way), and may stay unplayed. On a board that others have still to play, a result may come
to win, or not, against every one of theirs; in IMPs it may become anything. So a "no" is certain,
and a "yes" is not.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from storslam.bridge import Side
from storslam.scoring.event import Artificial, Average
from storslam.scoring.imps import MOST_IMPS
from storslam.scoring.matchpoints import expected_of, top
from storslam.scoring.settings import Settings
from storslam.scoring.standing import Key, Row, ScoredLine, Standing, own_rows, seats


@dataclass(frozen=True, slots=True)
class Reach:
    """The least and the most a contestant can end with: per cent, or IMPs."""

    least: Fraction
    most: Fraction


@dataclass(slots=True)
class _Sums:
    """A contestant's boards. `stake`: of those with points; `left`: of those without a result.

    `sat`: of sit-outs that give its own average. `now`: what all of them give as it is.
    """

    least: Fraction = Fraction(0)
    most: Fraction = Fraction(0)
    stake: int = 0
    left: int = 0
    sat: int = 0
    now: Fraction = Fraction(0)

    def add(self, least: Fraction, most: Fraction, stake: int) -> None:
        self.least += least
        self.most += most
        self.stake += stake


def can_still_reach(standing: Standing, place: int = 1) -> frozenset[Key]:
    """Who can still come in this place or a better one, shared places too.

    Everybody, where nothing is known: that is when the sections are compared apart.
    """
    bounds = reach(standing)
    return frozenset(
        key
        for key, own in bounds.items()
        if sum(one.least > own.most for other, one in bounds.items() if other[1] == key[1]) < place
    ) or frozenset((row.id, row.side) for row in standing.rows)


def reach(standing: Standing) -> dict[Key, Reach]:
    """The bounds of every contestant; of nobody where the sections are compared apart.

    There the number of results expected on a board is not known before the end.
    """
    if standing.settings.expected is None:
        return {}
    bounds = _shares if standing.method == "matchpoints" else _imps
    rows = {(row.id, row.side): row for row in standing.rows}
    return {
        key: bounds(sums, rows[key], standing.settings)
        for key, sums in _added(standing).items()
        if sums.stake + sums.left
    }


def _added(standing: Standing) -> dict[Key, _Sums]:
    pending = Counter(
        (board.section, board.board)
        for board in standing.boards
        for one in board.results
        if one.line.outcome is None and one.line.ew is not None
    )
    found: dict[Key, _Sums] = defaultdict(_Sums)
    whose = own_rows(standing)
    for board in standing.boards:
        waiting = pending[board.section, board.board]
        for one in board.results:
            _add(one, waiting, standing.settings, lambda who, side: found[whose(who, side)])
    return found


def _add(
    one: ScoredLine, waiting: int, settings: Settings, sums: Callable[[str, Side], _Sums]
) -> None:
    """Add a line to the sums of those who sit there."""
    stake = 1 if one.top is None else one.top
    for who, side, points in seats(one):
        own = sums(who, side)
        own.now += points or 0
        if one.line.outcome is not None:
            own.add(*_range(one, side, points or Fraction(0), waiting, settings), stake)
        elif one.line.ew is not None:
            own.left += stake
        elif settings.sit_out == "own-average":
            own.sat += stake
        elif points is not None:
            own.add(points, points, stake)


def _range(
    one: ScoredLine, side: Side, points: Fraction, waiting: int, settings: Settings
) -> tuple[Fraction, Fraction]:
    """The least and the most that a line can come to give a side, in points."""
    if one.top is None:
        most = Fraction(settings.imp_cap or MOST_IMPS)
        return (-most, most) if waiting and one.compared else (points, points)
    if isinstance(one.line.outcome, Artificial):
        award = one.line.outcome.ns if side is Side.NS else one.line.outcome.ew
        own = isinstance(award, Average) and award.grade and settings.averages == "own"
        return (Fraction(0), Fraction(one.top)) if own else (points, points)
    if one.raw is None or not waiting:
        return points, points
    expected, all_ = expected_of(one.top), one.compared + waiting
    least = expected * (one.raw + 1) / all_ - 1
    most = expected * (one.raw + 1 - 2 * one.compared) / all_ + 2 * expected - 1
    return (least, most) if side is Side.NS else (one.top - most, one.top - least)


def _shares(sums: _Sums, row: Row, settings: Settings) -> Reach:
    """In per cent: what is still to be played may all be played, or nothing of it."""
    extra = row.total - sums.now
    one = top(settings.expected or 1)
    stakes = (max(sums.stake, one), sums.stake + sums.left)
    given = [extra / (stake + sums.sat) for stake in stakes]
    least = min(sums.least / stake for stake in stakes) + min(given)
    most = max((sums.most + stake - sums.stake) / stake for stake in stakes) + max(given)
    return Reach(100 * least, 100 * most)


def _imps(sums: _Sums, row: Row, settings: Settings) -> Reach:
    """In IMPs, and sit-outs by the best and the worst average."""
    extra = row.total - sums.now
    more = sums.left * (settings.imp_cap or MOST_IMPS)
    ends = [(sums.least, sums.most, sums.stake)] if sums.stake else []
    ends.append((sums.least - more, sums.most + more, sums.stake + sums.left))
    worst = min(least / stake for least, _, stake in ends)
    best = max(most / stake for _, most, stake in ends)
    least, most, _ = ends[-1]
    return Reach(least + sums.sat * worst + extra, most + sums.sat * best + extra)
