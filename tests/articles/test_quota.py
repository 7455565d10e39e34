"""SM-QUOTA: the apportionment of places (p. 6, "Semifinal- och finalplatser"; p. 11, note 2)."""

from fractions import Fraction

import pytest

from storslam.errors import StorslamError
from tests.championship.asking import ask, cited, result

FOUR = {"A": 172, "B": 60, "C": 40, "D": 21}
SIX = {"A": 120, "B": 80, "C": 50, "D": 30, "E": 12, "F": 8}


def test_a_district_that_reaches_the_minimum_has_a_place() -> None:
    """SM-QUOTA-1: eight pairs, though the share is a quarter of a place; the seat is A's (G-4)."""
    facts = {"seats": 10, "starts": FOUR | {"E": 8}, "minimum": 8}
    assert result("apportion", **facts)["seats"] == {"A": 5, "B": 2, "C": 1, "D": 1, "E": 1}
    assert {"SM-QUOTA-1", "G-4"} <= cited("apportion", **facts)
    without = result("apportion", seats=10, starts=FOUR | {"E": 8})
    assert without["seats"] == {"A": 6, "B": 2, "C": 1, "D": 1, "E": 0}


def test_the_comparison_number_is_starts_times_places_by_all_starts() -> None:
    """SM-QUOTA-2, exactly."""
    comparison = result("apportion", seats=10, starts=FOUR)["comparison"]
    assert comparison == {d: Fraction(10 * n, 293) for d, n in FOUR.items()}


def test_whole_numbers_first_then_the_largest_decimals() -> None:
    """SM-QUOTA-3: 5.870, 2.048, 1.365 and 0.717 become 6, 2, 1 and 1."""
    told = result("apportion", seats=10, starts=FOUR)
    assert told["seats"] == {"A": 6, "B": 2, "C": 1, "D": 1}
    assert told["next_in_line"] == ("C", "B")
    assert cited("apportion", seats=10, starts=FOUR) == {"SM-QUOTA-2", "SM-QUOTA-3", "G-42"}


@pytest.mark.parametrize(("a", "b"), [(0.49, 0.31), (0.31, 0.49)])
def test_equal_decimals_go_to_who_was_nearest_last_year(a: float, b: float) -> None:
    """SM-QUOTA-4."""
    facts = {"seats": 3, "starts": {"A": 10, "B": 10}, "last_year_remainders": {"A": a, "B": b}}
    expected = {"A": 2, "B": 1} if a > b else {"A": 1, "B": 2}
    assert result("apportion", **facts)["seats"] == expected
    assert "SM-QUOTA-4" in cited("apportion", **facts)
    assert "G-5" not in cited("apportion", **facts)


def test_without_last_year_more_starts_go_first() -> None:
    """SM-QUOTA-4 by G-5: 1.5 and 0.5 places; where one figure is unknown neither counts."""
    facts = {"seats": 2, "starts": {"A": 10, "B": 30}}
    assert result("apportion", **facts)["seats"] == {"A": 0, "B": 2}
    assert {"SM-QUOTA-4", "G-5"} <= cited("apportion", **facts)
    half_known = {"last_year_remainders": {"A": 0.9}}
    assert result("apportion", **facts, **half_known)["seats"] == {"A": 0, "B": 2}


def test_what_nothing_settles_needs_a_lot() -> None:
    """SM-QUOTA-4 by G-5: what is certain is placed, and the lot is stated when drawn."""
    facts = {"seats": 4, "starts": {"A": 10, "B": 10, "C": 10}}
    told = result("apportion", **facts)
    assert told["seats"] == {"A": 1, "B": 1, "C": 1}
    assert (told["needs_lot"], told["open_seats"]) == (("A", "B", "C"), 1)
    drawn = result("apportion", **facts, lot=["C", "A", "B"])
    assert drawn["seats"] == {"A": 1, "B": 1, "C": 2}
    assert (drawn["needs_lot"], drawn["open_seats"]) == ((), 0)
    assert drawn["next_in_line"] == ("A", "B")


def test_the_order_in_line_that_nothing_settles_is_told() -> None:
    """SM-VAC-4 follows the order of SM-QUOTA-3; equal districts stand level in it."""
    told = result("apportion", seats=1, starts={"A": 9, "B": 5, "C": 5})
    assert told["next_in_line"] == ("B", "C")
    assert told["level_in_line"] == [("B", "C")]


def test_open_is_apportioned_twice() -> None:
    """SM-QUOTA-5: 62 and 106 apart (G-44); one apportionment of 168 would give E 7 and F 4."""
    facts = {"discipline": "open-pairs", "starts": SIX}
    told = result("quota", **facts)
    assert told["first"] == {"A": 25, "B": 17, "C": 10, "D": 6, "E": 2, "F": 2}
    assert told["second"] == {"A": 42, "B": 28, "C": 18, "D": 11, "E": 4, "F": 3}
    assert told["seats"] == {"A": 67, "B": 45, "C": 28, "D": 17, "E": 6, "F": 5}
    assert (told["total"], told["first_total"], told["second_total"]) == (168, 62, 106)
    assert told["travel_seats"] == told["first"]
    assert {"SM-QUOTA-5", "G-44"} <= cited("quota", **facts)
    once = result("apportion", seats=168, starts=SIX)["seats"]
    assert (once["E"], once["F"]) == (7, 4)


def test_next_in_line_in_open_is_the_order_of_the_second() -> None:
    """SM-QUOTA-5 with SM-VAC-4: 42.4, 28.27 and 4.24 did not reach a further place."""
    told = result("quota", discipline="open-pairs", starts=SIX)
    assert told["next_in_line"] == ("A", "B", "E")


@pytest.mark.parametrize("discipline", ["open-pairs", "women-pairs", "mixed-pairs"])
def test_the_champions_are_among_the_places_with_travel_money(discipline: str) -> None:
    """SM-QUOTA-6, inside the places (G-3): the sums are the same with and without them."""
    facts = {"discipline": discipline, "starts": SIX}
    told, without = result("quota", **facts, champions_district="F"), result("quota", **facts)
    for total in ("total", "first_total", "second_total"):
        assert told[total] == without[total]
    assert sum(told["travel_seats"].values()) == told["first_total"]
    assert {"SM-QUOTA-6", "G-3"} <= cited("quota", **facts, champions_district="F")


def test_the_champions_place_is_their_districts() -> None:
    """SM-QUOTA-6: 61 are apportioned, and the champions of F come on top."""
    starts = {"A": 60, "B": 62}
    told = result("quota", discipline="open-pairs", starts=starts, champions_district="A")
    assert told["first"] == {"A": 31, "B": 31}


def test_sixty_places_for_teams() -> None:
    """SM-QUOTA-7: the same reckoning; five teams carry a guaranteed place."""
    starts = {"A": 200, "B": 150, "C": 5, "D": 4}
    told = result("quota", discipline="open-teams", starts=starts)
    assert told["total"] == 60
    assert told["guaranteed"] == ["A", "B", "C"]
    assert told["seats"]["C"] == 1
    assert "SM-QUOTA-7" in cited("quota", discipline="open-teams", starts=starts)


def test_below_the_minimum_only_the_comparison_number_gives_a_place() -> None:
    """SM-QUOTA-8: seven pairs among 800 have 0.46 of a place, among 400 they have 0.91."""
    many = {"A": 793, "B": 7}
    assert result("quota", discipline="women-pairs", starts=many)["seats"] == {"A": 52, "B": 0}
    assert "SM-QUOTA-8" in cited("quota", discipline="women-pairs", starts=many)
    few = {"A": 393, "B": 7}
    assert result("quota", discipline="women-pairs", starts=few)["seats"] == {"A": 51, "B": 1}


def test_in_open_the_guarantee_is_tested_after_both() -> None:
    """SM-QUOTA-1 by G-4: 22 of 7000 starts have no place of 62 and none of 106."""
    starts = {"A": 4000, "B": 2978, "C": 22, "D": 21}
    told = result("quota", discipline="open-pairs", starts=starts)
    assert (told["first"]["C"], told["second"]["C"]) == (0, 1)
    assert told["seats"]["D"] == 0
    assert told["total"] == 168
    assert "G-4" in cited("quota", discipline="open-pairs", starts=starts)


def test_a_place_of_the_first_is_guarantee_enough() -> None:
    """SM-QUOTA-1: no further seat is taken in the second."""
    starts = {"A": 2000, "B": 40}
    told = result("quota", discipline="open-pairs", starts=starts)
    assert (told["first"]["B"], told["second"]["B"]) == (1, 2)


def test_a_quota_that_needs_a_lot_says_which() -> None:
    """SM-QUOTA-4: in either apportionment, with the number of seats."""
    told = result("quota", discipline="open-pairs", starts={"A": 30, "B": 30, "C": 30})
    assert told["seats"] == {"A": 55, "B": 55, "C": 55}
    assert told["needs_lot"] == ["A", "B", "C"]
    assert [(lot["apportionment"], lot["seats"]) for lot in told["lots"]] == [
        ("first", 2),
        ("second", 1),
    ]
    drawn = result(
        "quota", discipline="open-pairs", starts={"A": 30, "B": 30, "C": 30}, lot=["B", "C", "A"]
    )
    assert drawn["seats"] == {"A": 55, "B": 57, "C": 56}
    assert (drawn["total"], drawn["needs_lot"]) == (168, [])


def test_fewer_teams_than_reported_are_apportioned_again() -> None:
    """SM-QUOTA-9, SM-QUOTA-10 and SM-QUOTA-11: A's lost place goes to B; C keeps what it has."""
    facts = {
        "seats": 6,
        "reported": {"A": 12, "B": 10, "C": 8},
        "actual": {"A": 4, "B": 10, "C": 8},
    }
    told = result("requota-after-withdrawn-teams", **facts)
    assert told["before"] == {"A": 2, "B": 2, "C": 2}
    assert told["seats"] == {"A": 1, "B": 3, "C": 2}
    assert (told["lost"], told["gained"]) == ({"A": 1}, {"B": 1})
    rules = {"SM-QUOTA-9", "SM-QUOTA-10", "SM-QUOTA-11"}
    assert rules <= cited("requota-after-withdrawn-teams", **facts)


def test_nobody_else_loses_a_place_when_the_reckoning_would_take_it() -> None:
    """SM-QUOTA-11: made anew with one team less of B, A would take C's only place."""
    reported, actual = {"A": 5, "B": 6, "C": 2}, {"A": 5, "B": 5, "C": 2}
    assert result("apportion", seats=4, starts=reported)["seats"] == {"A": 1, "B": 2, "C": 1}
    assert result("apportion", seats=4, starts=actual)["seats"] == {"A": 2, "B": 2, "C": 0}
    facts = {"seats": 4, "reported": reported, "actual": actual}
    told = result("requota-after-withdrawn-teams", **facts)
    assert told["seats"] == {"A": 1, "B": 2, "C": 1}


def test_the_actual_number_of_every_district_is_needed() -> None:
    facts = {"seats": 6, "reported": {"A": 12, "B": 10}, "actual": {"A": 4}}
    assert ask("requota-after-withdrawn-teams", **facts).missing == ("actual.B",)


def test_a_district_below_the_minimum_after_all_loses_its_guarantee() -> None:
    """SM-QUOTA-9 with SM-QUOTA-1: five teams were reported, four came."""
    facts = {
        "seats": 6,
        "reported": {"A": 60, "B": 60, "C": 5},
        "actual": {"A": 60, "B": 60, "C": 4},
        "minimum": 5,
    }
    told = result("requota-after-withdrawn-teams", **facts, lot=["A", "B", "C"])
    assert (told["before"]["C"], told["seats"]["C"]) == (1, 0)
    assert told["gained"] == {"B": 1}


def test_how_near_a_place_is() -> None:
    """SM-QUOTA-2 and SM-QUOTA-3: starts more for a place, and fewer that cost one."""
    starts = {"A": 60, "B": 40}
    margins = result("quota-sensitivity", discipline="women-pairs", starts=starts)["margins"]
    for district, margin in margins.items():
        more = result(
            "quota",
            discipline="women-pairs",
            starts=starts | {district: starts[district] + margin["to_gain"]},
        )
        fewer = result(
            "quota",
            discipline="women-pairs",
            starts=starts | {district: starts[district] - margin["to_lose"]},
        )
        assert more["seats"][district] == margin["seats"] + 1
        assert fewer["seats"][district] == margin["seats"] - 1


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("quota", {"discipline": "open-pairs", "starts": {"A": 0, "B": 0}}),
        ("quota", {"discipline": "open-pairs", "starts": {}}),
        ("apportion", {"seats": 5, "starts": {"A": 0}}),
    ],
)
def test_without_starts_there_is_nothing_to_go_by(name: str, facts: dict[str, object]) -> None:
    with pytest.raises(StorslamError, match="there are none"):
        ask(name, **facts)


@pytest.mark.parametrize(
    "named",
    [
        {"champions_district": "Skane"},
        {"last_year_remainders": {"Skane": 0.1}},
        {"lot": ["Skane"]},
    ],
)
def test_a_district_named_without_starts_is_refused(named: dict[str, object]) -> None:
    with pytest.raises(StorslamError, match="there is no Skane here; the nearest is Skåne"):
        ask("quota", discipline="women-pairs", starts={"Skåne": 10, "Halland": 10}, **named)


def test_a_discipline_without_quota_is_refused() -> None:
    with pytest.raises(StorslamError, match="nothing of the kind for junior-pairs"):
        ask("quota", discipline="junior-pairs", starts={"A": 10})
