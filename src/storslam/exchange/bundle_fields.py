"""What may stand where in a bundle: its fields, what names a row, and what rows name."""

import json
import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias

from storslam.bridge import SEATS, Vulnerability, parse_card, parse_deal
from storslam.errors import StorslamError
from storslam.exchange.cards import read_card
from storslam.exchange.outcomes import parse_award
from storslam.systems.openings import opening_calls

MOST_ROWS = 100_000
_MOST_OF_CARD = 100_000
_WHOLE = 100

Value: TypeAlias = dict[str, Any]
Test: TypeAlias = Callable[[object], bool]
Fields: TypeAlias = Mapping[str, Test]
Row: TypeAlias = Mapping[str, Any]
Identity: TypeAlias = tuple[Any, ...]


def identity(kind: str, row: Row) -> Identity:
    """What names a row of the frame in every copy."""
    return tuple(row[key] for key in IDENTITY[kind])


def _text(most: int, least: int = 0) -> Test:
    return lambda value: isinstance(value, str) and least <= len(value) <= most


def whole(most: int, least: int = 0) -> Test:
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


def _halves(value: object) -> bool:
    """Of each half of a match the round of the hall, and the boards."""
    return is_list(value) and all(
        isinstance(half, list) and len(half) == 2 and _count(half[0]) and _numbers(half[1])
        for half in value  # type: ignore[attr-defined]
    )


def _seats(value: object) -> bool:
    """By seat the place of the player in the roster; none sits twice."""
    return (
        isinstance(value, dict)
        and all(_dealer(seat) and _count(player) for seat, player in value.items())
        and len({*value.values()}) == len(value)
    )


def _points(text: str) -> object:
    return re.fullmatch(r"-?\d{1,30}(/[1-9]\d{0,30})?", text, re.ASCII)


def _flag(value: object) -> bool:
    return isinstance(value, bool)


def _object(value: object) -> bool:
    return isinstance(value, dict)


def is_list(value: object) -> bool:
    return isinstance(value, list) and len(value) <= MOST_ROWS


def _numbers(value: object) -> bool:
    return isinstance(value, list) and len(set(value)) == len(value) and all(map(_count, value))


def _each(test: Test) -> Test:
    return lambda value: (
        isinstance(value, list) and len(value) <= MOST_ROWS and all(map(test, value))
    )


def _tricks(value: object) -> bool:
    return isinstance(value, dict) and all(
        key[:1] in "NESW" and key[1:] in ("C", "D", "H", "S", "NT") and whole(13)(number)
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


def _systems(value: object) -> bool:
    """What the organiser has decided on bidding systems; empty where nothing is decided."""
    if not isinstance(value, dict) or not value:
        return value == {}
    banned, less = value.get("banned"), value.get("reductions")
    return (
        value.keys() == {"level", "max_dots", "banned", "reductions"}
        and value["level"] in ("A", "B", "C", "D")
        and _or_none(_count)(value["max_dots"])
        and _calls(banned)
        and isinstance(less, dict)
        and _calls(list(less))
        and all(map(_count, less.values()))
    )


def _calls(value: object) -> bool:
    try:
        return isinstance(value, list) and opening_calls("", value) == value
    except (StorslamError, AttributeError, TypeError):
        return False


def _card(value: object) -> bool:
    """A declaration card, as `exchange.cards` writes it."""
    try:
        return len(json.dumps(value)) <= _MOST_OF_CARD and read_card(value) is not None
    except (StorslamError, RecursionError):
        return False


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


_count = whole(32767)
_number = whole(32767, 1)
_moment, _day = _read(_zoned, 40), _read(date.fromisoformat, 10)
_code, _name, _word, _who, _key = (
    *(_text(40, 1), _text(120), _text(20), _text(150), _text(80, 1)),
)
_mark = _text(16, 1)
_contract = _read(re.compile(r"PASS|[1-7](?:[CDHS]|NT)X{0,2}").fullmatch, 6)
_dealer = {seat.value for seat in SEATS}.__contains__
_seat = {"", *(seat.value for seat in SEATS)}.__contains__
_sides = {side.value for side in Vulnerability}.__contains__

TOP: Fields = {
    "format": _word, "version": _count, "signature": _text(64), "mark": _mark, "copy": _text(16),
    "made": _moment, "by": _who, "about": _object, "frame": _object, "results": is_list,
    "rulings": is_list, "received": _object,
}  # fmt: skip
ABOUT: Fields = {
    "slug": _text(80, 1), "secret": _text(64, 16), "season": _text(50, 1),
    "discipline": _word, "stage": _word,
}  # fmt: skip
RECEIVED: Fields = {"mark": _mark, "seen": _marks, "frame": _object}

IDENTITY = {
    "stage": (),
    "event": (),
    "sections": ("name",),
    "contestants": ("code",),
    "members": ("contestant", "position"),
    "carried": ("contestant",),
    "cards": ("contestant", "made"),
    "duties": ("contestant", "duty"),
    "rounds": ("number",),
    "boards": ("number",),
    "dealings": ("made",),
    "tables": ("round", "section", "number"),
    "matches": ("round", "number"),
    "rooms": ("round", "number", "half", "closed"),
    "line_ups": ("round", "number", "half", "contestant"),
    "penalties": ("round", "number", "team", "when"),
    "choices": ("phase", "order"),
}
OF_SYSTEMS = ("cards", "duties")
"""The bidding systems, beside what its organiser has decided for the stage."""
OF_MATCHES = ("matches", "rooms", "line_ups", "penalties", "choices")
"""What an event of teams has besides."""
FRAME: Mapping[str, Fields] = {
    "stage": {"systems": _systems},
    "event": {
        "name": _text(120, 1), "site": _name, "date": _or_none(_day), "state": _word,
        "method": _word, "winners": whole(2, 1), "datum": _word, "imp_cap": _or_none(_count),
        "sections_apart": _flag, "correction_minutes": _count,
        "corrections_until": _or_none(_moment), "group": _word, "movement": _seating,
        "minutes": _or_none(_count), "confirm": _flag, "display": _word,
        "frozen": _or_none(_moment), "qualify": _or_none(_count), "code_turn": _count,
        "master_points": _each(_read(_points, 80)), "declined": _each(_code),
    },
    "sections": {"name": _word, "number": whole(999_999_999, 1)},
    "contestants": {
        "code": _code, "name": _name, "standing": _word, "present": _flag, "stationary": _flag,
        "a_system": _flag,
    },
    "members": {
        "contestant": _code, "position": _count, "name": _name, "club": _name, "number": _word,
        "first_round": _or_none(_count), "last_round": _or_none(_count),
    },
    "carried": {"contestant": _code, "points": _read(_points, 80), "text": _text(200)},
    "cards": {
        "contestant": _code, "made": _moment, "withdrawn": _or_none(_moment), "versions": is_list,
    },
    "duties": {"contestant": _code, "duty": _word, "when": _moment, "who": _who},
    "rounds": {
        "number": _count, "session": _count, "planned": _or_none(_moment),
        "opened": _or_none(_moment), "closed": _or_none(_moment), "started": _or_none(_moment),
        "minutes": _or_none(_count), "paused": _or_none(_moment), "held": _text(40, 1),
    },
    "boards": {
        "number": _number, "dealer": _dealer, "vulnerability": _sides, "deal": _deal,
        "tricks": _tricks,
    },
    "dealings": {
        "made": _moment, "who": _who, "secret": _or_empty(_text(64, 16)),
        "promise": _read(re.compile("[0-9a-f]{64}").fullmatch, 64), "boards": _numbers,
        "revealed": _or_none(_moment),
    },
    "tables": {
        "round": _count, "section": _word, "number": _count, "ns": _code, "ew": _or_none(_code),
        "boards": _numbers,
    },
    "matches": {
        "round": _count, "number": _count, "phase": _word, "home": _code, "away": _or_none(_code),
        "halves": _halves, "absent": _word, "why": _text(300), "decision": _object,
        "ruled_home": _or_none(_read(_points, 20)), "ruled_away": _or_none(_read(_points, 20)),
        "ruled_why": _text(400), "absent_at": _or_none(_moment), "ruled_at": _or_none(_moment),
        "announced": _word,
    },
    "rooms": {
        "round": _count, "number": _count, "half": _number, "closed": _flag, "hall_round": _count,
        "section": _word, "table": _count,
    },
    "line_ups": {
        "round": _count, "number": _count, "half": _number, "contestant": _code, "seats": _seats,
    },
    "penalties": {
        "round": _count, "number": _count, "team": _code, "when": _moment,
        "member": _or_none(_count),
        "vp": _read(_amount, 20), "imps": _count, "why": _text(300), "who": _who,
        "withdrawn_by": _who, "withdrawn_at": _or_none(_moment),
    },
    "choices": {"phase": _word, "order": _count, "chooser": _count, "chosen": _count},
}  # fmt: skip
_PAYLOAD: Fields = {
    "contract": _or_empty(_contract), "declarer": _seat, "tricks": _or_none(whole(13)),
    "lead": _or_empty(_read(parse_card, 2)), "score": _or_none(whole(20_000, -20_000)),
    "weights": _or_empty(_read(_shares, 120)), "ns_award": _or_empty(_read(parse_award, 12)),
    "ew_award": _or_empty(_read(parse_award, 12)), "group": _text(10),
    "sat_ns": _text(40), "sat_ew": _text(40),
}  # fmt: skip
_SENT: Fields = {
    "key": _key, "who": _who, "when": _moment, "reason": _text(500), "seat": _seat, **_PAYLOAD
}  # fmt: skip
VERSION_OF_CARD: Fields = {
    "number": _count, "content": _card, "dots": _count, "system_class": set("ABC").__contains__,
    "when": _moment, "who": _who,
}  # fmt: skip
VERSION_OF_RESULT: Fields = {
    "number": _count, "override": _flag, "confirmed_by": _who,
    "confirmed_at": _or_none(_moment), **_SENT,
}  # fmt: skip
CONFLICT: Fields = {
    "expected_version": _count, "settled_by": _who, "settled_at": _or_none(_moment),
    "taken": _or_none(_flag), **_SENT,
}  # fmt: skip
PLACE = ("round", "section", "table", "board")
RESULT: Fields = {
    "round": _count, "section": _word, "table": _count, "board": _count,
    "versions": is_list, "conflicts": is_list,
}  # fmt: skip
RULING: Fields = {
    "key": _key, "contestant": _code, "board": _or_none(_count), "kind": _word, "unit": _word,
    "amount": _read(_amount, 20), "reason": _text(500), "paragraph": _name, "rule": _text(40),
    "occasion": _or_none(_count), "decision": _object, "who": _who, "when": _moment,
    "withdrawn_by": _who, "withdrawn_at": _or_none(_moment),
}  # fmt: skip
_MATCH = ("matches", ("round", "number"))
Links: TypeAlias = Mapping[str, tuple[str, tuple[str, ...]]]
LINKS: Mapping[str, Links] = {
    "members": {"contestant": ("contestants", ("contestant",))},
    "carried": {"contestant": ("contestants", ("contestant",))},
    "cards": {"contestant": ("contestants", ("contestant",))},
    "duties": {"contestant": ("contestants", ("contestant",))},
    "tables": {
        "round": ("rounds", ("round",)), "section": ("sections", ("section",)),
        "ns": ("contestants", ("ns",)), "ew": ("contestants", ("ew",)),
    },
    "matches": {"home": ("contestants", ("home",)), "away": ("contestants", ("away",))},
    "rooms": {"match": _MATCH, "table": ("tables", ("hall_round", "section", "table"))},
    "line_ups": {"match": _MATCH, "contestant": ("contestants", ("contestant",))},
    "penalties": {
        "match": _MATCH, "team": ("contestants", ("team",)),
        "member": ("members", ("team", "member")),
    },
    "rulings": {"contestant": ("contestants", ("contestant",)), "board": ("boards", ("board",))},
}  # fmt: skip
"""What a row names in other rows: the kind of these, and the fields that hold their identity."""
UNIQUE = {
    "matches": (("round", "home"), ("round", "away")),
    "rooms": (("hall_round", "section", "table"),),
}
