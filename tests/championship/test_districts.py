"""Names of districts, wherever a decision takes them: known ones, or free ones, never mixed."""

from collections.abc import Callable

import pytest

from storslam.errors import StorslamError
from tests.championship.asking import ask, result

VENUE = {"name": "Hall", "district": "Skåne"}


def _late(districts: list[str]) -> list[dict[str, object]]:
    return [{"district": d, "teams": [d], "venues": ["Hall"]} for d in districts]


def _teams(districts: list[str]) -> list[dict[str, str]]:
    return [{"id": str(n), "district": districts[n % len(districts)]} for n in range(6)]


ASKED: dict[str, Callable[[list[str]], dict[str, object]]] = {
    "apportion": lambda ds: {"seats": 5, "starts": dict.fromkeys(ds, 10)},
    "quota": lambda ds: {"discipline": "women-pairs", "starts": dict.fromkeys(ds, 10)},
    "quota-sensitivity": lambda ds: {
        "discipline": "women-pairs",
        "starts": dict.fromkeys(ds, 10),
    },
    "requota-after-withdrawn-teams": lambda ds: {
        "seats": 5,
        "reported": dict.fromkeys(ds, 10),
        "actual": dict.fromkeys(ds, 9),
    },
    "venues": lambda ds: {
        "teams": dict.fromkeys(ds, 1),
        "venues": [VENUE | {"district": ds[0]}],
        "km": {d: {"Hall": 10} for d in ds},
    },
    "venue-check": lambda ds: {
        "assignment": {"Hall": dict.fromkeys(ds, 1)},
        "venues": [VENUE | {"district": ds[0]}],
        "km": {d: {"Hall": 10} for d in ds},
    },
    "venue-lot": lambda ds: {"late": _late(ds), "lot_seed": 1},
    "venue-publication": lambda ds: {"districts": ds, "chosen": ds},
    "six-team-order": lambda ds: {"teams": _teams(ds), "lot_seed": 1},
    "next-for-place": lambda ds: {
        "district": ds[0],
        "next_in_line": ds[1:],
        "reserves": {d: [f"{d} 1"] for d in ds},
    },
}


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize(
    "districts",
    [["Skåne", "Uppland"], ["SKA", "UPP"], ["skåne", "Upplands Bridgeförbund"], ["A", "B"]],
)
def test_known_districts_in_any_spelling_and_free_names_are_taken(
    name: str, districts: list[str]
) -> None:
    assert result(name, **ASKED[name](districts))


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize(
    ("districts", "fault"),
    [
        (["Uppland", "Skaane"], "there is no district Skaane; the nearest is Skåne"),
        (["Skåne", "skåne"], "Skåne and skåne are the same district"),
        (["SKA", "Skåne"], "SKA and Skåne are the same district"),
    ],
)
def test_unknown_districts_among_known_ones_and_doubled_ones_are_refused(
    name: str, districts: list[str], fault: str
) -> None:
    with pytest.raises(StorslamError, match=fault):
        ask(name, **ASKED[name](districts))


def test_a_venue_lies_in_a_district_as_that_is_written() -> None:
    facts = ASKED["venues"](["Skåne"])
    with pytest.raises(StorslamError, match="Skåne and SKA are the same district"):
        ask("venues", **facts | {"venues": [VENUE | {"district": "SKA"}]})


def test_a_district_chooses_once() -> None:
    with pytest.raises(StorslamError, match="districts: A is there twice"):
        ask("venue-publication", districts=["A", "A"], chosen=[])
    with pytest.raises(StorslamError, match="chosen: A is there twice"):
        ask("venue-publication", districts=["A"], chosen=["A", "A"])


def test_a_final_has_no_more_winners_than_places() -> None:
    assert result("team-stage-format", winners_of_semifinals=9)["final"]["teams"] == 9
    with pytest.raises(StorslamError, match="winners_of_semifinals must be at most 10"):
        ask("team-stage-format", winners_of_semifinals=11)


def test_how_near_a_place_is_is_asked_for_no_more_districts_than_a_country_has() -> None:
    starts = {f"x{n}": 10 for n in range(41)}
    with pytest.raises(StorslamError, match="starts must be at most 40"):
        ask("quota-sensitivity", discipline="women-pairs", starts=starts)
