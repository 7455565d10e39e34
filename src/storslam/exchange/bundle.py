"""An event as it travels between copies of itself: signed JSON, read whole or refused.

The signature is HMAC-SHA256 with the event's own secret over the canonical JSON (keys in order, no
space) of all the rest. The secret travels inside, so that here the signature finds damage only; who
knows the event compares its own secret, and so finds strangers.
"""

import hmac
import json
import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from hashlib import sha256
from math import isfinite
from typing import Any, TypeAlias

from storslam.bridge import SEATS, Vulnerability, parse_card, parse_deal
from storslam.errors import FileFault, StorslamError
from storslam.exchange.outcomes import parse_award
from storslam.exchange.text import refuse_large

FORMAT, VERSION = "storslam-bundle", 1
MOST_ROWS = 100_000
_WHOLE = 100

Value: TypeAlias = dict[str, Any]
Test: TypeAlias = Callable[[object], bool]
Fields: TypeAlias = Mapping[str, Test]
Row: TypeAlias = Mapping[str, Any]
Identity: TypeAlias = tuple[Any, ...]


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
    """The value of a bundle. FileFault, with the place, for what is not a whole bundle."""
    value = _parsed(data)
    if value.get("format") != FORMAT:
        raise FileFault("this is not the bundle of an event")
    if value.get("version") != VERSION or value["version"] is True:
        raise FileFault("this is not a bundle of version %(version)s", version=VERSION)
    _fields(value, _TOP, "")
    _fields(value["about"], _ABOUT, "about")
    _signature(value)
    _frame(value["frame"], "frame")
    for copy, one in value["received"].items():
        path = f"received.{copy}"
        _fields(one, _RECEIVED, path)
        _frame(one["frame"], f"{path}.frame")
    _results(value)
    _rows(value["rulings"], _RULING, "rulings")
    _once(value["rulings"], ("key",), "rulings")
    _known(value["rulings"], {"contestant": "contestants", "board": "boards"}, value, "rulings")
    return value


def identity(kind: str, row: Row) -> Identity:
    """What names a row of the frame in every copy."""
    return tuple(row[key] for key in IDENTITY[kind])


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


# --- What may stand where


def _text(most: int, least: int = 0) -> Test:
    return lambda value: isinstance(value, str) and least <= len(value) <= most


def _whole(most: int, least: int = 0) -> Test:
    return lambda value: type(value) is int and least <= value <= most


def _or_none(test: Test) -> Test:
    return lambda value: value is None or test(value)


def _read(parse: Callable[[str], object], most: int) -> Test:
    """A text of at most so many letters that can be parsed."""

    def test(value: object) -> bool:
        try:
            return isinstance(value, str) and len(value) <= most and parse(value) is not None
        except (StorslamError, ValueError, ArithmeticError):
            return False

    return test


def _zoned(text: str) -> datetime | None:
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else None


def _amount(text: str) -> Decimal | None:
    amount = Decimal(text)
    return amount if amount.is_finite() and abs(amount) < 10**6 else None


def _points(text: str) -> object:
    return re.fullmatch(r"-?\d{1,30}(/[1-9]\d{0,30})?", text, re.ASCII)


def _flag(value: object) -> bool:
    return isinstance(value, bool)


def _object(value: object) -> bool:
    return isinstance(value, dict)


def _list(value: object) -> bool:
    return isinstance(value, list) and len(value) <= MOST_ROWS


def _numbers(value: object) -> bool:
    return isinstance(value, list) and len(set(value)) == len(value) and all(map(_count, value))


def _each(test: Test) -> Test:
    return lambda value: (
        isinstance(value, list) and len(value) <= MOST_ROWS and all(map(test, value))
    )


def _tricks(value: object) -> bool:
    return isinstance(value, dict) and all(
        key[:1] in "NESW" and key[1:] in ("C", "D", "H", "S", "NT") and _whole(13)(number)
        for key, number in value.items()
    )


def _marks(value: object) -> bool:
    return isinstance(value, dict) and all(map(_mark, value.values()))


def _deal(value: object) -> bool:
    return value == "" or _read(parse_deal, 80)(value)


def _or_empty(test: Test) -> Test:
    return lambda value: value == "" or test(value)


def _shares(text: str) -> object:
    """A weighted ruling: points with shares that are all of it together."""
    parts = [part.split("@") for part in text.split("|")]
    weights = [Fraction(share) for points, share in parts if int(points) is not None]
    return (sum(weights) == _WHOLE and min(weights) > 0) or None


def _figures(value: object) -> bool:
    """The figures of a balance: exact numbers, as text."""
    exact = _or_none(_read(_points, 80))
    return value is None or (
        isinstance(value, dict) and all(exact(one) or _count(one) for one in value.values())
    )


def _seating(value: object) -> bool:
    """How an event was seated, session by session."""
    if not isinstance(value, dict):
        return False
    later = value.get("later", {})
    return (
        isinstance(later, dict)
        and all(key.isdecimal() and _seating(one) for key, one in later.items())
        and isinstance(value.get("options", {}), dict)
        and all(_figures(value.get(name)) for name in ("balance", "usual"))
    )


_count = _whole(32767)
_number = _whole(32767, 1)
_moment, _day = _read(_zoned, 40), _read(date.fromisoformat, 10)
_code, _name, _word, _who, _key = (
    *(_text(40, 1), _text(120), _text(20), _text(150), _text(80, 1)),
)
_mark = _text(16, 1)
_contract = _read(re.compile(r"PASS|[1-7](?:[CDHS]|NT)X{0,2}").fullmatch, 6)
_dealer = {seat.value for seat in SEATS}.__contains__
_seat = {"", *(seat.value for seat in SEATS)}.__contains__
_sides = {side.value for side in Vulnerability}.__contains__

_TOP: Fields = {
    "format": _word, "version": _count, "signature": _text(64), "mark": _mark, "copy": _text(16),
    "made": _moment, "by": _who, "about": _object, "frame": _object, "results": _list,
    "rulings": _list, "received": _object,
}  # fmt: skip
_ABOUT: Fields = {
    "slug": _text(80, 1), "secret": _text(64, 16), "season": _text(50, 1),
    "discipline": _word, "stage": _word,
}  # fmt: skip
_RECEIVED: Fields = {"mark": _mark, "seen": _marks, "frame": _object}

IDENTITY = {
    "event": (),
    "sections": ("name",),
    "contestants": ("code",),
    "members": ("contestant", "position"),
    "carried": ("contestant",),
    "rounds": ("number",),
    "boards": ("number",),
    "tables": ("round", "section", "number"),
}
FRAME: Mapping[str, Fields] = {
    "event": {
        "name": _text(120, 1), "site": _name, "date": _or_none(_day), "state": _word,
        "method": _word, "winners": _whole(2, 1), "datum": _word, "imp_cap": _or_none(_count),
        "sections_apart": _flag, "correction_minutes": _count,
        "corrections_until": _or_none(_moment), "group": _word, "movement": _seating,
        "minutes": _or_none(_count), "confirm": _flag, "display": _word,
        "frozen": _or_none(_moment), "qualify": _or_none(_count), "code_turn": _count,
        "master_points": _each(_read(_points, 80)), "declined": _each(_code),
    },
    "sections": {"name": _word, "number": _whole(999_999_999, 1)},
    "contestants": {
        "code": _code, "name": _name, "standing": _word, "present": _flag, "stationary": _flag,
        "a_system": _flag,
    },
    "members": {
        "contestant": _code, "position": _count, "name": _name, "club": _name, "number": _word,
        "first_round": _or_none(_count), "last_round": _or_none(_count),
    },
    "carried": {"contestant": _code, "points": _read(_points, 80), "text": _text(200)},
    "rounds": {
        "number": _count, "session": _count, "planned": _or_none(_moment),
        "opened": _or_none(_moment), "closed": _or_none(_moment), "started": _or_none(_moment),
        "minutes": _or_none(_count), "paused": _or_none(_moment), "held": _text(40, 1),
    },
    "boards": {
        "number": _number, "dealer": _dealer, "vulnerability": _sides, "deal": _deal,
        "tricks": _tricks,
    },
    "tables": {
        "round": _count, "section": _word, "number": _count, "ns": _code, "ew": _or_none(_code),
        "boards": _numbers,
    },
}  # fmt: skip
_PAYLOAD: Fields = {
    "contract": _or_empty(_contract), "declarer": _seat, "tricks": _or_none(_whole(13)),
    "lead": _or_empty(_read(parse_card, 2)), "score": _or_none(_whole(20_000, -20_000)),
    "weights": _or_empty(_read(_shares, 120)), "ns_award": _or_empty(_read(parse_award, 12)),
    "ew_award": _or_empty(_read(parse_award, 12)), "group": _text(10),
    "sat_ns": _text(40), "sat_ew": _text(40),
}  # fmt: skip
_SENT: Fields = {
    "key": _key, "who": _who, "when": _moment, "reason": _text(500), "seat": _seat, **_PAYLOAD
}  # fmt: skip
_VERSION: Fields = {
    "number": _count, "override": _flag, "confirmed_by": _who,
    "confirmed_at": _or_none(_moment), **_SENT,
}  # fmt: skip
_CONFLICT: Fields = {
    "expected_version": _count, "settled_by": _who, "settled_at": _or_none(_moment),
    "taken": _or_none(_flag), **_SENT,
}  # fmt: skip
PLACE = ("round", "section", "table", "board")
_RESULT: Fields = {
    "round": _count, "section": _word, "table": _count, "board": _count,
    "versions": _list, "conflicts": _list,
}  # fmt: skip
_RULING: Fields = {
    "key": _key, "contestant": _code, "board": _or_none(_count), "kind": _word, "unit": _word,
    "amount": _read(_amount, 20), "reason": _text(500), "paragraph": _name, "rule": _text(40),
    "occasion": _or_none(_count), "decision": _object, "who": _who, "when": _moment,
    "withdrawn_by": _who, "withdrawn_at": _or_none(_moment),
}  # fmt: skip
# What a field of the frame names: a row of this kind.
_NAMES = {
    "members": {"contestant": "contestants"},
    "carried": {"contestant": "contestants"},
    "tables": {
        "round": "rounds", "section": "sections", "ns": "contestants", "ew": "contestants",
    },
}  # fmt: skip


def _refuse(path: str) -> FileFault:
    return FileFault("%(path)s: this is not what a bundle has here", path=path.strip(".") or "$")


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
        if name in seen:
            raise FileFault("%(path)s: this is there twice", path=f"{path}[{index}]")
        seen.add(name)


def _known(rows: list[Row], names: Mapping[str, str], value: Row, path: str) -> None:
    """FileFault for the first row that names what the frame has not."""
    for field, kind in names.items():
        there = {identity(kind, row)[0] for row in value["frame"][kind]} | {None}
        for index, row in enumerate(rows):
            if row[field] not in there:
                raise _refuse(f"{path}[{index}].{field}")


def _frame(frame: Any, path: str) -> None:
    """FileFault unless this is an event but for its results."""
    _fields(frame, dict.fromkeys(FRAME, _list), path)
    if len(frame["event"]) != 1:
        raise _refuse(f"{path}.event")
    for kind, fields in FRAME.items():
        _rows(frame[kind], fields, f"{path}.{kind}")
        _once(frame[kind], IDENTITY[kind], f"{path}.{kind}")
    for kind, names in _NAMES.items():
        _known(frame[kind], names, {"frame": frame}, f"{path}.{kind}")


def _results(value: Value) -> None:
    """FileFault unless every result is of a seated board, its versions counted from 1."""
    _rows(value["results"], _RESULT, "results")
    _once(value["results"], PLACE, "results")
    numbers = {row["number"] for row in value["frame"]["boards"]}
    seats = {identity("tables", row) for row in value["frame"]["tables"]}
    for index, row in enumerate(value["results"]):
        path = f"results[{index}]"
        if (row["round"], row["section"], row["table"]) not in seats or row["board"] not in numbers:
            raise _refuse(path)
        _rows(row["versions"], _VERSION, f"{path}.versions")
        _rows(row["conflicts"], _CONFLICT, f"{path}.conflicts")
        for kind in ("versions", "conflicts"):
            for at, one in enumerate(row[kind]):
                if one["contract"] not in {"", "PASS"} and not one["declarer"]:
                    raise _refuse(f"{path}.{kind}[{at}].declarer")
        counted = [one["number"] for one in row["versions"]]
        if not counted or counted != list(range(1, len(counted) + 1)):
            raise _refuse(f"{path}.versions")
    for kind in ("versions", "conflicts"):
        _once([one for row in value["results"] for one in row[kind]], ("key",), kind)
