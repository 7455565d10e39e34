"""Travellers CSV as real files have it, and what is refused."""

from fractions import Fraction

import pytest

from storslam.bridge import PASSED_OUT, Contract, Doubling, Seat, Strain, Vulnerability
from storslam.errors import FileFault
from storslam.exchange import doubts, read_event, travellers
from storslam.exchange.text import MAX_BYTES
from storslam.scoring.event import Artificial, Average, Imps, Percent, Score, Weighted

HEAD = "board;ns;ew;contract;declarer;tricks\n"


def line(text: str, head: str = HEAD) -> object:
    return travellers.loads(head + text).lines[0]


@pytest.mark.parametrize(
    ("cells", "points"),
    [
        ("1;A;B;4H;N;10", 420),
        ("1;A;B;4H;N;=", 420),
        ("1;A;B;4H;N;+1", 450),
        ("1;A;B;4H;N;-2", -100),
        ("1;A;B;3NTX;E;9", -550),
        ("2;A;B;2CXX;s;8", 760),
        ("1;A;B;1n;w;7", -90),
        ("1;A;B;4♠;Ö;8", 100),
        ("1;A;B;PASS;;", 0),
    ],
)
def test_contract_and_tricks_give_the_score(cells: str, points: int) -> None:
    assert line(cells).outcome == Score(points)


def test_the_play_is_kept_as_written() -> None:
    play = line("1;A;B;4HX;N;10;HT", HEAD[:-1] + ";lead\n").play
    assert play.contract == Contract(4, Strain.HEARTS, Doubling.DOUBLED, Seat.NORTH)
    assert (play.tricks, str(play.lead)) == (10, "HT")
    assert line("1;A;B;pass;;").play.contract is PASSED_OUT


@pytest.mark.parametrize("separator", [";", ",", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "latin-1"])
def test_separator_and_encoding_are_recognised(separator: str, encoding: str) -> None:
    text = "tricks;ew;board;contract;declarer;ns\n10;Öberg;1;4H;N;Åsa\n".replace(";", separator)
    read = read_event(text.encode(encoding))
    assert [(x.ns, x.ew, x.outcome) for x in read.lines] == [("Åsa", "Öberg", Score(420))]


def test_dealer_and_vulnerability_of_the_file_win_over_the_number() -> None:
    head = "board;dealer;vul;ns;ew;contract;declarer;tricks\n"
    read = travellers.loads(head + "1;S;All;A;B;4H;N;10\n")
    assert read.boards[1].board.dealer is Seat.SOUTH
    assert read.boards[1].board.vulnerability is Vulnerability.BOTH
    assert read.lines[0].outcome == Score(620)


@pytest.mark.parametrize(
    ("cells", "outcome"),
    [
        (";60%;40%", Artificial(Percent(Fraction(3, 5)), Percent(Fraction(2, 5)))),
        (";62,5%;A-", Artificial(Percent(Fraction(5, 8)), Average(-1))),
        (";A+;A=", Artificial(Average(1), Average(0))),
        (";+3;-3", Artificial(Imps(Fraction(3)), Imps(Fraction(-3)))),
        ("+170@67|+140@33;;", Weighted(((170, Fraction(67, 100)), (140, Fraction(33, 100))))),
        ("-100;;", Score(-100)),
        (";;", None),
    ],
)
def test_awards_rulings_and_typed_scores(cells: str, outcome: object) -> None:
    head = "board;ns;ew;contract;declarer;tricks;score;ns_award;ew_award\n"
    assert line(f"1;A;B;;;;{cells}", head).outcome == outcome


def test_without_opponents_the_pair_sits_out() -> None:
    head = "board;ns;ew;contract;declarer;tricks;ns_award\n"
    sat_out = line("1;A;;;;;60%", head)
    assert (sat_out.ew, sat_out.outcome) == (None, Artificial(Percent(Fraction(3, 5)), None))
    assert line("1;A;;;;").outcome is None


def test_a_score_that_contradicts_the_contract_is_kept_and_doubted() -> None:
    read = travellers.loads(HEAD[:-1] + ";score\n2;A;B;4H;N;10;650\n")
    assert read.lines[0].outcome == Score(650)
    assert [(d.written, d.computed) for d in doubts(read)] == [(650, 620)]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("1;A;B;4H;N;10\n2;A;B\n", 3),
        ("1;A;B;4H;N;10\n2;A", 3),
        ("1;A;B;4H;N;10\n2;A\n3;A;B;4H;N;10\n", 3),
    ],
)
def test_a_line_that_is_cut_short_is_refused(text: str, line: int) -> None:
    with pytest.raises(FileFault, match="is the file cut short") as caught:
        travellers.loads(HEAD + text)
    assert caught.value.line == line


def test_only_a_cut_line_may_not_end_before_the_optional_columns() -> None:
    head = HEAD.replace("tricks", "tricks;score;group")
    assert line("1;A;B;4H;N;10\n", head) == line("1;A;B;4H;N;10;;\n", head)
    with pytest.raises(FileFault, match="6 of 8 cells"):
        line("1;A;B;4H;N;10", head)


@pytest.mark.parametrize(
    ("cells", "column", "reason"),
    [
        ("1;A;B;4H;N;14", 6, "14 tricks"),
        ("1;A;B;7NT;N;+1", 6, "14 tricks"),
        ("1;A;B;4H;N;", 6, "tricks are missing"),
        ("1;A;B;4H;N;ten", 6, "not a number of tricks"),
        ("1;A;B;4H;Q;10", 5, "not a seat"),
        ("1;A;B;4H;;10", 4, "no declarer"),
        ("1;A;B;8H;N;10", 4, "not a contract"),
        ("1;A;A;4H;N;10", 2, "against itself"),
        ("1;A;;4H;N;10", 3, "without opponents"),
        ("1;;B;4H;N;10", 2, "missing"),
        ("0;A;B;4H;N;10", 1, "whole number"),
        ("x;A;B;4H;N;10", 1, "whole number"),
        ("1;A;B;;N;10", 5, "no contract"),
        ("1;A;B;4H;N;10;9", 7, "7 cells under 6 headings"),
        ("1;A;B;4H;N;10\n1;C;A;4H;N;10", 2, "board 1 twice"),
    ],
)
def test_a_fault_names_line_and_column(cells: str, column: int, reason: str) -> None:
    with pytest.raises(FileFault, match=reason) as caught:
        travellers.loads(HEAD + cells)
    assert (caught.value.line, caught.value.column) == (2 + cells.count("\n"), column)


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ("425;;", "no contract gives 425"),
        ("+36000;;", "no contract gives 36000"),
        ("620;;", "no contract gives 620"),
        ("420;60%;40%", "only one of them"),
        (";;40%", "without one to North-South"),
        (";160%;40%", "between 0 % and 100 %"),
        (";B+;A-", "not an award"),
        ("+170@67|+140@34;;", "not shares of 100"),
        ("+170|+140@33;;", "no weight"),
    ],
)
def test_impossible_scores_and_awards_are_refused(cells: str, reason: str) -> None:
    head = "board;ns;ew;contract;declarer;tricks;score;ns_award;ew_award\n"
    with pytest.raises(FileFault, match=reason):
        travellers.loads(f"{head}1;A;B;;;;{cells}")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("\n \n", "empty"),
        (HEAD, "heading but no results"),
        ("board;ns;ew\n1;A;B\n", "no contract, declarer, tricks"),
        ("board;board;ns;ew;contract;declarer;tricks\n", "stands twice"),
        ("board;ns;ew;contract;declarer;tricks;colour\n", "colour is not known"),
        (HEAD + '1;"A;B;4H;N;10\n', "cannot be read as a table"),
    ],
)
def test_a_file_that_is_no_table_is_refused(text: str, reason: str) -> None:
    with pytest.raises(FileFault, match=reason):
        read_event(text.encode())


def test_a_board_has_one_dealer_and_vulnerability() -> None:
    head = "board;vul;ns;ew;contract;declarer;tricks\n"
    with pytest.raises(FileFault, match="another dealer or vulnerability"):
        travellers.loads(head + "1;None;A;B;4H;N;10\n1;All;C;D;4H;N;10\n")


def test_no_text_and_no_monster_is_taken() -> None:
    with pytest.raises(FileFault, match="not a text file"):
        read_event(HEAD.encode("utf-16"))
    with pytest.raises(FileFault, match="larger than"):
        read_event(b"x" * (MAX_BYTES + 1))
    with pytest.raises(FileFault, match="Access database"):
        read_event(b"\x00\x01\x00\x00Standard Jet DB\x00" + b"\x00" * 100)
