"""What can still happen in an event in play: the most and the least each contestant can end with.

Bounds, not forecasts: of every contestant on its own, whatever the others do, as long as what is
recorded stands. An unplayed board gives from nothing to a top (in IMPs up to the largest score
either way), and may stay unplayed. On a board that others have still to play, a result may come
to win, or not, against every one of theirs; in IMPs it may become anything. So a "no" is certain,
and a "yes" is not.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
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

    `down` and `up`: how far what those with points gave can still move. `sat`: the stake of
    sit-outs that give the own average, `sat_now` what they give as it is.
    """

    down: Fraction = Fraction(0)
    up: Fraction = Fraction(0)
    stake: int = 0
    left: int = 0
    sat: int = 0
    sat_now: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class _Ends:
    """A contestant's sums with what its points on the boards can come to, least and most.

    `extra` belongs to no board: penalties, and points brought along.
    """

    least: Fraction
    most: Fraction
    extra: Fraction
    sums: _Sums


def can_still_reach(bounds: Mapping[Key, Reach], place: int = 1) -> frozenset[Key]:
    """Who can still come in this place or a better one, shared places too."""
    return frozenset(
        key
        for key, own in bounds.items()
        if sum(one.least > own.most for other, one in bounds.items() if other[1] == key[1]) < place
    )


def reach(standing: Standing) -> dict[Key, Reach]:
    """The bounds of every contestant; of nobody where the sections are compared apart.

    There the number of results expected on a board is not known before the end.
    """
    if standing.settings.expected is None:
        return {}
    bounds = _shares if standing.method == "matchpoints" else _imps
    rows = {(row.id, row.side): row for row in standing.rows}
    extra = _extra(standing.settings)
    return {
        key: bounds(_ends(rows[key], sums, extra[key[0]]), standing.settings)
        for key, sums in _added(standing).items()
        if sums.stake + sums.left
    }


def _ends(row: Row, sums: _Sums, extra: Fraction) -> _Ends:
    now = row.total - extra - sums.sat_now
    return _Ends(now - sums.down, now + sums.up, extra, sums)


def _extra(settings: Settings) -> Mapping[str, Fraction]:
    found: dict[str, Fraction] = defaultdict(Fraction, settings.carry_over)
    for one in settings.adjustments:
        found[one.contestant] += one.points + one.tops * Fraction(top(settings.expected or 1))
    return found


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
            for who, side, points in seats(one):
                _add(found[whose(who, side)], one, side, points, waiting, standing.settings)
    return found


def _add(
    own: _Sums,
    one: ScoredLine,
    side: Side,
    points: Fraction | None,
    waiting: int,
    settings: Settings,
) -> None:
    """Add what a line gives a side, and may come to give it, to the sums of who sits there."""
    stake = 1 if one.top is None else one.top
    if one.line.outcome is None and one.line.ew is not None:
        own.left += stake
    elif one.line.outcome is None and settings.sit_out == "own-average":
        own.sat += stake
        own.sat_now += points or 0
    elif points is not None:
        own.stake += stake
        least, most = _range(one, side, points, waiting, settings)
        if least != most:
            own.down += points - least
            own.up += most - points


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


def _shares(ends: _Ends, settings: Settings) -> Reach:
    """In per cent: what is still to be played may all be played, or nothing of it."""
    own, one = ends.sums, top(settings.expected or 1)
    stakes = (max(own.stake, one), own.stake + own.left)
    extra = [ends.extra / (stake + own.sat) for stake in stakes]
    least = min(ends.least / stake for stake in stakes) + min(extra)
    most = max((ends.most + stake - own.stake) / stake for stake in stakes) + max(extra)
    return Reach(100 * least, 100 * most)


def _imps(ends: _Ends, settings: Settings) -> Reach:
    """In IMPs, and sit-outs by the best and the worst average."""
    own = ends.sums
    more = own.left * (settings.imp_cap or MOST_IMPS)
    least, most, stake = ends.least - more, ends.most + more, own.stake + own.left
    worst, best = least / stake, most / stake
    if own.stake:
        worst, best = min(worst, ends.least / own.stake), max(best, ends.most / own.stake)
    return Reach(least + own.sat * worst + ends.extra, most + own.sat * best + ends.extra)
