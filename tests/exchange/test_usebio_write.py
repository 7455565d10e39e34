"""USEBIO out: both versions, in the structure that the format lays down, and back again."""

import datetime
import re
from dataclasses import replace
from xml.etree.ElementTree import Element

import pytest
from defusedxml.ElementTree import fromstring
from hypothesis import given, settings
from hypothesis import strategies as st

from storslam.bridge import PASSED_OUT, numbered_board
from storslam.exchange import read_event, usebio
from storslam.scoring import Settings, score
from storslam.scoring.event import (
    Artificial,
    BoardRecord,
    Contestant,
    Event,
    Line,
    Percent,
    Play,
    Player,
    Score,
)
from tests.strategies import events, scorable

# What an element holds, in its order: `?` at most once, `*` any number, `+` at least one.
STRUCTURE = {
    "USEBIO": "CLUB EVENT",
    "CLUB": "CLUB_NAME",
    "EVENT": "PROGRAM_NAME EVENT_DESCRIPTION DATE? SESSION_COUNT SECTION_COUNT WINNER_TYPE "
    "BOARD_SCORING_METHOD PARTICIPANTS BOARD* SESSION* HANDSET?",
    "PARTICIPANTS": "PAIR*",
    "PAIR": "PAIR_NUMBER DIRECTION? PLACE? PERCENTAGE? TOTAL_SCORE? PLAYER*",
    "PLAYER": "PLAYER_NAME NATIONAL_ID_NUMBER? CLUB_NAME?",
    "SESSION": "SECTION+",
    "SECTION": "BOARD+",
    "BOARD": "BOARD_NUMBER TRAVELLER_LINE* HAND*",
    "TRAVELLER_LINE": "NS_PAIR_NUMBER EW_PAIR_NUMBER CONTRACT PLAYED_BY LEAD TRICKS SCORE "
    "NS_MATCH_POINTS? NS_CROSS_IMP_POINTS? NS_IMPS? "
    "EW_MATCH_POINTS? EW_CROSS_IMP_POINTS? EW_IMPS?",
    "HANDSET": "BOARD+",
    "HAND": "DIRECTION SPADES HEARTS DIAMONDS CLUBS",
}
PATTERNS = {
    tag: re.compile("".join(f"(?:{part.rstrip('?*+')} ){part[-1] if part[-1] in '?*+' else ''}"
                            for part in parts.split()))
    for tag, parts in STRUCTURE.items()
}  # fmt: skip


def faults(element: Element) -> list[str]:
    held = "".join(f"{child.tag} " for child in element)
    known = PATTERNS.get(element.tag, re.compile(""))
    wrong = [] if known.fullmatch(held) else [f"{element.tag}: {held}"]
    return wrong + [fault for child in element for fault in faults(child)]


def written(event: Event, version: str = "1.2", **more: object) -> bytes:
    return usebio.dump(event, score(event.lines, Settings(**more)), version)


def carried(event: Event) -> Event:
    """What USEBIO has room for: tables with a score or per cent, their pairs and cards."""

    def line(one: Line) -> Line:
        return Line(one.board, one.ns, one.ew, one.outcome, one.play, one.section)

    def told(one: Line) -> bool:
        if one.ew is None or not isinstance(one.outcome, Score | Artificial):
            return False
        awards = (one.outcome.ns, one.outcome.ew) if isinstance(one.outcome, Artificial) else ()
        return all(isinstance(award, Percent) and award.share < 1 for award in awards)

    lines = tuple(line(one) for one in event.lines if told(one))
    boards = {
        number: replace(record, tricks={})
        for number, record in event.boards.items()
        if record.deal or number in {one.board for one in lines}
    }
    squeezed = [
        replace(c, players=tuple(replace(p, name=p.name.strip()) for p in c.players))
        for c in event.contestants
    ]
    return replace(event, boards=boards, lines=lines, contestants=tuple(squeezed))


@settings(max_examples=60, deadline=None)
@given(events(), st.sampled_from(usebio.VERSIONS))
def test_what_it_has_room_for_reads_back_equal(event: Event, version: str) -> None:
    event = carried(event)
    if event.lines:
        assert read_event(written(event, version)) == event


@settings(max_examples=60, deadline=None)
@given(events(), st.sampled_from(usebio.VERSIONS), st.sampled_from(["A", ""]))
def test_any_event_is_written_in_the_structure_of_the_format(
    event: Event, version: str, section: str
) -> None:
    event = scorable(event)
    event = replace(event, lines=tuple(replace(line, section=section) for line in event.lines))
    in_imps = tuple(one for one in event.lines if not isinstance(one.outcome, Artificial))
    for method in ("matchpoints", "cross-imps", "butler"):
        lines = event.lines if method == "matchpoints" else in_imps
        root = fromstring(written(replace(event, lines=lines), version, method=method))
        assert root.get("Version") == version
        assert faults(root) == []


LINES = (
    Line(1, "1", "2", Score(420), None),
    Line(1, "3", "4", Score(420), None),
    Line(1, "5", "6", Artificial(Percent(0), Percent(0)), None),
)


@pytest.mark.parametrize(
    ("version", "said"),
    [
        ("1.2", ["usebio_v1_2.dtd", 'EVENT_TYPE="MP_PAIRS"', "<DATE>03/08/2013</DATE>"]),
        ("1.3", ["usebio_v1_3.dtd", 'EVENT_TYPE="PAIRS"', "<DATE>2013-08-03</DATE>"]),
    ],
)
def test_the_versions_differ_in_event_type_and_date(version: str, said: list[str]) -> None:
    event = Event(
        'Prov <&> "åäö"',
        date=datetime.date(2013, 8, 3),
        contestants=(Contestant("1", (Player("Åsa <Öberg>", "12", "BK & Co"),)),),
        boards={1: BoardRecord(numbered_board(1))},
        lines=LINES[:2],
    )
    text = written(event, version).decode()
    assert all(word in text for word in said)
    read = read_event(text.encode())
    assert (read.name, read.contestants[0]) == (event.name, event.contestants[0])


def test_shared_places_points_and_awards_are_written_as_the_format_has_them() -> None:
    text = written(Event(contestants=(Contestant("1"),), lines=LINES)).decode()
    assert "<PLACE>1=</PLACE>" in text
    assert "<SCORE>A0000</SCORE>" in text
    assert "<NS_MATCH_POINTS>2.00</NS_MATCH_POINTS>" in text


def test_s05_a_passed_out_board_has_no_declarer() -> None:
    text = written(Event(lines=(Line(1, "1", "2", Score(0), Play(PASSED_OUT, 0)),))).decode()
    assert "<CONTRACT>PASS</CONTRACT><PLAYED_BY></PLAYED_BY><LEAD></LEAD>" in text
    assert "<SCORE>0</SCORE>" in text


def test_sections_and_two_winners_are_kept() -> None:
    lines = (
        Line(1, "1NS", "1EW", Score(420), None, "A"),
        Line(1, "2NS", "2EW", Score(50), None, "B"),
    )
    event = Event(contestants=(Contestant("1NS"), Contestant("1EW")), lines=lines)
    text = written(event, winners=2).decode()
    assert text.count("<WINNER_TYPE>2</WINNER_TYPE>") == 1
    assert "<SECTION_COUNT>2</SECTION_COUNT>" in text
    assert "<DIRECTION>EW</DIRECTION>" in text
    assert read_event(text.encode()).lines == lines
