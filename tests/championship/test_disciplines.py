"""What every chapter shares: figures that may be absent, readings that must be those taken."""

from datetime import date

import pytest

from storslam.championship.disciplines import (
    figure,
    kind_of,
    leaning,
    refuse_unknown,
    regulated,
    taken,
)
from storslam.errors import StorslamError
from storslam.rulebook.edition import edition

BOOK = edition().at()


def test_a_figure_that_is_not_there_is_none_and_one_that_must_be_is_refused() -> None:
    assert figure(BOOK, "places.women-pairs.first") == 52
    assert figure(BOOK, "places.women-pairs.second") is None
    assert figure(edition().at(date(2012, 10, 4)), "places.mixed-pairs.last-chance") is None
    with pytest.raises(StorslamError, match="nothing of the kind for women-pairs on"):
        regulated(BOOK, "places.women-pairs.second", "women-pairs")


def test_a_reading_is_told_when_it_is_the_one_carried_out() -> None:
    assert taken(BOOK, "quota.champions", "inside-the-places") == ("G-3",)
    with pytest.raises(StorslamError, match=r"quota\.champions is inside-the-places"):
        taken(BOOK, "quota.champions", "inside-the-districts-quota")


def test_readings_are_told_once() -> None:
    keys = ("quota.champions", "quota.champions", "quota.counted", "places.women-pairs.first")
    assert leaning(BOOK, *keys) == ("G-3", "G-42")


def test_every_discipline_is_of_pairs_or_teams() -> None:
    assert kind_of(BOOK, "open-pairs") == "pairs"
    assert kind_of(BOOK, "veteran-teams") == "teams"


def test_a_name_that_is_not_known() -> None:
    refuse_unknown(["Skåne"], ["Skåne", "Halland"])
    with pytest.raises(StorslamError, match="no Hallnad here; the nearest is Halland"):
        refuse_unknown(["Hallnad"], ["Skåne", "Halland"])
