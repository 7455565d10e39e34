"""Events scored and published by other programs: every percentage, total and place.

The published figures are rounded to two decimals. Columns: `published` is NS's per cent or IMPs.
"""

from fractions import Fraction

import pytest

from storslam.scoring import Artificial, Line, Percent, Score, Settings, Standing, score
from tests.scoring.makers import figures

HALF_A_HUNDREDTH = Fraction(51, 10_000)
EVENTS = {
    "howell_12p_one_average": Settings(),
    "mitchell_38p_short_board": Settings(winners=2),
    "mitchell_42p_60_50_40": Settings(winners=2),
    "ximp_howell_9p_sitout": Settings("cross-imps"),
    "butler_howell_8p": Settings("butler"),
    "barometer_17p_bye_60": Settings(),
}


def published(name: str) -> list[tuple[Line, str]]:
    return [(_line(row), row["published"]) for row in figures(f"published_{name}.csv")]


def _line(row: dict[str, str]) -> Line:
    ns, ew = (
        Percent(Fraction(row[column]) / 100) if row[column] else None
        for column in ("award_ns", "award_ew")
    )
    outcome = Artificial(ns, ew) if ns else Score(int(row["score"]))
    return Line(int(row["board"]), row["ns"], row["ew"] or None, outcome)


def scored(name: str) -> Standing:
    return score([line for line, _ in published(name)], EVENTS[name])


@pytest.mark.parametrize("name", EVENTS)
def test_the_boards_are_as_published(name: str) -> None:
    results = {
        (board.board, one.line.ns): one for board in scored(name).boards for one in board.results
    }
    for line, figure in published(name):
        if figure:
            one = results[line.board, line.ns]
            ours = one.percent_ns if one.top is not None else one.imps_ns
            assert abs(ours - Fraction(figure)) <= HALF_A_HUNDREDTH


@pytest.mark.parametrize("name", [name for name in EVENTS if not name.startswith("barometer")])
def test_the_places_are_as_published(name: str) -> None:
    rows = {row.id: row for row in scored(name).rows}
    for row in figures(f"published_{name}_places.csv"):
        ours = rows[row["id"]]
        figure = ours.total if ours.percent is None else ours.percent
        assert abs(figure - Fraction(row["published"])) <= HALF_A_HUNDREDTH
        assert ours.place.split("/")[0] == row["place"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [("mitchell_38p_short_board", 19), ("mitchell_42p_60_50_40", 21), ("barometer_17p_bye_60", 8)],
)
def test_the_results_expected_are_found_in_the_file(name: str, expected: int) -> None:
    assert scored(name).expected_results == expected


def test_a_pair_of_the_short_board_is_ranked_on_26_boards() -> None:
    rows = scored("mitchell_38p_short_board").rows
    assert sorted(row.boards_played for row in rows) == [26, 26, *[27] * 36]
    assert {row.available for row in rows} == {26 * 36, 27 * 36}
