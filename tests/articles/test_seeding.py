"""Seeding of the Open semifinal (p. 6): an article a test, by its id."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storslam.championship.seeding import Entrant, group_table, ranking
from storslam.championship.spread import spread
from storslam.errors import StorslamError
from storslam.movements import faults, profile
from storslam.movements.balance import balance
from storslam.movements.barometer import as_movement
from storslam.movements.early import Search
from storslam.rulebook.edition import edition
from storslam.rulebook.registry import decide, discover

discover("storslam.championship")
SIZES = (27, 20, 14, 12, 11, 10, 9, 8, 8, 7, 7, 6, 6, 5, 5, 4, 4, 3, 2, 1, 1)


NAMES = {district.code: district.name for district in edition().districts()}


def entrants(sizes: Sequence[int] = SIZES) -> list[dict]:
    """A field with so many pairs of each district; an id begins with the district's code."""
    dice = Random(1)
    return [
        {
            "id": f"{code}-{pair}",
            "district": code,
            "master_points": [dice.randint(0, 900), dice.randint(0, 900)],
            "handicap": [dice.randint(0, 52), dice.randint(0, 52)],
            "ranking_points": [dice.randint(0, 200), dice.randint(0, 200)],
        }
        for code, size in zip(NAMES, sizes, strict=True)
        for pair in range(size)
    ]


@pytest.fixture(scope="module")
def seeded():
    return decide("seed-groups", {"pairs": entrants(), "lot_seed": 7}, edition())


def entrant(id_: str, mp: tuple, hcp: tuple, rp: tuple) -> Entrant:
    return Entrant(id_, "X", *(tuple(map(_exact, values)) for values in (mp, hcp, rp)))


def _exact(value: int | None) -> Fraction | None:
    return None if value is None else Fraction(value)


def ranked(*pairs: Entrant) -> dict[str, dict[str, Fraction]]:
    return {rank.id: dict(rank.positions) for rank in ranking(pairs, edition().at(), Random(1))}


def test_total_master_points_and_mean_of_the_others__SM_SEED_1() -> None:
    """SM-SEED-1: 812+405 = 1217 beats 600+600; a mean handicap of 21 beats one of 22."""
    found = ranked(
        entrant("a", (812, 405), (18, 24), (101, 57)), entrant("b", (600, 600), (22, 22), (79, 80))
    )
    assert found["a"] == {"master-points": 1, "handicap": 1, "ranking-points": 2}


def test_a_lower_handicap_is_better__SM_SEED_2() -> None:
    """SM-SEED-2: the other two the higher; equal values share the mean position (G-11)."""
    same = ((10, 10), (20, 20), (30, 30))
    found = ranked(entrant("a", *same), entrant("b", *same), entrant("c", (1, 1), (1, 1), (1, 1)))
    assert found["a"]["master-points"] == found["b"]["master-points"] == Fraction(3, 2)
    assert [found[id_]["handicap"] for id_ in "abc"] == [Fraction(5, 2), Fraction(5, 2), 1]


def test_absent_values_rank_last__SM_SEED_2() -> None:
    """SM-SEED-2 (G-11): a pair in which one has no handicap."""
    found = ranked(
        entrant("a", (9, 9), (None, 1), (9, 9)),
        entrant("b", (1, 1), (52, 52), (1, 1)),
        entrant("c", (1, 1), (None, None), (1, 1)),
    )
    assert found["b"]["handicap"] == 1
    assert found["a"]["handicap"] == found["c"]["handicap"] == Fraction(5, 2)


def test_the_sum_of_the_positions_gives_the_order__SM_SEED_3(seeded) -> None:
    """SM-SEED-3: and ties are parted by ranking points, handicap, master points, lot (G-11)."""
    ranks = seeded.result["ranks"]
    order = seeded.result["order"]
    keys = [(ranks[p]["sum"], ranks[p]["ranking-points"], ranks[p]["handicap"]) for p in order]
    assert keys == sorted(keys)
    assert sorted(order) == sorted(pair["id"] for pair in entrants())


def test_the_best_twenty_go_by_the_table__SM_SEED_4(seeded) -> None:
    """SM-SEED-4: A 1-10-11-20, B 2-9-12-19 and so on."""
    order = seeded.result["order"]
    table = {
        "A": (1, 10, 11, 20),
        "B": (2, 9, 12, 19),
        "C": (3, 8, 13, 18),
        "D": (4, 7, 14, 17),
        "E": (5, 6, 15, 16),
    }
    for group, places in table.items():
        assert {order[place - 1] for place in places} <= set(seeded.result["groups"][group])


def test_every_block_of_25_gives_five_to_a_group_and_spreads_districts__SM_SEED_5(seeded) -> None:
    """SM-SEED-5 (G-10): in a block a district's pairs differ by at most one between groups."""
    order, groups = seeded.result["order"], seeded.result["groups"]
    group_of = {pair: group for group, pairs in groups.items() for pair in pairs}
    for start in range(20, 170, 25):
        block = order[start : start + 25]
        assert set(Counter(group_of[pair] for pair in block).values()) == {5}
        for district in {pair[:3] for pair in block}:
            here = Counter(group_of[pair] for pair in block if pair[:3] == district)
            counts = [here[group] for group in groups]
            assert max(counts) - min(counts) <= 1
    assert [len(pairs) for pairs in groups.values()] == [34] * 5


def test_the_spread_reaches_its_bound__SM_SEED_5(seeded) -> None:
    """SM-SEED-5: proven best, with the most of each district in one group recounted."""
    result = seeded.result
    assert result["optimal"]
    assert result["spread"] == result["lower_bound"]
    recounted = {
        NAMES[code]: max(sum(p[:3] == code for p in pairs) for pairs in result["groups"].values())
        for code in {p[:3] for p in result["order"]}
    }
    assert recounted == result["most_of_a_district_in_a_group"]
    assert result["alone_in_one_group"] == []


def test_pairs_of_a_district_meet_early__SM_SEED_6(seeded) -> None:
    """SM-SEED-6 (G-46): never later than round 23 of 33; here within the first eight."""
    result = seeded.result
    expected = {
        frozenset(two)
        for pairs in result["groups"].values()
        for two in combinations(pairs, 2)
        if two[0][:3] == two[1][:3]
    }
    assert {frozenset((m["a"], m["b"])) for m in result["meetings"]} == expected
    assert result["latest_round"] == max(m["round"] for m in result["meetings"]) <= 8
    assert result["latest_allowed"] == 23


def test_each_group_has_a_balanced_table_of_its_own__SM_SEED_6(seeded) -> None:
    """SM-SEED-6: all meet once in 33 rounds, at the bound of balance."""
    for group, pairs in seeded.result["groups"].items():
        rounds = [[(ns - 1, ew - 1) for ns, ew in t] for t in seeded.result["movements"][group]]
        movement = as_movement(rounds, 34, 2)
        assert not list(faults(movement))
        assert len(profile(movement).meetings) == 34 * 33 // 2
        assert balance(movement).best_possible
        told = {
            frozenset((m["a"], m["b"])): m["round"]
            for m in seeded.result["meetings"]
            if m["group"] == group
        }
        for number, tables in enumerate(rounds, 1):
            for ns, ew in tables:
                if pairs[ns][:3] == pairs[ew][:3]:
                    assert told[frozenset((pairs[ns], pairs[ew]))] == number


def test_the_lot_seed_decides_everything__SM_SEED_5(seeded) -> None:
    """SM-SEED-5: the same seed, the same groups, whatever the order of the entries."""
    shuffled = entrants()
    Random(3).shuffle(shuffled)
    again = decide("seed-groups", {"pairs": shuffled, "lot_seed": 7}, edition())
    assert again.result["order"] == seeded.result["order"]
    other = decide("seed-groups", {"pairs": entrants(), "lot_seed": 8}, edition())
    assert other.result["groups"] != seeded.result["groups"]


def test_a_field_that_is_not_whole_is_refused() -> None:
    with pytest.raises(StorslamError, match="there are 169; the semifinal has 170"):
        decide("seed-groups", {"pairs": entrants()[1:], "lot_seed": 1}, edition())
    twice = [*entrants()[1:], entrants()[1]]
    with pytest.raises(StorslamError, match="is there twice"):
        decide("seed-groups", {"pairs": twice, "lot_seed": 1}, edition())


def test_why_it_is_impossible_is_said__SM_SEED_6() -> None:
    """SM-SEED-6: of more than half, some meet in each of the 33 rounds, and there are 23."""
    pairs = [str(n) for n in range(34)]
    district = {p: "Skåne" if int(p) < 18 else p for p in pairs}
    with pytest.raises(StorslamError, match="18 pairs of Skåne; they need 33 rounds"):
        group_table("A", pairs, district, 23, Random(1), Search())


def test_65_pairs_of_one_district_are_seeded_too__SM_SEED_6() -> None:
    """SM-SEED-6: thirteen in each group, all of whom meet by round 23."""
    field = entrants((65, *[5] * 15, *[6] * 5))
    result = decide("seed-groups", {"pairs": field, "lot_seed": 7}, edition()).result
    assert result["most_of_a_district_in_a_group"]["Stockholm"] == 13
    assert result["latest_round"] <= 23


def field_of(sizes: Sequence[int]) -> dict[str, object]:
    return {"pairs": entrants((*sizes, *[0] * (len(NAMES) - len(sizes)))), "lot_seed": 7}


@pytest.mark.parametrize(
    "sizes",
    [(50, 48, 40, 23, 6, 1, 1, 1), (49, 48, 42, 27, 1, 1, 1, 1), (60, 60, 50), (85, *[5] * 17)],
)
def test_fields_of_few_districts_are_seeded_soon__SM_SEED_6(sizes: tuple[int, ...]) -> None:
    """SM-SEED-6: as they are when one district or two have most of the pairs."""
    start = process_time()
    result = decide("seed-groups", field_of(sizes), edition()).result
    assert result["latest_round"] <= 23
    assert process_time() - start < 8


def test_a_search_without_success_ends_and_says_so__SM_SEED_6() -> None:
    """SM-SEED-6: two districts fill each group; whether there is a table is not known."""
    start = process_time()
    with pytest.raises(StorslamError, match="the steps that a search may take; there may be one"):
        decide("seed-groups", field_of((85, 85)), edition())
    assert process_time() - start < 8


def test_a_spread_that_misses_the_bound_is_not_called_bad__SM_SEED_5() -> None:
    """SM-SEED-5: five seeded in group A and a whole block are of one district: 5+5 there, where
    the bound is 6; no spread reaches it, so that nothing is proven against this one."""
    book = edition().at()
    top, block = book.table("seeding.top"), book.value("seeding.block", int)
    seeded = sum(map(len, top.values()))
    of_one = {*top["A"], *range(seeded + 1, seeded + block + 1)}
    others = list(NAMES)[1:]
    pairs = [
        {"id": str(place), "district": "STO" if place in of_one else others[place % len(others)]}
        | {"master_points": [999 - place] * 2, "handicap": [place] * 2}
        | {"ranking_points": [999 - place] * 2}
        for place in range(1, 171)
    ]
    result = decide("seed-groups", {"pairs": pairs, "lot_seed": 7}, edition()).result
    assert result["order"] == [str(place) for place in range(1, 171)]
    assert result["spread"] > result["lower_bound"]
    assert result["optimal"] is None


def test_places_are_held_for_sista_chansen__SM_SEED_2() -> None:
    """SM-SEED-2 (G-45): they come after all who are ranked, and bind nobody to an early round."""
    field = entrants()[:-2]
    facts = {"pairs": field, "lot_seed": 7, "places_held": 2}
    found = decide("seed-groups", facts, edition())
    result = found.result
    held = ["last-chance-1", "last-chance-2"]
    assert result["held"] == held
    assert sorted(result["order"][-2:]) == held
    assert [len(pairs) for pairs in result["groups"].values()] == [34] * 5
    assert not {m[side] for m in result["meetings"] for side in "ab"} & set(held)
    assert set(result["most_of_a_district_in_a_group"]) <= set(NAMES.values())
    assert result["spread"] == sum(result["most_of_a_district_in_a_group"].values())
    assert found.assumptions == ("G-10", "G-11", "G-45", "G-46")


def test_the_pairs_of_sista_chansen_are_ranked_in_once_known__SM_SEED_2() -> None:
    """SM-SEED-2 (G-45): the best of all is then first, wherever a place was held for it."""
    newcomers = [
        {"id": f"new-{n}", "district": "STO", "master_points": [n, n], "handicap": [n, n]}
        | {"ranking_points": [n, n]}
        for n in (0, 9999)
    ]
    newcomers[1]["handicap"] = [0, 0]
    pairs = [*entrants()[:-2], *newcomers]
    result = decide("seed-groups", {"pairs": pairs, "lot_seed": 7}, edition()).result
    assert (result["order"][0], result["held"]) == ("new-9999", [])


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"district": "Skone"}, "there is no district Skone; the nearest is Skåne"),
        ({"master_points": [-1, 5]}, "STO-0: -1.0 is below zero"),
        ({"handicap": [5, -1]}, "STO-0: -1.0 is below zero"),
        ({"ranking_points": [-0.5, None]}, "STO-0: -0.5 is below zero"),
        ({"master_points": []}, r"master_points must be a list of 2"),
        ({"handicap": [1, 2, 3]}, r"handicap must be a list of 2"),
    ],
)
def test_a_pair_that_cannot_be_is_refused__SM_SEED_1(change: dict, fault: str) -> None:
    """SM-SEED-1: districts of the book, two players, and no value below zero."""
    first, *rest = entrants()
    with pytest.raises(StorslamError, match=fault):
        decide("seed-groups", {"pairs": [{**first, **change}, *rest], "lot_seed": 1}, edition())


def test_a_district_is_one_however_it_is_written__SM_SEED_5() -> None:
    """SM-SEED-5: code, name and federation are the same district."""
    pairs = [
        {**p, "district": NAMES[p["district"]] if n % 2 else p["district"]}
        for n, p in enumerate(entrants())
    ]
    result = decide("seed-groups", {"pairs": pairs, "lot_seed": 7}, edition()).result
    assert set(result["most_of_a_district_in_a_group"]) == set(NAMES.values())


@pytest.mark.parametrize("sizes", [(7, 6, 5), (9, 6), (11,), (2,) * 17, ()])
def test_unusual_groups_are_built_too(sizes: tuple[int, ...]) -> None:
    names = [f"big{n}" for n, size in enumerate(sizes) for _ in range(size)]
    names += [f"single{n}" for n in range(34 - len(names))]
    district = {str(n): name for n, name in enumerate(names)}
    group = group_table("A", list(district), district, 23, Random(5), Search())
    assert len(group.meetings) == sum(size * (size - 1) // 2 for size in sizes)
    assert max((number for *_, number in group.meetings), default=0) <= 15


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 11), min_size=75, max_size=75), st.integers(0, 1000))
def test_every_spread_is_even_within_its_blocks(districts: list[int], seed: int) -> None:
    pairs = [str(n) for n in range(95)]
    district = dict(zip(pairs, ["top"] * 20 + [str(d) for d in districts], strict=True))
    top = {group: pairs[4 * n : 4 * n + 4] for n, group in enumerate("ABCDE")}
    blocks = [pairs[20:45], pairs[45:70], pairs[70:95]]
    found = spread(top, blocks, district, Random(seed))
    assert all(len(members) == 19 for members in found.groups.values())
    assert found.excess >= 0
    group_of = {pair: group for group, members in found.groups.items() for pair in members}
    for block in blocks:
        assert set(Counter(group_of[p] for p in block).values()) == {5}
        for name in {district[p] for p in block}:
            counts = Counter(group_of[p] for p in block if district[p] == name)
            assert max(counts.values()) - min(counts[g] for g in "ABCDE") <= 1
