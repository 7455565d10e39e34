"""USEBIO of teams: matches come back as they were, whichever way the lines name the teams."""

from fractions import Fraction

import pytest
from defusedxml.ElementTree import fromstring
from hypothesis import given, settings
from hypothesis import strategies as st

from storslam.bridge import duplicate_score, numbered_board
from storslam.errors import FileFault
from storslam.exchange import read_event, read_matches, usebio
from storslam.exchange.teams import TeamMatch
from storslam.exchange.usebio_teams import MatchSheet, Room, TeamSheet, dump
from storslam.scoring import Score
from storslam.scoring.event import Contestant, Outcome, Play, Player
from tests.strategies import plays


@st.composite
def rooms(draw: st.DrawFn, boards: list[int]) -> dict[int, tuple[Outcome, Play]]:
    found = {}
    for number in boards:
        play = draw(plays)
        vulnerable = numbered_board(number).vulnerability
        found[number] = (Score(duplicate_score(play.contract, play.tricks, vulnerable)), play)
    return found


@st.composite
def sheets(draw: st.DrawFn) -> TeamSheet:
    teams = [Contestant(str(n), (Player("Åsa Ek", "1"),), f"Lag & {n}") for n in range(1, 5)]
    matches = []
    for number, (home, away) in enumerate((("1", "2"), ("4", "3"), ("1", "3")), 1):
        boards = draw(st.lists(st.integers(1, 32), unique=True, max_size=4))
        points = draw(st.none() | st.just((Fraction(18), Fraction(12))))
        played = (draw(rooms(boards)), draw(rooms(boards)))
        matches.append(MatchSheet(number, home, away, points, *played, dict.fromkeys(boards, -3)))
    return TeamSheet("Lag", "Sal", None, teams, matches, {"1": ("1", Fraction(36))})


def expected(sheet: TeamSheet) -> tuple[TeamMatch, ...]:
    def outcomes(room: Room) -> dict[int, Outcome | None]:
        return {number: outcome for number, (outcome, _) in room.items()}

    return tuple(
        TeamMatch(
            str(number), one.home, one.away, outcomes(one.open_room), outcomes(one.closed_room)
        )
        for number, one in enumerate(sheet.matches, 1)
    )


@settings(max_examples=40, deadline=None)
@given(sheets(), st.sampled_from(usebio.VERSIONS))
def test_matches_read_back_as_they_were(sheet: TeamSheet, version: str) -> None:
    data = dump(sheet, version)
    assert read_matches(data) == expected(sheet)
    root = fromstring(data)
    assert [child.tag for child in root.iter("MATCH")] == ["MATCH"] * 3
    assert root.find("EVENT/PARTICIPANTS/TEAM").get("TEAM_NAME") == "Lag & 1"


def usebio_of(lines: str, teams: str = "", match: str = "") -> bytes:
    match = match or "<TEAM>1</TEAM><OPPOSING_TEAM>2</OPPOSING_TEAM>"
    return (
        f"<USEBIO><EVENT EVENT_TYPE='TEAMS'><PARTICIPANTS>{teams}</PARTICIPANTS><MATCH>{match}\n"
        f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>\n{lines}</BOARD></MATCH></EVENT></USEBIO>"
    ).encode()


def line(who: str, score: int) -> str:
    return f"<TRAVELLER_LINE>{who}<SCORE>{score}</SCORE></TRAVELLER_LINE>\n"


def test_lines_may_name_the_pairs_that_the_teams_list() -> None:
    teams = "".join(
        f"<TEAM TEAM_ID='{n}'><PAIR><PAIR_NUMBER>{n}1</PAIR_NUMBER></PAIR>"
        f"<PAIR><PAIR_NUMBER>{n}2</PAIR_NUMBER></PAIR></TEAM>"
        for n in (1, 2)
    )
    lines = line("<NS_PAIR_NUMBER>21</NS_PAIR_NUMBER>", 50) + line(
        "<NS_PAIR_NUMBER>12</NS_PAIR_NUMBER>", 420
    )
    (match,) = read_matches(usebio_of(lines, teams))
    assert (match.open_room, match.closed_room) == ({1: Score(420)}, {1: Score(50)})


NS = "<DIRECTION>NS</DIRECTION>"


@pytest.mark.parametrize(
    ("data", "line_", "reason"),
    [
        (usebio_of(line(NS, 420) + line(NS, 50)), 4, "twice in this room"),
        (usebio_of(line("", 420)), 3, "which team sat"),
        (usebio_of(line(NS, 425)), 3, "no contract gives 425"),
        (usebio_of("", match="<TEAM>1</TEAM><OPPOSING_TEAM>1</OPPOSING_TEAM>"), 1, "itself"),
        (usebio_of("", match="<TEAM>1</TEAM>"), 1, "missing"),
        (b"<USEBIO><EVENT/></USEBIO>", 1, "no matches"),
        (b"<html/>", 1, "not USEBIO"),
        (b"<USEBIO><EVENT>", 1, "not well-formed"),
    ],
)
def test_a_fault_names_its_line(data: bytes, line_: int, reason: str) -> None:
    with pytest.raises(FileFault, match=reason) as caught:
        read_matches(data, "lag.xml")
    assert (caught.value.file, caught.value.line) == ("lag.xml", line_)


def test_an_event_of_teams_is_no_event_of_pairs() -> None:
    sheet = TeamSheet("", "", None, [Contestant("1")], [], {})
    with pytest.raises(FileFault, match="team event"):
        read_event(dump(sheet))
