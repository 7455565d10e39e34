"""How the points of a line came about: data, for the edge to put into words."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from storslam.scoring.comparing import Parts, Result, parts
from storslam.scoring.imps import capped_imps, datum
from storslam.scoring.settings import Settings
from storslam.scoring.standing import ScoredLine, Standing


@dataclass(frozen=True, slots=True)
class Against:
    """What NS got against a score: of other results, how many there are; or the datum, once.

    `points`: match points or IMPs for one such result. A weighted ruling is its shares.
    """

    score: int
    results: Fraction
    points: Fraction


@dataclass(frozen=True, slots=True)
class Derivation:
    """The points of a line, from the comparisons onwards.

    `parts`: the line's own scores with their weights. `against`: highest score first; empty for
    an artificial score. In match points their sum is the line's `raw` M, which Neuberg's formula
    brings from `compared` to `expected` results; in cross-IMPs it is divided by the number of
    other results; in Butler it is the comparison with the `datum`.
    """

    scored: ScoredLine
    expected: int
    parts: Parts = ()
    against: tuple[Against, ...] = ()
    datum: int | None = None


def explain(scored: ScoredLine, standing: Standing) -> Derivation:
    """How this line of the standing got its points."""
    number = scored.line.board
    board = next(b for b in standing.boards if b.board == number and scored in b.results)
    if not scored.compared:
        return Derivation(scored, board.expected)
    group = [one for one in board.results if one.line.group == scored.line.group and one.compared]
    own, settings = parts(_result(scored)), standing.settings
    middle = datum(map(_result, group), settings.datum) if settings.method == "butler" else None
    if middle is None:
        others = [part for one in group if one != scored for part in parts(_result(one))]
    else:
        others = [(middle, Fraction(1))]
    return Derivation(scored, board.expected, own, _against(own, others, settings), middle)


def _result(scored: ScoredLine) -> Result:
    return cast("Result", scored.line.outcome)


def _against(
    own: Parts, others: Iterable[tuple[int, Fraction]], settings: Settings
) -> tuple[Against, ...]:
    results: dict[int, Fraction] = defaultdict(Fraction)
    for score, share in others:
        results[score] += share
    return tuple(
        Against(
            other,
            results[other],
            sum((_points(mine, other, settings) * share for mine, share in own), Fraction()),
        )
        for other in sorted(results, reverse=True)
    )


def _points(mine: int, other: int, settings: Settings) -> int:
    if settings.method == "matchpoints":
        return 1 + (mine > other) - (mine < other)
    return capped_imps(mine - other, settings.imp_cap)
