"""An event as it travels between copies of itself: signed JSON, read whole or refused.

The signature is HMAC-SHA256 with the event's own secret over the canonical JSON (keys in order, no
space) of all the rest. The secret travels inside, so that here the signature finds damage only; who
knows the event compares its own secret, and so finds strangers.
"""

import hmac
import json
from hashlib import sha256
from math import isfinite
from typing import Any

from storslam.errors import FileFault
from storslam.exchange.bundle_fields import (
    ABOUT,
    CONFLICT,
    FRAME,
    IDENTITY,
    LINKS,
    OF_MATCHES,
    OF_SYSTEMS,
    PLACE,
    RECEIVED,
    RESULT,
    RULING,
    TOP,
    UNIQUE,
    VERSION_OF_CARD,
    VERSION_OF_RESULT,
    Fields,
    Identity,
    Row,
    Value,
    identity,
    is_list,
    whole,
)
from storslam.exchange.text import refuse_large

FORMAT, VERSION = "storslam-bundle", 4


def dump(value: Row) -> bytes:
    """The bundle of this value (see `docs/formats.md`), signed with the secret inside it."""
    told = {**value, "format": FORMAT, "version": VERSION}
    signature = signed(told, told["about"]["secret"])
    return _canonical({**told, "signature": signature}) + b"\n"


def signed(value: Row, secret: str) -> str:
    """The signature of the value, but for the one that it carries, in hexadecimal digits."""
    told = {key: part for key, part in value.items() if key != "signature"}
    return hmac.digest(secret.encode(), _canonical(told), sha256).hex()


def load(data: bytes) -> Value:
    """The value of a bundle, as of this version. FileFault, with the place, for what is not a
    whole bundle.
    """
    value = _parsed(data)
    if value.get("format") != FORMAT:
        raise FileFault("this is not the bundle of an event")
    if not whole(VERSION, 1)(value.get("version")):
        raise FileFault("this is not a bundle of version %(version)s", version=VERSION)
    _fields(value, TOP, "")
    _fields(value["about"], ABOUT, "about")
    _signature(value)
    value["frame"] = _frame(value["frame"], value["version"], "frame")
    for copy, one in value["received"].items():
        path = f"received.{copy}"
        _fields(one, RECEIVED, path)
        one["frame"] = _frame(one["frame"], value["version"], f"{path}.frame")
    _results(value)
    _rows(value["rulings"], RULING, "rulings")
    _once(value["rulings"], ("key",), "rulings")
    _known("rulings", value["rulings"], value["frame"], "rulings")
    return value


def grown(frame: Row) -> Value:
    """A frame as of this version.

    The first had no matches of teams, the second no promises, the third no bidding systems.
    """
    later = (*OF_MATCHES, "dealings", *OF_SYSTEMS)
    return {"stage": [{"systems": {}}], **{kind: [] for kind in later}, **frame}


def _canonical(value: Row) -> bytes:
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    ).encode()


# --- Reading JSON


def _parsed(data: bytes) -> Value:
    """The object in the file; FileFault for anything else, or what no database would take."""
    refuse_large(len(data))
    try:
        value = json.loads(
            data.decode(), object_pairs_hook=_pairs, parse_float=_decimal, parse_constant=_not
        )
        plain = _canonical({"": value})
    except json.JSONDecodeError as error:
        raise FileFault(
            "this is not JSON (%(reason)s)", line=error.lineno, column=error.colno, reason=error.msg
        ) from error
    except UnicodeDecodeError as error:
        raise FileFault("this is not a text in UTF-8", column=error.start + 1) from error
    except (RecursionError, ValueError) as error:
        raise FileFault("this JSON holds what no event does") from error
    if not isinstance(value, dict) or b"\\u0000" in plain:
        raise FileFault("this is not the bundle of an event")
    return value


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise FileFault("the JSON has the same key twice in an object")
    return value


def _decimal(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(text)
    return number


def _not(text: str) -> float:
    raise ValueError(text)


def _signature(value: Value) -> None:
    wanted = signed(value, value["about"]["secret"])
    if not hmac.compare_digest(wanted.encode(), value["signature"].encode()):
        raise FileFault("the bundle was changed after it was signed")


# --- What stands where it should


def _refuse(path: str) -> FileFault:
    return FileFault("this is not what a bundle has here", path=path.strip(".") or "$")


def _fields(row: object, fields: Fields, path: str) -> None:
    """FileFault unless the row is an object with exactly these fields, each as it should be."""
    if not isinstance(row, dict):
        raise _refuse(path)
    for name in fields.keys() ^ row.keys():
        raise _refuse(f"{path}.{name}")
    for name, test in fields.items():
        try:
            fits = test(row[name])
        except TypeError:  # of what cannot be in a set
            fits = False
        if not fits:
            raise _refuse(f"{path}.{name}")


def _rows(rows: list[object], fields: Fields, path: str) -> None:
    for index, row in enumerate(rows):
        _fields(row, fields, f"{path}[{index}]")


def _once(rows: list[Row], keys: tuple[str, ...], path: str) -> None:
    """FileFault for the first row that is named as one before."""
    seen: set[Identity] = set()
    for index, row in enumerate(rows):
        name = tuple(row[key] for key in keys)
        if name in seen and None not in name:
            raise FileFault("this is there twice", path=f"{path}[{index}]")
        seen.add(name)


def _known(kind: str, rows: list[Row], frame: Row, path: str) -> None:
    """FileFault for the first row that names what the frame has not."""
    for target, fields in LINKS.get(kind, {}).values():
        there = {identity(target, row) for row in frame[target]}
        for index, row in enumerate(rows):
            name = tuple(row[field] for field in fields)
            if None not in name and name not in there:
                raise _refuse(f"{path}[{index}].{fields[-1]}")


def _frame(frame: Value, version: int, path: str) -> Value:
    """The frame, as of this version; FileFault unless this is an event but for its results."""
    if version < VERSION:
        frame = grown(frame)
    _fields(frame, dict.fromkeys(FRAME, is_list), path)
    for kind in ("stage", "event"):
        if len(frame[kind]) != 1:
            raise _refuse(f"{path}.{kind}")
    for kind, fields in FRAME.items():
        _rows(frame[kind], fields, f"{path}.{kind}")
        for keys in (IDENTITY[kind], *UNIQUE.get(kind, ())):
            _once(frame[kind], keys, f"{path}.{kind}")
    for kind in FRAME:
        _known(kind, frame[kind], frame, f"{path}.{kind}")
    _matches(frame, path)
    _cards(frame["cards"], f"{path}.cards")
    return frame


def _cards(cards: list[Row], path: str) -> None:
    """FileFault for a card whose versions are not counted from 1, the first when it was made."""
    for index, row in enumerate(cards):
        _counted(row["versions"], VERSION_OF_CARD, f"{path}[{index}].versions")
        if row["made"] != row["versions"][0]["when"]:
            raise _refuse(f"{path}[{index}].made")


def _counted(versions: list[Any], fields: Fields, path: str) -> None:
    """FileFault unless there are versions, counted from 1."""
    _rows(versions, fields, path)
    counted = [one["number"] for one in versions]
    if not counted or counted != list(range(1, len(counted) + 1)):
        raise _refuse(path)


def _matches(frame: Value, path: str) -> None:
    """FileFault for a team against itself, and for who plays for neither team of a match."""
    teams = {identity("matches", row): (row["home"], row["away"]) for row in frame["matches"]}
    players = {identity("members", row) for row in frame["members"]}
    for index, row in enumerate(frame["matches"]):
        if row["home"] == row["away"]:
            raise _refuse(f"{path}.matches[{index}].away")
        if (row["ruled_home"] is None) != (row["ruled_away"] is None):
            raise _refuse(f"{path}.matches[{index}].ruled_away")
    for index, row in enumerate(frame["line_ups"]):
        team = row["contestant"]
        seated = {(team, position) for position in row["seats"].values()}
        if team not in teams[row["round"], row["number"]] or not seated <= players:
            raise _refuse(f"{path}.line_ups[{index}].seats")


def _results(value: Value) -> None:
    """FileFault unless every result is of a seated board, its versions counted from 1."""
    _rows(value["results"], RESULT, "results")
    _once(value["results"], PLACE, "results")
    numbers = {row["number"] for row in value["frame"]["boards"]}
    seats = {identity("tables", row) for row in value["frame"]["tables"]}
    for index, row in enumerate(value["results"]):
        path = f"results[{index}]"
        if (row["round"], row["section"], row["table"]) not in seats or row["board"] not in numbers:
            raise _refuse(path)
        _counted(row["versions"], VERSION_OF_RESULT, f"{path}.versions")
        _rows(row["conflicts"], CONFLICT, f"{path}.conflicts")
        for kind in ("versions", "conflicts"):
            for at, one in enumerate(row[kind]):
                if one["contract"] not in {"", "PASS"} and not one["declarer"]:
                    raise _refuse(f"{path}.{kind}[{at}].declarer")
    for kind in ("versions", "conflicts"):
        _once([one for row in value["results"] for one in row[kind]], ("key",), kind)
