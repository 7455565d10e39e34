"""An event of plain scores in columns, for fields so large that lines cost too much."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from storslam.scoring.event import Line, Score


@dataclass(frozen=True, slots=True)
class Columns:
    """Every table on every board: column by column, one number each.

    `ns` and `ew` are places in `ids`; `score` is points to North-South. The columns may be
    numpy arrays of int64; with the extra `numpy` match points are then scored by it.
    """

    ids: Sequence[str]
    board: Sequence[int]
    ns: Sequence[int]
    ew: Sequence[int]
    score: Sequence[int]

    def lines(self) -> Iterator[Line]:
        """The same event, line by line."""
        ids = self.ids
        rows = zip(self.board, self.ns, self.ew, self.score, strict=True)
        return (
            Line(int(board), ids[ns], ids[ew], Score(int(score))) for board, ns, ew, score in rows
        )
