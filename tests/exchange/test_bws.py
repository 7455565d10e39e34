"""Bridgemate databases: the newest line holds, and what the tables sent is all that is used."""

import datetime
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from storslam.bridge import SEATS, Contract, Suit
from storslam.errors import FileFault
from storslam.exchange import read_event, read_events
from storslam.scoring import Settings, score
from storslam.scoring.event import (
    Artificial,
    Average,
    Event,
    Imps,
    Line,
    Percent,
    Play,
    Player,
    Score,
    Weighted,
)
from tests.exchange.bridgemate import (
    EVENING,
    HANDS,
    NUMBERS,
    PLAN,
    RECEIVED,
    SECTION,
    TRICKS,
    evening,
    plan,
    sent,
    table,
)
from tests.strategies import events


def test_a_result_is_read_with_its_play_and_its_place() -> None:
    read = read_event(evening(sent(3, 1, 2, "4 S x,W,-2", LeadCard="H10", Round=2, Table=5)))
    line = read.lines[0]
    assert (line.section, line.round, line.table, line.board) == ("A", 2, 5, 3)
    assert (line.ns, line.ew, line.outcome) == ("1", "2", Score(500))
    assert (str(line.play.contract), line.play.tricks, str(line.play.lead)) == ("4SX", 8, "HT")


def test_a_board_passed_out_has_neither_declarer_nor_tricks() -> None:
    assert read_event(evening(sent(1, 1, 2, "PASS,,"))).lines[0].outcome == Score(0)


def test_the_newest_line_of_a_table_round_and_board_holds() -> None:
    rows = (
        sent(1, 1, 2, "4 H,N,=", at=30),
        sent(1, 1, 2, "3 NT,N,=", at=10),
        sent(1, 3, 4, "4 H,N,-1", Table=2),
        sent(1, 3, 4, "4 H,N,+1", Table=2),
    )
    assert [line.outcome for line in read_event(evening(*rows)).lines] == [Score(420), Score(450)]


def test_an_erased_line_has_no_result_and_what_it_replaced_does_not_come_back() -> None:
    rows = (
        sent(1, 1, 2, "4 H,N,="),
        sent(1, 1, 2, "4 H,N,+1", at=1, Erased=True),
        sent(2, 1, 2, "2 S,N,=", Erased=True),
        sent(2, 1, 2, "2 S,N,+1", at=1),
    )
    assert [(line.board, line.outcome) for line in read_event(evening(*rows)).lines] == [
        (2, Score(140))
    ]


@pytest.mark.parametrize(
    ("remark", "ns", "ew"),
    [
        ("60%-40%", Percent(0.6), Percent(0.4)),
        ("40% - 50%", Percent(0.4), Percent(0.5)),
        ("A+", Average(1), Average(1)),
        ("A+/A-", Average(1), Average(-1)),
    ],
)
def test_an_award_stands_in_the_remarks(remark: str, ns: object, ew: object) -> None:
    outcome = read_event(evening(sent(1, 1, 2, Remarks=remark))).lines[0].outcome
    assert isinstance(outcome, Artificial)
    for award, expected in ((outcome.ns, ns), (outcome.ew, ew)):
        if isinstance(expected, Percent):
            assert isinstance(award, Percent)
            assert float(award.share) == expected.share
        else:
            assert award == expected


@pytest.mark.parametrize("remark", ["Not played", "Arbitral score", ""])
def test_a_board_without_result_and_a_ruling_to_come_have_no_outcome(remark: str) -> None:
    assert read_event(evening(sent(1, 1, 2, Remarks=remark))).lines[0].outcome is None


def test_a_remark_that_tells_no_result_is_refused_unless_there_is_one() -> None:
    with pytest.raises(FileFault, match="the remark 'blah' tells no result") as caught:
        read_event(evening(sent(1, 1, 2, "4 H,N,="), sent(2, 1, 2, Remarks="blah")))
    assert caught.value.line == 2
    line = read_event(evening(sent(1, 1, 2, "4 H,N,=", Remarks="blah"))).lines[0]
    assert line.outcome == Score(420)


def test_pairs_that_sat_in_the_wrong_direction_have_what_they_played() -> None:
    line = read_event(evening(sent(1, 1, 2, "4 H,N,=", Remarks="Wrong direction"))).lines[0]
    assert (line.ns, line.ew, line.outcome) == ("2", "1", Score(420))


def test_numbers_of_both_directions_are_two_pairs() -> None:
    rows = (sent(1, 1, 1, "4 H,N,="), sent(1, 2, 2, "3 H,N,=", Table=2, Round=2))
    tables = plan((1, 1, 1, 1, 1, 2), (1, 2, 2, 2, 3, 4), (2, 1, 1, 2, 3, 4), (2, 2, 2, 1, 1, 2))
    read = read_event(evening(*rows, RoundData=tables))
    assert [(line.ns, line.ew) for line in read.lines] == [("1NS", "1EW"), ("2NS", "2EW")]


def test_the_same_number_in_two_sections_is_two_pairs() -> None:
    sections = table(SECTION, [{"ID": 1, "Letter": "A"}, {"ID": 2, "Letter": "B"}])
    rows = (sent(1, 1, 2, "4 H,N,="), sent(1, 1, 2, "4 H,N,=", Section=2))
    read = read_event(evening(*rows, Section=sections))
    assert [(line.section, line.ns) for line in read.lines] == [("A", "A1"), ("B", "B1")]


@pytest.mark.parametrize("missing", [0, 3])
def test_who_had_no_opponents_sat_out_the_boards_of_the_round(missing: int) -> None:
    section = table(SECTION, [{"ID": 1, "Letter": "A", "MissingPair": missing}])
    rows = (sent(1, 1, 2, "4 H,N,="), sent(2, 1, 2, "4 H,N,="))
    read = read_event(
        evening(
            *rows, Section=section, RoundData=plan((1, 1, 1, 2, 1, 2), (2, 4, missing, 5, 2, 9))
        )
    )
    assert read.lines[2:] == (Line(2, "5", None, None, None, "A", 2, 4),)


def test_the_boards_of_a_round_may_be_listed_one_by_one() -> None:
    row = {"Section": 1, "Round": 2, "Table": 1, "NSPair": 5, "EWPair": 0, "CustomBoards": "1,3"}
    rows = [sent(board, 1, 2, "4 H,N,=") for board in (1, 2, 3)]
    read = read_event(evening(*rows, RoundData=table(PLAN, [row])))
    assert [line.board for line in read.lines if line.ew is None] == [1, 3]


def test_players_come_from_the_plan_and_the_list_of_names() -> None:
    numbers = [
        {"Section": 1, "Table": 1, "Direction": "S", "Number": "12", "Name": "Bo", "Round": 0},
        {"Section": 1, "Table": 1, "Direction": "N", "Number": "11", "Name": "", "Round": 0},
        {"Section": 1, "Table": 1, "Direction": "N", "Number": "19", "Name": "Ny", "Round": 2},
        {"Section": 1, "Table": 1, "Direction": "E", "Number": "0", "Name": "", "Round": 0},
    ]
    read = read_event(
        evening(
            sent(1, 1, 2, "4 H,N,="),
            RoundData=plan((1, 1, 1, 2, 1, 2), (2, 1, 1, 2, 3, 4)),
            PlayerNumbers=table(NUMBERS, numbers),
            PlayerNames=table({"ID": "long", "Name": "text"}, [{"ID": 11, "Name": "Åsa Öberg"}]),
        )
    )
    assert [contestant.players for contestant in read.contestants] == [
        (Player("Åsa Öberg", "11"), Player("Bo", "12")),
        (),
    ]


def test_the_session_names_and_dates_the_event() -> None:
    columns = {"ID": "short", "Name": "text", "Date": "date"}
    session = table(columns, [{"ID": 1, "Name": "Kval 1", "Date": EVENING}])
    read = read_event(evening(sent(1, 1, 2, "4 H,N,="), Session=session))
    assert (read.name, read.date) == ("Kval 1", datetime.date(2013, 4, 5))


def test_the_copy_is_read_where_the_original_is_empty() -> None:
    copy = table(RECEIVED, [{"ID": 1, **sent(1, 1, 2, "4 H,N,=")}])
    assert read_event(evening(IntermediateData=copy)).lines[0].outcome == Score(420)


def test_the_databases_of_several_halls_are_one_event() -> None:
    first = evening(sent(1, 1, 2, "4 H,N,="), sent(1, 3, 4, "4 H,N,=", Table=2))
    second = evening(sent(1, 5, 6, "4 H,N,-1", Table=3), sent(1, 3, 4, "PASS,,", Table=2, at=5))
    read = read_events([("a.bws", first), ("b.bws", second)])
    assert [(line.ns, line.outcome) for line in read.lines] == [
        ("1", Score(420)),
        ("3", Score(0)),
        ("5", Score(-50)),
    ]


def test_files_of_other_formats_are_not_merged() -> None:
    with pytest.raises(FileFault, match=r"b\.csv: .*Bridgemate") as caught:
        read_events([("a.bws", evening(sent(1, 1, 2, "4 H,N,="))), ("b.csv", b"board;ns;ew")])
    assert caught.value.file == "b.csv"


def test_a_fault_in_one_of_several_databases_names_it_or_all() -> None:
    good, bad = evening(sent(1, 1, 2, "4 H,N,=")), evening(sent(1, 3, 4, "4 Z,N,=", Table=2))
    for files, place in (([good, good[:-4096]], "b.bws"), ([good, bad], "a.bws, b.bws:1")):
        with pytest.raises(FileFault) as caught:
            read_events(list(zip(("a.bws", "b.bws"), files, strict=True)))
        assert caught.value.place == place


def test_an_individual_event_is_refused() -> None:
    columns = RECEIVED | {"South": "short", "West": "short"}
    row = {"ID": 1, **sent(1, 1, 2, "4 H,N,="), "South": 3, "West": 4}
    with pytest.raises(FileFault, match="individual"):
        read_event(evening(ReceivedData=table(columns, [row])))


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (sent(1, 1, 2, "4 Z,N,="), "not a contract"),
        (sent(1, 1, 2, "4 S,N,+9"), "tricks"),
        (sent(1, 1, 2, "4 S,,="), "declarer"),
        (sent(0, 1, 2, "4 S,N,="), "whole number"),
        (sent(1, 0, 0, "4 S,N,="), "contestant is missing"),
        (sent(1, 7, 1, "4 S,N,=", Table=2), "board 1 twice"),
    ],
)
def test_a_fault_names_the_row_of_the_database(row: Mapping[str, Any], reason: str) -> None:
    with pytest.raises(FileFault, match=reason) as caught:
        read_event(evening(sent(1, 7, 8, "4 S,N,="), row), "kval.bws")
    assert caught.value.place == "kval.bws:2"


def test_a_database_without_results_is_refused() -> None:
    with pytest.raises(FileFault, match="no results"):
        read_event(evening())


def test_a_hand_record_with_a_card_twice_is_refused() -> None:
    row = dict.fromkeys(HANDS, "AKQJT98765432"[:4]) | {"Section": 1, "Board": 1}
    with pytest.raises(FileFault, match="hand record of board 1"):
        read_event(evening(sent(1, 1, 2, "4 H,N,="), HandRecord=table(HANDS, [row])))


@settings(max_examples=60, deadline=None)
@given(events())
def test_an_evening_reads_back_to_the_lines_and_boards_that_were_played(event: Event) -> None:
    event = as_played(event)
    if event.lines:
        read = read_event(as_database(event))
        assert read.lines == event.lines
        assert read.boards == event.boards
        score(read.lines, Settings())


def as_played(event: Event) -> Event:
    """The event as machines at the tables can tell it: pairs by number, a round a board."""
    rounds = {board: index for index, board in enumerate(event.boards, 1)}

    def line(one: Line) -> Line:
        outcome, play = one.outcome, one.play if isinstance(one.outcome, Score) else None
        if isinstance(outcome, Weighted) or (isinstance(outcome, Score) and play is None):
            outcome = None
        if isinstance(outcome, Artificial) and Imps in {type(outcome.ns), type(outcome.ew)}:
            outcome = None
        who = (code and code.removeprefix("P") for code in (one.ns, one.ew))
        ns, ew = who
        assert ns
        return Line(one.board, ns, ew, outcome, play, "A", rounds[one.board], one.table)

    return replace(event, contestants=(), lines=tuple(map(line, event.lines)))


def as_database(event: Event) -> bytes:
    hands = [
        {"Section": 1, "Board": number}
        | {
            f"{seat.name}{suit.name}".title(): record.deal[seat][suit]
            for seat in SEATS
            for suit in Suit
        }
        for number, record in event.boards.items()
        if record.deal
    ]
    tricks = [
        {"Section": 1, "Board": number}
        | {f"{seat.name}{s.name}".title(): n for (seat, s), n in record.tricks.items()}
        for number, record in event.boards.items()
    ]
    return evening(
        *map(_sent, event.lines),
        HandRecord=table(HANDS, hands),
        HandEvaluation=table(TRICKS, tricks),
    )


def _sent(line: Line) -> dict[str, Any]:
    return sent(
        line.board,
        int(line.ns),
        int(line.ew or 0),
        _contract(line.play),
        Round=line.round,
        Table=line.table,
        LeadCard=str(line.play.lead or "") if line.play else "",
        Remarks=_remark(line.outcome) if line.play is None else "",
    )


def _contract(play: Play | None) -> str:
    if play is None:
        return ""
    if not isinstance(play.contract, Contract):
        return "PASS,,"
    one = play.contract
    words = (str(one.level), one.strain.letters, one.doubling.letters.lower())
    over = play.tricks - one.tricks_needed
    return f"{' '.join(filter(None, words))},{one.declarer.value},{over:+d}".replace("+0", "=")


def _remark(outcome: object) -> str:
    if not isinstance(outcome, Artificial):
        return "Not played"
    return "-".join(_award(award) for award in (outcome.ns, outcome.ew) if award)


def _award(award: object) -> str:
    if isinstance(award, Percent):
        return f"{int(award.share * 100)}%"
    return {1: "A+", 0: "A", -1: "A-"}[award.grade] if isinstance(award, Average) else ""
