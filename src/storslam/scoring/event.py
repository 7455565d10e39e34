"""An event as scoring sees it: who played, which boards, and what happened at each table."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from storslam.bridge import Board, Card, Contract, Deal, PassedOut, Seat, Strain
from storslam.errors import StorslamError

if TYPE_CHECKING:
    from storslam.scoring.settings import Settings


@dataclass(frozen=True, slots=True)
class Player:
    """A person as a result list shows them; `number` is the member number, empty if not known."""

    name: str
    number: str = ""
    club: str = ""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A pair or a team. `id` is unique in the event. `placed`: False for one without a place."""

    id: str
    players: tuple[Player, ...] = ()
    name: str = ""
    placed: bool = True


@dataclass(frozen=True, slots=True)
class Score:
    """A result of bridge: points to North-South. Played, or assigned by the director."""

    ns: int


@dataclass(frozen=True, slots=True)
class Weighted:
    """A weighted ruling (Law 12C1c): scores to North-South with weights that sum to 1."""

    parts: tuple[tuple[int, Fraction], ...]

    def __post_init__(self) -> None:
        weights = [weight for _, weight in self.parts]
        if sum(weights) != 1 or min(weights) <= 0:
            raise StorslamError("the weights of a ruling are above zero, and sum to 1")


@dataclass(frozen=True, slots=True)
class Percent:
    """An artificial score: this share (0 to 1) of the top on the board (Law 12C2)."""

    share: Fraction


@dataclass(frozen=True, slots=True)
class Average:
    """Average plus (+1), average (0) or average minus (-1) of Law 12C2."""

    grade: int


@dataclass(frozen=True, slots=True)
class Imps:
    """An artificial score of this many IMPs (Law 86)."""

    imps: Fraction


Award = Percent | Average | Imps


@dataclass(frozen=True, slots=True)
class Artificial:
    """Artificial scores: not a comparable result, but the board stays expected.

    `ew` is None when North-South sit out.
    """

    ns: Award
    ew: Award | None


Outcome = Score | Weighted | Artificial


@dataclass(frozen=True, slots=True)
class Play:
    """What was written on the traveller. `tricks` won by declarer, 0 when passed out."""

    contract: Contract | PassedOut
    tricks: int
    lead: Card | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One table on one board.

    `ew` None: `ns` sits out. `outcome` None: no result and no award (yet).
    `group` tells apart the groups of a fouled board: only lines of one group are compared.
    `round` and `table` count from 1; 0 means not known.
    """

    board: int
    ns: str
    ew: str | None
    outcome: Outcome | None
    play: Play | None = None
    section: str = ""
    round: int = 0
    table: int = 0
    group: str = ""


@dataclass(frozen=True, slots=True)
class BoardRecord:
    """A board of the event with what is known of its cards.

    `tricks` holds the double-dummy tricks by declarer and strain, where given.
    """

    board: Board
    deal: Deal | None = None
    tricks: Mapping[tuple[Seat, Strain], int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Event:
    """A whole event, as read from or written to a file. Boards by number, in order.

    `settings`: how it is scored, with its penalties and what was carried over; None: not told.
    """

    name: str = ""
    site: str = ""
    date: datetime.date | None = None
    contestants: tuple[Contestant, ...] = ()
    boards: Mapping[int, BoardRecord] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()
    settings: "Settings | None" = None
