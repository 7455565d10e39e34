"""Swiss: neighbours in the standing meet, nobody twice as long as that can be avoided."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from storslam.errors import StorslamError
from storslam.movements.movement import Movement, Position

_NOBODY = ""
_NEAR = 8  # places down the standing that are looked at first


def by_lot(contestants: Sequence[str], lot_seed: int) -> list[str]:
    """The contestants in an order drawn from the seed, for a first round."""
    return Random(lot_seed).sample(contestants, len(contestants))


def swiss_round(
    order: Sequence[str], played: Movement, boards: tuple[int, ...]
) -> tuple[Position, ...]:
    """The next round for those in `order` (the standing, the first on top) after those played.

    As few as can be meet again, or sit out again; then the sum of squares of the places between
    opponents is least. Of an odd number one sits out, as the opponent of one who stands last.
    Whoever has sat less often North-South than the opponent does so.
    """
    if len(set(order)) != len(order) or len(order) < 2:
        raise StorslamError("a Swiss round needs two or more, each once")
    standing = [*order, _NOBODY] if len(order) % 2 else list(order)
    surplus = _surplus(played)
    round_ = max((position.round for position in played.positions), default=0) + 1
    tables = []
    for one, other in _opponents(standing, _met(played)):
        first, second = standing[one], standing[other]
        turned = second != _NOBODY and surplus[first] > surplus[second]
        tables.append((second, first) if turned else (first, second))
    return tuple(
        Position(round_, table, ns, ew or None, boards) for table, (ns, ew) in enumerate(tables, 1)
    )


def _met(played: Movement) -> Counter[frozenset[str]]:
    """How often each two have met; who sat out has met nobody."""
    return Counter(
        frozenset((position.ns or _NOBODY, position.ew or _NOBODY)) for position in played.positions
    )


def _surplus(played: Movement) -> Counter[str]:
    """How much more often each sat North-South than East-West at a table."""
    surplus: Counter[str] = Counter()
    for position in played.positions:
        if position.ns is not None and position.ew is not None:
            surplus[position.ns] += 1
            surplus[position.ew] -= 1
    return surplus


def _opponents(standing: Sequence[str], met: Counter[frozenset[str]]) -> list[tuple[int, int]]:
    """Who meet, by their places (from 0), the highest first."""
    import networkx as nx  # takes longer to import than most movements to make

    size = len(standing)
    near = _NEAR
    while True:
        graph: nx.Graph[int] = nx.Graph()
        for one in range(size):
            for other in range(one + 1, min(size, one + near + 1)):
                times = met[frozenset((standing[one], standing[other]))]
                # Those who have met are looked at when there is no other way.
                if not times or near >= 2 * size:
                    graph.add_edge(one, other, weight=(other - one) ** 2 + times * size**3)
        found = nx.min_weight_matching(graph)
        if 2 * len(found) == size:
            return sorted((min(two), max(two)) for two in found)
        near *= 2
