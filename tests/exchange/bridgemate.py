"""Databases as Bridgemate Control keeps them, with as much in them as a test needs."""

import datetime
from collections.abc import Iterable, Mapping
from typing import Any

from storslam.bridge import SEATS, Strain, Suit
from tests.exchange.jet_writer import Table, database

RECEIVED = {
    **dict.fromkeys(("ID",), "long"),
    **dict.fromkeys(("Section", "Table", "Round", "Board", "PairNS", "PairEW"), "short"),
    **dict.fromkeys(("NS/EW", "Contract", "Result", "LeadCard", "Remarks"), "text"),
    **dict.fromkeys(("DateLog", "TimeLog"), "date"),
    "Erased": "bool",
}
SECTION = {"ID": "short", "Letter": "text", "Tables": "short", "MissingPair": "short"}
PLAN = dict.fromkeys(
    ("Section", "Table", "Round", "NSPair", "EWPair", "LowBoard", "HighBoard"), "short"
) | {"CustomBoards": "text"}
NUMBERS = {"Section": "short", "Table": "short", "Direction": "text", "Number": "text"}
NUMBERS |= {"Name": "text", "Round": "short"}
HANDS = {"Section": "short", "Board": "short"}
HANDS |= {f"{seat.name}{suit.name}".title(): "text" for seat in SEATS for suit in Suit}
TRICKS = {"Section": "short", "Board": "short"}
TRICKS |= {f"{seat.name}{strain.name}".title(): "short" for seat in SEATS for strain in Strain}
EVENING = datetime.datetime.fromisoformat("2013-04-05")


def table(columns: Mapping[str, str], rows: Iterable[Mapping[str, Any]]) -> Table:
    return Table(columns, [tuple(row.get(name) for name in columns) for row in rows])


def sent(board: int, ns: int, ew: int, contract: str = "", **more: Any) -> dict[str, Any]:
    """A row of ReceivedData; `at` is the minute in which it came."""
    at = more.pop("at", 0)
    words = contract.split(",") if contract else ["", "", ""]
    row = {"Section": 1, "Table": 1, "Round": 1, "Board": board, "PairNS": ns, "PairEW": ew}
    row |= dict(zip(("Contract", "NS/EW", "Result"), words, strict=True))
    row |= {"DateLog": EVENING, "TimeLog": datetime.datetime.fromisoformat("1899-12-30")}
    row["TimeLog"] += datetime.timedelta(minutes=at)
    return row | more


def evening(*rows: Mapping[str, Any], **tables: Table) -> bytes:
    numbered = [{"ID": index, **row} for index, row in enumerate(rows, 1)]
    section = {"ID": 1, "Letter": "A", "Tables": 2, "MissingPair": 0}
    return database(
        {
            "Section": table(SECTION, [section]),
            "ReceivedData": table(RECEIVED, numbered),
            **tables,
        }
    )


def plan(*rows: tuple[int, int, int, int, int, int]) -> Table:
    """Rows of RoundData: round, table, NS, EW, lowest and highest board."""
    names = ("Round", "Table", "NSPair", "EWPair", "LowBoard", "HighBoard")
    return table(PLAN, [{"Section": 1, **dict(zip(names, row, strict=True))} for row in rows])
