"""The Bridgemate Data Connector: how an event is set up at the control program, and kept so.

Sections, tables, rounds and players as objects of the protocol; see `data_connector`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from storslam.bridge import SEATS, Seat
from storslam.errors import StorslamError
from storslam.exchange.data_connector import LETTERS, Row, Spot, spot_row
from storslam.movements import Movement, Position
from storslam.scoring.event import Player

METHODS = {"matchpoints": 10, "cross-imps": 30, "butler": 21}
"""How the devices show a comparison, by our methods; the standing is ours."""

_PAIRS, _ONE_GROUP = 10, 1
_START, _RESET, _READ = 1, 2, 4


def letters_of(names: Iterable[str]) -> dict[str, str]:
    """The letters by which the devices know each section: its name where that can be, else free.

    Sections in the order in which they were made: one that comes later changes no other's.
    """
    given: dict[str, str] = {}
    for name in names:
        known = LETTERS.fullmatch(name) and name not in given.values()
        given[name] = name if known else next(_free(set(given.values())))
    return given


def _free(taken: set[str]) -> Iterator[str]:
    for times in (1, 2, 3):
        for number in range(26):
            letters = chr(ord("A") + number) * times
            if letters not in taken:
                yield letters
    raise StorslamError("the devices know at most 78 sections")


def pair_number(code: str) -> int:
    """The number by which the devices know a pair; StorslamError for a code that is none."""
    if not re.fullmatch(r"[1-9]\d{0,3}", code, re.ASCII):
        raise StorslamError("pair %(code)s has no number, and the devices know no other", code=code)
    return int(code)


def dump_section(
    guid: str, letters: str, name: str, movement: Movement, *, winners: int, more: bool
) -> Row:
    """The SectionDTO with every round of every table. `more`: further rounds will be drawn.

    A table where nobody plays in a round is empty in it. Raises StorslamError for what the devices
    cannot be told: pairs without numbers, boards that do not follow one another.
    """
    last = max(position.round for position in movement.positions)
    seated = {(p.table, p.round): p for p in movement.positions}
    return {
        "SessionGuid": guid,
        "ScoringGroupNumber": _ONE_GROUP,
        "Letters": letters,
        "Name": name or letters,
        "Winners": winners,
        "GameType": _PAIRS,
        "EWMoveBeforePlay": 0,
        "MissingPair": 0,
        "KeepBridgematesAlive": more,
        "IsCombiSection": False,
        "NorthSouthPairSectionLetters": None,
        "EastWestPairSectionLetters": None,
        "HasExplicitParticipations": False,
        "Tables": [
            {
                "SessionGuid": guid,
                "SectionLetters": letters,
                "TableNumber": table,
                "ConnectionMode": 0,
                "KeepBridgematesAlive": more,
                "Rounds": [
                    _round(Spot(letters, table, round_), guid, seated.get((table, round_)))
                    for round_ in range(1, last + 1)
                ],
                "ValidationMessages": None,
            }
            for table in sorted({position.table for position in movement.positions})
        ],
        "ValidationMessages": None,
    }


def _round(spot: Spot, guid: str, position: Position | None) -> Row:
    ns, ew = (position.ns, position.ew) if position else (None, None)
    boards = _range(spot, position.boards) if position and position.played else (0, 0)
    return {
        **spot_row(spot, guid),
        **dict(zip(("LowBoardNumber", "HighBoardNumber"), boards, strict=True)),
        "PairNS": pair_number(ns) if ns else 0,
        "PairEW": pair_number(ew) if ew else 0,
        "TeamNS": 0,
        "TeamEW": 0,
        "MatesTableSectionLetters": None,
        "MatesTableTableNumber": 0,
        "MatesTableRoundNumber": 0,
        "Updated": False,
        "ValidationMessages": None,
    }


def _range(spot: Spot, boards: Sequence[int]) -> tuple[int, int]:
    low, high = min(boards, default=0), max(boards, default=0)
    if sorted(boards) != list(range(low, high + 1)):
        raise StorslamError(
            "table %(table)s, round %(round)s: the devices want boards that follow one another, "
            "not %(boards)s",
            table=spot,
            round=spot.round,
            boards=" ".join(map(str, boards)),
        )
    return low, high


def dump_update(section: Row, club: str, method: str, *, deleted: bool = False) -> Row:
    """The SectionUpdateDTO that puts this section in place of what the devices know of it.

    `deleted`: they are to forget it.
    """
    return {
        **section,
        "ClubId": club,
        "ScoringGroupScoringMethod": METHODS[method],
        "Tables": [] if deleted else section["Tables"],
        "IsDeleted": deleted,
        "AddedPlayers": None,
        "Participations": None,
    }


@dataclass(frozen=True, slots=True)
class People:
    """Who the players are: PlayerDataDTOs, and where they sit in the first round."""

    players: list[Row]
    participations: list[Row]


def dump_people(
    guid: str,
    club: str,
    movements: Mapping[str, Movement],
    pairs: Mapping[str, Sequence[Player]],
) -> People:
    """The players of the pairs in the first round's seats; `movements` by a section's letters.

    A player without a number, or with one that another has, is told by name only.
    """
    found = People([], [])
    known: set[str] = set()
    for letters, movement in movements.items():
        for position in (p for p in movement.positions if p.round == 1):
            for code, seats in ((position.ns, "NS"), (position.ew, "EW")):
                for seat, player in zip(seats, pairs.get(code or "", ()), strict=False):
                    by_number = player.number not in {"", *known}
                    first, _, family = player.name.rpartition(" ")
                    names = {"FirstName": first, "LastName": family, "CountryCode": None}
                    if by_number:
                        known.add(player.number)
                        told = {"SessionGuid": guid, "ClubId": club, "PlayerNumber": player.number}
                        found.players.append({**told, **names, "ValidationMessages": None})
                    found.participations.append(
                        {
                            **spot_row(Spot(letters, position.table, 1), guid),
                            "Direction": SEATS.index(Seat(seat)) + 1,
                            "PlayerNumber": player.number if by_number else None,
                            "IsPlayerSwap": False,
                            "IsRemoval": False,
                            **(dict.fromkeys(names) if by_number else names),
                            "ValidationMessages": None,
                        }
                    )
    return found


def dump_event(
    guid: str,
    club: str,
    name: str,
    day: date,
    method: str,
    sections: Sequence[Row],
    people: People,
) -> Row:
    """The InitDTO: one session with one scoring group of all sections, without hand records.

    The control program is started, its devices are emptied and filled with this, and read.
    """
    group = {
        "SessionGuid": guid,
        "ClubId": club,
        "Sections": list(sections),
        "ScoringGroupNumber": _ONE_GROUP,
        "ScoringMethod": METHODS[method],
        "Name": None,
        "IsDeleted": False,
        "ValidationMessages": None,
    }
    session = {
        "ScoringGroups": [group],
        "EventGuid": guid,
        "SessionGuid": guid,
        "Name": name,
        "Year": day.year,
        "Month": day.month,
        "Day": day.day,
        "Hour": 0,
        "Minute": 0,
        "ShowInApp": False,
        "EWReturnHome": False,
        "PairsMoveAccrossField": False,
        "ValidationMessages": None,
    }
    return {
        "Commands": _START + _RESET + _READ,
        "EventGuid": guid,
        "ClubId": club,
        "AlternativeDataFolder": None,
        "Sessions": [session],
        "PlayerData": people.players,
        "Participations": people.participations,
        "Handrecords": None,
        "Bridgemate2Settings": None,
        "Bridgemate3Settings": None,
        "ValidationMessages": None,
    }


def dump_continue(guid: str, club: str) -> Row:
    """The ContinueDTO: start the control program with an event it knows, and read its devices."""
    return {
        "EventGuid": guid,
        "ClubId": club,
        "Commands": _START + _READ,
        "AlternativeDataFolder": None,
        "ValidationMessages": None,
    }
