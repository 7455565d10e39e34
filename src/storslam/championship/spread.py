"""Spreading a field over groups so that each district is as even over them as can be (p. 6).

The best pairs go by a table; then follow blocks, of which every group gets as many (SM-SEED-4, -5).
In each block a district's pairs differ by at most one between groups; over the whole field the
largest number of a district's pairs in one group is held against a bound that no spread can beat.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

_SPREADS = 40


@dataclass(frozen=True, slots=True)
class Spread:
    """The group of each of the field, and for each district its most pairs in one group.

    `least`: the bound on that for each district.
    """

    groups: Mapping[str, tuple[str, ...]]
    most: Mapping[str, int]
    least: Mapping[str, int]

    @property
    def excess(self) -> int:
        """By how much all districts together miss their bounds; 0 is proven best."""
        return sum(self.most.values()) - sum(self.least.values())


def spread(
    top: Mapping[str, Sequence[str]],
    blocks: Sequence[Sequence[str]],
    district: Mapping[str, str],
    random: Random,
) -> Spread:
    """The best of several tries; `top` holds the seeded of each group, `random` draws the lots."""
    best = _once(top, blocks, district, random)
    for _ in range(_SPREADS):
        if best.excess == 0:
            break
        best = min(best, _once(top, blocks, district, random), key=lambda found: found.excess)
    return best


def _once(
    top: Mapping[str, Sequence[str]],
    blocks: Sequence[Sequence[str]],
    district: Mapping[str, str],
    random: Random,
) -> Spread:
    totals = {group: Counter(district[one] for one in seeded) for group, seeded in top.items()}
    least = _bounds(totals, Counter(district[one] for block in blocks for one in block))
    groups = {group: list(seeded) for group, seeded in top.items()}
    shares = [_share(block, district, totals, random) for block in blocks]
    _exchange(shares, totals)
    for block, share in zip(blocks, shares, strict=True):
        for one, group in _dealt(block, share, district, random):
            groups[group].append(one)
    most = {name: max(count[name] for count in totals.values()) for name in least}
    return Spread({group: tuple(ones) for group, ones in groups.items()}, most, least)


def _bounds(seeded: Mapping[str, Counter[str]], others: Counter[str]) -> dict[str, int]:
    """For each district the least possible largest number in one group, given the seeded."""
    districts = {name for count in seeded.values() for name in count} | set(others)
    return {name: _level([c[name] for c in seeded.values()], others[name]) for name in districts}


def _level(already: Sequence[int], more: int) -> int:
    level = max(already)
    while sum(level - count for count in already) < more:
        level += 1
    return level


Share = dict[str, Counter[str]]
"""For each group of a block the number of each district's pairs."""


def _share(
    block: Sequence[str],
    district: Mapping[str, str],
    totals: Mapping[str, Counter[str]],
    random: Random,
) -> Share:
    """An even share of the block, added to the totals; extras go where the district has least."""
    groups = list(totals)
    room = dict.fromkeys(groups, len(block) // len(groups))
    share: Share = {group: Counter() for group in groups}
    counts = Counter(district[one] for one in block)
    for name, count in counts.items():
        for group in groups:
            share[group][name] += count // len(groups)
            room[group] -= count // len(groups)
    extras = [name for name, count in counts.items() for _ in range(count % len(groups))]
    _place(extras, share, room, totals, random)
    for group in groups:
        totals[group].update(share[group])
    return share


def _place(
    extras: Sequence[str],
    share: Share,
    room: dict[str, int],
    totals: Mapping[str, Counter[str]],
    random: Random,
) -> None:
    """Give every extra pair a group of its own district's: the districts with most extras first.

    Always to the groups with most room, so that there is room for the last (Gale and Ryser).
    """
    counts = Counter(extras)
    for name in sorted(counts, key=lambda name: (-counts[name], random.random())):
        able = sorted(room, key=lambda group: (-room[group], totals[group][name], random.random()))
        for group in able[: counts[name]]:
            share[group][name] += 1
            room[group] -= 1


def _exchange(shares: Sequence[Share], totals: Mapping[str, Counter[str]]) -> None:
    """Exchange pairs of two districts between two groups of a block while that evens the field."""
    improved = True
    while improved:
        improved = any(
            _exchanged(share, one, other, totals)
            for share in shares
            for one, other in combinations(totals, 2)
        )


def _exchanged(share: Share, one: str, other: str, totals: Mapping[str, Counter[str]]) -> bool:
    """Whether an exchange between the two groups was found that evens the field, and made."""
    surplus = [d for d in share[one] if share[one][d] > share[other][d]]
    wanting = [d for d in share[other] if share[other][d] > share[one][d]]
    for gone in surplus:
        for come in wanting:
            gain = totals[one][gone] - totals[other][gone] + totals[other][come] - totals[one][come]
            if gain > 2:
                for giver, taker, name in ((one, other, gone), (other, one, come)):
                    share[giver][name] -= 1
                    share[taker][name] += 1
                    totals[giver][name] -= 1
                    totals[taker][name] += 1
                return True
    return False


def _dealt(
    block: Sequence[str], share: Share, district: Mapping[str, str], random: Random
) -> list[tuple[str, str]]:
    """Each of the block with its group: within a district by lot."""
    dealt: list[tuple[str, str]] = []
    for name in dict.fromkeys(district[one] for one in block):
        places = [group for group in share for _ in range(share[group][name])]
        random.shuffle(places)
        dealt += zip((one for one in block if district[one] == name), places, strict=True)
    return dealt
