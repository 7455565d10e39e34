"""How long files take, in and out: `python benchmarks/exchange.py`.

An event of the size of a semifinal, and a book of dealt boards as PBN. Every time is the best of
several runs, the machine's own noise taken away as far as that goes.
"""

import random
from collections.abc import Callable
from time import perf_counter

from storslam.bridge import (
    SEATS,
    Contract,
    Deal,
    Doubling,
    Hand,
    Strain,
    Suit,
    duplicate_score,
    numbered_board,
)
from storslam.bridge.cards import RANKS
from storslam.exchange import event_json, pbn, read_event, travellers, usebio
from storslam.scoring import Settings, score
from storslam.scoring.event import (
    BoardRecord,
    Contestant,
    Event,
    Line,
    Play,
    Player,
    Score,
)

RUNS = 3
CHANCE = random.Random(2013)


def deal() -> Deal:
    """A deal of a shuffled pack."""
    pack = [(suit, rank) for suit in Suit for rank in RANKS]
    CHANCE.shuffle(pack)
    north, east, south, west = (
        Hand(tuple("".join(r for s, r in sorted(pack[i : i + 13]) if s is suit) for suit in Suit))
        for i in range(0, 52, 13)
    )
    return Deal((north, east, south, west))


def event(pairs: int, boards: int) -> Event:
    """Everybody has played everything, with cards, leads and names."""
    return Event(
        name="Semifinal",
        site="Örebro",
        contestants=tuple(
            Contestant(str(n), (Player(f"Åsa Öberg {n}", str(n)), Player(f"Bo Ek {n}", str(n))))
            for n in range(1, pairs + 1)
        ),
        boards={n: BoardRecord(numbered_board(n), deal()) for n in range(1, boards + 1)},
        lines=tuple(line for board in range(1, boards + 1) for line in lines(board, pairs)),
    )


def lines(board: int, pairs: int) -> list[Line]:
    """Every table on a board."""
    seats = CHANCE.sample(range(1, pairs + 1), pairs)
    vulnerable = numbered_board(board).vulnerability
    found = []
    for table, (ns, ew) in enumerate(zip(seats[::2], seats[1::2], strict=True), 1):
        level, strain = CHANCE.randint(1, 7), CHANCE.choice(list(Strain))
        contract = Contract(level, strain, Doubling.NONE, CHANCE.choice(SEATS))
        play = Play(contract, CHANCE.randint(5, 13))
        points = Score(duplicate_score(contract, play.tricks, vulnerable))
        found.append(Line(board, str(ns), str(ew), points, play, "", board, table))
    return found


def book(boards: int) -> bytes:
    """Dealt boards as PBN, a quarter of a thousand to an event."""
    records = {n: BoardRecord(numbered_board(n), deal(), doubled()) for n in range(1, boards + 1)}
    return pbn.dump(Event(boards=records))


def doubled() -> dict[tuple[object, Strain], int]:
    """Double-dummy tricks, any."""
    return {(seat, strain): CHANCE.randint(0, 13) for seat in SEATS for strain in Strain}


def told(what: str, run: Callable[[], object]) -> None:
    """The shortest time of several runs."""
    times = []
    for _ in range(RUNS):
        start = perf_counter()
        run()
        times.append(perf_counter() - start)
    print(f"{what:44} {min(times):6.2f} s")


def main() -> None:
    """Every format both ways."""
    played = event(170, 66)
    standing = score(played.lines, Settings())
    files = {
        "USEBIO 1.2": lambda: usebio.dump(played, standing),
        "PBN": lambda: pbn.dump(played, standing),
        "JSON": lambda: event_json.dump(played),
        "CSV": lambda: travellers.dump(played),
    }
    print("170 pairs, 66 boards")
    for name, dump in files.items():
        told(f"  {name}, written", dump)
        data = dump()
        told(f"  {name}, read ({len(data) / 1e6:.1f} MB)", lambda data=data: read_event(data))
    data = book(7600)
    told(f"7,600 boards of PBN, read ({len(data) / 1e6:.1f} MB)", lambda: read_event(data))


if __name__ == "__main__":
    main()
