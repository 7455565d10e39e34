"""Contracts: what is played, by whom, doubled or not; and boards passed out."""

import re
from dataclasses import dataclass
from enum import IntEnum

from storslam.bridge.board import Seat
from storslam.bridge.call import Bid, Strain, parse_strain
from storslam.errors import StorslamError


class Doubling(IntEnum):
    """How often the contract is doubled."""

    NONE = 0
    DOUBLED = 1
    REDOUBLED = 2

    @property
    def letters(self) -> str:
        """Empty, `X` or `XX`."""
        return "X" * self


@dataclass(frozen=True, slots=True)
class Contract:
    """A final contract and its declarer."""

    level: int
    strain: Strain
    doubling: Doubling
    declarer: Seat

    def __post_init__(self) -> None:
        Bid(self.level, self.strain)

    @property
    def tricks_needed(self) -> int:
        return self.level + 6

    def __str__(self) -> str:
        """The contract without its declarer: `4HX`, `3NT`."""
        return f"{self.level}{self.strain.letters}{self.doubling.letters}"


@dataclass(frozen=True, slots=True)
class PassedOut:
    """No bid was made: no declarer, no lead, score 0 (Law 22)."""

    def __str__(self) -> str:
        return "Pass"


PASSED_OUT = PassedOut()

_CONTRACT = re.compile(r"([1-7])\s*(NT|N|[CDHS♣♦♥♠])\s*(XX|X|\*\*|\*|)", re.IGNORECASE)
_PASSED = {"PASS", "PASSED", "PASSED OUT", "P", "AP", "ALL PASS"}


def parse_contract(text: str, declarer: Seat | None) -> Contract | PassedOut:
    """The contract written as `4H`, `3NTX`, `2CXX` or `PASS`, played by this seat."""
    word = text.strip().upper()
    if word in _PASSED:
        return PASSED_OUT
    match = _CONTRACT.fullmatch(word)
    if match is None:
        raise StorslamError(
            "'%(text)s' is not a contract: write for example 4H, 3NTX, 2CXX or PASS", text=text
        )
    if declarer is None:
        raise StorslamError("the contract %(text)s has no declarer", text=text)
    level, strain, doubled = match.groups()
    return Contract(int(level), parse_strain(strain), Doubling(len(doubled)), declarer)


def parse_tricks(text: str, contract: Contract | PassedOut) -> int:
    """Tricks won (0-13), written as a number or relative to the contract (`=`, `+1`, `-2`).

    For a board passed out there are none: anything but nothing or 0 is refused.
    """
    word = text.strip().replace("−", "-")
    if isinstance(contract, PassedOut):
        if word not in {"", "0", "="}:
            raise StorslamError("passed out, but with tricks: %(text)s", text=text)
        return 0
    if word == "=":
        tricks = contract.tricks_needed
    elif re.fullmatch(r"[+-][0-9]{1,2}", word):
        tricks = contract.tricks_needed + int(word)
    elif re.fullmatch(r"[0-9]{1,2}", word):
        tricks = int(word)
    else:
        raise StorslamError(
            "'%(text)s' is not a number of tricks: write 0-13, =, +1 or -2", text=text
        )
    if not 0 <= tricks <= 13:
        raise StorslamError(
            "%(text)s gives %(tricks)s tricks; there are 13", text=text, tricks=tricks
        )
    return tricks
