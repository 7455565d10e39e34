"""The calendar: every day and deadline of the edition, in its time zone."""

from datetime import date, datetime

import pytest

from storslam.championship.calendar import Deadline, deadlines, events, instant, local_day
from storslam.rulebook.edition import edition

BOOK = edition().at()


def deadline(name: str, discipline: str = "", stage: str = "") -> Deadline:
    (found,) = [
        one
        for one in deadlines(BOOK)
        if (one.name, one.discipline, one.stage) == (name, discipline, stage)
    ]
    return found


@pytest.mark.parametrize(
    ("named", "before", "rule"),
    [
        (("team-count", "open-teams"), "2013-01-22T00:00:00+01:00", "SM-ENTRY-7"),
        (("qualifier", "open-teams"), "2013-03-11T00:00:00+01:00", "SM-QUAL-12"),
        (("report", "open-teams"), "2013-03-11T00:00:00+01:00", "SM-ENTRY-4"),
        (("qualifier", "mixed-pairs"), "2013-04-29T00:00:00+02:00", "SM-QUAL-12"),
        (("report", "open-pairs"), "2013-04-29T00:00:00+02:00", "SM-ENTRY-4"),
        (("protest", "", "semifinal"), "2013-04-01T00:00:00+02:00", "SM-ILL-1"),
        (("protest", "", "final"), "2013-05-01T00:00:00+02:00", "SM-ILL-1"),
        (("table-fee", "women-pairs", "final"), "2013-07-01T00:00:00+02:00", "SM-FEE-6"),
        (("table-fee", "open-pairs", "final"), "2013-08-03T08:45:00+02:00", "SM-FEE-7"),
        (("vacancy", "open-pairs"), "2013-08-01T09:00:00+02:00", "SM-VAC-7"),
        (("vacancy", "mixed-pairs"), "2013-07-29T17:00:00+02:00", "SM-VAC-8"),
    ],
)
def test_a_deadline_to_the_second(named: tuple[str, ...], before: str, rule: str) -> None:
    found = deadline(*named)
    assert found.before.isoformat() == before
    assert rule in found.rules


def test_deadlines_are_in_order_and_each_cites_an_article() -> None:
    found = deadlines(BOOK)
    assert [one.before for one in found] == sorted(one.before for one in found)
    assert all(edition().article(rule) for one in found for rule in one.rules)
    assert all(one.rules for one in found)


def test_a_deadline_that_was_not_yet_set_is_not_told() -> None:
    before = {(one.name, one.discipline) for one in deadlines(edition().at(date(2012, 10, 4)))}
    after = {(one.name, one.discipline) for one in deadlines(edition().at(date(2012, 10, 5)))}
    assert ("vacancy", "mixed-pairs") in after - before
    assert ("table-fee", "women-pairs") in after - before
    assert ("vacancy", "open-pairs") in before


def test_stages_with_days_come_in_their_order_and_those_without_last() -> None:
    found = events(BOOK)
    days = [one.first_day for one in found if one.first_day]
    assert days == sorted(days)
    assert [one.discipline for one in found if not one.first_day] == [
        "junior-pairs",
        "veteran-teams",
    ]
    assert {one.place for one in found} == {"", "Örebro", "Uppsala", "Linköping"}


def test_a_day_is_that_of_the_edition_wherever_the_clock_stands() -> None:
    assert local_day(BOOK, datetime.fromisoformat("2013-04-28T22:00:00+00:00")) == date(2013, 4, 29)
    assert local_day(BOOK, datetime.fromisoformat("2013-04-28T17:00:00-05:00")) == date(2013, 4, 29)
    assert instant(BOOK, date(2013, 1, 1)).isoformat() == "2013-01-01T00:00:00+01:00"
