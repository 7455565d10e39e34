"""What a file says that may be a mistake of the pen: shown to the director, never changed."""

from collections.abc import Iterator
from dataclasses import dataclass

from storslam.bridge import duplicate_score
from storslam.scoring.event import Event, Line, Score


@dataclass(frozen=True, slots=True)
class Doubt:
    """A line whose score does not follow from its contract; `computed` is what does."""

    line: Line
    written: int
    computed: int


def doubts(event: Event) -> Iterator[Doubt]:
    """The lines of the event whose written score contradicts the contract and the tricks."""
    for line in event.lines:
        if line.play is None or not isinstance(line.outcome, Score):
            continue
        board = event.boards[line.board].board
        computed = duplicate_score(line.play.contract, line.play.tricks, board.vulnerability)
        if computed != line.outcome.ns:
            yield Doubt(line, line.outcome.ns, computed)
