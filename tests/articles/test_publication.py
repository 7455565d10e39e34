"""SM-ED: the edition and its change log (pp. 1, 3)."""

from datetime import date

import pytest

from storslam.errors import StorslamError
from tests.championship.asking import ask, cited, result


def test_the_edition_and_its_log() -> None:
    """SM-ED-1, SM-ED-2: the changes until a day, in order."""
    told = result("edition")
    assert told["edition"] == "2012-2013"
    assert told["published"] == date(2012, 5, 7)
    assert [change["on"].isoformat() for change in told["changes"]] == [
        "2012-07-30",
        "2012-09-07",
        "2012-10-05",
        "2012-10-05",
        "2012-10-05",
        "2012-11-15",
        "2013-01-24",
    ]
    assert {"SM-ED-1", "SM-ED-2", "G-9"} <= cited("edition")


def test_the_log_as_of_a_day() -> None:
    """SM-ED-2: a decision can be read as of a date."""
    told = result("edition", on="2012-10-04")
    assert (told["last_change"], len(told["changes"])) == (date(2012, 9, 7), 2)
    assert result("edition", on="2012-05-07")["last_change"] == date(2012, 5, 7)


@pytest.mark.parametrize(
    ("change", "rule", "since"),
    [
        ("SM-ED-3", "SM-ABAN-1", "2012-07-30"),
        ("SM-ED-5", "SM-VET-11", "2012-10-05"),
        ("SM-ED-5", "SM-VET-13", "2012-10-05"),
        ("SM-ED-6", "SM-VAC-8", "2012-10-05"),
        ("SM-ED-7", "SM-FEE-6", "2012-10-05"),
    ],
)
def test_a_rule_that_was_added_is_in_force_from_its_day(change: str, rule: str, since: str) -> None:
    """SM-ED-3, SM-ED-5, SM-ED-6 and SM-ED-7, to the day."""
    day = date.fromisoformat(since)
    before = date.fromordinal(day.toordinal() - 1).isoformat()
    for id_ in (change, rule):
        assert result("rule-in-force", rule=id_, on=since)["in_force"] is True
        assert result("rule-in-force", rule=id_, on=before)["in_force"] is False


def test_a_stage_before_the_rule_on_abandoning_is_not_struck() -> None:
    """SM-ED-3: the rule is of 30 July 2012."""
    facts = {"boards_played": 20, "stage_boards": 66}
    assert result("abandoned-stage", **facts, on="2012-07-29")["struck"] is False
    assert cited("abandoned-stage", **facts, on="2012-07-29") == {"SM-ED-3"}
    assert result("abandoned-stage", **facts, on="2012-07-30")["struck"] is True


def test_mixed_has_52_places_until_the_last_chance_is_introduced() -> None:
    """SM-ED-6: fifty from 5 October 2012 on, and two for Sista Dansen."""
    facts = {"discipline": "mixed-pairs", "starts": {"A": 60, "B": 40}}
    assert result("quota", **facts, on="2012-10-04")["total"] == 52
    assert result("quota", **facts, on="2012-10-05")["total"] == 50
    assert "SM-ED-6" in cited("quota", **facts) - cited("quota", **facts, on="2012-10-04")
    dance = {"discipline": "mixed-pairs", "unfilled_places": 0}
    assert result("last-chance-places", **dance, on="2012-10-04")["places"] == 0
    assert result("last-chance-places", **dance, on="2012-10-05")["places"] == 2


def test_the_junior_team_final_was_misprinted() -> None:
    """SM-ED-9: 25-26 May; 3 May does not appear after the correction."""
    facts = {"discipline": "junior-teams", "stage": "final"}
    misprinted = result("event-dates", **facts, on="2013-01-23")
    assert misprinted["first_day"] == date(2013, 5, 3)
    corrected = result("event-dates", **facts, on="2013-01-24")
    assert (corrected["first_day"], corrected["last_day"]) == (date(2013, 5, 25), date(2013, 5, 26))
    assert "SM-ED-9" in cited("event-dates", **facts)
    assert date(2013, 5, 3) not in [one["first_day"] for one in result("calendar")["events"]]


def test_an_unknown_rule_is_refused_with_the_nearest() -> None:
    with pytest.raises(StorslamError, match="nearest is SM-ABAN-1"):
        ask("rule-in-force", rule="SM-ABAN-11")
