"""How long a card and a field of cards take: `python benchmarks/systems.py`.

A card is counted as while it is typed: no line of it has been seen before. The field is 170
different cards, their report with it. The baseline goes through all 560 distributions and every
number of high-card points for each line of the same cards, and asks nothing of them but whether
they fit; the ratio is its time to ours.
"""

import sys
from dataclasses import replace
from statistics import median
from time import perf_counter

from storslam.exchange.starting_points import STARTING_POINTS
from storslam.rulebook.edition import edition
from storslam.systems import assessment, hands
from storslam.systems.card import MOST_HP, Card, Line
from storslam.systems.field_report import field_report

CARDS = 170
CARD_SECONDS, FIELD_SECONDS = 0.1, 3.0
BOOK = edition().at()


def varied(line: Line, number: int) -> Line:
    """The line with other points, so that nothing of it is known from before."""
    return replace(line, hp=f"{number % 10}-{15 + number // 10}")


def field() -> list[Card]:
    """So many cards, all different."""
    known = [point.card(str) for point in STARTING_POINTS.values()]
    chosen = [(known[n % len(known)], n // len(known)) for n in range(CARDS)]
    return [replace(c, lines=tuple(varied(one, n) for one in c.lines)) for c, n in chosen]


def forget() -> None:
    """Let every hand be looked for anew."""
    assessment._dots.cache_clear()
    hands._fitting.cache_clear()


def baseline(cards: list[Card]) -> int:
    """How many distributions with points fit the lines of the cards, counted one by one."""
    fitting = 0
    for line in (line for card in cards for line in card.lines):
        wanted = line.hands()
        low, high = wanted.hp or (0, MOST_HP)
        suits = [wanted.length.get(suit, (0, 13)) for suit in ("C", "D", "H", "S")]
        for shape in hands.distributions():
            if all(a <= n <= b for n, (a, b) in zip(shape, suits, strict=True)):
                fitting += sum(low <= hp <= high for hp in range(MOST_HP + 1))
    return fitting


def timed(cards: list[Card]) -> float:
    """Seconds until the cards are counted and reported on."""
    forget()
    start = perf_counter()
    field_report([assessment.assess(card, BOOK) for card in cards])
    return perf_counter() - start


def main() -> int:
    """Measure and tell; 1 when a goal is missed."""
    cards, slow = field(), 0
    timed(cards[:1])
    for name, given, goal in (("a card", cards[:8], CARD_SECONDS), ("a field", cards, None)):
        start = perf_counter()
        baseline(given)
        plain = perf_counter() - start
        times = [timed([card]) for card in given] if goal else [timed(given) for _ in range(3)]
        ours, most = (max(times), goal) if goal else (median(times), FIELD_SECONDS)
        share = plain / (sum(times) if goal else ours)
        print(f"{name}: {ours * 1000:.0f} ms, goal {most * 1000:.0f} ms, {share:.1f} × baseline")
        slow += ours > most
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
