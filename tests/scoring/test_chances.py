"""Who can still win: never a "no" to somebody who can, in any way the event may end."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from storslam.scoring import Adjustment, Average, Line, Score, Settings, score
from storslam.scoring.chances import can_still_reach, reach
from storslam.scoring.event import Artificial, Imps
from tests.scoring.makers import board, percent, weighted

ROUNDS = ((("1", "4"), ("2", "3")), (("3", "4"), ("1", "2")), (("2", "4"), ("3", "1")))
MOST_OPEN = 4
ENDS = (Score(-420), Score(0), Score(50), None)


def ids(keys):
    return {who for who, _ in keys}


def barometer(outcomes, sits_out=()):
    """Four pairs, three rounds of a board each, and a round in which some sit out."""
    seats = [(n, pair) for n, tables in enumerate(ROUNDS, 1) for pair in tables]
    lines = [
        Line(n, ns, ew, out, round=n) for (n, (ns, ew)), out in zip(seats, outcomes, strict=True)
    ]
    return [*lines, *(Line(4, who, None, None, round=4) for who in sits_out)]


outcomes = st.one_of(
    st.none(),
    st.sampled_from([Score(-420), Score(-50), Score(0), Score(50), Score(420)]),
    st.sampled_from([Average(1), Average(-1), Average(0)]).map(
        lambda ns: Artificial(ns, Average(-ns.grade))
    ),
    st.just(weighted((50, 50), (-420, 50))),
)
rulings = st.lists(
    st.builds(
        Adjustment, st.sampled_from("1234"), tops=st.sampled_from([Fraction(-1, 4), Fraction(-2)])
    ),
    max_size=2,
)


def endings(lines):
    """Every way the event may end, boards that are never played among them."""
    open_ = [i for i, one in enumerate(lines) if one.outcome is None and one.ew is not None]
    for chosen in product(ENDS, repeat=len(open_)):
        ended = list(lines)
        for index, outcome in zip(open_, chosen, strict=True):
            ended[index] = replace(ended[index], outcome=outcome)
        yield ended


def few_open(played):
    return played.count(None) <= MOST_OPEN


def never_wrong(lines, method):
    now = score(lines, method)
    bounds = reach(now)
    winners = {place: can_still_reach(bounds, place) for place in (1, 2)}
    for ended in endings(lines):
        for row in score(ended, method).rows:
            if not row.place:
                continue
            value = row.total if row.percent is None else row.percent
            own = bounds[row.id, row.side]
            assert own.least <= value <= own.most
            for place, able in winners.items():
                if int(row.place.partition("/")[0]) <= place:
                    assert (row.id, row.side) in able


@given(
    st.lists(outcomes, min_size=6, max_size=6).filter(few_open),
    st.lists(st.sampled_from("1234"), unique=True, max_size=2),
    rulings,
)
@settings(max_examples=60, deadline=None)
def test_in_match_points_no_ending_is_outside_the_bounds(played, sits_out, ruled):
    method = Settings(
        expected=2,
        sit_out="own-average",
        adjustments=tuple(ruled),
        carry_over={"3": Fraction(1, 3)},
    )
    never_wrong(barometer(played, sits_out), method)


@given(
    st.lists(outcomes, min_size=6, max_size=6).filter(few_open),
    st.lists(st.sampled_from("1234"), unique=True, max_size=2),
    st.sampled_from(["cross-imps", "butler"]),
)
@settings(max_examples=60, deadline=None)
def test_in_imps_no_ending_is_outside_the_bounds(played, sits_out, name):
    method = Settings(method=name, expected=2, sit_out="own-average")
    never_wrong(barometer(played, sits_out), method)


@given(st.lists(outcomes, min_size=6, max_size=6).filter(few_open))
@settings(max_examples=30, deadline=None)
def test_with_two_winners_each_side_has_its_own(played):
    lines = [*board(1, played[:3]), *board(2, played[3:])]
    never_wrong(lines, Settings(winners=2, expected=3))


def test_a_lead_that_the_boards_left_cannot_make_up_is_a_win():
    # 1 has two tops of two; 2 has a bottom and a top, 3 two bottoms, 4 one of each.
    lines = barometer([Score(420), Score(-420), Score(50), Score(420), None, None])
    assert ids(can_still_reach(reach(score(lines, Settings(expected=2))))) >= {"1"}
    done = barometer([Score(420), Score(-420), Score(50), Score(420), Score(0), Score(-420)])
    assert ids(can_still_reach(reach(score(done, Settings(expected=2))))) == {"1"}


def test_the_bound_is_a_top_on_every_board_left():
    lines = barometer([Score(420), Score(-420), None, None, None, None])
    bounds = reach(score(lines, Settings(expected=2)))
    assert bounds["1", None].most == 100
    assert bounds["1", None].least == Fraction(100, 3)
    assert bounds["4", None].most == Fraction(200, 3)
    assert bounds["4", None].least == 0


def test_a_board_that_others_have_still_to_play_can_come_to_win_or_lose():
    lines = board(1, [50, None, None])
    bounds = reach(score(lines, Settings(winners=2, expected=3)))
    (one,) = (own for (who, _), own in bounds.items() if who == "N1")
    assert (one.least, one.most) == (0, 100)


def test_an_award_in_imps_and_one_in_per_cent_are_settled():
    in_imps = score(
        board(1, [Artificial(Imps(Fraction(3)), Imps(Fraction(-3))), 50, 50]),
        Settings(method="butler", expected=3, winners=2),
    )
    own = next(one for (who, _), one in reach(in_imps).items() if who == "N1")
    assert own.least == own.most == 3
    in_share = score(board(1, [percent(60, 40), 50, None]), Settings(expected=3, winners=2))
    own = next(one for (who, _), one in reach(in_share).items() if who == "N1")
    assert own.least == own.most == 60


def test_with_sections_apart_there_are_no_bounds():
    lines = board(1, [50, 0, None])
    assert reach(score(lines, Settings(sections="apart", winners=2))) == {}
