"""The Bridgemate Data Connector: what the devices at the tables are sent, and what they send.

The objects of Bridge Systems' published protocol (client 1.2.1, wire format 5.0.1041) as plain JSON
values, with its names; no network here. What comes in is checked field by field: a line that breaks
the protocol is a FileFault with its number, and the lines beside it stand.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any, TypeVar

from storslam.bridge import (
    PASSED_OUT,
    SEATS,
    Card,
    Contract,
    Doubling,
    Seat,
    Side,
    Strain,
    Suit,
)
from storslam.errors import FileFault, StorslamError
from storslam.exchange.sound import can_be_shown
from storslam.scoring.event import Artificial, Average, Play

Row = dict[str, Any]
"""An object of the protocol."""

T = TypeVar("T")

LETTERS = re.compile(r"([A-Z])\1{0,2}")
"""How the devices know a section."""

_MOST_NUMBER, _MOST_TEXT = 9999, 120
_RANKS = "23456789TJQKA"  # from 2, as the protocol counts them
_NOT_PLAYED = -10
_EW_ONLY, _BOTH = 2, 3


class Command(IntEnum):
    """What the control program is asked; those of the protocol that are used here."""

    INITIALIZE = 5
    UPDATE_MOVEMENT = 6
    PUT_RESULTS = 10
    PUT_PLAYERS = 11
    PUT_PARTICIPATIONS = 12
    POLL_RESULTS = 19
    POLL_PARTICIPATIONS = 21
    ACCEPT_RESULTS = 27
    ACCEPT_PARTICIPATIONS = 29
    CONTINUE = 31
    POLL_CALLS = 36
    ACCEPT_CALLS = 38


class Kind(IntEnum):
    """What an answer holds; others are not asked for."""

    NOTHING = 0
    OK = 1
    ERROR = 4
    PARTICIPATIONS = 11
    RESULTS = 12
    MOVEMENT = 14
    CALLS = 21


class Absent(Enum):
    """Why a board has no result: it was taken back at the device, or not played."""

    ERASED = "erased"
    NOT_PLAYED = "not played"


@dataclass(frozen=True, slots=True)
class Spot:
    """A table in a round, as the devices know it: the section by its letters."""

    letters: str
    table: int
    round: int

    def __str__(self) -> str:
        return f"{self.letters}{self.table}"


@dataclass(frozen=True, slots=True)
class Said:
    """What a table says of a board. `ns`, `ew`: the pairs that met, 0 where it was erased.

    `switched`: they sat the other way round. `split`: the result is for East-West only.
    """

    spot: Spot
    board: int
    result: Play | Artificial | Absent
    ns: int = 0
    ew: int = 0
    switched: bool = False
    split: bool = False


class Status(IntEnum):
    """How far a call for the director has come."""

    LAUNCHED = 1
    IN_PROGRESS = 2
    RESOLVED = 3
    DEFERRED = 4


@dataclass(frozen=True, slots=True)
class Called:
    """A table calls the director, at this hour and minute of its day."""

    spot: Spot
    hour: int
    minute: int
    status: Status


@dataclass(frozen=True, slots=True)
class Seated:
    """A player who gave a number, or a name, at a seat. `removed`: the seat was emptied.

    `swapped`: with the partner.
    """

    spot: Spot
    seat: Seat
    number: str = ""
    name: str = ""
    removed: bool = False
    swapped: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What the control program answers. `last`: the last item of the queue that is in `data`."""

    command: int
    kind: int
    last: int
    error: int
    data: str


# --- Questions and answers


def dump_request(command: Command, guid: str, club: str, licence: str, data: object) -> bytes:
    """A question of this club; `data` is what the command takes, None for nothing."""
    told = "" if data is None else json.dumps(data)
    request = {
        "Command": command,
        "ClubId": club,
        "LicenceKey": licence,
        "SessionGuid": guid,
        "SerializedData": told,
    }
    return json.dumps(request).encode()


def load_answer(body: bytes) -> Answer:
    """The answer in the body of a response; StorslamError for one that is none."""
    row = _parsed(body)
    if not isinstance(row, dict):
        raise StorslamError("this is no answer of the Data Connector")
    return Answer(
        _number(row, "RequestCommand", 0, 1000),
        _number(row, "DataType", 0, 1000),
        _number(row, "LastQueueItemId", 0, 2**62),
        _number(row, "ErrorType", 0, 1000),
        "" if row.get("SerializedData") is None else _string(row, "SerializedData"),
    )


def load_lines(
    data: str, guid: str, load: Callable[[Row], T]
) -> tuple[list[T], list[StorslamError]]:
    """The lines of a queue as `load` reads them, and the faults of those that it cannot.

    A line of another session than `guid` is a fault. Raises StorslamError for what is no list.
    """
    rows = _parsed(data.encode(errors="replace")) if data.strip() else []
    if not isinstance(rows, list):
        raise StorslamError("this is no list of the Data Connector")
    found: list[T] = []
    wrong: list[StorslamError] = []
    for index, row in enumerate(rows, 1):
        try:
            if not isinstance(row, dict):
                raise StorslamError("this is no object")
            if _string(row, "SessionGuid").upper() != guid.upper():
                raise StorslamError("it is of another session")
            found.append(load(row))
        except StorslamError as error:
            wrong.append(FileFault.of(error, line=index))
    return found, wrong


def _parsed(text: bytes) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise StorslamError("this is no answer of the Data Connector") from error


def _number(row: Row, name: str, least: int, most: int) -> int:
    value = row.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise StorslamError(
            "%(name)s is %(value)s; it must be a number from %(least)s to %(most)s",
            name=name,
            value=_shown(value),
            least=least,
            most=most,
        )
    return value


def _string(row: Row, name: str) -> str:
    value = row.get(name)
    if not isinstance(value, str):
        raise StorslamError(
            "%(name)s is %(value)s; it must be text", name=name, value=_shown(value)
        )
    return value


def _text(row: Row, name: str) -> str:
    """A text that people are shown; empty where there is none."""
    value = "" if row.get(name) is None else _string(row, name).strip()
    if len(value) > _MOST_TEXT or not can_be_shown(value):
        raise StorslamError("%(name)s cannot be shown", name=name)
    return value


def _flag(row: Row, name: str) -> bool:
    value = row.get(name)
    if not isinstance(value, bool):
        raise StorslamError(
            "%(name)s is %(value)s; it must be true or false", name=name, value=_shown(value)
        )
    return value


def _shown(value: object) -> str:
    return repr(value)[:40]


# --- What comes in


def load_result(row: Row) -> Said:
    """What a ResultDTO says.

    The protocol has no split scores yet ("BCS will work with the NS value"): a result for
    North-South is one for both, one for East-West alone is marked as `split`. The two grades of an
    award are those of North-South and East-West, and the other way round where it is for East-West.
    A pair that declares from the other side's seats tells that they sat `switched`.
    """
    spot, board = _spot(row), _number(row, "BoardNumber", 1, _MOST_NUMBER)
    if _flag(row, "IsDeleted"):
        return Said(spot, board, Absent.ERASED)
    ns, ew = (_number(row, name, 1, _MOST_NUMBER) for name in ("PairNorthSouth", "PairEastWest"))
    declaring = _number(row, "DeclaringPair", 0, _MOST_NUMBER)
    if declaring not in (ns, ew):
        raise StorslamError("the declaring pair is none of the two")
    level, direction = _number(row, "Level", _NOT_PLAYED, 7), _number(row, "ScoringDirection", 0, 3)
    if level == _NOT_PLAYED:
        return Said(spot, board, Absent.NOT_PLAYED, ns, ew)
    if level < 0:
        first, second = (Average(1 - step) for step in divmod(9 + level, 3))
        award = Artificial(second, first) if direction == _EW_ONLY else Artificial(first, second)
        return Said(spot, board, award, ns, ew)
    play = _play(row, level)
    switched = level > 0 and declaring != _declaring(play, ns, ew)
    return Said(spot, board, play, ns, ew, switched, split=direction == _EW_ONLY)


def _declaring(play: Play, ns: int, ew: int) -> int:
    """Which of the pairs declares, if these sit North-South and East-West."""
    contract = play.contract
    return ew if isinstance(contract, Contract) and contract.declarer.side is Side.EW else ns


def _spot(row: Row, first_round: int = 1) -> Spot:
    letters = _string(row, "SectionLetters")
    if not LETTERS.fullmatch(letters):
        raise StorslamError("'%(text)s' are not the letters of a section", text=letters)
    return Spot(
        letters,
        _number(row, "TableNumber", 1, _MOST_NUMBER),
        _number(row, "RoundNumber", first_round, _MOST_NUMBER),
    )


def _play(row: Row, level: int) -> Play:
    if level == 0:
        return Play(PASSED_OUT, 0)
    contract = Contract(
        level,
        Strain(_number(row, "Denomination", 1, 5) - 1),
        Doubling(_number(row, "Stake", 0, 2)),
        SEATS[_number(row, "DeclarerDirection", 1, 4) - 1],
    )
    return Play(contract, _number(row, "TotalTricks", 0, 13), _lead(row))


def _lead(row: Row) -> Card | None:
    rank = _number(row, "LeadCardRank", 0, 14)
    if rank == 0:
        return None
    if rank == 1:
        raise StorslamError("'%(rank)s' is not the rank of a card", rank=rank)
    return Card(Suit(_number(row, "LeadCardSuit", 1, 4) - 1), _RANKS[rank - 2])


def load_call(row: Row) -> Called:
    """What a TdCallDTO says."""
    return Called(
        _spot(row),
        _number(row, "Hour", 0, 23),
        _number(row, "Minute", 0, 59),
        Status(_number(row, "Status", 1, 4)),
    )


def load_participation(row: Row) -> Seated:
    """What a ParticipationDTO says; round 0 is the first."""
    spot = _spot(row, first_round=0)
    return Seated(
        Spot(spot.letters, spot.table, max(spot.round, 1)),
        SEATS[_number(row, "Direction", 1, 4) - 1],
        _text(row, "PlayerNumber"),
        f"{_text(row, 'FirstName')} {_text(row, 'LastName')}".strip(),
        removed=_flag(row, "IsRemoval"),
        swapped=_flag(row, "IsPlayerSwap"),
    )


# --- What goes out


def dump_result(said: Said, guid: str) -> Row:
    """The ResultDTO that says this."""
    row: Row = {
        **spot_row(said.spot, guid),
        "BoardNumber": said.board,
        "ScoringDirection": _EW_ONLY if said.split else _BOTH,
        "IsDeleted": said.result is Absent.ERASED,
        "PairNorthSouth": said.ns,
        "PairEastWest": said.ew,
        "DeclaringPair": said.ns,
        **dict.fromkeys(_PLAYED, 0),
        "ValidationMessages": None,
    }
    match said.result:
        case Absent.NOT_PLAYED:
            return {**row, "Level": _NOT_PLAYED}
        case Artificial(Average(ns), Average(ew)):
            return {**row, "Level": 3 * (1 - ns) + (1 - ew) - 9}
        case Artificial():
            raise StorslamError("the devices know A+, A= and A- only")
        case Play(Contract() as contract, tricks, lead):
            pairs = (said.ew, said.ns) if said.switched else (said.ns, said.ew)
            declaring = _declaring(said.result, *pairs)
            return {**row, "DeclaringPair": declaring, **_contract_row(contract, tricks, lead)}
    return row


_PLAYED = (
    *("DeclarerDirection", "Level", "Denomination", "Stake", "TotalTricks"),
    *("LeadCardRank", "LeadCardSuit"),
)


def _contract_row(contract: Contract, tricks: int, lead: Card | None) -> Row:
    return {
        "DeclarerDirection": SEATS.index(contract.declarer) + 1,
        "Level": contract.level,
        "Denomination": contract.strain + 1,
        "Stake": int(contract.doubling),
        "TotalTricks": tricks,
        "LeadCardRank": _RANKS.index(lead.rank) + 2 if lead else 0,
        "LeadCardSuit": lead.suit + 1 if lead else 0,
    }


def spot_row(spot: Spot, guid: str) -> Row:
    """How every object of a table in a round begins."""
    return {
        "SessionGuid": guid,
        "SectionLetters": spot.letters,
        "TableNumber": spot.table,
        "RoundNumber": spot.round,
    }
