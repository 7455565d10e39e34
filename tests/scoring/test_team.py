"""Matches of teams in IMPs (Laws 78B and 86)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.errors import StorslamError
from storslam.rulebook.edition import edition
from storslam.scoring import Artificial, Average, Imps, Outcome, Score, match, vp_scale
from tests.scoring.makers import figures, percent, scores, weighted, weighted_rulings

ROOM = st.dictionaries(st.integers(1, 6), scores | weighted_rulings | st.none(), max_size=6)
WBF25 = vp_scale("wbf25", edition().at())


def rooms(*pairs: tuple[Outcome | int | None, Outcome | int | None]):
    opened, closed = (
        {n: Score(one) if isinstance(one, int) else one for n, one in enumerate(room, 1)}
        for room in zip(*pairs, strict=True)
    )
    return match(opened, closed)


def test_the_boards_of_two_rooms_make_a_match() -> None:
    played = rooms((420, 170), (-620, -620), (50, 430), (1430, -100))
    assert [board.home for board in played.boards] == [6, 0, -9, 17]
    assert (played.imp_home, played.imp_away) == (23, 9)
    assert (played.margin_home, played.margin_away) == (14, -14)
    assert played.boards_compared == 4


def test_a_board_missing_in_a_room_is_not_compared() -> None:
    played = match({1: Score(420), 2: Score(100), 4: None}, {1: Score(0), 3: Score(50)})
    assert [(board.board, board.home) for board in played.boards] == [
        *((1, 9), (2, None), (3, None), (4, None))
    ]
    assert (played.imp_home, played.imp_away, played.boards_compared) == (9, 0, 1)


@pytest.mark.parametrize(
    ("ruling", "home", "away"),
    [
        (Artificial(Average(1), Average(-1)), 3, -3),
        (Artificial(Average(1), Average(1)), 3, 3),
        (Artificial(Average(0), Average(-1)), 0, -3),
        (Artificial(Imps(Fraction(5)), Imps(Fraction(-5))), 5, -5),
        (percent(60, 40), 3, -3),
    ],
)
def test_an_adjusted_board_gives_each_team_its_own_imps(
    ruling: Artificial, home: int, away: int
) -> None:
    for played in (rooms((ruling, 420)), rooms((ruling, None))):
        assert (played.margin_home, played.margin_away) == (home, away)
        assert (played.imp_home, played.imp_away) == (max(home, 0), max(away, 0))
    turned = rooms((420, ruling))
    assert (turned.margin_home, turned.margin_away) == (away, home)


def test_both_rooms_may_tell_of_the_same_ruling_but_not_of_two() -> None:
    ruling, mirrored = (
        Artificial(Average(1), Average(-1)),
        Artificial(Average(-1), Average(1)),
    )
    assert rooms((ruling, mirrored)).margin_home == 3
    with pytest.raises(StorslamError, match="board 1 has two rulings that differ"):
        rooms((ruling, ruling))
    with pytest.raises(StorslamError, match="board 1: the artificial score has no value in IMPs"):
        rooms((percent(55, 45), 0))


def test_a_weighted_ruling_weighs_the_imps() -> None:
    """S-08: 620 or -100, half each, against 170: 10 and -7 IMPs."""
    played = rooms((weighted((620, 50), (-100, 50)), 170))
    assert played.margin_home == Fraction(10 - 7, 2)
    assert played.victory_points(24, WBF25) == (15, 15)


def test_victory_points_by_each_teams_own_margin() -> None:
    """Home won 12 IMPs and the adjusted board cost the other team 3 more."""
    played = rooms((1430, 680), (Artificial(Average(0), Average(-1)), None))
    assert (played.margin_home, played.margin_away) == (13, -16)
    assert played.victory_points(24, WBF25) == (17, 12)


@pytest.mark.parametrize("row", figures("montecatini_1997.csv"))
def test_seventeen_matches_of_the_european_championships_of_1997(row: dict[str, str]) -> None:
    """24 boards, published as IMPs and victory points."""
    home, away = int(row["home_imp"]), int(row["away_imp"])
    awards = {
        1: Artificial(Imps(Fraction(home)), Imps(Fraction(-home))),
        2: Artificial(Imps(Fraction(-away)), Imps(Fraction(away))),
    }
    played = match(awards, {})
    assert (played.imp_home, played.imp_away) == (home, away)
    assert played.victory_points(24, WBF25) == (int(row["vp_home"]), int(row["vp_away"]))


@given(ROOM, ROOM)
def test_turning_the_match_round_turns_the_result(opened: dict, closed: dict) -> None:
    one, other = match(opened, closed), match(closed, opened)
    assert (one.imp_home, one.imp_away) == (other.imp_away, other.imp_home)
    assert one.margin_home == -one.margin_away == other.margin_away
    assert one.imp_home - one.imp_away == one.margin_home
    assert len(one.boards) == len({*opened, *closed})
