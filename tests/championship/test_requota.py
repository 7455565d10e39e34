"""Quotas under change: what must always hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.championship.apportionment import apportion
from storslam.championship.quota import quota
from storslam.championship.requota import least, margin, requota
from storslam.errors import StorslamError
from storslam.rulebook.edition import edition
from tests.championship.asking import ask, cited, result

BOOK = edition().at()
NAMES = "ABCDEF"

reports = st.lists(st.integers(1, 30), min_size=2, max_size=6).map(
    lambda numbers: dict(zip(NAMES, numbers, strict=False))
)


def with_withdrawn(reported: dict[str, int]) -> st.SearchStrategy[dict[str, int]]:
    return st.fixed_dictionaries({name: st.integers(0, n) for name, n in reported.items()}).filter(
        lambda actual: sum(actual.values()) > 0
    )


@given(st.integers(2, 60), reports, st.data())
def test_others_keep_what_they_have_and_no_place_is_lost(
    seats: int, reported: dict[str, int], data: st.DataObject
) -> None:
    actual = data.draw(with_withdrawn(reported))
    made = requota(seats, reported, actual, lot=NAMES)
    assert sum(made.seats.values()) == seats
    assert not made.tied
    for district, number in reported.items():
        if actual[district] == number:
            assert made.seats[district] >= made.before.seats[district]
        if actual[district] == 0:
            assert made.seats[district] <= made.before.seats[district]
        if made.again.seats[district] < made.before.seats[district] and actual[district] < number:
            assert made.seats[district] == made.again.seats[district]


@given(st.integers(2, 60), reports, st.data())
def test_when_nobody_would_lose_it_is_the_apportionment_on_those_who_played(
    seats: int, reported: dict[str, int], data: st.DataObject
) -> None:
    actual = data.draw(with_withdrawn(reported))
    before = apportion(seats, reported, lot=NAMES)
    again = apportion(seats, actual, lot=NAMES)
    fewer = {d for d in reported if actual[d] < reported[d]}
    if all(again.seats[d] >= before.seats[d] for d in reported if d not in fewer):
        assert requota(seats, reported, actual, lot=NAMES).seats == again.seats


@given(st.integers(2, 60), reports)
def test_nothing_changes_when_all_came_or_more(seats: int, reported: dict[str, int]) -> None:
    more = {district: n + 3 for district, n in reported.items()}
    made = requota(seats, reported, more, lot=NAMES)
    assert made.seats == made.before.seats


def test_a_district_without_teams_gets_none_of_the_places_that_others_lose() -> None:
    """SM-QUOTA-10 (G-62): A, which lost teams but no place, gets what B loses; D has no teams."""
    made = requota(10, {"A": 44, "B": 15, "D": 0}, {"A": 40, "B": 4, "D": 0})
    assert made.before.seats == {"A": 7, "B": 3, "D": 0}
    assert made.seats == {"A": 9, "B": 1, "D": 0}
    facts = {"reported": {"A": 44, "B": 15, "D": 0}, "actual": {"A": 40, "B": 4, "D": 0}}
    assert "G-62" in cited("requota-after-withdrawn-teams", seats=10, **facts)


def test_as_many_places_as_can_be_asked_for_are_shared_out_soon() -> None:
    many = 100_000
    made = requota(many, {"A": many, "B": many, "C": 1}, {"A": 0, "B": many, "C": 1})
    assert sum(made.seats.values()) == many
    with pytest.raises(StorslamError, match="at most 100000"):
        ask("requota-after-withdrawn-teams", seats=10**20, reported={"A": 1}, actual={"A": 1})


def test_how_near_a_place_is_can_be_told_of_the_largest_numbers() -> None:
    starts = {"A": 100_000, "B": 100_000, "C": 1}
    margins = result("quota-sensitivity", discipline="open-pairs", starts=starts)["margins"]
    assert margins["A"]["seats"] == 84
    with pytest.raises(StorslamError, match="at most 100000"):
        ask("quota-sensitivity", discipline="open-pairs", starts={"A": 10**19})


@pytest.mark.parametrize("name", ["apportion", "requota-after-withdrawn-teams"])
def test_a_lot_draws_a_district_once(name: str) -> None:
    """SM-QUOTA-4 (G-5)."""
    counts = {"A": 10, "B": 10}
    facts = {"starts": counts} if name == "apportion" else {"reported": counts, "actual": counts}
    with pytest.raises(StorslamError, match="lot: A is there twice"):
        ask(name, seats=3, **facts, lot=["A", "A"])
    for decimals, fault in ((-1, "below zero"), (2, "at most 1")):
        with pytest.raises(StorslamError, match=fault):
            ask(name, seats=3, **facts, last_year_remainders={"A": decimals, "B": 0})


def test_places_that_cannot_be_told_apart_await_a_lot() -> None:
    reported, actual = {"A": 10, "B": 10, "C": 10}, {"A": 0, "B": 10, "C": 10}
    made = requota(9, reported, actual)
    assert made.seats == {"A": 0, "B": 4, "C": 4}
    assert (made.tied, made.open_seats) == (("B", "C"), 1)


def test_a_first_apportionment_that_was_never_settled_comes_first() -> None:
    made = requota(4, {"A": 10, "B": 10, "C": 10}, {"A": 9, "B": 10, "C": 10})
    assert made.tied == ("A", "B", "C")


@given(st.integers(1, 500), st.integers(1, 500))
def test_least_finds_where_it_changes(at: int, most: int) -> None:
    asked = []

    def changed(number: int) -> bool:
        asked.append(number)
        return number >= at

    assert least(changed, most) == (at if at <= most else None)
    assert all(1 <= number <= max(most, 2 * at) for number in asked)


@given(st.lists(st.integers(0, 40), min_size=2, max_size=5).filter(lambda n: sum(n[1:]) > 0))
def test_margins_are_those_of_a_plain_count(numbers: list[int]) -> None:
    starts = dict(zip(NAMES, numbers, strict=False))

    def seats(own: int) -> int:
        return quota(BOOK, "women-pairs", starts | {"A": own}, lot=sorted(starts)).seats["A"]

    own = starts["A"]
    found = margin(seats, own, sum(numbers) - own, 52)
    fewer = (n for n in range(1, own + 1) if seats(own - n) < found.seats)
    assert found.to_lose == next(fewer, None)
    more = (n for n in range(1, 200) if seats(own + n) > found.seats)
    assert (found.to_gain if found.to_gain and found.to_gain < 200 else None) == next(more, None)


def test_a_district_alone_can_neither_gain_nor_lose() -> None:
    found = margin(lambda own: quota(BOOK, "women-pairs", {"A": own}).seats["A"], 10, 0, 52)
    assert (found.seats, found.to_gain, found.to_lose) == (52, None, None)
