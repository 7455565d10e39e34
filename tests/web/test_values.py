"""The small parts: names, numbers as shown, payloads in columns, the curve."""

from fractions import Fraction

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from storslam.bridge import (
    PASSED_OUT,
    Card,
    Contract,
    Doubling,
    Seat,
    Side,
    Strain,
    Suit,
    duplicate_score,
    numbered_board,
)
from storslam.bridge.cards import RANKS
from storslam.names import folded, sort_key
from storslam.scoring import Artificial, Average, Imps, Line, Percent, Play, Score, Weighted
from storslam.web import shown
from storslam.web.curve import curve
from storslam.web.intake import seated
from storslam.web.payload import COLUMNS, Payload, check, of_columns, to_columns


def test_names_sort_the_swedish_way():
    names = ["Öberg", "Zorn", "Ärlig", "Åberg", "Andersson", "ek", "Édouard", "Müller", "Myr"]
    wanted = ["Andersson", "Édouard", "ek", "Müller", "Myr", "Zorn", "Åberg", "Ärlig", "Öberg"]
    assert sorted(names, key=sort_key) == wanted


@given(st.text(max_size=30))
def test_case_never_matters_to_names(name):
    assert folded(name) == folded(folded(name))
    assert sort_key(name) == sort_key(folded(name))


@pytest.mark.parametrize(
    ("value", "swedish", "english"),
    [
        (Fraction(52649, 1000), "52,6", "52.6"),
        (Fraction(5265, 100), "52,7", "52.7"),
        (Fraction(-5265, 100), "−52,7", "−52.7"),
        (Fraction(-1, 100), "0,0", "0.0"),
        (None, "", ""),
    ],
)
def test_sm_res_1_one_decimal_half_away_from_zero(value, swedish, english):
    with translation.override("sv"):
        assert shown.decimal(value) == swedish
    with translation.override("en"):
        assert shown.decimal(value) == english


def test_seats_and_honours_are_those_of_the_language():
    with translation.override("sv"):
        assert [shown.seat(seat) for seat in Seat] == ["N", "Ö", "S", "V"]
        assert [shown.rank(rank) for rank in "AKQJT9"] == ["E", "K", "D", "kn", "10", "9"]
    with translation.override("en"):
        assert [shown.seat(seat) for seat in Seat] == ["N", "E", "S", "W"]
        assert [shown.rank(rank) for rank in "AKQJT9"] == ["A", "K", "Q", "J", "10", "9"]


WEIGHTED = Weighted(((170, Fraction(67, 100)), (-50, Fraction(33, 100))))
SIXTY = Artificial(Percent(Fraction(60, 100)), Average(-1))


@pytest.mark.parametrize(
    ("outcome", "both", "north", "east"),
    [
        (Score(-420), "−420", "−420", "420"),
        (WEIGHTED, "67 % 170, 33 % −50", "67 % 170, 33 % −50", "67 % −170, 33 % 50"),
        (SIXTY, "60 % / A−", "60 %", "A−"),
        (Artificial(Imps(Fraction(3)), Imps(Fraction(-3))), "+3 / −3", "+3", "−3"),
        (Artificial(Average(0), None), "A=", "A=", ""),
        (None, "–", "–", "–"),
    ],
)
def test_outcomes_are_shown_from_each_side(outcome, both, north, east):
    with translation.override("sv"):
        told = shown.outcome(outcome), *(shown.own_outcome(outcome, side) for side in Side)
    assert told == (both, north, east)


contracts = st.builds(
    Contract,
    st.integers(1, 7),
    st.sampled_from(Strain),
    st.sampled_from(Doubling),
    st.sampled_from(Seat),
)
cards = st.builds(Card, st.sampled_from(Suit), st.sampled_from(RANKS))
plays = st.one_of(
    st.just(Play(PASSED_OUT, 0)),
    st.builds(Play, contracts, st.integers(0, 13), st.one_of(st.none(), cards)),
)
outcomes = st.one_of(
    st.none(),
    st.builds(Score, st.integers(-7600, 7600)),
    st.sampled_from([WEIGHTED, SIXTY, Artificial(Average(1), None)]),
)
payloads = st.builds(
    Payload, outcomes, st.one_of(st.none(), plays), st.sampled_from(["", "a", "b"])
)


class Row:
    """Anything with the columns as attributes."""

    def __init__(self, **columns: object) -> None:
        self.__dict__.update(columns)


@given(payloads)
def test_a_payload_survives_its_columns(payload):
    columns = to_columns(payload)
    assert set(columns) == set(COLUMNS)
    assert of_columns(Row(**columns)) == payload


@given(contracts, st.integers(0, 13), st.integers(1, 32))
def test_what_was_played_is_never_doubted(contract, tricks, number):
    board = numbered_board(number)
    score = duplicate_score(contract, tricks, board.vulnerability)
    check(Payload(Score(score), Play(contract, tricks)), board, "matchpoints", sits_out=False)
    check(Payload(Score(score)), board, "matchpoints", sits_out=False)


@given(st.lists(st.fractions(0, 100, max_denominator=50), min_size=2, max_size=60))
def test_the_curve_stays_in_its_box_and_ends_at_the_last_value(values):
    drawn = curve(values, percent=True)
    assert drawn.last == values[-1]
    heights = [float(point.split(",")[1]) for point in drawn.line.split()]
    assert len(heights) == len(values)
    assert all(0 <= height <= drawn.height for height in heights)
    assert drawn.bottom <= min(values) <= max(values) <= drawn.top


def test_one_value_makes_no_curve():
    assert curve([Fraction(50)], percent=True) is None


def test_a_table_that_the_file_names_is_kept_and_others_are_made():
    lines = [
        Line(1, "1", "2", None, round=1, table=7),
        Line(1, "3", "4", None),
        Line(2, "3", "4", None),
        Line(1, "5", None, None),
    ]
    assert [seat for _, seat in seated(lines)] == [(1, "", 7), (0, "", 1), (0, "", 1), (0, "", 2)]
