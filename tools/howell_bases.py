"""Finds the base rounds of `storslam.movements.howell` anew: a starter and its adder for each size.

The contestants are the residues of the rounds, who move on by one a round, and `stationary` others,
who do not move. Seen by round as seen by group of boards every residue must sit once; differences
of opponents and the groups of the tables must differ. In a full Howell, opponents on the first
group of boards are taken from a set of residues (North-South) and its rest that makes the balance.
"""

import sys
from itertools import combinations
from random import Random

from ortools.sat.python import cp_model

Table = tuple[int, int, int]
"""North-South, East-West and group of boards in the first round; -1 for one who does not move."""


def north_south(rounds: int) -> frozenset[int]:
    """Residues whose differences come as equally often as a search of some seconds finds."""
    size, random = (rounds - 1) // 2, Random(rounds)
    squares = frozenset(x * x % rounds for x in range(1, rounds))
    best = squares if len(squares) == size else frozenset(range(size))
    for _ in range(200):
        chosen = set(random.sample(range(rounds), size))
        better = True
        while better:
            better = False
            for out in list(chosen):
                for into in set(range(rounds)) - chosen:
                    other = chosen - {out} | {into}
                    if unevenness(other, rounds) < unevenness(chosen, rounds):
                        chosen, better = other, True
                        break
                if better:
                    break
        best = min(best, frozenset(chosen), key=lambda each: unevenness(each, rounds))
    return best


def unevenness(chosen: set[int] | frozenset[int], rounds: int) -> int:
    """The sum of squares of how often each difference comes within the set."""
    return sum(sum((x + d) % rounds in chosen for x in chosen) ** 2 for d in range(1, rounds))


def base(rounds: int, stationary: int, ns: frozenset[int] | None = None) -> list[Table] | None:
    """A base round for so many rounds; None when there is none, or none was found in time."""
    model = cp_model.CpModel()
    chosen = {}
    for one, other in combinations(range(rounds), 2):
        if (2 * (other - one)) % rounds and (ns is None or (one in ns) != (other in ns)):
            two = (one, other) if ns is None or one in ns else (other, one)
            for group in range(rounds):
                chosen[*two, group] = model.new_bool_var("")
    for one in range(rounds):
        if ns is None or one not in ns:
            for group in range(rounds):
                chosen[-1, one, group] = model.new_bool_var("")
    fixed = {key: var for key, var in chosen.items() if key[0] == -1}
    model.add(sum(fixed.values()) == stationary)
    model.add(sum(var for key, var in fixed.items() if key[2] == 0) == 1)
    for place in range(rounds):
        model.add_exactly_one(var for key, var in chosen.items() if place in key[:2])
        model.add_exactly_one(
            var
            for (one, other, group), var in chosen.items()
            if (place - group) % rounds == other or (one >= 0 and (place - group) % rounds == one)
        )
        model.add_at_most_one(var for key, var in chosen.items() if key[2] == place)
        model.add_at_most_one(
            var
            for (one, other, _), var in chosen.items()
            if one >= 0 and place in ((one - other) % rounds, (other - one) % rounds)
        )
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = 300
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    found = [
        (one if one < 0 else (one + group) % rounds, (other + group) % rounds, group)
        for (one, other, group), var in chosen.items()
        if solver.value(var)
    ]
    return sorted(found, key=lambda table: (table[0] >= 0, table[2]))


def written(tables: list[Table]) -> str:
    """The base round as the module has it."""
    return " ".join(f"{'*' if ns < 0 else ns}-{ew}:{group}" for ns, ew, group in tables)


def main() -> None:
    for contestants in map(int, sys.argv[1:]) if sys.argv[1:] else range(8, 32, 2):
        full = base(contestants - 1, 1, north_south(contestants - 1))
        most = min(-(-3 * contestants // 4) | 1, contestants - 3)  # even: there is none
        for name, found in (("full", full), ("fewer", base(most, contestants - most))):
            print(contestants, name, written(found) if found else "none found", flush=True)


if __name__ == "__main__":
    main()
