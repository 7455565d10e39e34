"""Double dummy: how many tricks each declarer takes in each strain when all four see all cards.

The computing is that of endplay (the DDS of Bo Haglund), an extra that need not be there.
"""

import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec

from storslam.bridge.board import SEATS, parse_seat
from storslam.bridge.call import Strain
from storslam.bridge.cards import Deal, parse_deal
from storslam.bridge.par import Tricks
from storslam.errors import StorslamError

MOST_DEALS = 32
"""So many deals are computed together at most."""

_KEYS = tuple((parse_seat(letter), strain) for letter in "NSEW" for strain in reversed(Strain))


def can_compute() -> bool:
    """Whether the extra is installed."""
    return find_spec("endplay") is not None


def refuse_missing() -> None:
    """StorslamError, which says what to install, where the extra is missing."""
    if not can_compute():
        raise StorslamError("double dummy is not installed: install storslam[endplay]")


def makeable(deals: Sequence[Deal]) -> list[Tricks]:
    """The 20 numbers of tricks of each of these deals, whose four hands are known."""
    refuse_missing()
    from endplay.dds import calc_all_tables
    from endplay.types import Deal as Dealt
    from endplay.types import Denom, Player

    strains = dict(zip(Strain, (*reversed([*Denom.suits()]), Denom.nt), strict=True))
    players = dict(zip(SEATS, Player.iter_order("NESW"), strict=True))
    found: list[Tricks] = []
    for start in range(0, len(deals), MOST_DEALS):
        tables = calc_all_tables([Dealt(str(deal)) for deal in deals[start : start + MOST_DEALS]])
        found += [
            {(seat, strain): table[strains[strain], players[seat]] for seat, strain in _KEYS}
            for table in tables
        ]
    return found


def digits(tricks: Tricks) -> str:
    """All 20 numbers as digits 0-d: by N S E W, each in notrump and down to clubs."""
    return "".join(f"{tricks[key]:x}" for key in _KEYS)


def parse_digits(text: str) -> Tricks:
    """The tricks in such digits in either case, `-` and `*` not known; StorslamError for others."""
    if len(text) != len(_KEYS) or not set(text.lower()) <= set("0123456789abcd-*"):
        raise StorslamError("'%(text)s' is not 20 numbers of tricks", text=text[:40])
    return {key: int(one, 14) for key, one in zip(_KEYS, text, strict=True) if one not in "-*"}


def main() -> None:
    """Answer each line of deals, apart by `;`, with a line of their digits, until none comes.

    So another process has them computed, and goes on if the solver falls; whatever else runs on the
    machine goes first.
    """
    os.nice(19)
    for line in sys.stdin:
        deals = [parse_deal(text) for text in line.split(";")]
        print(";".join(map(digits, makeable(deals))), flush=True)


if __name__ == "__main__":
    main()
