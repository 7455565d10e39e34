"""SM-RES, SM-ABAN and the results of disqualified pairs (pp. 4, 5, 14)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.errors import StorslamError
from tests.championship.asking import ask, cited, result


@pytest.mark.parametrize(
    ("exact", "shown"), [("52.649", "52.6"), ("52.65", "52.7"), ("100/3", "33.3"), (50, "50.0")]
)
def test_results_are_shown_with_one_decimal(exact: object, shown: str) -> None:
    """SM-RES-1."""
    assert result("pair-ranking", results={"1": exact})["shown"] == {"1": shown}


def test_what_looks_equal_is_ranked_by_what_it_is() -> None:
    """SM-RES-2 and SM-RES-5: 52.64 and 52.59 both show 52.6."""
    results = {"1": 52.59, "2": 52.64, "3": "1/3", "4": "333333333333333/1000000000000000"}
    told = result("pair-ranking", results=results)
    assert told["shown"]["1"] == told["shown"]["2"]
    assert told["places"] == {"2": "1", "1": "2", "3": "3", "4": "4"}
    assert cited("pair-ranking", results=results) == {"SM-RES-1", "SM-RES-2", "SM-RES-5"}


@pytest.mark.parametrize(
    ("expected", "results", "points", "final", "shown"),
    [
        (11, 10, 18, Fraction("19.9"), "19.9"),
        (11, 10, 0, Fraction("0.1"), "0.1"),
        (10, 7, 12, Fraction(123, 7), "17.6"),
        (10, 3, 4, Fraction(47, 3), "15.7"),
        (7, 6, 4, Fraction(29, 6), "4.8"),
        (5, 2, 0, Fraction("1.5"), "1.5"),
        (9, 9, 5, Fraction(5), "5.0"),
        (7, 1, 0, Fraction(6), "6.0"),
    ],
)
def test_neuberg_is_always_used(
    expected: int, results: int, points: int, final: Fraction, shown: str
) -> None:
    """SM-RES-3: however few the results; a single one is average."""
    facts = {"expected_results": expected, "results": results, "points": points}
    told = {"points": final, "shown": shown, "top": 2 * (expected - 1)}
    assert result("neuberg", **facts) == told
    assert cited("neuberg", **facts) == {"SM-RES-3"}


@pytest.mark.parametrize(("points", "fault"), [(-1, "points: -1 is below"), (9, "be at most 8")])
def test_no_board_gives_less_than_nothing_or_more_than_its_top(points: int, fault: str) -> None:
    """SM-RES-3: five results have a top of eight."""
    with pytest.raises(StorslamError, match=fault):
        ask("neuberg", expected_results=10, results=5, points=points)


def test_equal_pairs_share_master_points() -> None:
    """SM-RES-4: three pairs in the places 4 to 6 get a third each."""
    results = {"1": 60, "2": 58, "3": 57, "4": 55, "5": 55, "6": 55, "7": 50}
    told = result("tied-master-points", results=results, points_by_place=[70, 60, 50, 40, 30, 20])
    assert told["master_points"] == {"1": 70, "2": 60, "3": 50, "4": 30, "5": 30, "6": 30, "7": 0}
    assert "SM-RES-4" in cited("tied-master-points", results=results, points_by_place=[1])


@given(
    st.dictionaries(st.text(min_size=1, max_size=3), st.integers(0, 5), min_size=1, max_size=12),
    st.lists(st.integers(0, 90), min_size=12, max_size=12),
)
def test_no_master_point_is_lost_by_sharing(results: dict[str, int], scale: list[int]) -> None:
    """SM-RES-4."""
    scale = sorted(scale, reverse=True)
    points = result("tied-master-points", results=results, points_by_place=scale)["master_points"]
    assert sum(points.values()) == sum(scale[: len(results)])
    assert len({(results[pair], points[pair]) for pair in results}) == len(set(results.values()))


@pytest.mark.parametrize(
    ("stage_boards", "keeps"), [(32, 20), (42, 26), (46, 28), (66, 40), (102, 62), (120, 72)]
)
def test_under_60_per_cent_of_the_stage_is_struck(stage_boards: int, keeps: int) -> None:
    """SM-ABAN-1: exactly 60 % stays (G-33)."""
    facts = {"stage_boards": stage_boards}
    told = result("abandoned-stage", boards_played=keeps, **facts)
    assert told == {"struck": False, "boards_to_keep": keeps}
    assert result("abandoned-stage", boards_played=keeps - 1, **facts)["struck"] is True
    assert {"SM-ABAN-1", "G-33", "G-47"} <= cited("abandoned-stage", boards_played=1, **facts)


def test_exactly_60_per_cent_stays() -> None:
    """SM-ABAN-1: "mindre än"; 60 of 100."""
    assert result("abandoned-stage", boards_played=60, stage_boards=100)["struck"] is False


@pytest.mark.parametrize("stage", ["club-qualifier", "district-final", "semifinal", "final"])
def test_the_share_is_of_the_stage(stage: str) -> None:
    """SM-ABAN-2: each of the four is a stage of its own."""
    facts = {"boards_played": 39, "stage_boards": 66, "stage": stage}
    assert result("abandoned-stage", **facts)["struck"] is True
    assert "SM-ABAN-2" in cited("abandoned-stage", **facts)


def test_more_boards_than_the_stage_has() -> None:
    with pytest.raises(StorslamError, match="boards_played must be at most 66"):
        ask("abandoned-stage", boards_played=67, stage_boards=66)


def test_a_disqualified_pair_leaves_the_quota_but_not_the_boards() -> None:
    """SM-PEN-3 and SM-PEN-4: twelve pairs for SM become eleven."""
    told = result("disqualified-pair", pairs_for_championship=12)
    assert (told["quota_starts"], told["placed"], told["counts_in_quota"]) == (11, False, False)
    assert (told["board_results_stand"], told["master_points"]) == (True, True)
    assert cited("disqualified-pair", pairs_for_championship=12) == {"SM-PEN-3", "SM-PEN-4"}


def test_others_move_up_when_a_pair_is_out_of_competition() -> None:
    """SM-PEN-3 and SM-SUB-4: it has no place, and its boards stand (SM-PEN-4)."""
    facts = {"results": {"1": 60, "2": 58, "3": 55, "4": 55}, "out_of_competition": ["2"]}
    told = result("out-of-competition", **facts)
    assert told["places"] == {"1": "1", "3": "2/3", "4": "2/3"}
    assert (told["unplaced"], told["quota_starts"]) == (["2"], 3)
    assert {"SM-PEN-3", "SM-PEN-4", "SM-SUB-4"} <= cited("out-of-competition", **facts)
