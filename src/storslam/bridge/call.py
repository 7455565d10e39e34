"""Calls: bids, pass, double and redouble (Laws 17-19)."""

from dataclasses import dataclass
from enum import IntEnum

from storslam.errors import StorslamError


class Strain(IntEnum):
    """The five denominations, from the lowest."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3
    NOTRUMP = 4

    @property
    def letters(self) -> str:
        """`C`, `D`, `H`, `S` or `NT`."""
        return ("C", "D", "H", "S", "NT")[self]


@dataclass(frozen=True, slots=True, order=True)
class Bid:
    """An undertaking to win six tricks more than `level` (1-7) in a strain; ordered by rank."""

    level: int
    strain: Strain

    def __post_init__(self) -> None:
        if not 1 <= self.level <= 7:
            raise StorslamError("%(level)s is not a level from 1 to 7", level=self.level)

    def __str__(self) -> str:
        return f"{self.level}{self.strain.letters}"


@dataclass(frozen=True, slots=True)
class Pass:
    def __str__(self) -> str:
        return "Pass"


@dataclass(frozen=True, slots=True)
class Double:
    def __str__(self) -> str:
        return "X"


@dataclass(frozen=True, slots=True)
class Redouble:
    def __str__(self) -> str:
        return "XX"


Call = Bid | Pass | Double | Redouble

_STRAIN_OF = {
    **{strain.letters: strain for strain in Strain},
    "N": Strain.NOTRUMP,
    "♣": Strain.CLUBS,
    "♦": Strain.DIAMONDS,
    "♥": Strain.HEARTS,
    "♠": Strain.SPADES,
}
_OTHER_CALLS: dict[str, Call] = {
    **dict.fromkeys(("P", "PASS"), Pass()),
    **dict.fromkeys(("X", "DBL", "D"), Double()),
    **dict.fromkeys(("XX", "RDBL", "R"), Redouble()),
}


def parse_strain(text: str) -> Strain:
    """The strain written as C, D, H, S, NT or N, or as a suit symbol."""
    strain = _STRAIN_OF.get(text.strip().upper())
    if strain is None:
        raise StorslamError("'%(text)s' is not a strain: write C, D, H, S or NT", text=text)
    return strain


def parse_call(text: str) -> Call:
    """The call written as `1C` … `7NT`, `P`, `X` or `XX`, in either case."""
    word = text.strip().upper()
    if word in _OTHER_CALLS:
        return _OTHER_CALLS[word]
    if word[:1].isdecimal() and word[1:] in _STRAIN_OF:
        return Bid(int(word[0]), _STRAIN_OF[word[1:]])
    raise StorslamError("'%(text)s' is not a call: write for example 1NT, P, X or XX", text=text)
