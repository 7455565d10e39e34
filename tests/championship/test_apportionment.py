"""Hamilton's method: what must always hold, and an independent program as oracle."""

import random
from fractions import Fraction

import pytest
from apportionment.methods import compute
from hypothesis import given
from hypothesis import strategies as st

from storslam.championship.apportionment import apportion
from storslam.championship.quota import quota
from storslam.errors import StorslamError
from storslam.rulebook.edition import edition

BOOK = edition().at()
DISTRICTS = [district.name for district in edition().districts()]

starts_by_district = st.dictionaries(
    st.sampled_from(DISTRICTS), st.integers(0, 200), min_size=1
).filter(lambda starts: sum(starts.values()) > 0)


def test_two_thousand_untied_cases_agree_with_an_independent_program() -> None:
    chance, agreed = random.Random(2012), 0
    while agreed < 2000:
        names = chance.sample(DISTRICTS, chance.randint(2, len(DISTRICTS)))
        starts = {name: chance.randint(1, 250) for name in names}
        seats = chance.choice([10, 50, 52, 60, 62, 106, 168])
        made = apportion(seats, starts)
        if made.settled_by == "decimals":
            theirs = compute("hamilton", list(starts.values()), seats, fractions=True)
            assert list(made.seats.values()) == [int(n) for n in theirs]
            agreed += 1


@given(st.integers(0, 200), starts_by_district)
def test_all_places_are_given_or_await_a_lot(seats: int, starts: dict[str, int]) -> None:
    made = apportion(seats, starts)
    assert sum(made.seats.values()) + made.open_seats == seats
    assert made.open_seats < len(made.tied) or not made.tied
    assert sum(made.comparison.values()) == seats


@given(st.integers(0, 200), starts_by_district)
def test_every_district_gets_its_whole_number_and_at_most_one_more(
    seats: int, starts: dict[str, int]
) -> None:
    made = apportion(seats, starts)
    for district, number in made.comparison.items():
        assert int(number) <= made.seats[district] <= -(-number // 1)


@given(st.integers(0, 120), starts_by_district, st.randoms())
def test_the_order_of_districts_never_matters(
    seats: int, starts: dict[str, int], chance: random.Random
) -> None:
    shuffled = list(starts.items())
    chance.shuffle(shuffled)
    one, other = apportion(seats, starts), apportion(seats, dict(shuffled))
    assert (one.seats, one.line, one.tied) == (other.seats, other.line, other.tied)


@given(st.integers(1, 120), starts_by_district, st.randoms())
def test_a_lot_among_all_settles_everything(
    seats: int, starts: dict[str, int], chance: random.Random
) -> None:
    lot = sorted(starts)
    chance.shuffle(lot)
    open_, drawn = apportion(seats, starts), apportion(seats, starts, lot=lot)
    assert sum(drawn.seats.values()) == seats
    assert not drawn.tied
    assert {d for d in starts if drawn.seats[d] != open_.seats[d]} <= set(open_.tied)


@given(st.integers(1, 120), starts_by_district, st.data())
def test_more_starts_never_cost_a_place(
    seats: int, starts: dict[str, int], data: st.DataObject
) -> None:
    district = data.draw(st.sampled_from(sorted(starts)))
    more = starts | {district: starts[district] + data.draw(st.integers(1, 60))}
    before, after = apportion(seats, starts), apportion(seats, more)
    certain = before.seats[district]
    possible = after.seats[district] + (district in after.tied)
    assert certain <= possible


@given(st.integers(25, 120), starts_by_district, st.integers(1, 30))
def test_a_guarantee_is_kept_and_costs_no_more_than_it_gives(
    seats: int, starts: dict[str, int], minimum: int
) -> None:
    sure = [district for district, n in starts.items() if n >= minimum]
    plain, made = apportion(seats, starts), apportion(seats, starts, guaranteed=sure)
    assert all(made.seats[district] >= 1 for district in sure)
    assert sum(made.seats.values()) + made.open_seats == seats
    for district in set(starts) - set(made.lifted):
        assert made.seats[district] <= plain.seats[district] + (district in plain.tied)
    assert all(plain.seats[district] == 0 for district in made.lifted)


def test_a_guarantee_is_never_paid_with_a_districts_last_place() -> None:
    starts = {"A": 30, "B": 30, "C": 30, "D": 1, "E": 1}
    made = apportion(5, starts, guaranteed=["D", "E"])
    assert made.seats == dict.fromkeys(starts, 1)


def test_more_guarantees_than_places_are_refused() -> None:
    with pytest.raises(StorslamError, match="fewer places than guaranteed"):
        apportion(2, {"A": 30, "B": 1, "C": 1}, guaranteed=["B", "C"])


def test_places_taken_back_from_equal_districts_await_a_lot() -> None:
    """Three whole numbers of two, one guarantee: nothing tells who gives its seat."""
    starts = {"A": 20, "B": 20, "C": 20, "D": 0}
    made = apportion(6, starts, guaranteed=["D"])
    assert made.seats == {"A": 1, "B": 1, "C": 1, "D": 1}
    assert (made.tied, made.open_seats) == (("A", "B", "C"), 2)


@given(starts_by_district, st.booleans(), st.randoms())
def test_a_quota_gives_all_places_of_its_discipline(
    starts: dict[str, int], champions: bool, chance: random.Random
) -> None:
    holder = min(starts) if champions else ""
    lot = sorted(starts)
    chance.shuffle(lot)
    for discipline, places in (
        ("open-pairs", 168),
        ("women-pairs", 52),
        ("mixed-pairs", 50),
        ("veteran-pairs", 52),
        ("open-teams", 60),
    ):
        made = quota(BOOK, discipline, starts, champions=holder, lot=lot)  # type: ignore[arg-type]
        assert sum(made.seats.values()) == places
        least = BOOK.value(f"events.{discipline}.qualifier.minimum", int)
        assert all(made.seats[d] for d, n in starts.items() if n >= least)


@given(starts_by_district, st.data())
def test_last_years_decimals_change_nothing_where_decimals_differ(
    starts: dict[str, int], data: st.DataObject
) -> None:
    known = {d: Fraction(data.draw(st.integers(0, 99)), 100) for d in sorted(starts)}
    plain, made = apportion(52, starts), apportion(52, starts, last_year=known)
    if plain.settled_by == "decimals":
        assert made.seats == plain.seats


@given(st.integers(2, 8), st.integers(1, 60), st.data())
def test_among_equals_the_nearest_of_last_year_come_first(
    districts: int, seats: int, data: st.DataObject
) -> None:
    names = DISTRICTS[:districts]
    order = data.draw(st.permutations(range(districts)))
    known = {name: Fraction(n, 10) for name, n in zip(names, order, strict=True)}
    made = apportion(seats, dict.fromkeys(names, 9), last_year=known)
    assert not made.tied
    best = sorted(names, key=lambda name: -known[name])[: seats % districts]
    assert {name for name in names if made.seats[name] > seats // districts} == set(best)
