"""A cup: round by round to the final, the match for the third place, and its tree."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.errors import StorslamError
from storslam.movements.cup import Cup, tree

EIGHT = Cup(tuple("abcdefgh"))


def played(cup: Cup, seed: int, rounds: int) -> Cup:
    """So many rounds, paired and won by chance."""
    random = Random(seed)
    for _ in range(rounds):
        numbers = random.sample(range(1, len(cup.entrants) + 1), len(cup.entrants))
        cup = cup.paired(dict(zip(numbers[::2], numbers[1::2], strict=True)))
        for match in cup.next_matches:
            cup = cup.won(match.round, match.number, random.choice(match.teams))
    return cup


def test_who_chooses_gives_the_match_its_number() -> None:
    cup = EIGHT.paired({1: 6, 2: 5, 3: 8, 4: 7})
    assert [m.teams for m in cup.next_matches] == [("a", "f"), ("b", "e"), ("c", "h"), ("d", "g")]
    assert [m.number for m in cup.next_matches] == [1, 2, 3, 4]
    assert cup.entrants == ()


def test_the_winners_of_the_matches_enter_the_next_round_by_their_numbers() -> None:
    cup = EIGHT.paired({1: 6, 2: 5, 3: 8, 4: 7})
    for number, team in ((4, "g"), (1, "f"), (3, "c"), (2, "b")):
        cup = cup.won(1, number, team)
    assert cup.entrants == ("f", "b", "c", "g")
    semifinals = cup.paired({1: 4, 2: 3})
    assert [m.teams for m in semifinals.next_matches] == [("f", "g"), ("b", "c")]


def test_the_losers_of_the_semifinals_play_for_the_third_place() -> None:
    cup = played(Cup(tuple("abcd")), 1, 0).paired({1: 4, 2: 3}).won(1, 1, "d").won(1, 2, "b")
    last = cup.paired({1: 2})
    assert [m.teams for m in last.next_matches] == [("d", "b"), ("a", "c")]
    assert last.places == ()
    assert last.won(2, 2, "c").places == ()
    assert last.won(2, 2, "c").won(2, 1, "b").places == ("b", "d", "c", "a")


@given(st.sampled_from([4, 8, 16, 32]), st.integers(0, 999))
def test_a_whole_cup_leaves_one_team_unbeaten(size: int, seed: int) -> None:
    cup = Cup(tuple(str(n) for n in range(size)))
    done = played(cup, seed, cup.length)
    matches = [match for round_ in done.rounds for match in round_]
    beaten = [match.loser for match in matches]
    assert len(matches) == size
    assert set(done.field) - set(beaten) == {done.places[0]}
    assert (done.entrants, done.next_matches) == ((), ())
    with pytest.raises(StorslamError, match="no further round"):
        done.paired({1: 2})


@given(st.sampled_from([4, 8, 16]), st.integers(0, 999), st.integers(0, 4))
def test_each_match_of_the_tree_stands_between_those_that_lead_to_it(size, seed, rounds) -> None:
    cup = Cup(tuple(str(n) for n in range(size)))
    cup = played(cup, seed, min(rounds, cup.length))
    *nodes, third = tree(cup)
    assert len(nodes) == size - 1
    assert len({(node.x, node.y) for node in (*nodes, third)}) == size
    shown = [node.match for node in (*nodes, third) if node.match]
    assert sorted(shown, key=repr) == sorted((m for r in cup.rounds for m in r), key=repr)
    at = {(node.round, node.y): node for node in nodes}
    for node in nodes:
        assert len(node.after) == (0 if node.round == 1 else 2)
        if node.after:
            assert node.y == sum(node.after, Fraction()) / 2
        if node.match and node.after:
            before = [at[node.round - 1, y].match for y in node.after]
            assert tuple(m.winner for m in before if m) == node.match.teams


def test_what_no_cup_can_be_is_refused() -> None:
    for field in ("abc", "abcdef", "ab", "aabb"):
        with pytest.raises(StorslamError, match="a cup has"):
            Cup(tuple(field))
    with pytest.raises(StorslamError, match="each of its teams once"):
        EIGHT.paired({1: 2, 3: 4, 5: 6})
    with pytest.raises(StorslamError, match="each of its teams once"):
        EIGHT.paired({1: 5, 2: 5, 3: 6, 4: 7})
    with pytest.raises(StorslamError, match="a cannot win the match of b and e"):
        EIGHT.paired({1: 6, 2: 5, 3: 8, 4: 7}).won(1, 2, "a")
    with pytest.raises(StorslamError, match="no further round"):
        EIGHT.paired({1: 6, 2: 5, 3: 8, 4: 7}).paired({1: 2, 3: 4})


@pytest.mark.parametrize("size", [4, 8, 16, 32])
def test_a_team_has_left_behind_all_who_came_after_it(size) -> None:
    """Losers of the same round, but for the semifinals, share what is behind them."""
    cup = Cup(tuple(str(n) for n in range(size)))
    assert cup.beaten == {}
    behind = sorted(played(cup, 1, cup.length).beaten.values(), reverse=True)
    expected = [size - 1, size - 2, size - 3, size - 4]
    while len(expected) < size:
        expected += [size - 2 * len(expected)] * len(expected)
    assert behind == expected
