"""SM-ENTRY: entry and reports (p. 4, "Anmälan, resultatrapporter"; pp. 11-12)."""

from datetime import date, datetime

import pytest

from storslam.errors import StorslamError
from storslam.rulebook.registry import REGISTRY
from tests.championship.asking import ask, cited, result

PLAYER = {"player": "A", "club_affiliated": True, "fee_paid_on": "2013-01-01", "earlier_starts": []}
ENTRY = {"discipline": "open-pairs", "event": "qualifier", "first_stage_day": "2013-04-27"}


@pytest.mark.parametrize(
    ("discipline", "route", "qualifier"),
    [
        ("open-pairs", "district", True),
        ("open-teams", "district", True),
        ("veteran-teams", "federation", False),
        ("junior-pairs", "office", False),
        ("junior-teams", "office", False),
        ("beginner-pairs", "meeting", False),
    ],
)
def test_where_an_entry_goes(discipline: str, route: str, qualifier: bool) -> None:
    """SM-ENTRY-1 and SM-ENTRY-6."""
    assert result("entry-route", discipline=discipline) == {
        "enter_with": route,
        "qualifier": qualifier,
    }


def test_what_a_desk_carries() -> None:
    """SM-ENTRY-1, SM-ENTRY-3 and SM-CHAMP-5 are work: a page, a document."""
    assert REGISTRY.carriers("SM-CHAMP-5") == ["page entry"]
    assert "page entry" in REGISTRY.carriers("SM-ENTRY-1")
    assert REGISTRY.carriers("SM-ENTRY-3") == ["document qualifier report"]


@pytest.mark.parametrize(
    ("changed", "fault", "rule"),
    [
        ({"club_affiliated": False}, "not-a-member", "SM-ELIG-2"),
        ({"fee_paid_on": None}, "fee-unpaid", "SM-ELIG-3"),
        ({"fee_paid_on": "2013-04-28"}, "fee-unpaid", "SM-ELIG-3"),
        (
            {"earlier_starts": [{"discipline": "open-pairs", "event": "qualifier"}]},
            "second-start",
            "SM-ELIG-4",
        ),
    ],
)
def test_the_district_checks_members_and_earlier_starts(
    changed: dict[str, object], fault: str, rule: str
) -> None:
    """SM-ENTRY-2."""
    partner = PLAYER | {"player": "B"} | changed
    facts = {**ENTRY, "players": [PLAYER, partner]}
    assert result("entry-check", **facts) == {
        "accepted": False,
        "faults": [{"player": "B", "fault": fault}],
    }
    assert cited("entry-check", **facts) == {"SM-ENTRY-2", rule}


def test_an_entry_without_fault_is_accepted() -> None:
    """SM-ENTRY-2."""
    players = [PLAYER, PLAYER | {"player": "B"}]
    assert result("entry-check", **ENTRY, players=players) == {"accepted": True, "faults": []}


@pytest.mark.parametrize(
    ("discipline", "names", "fault"),
    [
        ("open-pairs", "A", "players must be at least 2"),
        ("open-pairs", "ABC", "players must be at most 2"),
        ("open-pairs", "AA", "players: A is there twice"),
        ("open-teams", "AB", "players must be at least 4"),
        ("open-teams", "ABCDEFGHI", "players must be at most 8"),
        ("veteran-teams", "ABCDEFG", "players must be at most 6"),
        ("open-teams", "ABCDD", "players: D is there twice"),
    ],
)
def test_an_entry_has_the_players_of_a_pair_or_team(
    discipline: str, names: str, fault: str
) -> None:
    """SM-ENTRY-2; SM-TEAM-1, -6, -9 for teams."""
    facts = {**ENTRY, "discipline": discipline}
    players = [PLAYER | {"player": name, "earlier_starts": []} for name in names]
    with pytest.raises(StorslamError, match=fault):
        ask("entry-check", **facts, players=players)


@pytest.mark.parametrize("count", [4, 6, 8])
def test_a_team_of_four_to_eight_is_checked(count: int) -> None:
    players = [PLAYER | {"player": name, "earlier_starts": []} for name in "ABCDEFGH"[:count]]
    facts = {**ENTRY, "discipline": "open-teams"}
    assert result("entry-check", **facts, players=players)["accepted"]


def test_what_is_not_known_of_a_player_is_asked_for() -> None:
    decided = ask("entry-check", **ENTRY, players=[{"player": "A", "fee_paid_on": None}])
    assert decided.missing == ("players[0].club_affiliated", "players[0].earlier_starts")


@pytest.mark.parametrize(
    ("received", "in_time"),
    [
        ("2013-04-28T22:15:00+02:00", True),
        ("2013-04-28T23:59:59+02:00", True),
        ("2013-04-29T00:00:00+02:00", False),
        ("2013-04-29T00:10:00+02:00", False),
        ("2013-04-28T21:59:59+00:00", True),
        ("2013-04-28T22:00:00+00:00", False),
    ],
)
def test_the_report_comes_the_same_evening_in_swedish_time(received: str, in_time: bool) -> None:
    """SM-ENTRY-4, to the second and from any zone."""
    facts = {"last_qualifying_day": "2013-04-28", "received_at": received}
    assert result("report-deadline", **facts)["in_time"] is in_time
    assert {"SM-ENTRY-4", "G-40"} <= cited("report-deadline", **facts)


@pytest.mark.parametrize(
    ("last_day", "received", "in_time"),
    [
        ("2013-03-31", "2013-03-31T21:59:59+00:00", True),
        ("2013-03-31", "2013-03-31T22:00:00+00:00", False),
        ("2012-10-28", "2012-10-28T22:59:59+00:00", True),
        ("2012-10-28", "2012-10-28T23:00:00+00:00", False),
    ],
)
def test_the_evening_of_a_day_when_clocks_change(
    last_day: str, received: str, in_time: bool
) -> None:
    """SM-ENTRY-4 on the days with 23 and 25 hours."""
    facts = {"last_qualifying_day": last_day, "received_at": received}
    assert result("report-deadline", **facts)["in_time"] is in_time


@pytest.mark.parametrize(
    ("entered", "in_time"),
    [("2013-07-31T17:00:00+02:00", True), ("2013-07-31T17:00:01+02:00", False)],
)
def test_veteran_teams_enter_by_five_the_day_before(entered: str, in_time: bool) -> None:
    """SM-ENTRY-5."""
    facts = {"final_day": "2013-08-01", "entered_at": entered}
    told = result("veteran-teams-entry", **facts)
    assert told["in_time"] is in_time
    assert told["deadline"] == datetime.fromisoformat("2013-07-31T17:00:00+02:00")
    assert cited("veteran-teams-entry", **facts) == {"SM-ENTRY-5"}


@pytest.mark.parametrize(
    ("corrected", "accepted"),
    [("2013-01-21T23:59:59+01:00", True), ("2013-01-22T00:00:00+01:00", False)],
)
def test_the_number_of_teams_is_corrected_by_21_january(corrected: str, accepted: bool) -> None:
    """SM-ENTRY-7."""
    told = result("team-count-correction", corrected_at=corrected)
    assert told == {"accepted": accepted, "last_day": date(2013, 1, 21)}
    assert cited("team-count-correction", corrected_at=corrected) == {"SM-ENTRY-7"}
