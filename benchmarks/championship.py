"""Seeding, team venues and series of teams: how long each takes.

Beside each a plain baseline: the same field dealt to groups with a usual circle as its table; each
team sent to the nearest venue that has a seat, limits or not; victory points added by team.
"""

import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from random import Random
from statistics import median

from storslam.championship.matches import (
    Half,
    MatchResult,
    Plan,
    TeamMatch,
    result_of,
    series_plan,
)
from storslam.championship.seeding import decide_seed_groups
from storslam.championship.team_semifinals import Order
from storslam.championship.team_series import schedule, series_of
from storslam.championship.venues import decide_venues
from storslam.movements.barometer import as_movement, berger
from storslam.rulebook.book import Book
from storslam.rulebook.edition import edition
from storslam.rulebook.registry import REGISTRY
from storslam.rulebook.strict import read_fields
from storslam.scoring import Score

DISTRICTS = [district.name for district in edition().districts()]
SIZES = (27, 20, 14, 12, 11, 10, 9, 8, 8, 7, 7, 6, 6, 5, 5, 4, 4, 3, 2, 1, 1)
RUNS = 5


def field() -> dict[str, object]:
    """170 pairs of 21 districts with values by chance."""
    dice = Random(1)
    pairs = [
        {
            "id": f"{name}-{pair}",
            "district": name,
            "master_points": [dice.randint(0, 900), dice.randint(0, 900)],
            "handicap": [dice.randint(0, 52), dice.randint(0, 52)],
            "ranking_points": [dice.randint(0, 200), dice.randint(0, 200)],
        }
        for name, size in zip(DISTRICTS, SIZES, strict=True)
        for pair in range(size)
    ]
    return {"pairs": pairs, "lot_seed": 7}


def country() -> dict[str, object]:
    """60 teams of 21 districts, ten venues, on a long map."""
    dice = Random(1)
    places = {d: (dice.randint(0, 300), dice.randint(0, 1500)) for d in DISTRICTS}
    hosts = dice.sample(sorted(places), 10)
    teams = dict.fromkeys(places, 1)
    for _ in range(60 - len(DISTRICTS)):
        teams[dice.choice(sorted(teams))] += 1
    km = {
        d: {f"V{h}": round(abs(complex(*at) - complex(*places[h]))) for h in hosts}
        for d, at in places.items()
    }
    return {"teams": teams, "venues": [{"name": f"V{h}", "district": h} for h in hosts], "km": km}


def dealt(facts: dict[str, object]) -> None:
    """The seeding's baseline."""
    for _ in range(len(facts["pairs"]) // 34):  # type: ignore[arg-type]
        as_movement(berger(34), 34, 2)


def nearest(facts: dict[str, object]) -> None:
    """The venues' baseline."""
    seats = {venue["name"]: 6 for venue in facts["venues"]}  # type: ignore[attr-defined]
    for district, count in facts["teams"].items():  # type: ignore[attr-defined]
        for _ in range(count):
            free = [venue for venue in seats if seats[venue]]
            seats[min(free, key=lambda venue: facts["km"][district][venue])] -= 1  # type: ignore[index]


def recomputed() -> None:
    """The final series of ten with a walkover and a team struck, all its matches over 24 boards."""
    series_of(*SERIES, struck=["10"])


def added() -> None:
    """The recomputing's baseline."""
    total = dict.fromkeys(map(str, range(1, 11)), Fraction())
    for one in SERIES[1]:
        total[one.home] += one.vp_home or 0
        total[one.away] += one.vp_away or 0


def final_series() -> tuple[Order, list[MatchResult], Plan, Book]:
    """The rounds of ten teams, with results by chance and one walkover."""
    dice, book = Random(1), edition().at()
    plan = series_plan(book, "final")
    rounds = schedule([str(number) for number in range(1, 11)], 1)
    played = [told(*two, dice, plan.boards) for matches in rounds for two in matches]
    played[0] = TeamMatch(played[0].home, played[0].away, absent=(played[0].home,))
    return rounds, [result_of(one, plan, book) for one in played], plan, book


def told(home: str, away: str, dice: Random, boards: int) -> TeamMatch:
    numbers = tuple(range(1, boards + 1))
    rooms = ({n: Score(dice.choice((-100, 140, 420, 620))) for n in numbers} for _ in "ab")
    return TeamMatch(home, away, (Half(numbers, *rooms),))


SERIES = final_series()


def milliseconds(call: Callable[[], object]) -> float:
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        call()
        times.append(1000 * (time.perf_counter() - start))
    return median(times)


def main() -> None:
    book = edition().at()
    cases: list[tuple[str, Callable[[], object], Callable[[], object], int]] = []
    for name, function, facts, plain, target in (
        ("seed-groups, 170 pairs", decide_seed_groups, field(), dealt, 5000),
        ("venues, 60 teams", decide_venues, country(), nearest, 200),
    ):
        read = read_fields(REGISTRY.entries[name.split(",")[0]].function, facts, [])
        ours = partial(function, book, **read)
        cases.append((name, ours, partial(plain, facts), target))
    cases.append(("series of ten, a walkover and a struck team", recomputed, added, 50))
    for name, ours, plain, target in cases:
        spent, base = milliseconds(ours), milliseconds(plain)
        print(
            f"{name}: {spent:.1f} ms (target {target}), baseline {base:.2f} ms, "
            f"ratio {spent / base:.0f}"
        )


if __name__ == "__main__":
    main()
