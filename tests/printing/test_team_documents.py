"""The papers of team events say what the match, the series, the cup and the medals say."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from storslam.bridge import Contract, Doubling, Seat, Strain, numbered_board, parse_card
from storslam.championship.line_ups import LineUp, decide_team_medals, seats
from storslam.championship.matches import (
    Half,
    MatchResult,
    Penalty,
    TeamMatch,
    cup_plan,
    own_plan,
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
from tests.printing.test_hall_documents import CAPITALS, HOSTILE, LONG, UNBROKEN, extents, pages, squeezed, text

BOOK = edition().at()
HEAD = Head("SM Lag, final", "Örebro, 2013-05-04", "Version 7, 2013-05-04 11:03:12")
NAMES = {"1": LONG, "2": UNBROKEN, "3": CAPITALS, "4": HOSTILE, **{str(n): f"Lag {n}" for n in range(5, 17)}}  # fmt: skip
PLAY = Play(Contract(4, Strain.HEARTS, Doubling.DOUBLED, Seat.WEST), 9, parse_card("SQ"))
PLUS = Artificial(Average(1), Average(1))
FOUR = seats(
    LineUp(("Åsa Öberg", LONG), (HOSTILE, "Ia")), LineUp((UNBROKEN, CAPITALS), ("Bo", "My"))
)


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


def result(home: str, away: str, *halves: ProtocolHalf, **told: object) -> MatchResult:
    match = TeamMatch(home, away, tuple(map(told_half, halves)), **told)
    return result_of(match, series_plan(BOOK, "final"), BOOK)


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
    replace(result(*two), absent="6") if two == ("4", "6") else result(*two, FIRST, SECOND)
    for two in (two for matches in ROUNDS for two in matches)
]
LOST = {"5": Fraction(2)}


def crossed(results: list[MatchResult]) -> tuple[object, Crossed]:
    found = series_of(ROUNDS, results, own_plan(BOOK, 24), BOOK, lost=LOST, lot=SIX)
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
            told = TeamMatch(match.one, match.other, (told_half(FIRST),), penalties=())
            results.append(result_of(told, cup_plan(BOOK, "final"), BOOK))
            found = found.won(match.round, match.number, min(match.teams, key=int))
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
    import io

    from pypdf import PdfReader

    least = 10 * 72 / 25.4  # 10 mm
    for page in PdfReader(io.BytesIO(DOCUMENTS[name]("sv"))).pages:
        width, height = float(page.mediabox.width), float(page.mediabox.height)
        for x, y, end in extents(page):
            assert least <= x
            assert end <= width - least
            assert least <= y <= height - least
