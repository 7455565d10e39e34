"""The start list: everybody by name, the hall table by table, or teams with their players."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from storslam.bridge import Side
from storslam.names import sort_key
from storslam.printing.document import Head, document
from storslam.printing.rounds import table_name
from storslam.printing.words import clubs, direction, people
from storslam.scoring.event import Contestant
from storslam.scoring.ranking import id_order
from storslam.translation import gettext_noop

_WORDS = (
    gettext_noop("Name"),
    gettext_noop("Club"),
    gettext_noop("No."),
    gettext_noop("Team"),
    gettext_noop("Players"),
    gettext_noop("Table"),
    gettext_noop("North-South"),
    gettext_noop("East-West"),
    gettext_noop("A: plays a system of class A"),
)


@dataclass(frozen=True, slots=True)
class Starter:
    """A contestant and where it sits in the first round; `table` 0 where that is not settled."""

    contestant: Contestant
    section: str = ""
    table: int = 0
    side: Side | None = None
    a_system: bool = False


def start_list(
    head: Head,
    starters: Sequence[Starter],
    lang: str,
    order: Literal["name", "table", "team"] = "name",
) -> bytes:
    """The start list as PDF: a player a line in the Swedish order, or a table or a team a line."""
    rows: dict[str, Callable[[], Sequence[object]]] = {
        "name": lambda: _players(starters, lang),
        "table": lambda: _tables(starters),
        "team": lambda: _teams(starters),
    }
    data = {
        "order": order,
        "rows": rows[order](),
        "a_systems": any(starter.a_system for starter in starters),
    }
    return document("start_list", head, data, _WORDS, lang)


def _players(starters: Sequence[Starter], lang: str) -> list[list[str]]:
    rows = [
        [player.name, player.club, starter.contestant.id, _tag(starter), *_seat(starter, lang)]
        for starter in starters
        for player in starter.contestant.players
    ]
    return sorted(rows, key=lambda row: sort_key(row[0]))


def _tag(starter: Starter) -> str:
    return "A" if starter.a_system else ""


def _seat(starter: Starter, lang: str) -> tuple[str, str]:
    table = table_name(starter.section, starter.table) if starter.table else ""
    return table, direction(starter.side, lang) if starter.side else ""


def _tables(starters: Sequence[Starter]) -> list[dict[str, object]]:
    """The tables in order; those without a seat after them, each in a row without a table."""
    ordered = sorted(starters, key=_table_order)
    return [
        {
            "table": table_name(section, table) if table else "",
            "sides": [
                [_cells(starter) for starter in seated if (starter.side is Side.EW) is east_west]
                for east_west in (False, True)
            ],
        }
        for (_, section, table, _), group in groupby(ordered, key=_table_order)
        for seated in [list(group)]
    ]


def _table_order(starter: Starter) -> tuple[bool, str, int, tuple[int, str]]:
    unseated = not starter.table
    own = id_order(starter.contestant.id) if unseated else (0, "")
    return unseated, starter.section, starter.table, own


def _teams(starters: Sequence[Starter]) -> list[list[object]]:
    """The teams by number, each with the names and clubs of its players."""
    ordered = sorted(starters, key=lambda starter: id_order(starter.contestant.id))
    return [
        [one.id, one.name or one.id, _tag(starter), [[p.name, p.club] for p in one.players]]
        for starter in ordered
        for one in [starter.contestant]
    ]


def _cells(starter: Starter) -> list[str]:
    contestant = starter.contestant
    return [contestant.id, people(contestant), clubs(contestant), _tag(starter)]
