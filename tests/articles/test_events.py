"""SM-EVT: the tables of events (pp. 10-11)."""

from datetime import date, datetime

import pytest

from storslam.errors import StorslamError
from tests.championship.asking import ask, cited, result

FINALS = ("open-pairs", "women-pairs", "mixed-pairs", "veteran-pairs")


@pytest.mark.parametrize(
    ("movement", "allowed"),
    [("barometer", True), ("semibarometer", True), ("howell", False), ("mitchell", False)],
)
def test_pair_finals_are_barometers(movement: str, allowed: bool) -> None:
    """SM-EVT-1."""
    facts = {"discipline": "women-pairs", "movement": movement}
    assert result("pair-final-movement", **facts)["allowed"] is allowed
    assert cited("pair-final-movement", **facts) == {"SM-EVT-1"}


def test_the_festival_is_in_weeks_30_and_31() -> None:
    """SM-EVT-2 and SM-ELIG-7: 26 July to 4 August 2013."""
    festival = result("calendar")["festival"]
    days = [festival["first_day"], festival["last_day"]]
    assert days == [date(2013, 7, 26), date(2013, 8, 4)]
    assert [day.isocalendar().week for day in days] == list(festival["weeks"])
    assert {"SM-EVT-2", "SM-ELIG-7"} <= cited("calendar")


@pytest.mark.parametrize("discipline", FINALS)
def test_finals_of_52_pairs_over_102_boards(discipline: str) -> None:
    """SM-EVT-3, and SM-EVT-4 for Open: 51 rounds of two boards."""
    told = result("event-format", discipline=discipline, stage="final")
    assert (told["field"], told["boards"]) == (52, 102)
    assert (told["rounds"], told["boards_per_round"]) == (51, 2)
    rule = "SM-EVT-4" if discipline == "open-pairs" else "SM-EVT-3"
    assert rule in cited("event-format", discipline=discipline, stage="final")


def test_the_open_semifinal_has_five_groups_of_34() -> None:
    """SM-EVT-4: 170 pairs, 66 boards in 33 rounds."""
    told = result("event-format", discipline="open-pairs", stage="semifinal")
    assert (told["field"], told["groups"], told["group_size"], told["boards"]) == (170, 5, 34, 66)
    assert (told["rounds"], told["boards_per_round"]) == (33, 2)


def test_the_beginners_final_takes_the_best_24() -> None:
    """SM-EVT-5: 46 boards, by an imported ranking (G-58)."""
    ranking = [f"P{n}" for n in range(1, 41)]
    told = result("beginners-final", ranking=ranking)
    assert told == {"field": 24, "finalists": ranking[:24]}
    format_ = result("event-format", discipline="beginner-pairs", stage="final")
    assert (format_["boards"], format_["rounds"], format_["boards_per_round"]) == (46, 23, 2)
    assert cited("beginners-final", ranking=ranking) == {"SM-EVT-5", "G-58"}


def test_a_beginner_who_is_ranked_twice() -> None:
    with pytest.raises(StorslamError, match="ranking: P1 is there twice"):
        ask("beginners-final", ranking=["P1", "P2", "P1"])
    with pytest.raises(StorslamError, match="ranking must not be empty"):
        ask("beginners-final", ranking=[])


def test_the_last_chances() -> None:
    """SM-EVT-6: 42 boards or more from 16.00 on 1 August; 32 boards in Sista Dansen."""
    chance = result("event-format", discipline="open-pairs", stage="last-chance")
    assert (chance["name"], chance["minimum_boards"]) == ("Sista Chansen", 42)
    assert chance["starts_at"] == datetime.fromisoformat("2013-08-01T16:00:00+02:00")
    dance = result("event-format", discipline="mixed-pairs", stage="last-chance")
    assert (dance["name"], dance["boards"]) == ("Sista Dansen", 32)
    assert {"SM-EVT-6", "G-13"} <= cited(
        "event-format", discipline="mixed-pairs", stage="last-chance"
    )


@pytest.mark.parametrize(
    ("discipline", "stage", "first", "last"),
    [
        ("veteran-pairs", "final", "2013-07-26", "2013-07-27"),
        ("women-pairs", "final", "2013-07-28", "2013-07-29"),
        ("beginner-pairs", "final", "2013-07-29", "2013-07-30"),
        ("mixed-pairs", "last-chance", "2013-07-30", "2013-07-30"),
        ("mixed-pairs", "final", "2013-07-31", "2013-08-01"),
        ("open-pairs", "last-chance", "2013-08-01", "2013-08-01"),
        ("open-pairs", "semifinal", "2013-08-02", "2013-08-02"),
        ("open-pairs", "final", "2013-08-03", "2013-08-04"),
        ("open-teams", "semifinal", "2013-04-20", "2013-04-21"),
        ("open-teams", "final", "2013-05-09", "2013-05-12"),
        ("junior-teams", "final", "2013-05-25", "2013-05-26"),
    ],
)
def test_the_days_of_each_stage(discipline: str, stage: str, first: str, last: str) -> None:
    """SM-EVT-7."""
    told = result("event-dates", discipline=discipline, stage=stage)
    assert (told["first_day"].isoformat(), told["last_day"].isoformat()) == (first, last)
    assert "SM-EVT-7" in cited("event-dates", discipline=discipline, stage=stage)


@pytest.mark.parametrize("discipline", ["junior-pairs", "veteran-teams"])
def test_a_final_without_printed_days_has_none(discipline: str) -> None:
    """SM-EVT-7, read by G-21."""
    told = result("event-dates", discipline=discipline, stage="final")
    assert (told["dated"], told["first_day"]) == (False, None)
    assert "G-21" in cited("event-dates", discipline=discipline, stage="final")


def test_the_days_of_the_festival_finals_were_not_known_at_first() -> None:
    """SM-ED-8: until 15 November 2012."""
    facts = {"discipline": "women-pairs", "stage": "final"}
    assert result("event-dates", **facts, on="2012-11-14")["dated"] is False
    assert result("event-dates", **facts, on="2012-11-15")["dated"] is True
    assert "SM-ED-8" in cited("event-dates", **facts)


@pytest.mark.parametrize("discipline", ["open-pairs", "mixed-pairs"])
def test_who_has_no_place_yet_may_enter_the_last_chance(discipline: str) -> None:
    """SM-EVT-8."""
    facts = {"discipline": discipline}
    assert result("last-chance-entry", **facts, already_qualified=False) == {"allowed": True}
    assert result("last-chance-entry", **facts, already_qualified=True) == {"allowed": False}
    assert "SM-EVT-8" in cited("last-chance-entry", **facts, already_qualified=True)


def test_nobody_enters_a_last_chance_that_does_not_exist() -> None:
    """SM-EVT-8 with SM-ED-6: Sista Dansen is of October 2012."""
    facts = {"discipline": "mixed-pairs", "already_qualified": False, "on": "2012-10-04"}
    assert result("last-chance-entry", **facts) == {"allowed": False}


@pytest.mark.parametrize("name", ["event-format", "event-dates"])
def test_mixed_has_no_last_chance_until_it_is_introduced(name: str) -> None:
    """SM-ED-6: Sista Dansen has neither format nor days before 5 October 2012."""
    facts = {"discipline": "mixed-pairs", "stage": "last-chance"}
    with pytest.raises(StorslamError, match="no last-chance in mixed-pairs on 2012-10-04"):
        ask(name, **facts, on="2012-10-04")
    assert result(name, **facts, on="2012-10-05")


def test_a_weekend_has_days() -> None:
    """SM-QUAL-13."""
    with pytest.raises(StorslamError, match="days must not be empty"):
        ask("recommended-weekend", discipline="women-pairs", days=[])


def test_a_stage_that_does_not_exist_is_refused() -> None:
    with pytest.raises(StorslamError, match="has no semifinal in women-pairs"):
        ask("event-dates", discipline="women-pairs", stage="semifinal")
    with pytest.raises(StorslamError, match="has no last-chance in open-teams"):
        ask("event-format", discipline="open-teams", stage="last-chance")
