"""Team semifinals, their venues and the final (pp. 6-7): an article a test, by its id."""

from datetime import date, timedelta
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ortools.graph.python import min_cost_flow

from storslam.championship.venues import (
    Journeys,
    Venue,
    cannot_be_bettered,
    cheapest,
    journeys,
    obstacle,
    one_more,
)
from storslam.championship.workdays import easter, is_workday, next_workday
from storslam.errors import StorslamError
from storslam.rulebook.edition import edition
from storslam.rulebook.registry import decide, discover

discover("storslam.championship")
BOOK = edition().at()


def ask(name: str, **facts: object):
    return decide(name, facts, edition())


def result(name: str, **facts: object):
    return dict(ask(name, **facts).result)


def map_of(seed: int, districts: int = 21, venues: int = 10, teams: int = 60):
    """Districts and venues on a long map, and so many teams spread over them."""
    dice = Random(seed)
    places = {f"D{n}": (dice.randint(0, 300), dice.randint(0, 1500)) for n in range(districts)}
    hosts = dice.sample(sorted(places), venues)

    def km(one: tuple[int, int], other: tuple[int, int]) -> int:
        return round(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)

    counts = dict.fromkeys(places, 1)
    for _ in range(teams - districts):
        counts[dice.choice(sorted(counts))] += 1
    return (
        counts,
        [Venue(f"V{host}", host) for host in hosts],
        {d: {f"V{host}": km(at, places[host]) for host in hosts} for d, at in places.items()},
    )


def as_facts(seed: int) -> dict:
    teams, venues, km = map_of(seed)
    return {
        "teams": teams,
        "venues": [{"name": venue.name, "district": venue.district} for venue in venues],
        "km": km,
    }


def test_sixty_teams_find_their_venues__SM_TSF_4_SM_TSF_5() -> None:
    """SM-TSF-4, SM-TSF-5 (G-20): two at home, one away when the next is near; proven least."""
    facts = as_facts(1)
    found = ask("venues", **facts)
    assert found.result["optimal"]
    assert found.assumptions == ("G-20",)
    assignment = found.result["assignment"]
    assert [sum(here.values()) for here in assignment.values()] == [6] * 10
    home = {venue["name"]: venue["district"] for venue in facts["venues"]}
    for venue, here in assignment.items():
        for district, count in here.items():
            if home[venue] == district:
                assert count <= 2
            elif found.result["limited_away"][district]:
                assert count <= 1
    km = sum(n * facts["km"][d][v] for v, here in assignment.items() for d, n in here.items())
    assert km == found.result["total_km"]


def test_two_teams_away_with_another_venue_35_mil_off__SM_TSF_5() -> None:
    """SM-TSF-5: are a violation; with 40 mil they are not, nor after all were consulted."""
    venues = [{"name": "Home", "district": "A"}, {"name": "Away", "district": "B"}]
    facts = {"assignment": {"Away": {"A": 2}}, "venues": venues}
    near = {"A": {"Home": 10, "Away": 350}}
    assert result("venue-check", **facts, km=near)["over"] == [
        {"venue": "Away", "district": "A", "teams": 2, "most": 1}
    ]
    assert result("venue-check", **facts, km={"A": {"Home": 10, "Away": 400}})["allowed"]
    assert result("venue-check", **facts, km=near, deviation_consulted=True)["allowed"]


def test_three_teams_at_home__SM_TSF_4() -> None:
    """SM-TSF-4: are one too many."""
    venues = [{"name": "Home", "district": "A"}]
    facts = {"venues": venues, "km": {"A": {"Home": 10}}}
    assert not result("venue-check", **facts, assignment={"Home": {"A": 3}})["allowed"]
    assert result("venue-check", **facts, assignment={"Home": {"A": 2}})["allowed"]


def test_a_venue_takes_six_teams_whoever_agrees_to_more__SM_TSF_12() -> None:
    """SM-TSF-12: seven districts with a team each, none of them over its own limit."""
    venues = [{"name": "Home", "district": "A"}]
    names = "ABCDEFG"
    facts = {"venues": venues, "km": {name: {"Home": 10} for name in names}}
    found = result(
        "venue-check",
        **facts,
        assignment={"Home": dict.fromkeys(names, 1)},
        deviation_consulted=True,
    )
    assert found == {"allowed": False, "over": [], "too_full": {"Home": 7}}
    six = {"Home": dict.fromkeys(names[:6], 1)}
    assert result("venue-check", **facts, assignment=six)["allowed"]


def test_why_there_is_no_assignment_is_said__SM_TSF_5() -> None:
    """SM-TSF-5: five teams of a district that may send only two and one."""
    venues = [{"name": "Home", "district": "A"}, {"name": "Away", "district": "B"}]
    km = {"A": {"Home": 10, "Away": 100}, "B": {"Home": 100, "Away": 10}}
    found = result("venues", teams={"A": 5, "B": 1}, venues=venues, km=km)
    assert found["infeasible_because"] == {"districts": ("A",), "teams": 5, "places": 3}
    assert found["optimal"] is False


def test_distances_must_be_told__SM_TSF_5() -> None:
    """SM-TSF-5: missing is never zero."""
    venues = [{"name": "Home", "district": "A"}]
    assert ask("venues", teams={"A": 1}, venues=venues, km={}).missing == ("km.A.Home",)
    with pytest.raises(StorslamError, match="is there twice"):
        ask("venues", teams={}, venues=venues * 2, km={})


def by_ortools(asked: Journeys) -> int | None:
    """The least kilometres by an independent program."""
    flow = min_cost_flow.SimpleMinCostFlow()
    districts = {name: n for n, name in enumerate(asked.teams)}
    venues = {venue.name: len(districts) + n for n, venue in enumerate(asked.venues)}
    end = len(districts) + len(venues)
    for (district, venue), most in asked.most.items():
        flow.add_arc_with_capacity_and_unit_cost(
            districts[district], venues[venue], most, asked.km[district][venue]
        )
    for number in venues.values():
        flow.add_arc_with_capacity_and_unit_cost(number, end, asked.seats, 0)
    for district, count in asked.teams.items():
        flow.set_node_supply(districts[district], count)
    flow.set_node_supply(end, -sum(asked.teams.values()))
    solved = flow.solve() == flow.OPTIMAL
    return flow.optimal_cost() if solved else None


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 9), st.integers(1, 4), st.integers(0, 24))
def test_no_program_finds_fewer_kilometres__SM_TSF_5(seed, districts, venues, more) -> None:
    """SM-TSF-5: nor a place where we find none."""
    venues = min(venues, districts)
    teams, places, km = map_of(seed, districts, venues, districts + more)
    asked = journeys(teams, places, km, BOOK)
    found = cheapest(asked)
    other = by_ortools(asked)
    if found is None:
        assert other is None
        narrow = obstacle(asked)
        assert narrow.places < narrow.teams == sum(teams[d] for d in narrow.districts)
        return
    assert asked.cost(found) == other
    assert cannot_be_bettered(asked, found)


def test_a_worse_assignment_is_not_taken_for_the_best() -> None:
    venues = [Venue("H", "A"), Venue("W", "B")]
    km = {"A": {"H": 10, "W": 100}, "B": {"H": 100, "W": 10}}
    asked = journeys({"A": 1, "B": 1}, venues, km, BOOK)
    assert cannot_be_bettered(asked, {("A", "H"): 1, ("B", "W"): 1})
    assert not cannot_be_bettered(asked, {("A", "W"): 1, ("B", "H"): 1})
    assert one_more(asked, {("A", "H"): 1, ("B", "W"): 1}) == {"A": 10, "B": 10}


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(10, 18))
def test_one_more_team_costs_what_it_says__SM_TSF_5(seed: int, count: int) -> None:
    """SM-TSF-5: checked by solving again with that team, seats and limits as they are."""
    teams, places, km = map_of(seed, 5, 3, count)
    asked = journeys(teams, places, km, BOOK)
    found = cheapest(asked)
    if found is None:
        return
    for district, cost in one_more(asked, found).items():
        more = {**teams, district: teams[district] + 1}
        again = cheapest(Journeys(more, places, km, asked.seats, asked.most))
        assert cost == (None if again is None else asked.cost(again) - asked.cost(found))
        assert cost is None or cost >= 0


def test_where_every_seat_is_taken_one_more_team_has_none__SM_TSF_5() -> None:
    """SM-TSF-5: six at each of two venues; with one less, the district that is far pays its way."""
    venues = [{"name": "H", "district": "A"}, {"name": "W", "district": "B"}]
    km = {d: {"H": n, "W": n + 500} for n, d in enumerate("ABCDEF", 1)}
    full = result("venues", teams=dict.fromkeys("ABCDEF", 2), venues=venues, km=km)
    assert full["one_more_team_km"] == dict.fromkeys("ABCDEF")
    assert full["no_place_for_more"] == list("ABCDEF")
    free = result("venues", teams=dict.fromkeys("CDEF", 2), venues=venues, km=km)
    assert free["one_more_team_km"]["C"] >= 500
    assert free["no_place_for_more"] == []


@pytest.mark.parametrize(("reported", "in_time"), [(11, True), (12, False), (10, True)])
def test_choices_are_told_by_the_next_working_day__SM_TSF_9(reported: int, in_time: bool) -> None:
    """SM-TSF-9: Sunday 10 March 2013, so Monday the 11th."""
    found = result(
        "venue-choice-deadline",
        quarterfinal_last_day="2013-03-10",
        reported_on=f"2013-03-{reported}",
    )
    assert found == {"in_time": in_time, "last_day": date(2013, 3, 11)}


def test_holidays_are_not_working_days__SM_TSF_9() -> None:
    """SM-TSF-9: after Maundy Thursday 28 March 2013 comes Tuesday 2 April."""
    assert next_workday(date(2013, 3, 28)) == date(2013, 4, 2)
    assert next_workday(date(2013, 6, 20)) == date(2013, 6, 24)
    free = (date(2013, 1, 1), date(2013, 5, 9), date(2013, 6, 6), date(2013, 12, 24))
    assert not any(map(is_workday, free))
    assert is_workday(date(2013, 6, 7))


@pytest.mark.parametrize(
    ("year", "month", "day"),
    [(2012, 4, 8), (2013, 3, 31), (2014, 4, 20), (2038, 4, 25), (2024, 3, 31)],
)
def test_easter(year: int, month: int, day: int) -> None:
    assert easter(year) == date(year, month, day)


@given(st.dates(date(2000, 1, 1), date(2099, 1, 1)))
def test_the_next_working_day_is_the_first_one(day: date) -> None:
    following = next_workday(day)
    between = (day + timedelta(days=n) for n in range(1, (following - day).days))
    assert is_workday(following)
    assert not any(map(is_workday, between))


def test_names_are_published_when_all_have_chosen__SM_TSF_10() -> None:
    """SM-TSF-10."""
    facts = {"districts": ["Skåne", "Halland"]}
    assert result("venue-publication", **facts, chosen=["Halland"]) == {
        "may_publish": False,
        "waiting_for": ["Skåne"],
    }
    assert result("venue-publication", **facts, chosen=["Halland", "Skåne"])["may_publish"]


def test_nobody_has_chosen_where_nobody_was_asked__SM_TSF_10() -> None:
    """SM-TSF-10."""
    with pytest.raises(StorslamError, match="districts must not be empty"):
        ask("venue-publication", districts=[], chosen=[])
    with pytest.raises(StorslamError, match="there is no Haland here; the nearest is Halland"):
        ask("venue-publication", districts=["Halland"], chosen=["Haland"])


def test_a_late_district_is_drawn_by_lot__SM_TSF_11() -> None:
    """SM-TSF-11: the same seed, the same lot."""
    late = [{"district": "Skåne", "teams": ["a", "b", "c"], "venues": ["X", "Y", "Z"]}]
    drawn = result("venue-lot", late=late, lot_seed=4)["drawn"]
    assert sorted(drawn["Skåne"].values()) == ["X", "Y", "Z"]
    assert result("venue-lot", late=late, lot_seed=4)["drawn"] == drawn
    assert any(result("venue-lot", late=late, lot_seed=n)["drawn"] != drawn for n in range(9))
    for twice, fault in (
        ([*late, *late], "late: Skåne is there twice"),
        ([late[0] | {"teams": ["a", "a", "c"]}], r"late\.Skåne: a is there twice"),
    ):
        with pytest.raises(StorslamError, match=fault):
            result("venue-lot", late=twice, lot_seed=4)
    with pytest.raises(StorslamError, match="3 teams for 2 places"):
        result("venue-lot", late=[{**late[0], "venues": ["X", "Y"]}], lot_seed=1)


def teams_of(*districts: str) -> list[dict]:
    return [{"id": f"T{n}", "district": district} for n, district in enumerate(districts)]


@pytest.mark.parametrize(
    ("districts", "latest"),
    [
        ("ABCDEF", 0),
        *((few, 1) for few in ("AABCDE", "AABBCD", "AABBCC")),
        *((three, 3) for three in ("AAABCD", "AAABBC", "AAABBB")),
        *((most, 5) for most in ("AAAABC", "AAAABB", "AAAAAB", "AAAAAA")),
    ],
)
def test_teams_of_a_district_meet_in_the_opening_rounds__SM_TSF_7(districts, latest) -> None:
    """SM-TSF-7 (G-24): the first two of five; three of a district need three rounds.

    Of four or more some meet in every round, as the others are too few to take one each.
    """
    found = ask("six-team-order", teams=teams_of(*districts), lot_seed=3)
    assert found.assumptions == ("G-24",)
    assert found.result["latest_round"] == latest
    assert found.result["in_opening_rounds"] is (latest <= 2)
    assert found.result["shortest_possible"]
    rounds = found.result["rounds"]
    assert len(rounds) == 5
    assert len({frozenset(match) for tables in rounds for match in tables}) == 15
    own = {f"T{n}": d for n, d in enumerate(districts)}
    late = [
        match for tables in rounds[latest:] for match in tables if own[match[0]] == own[match[1]]
    ]
    assert late == []


def test_a_semifinal_has_six_teams__SM_TSF_7() -> None:
    """SM-TSF-7."""
    with pytest.raises(StorslamError, match="6 different teams"):
        ask("six-team-order", teams=teams_of(*"ABCDE"), lot_seed=1)


def test_ten_semifinals_of_six_and_a_final_of_ten__SM_TSF_12_SM_TSF_13() -> None:
    """SM-TSF-12, SM-TSF-13: 120 and 216 boards, by the scale 25-0."""
    found = result("team-stage-format")
    assert found["semifinal"] == {
        "teams": 6,
        "rounds": 5,
        "boards_per_match": 24,
        "boards": 120,
        "vp_scale": "wbf25",
        "venues": 10,
    }
    assert (found["final"]["teams"], found["final"]["rounds"]) == (10, 9)
    assert found["final"]["boards"] == 216


def test_the_calendar_knows_the_day__SM_TSF_9() -> None:
    """SM-TSF-9: among the deadlines of the season."""
    found = [one for one in result("calendar")["deadlines"] if one["name"] == "venue-choice"]
    assert [one["last_day"] for one in found] == [date(2013, 3, 11)]
