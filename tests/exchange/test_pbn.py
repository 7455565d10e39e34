"""PBN 2.1: liberal in, to the letter out."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings

from storslam.bridge import PASSED_OUT, Seat, Strain, numbered_board
from storslam.bridge.cards import RANKS
from storslam.bridge.dealing import dealt
from storslam.errors import FileFault
from storslam.exchange import pbn, read_event
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

MANDATORY = [
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer"),
    *("Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"),
]
GAME = """% PBN 2.1
[Event "Påhittad"]
[Date "2013.08.03"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:753.T2.KT8762.Q4 A9842.J3.95.KJ75 K.AK985.AJ.A9863 QJT6.Q764.Q43.T2"]
[ScoreTable "PairId_NS\\3R;PairId_EW\\3R;Contract\\5L;Declarer\\1R;Result\\2R;Lead;Score_NS\\6R"]
  1   2 4H    S  9 SQ    -50
  3   4 Pass  -  -  -      0
  5   6 3nx   w  8 S10   100
"""


def test_a_game_with_its_score_table_is_read() -> None:
    read = pbn.loads(GAME)
    assert [(x.ns, x.ew, x.outcome) for x in read.lines] == [
        ("1", "2", Score(-50)),
        ("3", "4", Score(0)),
        ("5", "6", Score(100)),
    ]
    assert str(read.boards[1].deal).startswith("N:753.T2.KT8762.Q4")
    assert read.lines[1].play == Play(PASSED_OUT, 0)
    assert str(read.lines[2].play.lead) == "ST"


def test_double_dummy_tricks_are_read() -> None:
    rows = "\n".join(f"{seat} {strain} 7" for seat in "NESW" for strain in ("NT", *"SHDC"))
    tag = '[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\n'
    read = pbn.loads(f'[Board "3"]\n{tag}{rows}\n')
    assert len(read.boards[3].tricks) == 20
    assert read.boards[3].tricks[Seat.EAST, Strain.NOTRUMP] == 7


def test_double_dummy_tricks_may_be_twenty_digits() -> None:
    read = pbn.loads('[Board "3"]\n[DoubleDummyTricks "79668796A86467d4674-"]\n')
    assert len(read.boards[3].tricks) == 19
    tricks = [read.boards[3].tricks[Seat.NORTH, strain] for strain in Strain]
    assert tricks == [8, 6, 6, 9, 7]
    assert read.boards[3].tricks[Seat.SOUTH, Strain.DIAMONDS] == 10
    assert read.boards[3].tricks[Seat.EAST, Strain.CLUBS] == 13
    with pytest.raises(FileFault, match="20 numbers"):
        pbn.loads('[Board "3"]\n[DoubleDummyTricks "1234"]\n')


@pytest.mark.parametrize(
    "text",
    [
        GAME.replace("\n", "\r\n"),
        GAME.replace('[Dealer "N"]\n', '[Dealer "N"] ; a remark to the end\n{ one\nover lines }\n'),
        GAME.replace('[Dealer "N"]\n', "% ignored\n"),
        GAME.replace('"]\n[Board', '"] [Unknown "tag"]\n[Board'),
    ],
)
def test_the_import_format_is_tolerant(text: str) -> None:
    assert pbn.loads(text) == pbn.loads(GAME)


def test_the_sign_for_the_same_as_before_is_followed() -> None:
    read = pbn.loads(GAME + '\n[Event "#"]\n[Board "2"]\n[Dealer "#"]\n')
    assert read.boards[2].board.dealer is Seat.NORTH


def test_artificial_scores_are_read_from_the_caret() -> None:
    head = '[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Percentage_NS;Percentage_EW"]\n'
    read = pbn.loads(head + "1 2 ^60 ^40\n")
    again = pbn.loads(pbn.dumps(read))
    assert read == again
    assert read.lines[0].outcome is not None


@settings(max_examples=40, deadline=None)
@given(events())
def test_s34_the_export_format_is_kept_to_the_letter(event: Event) -> None:
    event = scorable(event)
    assert not against_the_letter(pbn.dump(event, score(event.lines, Settings())))


def against_the_letter(data: bytes) -> list[str]:
    """What breaks the rules of the export format: of its text, its tags and its tables."""
    text = data.decode("latin-1")
    assert text.startswith("% PBN 2.1\r\n% EXPORT\r\n")
    assert "\t" not in text
    assert re.search(r"(?<!\r)\n|\r(?!\n)", text) is None
    wrong = [line for line in text.split("\n") if len(line) + 1 > 255 or line.endswith(" \r")]
    for game in text.split("\r\n\r\n")[1:]:
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]\r?$', game, re.MULTILINE))
        order = list(tags)
        if order[:15] != MANDATORY or order[15:] != sorted(order[15:]):
            wrong.append(game)
        if tags["Deal"] != "?":
            wrong += _wrong_deal(tags)
        for name, rows in re.findall(
            r'^\[(\w+Table) ".*"\]((?:\r\n[^\[\r].*)+)', game, re.MULTILINE
        ):
            wrong += _wrong_rows(tags[name].split(";"), rows.replace("\r", "").split("\n")[1:])
    return wrong


def _wrong_deal(tags: dict[str, str]) -> list[str]:
    first, _, hands = tags["Deal"].partition(":")
    held = [suit for hand in hands.split(" ") for suit in hand.split(".")]
    falling = [suit for suit in held if suit == "".join(sorted(suit, key=RANKS.index))]
    return [] if first == tags["Dealer"] and falling == held else [tags["Deal"]]


def _wrong_rows(columns: list[str], rows: list[str]) -> list[str]:
    """Rows whose elements are not as wide as their columns say, or are not one space apart."""
    widths = [int(match[1]) if (match := re.search(r"\\(\d+)L$", c)) else 0 for c in columns]
    element = r'(?:"(?:[^"\\]|\\.)*"|[^\s";{}\\\[]+)'
    wrong = []
    for row in rows:
        cells = re.findall(element + " *", row)
        padded = [cell[:-1] for cell in cells[:-1]] + cells[-1:]
        if "".join(cells) != row or len(cells) != len(columns):
            wrong.append(row)
        wrong += [
            row
            for cell, width in zip(padded, widths, strict=False)
            if len(cell) < width or (len(cell) > width and cell.endswith(" "))
        ]
    return wrong


def test_the_longest_texts_stay_within_a_line() -> None:
    long = Player('Å"\\' * 40, "1" * 20, 'Ö"' * 60)
    lines = (Line(1, "x" * 40, "y" * 40, Score(50), section="s" * 20),)
    event = Event(
        'Œ"' * 60,
        'Œ"' * 60,
        contestants=(Contestant("x" * 40, (long,) * 2), Contestant("y" * 40, (long,) * 12)),
        boards={1: BoardRecord(numbered_board(1))},
        lines=lines,
    )
    data = pbn.dump(event, score(event.lines, Settings()))
    assert not against_the_letter(data)
    assert pbn.load(data).lines == lines


def test_an_artificial_score_has_its_caret_and_a_shared_place_its_best() -> None:
    lines = (
        Line(1, "1", "2", Score(50)),
        Line(1, "3", "4", Artificial(Percent(Fraction(3, 5)), Percent(Fraction(2, 5)))),
        Line(2, "1", "3", Score(50)),
        Line(2, "2", "4", Score(50)),
    )
    text = pbn.dumps(Event(contestants=(Contestant("1"),), lines=lines), score(lines, Settings()))
    assert re.search(r"^3 4 - +- - - +\^1\.20 \^0\.80 \^60\.00 \^40\.00 ", text, re.MULTILINE)
    assert re.search(r"^\d +\d\d\.\d\d ", text, re.MULTILINE)
    assert "/" not in text.partition("TotalScoreTable")[2]


def test_letters_that_latin_1_lacks_lose_their_accent() -> None:
    event = Event(
        contestants=(Contestant("1", (Player("Łukasz Żak"), Player("Zoë O’Brien"))),),
        boards={1: BoardRecord(numbered_board(1))},
    )
    names = read_event(pbn.dump(event)).contestants[0].players
    assert [player.name for player in names] == ["Lukasz Zak", "Zoë O'Brien"]


def test_long_names_are_cut_to_the_length_of_a_line() -> None:
    who = Contestant("1", (Player("Å" * 119, "1", "Ess"), Player("Ö" * 119, "2", "Kung")))
    event = Event(contestants=(who,), boards={1: BoardRecord(numbered_board(1))})
    back = read_event(pbn.dump(event)).contestants[0].players
    assert [(player.number, player.club) for player in back] == [("1", "Ess"), ("2", "Kung")]
    assert all(player.name.strip("ÅÖ") == "" and len(player.name) > 110 for player in back)


def test_what_a_line_holds_is_not_cut() -> None:
    club = "Bridgeklubben S:t Erik i Stockholm"
    who = Contestant("1", (Player("Åsa Öberg", "101", club), Player("Örjan Ek", "102", club)))
    event = Event(contestants=(who,), boards={1: BoardRecord(numbered_board(1))})
    assert read_event(pbn.dump(event)).contestants == (who,)


@pytest.mark.parametrize("code", ["../../../../pwn", "..", "100/3", "x" * 41])
def test_a_contestant_with_a_code_that_no_file_has_is_refused_with_its_line(code: str) -> None:
    event = Event(
        contestants=(Contestant("7", (Player("Åsa"),)),), boards={1: BoardRecord(numbered_board(1))}
    )
    told = pbn.dumps(event).replace('\n7 "', f'\n"{code}" "')
    assert code in told
    with pytest.raises(FileFault, match="short code") as fault:
        read_event(told.encode("latin-1"))
    assert fault.value.line


def test_a_column_that_nobody_fills_is_left_out() -> None:
    event = Event(
        contestants=(Contestant("1", (Player("Åsa"),)),), boards={1: BoardRecord(numbered_board(1))}
    )
    assert '[TotalScoreTable "PairId\\1L;Names"]' in pbn.dumps(event)


TRICKS = '[Board "1"]\n[OptimumResultTable "Declarer;Denomination;Result"]\n'
THREE = "".join(f'[Event "x"]\n[Board "{n}"]\n[Dealer "N"]\n\n' for n in (1, 2, 3))


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (TRICKS + "N NT 7\nN S 8\n", 4, "2 of 20 rows"),
        (THREE + '[Event "x"]\n', 13, "has no Board, as all others"),
        (THREE + '[Event "x"]\n[Board "4"]\n', 14, "has no Dealer, as all others"),
        (GAME + '\n{ a remark\n[Board "2"]\n', 13, "never ends"),
        (GAME.rpartition("S10")[0], 11, "5 cells under the 7 columns"),
        (GAME[: GAME.index('"None"') + 3], 6, "not a PBN tag"),
    ],
)
def test_a_file_that_is_certainly_cut_short_is_refused(text: str, line: int, reason: str) -> None:
    with pytest.raises(FileFault, match=reason) as caught:
        read_event(text.encode())
    assert caught.value.line == line


def test_tricks_that_are_not_known_are_left_open() -> None:
    read = pbn.loads('[Board "3"]\n[DoubleDummyTricks "79668796A86467d4674-"]\n')
    text = pbn.dumps(read)
    assert "W C  ?" in text
    assert pbn.loads(text).boards == read.boards


def test_s34_a_passed_out_board_is_written_without_declarer() -> None:
    line = Line(1, "1", "2", Score(0), Play(PASSED_OUT, 0))
    event = Event(boards={1: BoardRecord(numbered_board(1))}, lines=(line,))
    assert re.search(r"^1 +2 +Pass +- +- +0$", pbn.dumps(event).replace("\r", ""), re.MULTILINE)
    assert read_event(pbn.dump(event)).lines == (line,)


def test_text_cannot_become_a_tag_or_a_row() -> None:
    evil = 'x"]\n[Board "9"]\n; {'
    event = Event(
        name=evil,
        contestants=(Contestant("1", (Player(evil),)),),
        boards={1: BoardRecord(numbered_board(1))},
    )
    read = read_event(pbn.dump(event))
    assert list(read.boards) == [1]
    assert len(read.contestants) == 1


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (GAME.replace("N:753", "N:7533"), 7, "cannot be held"),
        (GAME.replace("753.T2", "753.T9"), 7, "dealt twice"),
        (GAME.replace('"1"]', '"none"]'), 4, "whole number"),
        (GAME.replace("S  9 SQ", "S 14 SQ"), 9, "14 tricks"),
        (GAME.replace("  1   2", "  1   1"), 9, "against itself"),
        (GAME.replace("  3   4", "  1   4"), 10, "board 1 twice"),
        (GAME.replace("SQ    -50", "-50"), 9, "6 cells under the 7 columns"),
        (GAME.replace('"2013.08.03"', '"2013.02.31"'), 3, "not a date"),
        (GAME.replace('[Dealer "N"]', "[Dealer N]"), 5, "not a PBN tag"),
        ("% PBN 2.1\n", 0, "no PBN tags"),
    ],
)
def test_a_fault_names_the_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(FileFault, match=reason) as caught:
        read_event(text.encode())
    assert caught.value.line == line


def test_an_event_written_with_its_standing_reads_back_equal() -> None:
    event = replace(pbn.loads(GAME), site="Örebro")
    assert pbn.loads(pbn.dumps(event, score(event.lines, Settings()))) == event


@pytest.mark.parametrize(("cell", "points"), [("50", -50), ("-100", 100), ("+50", -50), ("0", 0)])
def test_a_table_may_tell_only_the_score_of_east_west(cell: str, points: int) -> None:
    head = '[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Score_EW"]\n'
    assert pbn.loads(f"{head}1 2 {cell}\n").lines[0].outcome == Score(points)


@pytest.mark.parametrize("cell", ["+-5", "²", "x", "-"])
def test_a_score_that_is_none_is_refused_or_absent(cell: str) -> None:
    head = '[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Score_EW"]\n'
    if cell == "-":
        assert pbn.loads(f"{head}1 2 {cell}\n").lines[0].outcome is None
        return
    with pytest.raises(FileFault, match="not a score"):
        pbn.loads(f"{head}1 2 {cell}\n")


def test_a_board_that_is_there_twice_with_other_cards_is_refused() -> None:
    games = [f'[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{dealt(secret, 1)}"]\n'
             for secret in (b"x" * 16, b"x" * 16, b"y" * 16)]  # fmt: skip
    assert pbn.loads("\n".join(games[:2])).boards.keys() == {1}
    with pytest.raises(FileFault, match="other cards"):
        pbn.loads("\n".join(games))
