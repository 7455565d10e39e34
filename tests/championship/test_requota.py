"""Quotas under change: what must always hold."""

from hypothesis import given
from hypothesis import strategies as st

from storslam.championship.apportionment import apportion
from storslam.championship.quota import quota
from storslam.championship.requota import least, margin, requota
from storslam.rulebook.edition import edition

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
    fewer = [district for district in reported if actual[district] < reported[district]]
    if len(fewer) < len(reported):
        assert all(made.seats[d] <= made.before.seats[d] for d in fewer)


@given(st.integers(2, 60), reports, st.data())
def test_when_nobody_would_lose_it_is_the_apportionment_on_those_who_played(
    seats: int, reported: dict[str, int], data: st.DataObject
) -> None:
    actual = data.draw(with_withdrawn(reported))
    before = apportion(seats, reported, lot=NAMES)
    again = apportion(seats, actual, lot=NAMES)
    fewer = {d for d in reported if actual[d] < reported[d]}
    kept = all(again.seats[d] >= before.seats[d] for d in reported if d not in fewer)
    given_up = all(again.seats[d] <= before.seats[d] for d in fewer)
    if kept and given_up and len(fewer) < len(reported):
        assert requota(seats, reported, actual, lot=NAMES).seats == again.seats


@given(st.integers(2, 60), reports)
def test_nothing_changes_when_all_came_or_more(seats: int, reported: dict[str, int]) -> None:
    more = {district: n + 3 for district, n in reported.items()}
    made = requota(seats, reported, more, lot=NAMES)
    assert made.seats == made.before.seats


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
