"""The Green Lift: neighbours meet, nobody twice while avoidable, and the top is left as it is."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storslam.errors import StorslamError
from storslam.movements import Movement, faults
from storslam.movements.barometer import barometer
from storslam.movements.green_lift import Drawn, draw, lot_order


def names(count: int) -> list[str]:
    return [str(number) for number in range(1, count + 1)]


def event(teams: int, rounds: int, seed: int) -> Movement:
    """Rounds drawn from standings that change by chance."""
    random = Random(seed)
    order = lot_order(names(teams), seed, 1)
    played = Movement(())
    for number in range(1, rounds + 1):
        played = Movement(played.positions + draw(order, played).positions(number, (number,)))
        places = {team: place + random.uniform(-4, 4) for place, team in enumerate(order)}
        order = sorted(order, key=places.__getitem__)
    return played


def rounds_possible(order: list[str]) -> Iterator[tuple[str | None, list[tuple[str, str]]]]:
    """Every way to draw: who sits out, and the tables from the top."""
    for bye in order if len(order) % 2 else [None]:
        yield from ((bye, tables) for tables in matchings([one for one in order if one != bye]))


def matchings(left: list[str]) -> Iterator[list[tuple[str, str]]]:
    if not left:
        yield []
    for at in range(1, len(left)):
        for rest in matchings(left[1:at] + left[at + 1 :]):
            yield [(left[0], left[at]), *rest]


def best(order: list[str], played: Movement) -> tuple[str | None, list[tuple[str, str]]]:
    """The round by looking at all of them, in the order of weight."""
    times = Counter(frozenset(p.contestants) for p in played.positions)

    def weight(way: tuple[str | None, list[tuple[str, str]]]) -> tuple[object, ...]:
        bye, tables = way
        again = sum(times[frozenset(two)] for two in tables)
        out = 0 if bye is None else times[frozenset((bye,))]
        low = 0 if bye is None else -order.index(bye)
        return out, again, low, [order.index(other) for _, other in tables]

    return min(rounds_possible(order), key=weight)


@settings(max_examples=150, deadline=None)
@given(st.integers(2, 8), st.data())
def test_the_draw_is_the_best_of_all_draws(teams: int, data: st.DataObject) -> None:
    """Fewest second byes, fewest rematches, lowest bye, then the top as it is: by exhaustion."""
    played = event(teams, data.draw(st.integers(0, teams + 1)), data.draw(st.integers(0, 10**6)))
    order = data.draw(st.permutations(names(teams)))
    drawn = draw(order, played)
    assert (drawn.bye, list(drawn.tables)) == best(order, played)


@settings(max_examples=150, deadline=None)
@given(st.integers(2, 8), st.data())
def test_the_draw_is_the_best_after_any_meetings(teams: int, data: st.DataObject) -> None:
    """Whatever has been played, as after corrections, withdrawals and late entries."""
    met = data.draw(st.lists(st.sampled_from(list(combinations(names(teams), 2))), max_size=14))
    out = data.draw(st.lists(st.sampled_from(names(teams)), max_size=4))
    played = Movement(
        tuple(
            p
            for number, tables in enumerate([((two,), None) for two in met], 1)
            for p in Drawn(*tables, ()).positions(number, (1,))
        )
        + tuple(Drawn((), bye, ()).positions(99, (1,))[0] for bye in out)
    )
    order = names(teams)
    drawn = draw(order, played)
    assert (drawn.bye, list(drawn.tables)) == best(order, played)


@settings(max_examples=40, deadline=None)
@given(st.integers(4, 30), st.integers(0, 10**6), st.data())
def test_nobody_meets_or_sits_out_twice(teams: int, seed: int, data: st.DataObject) -> None:
    played = event(teams, data.draw(st.integers(1, teams // 2)), seed)
    seen = Counter(frozenset(p.contestants) for p in played.positions)
    assert not list(faults(played))
    assert set(seen.values()) == {1}


@settings(max_examples=40, deadline=None)
@given(st.integers(3, 24), st.integers(0, 10**6))
def test_each_table_that_is_not_plain_says_why(teams: int, seed: int) -> None:
    """The reasons are all that was passed over, no more; rounds are those of the meeting."""
    played = event(teams, teams // 2, seed)
    order = names(teams)
    drawn = draw(order, played)
    met = {frozenset(p.contestants): p.round for p in played.positions}
    left = [team for team in order if team != drawn.bye]
    for table, (team, other) in enumerate(drawn.tables, 1):
        left.remove(team)
        told = [r for r in drawn.reasons if r.table == table and r.why != "meet-again"]
        assert [r.passed_over for r in told] == left[: left.index(other)]
        for reason in told:
            known = met.get(frozenset((team, reason.passed_over)))
            assert (reason.why == "met") == (known is not None)
            assert reason.rounds == ((known,) if known else ())
        left.remove(other)


def test_the_reasons_name_the_round() -> None:
    order = ["a", "b", "c", "d", "e"]
    first = Movement(draw(order, Movement(())).positions(1, (1,)))
    assert [p.contestants for p in first.positions] == [("a", "b"), ("c", "d"), ("e",)]
    second = draw(order, first)
    assert (second.tables, second.bye) == ((("a", "c"), ("b", "e")), "d")
    assert [(r.table, r.team, r.passed_over, r.why, r.rounds) for r in second.reasons] == [
        (0, "d", "e", "sat-out", (1,)),
        (1, "a", "b", "met", (1,)),
    ]


def test_what_must_be_changed_is_changed_low() -> None:
    """Only the last two have met: the fourth and the fifth table change, no other."""
    order = names(10)
    played = Movement(Drawn((("9", "10"),), None, ()).positions(1, (1,)))
    drawn = draw(order, played)
    assert drawn.tables[:3] == (("1", "2"), ("3", "4"), ("5", "6"))
    assert drawn.tables[3:] == (("7", "9"), ("8", "10"))
    assert [(r.table, r.passed_over, r.why) for r in drawn.reasons] == [
        (4, "8", "others-would-meet-again")
    ]


def test_when_all_have_met_that_is_said() -> None:
    drawn = draw(names(4), barometer(4, 1))
    assert drawn.tables == (("1", "2"), ("3", "4"))
    assert {r.why for r in drawn.reasons} == {"meet-again"}


def test_who_withdrew_is_not_drawn() -> None:
    first = Movement(draw(["a", "b", "c", "d"], Movement(())).positions(1, (1,)))
    assert draw(["a", "c"], first).tables == (("a", "c"),)


def test_rounds_by_lot_differ_and_are_made_again_from_their_seed() -> None:
    one, two = (lot_order(names(30), 7, number) for number in (1, 2))
    assert one == lot_order(names(30), 7, 1) != two
    assert sorted(one) == sorted(two)


@pytest.mark.parametrize("order", [[], ["a"], ["a", "a"]])
def test_an_order_that_cannot_play_is_refused(order: list[str]) -> None:
    with pytest.raises(StorslamError, match="two teams or more"):
        draw(order, Movement(()))
