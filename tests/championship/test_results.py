"""Pairs taken out of an event, and pairs out of competition."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.championship.results import as_if_never_started, competing, without
from storslam.movements.barometer import barometer
from storslam.scoring import Adjustment, Line, Score, Settings, Standing, score

SCORES = (-620, -50, 110, 420)


def played(pairs: int, chance: random.Random) -> list[Line]:
    """A barometer of so many pairs, with results by chance."""
    return [
        Line(
            board,
            position.ns or "",
            position.ew,
            Score(chance.choice(SCORES)) if position.ew else None,
        )
        for position in barometer(pairs, 2).positions
        for board in position.boards
    ]


def rescored(lines: list[Line], settings: Settings, struck: set[str]) -> Standing:
    """The standing as if these had never started."""
    return score(tuple(as_if_never_started(lines, struck)), without(settings, struck))


def totals(standing: Standing) -> dict[str, tuple[str, Fraction]]:
    return {row.id: (row.place, row.total) for row in standing.rows}


def test_a_struck_pair_by_hand() -> None:
    """SM-ABAN-1: pair 6 is gone; 5 sits out, the two other tables are compared alone."""
    lines = [Line(1, "1", "2", Score(420)), Line(1, "3", "4", Score(110))]
    lines += [Line(1, "5", "6", Score(-50)), Line(2, "6", "1", Score(400))]
    lines += [Line(2, "2", "4", Score(50)), Line(2, "3", "5", Score(50))]
    rest = rescored(lines, Settings(), {"6"})
    assert rest.expected_results == 2
    points = {row.id: (row.total, row.available) for row in rest.rows}
    assert points == {"1": (2, 2), "2": (1, 4), "3": (1, 4), "4": (3, 4), "5": (1, 2)}
    assert [row.place for row in rest.rows] == ["1", "2", "3", "4/5", "4/5"]


@given(st.integers(3, 9).map(lambda half: 2 * half), st.randoms(use_true_random=False))
def test_it_is_as_if_the_pair_had_never_started(pairs: int, chance: random.Random) -> None:
    """The same as a field with one pair less, in which its opponents sat out from the first."""
    lines, struck = played(pairs, chance), str(chance.randint(1, pairs))
    never = []
    for line in lines:
        if struck not in (line.ns, line.ew):
            never.append(line)
        else:
            never.append(
                Line(line.board, (line.ew or "") if line.ns == struck else line.ns, None, None)
            )
    rest = rescored(lines, Settings(), {struck})
    assert totals(rest) == totals(score(never))
    assert rest.expected_results == pairs // 2 - 1


@given(st.randoms(use_true_random=False))
def test_the_field_without_the_pair_averages_half_of_the_top(chance: random.Random) -> None:
    rest = rescored(played(12, chance), Settings(), {"5"})
    total = sum(row.total for row in rest.rows)
    assert 2 * total == sum(row.available or 0 for row in rest.rows)
    assert "5" not in {row.id for row in rest.rows}


@given(st.randoms(use_true_random=False))
def test_striking_two_pairs_is_striking_one_and_then_the_other(chance: random.Random) -> None:
    lines = played(10, chance)
    assert totals(rescored(lines, Settings(), {"3", "8"})) == totals(
        rescored(lines, Settings(), {"8", "3"})
    )
    assert "3" not in totals(rescored(lines, Settings(), {"3", "8"}))


def test_what_the_director_gave_the_pair_goes_with_it() -> None:
    chance = random.Random(3)
    lines = played(8, chance)
    given_ = (Adjustment("2", tops=Fraction(-1, 10)), Adjustment("4", tops=Fraction(-1, 10)))
    settings = Settings(adjustments=given_, carry_over={"2": Fraction(5)}, expected=4)
    rest = totals(rescored(lines, settings, {"2"}))
    plain = totals(rescored(lines, Settings(), {"2"}))
    assert "2" not in rest
    assert rest["4"][1] == plain["4"][1] - Fraction(4, 10)


def test_a_bye_is_no_opponent() -> None:
    """The sit-outs of a struck pair go with it; those of others stay."""
    lines = [Line(1, "1", "2", Score(420)), Line(1, "3", "4", Score(110)), Line(1, "5", None, None)]
    assert set(totals(rescored(lines, Settings(), {"5"}))) == {"1", "2", "3", "4"}
    assert set(totals(rescored(lines, Settings(), {"4"}))) == {"1", "2", "3", "5"}


@pytest.mark.parametrize(
    ("out", "places"),
    [
        ([], {"1": "1", "2": "2/3", "3": "2/3", "4": "4"}),
        (["1"], {"2": "1/2", "3": "1/2", "4": "3", "1": ""}),
        (["2"], {"1": "1", "3": "2", "4": "3", "2": ""}),
        (["1", "4"], {"2": "1/2", "3": "1/2", "1": "", "4": ""}),
    ],
)
def test_those_in_competition_move_up_and_keep_their_points(
    out: list[str], places: dict[str, str]
) -> None:
    """SM-PEN-3 and SM-PEN-4."""
    settings = Settings(carry_over={"1": Fraction(9), "2": Fraction(2), "3": Fraction(2)})
    lines = [Line(1, "1", "2", Score(50)), Line(1, "3", "4", Score(50))]
    rows = score(lines, settings).rows
    found = competing(rows, out)
    assert {row.id: row.place for row in found} == places
    assert [row.id for row in found[len(found) - len(out) :]] == out
    assert {row.id: row.total for row in found} == {row.id: row.total for row in rows}


def test_each_direction_has_its_own_places() -> None:
    lines = [Line(1, "1", "11", Score(420)), Line(1, "2", "12", Score(110))]
    rows = score(lines, Settings(winners=2)).rows
    assert {row.id: row.place for row in competing(rows, ["1"])} == {
        "2": "1",
        "12": "1",
        "11": "2",
        "1": "",
    }
