"""A traveller's line as a hand at the keyboard writes it: `4SN=`, `3NTXS-2 HQ`, `2RÖ+1`, `P`.

Contract, declarer, tricks (won, or against the contract) and, if known, the lead; in Swedish or
English letters, in either case, with or without spaces.
"""

import re

from storslam.bridge import (
    PASSED_OUT,
    parse_card,
    parse_contract,
    parse_seat,
    parse_tricks,
)
from storslam.errors import StorslamError
from storslam.scoring.event import Play

# Suits and ranks by their Swedish letters: klöver, ruter; ess, dam, knekt (kn).
_SUITS = {"K": "C", "R": "D"}
_RANKS = {"E": "A", "D": "Q", "KN": "J", "10": "T"}

_LINE = re.compile(
    r"(?P<level>[1-7])\s*(?P<strain>NT|N|[CDHSKR♣♦♥♠])\s*(?P<doubling>XX|X|)\s*"
    r"(?P<declarer>[NESWÖV])\s*(?P<tricks>=|[+-]\s?\d{1,2}|\d{1,2})"
    r"(?:\s+(?P<suit>[CDHSKR♣♦♥♠])\s*(?P<rank>10|KN|[2-9TJQKADE]))?"
)
_PASSED = {"P", "PASS", "UP"}


def parse_shorthand(text: str) -> Play:
    """What was played, as a line at the keyboard; StorslamError where it cannot be read."""
    line = " ".join(text.upper().replace("−", "-").split())
    if line in _PASSED:
        return Play(PASSED_OUT, 0)
    found = _LINE.fullmatch(line)
    if found is None:
        raise StorslamError(
            "'%(text)s' is not a result: write 4SN= or 3NTXS-2 or P", text=text[:20]
        )
    strain = _SUITS.get(found["strain"], found["strain"])
    contract = parse_contract(
        found["level"] + strain + found["doubling"], parse_seat(found["declarer"])
    )
    lead = None
    if found["suit"]:
        rank = _RANKS.get(found["rank"], found["rank"])
        lead = parse_card(_SUITS.get(found["suit"], found["suit"]) + rank)
    return Play(contract, parse_tricks(found["tricks"].replace(" ", ""), contract), lead)
