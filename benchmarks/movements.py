"""Drawing rounds of a Swiss and a Green Lift, and making movements: how long each takes.

Beside the draws a plain baseline, down the standing to the nearest who has not been met; beside the
movements the usual circle of the same size.
"""

import time
from collections.abc import Callable
from random import Random
from statistics import median

from storslam.movements import Movement
from storslam.movements.barometer import usual_card
from storslam.movements.green_lift import draw, lot_order
from storslam.movements.kinds import make
from storslam.movements.swiss import by_lot, swiss_round

PAIRS, ROUNDS, RUNS = 200, 12, 5


def played() -> tuple[list[str], Movement]:
    """A standing of 200 pairs after twelve rounds by chance."""
    dice = Random(1)
    order = by_lot([str(number) for number in range(1, PAIRS + 1)], 1)
    movement = Movement(())
    for board in range(1, ROUNDS + 1):
        movement = Movement(movement.positions + swiss_round(order, movement, (board,)))
        places = {id_: place + dice.uniform(-20, 20) for place, id_ in enumerate(order)}
        order = sorted(order, key=places.__getitem__)
    return order, movement


def lifted() -> tuple[list[str], Movement]:
    """A standing of 200 teams after twelve rounds of the Green Lift, which has not moved much."""
    dice = Random(1)
    order = lot_order([str(number) for number in range(1, PAIRS + 1)], 1, 1)
    movement = Movement(())
    for number in range(1, ROUNDS + 1):
        drawn = draw(order, movement).positions(number, (number,))
        movement = Movement(movement.positions + drawn)
        places = {id_: place + dice.uniform(-3, 3) for place, id_ in enumerate(order)}
        order = sorted(order, key=places.__getitem__)
    return order, movement


def downwards(order: list[str], movement: Movement) -> list[tuple[str, str]]:
    """The draw's baseline: it may leave two to meet again."""
    met = {frozenset(position.contestants) for position in movement.positions}
    left, drawn = list(order), []
    while left:
        one = left.pop(0)
        other = next((two for two in left if frozenset((one, two)) not in met), left[0])
        left.remove(other)
        drawn.append((one, other))
    return drawn


def milliseconds(call: Callable[[], object]) -> float:
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        call()
        times.append(1000 * (time.perf_counter() - start))
    return median(times)


def main() -> None:
    order, movement = played()
    standing, lift = lifted()
    cases: tuple[tuple[str, Callable[[], object], Callable[[], object], int], ...] = (
        (
            f"swiss, {PAIRS} pairs, round {ROUNDS + 1}",
            lambda: swiss_round(order, movement, (ROUNDS + 1,)),
            lambda: downwards(order, movement),
            1000,
        ),
        (
            f"green lift, {PAIRS} teams, round {ROUNDS + 1}",
            lambda: draw(standing, lift),
            lambda: downwards(standing, lift),
            1000,
        ),
        ("howell, 30 pairs", lambda: make("howell", 30, 2), lambda: usual_card(30), 100),
        (
            "semibarometer, 52 pairs over 3 rounds",
            lambda: make("semibarometer", 52, 2, sharing=3),
            lambda: usual_card(52),
            3000,
        ),
    )
    for name, call, plain, target in cases:
        ours, base = milliseconds(call), milliseconds(plain)
        print(
            f"{name}: {ours:.1f} ms (target {target}), baseline {base:.2f} ms, "
            f"ratio {ours / base:.0f}"
        )


if __name__ == "__main__":
    main()
