"""Everybody's place after each round."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from storslam.scoring import Adjustment, Line, Score, Settings, score
from storslam.scoring.progress import places_by_round

ROUNDS = ((("1", "4"), ("2", "3")), (("3", "4"), ("1", "2")), (("2", "4"), ("3", "1")))


def barometer(scores):
    seats = [(n, pair) for n, tables in enumerate(ROUNDS, 1) for pair in tables]
    return [
        Line(n, ns, ew, Score(points), round=n)
        for (n, (ns, ew)), points in zip(seats, scores, strict=True)
    ]


def first(place):
    return int(place.partition("/")[0])


@given(
    st.lists(st.sampled_from([-420, -50, 50, 420]), min_size=6, max_size=6),
    st.sampled_from(["matchpoints", "cross-imps"]),
    st.booleans(),
)
def test_in_a_barometer_they_are_the_places_of_the_event_that_ended_there(scores, name, penalty):
    ruled = (Adjustment("2", points=-1),) if penalty else ()
    method = Settings(method=name, expected=2, adjustments=ruled)
    lines = barometer(scores)
    found = places_by_round(score(lines, method))
    for number in (1, 2, 3):
        so_far = [one if one.round <= number else replace(one, outcome=None) for one in lines]
        for row in score(so_far, method).rows:
            assert dict(found[row.id, None])[number] == first(row.place)


def test_a_shared_place_counts_as_its_best():
    found = places_by_round(score(barometer([50, 50, 0, 0, 0, 0]), Settings(expected=2)))
    assert [place for _, place in found["1", None]] == [1, 1, 1]
    assert [place for _, place in found["4", None]] == [1, 1, 1]


def test_with_two_winners_each_side_has_places_of_its_own():
    lines = [Line(1, "N1", "E1", Score(50), round=1), Line(1, "N2", "E2", Score(0), round=1)]
    found = places_by_round(score(lines, Settings(winners=2)))
    assert {key[0]: places[0][1] for key, places in found.items()} == {
        "N1": 1, "N2": 2, "E1": 2, "E2": 1,
    }  # fmt: skip
