"""Next season as a delta: its own days, nothing else new, and no year in any program text."""

import ast
import re
from datetime import date, datetime, timedelta
from importlib.resources import files
from pathlib import Path

import pytest

from storslam.championship.calendar import deadlines, events
from storslam.championship.disciplines import figure
from storslam.errors import StorslamError
from storslam.rulebook.book import Edition
from storslam.rulebook.edition import edition
from storslam.rulebook.registry import decide, discover
from storslam.rulebook.seasonal import YEAR_OF_BIRTH

BEFORE, NEXT = edition("2012-2013"), edition("2013-2014")
A_YEAR = timedelta(weeks=52)
DATED = ("events.", "entry.", "fees.", "vacancy.", "illegal-player.")


def test_only_days_and_years_of_birth_differ() -> None:
    changed = {key for key in BEFORE.versions if NEXT.versions[key] != BEFORE.versions[key]}
    assert NEXT.versions.keys() == BEFORE.versions.keys()
    for key in changed:
        last = BEFORE.versions[key][-1]
        assert isinstance(last.value, date) or last.unit == YEAR_OF_BIRTH


def test_every_day_of_the_festival_is_52_weeks_later_by_a_reading() -> None:
    keys = [key for key in BEFORE.versions if key.startswith(("events.festival.", "vacancy."))]
    dated = [key for key in keys if isinstance(BEFORE.versions[key][-1].value, date)]
    assert len(dated) == 4
    for key in dated:
        parameter = NEXT.at().parameter(key)
        assert parameter.value - BEFORE.versions[key][-1].value == A_YEAR
        assert "G-66" in parameter.readings
    weeks = NEXT.value("events.festival.weeks", tuple)
    first, last = (NEXT.value(f"events.festival.{end}", date) for end in ("from", "to"))
    assert tuple(day.isocalendar().week for day in (first, last)) == weeks
    assert (first.year, last.year) == (2014, 2014)


def test_no_day_of_the_season_before_is_left() -> None:
    end = max(value for value in days(BEFORE))
    assert [value for value in days(NEXT) if value <= end] == []
    assert all(one.before.date() > end for one in deadlines(NEXT.at()))
    assert all(one.first_day is None or one.first_day > end for one in events(NEXT.at()))


def days(book: Edition) -> list[date]:
    found = [book.at().find(key) for key in book.versions if key.startswith(DATED)]
    values = [one.value for one in found if one and isinstance(one.value, date)]
    return [value.date() if isinstance(value, datetime) else value for value in values]


def test_what_nobody_has_published_is_told_as_unknown() -> None:
    assert "events.open-teams.final.from" in NEXT.unknown()
    assert BEFORE.unknown() == ()
    with pytest.raises(StorslamError, match=r"no events\.open-teams\.final\.from in force"):
        NEXT.value("events.open-teams.final.from")
    with pytest.raises(StorslamError, match="is not known yet in the rulebook 2013-2014"):
        figure(NEXT.at(), "fees.due.women-pairs.final")


def test_decisions_follow_the_edition_they_are_asked_of() -> None:
    discover("storslam.championship")
    facts = {"discipline": "veteran-pairs", "birth_years": [1954, 1950]}
    assert decide("age-limit", facts, NEXT).result["eligible"] is True
    assert decide("age-limit", facts, BEFORE).result["eligible"] is False


def test_no_program_text_holds_a_year() -> None:
    """Years stand in editions; a program has at most the range of years it can believe."""
    root = Path(str(files("storslam")))
    found = {
        f"{path.relative_to(root)}: {node.value}"
        for path in root.rglob("*.py")
        if "demo" not in path.parts and "migrations" not in path.parts
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
        and (
            node.value in range(2001, 2030)
            if isinstance(node.value, int)
            else isinstance(node.value, str) and re.fullmatch(r"20\d\d(-20\d\d)?", node.value)
        )
    }
    assert found == set()
