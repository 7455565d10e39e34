"""A contestant's own card: board after board in the order of play, with the running result."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from storslam.bridge import Side
from storslam.scoring.standing import ScoredLine, Standing


@dataclass(frozen=True, slots=True)
class CardEntry:
    """One board on a scorecard, from the contestant's own side.

    `points` are match points or IMPs, None where the board gave none. `running` is the result so
    far: per cent of the available match points, or the sum of IMPs.
    """

    result: ScoredLine
    side: Side
    opponents: str | None
    points: Fraction | None
    percent: Fraction | None
    running: Fraction | None


def scorecard(standing: Standing, contestant: str) -> tuple[CardEntry, ...]:
    """The boards of one contestant in the order of play; penalties and carry-over stand apart."""
    return _card((result, side) for id_, result, side in _seats(standing) if id_ == contestant)


def all_scorecards(standing: Standing) -> dict[str, tuple[CardEntry, ...]]:
    """Everybody's scorecard, quicker than one by one."""
    own: dict[str, list[tuple[ScoredLine, Side]]] = defaultdict(list)
    for id_, result, side in _seats(standing):
        own[id_].append((result, side))
    return {id_: _card(results) for id_, results in own.items()}


def _seats(standing: Standing) -> Iterator[tuple[str, ScoredLine, Side]]:
    for board in standing.boards:
        for result in board.results:
            yield result.line.ns, result, Side.NS
            if result.line.ew is not None:
                yield result.line.ew, result, Side.EW


def _card(own: Iterable[tuple[ScoredLine, Side]]) -> tuple[CardEntry, ...]:
    ordered = sorted(own, key=lambda found: (found[0].line.round, found[0].line.board))
    return tuple(_running(ordered))


def _running(own: Iterable[tuple[ScoredLine, Side]]) -> Iterator[CardEntry]:
    total = Fraction(0)
    percents = 0
    for result, side in own:
        line = result.line
        ns = side is Side.NS
        percent = result.percent_ns if ns else result.percent_ew
        imps = result.imps_ns if ns else result.imps_ew
        points = (
            imps if imps is not None else (result.matchpoints_ns if ns else result.matchpoints_ew)
        )
        counted = imps if imps is not None else percent
        if counted is not None:
            total += counted
            percents += percent is not None
        running = total / percents if percents else (total if imps is not None else None)
        yield CardEntry(result, side, line.ew if ns else line.ns, points, percent, running)
