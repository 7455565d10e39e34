"""Boards, fields and tables of figures for the tests of scoring."""

import csv
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from hypothesis import strategies as st

from storslam.scoring import (
    Artificial,
    Average,
    Award,
    Imps,
    Line,
    Outcome,
    Percent,
    Score,
    Standing,
    Weighted,
)

DATA = Path(__file__).parent / "data"


def figures(name: str) -> list[dict[str, str]]:
    """The rows of a table of figures beside the tests."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def percent(ns: int, ew: int | None = None) -> Artificial:
    """Artificial scores in per cent."""
    return Artificial(_share(ns), None if ew is None else _share(ew))


def _share(of_100: int) -> Percent:
    return Percent(Fraction(of_100, 100))


def weighted(*parts: tuple[int, int]) -> Weighted:
    """A weighted ruling of scores with per cents."""
    return Weighted(tuple((score, Fraction(weight, 100)) for score, weight in parts))


def board(number: int, outcomes: Sequence[int | Outcome | None], group: str = "") -> list[Line]:
    """A board with these outcomes: N1 against E1, N2 against E2 and so on."""
    return [
        Line(
            number,
            f"N{table}",
            f"E{table}",
            Score(outcome) if isinstance(outcome, int) else outcome,
            group=group,
        )
        for table, outcome in enumerate(outcomes, 1)
    ]


def matchpoints(standing: Standing, number: int = 1) -> list[Fraction | None]:
    """NS's match points on a board, in the order of the lines."""
    return [
        line.matchpoints_ns
        for board in standing.boards
        if board.board == number
        for line in board.results
    ]


def imps_of(standing: Standing, number: int = 1) -> list[Fraction | None]:
    """NS's IMPs on a board, in the order of the lines."""
    return [
        line.imps_ns for board in standing.boards if board.board == number for line in board.results
    ]


def totals(standing: Standing) -> dict[str, Fraction]:
    """The total of each contestant."""
    return {row.id: row.total for row in standing.rows}


def places(standing: Standing) -> dict[str, str]:
    """The place of each contestant."""
    return {row.id: row.place for row in standing.rows}


# Few different scores, so that equal ones are common.
scores = st.sampled_from((-800, -420, -100, -50, 0, 50, 110, 140, 420, 1430)).map(Score)
weights = st.integers(1, 6).map(lambda sixth: Fraction(sixth, 7))
weighted_rulings = st.tuples(scores, scores, weights).map(
    lambda drawn: Weighted(((drawn[0].ns, drawn[2]), (drawn[1].ns, 1 - drawn[2])))
)


@st.composite
def events(draw: st.DrawFn, award: st.SearchStrategy[Award], groups: str = "ab") -> list[Line]:
    """A few boards played by up to nine pairs, in which nobody plays a board twice."""
    pairs = [f"P{number}" for number in range(1, draw(st.integers(2, 9)) + 1)]
    artificial = st.builds(Artificial, award, award)
    outcome = scores | scores | scores | weighted_rulings | artificial | st.none()
    lines = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        seats = draw(st.permutations(pairs))
        for ns, ew in zip(seats[::2], seats[1::2], strict=False):
            group = draw(st.sampled_from(groups))
            lines.append(Line(number, ns, ew, draw(outcome), group=group))
        if len(seats) % 2 and draw(st.booleans()):
            sat_out = draw(st.none() | st.builds(Artificial, award, st.none()))
            lines.append(Line(number, seats[-1], None, sat_out))
    return lines


percents = st.integers(0, 10).map(lambda tenths: Percent(Fraction(tenths, 10)))
averages = st.sampled_from((1, 0, -1)).map(Average)
imp_awards = averages | st.integers(-12, 12).map(lambda number: Imps(Fraction(number)))
