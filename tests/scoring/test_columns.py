"""Columns, scored by numpy: in everything the same as lines."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.errors import StorslamError
from storslam.scoring import Adjustment, Columns, Settings, TopScores, score
from storslam.scoring.vectors import column_tallies

SETTINGS = [
    Settings(),
    Settings(winners=2),
    Settings(expected=9),
    Settings(tie_breaks=(TopScores(),)),
]


@st.composite
def columns(draw: st.DrawFn) -> Columns:
    """A few boards, of which some are played by fewer pairs, at most once by each."""
    ids = tuple(f"P{number}" for number in range(draw(st.integers(2, 12))))
    rows = []
    for board in draw(st.lists(st.integers(1, 9999), min_size=1, max_size=5, unique=True)):
        seats = draw(st.permutations(range(len(ids))))
        for table in range(draw(st.integers(1, len(ids) // 2))):
            score = draw(st.sampled_from((-420, -50, 0, 50, 420, 430)))
            rows.append((board, seats[2 * table], seats[2 * table + 1], score))
    return Columns(ids, *(list(column) for column in zip(*rows, strict=True)))


@pytest.mark.parametrize("settings", SETTINGS)
@given(played=columns())
def test_numpy_gives_the_same_standing_as_lines(settings: Settings, played: Columns) -> None:
    assert column_tallies(played, settings) is not None
    by_numpy, by_lines = score(played, settings), score(played.lines(), settings)
    assert by_numpy == by_lines
    assert by_numpy.boards == by_lines.boards


@given(columns())
def test_penalties_are_given_to_columns_too(played: Columns) -> None:
    fined = played.ids[played.ns[0]]
    settings = Settings(adjustments=(Adjustment(fined, points=-1),))
    assert score(played, settings) == score(played.lines(), settings)


@given(columns())
def test_other_methods_and_no_numpy_go_line_by_line(played: Columns) -> None:
    assert column_tallies(played, Settings("butler")) is None
    assert score(played, Settings("butler")) == score(played.lines(), Settings("butler"))


def test_without_numpy_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    played = Columns(("A", "B", "C", "D"), [1, 1], [0, 2], [1, 3], [420, 0])
    with_numpy = score(played)
    monkeypatch.setattr("storslam.scoring.pairs.find_spec", lambda _: None)
    monkeypatch.delitem(sys.modules, "storslam.scoring.vectors")
    assert score(played) == with_numpy
    assert "storslam.scoring.vectors" not in sys.modules


def test_what_int64_cannot_hold_is_scored_line_by_line() -> None:
    """Forty boards with 2 to 41 results: the common denominator has 17 digits."""
    rows = [
        (board, 2 * table, 2 * table + 1, (7 * table * board) % 11 * 10)
        for board in range(1, 42)
        for table in range(board)
    ]
    played = Columns(
        [f"P{number}" for number in range(82)], *(list(c) for c in zip(*rows, strict=True))
    )
    assert column_tallies(played, Settings()) is None
    assert score(played) == score(played.lines())


@pytest.mark.parametrize(
    ("played", "settings", "reason"),
    [
        (Columns("ABC", [1, 1], [0, 0], [1, 2], [0, 0]), Settings(), "twice by A"),
        (Columns("ABC", [1, 1], [0, 2], [1, 0], [0, 0]), Settings(), "twice by A"),
        (Columns("ABC", [1, 1], [0, 1], [2, 2], [0, 0]), Settings(winners=2), "twice by C"),
        (Columns("ABCD", [1, 1], [0, 2], [1, 3], [0, 0]), Settings(expected=1), "1 are expected"),
    ],
)
def test_columns_are_refused_for_the_reasons_that_lines_are(
    played: Columns, settings: Settings, reason: str
) -> None:
    with pytest.raises(StorslamError, match=reason):
        score(played, settings)


def test_contestants_without_a_board_are_not_in_the_standing() -> None:
    played = Columns(("A", "B", "C", "D", "E"), [1, 1], [0, 3], [1, 4], [420, 0])
    assert [row.id for row in score(played).rows] == ["A", "E", "B", "D"]
    nothing = Columns((), [], [], [], [])
    assert score(nothing) == score([])
