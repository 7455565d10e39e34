"""References of payments: the last digit checks the others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.exchange.reference import reference, references


@pytest.mark.parametrize(
    ("number", "written"),
    [(7992739871, "79927398713"), (1001, "10017"), (411111111111111, "4111111111111111")],
)
def test_the_check_digit_is_that_of_known_numbers(number: int, written: str) -> None:
    assert reference(number) == written


@given(st.integers(1, 10**12), st.data())
def test_one_wrong_digit_is_never_a_reference(number: int, data: st.DataObject) -> None:
    written = reference(number)
    place = data.draw(st.integers(0, len(written) - 1))
    other = data.draw(st.sampled_from([d for d in "0123456789" if d != written[place]]))
    assert list(references(written)) == [written]
    assert list(references(f"{written[:place]}{other}{written[place + 1 :]}")) == []


@pytest.mark.parametrize(
    "text", ["10017", "OCR 1001 7", "faktura 10017, tack", "10 017", "ref:10017"]
)
def test_a_reference_is_found_however_it_is_written(text: str) -> None:
    assert "10017" in list(references(text))


@pytest.mark.parametrize("text", ["", "tack", "7", "10018", "1001"])
def test_what_is_no_reference_gives_none(text: str) -> None:
    assert list(references(text)) == []
