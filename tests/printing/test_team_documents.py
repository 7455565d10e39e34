"""The papers of team events say what the match, the series, the cup and the medals say."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from storslam.bridge import Contract, Doubling, Seat, Strain, numbered_board, parse_card
from storslam.championship.line_ups import decide_team_medals
from storslam.championship.matches import (
    Half,
    MatchResult,
    Penalty,
    TeamMatch,
    cup_plan,
    result_of,
    series_plan,
)
from storslam.championship.team_series import series_of
from storslam.movements.cup import Cup
from storslam.printing import (
    Awarded,
    Crossed,
    Head,
    Protocol,
    ProtocolHalf,
    SlipMatch,
    cup_boxes,
    cup_tree,
    line_up_slips,
    match_protocol,
    medals_list,
    series_table,
)
from storslam.rulebook.edition import edition
from storslam.scoring.event import Artificial, Average, Contestant, Line, Play, Player, Score
from tests.printing.test_hall_documents import (
    CAPITALS,
    HOSTILE,
    LONG,
    UNBROKEN,
    assert_within_the_page,
    pages,
    squeezed,
    text,
)

BOOK = edition().at()
HEAD = Head("SM Lag, final", "Örebro, 2013-05-04", "Version 7, 2013-05-04 11:03:12")
NAMES = {str(n): f"Lag {n}" for n in range(1, 17)}
NAMES |= {"1": LONG, "2": UNBROKEN, "3": CAPITALS, "4": HOSTILE}
BOARDS = 20
PLAN = series_plan(BOOK, "final")
PLAY = Play(Contract(4, Strain.HEARTS, Doubling.DOUBLED, Seat.WEST), 9, parse_card("SQ"))
PLUS = Artificial(Average(1), Average(1))
FOUR = {
    "open": dict(zip("NSEW", ("Åsa Öberg", LONG, UNBROKEN, CAPITALS), strict=True)),
    "closed": dict(zip("NSEW", ("Bo", "My", HOSTILE, "Ia"), strict=True)),
}


def half(first: int, opened: list[object], closed: list[object], **told: object) -> ProtocolHalf:
    boards = [numbered_board(first + n) for n in range(len(opened))]
    lines = {
        room: {
            board.number: Line(board.number, "1", "2", outcome, PLAY)
            for board, outcome in zip(boards, outcomes, strict=True)
        }
        for room, outcomes in (("open", opened), ("closed", closed))
    }
    return ProtocolHalf(boards, FOUR, lines, **told)


def told_half(shown: ProtocolHalf) -> Half:
    rooms = ({n: line.outcome for n, line in shown.lines[room].items()} for room in FOUR)
    return Half(tuple(board.number for board in shown.boards), *rooms)


# Of 12 boards a half: 11 IMPs to home (620 against 100), 10 to away, a ruling of 3 to both, level.
FIRST = half(
    1,
    [Score(620), Score(-100), PLUS, *[Score(50)] * 9],
    [Score(100), Score(400), PLUS, *[Score(50)] * 9],
)
SECOND = half(13, [Score(420)] * 12, [Score(420)] * 12)


def swings(home: str, away: str) -> list[ProtocolHalf]:
    """A match that the team of the lower number wins, by more the farther they are apart."""
    won = abs(int(away) - int(home))
    rooms = [[Score(420)] * BOARDS, [Score(-50)] * won + [Score(420)] * (BOARDS - won)]
    return [half(1, *(rooms if int(home) < int(away) else rooms[::-1]))]


def result(home: str, away: str, *halves: ProtocolHalf, **told: object) -> MatchResult:
    match = TeamMatch(home, away, tuple(map(told_half, halves)), **told)
    return result_of(match, PLAN, BOOK)


PENALTY = (Penalty("1", imps=6),)
PLAYED = Protocol(
    "Rond 2, match 3", LONG, UNBROKEN, (FIRST, SECOND),
    result("1", "2", FIRST, SECOND, penalties=PENALTY), (f"Bricka 3: {HOSTILE}, {CAPITALS}",),
)  # fmt: skip
BLANK = Protocol(
    "Rond 2, match 3", CAPITALS, HOSTILE,
    [ProtocolHalf([numbered_board(n) for n in range(first, first + 12)]) for first in (1, 13)],
)  # fmt: skip


def team(id_: str, players: int = 6) -> Contestant:
    people = [LONG, UNBROKEN, CAPITALS, HOSTILE, "Åsa Öberg", "Ia Ek", "Bo", "My"][:players]
    return Contestant(id_, tuple(Player(name, name, "Kungliga") for name in people), NAMES[id_])


SLIPS = [
    SlipMatch("Rond 2, match 3", team("1"), team("2", 8), 2, "away"),
    SlipMatch("Rond 2, match 4", team("3"), team("4"), 2),
]
SIX = [str(n) for n in range(1, 7)]
ROUNDS = [
    [(SIX[a], SIX[b]) for a, b in pairs]
    for pairs in (
        ((0, 1), (2, 3), (4, 5)), ((0, 2), (1, 4), (3, 5)), ((0, 3), (1, 5), (2, 4)),
        ((0, 4), (1, 3), (2, 5)), ((0, 5), (1, 2), (3, 4)),
    )
]  # fmt: skip
RESULTS = [
    result(*two, absent=("6",)) if two == ("4", "6") else result(*two, *swings(*two))
    for matches in ROUNDS
    for two in matches
]
LOST = {"5": Fraction(2)}


def crossed(results: list[MatchResult]) -> tuple[object, Crossed]:
    found = series_of(ROUNDS, results, PLAN, BOOK, lost=LOST, lot=SIX)
    cross = Crossed(
        NAMES, results, found.walkovers, LOST, found.winner, found.level, found.over, (HOSTILE,)
    )
    return found.table, cross


ROWS, CROSS = crossed(RESULTS)


def cup(size: int, rounds: int) -> tuple[Cup, list[MatchResult]]:
    """A cup whose first so many rounds are played; in each match the better placed wins."""
    found, results = Cup(tuple(str(n) for n in range(1, size + 1))), []
    for _ in range(rounds):
        count = len(found.entrants)
        found = found.paired({n: count + 1 - n for n in range(1, count // 2 + 1)})
        for match in found.rounds[-1]:
            told = TeamMatch(match.one, match.other, tuple(map(told_half, swings(*match.teams))))
            results.append(result_of(told, cup_plan(BOOK, "final"), BOOK))
            found = found.won(match.round, match.number, results[-1].winner)
    return found, results


MEDALS = [
    Awarded(team("1", 8), "1", "gold"),
    Awarded(team("2"), "2", "silver"),
    Awarded(team("4", 5), "3", "bronze"),
]
DOCUMENTS: dict[str, Callable[[str], bytes]] = {
    "match protocol": lambda lang: match_protocol(HEAD, [PLAYED, BLANK], lang),
    "line-up slips": lambda lang: line_up_slips(HEAD, SLIPS, lang),
    "series table": lambda lang: series_table(HEAD, ROWS, CROSS, lang),
    "cup tree": lambda lang: cup_tree(HEAD, *crossing(16, 3), lang),
    "medals list": lambda lang: medals_list(HEAD, MEDALS, lang),
}


def crossing(size: int, rounds: int) -> tuple[Cup, dict[str, str], list[MatchResult]]:
    played, results = cup(size, rounds)
    return played, NAMES, results


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("lang", ["sv", "en"])
def test_every_document_names_the_event_and_at_its_foot_the_version(name, lang):
    found = pages(DOCUMENTS[name](lang))
    assert "SM Lag, final" in found[0]
    for page in found:
        assert "Version 7, 2013-05-04" in page


@pytest.mark.parametrize("name", DOCUMENTS)
def test_names_of_45_letters_are_whole_and_never_markup(name):
    said = squeezed(text(DOCUMENTS[name]("sv")))
    for who in (LONG, UNBROKEN, CAPITALS, HOSTILE):
        assert squeezed(who) in said


@pytest.mark.parametrize("name", DOCUMENTS)
def test_nothing_touches_the_edge_of_the_page(name):
    assert_within_the_page(DOCUMENTS[name]("sv"))


@pytest.mark.parametrize("size", [4, 8])
def test_a_small_cup_is_on_one_sheet_as_well(size):
    for rounds in range(size.bit_length()):
        pdf = cup_tree(HEAD, *crossing(size, rounds), "sv")
        assert len(pages(pdf)) == 1
        assert_within_the_page(pdf)


def test_a_protocol_has_both_rooms_the_imps_of_each_board_and_what_the_match_gives():
    said = text(match_protocol(HEAD, [PLAYED], "sv"))
    lines = said.splitlines()
    first, second, third, fourth = (
        next(line for line in lines if line.startswith(facts)).split()
        for facts in ("1 N –", "2 Ö NS", "3 S ÖV", "4 V Alla")
    )
    assert [*first[-1:], *second[-1:], *third[-2:], *fourth[-2:]] == [
        "11",
        "11",
        "3",
        "3",
        "–",
        "–",
    ]
    assert [first.count("4♥X"), first.count("620"), first.count("100")] == [2, 1, 1]
    sums = {line.rsplit(maxsplit=2)[0]: line.split()[-2:] for line in lines if "IMP" in line}
    assert sums["Vunna IMP"] == ["14", "14"]
    assert "Skillnad 3 3" in said
    # A draw of 24 boards is 15-15, 3 IMPs to both leave it there, and 6 IMPs are 2 VP (SM-CORR-1).
    for row in ("Segerpoäng 15 15", "Avdrag −2", "Efter avdraget 13 15", "Rond 2, match 3"):
        assert row in said
    for who in ("Lagkapten, hemma", "Lagkapten, borta", "Tävlingsledare"):
        assert who in said


def test_a_protocol_has_the_players_at_their_seats():
    named = {"open": dict(zip("NESW", ("Ann", "Bo", "Cia", "Dag"), strict=True))}
    shown = ProtocolHalf([numbered_board(1)], named)
    said = text(match_protocol(HEAD, [Protocol("m", "A", "B", [shown])], "sv"))
    for row in ("N Ann", "Ö Bo", "S Cia", "V Dag"):
        assert row in said.splitlines()


def test_a_match_of_24_boards_with_usual_names_is_one_page_and_a_blank_one_has_a_page_a_half():
    usual = {room: dict(zip("NESW", ["Ann-Marie Öberg"] * 4, strict=True)) for room in FOUR}
    halves = [ProtocolHalf(one.boards, usual, one.lines) for one in (FIRST, SECOND)]
    played = Protocol("Match 1", "Lag 5", "Lag 6", halves, PLAYED.result, ("Bricka 3: 60 %",))
    assert len(pages(match_protocol(HEAD, [played], "sv"))) == 1
    first, second = pages(match_protocol(HEAD, [BLANK], "en"))
    assert ("12 W NS" in first, "24 W –" in second) == (True, True)
    assert "Victory points" in second
    assert "♥" not in first + second


def test_a_protocol_says_who_won_a_cup_match_and_who_did_not_come():
    plan = cup_plan(BOOK, "final")

    def said(*halves: ProtocolHalf, **told: object) -> str:
        found = result_of(TeamMatch("1", "2", tuple(map(told_half, halves)), **told), plan, BOOK)
        return text(match_protocol(HEAD, [Protocol("Final", "Ess", "Kung", halves, found)], "en"))

    assert "Winner: Ess" in said(*swings("1", "2"))
    level = said(FIRST, half(13, [Score(50)] * 12, [Score(50)] * 12))
    assert "The match is level; extra boards to be played: 4" in level
    assert "Victory points" not in level
    assert "Walkover: Kung did not play" in said(absent=("2",))


def test_extra_boards_stand_after_the_halves_of_a_cup_match():
    extra = half(25, [Score(420), *[Score(50)] * 3], [Score(-50), *[Score(50)] * 3], extra=True)
    level = half(1, [Score(50)] * 24, [Score(50)] * 24)
    match = TeamMatch("1", "2", (told_half(level),), (told_half(extra),))
    found = result_of(match, cup_plan(BOOK, "final"), BOOK)
    said = text(
        match_protocol(HEAD, [Protocol("Final", "Ess", "Kung", [level, extra], found)], "sv")
    )
    assert said.index("Halvlek 1") < said.index("Extrabrickor") < said.index("Vinnare: Ess")
    assert "Vunna IMP 10 0" in said
    assert "Vunna IMP 0 0" in said


def test_a_protocol_of_a_match_under_play_has_no_imps_on_boards_played_in_one_room():
    begun = ProtocolHalf(FIRST.boards, {}, {"open": FIRST.lines["open"]})
    said = text(match_protocol(HEAD, [Protocol("m", "A", "B", [begun])], "en"))
    (line,) = (line for line in said.splitlines() if line.startswith("1 N –"))
    assert line.split()[-1] == "620"


def test_a_slip_a_team_and_half_with_its_own_seats_and_whose_turn_it_is():
    found = text(line_up_slips(HEAD, SLIPS[:1], "sv"))
    assert found.count("Lagkapten") == 4
    assert found.count("Visar sina par och rum först") == 2
    assert found.count("när motståndarna har visat sina") == 2
    home = text(line_up_slips(HEAD, [replace(SLIPS[1], halves=1)], "en"))
    assert home.count("Neither team names its pairs and rooms first") == 2
    seats_of = [line.strip() for line in home.splitlines() if line.strip() in {*"NESW"}]
    assert seats_of == [*"NSEW", *"EWNS"]


def test_usual_slips_are_six_a_page():
    usual = Contestant("1", (Player("Ann-Marie Öberg"),) * 6, "Lag Ess")
    matches = [SlipMatch("Match 1", usual, usual, 2)] * 3
    assert len(pages(line_up_slips(HEAD, matches, "sv"))) == 2


def test_the_series_table_has_every_match_from_both_sides():
    said = text(series_table(HEAD, ROWS, CROSS, "sv"))
    lines = dict(zip((row.team for row in ROWS), said.splitlines()[3:], strict=False))
    # By the margin of 10 IMPs a place between them: 17-13, 19-11, 21-9, 23-7.
    assert lines["1"].endswith("17 19 21 23 24 5 150–0 ∞ 104")
    assert "13 17 19 21 23 5 100–10 10,000 93" in lines["2"]
    assert "7 9 11 13 17 5 10–100 0,100 −2 55" in lines["5"]
    assert "Vinnare: " + LONG in said


def test_the_series_table_shows_the_three_alternatives_of_a_walkover():
    (settled,) = CROSS.walkovers
    said = text(series_table(HEAD, ROWS, CROSS, "en"))
    assert "22 wo" in said
    assert "0 wo" in said
    assert [offer.vp for offer in settled.offers] == [13, 18, 22]
    assert f"{NAMES['6']} 13 18 22 ✓" in said
    assert "The best of the three counts" in said
    assert "may change" not in said


def test_the_series_table_under_play_says_so_and_puts_what_may_change_in_brackets():
    begun = ProtocolHalf(FIRST.boards[:1], {}, {})
    live = result("1", "2", half(1, [Score(420)], [Score(420)]), begun_at(begun))
    results = [live if one.teams == ("1", "2") else one for one in RESULTS[:-1]]
    rows, cross = crossed(results)
    said = text(series_table(HEAD, rows, cross, "en"))
    assert "(15)" in said
    assert "The series is not over" in said
    assert "it may change until the series is over" in said
    assert "Winner" not in said


def begun_at(shown: ProtocolHalf) -> ProtocolHalf:
    boards = [numbered_board(2)]
    return ProtocolHalf(boards, shown.seats, {"open": {}, "closed": {}})


def test_a_series_that_only_a_lot_can_part_says_between_whom():
    level = Crossed(NAMES, over=True, level=("5", "6"))
    assert "Level, to be parted by lot: Lag 5, Lag 6" in text(series_table(HEAD, ROWS, level, "en"))


def test_a_long_table_has_no_cross_results():
    rows = [replace(ROWS[0], team=str(n), place=str(n)) for n in range(1, 17)]
    said = text(series_table(HEAD, rows, Crossed(NAMES, over=True), "en"))
    assert "Lag 16 5 150–0" in said


def test_the_boxes_of_a_cup_are_all_its_matches_and_say_who_won():
    found = cup_boxes(*crossing(8, 3), "en")
    assert [box.title for box in found] == [
        *["Quarterfinal"] * 4, *["Semifinal"] * 2, "Final", "Third place",
    ]  # fmt: skip
    last = found[-2]
    assert last.said == f"Final: {LONG} 10 – {UNBROKEN} 0. Winner: {LONG}"
    assert [(entry.imps, entry.won) for entry in last.entries] == [("10", True), ("0", False)]
    for box in found:
        for before in box.after:
            assert any((one.x, one.y) == (box.x - 1, before) for one in found)


def test_a_cup_of_32_names_its_first_round_by_number():
    assert cup_boxes(Cup(tuple(map(str, range(32)))), {}, (), "sv")[0].said == "Rond 1"


def test_who_did_not_come_to_a_cup_match_is_marked():
    played = Cup(("1", "2", "3", "4")).paired({1: 4, 2: 3})
    absent = result_of(TeamMatch("1", "4", absent=("4",)), cup_plan(BOOK, "semifinal"), BOOK)
    first = cup_boxes(played.won(1, 1, "1"), NAMES, [absent], "en")[0]
    assert [(entry.imps, entry.won) for entry in first.entries] == [("", True), ("wo", False)]


def test_medals_go_to_the_players_whom_the_rule_entitles():
    roster = tuple(player.number for player in team("1").players)
    halves = (roster[:4],) * 8 + ((*roster[1:4], roster[4]),) * 2
    found = decide_team_medals(
        BOOK, event="open-teams-final", place=1, roster=roster, halves=halves, halves_total=18
    ).result["medals"]
    entitled = tuple(player for player in team("1").players if found[player.number])
    assert 0 < len(entitled) < len(roster)
    award = Awarded(Contestant("1", entitled, "Lag Ess"), "1", "gold")
    said = text(medals_list(HEAD, [award], "sv"))
    for part in ("Guld: Lag Ess", "Plats 1", f"Guld {len(entitled)}", "Silver 0"):
        assert part in said
    for player in team("1").players:
        assert (squeezed(player.name) in squeezed(said)) == (player in entitled)


def test_a_place_without_a_medal_is_not_on_the_list():
    said = text(medals_list(HEAD, [Awarded(team("3"), "4")], "en"))
    assert "Gold 0, Silver 0, Bronze 0" in said
    assert "Place 4" not in said
