"""SM-VAC: places that fall vacant (pp. 5, 7)."""

from datetime import datetime

import pytest

from storslam.errors import StorslamError
from storslam.rulebook.registry import REGISTRY
from tests.championship.asking import ask, cited, result

OPEN = {"discipline": "open-pairs", "stage": "semifinal"}
MIXED = {"discipline": "mixed-pairs", "stage": "final"}
BEFORE = "2013-07-20T12:00:00+02:00"


def goes_to(at: str, own: bool, other: bool, **facts: object) -> str:
    told = result("vacancy", at=at, district_has_next=own, other_district_has_next=other, **facts)
    destination: str = told["goes_to"]
    return destination


def test_what_is_reported_is_on_record() -> None:
    """SM-VAC-1 and SM-VAC-3 are work for a page."""
    assert REGISTRY.carriers("SM-VAC-1") == REGISTRY.carriers("SM-VAC-3") == ["page vacancies"]


@pytest.mark.parametrize(
    "place",
    [
        OPEN,
        MIXED,
        {"discipline": "women-pairs", "stage": "final"},
        {"discipline": "veteran-pairs", "stage": "final"},
    ],
)
def test_the_place_goes_to_the_next_pair_of_the_district(place: dict[str, str]) -> None:
    """SM-VAC-2, and SM-VAC-4: after it to the next district in the order of the apportionment."""
    assert goes_to(BEFORE, own=True, other=True, **place) == "same-district"
    assert goes_to(BEFORE, own=True, other=False, **place) == "same-district"
    assert goes_to(BEFORE, own=False, other=True, **place) == "next-district"
    facts = {"at": BEFORE, "other_district_has_next": True, **place}
    assert "SM-VAC-2" in cited("vacancy", district_has_next=True, **facts)
    assert {"SM-VAC-2", "SM-VAC-4"} <= cited("vacancy", district_has_next=False, **facts)


@pytest.mark.parametrize("discipline", ["women-pairs", "veteran-pairs"])
def test_in_women_and_veterans_the_field_becomes_smaller(discipline: str) -> None:
    """SM-VAC-5."""
    place = {"discipline": discipline, "stage": "final"}
    assert goes_to(BEFORE, own=False, other=False, **place) == "smaller-field"
    facts = {"at": BEFORE, "district_has_next": False, "other_district_has_next": False, **place}
    assert "SM-VAC-5" in cited("vacancy", **facts)


@pytest.mark.parametrize(
    ("at", "destination"),
    [
        ("2013-07-31T12:00:00+02:00", "next-district"),
        ("2013-08-01T08:59:59+02:00", "next-district"),
        ("2013-08-01T06:59:59+00:00", "next-district"),
        ("2013-08-01T09:00:00+02:00", "last-chance"),
        ("2013-08-01T07:00:00+00:00", "last-chance"),
        ("2013-08-01T09:01:00+02:00", "last-chance"),
    ],
)
def test_open_places_fall_to_the_last_chance_at_nine(at: str, destination: str) -> None:
    """SM-VAC-7: Thursday 1 August 2013, 09.00."""
    assert goes_to(at, own=False, other=True, **OPEN) == destination
    facts = {"at": at, "district_has_next": False, "other_district_has_next": True, **OPEN}
    assert "SM-VAC-7" in cited("vacancy", **facts)
    deadline = datetime.fromisoformat("2013-08-01T09:00:00+02:00")
    assert result("vacancy", **facts)["deadline"] == deadline


@pytest.mark.parametrize(
    ("at", "destination"),
    [
        ("2013-07-29T16:59:59+02:00", "same-district"),
        ("2013-07-29T17:00:00+02:00", "last-chance"),
    ],
)
def test_mixed_places_fall_to_the_last_chance_at_five(at: str, destination: str) -> None:
    """SM-VAC-8: Monday 29 July 2013, 17.00."""
    assert goes_to(at, own=True, other=True, **MIXED) == destination
    facts = {"at": at, "district_has_next": True, "other_district_has_next": True, **MIXED}
    assert {"SM-VAC-8", "G-30"} <= cited("vacancy", **facts)


def test_before_the_deadline_the_last_chance_comes_second() -> None:
    """SM-VAC-7 and SM-VAC-8: when no district can fill the place."""
    assert goes_to(BEFORE, own=False, other=False, **OPEN) == "last-chance"
    assert goes_to(BEFORE, own=False, other=False, **MIXED) == "last-chance"


def test_until_mixed_has_a_last_chance_its_field_becomes_smaller() -> None:
    """SM-VAC-8 with SM-ED-6: before 5 October 2012."""
    assert goes_to(BEFORE, own=False, other=False, **MIXED, on="2012-10-04") == "smaller-field"
    assert goes_to(BEFORE, own=False, other=False, **MIXED, on="2012-10-05") == "last-chance"


def test_a_place_in_the_open_final_goes_to_the_next_of_the_semifinal() -> None:
    """SM-VAC-2: "nästa par från samma semifinal"."""
    place = {"discipline": "open-pairs", "stage": "final"}
    assert goes_to("2013-08-02T23:00:00+02:00", own=False, other=False, **place) == "same-semifinal"


def test_there_is_no_such_place() -> None:
    with pytest.raises(StorslamError, match="has no semifinal in women-pairs"):
        goes_to(BEFORE, own=True, other=True, discipline="women-pairs", stage="semifinal")


def test_a_time_without_its_zone_is_refused() -> None:
    with pytest.raises(StorslamError, match="at must be a time with its zone"):
        goes_to("2013-08-01T08:59:00", own=True, other=True, **OPEN)


def test_who_is_offered_the_place() -> None:
    """SM-VAC-2, SM-VAC-4 and SM-VAC-9: the own district, then the line; a no is a no."""
    facts = {
        "district": "Skåne",
        "next_in_line": ["Gotland", "Dalarna"],
        "reserves": {"Skåne": ["s1", "s2"], "Dalarna": ["d1"]},
    }
    offers = [
        result("next-for-place", **facts, declined=declined)["pair"]
        for declined in ([], ["s1"], ["s1", "s2"], ["s1", "s2", "d1"])
    ]
    assert offers == ["s1", "s2", "d1", None]
    assert result("next-for-place", **facts, declined=["s1", "s2"])["district"] == "Dalarna"
    assert cited("next-for-place", **facts) == {"SM-VAC-2"}
    assert cited("next-for-place", **facts, declined=["s1", "s2"]) == {
        "SM-VAC-2",
        "SM-VAC-4",
        "SM-VAC-9",
    }


def test_reserves_of_a_district_that_is_not_in_line_are_refused() -> None:
    facts = {"district": "Skåne", "next_in_line": ["Gotland"], "reserves": {"Gotlnd": ["g1"]}}
    with pytest.raises(StorslamError, match="no Gotlnd here; the nearest is Gotland"):
        ask("next-for-place", **facts)


@pytest.mark.parametrize("declined", [True, False])
def test_a_place_that_was_declined_is_not_given_back(declined: bool) -> None:
    """SM-VAC-9."""
    assert result("declined-place", declined=declined) == {"may_take_back": not declined}
    assert cited("declined-place", declined=declined) == {"SM-VAC-9"}


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"next_in_line": ["Dalarna", "Dalarna"]}, "next_in_line: Dalarna is there twice"),
        ({"next_in_line": ["DAL"]}, "there is no Dalarna here"),
        ({"next_in_line": ["Dalarna", "dal"]}, "Dalarna and dal are the same district"),
        ({"next_in_line": ["Dalarna", "Skaane"]}, "there is no district Skaane"),
        ({"reserves": {"Skåne": ["s1", "s1"]}}, "reserves: s1 is there twice"),
        ({"declined": ["s1", "s1"]}, "declined: s1 is there twice"),
        ({"declined": ["s2"]}, "there is no s2 here; the nearest is s1"),
    ],
)
def test_districts_and_pairs_are_named_once_and_known__SM_VAC_4(change: dict, fault: str) -> None:
    """SM-VAC-4, SM-VAC-9."""
    facts = {
        "district": "Skåne",
        "next_in_line": ["Dalarna"],
        "reserves": {"Skåne": ["s1"], "Dalarna": ["d1"]},
    }
    assert ask("next-for-place", **facts).result["pair"] == "s1"
    with pytest.raises(StorslamError, match=fault):
        ask("next-for-place", **facts | change)
