"""Master points of a list of places: any scale, shared by those with equal results (SM-RES-4)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.bridge import Side
from storslam.championship.master_points import ByPlace, by_place, master_points
from storslam.errors import StorslamError
from storslam.scoring import Row


def row(who, points, place="1", side=None):
    return Row(who, place, points, 1, 100, 10, side)


def test_sm_res_4_three_level_from_the_fourth_place_share_the_points_of_their_places():
    rows = [row("a", 90), row("b", 80), row("c", 70), *(row(one, 60) for one in "def")]
    given_ = master_points(rows, ByPlace(tuple(map(Fraction, (30, 20, 15, 10, 6, 4)))))
    assert given_["a"] == 30
    assert {given_[one] for one in "def"} == {Fraction(20, 3)}


@given(
    st.lists(st.integers(0, 5), min_size=1, max_size=8),
    st.lists(st.integers(0, 100), max_size=8).map(lambda some: sorted(some, reverse=True)),
)
def test_all_points_of_the_places_taken_are_given_out_and_no_more(results, scale):
    rows = [row(str(n), points) for n, points in enumerate(results)]
    given_ = master_points(rows, ByPlace(tuple(map(Fraction, scale))))
    assert sum(given_.values()) == sum(scale[: len(results)])


def test_who_has_no_place_gets_none_and_each_side_has_the_scale_of_its_own():
    rows = [row("a", 90, side=Side.NS), row("x", 99, "", Side.NS), row("b", 10, side=Side.EW)]
    assert master_points(rows, by_place("12,5 3")) == {"a": Fraction(25, 2), "b": Fraction(25, 2)}


def test_any_scale_may_be_put_in():
    class Halved:
        def points(self, pairs):
            return [Fraction(pairs, 2**place) for place in range(pairs)]

    assert master_points([row("a", 2), row("b", 1)], Halved()) == {"a": 2, "b": 1}


@pytest.mark.parametrize("text", ["60 x", "-1", "1e5", "10 20", "1 " * 501, "1/2"])
def test_what_is_no_scale_is_refused(text):
    with pytest.raises(StorslamError):
        by_place(text)


def test_a_scale_is_written_with_points_or_commas():
    assert by_place("60;48 36,5 20.25").by_place == (60, 48, Fraction(73, 2), Fraction(81, 4))
