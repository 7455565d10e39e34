"""The scorer against one that compares every line with every other (`naive`)."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from storslam.scoring import Line, Settings, score
from tests.scoring import naive
from tests.scoring.makers import averages, events, imp_awards, percents, places, totals

MATCHPOINTS = [
    Settings(averages=own, sit_out=sit_out)
    for own, sit_out in product(("own", "fixed"), ("own-average", "nothing"))
]
IN_IMPS = [
    Settings("cross-imps", sit_out="own-average"),
    *(Settings("butler", datum=datum) for datum in ("trimmed", "mean", "median")),
]


def check(lines: list[Line], settings: Settings) -> None:
    standing, plain = score(lines, settings), naive.score(lines, settings)
    assert totals(standing) == {one: total for one, (total, _) in plain.items()}
    assert places(standing) == naive.places(plain, settings)
    if settings.method == "matchpoints":
        available = {row.id: row.available for row in standing.rows}
        assert available == {one: out_of for one, (_, out_of) in plain.items()}
        assert standing.expected_results == naive.expected(lines)


@pytest.mark.parametrize("settings", MATCHPOINTS)
@given(events(percents | averages))
def test_match_points(settings: Settings, lines: list[Line]) -> None:
    check(lines, settings)


@pytest.mark.parametrize("settings", IN_IMPS)
@given(events(imp_awards))
def test_imps(settings: Settings, lines: list[Line]) -> None:
    check(lines, settings)


@pytest.mark.parametrize("settings", [Settings(), *IN_IMPS])
@given(events(averages))
def test_every_line(settings: Settings, lines: list[Line]) -> None:
    plain = naive.results(lines, settings)
    scored = {
        (one.line.board, one.line.ns): (one.ns, one.ew)
        for board in score(lines, settings).boards
        for one in board.results
    }
    for line, points in zip(lines, plain, strict=True):
        if naive.real(line):
            assert scored[line.board, line.ns] == points


@given(events(percents | averages), st.data())
def test_the_order_of_the_lines_does_not_matter(lines: list[Line], data: st.DataObject) -> None:
    assert score(data.draw(st.permutations(lines))).rows == score(lines).rows


@given(events(percents | averages))
def test_two_winners_are_two_rankings_of_the_same_points(lines: list[Line]) -> None:
    assume(all(line.ew is not None for line in lines))
    one_side = [replace(line, ns=f"N{line.ns}", ew=f"E{line.ew}") for line in lines]
    together, apart = score(one_side), score(one_side, Settings(winners=2))
    assert totals(apart) == totals(together)
    for letter in "NE":
        total = {
            one: points
            for one, points in naive.score(one_side, Settings()).items()
            if one.startswith(letter)
        }
        ranked = {row.id: row.place for row in apart.rows if row.id.startswith(letter)}
        assert ranked == naive.places(total, Settings())
