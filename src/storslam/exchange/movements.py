"""Movements as CSV: `round;table;ns;ew;boards`, boards separated by spaces."""

from storslam.errors import FileFault
from storslam.exchange.seating import contestant_id
from storslam.exchange.text import Row, csv_text, decode, parse_positive, table
from storslam.exchange.travellers import cell
from storslam.movements import Movement, Position

COLUMNS = ("round", "table", "ns", "ew", "boards")


def load(data: bytes) -> tuple[Movement, tuple[int, ...]]:
    """The movement in a file, and the line of the file for each of its positions."""
    return loads(decode(data))


def loads(text: str) -> tuple[Movement, tuple[int, ...]]:
    """The movement in a text, and the line of the text for each of its positions."""
    rows = list(table(text, COLUMNS))
    if not rows:
        raise FileFault("the file has a heading but no tables")
    return Movement(tuple(map(_position, rows))), tuple(row.line for row in rows)


def _position(row: Row) -> Position:
    return Position(
        round=cell(row, "round", parse_positive),
        table=cell(row, "table", parse_positive),
        ns=cell(row, "ns", contestant_id) if row["ns"] else None,
        ew=cell(row, "ew", contestant_id) if row["ew"] else None,
        boards=cell(row, "boards", lambda text: tuple(map(parse_positive, text.split()))),
    )


def dumps(movement: Movement) -> str:
    """The movement as text; reads back equal."""
    rows = (
        (p.round, p.table, p.ns or "", p.ew or "", " ".join(map(str, p.boards)))
        for p in movement.positions
    )
    return csv_text(COLUMNS, rows)


def dump(movement: Movement) -> bytes:
    """The movement as a file in UTF-8."""
    return dumps(movement).encode()
