"""USEBIO 1.2 and 1.3 in, as real programs write it."""

import datetime

import pytest

from storslam.bridge import Vulnerability
from storslam.errors import FileFault
from storslam.exchange import doubts, read_event
from storslam.scoring.event import Artificial, Event, Percent, Player, Score


def usebio(boards: str, pairs: str = "", event: str = "", head: str = "") -> bytes:
    return (
        f"{head}<USEBIO Version='1.2'><CLUB><CLUB_NAME>Påhitt BK</CLUB_NAME></CLUB>\n"
        f"<EVENT EVENT_TYPE='MP_PAIRS'><EVENT_DESCRIPTION>Prov &amp; åäö</EVENT_DESCRIPTION>{event}"
        f"<PARTICIPANTS>{pairs}</PARTICIPANTS>\n{boards}</EVENT></USEBIO>"
    ).encode()


def board(number: int, *lines: str) -> str:
    return f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER>\n{chr(10).join(lines)}</BOARD>\n"


def line(ns: str, ew: str, contract: str, by: str, tricks: str, score: str) -> str:
    return (
        f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ew}"
        f"</EW_PAIR_NUMBER><CONTRACT>{contract}</CONTRACT><PLAYED_BY>{by}</PLAYED_BY>"
        f"<LEAD></LEAD><TRICKS>{tricks}</TRICKS><SCORE>{score}</SCORE></TRAVELLER_LINE>"
    )


def pair(number: int, name: str, direction: str = "") -> str:
    return (
        f"<PAIR><PAIR_NUMBER>{number}</PAIR_NUMBER><DIRECTION>{direction}</DIRECTION><PLAYER>"
        f"<PLAYER_NAME>{name}</PLAYER_NAME><NATIONAL_ID_NUMBER>100{number}</NATIONAL_ID_NUMBER>"
        f"</PLAYER></PAIR>"
    )


ONE = board(1, line("1", "2", "4H", "N", "10", "420"))


def test_an_event_is_read_with_its_people() -> None:
    data = usebio(ONE, pair(1, "Åsa Öberg") + pair(2, "Pär"), "<DATE>03/08/2013</DATE>")
    read = read_event(data)
    assert (read.name, read.site, read.date) == (
        "Prov & åäö",
        "Påhitt BK",
        datetime.date(2013, 8, 3),
    )
    assert read.contestants[0].players == (Player("Åsa Öberg", "1001"),)
    assert [(x.ns, x.ew, x.outcome) for x in read.lines] == [("1", "2", Score(420))]


def test_an_iso_date_of_version_1_3_is_read() -> None:
    assert read_event(usebio(ONE, event="<DATE>2013-08-03</DATE>")).date == datetime.date(
        2013, 8, 3
    )


@pytest.mark.parametrize("claimed", ["UTF-8", "ISO-8859-1", "windows-1252"])
@pytest.mark.parametrize("real", ["utf-8", "cp1252"])
def test_the_encoding_is_seen_from_the_text_whatever_the_heading_claims(
    claimed: str, real: str
) -> None:
    head = (
        f'<?xml version="1.0" encoding="{claimed}"?>\n<!DOCTYPE USEBIO SYSTEM "usebio_v1_2.dtd">\n'
    )
    data = usebio(ONE, pair(1, "Åsa Öberg"), head=head).decode().encode(real)
    assert read_event(data).contestants[0].players[0].name == "Åsa Öberg"


def test_artificial_scores_and_passed_out_boards() -> None:
    lines = (line("1", "2", "", "", "", "A6040"), line("3", "4", "PASS", "", "", "0"))
    read = read_event(usebio(board(1, *lines)))
    assert isinstance(read.lines[0].outcome, Artificial)
    assert isinstance(read.lines[0].outcome.ns, Percent)
    assert read.lines[1].outcome == Score(0)


def test_a_second_set_of_boards_numbered_on_keeps_the_vulnerability_of_its_scores() -> None:
    """Board 17 would be vulnerable for none; the scores say that both sides were."""
    lines = (line("1", "2", "4H", "N", "10", "620"), line("3", "4", "4S", "E", "10", "-620"))
    read = read_event(usebio(board(17, *lines)))
    assert read.boards[17].board.vulnerability is Vulnerability.BOTH
    assert not list(doubts(read))


def test_a_single_wrong_score_is_doubted_and_does_not_change_the_board() -> None:
    lines = [line(str(n), str(n + 10), "4H", "N", "10", "420") for n in range(1, 5)]
    read = read_event(usebio(board(1, *lines, line("5", "15", "4H", "N", "10", "450"))))
    assert read.boards[1].board.vulnerability is Vulnerability.NONE
    assert [(d.line.ns, d.computed) for d in doubts(read)] == [("5", 420)]


def test_pair_numbers_used_in_both_directions_become_two_pairs() -> None:
    pairs = pair(1, "Ada", "N") + pair(1, "Bo", "E") + pair(2, "Cy", "N") + pair(2, "Di", "E")
    lines = (line("1", "1", "4H", "N", "10", "420"), line("2", "2", "4H", "N", "9", "-50"))
    read = read_event(usebio(board(1, *lines), pairs))
    assert [(x.ns, x.ew) for x in read.lines] == [("1NS", "1EW"), ("2NS", "2EW")]
    assert {c.id: c.players[0].name for c in read.contestants} == {
        "1NS": "Ada",
        "1EW": "Bo",
        "2NS": "Cy",
        "2EW": "Di",
    }


def test_hands_are_read() -> None:
    hands = "".join(
        f"<HAND><DIRECTION>{seat}</DIRECTION><CLUBS>{c}</CLUBS><DIAMONDS>{d}</DIAMONDS>"
        f"<HEARTS>{h}</HEARTS><SPADES>{s}</SPADES></HAND>"
        for seat, s, h, d, c in [
            ("North", "AKQJ", "AKQ", "AKQ", "AKQ"),
            ("East", "10987", "J109", "J109", "J109"),
            ("South", "6543", "876", "876", "876"),
            ("West", "2", "5432", "5432", "5432"),
        ]
    )
    handset = f"<HANDSET><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{hands}</BOARD></HANDSET>"
    deal = read_event(usebio(ONE + handset)).boards[1].deal
    assert str(deal) == ("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")


BOMB = (
    '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">'
    '<!ENTITY c "&b;&b;&b;&b;">]><USEBIO><EVENT>&c;</EVENT></USEBIO>'
)
OUTSIDE = (
    '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><USEBIO><EVENT>&e;</EVENT></USEBIO>'
)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (BOMB, "entities"),
        (OUTSIDE, "entities"),
        ("<USEBIO><EVENT>", "not well-formed"),
        ("<USEBIO><EVENT/></USEBIO", "not well-formed"),
        ("<html></html>", "not USEBIO"),
        ("<USEBIO Version='9.9'><EVENT/></USEBIO>", "this is USEBIO 9.9; up to 1.3"),
        ("<USEBIO><EVENT/></USEBIO>", "no traveller lines"),
        ("<USEBIO><EVENT><TEAM/></EVENT></USEBIO>", "team event"),
        ("<USEBIO>" + "<A>" * 100 + "</A>" * 100 + "</USEBIO>", "nested too deep"),
    ],
)
def test_hostile_and_broken_xml_is_refused(text: str, reason: str) -> None:
    with pytest.raises(FileFault, match=reason):
        read_event(text.encode())


def test_a_declared_entity_is_refused_at_its_line() -> None:
    text = '<?xml version="1.0"?>\n<!DOCTYPE x [\n<!ENTITY a "ha">]>\n<USEBIO/>'
    with pytest.raises(FileFault, match="entities") as caught:
        read_event(text.encode())
    assert caught.value.line == 3


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (line("1", "2", "4H", "N", "14", ""), "14 tricks"),
        (line("1", "2", "4H", "Q", "10", ""), "not a seat"),
        (line("1", "1", "4H", "N", "10", ""), "against itself"),
        (line("1", "2", "", "", "", "425"), "no contract gives 425"),
        (line("", "2", "4H", "N", "10", ""), "missing"),
    ],
)
def test_a_fault_names_the_line_of_the_file(wrong: str, reason: str) -> None:
    good = line("7", "8", "4H", "N", "10", "420")
    with pytest.raises(FileFault, match=reason) as caught:
        read_event(usebio(board(1, good, wrong)))
    assert (caught.value.line, caught.value.column) == (5, 1)


def test_the_same_board_twice_for_a_pair_is_refused() -> None:
    again = board(1, line("1", "2", "4H", "N", "10", "420"), line("3", "1", "4H", "N", "10", "420"))
    with pytest.raises(FileFault, match="board 1 twice"):
        read_event(usebio(again))


def test_an_impossible_date_is_refused() -> None:
    with pytest.raises(FileFault, match="not a date"):
        read_event(usebio(ONE, event="<DATE>31/02/2013</DATE>"))


def test_an_event_stays_one_value() -> None:
    assert isinstance(read_event(usebio(ONE)), Event)


@pytest.mark.parametrize("filling", [" ", "\n", "<?xml "])
def test_a_long_filling_is_read_or_refused_in_time_that_grows_with_it(filling: str) -> None:
    """Half a minute for each of these, as it once was, would end the run."""
    text = f"<USEBIO><EVENT>{filling * 400_000}</EVENT></USEBIO>"
    with pytest.raises(FileFault):
        read_event(text.encode(), "x.xml")
