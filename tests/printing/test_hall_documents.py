"""The papers of the hall: each says what the seating says, in both languages, and fits its page."""

import io
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import groupby

import pytest
import qrcode
from pypdf import PageObject, PdfReader

from storslam.bridge import (
    Contract,
    Doubling,
    Seat,
    Side,
    Strain,
    duplicate_score,
    numbered_board,
    parse_card,
    parse_deal,
)
from storslam.movements import Movement, Position
from storslam.movements.barometer import barometer
from storslam.printing import (
    Awarded,
    Head,
    Honours,
    SeatCode,
    Starter,
    board_list,
    certificates,
    guide_cards,
    private_scores,
    result_list,
    scorecards,
    start_list,
    table_cards,
    travellers,
)
from storslam.printing.qr import qr_svg
from storslam.printing.rounds import board_span, stops, table_name
from storslam.scoring import Settings, score
from storslam.scoring.event import BoardRecord, Contestant, Event, Line, Play, Player, Score

HEAD = Head("Finalen", "Örebro, 2013-05-04", "Version 7, 2013-05-04 11:03:12")
LONG = "Wilhelmina-Margareta Gyllenstierna-Lindenkron"
UNBROKEN = "Abcdefghijklmnopqrstuvwxyzåäöabcdefghijklmnop"
CAPITALS = "MARGARETA WILHELMSSON-WESTERMARK AF MÖRKHÖGEN"
HOSTILE = '#panic("x") *b* $x$ @y \\ <z> [w]'
NAMES = (
    ("Åsa Öberg", "Pär Ek"),
    (LONG, LONG),
    (UNBROKEN, CAPITALS),
    (HOSTILE, "Bo"),
    ("Eva", "Ia"),
)
DEAL = parse_deal("N:AQ72.T98.765.A43 JT9.AKQ.432.8765 86.765.AKQJ.KT92 K543.J432.T98.QJ")


def pair(number: int) -> Contestant:
    names = NAMES[(number - 1) % len(NAMES)]
    return Contestant(str(number), tuple(Player(name, "", "Kungliga Klubben") for name in names))


def movement(pairs: int, each: int = 2) -> Movement:
    return barometer(pairs, each)


def boards_of(played: Movement) -> list[int]:
    return sorted({board for position in played.positions for board in position.boards})


def event(played: Movement) -> Event:
    play = Play(Contract(4, Strain.HEARTS, Doubling.DOUBLED, Seat.WEST), 9, parse_card("SQ"))
    lines = tuple(
        Line(board, position.ns, position.ew, Score(points), play, "", position.round)
        for position in played.positions
        if position.played
        for board in position.boards
        for points in [duplicate_score(play.contract, 9, numbered_board(board).vulnerability)]
    )
    boards = {n: BoardRecord(numbered_board(n), DEAL) for n in boards_of(played)}
    people = tuple(pair(int(id_)) for id_ in sorted(played.contestants, key=int))
    return Event(HEAD.title, "Örebro", contestants=people, boards=boards, lines=lines)


def pages(pdf: bytes) -> list[str]:
    return [
        page.extract_text().replace("\N{NO-BREAK SPACE}", " ").replace("\u200b", "")
        for page in PdfReader(io.BytesIO(pdf)).pages
    ]


def text(pdf: bytes) -> str:
    return "\n".join(pages(pdf))


def squeezed(said: str) -> str:
    """The letters alone, so that it does not matter where a line was broken."""
    return "".join(letter for letter in said if not letter.isspace())


PEOPLE = [pair(number) for number in range(1, 8)]
SEVEN = {"": movement(7)}
BOARDS = [numbered_board(number) for number in boards_of(SEVEN[""])]
STARTERS = [
    Starter(PEOPLE[0], "A", 2, Side.NS, a_system=True),
    Starter(PEOPLE[3], "A", 2, Side.EW),
    Starter(PEOPLE[4], "A", 10, Side.NS),
    Starter(PEOPLE[1]),
]
CODES = {
    ("", table): [SeatCode(seat, f"http://10.0.0.7/b/{table}{seat}", "123 456") for seat in "NESW"]
    for table in (1, 2, 3, 4)
}
SCORED = event(SEVEN[""])
STANDING = score(SCORED.lines, Settings())
AWARDED = [Awarded(pair(1), "1", "gold"), Awarded(pair(2), "2/3", "silver"), Awarded(pair(3), "4")]

DOCUMENTS: dict[str, Callable[[str], bytes]] = {
    "start list by name": lambda lang: start_list(HEAD, STARTERS, lang),
    "start list by table": lambda lang: start_list(HEAD, STARTERS, lang, "table"),
    "start list by team": lambda lang: start_list(HEAD, STARTERS, lang, "team"),
    "guide cards": lambda lang: guide_cards(HEAD, PEOPLE, SEVEN, lang),
    "table cards": lambda lang: table_cards(HEAD, SEVEN, lang, CODES, "http://10.0.0.7/b/"),
    "travellers": lambda lang: travellers(HEAD, BOARDS, SEVEN, lang),
    "private scorecards": lambda lang: private_scores(HEAD, PEOPLE, SEVEN, BOARDS, lang),
    "board list": lambda lang: board_list(SCORED, STANDING, lang, foot=HEAD.foot),
    "scorecards": lambda lang: scorecards(SCORED, STANDING, lang, foot=HEAD.foot),
    "result list": lambda lang: result_list(SCORED, STANDING, lang, foot=HEAD.foot),
    "certificates": lambda lang: certificates(HEAD, AWARDED, lang),
}
WITH_NAMES = sorted(set(DOCUMENTS) - {"table cards", "travellers", "board list"})


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("lang", ["sv", "en"])
def test_every_document_names_the_event_and_at_its_foot_the_version(name, lang):
    found = pages(DOCUMENTS[name](lang))
    assert "Finalen" in found[0]
    for page in found:
        assert "Version 7, 2013-05-04" in page


@pytest.mark.parametrize("name", WITH_NAMES)
def test_names_of_45_letters_are_whole_on_every_document(name):
    said = squeezed(text(DOCUMENTS[name]("sv")))
    assert len(LONG) == len(UNBROKEN) == len(CAPITALS) == 45
    assert squeezed(LONG) in said
    if name.startswith("start"):
        return  # those two are not among the starters
    assert UNBROKEN in said
    assert squeezed(CAPITALS) in said


@pytest.mark.parametrize("name", sorted(set(WITH_NAMES) - {"certificates"}))
def test_names_are_never_markup(name):
    assert squeezed(HOSTILE) in squeezed(text(DOCUMENTS[name]("en")))


def test_titles_are_never_markup():
    hostile = replace(HEAD, title=HOSTILE)
    assert squeezed(HOSTILE) in squeezed(text(certificates(hostile, AWARDED[:1], "sv")))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_nothing_touches_the_edge_of_the_page(name):
    assert_within_the_page(DOCUMENTS[name]("sv"))


def assert_within_the_page(pdf: bytes) -> None:
    least = 10 * 72 / 25.4  # 10 mm
    for page in PdfReader(io.BytesIO(pdf)).pages:
        width, height = float(page.mediabox.width), float(page.mediabox.height)
        for x, y, end in extents(page):
            assert least <= x
            assert end <= width - least
            assert least <= y <= height - least


def extents(page: PageObject) -> list[tuple[float, float, float]]:
    """Where each piece of text begins, its height on the page, and about where it ends."""
    found = []

    def visit(said, moved, at, _, size):
        if said.strip():
            x = at[4] * moved[0] + at[5] * moved[2] + moved[4]
            y = at[4] * moved[1] + at[5] * moved[3] + moved[5]
            found.append((x, y, x + 0.25 * size * len(said.strip())))

    page.extract_text(visitor_text=visit)
    return found


def test_the_start_list_is_in_the_swedish_order_with_seat_and_class():
    people = [Contestant("1", (Player("Östen Ek"), Player("Ärla Ek"))), Contestant("2", (
        Player("Åke Ek"), Player("Zoë Ek")))]  # fmt: skip
    starters = [Starter(people[0], "B", 12, Side.EW, a_system=True), Starter(people[1])]
    said = text(start_list(HEAD, starters, "sv"))
    assert [said.index(name) for name in ("Zoë", "Åke", "Ärla", "Östen")] == sorted(
        said.index(name) for name in ("Zoë", "Åke", "Ärla", "Östen")
    )
    assert "B 12" in said
    assert "ÖV" in said
    assert "klass A" in said
    assert "class A" not in text(start_list(HEAD, starters[1:], "en"))


def test_the_start_list_by_table_seats_both_sides_and_ends_with_the_unseated():
    said = text(start_list(HEAD, STARTERS, "en", "table"))
    places = [said.index(part) for part in ("A 2", "Åsa Öberg", "A 10", "Eva", "Wilhelmina")]
    assert places == sorted(places)
    assert "North-South" in said


def test_a_guide_card_leads_its_pair_through_every_round():
    way = stops(SEVEN)["3"]
    said = text(guide_cards(HEAD, [PEOPLE[2]], SEVEN, "en"))
    assert len(way) == 7
    assert said.count("sits out") == 1
    for stop in way:
        if stop.opponents:
            assert board_span(stop.position.boards) in said


def test_guide_cards_of_a_long_barometer_go_on_in_the_next_column():
    people = [pair(number) for number in range(1, 53)]
    found = pages(guide_cards(HEAD, people, {"": movement(52)}, "sv"))
    assert "101–102" in found[0] + found[1]
    assert squeezed("\n".join(found)).count("101–102") == 52


def test_a_table_card_a_table_with_the_code_of_every_seat():
    found = pages(table_cards(HEAD, SEVEN, "sv", CODES, "http://10.0.0.7/b/"))
    assert len(found) == 4
    for page in found:
        assert page.count("123 456") == 4
        assert "http://10.0.0.7/b/" in page
    assert "Läs av koden" not in text(table_cards(HEAD, SEVEN, "sv", {}))


def test_a_traveller_a_board_a_section_with_the_pairs_that_meet_on_it():
    groups = {"A": movement(4), "B": named(movement(4))}
    boards = [numbered_board(n) for n in boards_of(groups["A"])]
    said = text(travellers(HEAD, boards, groups, "sv"))
    assert said.count("Bricka") == 2 * len(boards)
    assert "Giv Ö" in said
    assert "Nord–Syd i zonen" in said
    assert "B4" in said


def named(played: Movement) -> Movement:
    return Movement(
        tuple(replace(one, ns=f"B{one.ns}", ew=f"B{one.ew}") for one in played.positions)
    )


def test_no_traveller_for_a_board_that_nobody_plays():
    idle = Movement((Position(1, 1, "1", None, (1,)), Position(1, 2, "2", "3", (2,))))
    boards = [numbered_board(1), numbered_board(2)]
    assert text(travellers(HEAD, boards, {"": idle}, "en")).count("Board") == 1


def test_a_private_scorecard_has_every_board_with_dealer_and_vulnerability():
    said = squeezed(text(private_scores(HEAD, PEOPLE[:1], SEVEN, BOARDS, "sv")))
    for board in ("1N–", "2ÖNS", "3SÖV", "4VAlla"):
        assert board in said


def test_short_private_scorecards_are_two_a_sheet():
    assert len(pages(private_scores(HEAD, PEOPLE, SEVEN, BOARDS, "sv"))) == 4


def test_the_board_list_has_hands_frequencies_and_every_result():
    said = text(board_list(SCORED, STANDING, "sv"))
    assert "E D 7 2" in said
    assert "10 9 8" in said
    found = {int(line.ns) for line in SCORED.lines if line.board == 1}
    assert len(found) == 3
    assert "× 3" in said
    assert "A Q 7 2" in text(board_list(SCORED, STANDING, "en"))


def test_a_board_that_nobody_has_played_is_on_the_list_without_results():
    unplayed = tuple(replace(line, outcome=None, play=None) for line in SCORED.lines)
    said = text(board_list(SCORED, score((*SCORED.lines[:6], *unplayed[6:]), Settings()), "en"))
    assert said.count("Board") == len(SCORED.boards)


def test_a_certificate_a_place_with_medal_day_and_lines_to_sign():
    first, second, third = pages(certificates(HEAD, AWARDED, "sv"))
    for part in ("DIPLOM", "Finalen", "Åsa Öberg", "Plats 1", "Guld", "2013-05-04"):
        assert part in first
    assert "Tävlingsledare" in first
    assert "Plats 2/3" in second
    assert not any(metal in third for metal in ("Guld", "Silver", "Brons"))
    assert "CERTIFICATE" in text(certificates(HEAD, AWARDED, "en"))


def test_a_team_has_its_name_on_the_certificate():
    team = Contestant("X", tuple(Player(f"Spelare {n}") for n in range(6)), "Lag Ess")
    (page,) = pages(certificates(HEAD, [Awarded(team, "1", "gold")], "sv"))
    assert "Lag Ess" in page
    assert "Spelare 5" in page


def test_the_result_list_tells_medals_master_points_the_line_and_who_stands_outside():
    ids = [row.id for row in STANDING.rows]
    honours = Honours(
        medals={ids[0]: "gold"},
        master_points={ids[0]: "120"},
        outside={ids[1]: "utom tävlan"},
        lines={ids[2]: "Till finalen"},
    )
    said = squeezed(text(result_list(SCORED, STANDING, "sv", honours=honours)))
    for part in ("Guld", "Mästarpoäng", "120", "utomtävlan", "Tillfinalen"):
        assert part in said
    assert said.index("utomtävlan") < said.index("Tillfinalen")
    plain = text(result_list(SCORED, STANDING, "sv"))
    assert not any(part in plain for part in ("Guld", "Mästarpoäng", "utom tävlan"))


def test_scorecards_keep_boards_beside_their_opponents_however_long_the_names():
    said = pages(scorecards(SCORED, STANDING, "sv", ids=["1"]))[0].splitlines()
    boards = [line for line in said if "4♥X" in squeezed(line)]
    assert len(boards) == 12


def test_a_qr_code_is_the_one_that_another_program_makes():
    # As many letters as the code holds: the two programs fill up what is left differently.
    url = f"http://192.168.1.20:8000/bord/{'finalen':-<30}/3-12N/0123456789abcdef/"
    assert len(url) == 84
    other = qrcode.QRCode(
        error_correction=qrcode.constants.ERROR_CORRECT_M, mask_pattern=0, border=4
    )
    other.add_data(url, optimize=0)
    assert drawn(qr_svg(url)) == other.get_matrix()


def drawn(svg: str) -> list[list[bool]]:
    """The dark modules of a code whose path is made of `M`, `m` and `h` only."""
    size = int(re.search(r'viewBox="0 0 (\d+) ', svg).group(1))
    dark = [[False] * size for _ in range(size)]
    path = re.findall(r'd="([^"]+)"', svg)[-1]
    x = y = 0.0
    for command, numbers in re.findall(r"([Mmh])([^Mmh]*)", path):
        values = [float(number) for number in re.findall(r"-?\d*\.?\d+", numbers)]
        if command == "h":
            for column in range(int(x), int(x + values[0])):
                dark[int(y)][column] = True
            x += values[0]
        else:
            x, y = values if command == "M" else (x + values[0], y + values[1])
    return dark


@pytest.mark.parametrize(
    ("boards", "said"),
    [((1, 2, 3), "1–3"), ((7,), "7"), ((1, 4, 7), "1, 4, 7"), ((), ""), ((3, 2), "3, 2")],
)
def test_boards_in_short(boards, said):
    assert board_span(boards) == said


def test_a_table_is_called_by_its_section_where_it_has_one():
    assert [table_name("", 3), table_name("A", 12)] == ["3", "A 12"]


def test_everybodys_way_has_a_stop_a_round():
    for way in stops(SEVEN).values():
        rounds = [stop.position.round for stop in way]
        assert rounds == [number for number, _ in groupby(rounds)] == list(range(1, 8))
