"""Files in and out: one module a format, each with `load`/`loads` and `dump`/`dumps`.

`loads` takes text (or bytes where the format carries its own encoding), `load` bytes as they come
from a disk or an upload. A fault is a `FileFault` that names file, line and column, and nothing
of the file is used then.
"""

import re
from collections.abc import Sequence

from storslam.errors import FileFault
from storslam.exchange import bws, event_json, lin, pbn, teams, travellers, usebio, usebio_teams
from storslam.exchange.doubts import Doubt, doubts
from storslam.exchange.sound import sound
from storslam.exchange.teams import TeamMatch
from storslam.exchange.text import MAX_BYTES, refuse_large
from storslam.scoring.event import Event

__all__ = ["MAX_BYTES", "Doubt", "doubts", "read_event", "read_events", "read_matches"]


def read_event(data: bytes, name: str = "") -> Event:
    """The event in a file, whatever its format; the content tells which, never the name.

    Raises FileFault, with `name` as the file, when the content is none of them or has a fault.
    """
    try:
        refuse_large(len(data))
        return sound(_read(data))
    except FileFault as fault:
        raise fault.at(name) from fault


def read_events(files: Sequence[tuple[str, bytes]]) -> Event:
    """The event in these files, each with its name: one of any format, or several databases.

    Only the databases of Bridgemate Control are parts of an event: one a hall.
    """
    if len(files) == 1:
        [(name, data)] = files
        return read_event(data, name)
    halls = [_hall(data, name) for name, data in files]
    try:
        return sound(bws.of_tables(halls))
    except FileFault as fault:
        raise fault.at(", ".join(name for name, _ in files)) from fault


def _hall(data: bytes, name: str) -> bws.Tables:
    try:
        refuse_large(len(data))
        if not data.startswith(bws.MAGIC):
            raise FileFault("only Bridgemate databases are read several at a time")
        return bws.rows_of(data)
    except FileFault as fault:
        raise fault.at(name) from fault


def read_matches(data: bytes, name: str = "") -> tuple[TeamMatch, ...]:
    """The matches of teams in a file, CSV or USEBIO; the content tells which.

    Raises FileFault, with `name` as the file, when the content is neither or has a fault.
    """
    try:
        refuse_large(len(data))
        return usebio_teams.load(data) if _head(data).startswith(b"<") else teams.load(data)
    except FileFault as fault:
        raise fault.at(name) from fault


def _head(data: bytes) -> bytes:
    return data.removeprefix(b"\xef\xbb\xbf").lstrip()[:64]


def _read(data: bytes) -> Event:
    head = _head(data)
    if not head:
        raise FileFault("the file is empty")
    if data.startswith(bws.MAGIC):
        return bws.load(data)
    if head.startswith(b"<"):
        return usebio.load(data)
    if re.match(rb'\{\s*["}]|\{$', head):
        return event_json.load(data)
    if head.startswith((b"%", b"[", b"{", b";")):
        return pbn.load(data)
    if lin.is_lin(head):
        return lin.load(data)
    return travellers.load(data)
