"""How long decisions take: `python benchmarks/decisions.py`.

Ten thousand questions of many kinds are written to a file, a line each, and answered by
`storslam decide --batch` from start to end; then every kind is timed by itself, in memory.
"""

import json
import random
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from storslam.cli.decide import DECIDING
from storslam.rulebook.edition import edition
from storslam.rulebook.registry import decide, discover

QUESTIONS, MOST_SECONDS = 10_000, 5.0
DISTRICTS = [district.name for district in edition().districts()]
PAIRS = edition().at().value("em-fund.disciplines", tuple)
LAST_CHANCES = edition().at().value("last-chance.disciplines", tuple)
STARTS = [{"discipline": discipline, "event": "qualifier"} for discipline in PAIRS]
STARTS += [{"discipline": discipline, "event": "last-chance"} for discipline in LAST_CHANCES]
Facts = dict[str, object]

CHANCE = random.Random(2012)
number, one_of, some = CHANCE.randint, CHANCE.choice, CHANCE.sample


def moment() -> str:
    return f"2013-0{one_of('78')}-{number(10, 28)}T{number(10, 23)}:{number(10, 59)}:00+02:00"


def starts() -> dict[str, int]:
    return {district: number(3, 172) for district in DISTRICTS}


def opening() -> Facts:
    low, suit, length = number(0, 16), one_of("CDHS"), number(0, 5)
    hand = {"hp": [low, low + 8], "length": {suit: [length, length + 4]}}
    call = f"{number(1, 2)}{one_of(['C', 'D', 'H', 'S', 'NT'])}"
    return {"call": call, "hands": [hand, {"hp": [low, 12 + low], "shape": "balanced"}]}


KINDS: dict[str, Callable[[], Facts]] = {
    "abandoned-stage": lambda: {"boards_played": number(0, 66), "stage_boards": 66},
    "sit-out": lambda: {
        "points_in_played_rounds": number(200, 600),
        "rounds_played": number(15, 20),
        "rounds_total": 21,
    },
    "club-qualifier": lambda: {"pairs": 30, "pairs_for_championship": number(0, 30)},
    "membership": lambda: {
        "kind": one_of(["pairs", "teams"]),
        "fee_paid_on": f"2013-02-{number(10, 28)}",
        "first_stage_day": "2013-02-16",
    },
    "second-start": lambda: {
        **one_of(STARTS),
        "earlier_starts": [{"discipline": one_of(PAIRS), "event": "qualifier"}],
    },
    "age-limit": lambda: {
        "discipline": one_of(["veteran-pairs", "junior-teams"]),
        "birth_years": [number(1930, 2000) for _ in range(2)],
    },
    "team-roster": lambda: {"players": number(3, 9), "stage": "qualifier"},
    "team-district": lambda: {
        "player_districts": [one_of(DISTRICTS[:4]) for _ in range(5)],
        "district": one_of(DISTRICTS[:4]),
    },
    "regular-players": lambda: {"halves": [some("ABCDEFGHI", 4) for _ in range(4)]},
    "champion-team": lambda: {
        "old_team_size": 6,
        "remaining": number(0, 6),
        "remaining_play_a_half": True,
    },
    "report-deadline": lambda: {"last_qualifying_day": "2013-07-20", "received_at": moment()},
    "vacancy": lambda: {
        "discipline": "open-pairs",
        "stage": "semifinal",
        "at": moment(),
        "district_has_next": one_of([True, False]),
        "other_district_has_next": True,
    },
    "apportion": lambda: {"seats": number(20, 168), "starts": starts(), "minimum": 8},
    "quota": lambda: {"discipline": one_of(PAIRS), "starts": starts()},
    "event-dates": lambda: {"discipline": one_of(PAIRS), "stage": "final"},
    "lateness": lambda: {"minutes": number(0, 45)},
    "walkover": lambda: {
        "boards": 24,
        "own_other_vp": [number(5, 25) for _ in range(4)],
        "absent_opponents_vp": [number(5, 25) for _ in range(3)],
    },
    "veteran-format": lambda: {"teams": number(2, 60)},
    "mobile-phone": lambda: {"kind": "pairs", "top": number(10, 50)},
    "table-fee": lambda: {
        "discipline": "open-pairs",
        "stage": one_of(["semifinal", "final"]),
        "players": 2,
    },
    "travel-festival": lambda: {
        "district": one_of(DISTRICTS),
        "discipline": "women-pairs",
        "entitled_pairs": number(5, 9),
        "final_pairs": number(1, 5),
    },
    "system-class": lambda: {"dots": number(0, 20)},
    "opening-dots": opening,
    "alert": lambda: {
        "auction": ["1D", "P", one_of(["1H", "1S", "2C"])],
        "meaning": {"conventional": False, "forcing": one_of([True, False])},
        "screens": False,
    },
}


def question() -> tuple[str, Facts]:
    name = one_of(list(KINDS))
    return name, KINDS[name]()


def batch(questions: list[tuple[str, Facts]]) -> float:
    """Seconds from start to end of the command; refuses an answer that is missing."""
    lines = "".join(json.dumps({"decision": n, "facts": f}) + "\n" for n, f in questions)
    storslam = Path(sys.executable).with_name("storslam")
    with TemporaryDirectory() as folder:
        file = Path(folder) / "questions.jsonl"
        file.write_text(lines, encoding="utf-8")
        start = perf_counter()
        done = subprocess.run([storslam, "decide", "--batch", file], capture_output=True, text=True)
        took = perf_counter() - start
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(questions) or any(answer["missing"] for answer in answers):
        raise SystemExit(f"not everything was answered: {done.stderr}")
    return took


def main() -> int:
    questions = [question() for _ in range(QUESTIONS)]
    took = batch(questions)
    print(f"{QUESTIONS:,} decisions of {len(KINDS)} kinds in {took:.2f} s (at most {MOST_SECONDS})")
    discover(*DECIDING)
    times = defaultdict(list)
    for name, facts in questions:
        start = perf_counter()
        decide(name, facts, edition())
        times[name].append(1000 * (perf_counter() - start))
    for name in sorted(times, key=lambda name: -max(times[name])):
        mean, most = sum(times[name]) / len(times[name]), max(times[name])
        print(f"{name:<20}{mean:>8.3f} ms on average{most:>9.2f} ms at most")
    return took > MOST_SECONDS


if __name__ == "__main__":
    sys.exit(main())
