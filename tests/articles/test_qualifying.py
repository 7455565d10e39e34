"""SM-QUAL: qualifying in the districts (p. 4, "Att delta …"; pp. 10-11)."""

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.errors import StorslamError
from storslam.rulebook.registry import REGISTRY
from tests.championship.asking import ask, cited, result


def test_the_district_lays_out_its_qualifying() -> None:
    """SM-QUAL-1 is work for a page."""
    assert REGISTRY.carriers("SM-QUAL-1") == ["page qualifying"]


def test_all_evenings_count() -> None:
    """SM-QUAL-2: the sum of three, never the best two of them."""
    sessions = [{"1": 40.5, "2": 50}, {"1": 60, "2": 50}, {"1": 55, "2": 50}]
    told = result("qualifier-total", sessions=sessions)
    assert told == {"totals": {"1": Fraction("155.5"), "2": 150}, "incomplete": []}
    assert cited("qualifier-total", sessions=sessions) == {"SM-QUAL-2"}


def test_a_pair_that_missed_an_evening_is_pointed_out() -> None:
    """SM-QUAL-2: what is missing is not zero."""
    assert result("qualifier-total", sessions=[{"1": 40, "2": 50}, {"2": 50}])["incomplete"] == [
        "1"
    ]


@given(st.permutations([{"1": 40, "2": 51}, {"1": 62, "2": 50}, {"1": 57, "2": 33}]))
def test_the_order_of_evenings_never_matters(sessions: list[dict[str, int]]) -> None:
    """SM-QUAL-2."""
    assert result("qualifier-total", sessions=sessions)["totals"] == {"1": 159, "2": 134}


@pytest.mark.parametrize(
    ("pairs", "playing", "valid", "status", "starts"),
    [
        (19, 12, True, "bronze", 12),
        (10, 4, True, "bronze", 4),
        (10, 3, False, "bronze", 0),
        (12, 12, True, "as-arranged", 12),
        (3, 3, True, "as-arranged", 3),
    ],
)
def test_a_club_qualifier_with_pairs_on_the_side(
    pairs: int, playing: int, valid: bool, status: str, starts: int
) -> None:
    """SM-QUAL-3 … SM-QUAL-6: allowed, bronze (G-53), only players for SM count, at least four.

    The least number is asked only where others play along: SM-QUAL-3, SM-QUAL-4, SM-QUAL-5,
    SM-QUAL-6.
    """
    facts = {"pairs": pairs, "pairs_for_championship": playing}
    assert result("club-qualifier", **facts) == {
        "valid": valid,
        "status": status,
        "quota_starts": starts,
    }
    mixed = {"SM-QUAL-3", "SM-QUAL-4", "SM-QUAL-5", "SM-QUAL-6", "G-53"}
    assert cited("club-qualifier", **facts) == (mixed if pairs > playing else {"SM-QUAL-5"})


def test_more_play_for_the_championship_than_play() -> None:
    with pytest.raises(StorslamError, match="pairs_for_championship must be at most 10"):
        ask("club-qualifier", pairs=10, pairs_for_championship=11)


def test_a_sit_out_is_of_all_rounds_not_of_its_evening() -> None:
    """SM-QUAL-7: 432 points in 20 of 21 rounds."""
    facts = {"points_in_played_rounds": 432, "rounds_played": 20, "rounds_total": 21}
    told = {"points_per_sit_out": Fraction("21.6"), "total": Fraction("453.6")}
    assert result("sit-out", **facts) == told
    assert cited("sit-out", **facts) == {"SM-QUAL-7", "G-32"}


@given(st.fractions(0, 900, max_denominator=60), st.integers(1, 60), st.integers(0, 5))
def test_a_sit_out_leaves_the_average_as_it_is(points: Fraction, played: int, out: int) -> None:
    """SM-QUAL-7: the value of a sit-out is the average of the rounds played."""
    facts = {"rounds_played": played, "rounds_total": played + out}
    told = result("sit-out", points_in_played_rounds=points, **facts)
    assert told["total"] / (played + out) == points / played


@pytest.mark.parametrize("sit_out", [True, False])
def test_the_clubs_second_evening_admits_no_new_pair(sit_out: bool) -> None:
    """SM-QUAL-8 and SM-QUAL-9: nineteen pairs the first evening, and more want to join."""
    facts = {"sessions": 2, "sit_out_exists": sit_out}
    assert result("new-pair-in-later-session", session=2, **facts) == {"allowed": False}
    assert result("new-pair-in-later-session", session=1, **facts) == {"allowed": True}
    rules = {"SM-QUAL-9"} | ({"SM-QUAL-8"} if sit_out else set())
    assert cited("new-pair-in-later-session", session=2, **facts) == rules


@pytest.mark.parametrize(
    ("boards", "valid", "over"),
    [([40, 42, 42], True, 2), ([42, 0], True, 1), ([41, 41], False, 0), ([84], True, 1)],
)
def test_at_least_one_pair_plays_42_boards(boards: list[int], valid: bool, over: int) -> None:
    """SM-QUAL-10: a pair that sits out may play fewer."""
    for discipline in ("open-pairs", "women-pairs", "mixed-pairs", "veteran-pairs"):
        told = result("minimum-boards", discipline=discipline, boards_played=boards)
        assert told == {"valid": valid, "minimum": 42, "pairs_over": over}
    assert cited("minimum-boards", discipline="open-pairs", boards_played=boards) == {"SM-QUAL-10"}


@pytest.mark.parametrize(
    ("discipline", "least"),
    [
        ("women-pairs", 8),
        ("mixed-pairs", 8),
        ("veteran-pairs", 8),
        ("open-pairs", 22),
        ("open-teams", 5),
    ],
)
def test_the_least_number_for_a_guaranteed_place(discipline: str, least: int) -> None:
    """SM-QUAL-11, SM-QUOTA-1 and SM-QUOTA-8."""
    reached = {"discipline": discipline, "starts": least}
    below = {"discipline": discipline, "starts": least - 1}
    assert result("minimum-entries", **reached) == {"guaranteed": 1, "minimum": least}
    assert result("minimum-entries", **below) == {"guaranteed": 0, "minimum": least}
    assert cited("minimum-entries", **reached) == {"SM-QUAL-11", "SM-QUOTA-1", "G-42"}
    assert cited("minimum-entries", **below) == {"SM-QUAL-11", "SM-QUOTA-8", "G-42"}


def test_a_discipline_without_qualifier_has_no_minimum() -> None:
    with pytest.raises(StorslamError, match="nothing of the kind for junior-pairs"):
        ask("minimum-entries", discipline="junior-pairs", starts=8)


@pytest.mark.parametrize(
    ("discipline", "last"),
    [
        ("open-pairs", date(2013, 4, 28)),
        ("women-pairs", date(2013, 4, 28)),
        ("mixed-pairs", date(2013, 4, 28)),
        ("veteran-pairs", date(2013, 4, 28)),
        ("open-teams", date(2013, 3, 10)),
    ],
)
def test_the_last_day_of_qualifying_and_of_entry(discipline: str, last: date) -> None:
    """SM-QUAL-12: 28 April for pairs (G-10a), 10 March for teams (G-40)."""
    day_after = date.fromordinal(last.toordinal() + 1)
    facts = {"discipline": discipline}
    assert result("qualifier-last-day", **facts, day=last) == {"in_time": True, "last_day": last}
    assert result("qualifier-last-day", **facts, day=day_after)["in_time"] is False
    reading = "G-40" if discipline == "open-teams" else "G-10a"
    assert cited("qualifier-last-day", **facts, day=last) == {"SM-QUAL-12", reading}


@pytest.mark.parametrize(
    ("discipline", "first", "last"),
    [
        ("women-pairs", "2012-10-06", "2012-10-07"),
        ("mixed-pairs", "2012-11-24", "2012-11-25"),
        ("veteran-pairs", "2013-02-16", "2013-02-17"),
        ("open-pairs", "2013-04-27", "2013-04-28"),
    ],
)
def test_the_weekends_that_are_suggested(discipline: str, first: str, last: str) -> None:
    """SM-QUAL-13: each a Saturday and a Sunday."""
    facts = {"discipline": discipline}
    assert result("recommended-weekend", **facts, days=[first, last])["within"] is True
    assert result("recommended-weekend", **facts, days=[last, "2013-05-01"])["within"] is False
    assert [date.fromisoformat(day).isoweekday() for day in (first, last)] == [6, 7]
