"""Who goes on to the Open final: SM-EVT-4, as G-15 reads it."""

from fractions import Fraction

import pytest

from storslam.errors import StorslamError
from storslam.rulebook.edition import edition
from tests.championship.asking import ask, cited, result


def groups(**changed: float) -> dict[str, list[dict]]:
    """Five groups of 34; A1 has 60 per cent, each further pair a little less, B a little less."""
    field = {
        f"{name}{place}": Fraction(60) - place + Fraction(1 - shift, 100)
        for shift, name in enumerate("ABCDE", 1)
        for place in range(1, 35)
    }
    field |= {pair: Fraction(str(percent)) for pair, percent in changed.items()}
    return {
        name: [{"id": p, "percent": percent} for p, percent in field.items() if p[0] == name]
        for name in "ABCDE"
    }


def test_ten_of_each_group_and_the_two_best_elevenths() -> None:
    """SM-EVT-4: 52 in all."""
    found = result("open-final-field", groups=groups())
    assert found["by_group"]["C"] == [f"C{place}" for place in range(1, 11)]
    assert found["by_percent"] == ["A11", "B11"]
    assert len(found["finalists"]) == 52 == edition().value("events.open-pairs.final.field")
    assert cited("open-final-field", groups=groups()) == {"SM-EVT-4", "G-15"}


def test_a_twelfth_never_goes_on_however_strong_its_group() -> None:
    """SM-EVT-4: only those next in line are compared."""
    strong = {f"E{place}": 80 - place / 100 for place in range(1, 35)}
    assert result("open-final-field", groups=groups(**strong))["by_percent"] == ["E11", "A11"]


@pytest.mark.parametrize(
    ("level", "drawn", "on"),
    [
        ({"C11": 50.5, "C10": 50.5}, ["C11", "C10"], "C11"),
        ({"B11": 48.98, "C11": 48.98}, ["C11", "B11"], "C11"),
        (
            {"A11": 48.5, "A12": 48.5, "B11": 48.4, "C11": 48.4, "D11": 48.3, "E11": 48.2},
            ["A12", "A11", "C11", "B11"],
            "A12",
        ),
    ],
)
def test_pairs_level_for_the_last_place_are_parted_by_lot(level, drawn, on) -> None:
    """SM-EVT-4: at each of the three borders."""
    field = groups(**level)
    assert ask("open-final-field", groups=field).missing == ("lot",)
    found = result("open-final-field", groups=field, lot=drawn)["finalists"]
    assert on in found
    assert len(found) == 52


def test_pairs_level_elsewhere_need_no_lot() -> None:
    """SM-EVT-4: both go on, or neither does."""
    field = groups(A1=58, A2=58, D11=40, D12=40)
    assert len(result("open-final-field", groups=field)["finalists"]) == 52


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"E": []}, "more than 10 pairs"),
        ({"F": [{"id": "F1", "percent": 50}] * 11}, "the semifinal has 5"),
        ({"E": [{"id": "E1", "percent": 50}] * 11}, "E1 is there twice"),
        ({"E": [{"id": f"E{n}", "percent": 101} for n in range(11)]}, "from 0 to 100"),
    ],
)
def test_groups_that_are_not_those_of_a_semifinal(change: dict, fault: str) -> None:
    with pytest.raises(StorslamError, match=fault):
        ask("open-final-field", groups=groups() | change)
    with pytest.raises(StorslamError, match="no A99 here"):
        ask("open-final-field", groups=groups(), lot=["A99"])
