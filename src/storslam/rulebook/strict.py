"""Plain data (from JSON or TOML) read strictly into the types a signature declares.

Nothing is guessed: an unknown name, a wrong type or an impossible date is refused by name, and
what is absent is listed as missing instead of being given a value.
"""

import dataclasses
import inspect
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from storslam.errors import StorslamError
from storslam.rulebook.nearest import nearest

JSON = dict[str, Any]

# Days that a championship can be about; so that a rule can count days on from any of them.
_YEARS = range(1900, 2200)


# More than any championship has of anything; so that a rule can count it through.
_MOST = 100_000


@dataclass(frozen=True, slots=True)
class Within:
    """A mark in `Annotated`: the number may be neither smaller nor larger."""

    minimum: int
    maximum: int

    def refuse(self, value: Any, path: str) -> None:
        """StorslamError for a number outside."""
        if value < self.minimum:
            raise StorslamError(
                "%(name)s must be at least %(least)s", name=path, least=self.minimum
            )
        if value > self.maximum:
            raise StorslamError("%(name)s must be at most %(most)s", name=path, most=self.maximum)

    @property
    def schema(self) -> JSON:
        return {"minimum": self.minimum, "maximum": self.maximum}


@dataclass(frozen=True, slots=True)
class AtMost:
    """A mark in `Annotated`: the list may not hold more. Refused before it is read."""

    items: int

    def refuse(self, value: Any, path: str) -> None:
        """StorslamError for a longer list."""
        if isinstance(value, list | tuple) and len(value) > self.items:
            raise StorslamError("%(name)s must hold at most %(most)s", name=path, most=self.items)

    @property
    def schema(self) -> JSON:
        return {"maxItems": self.items}


Count = Annotated[int, Within(0, _MOST)]
Positive = Annotated[int, Within(1, _MOST)]


@dataclass(frozen=True, slots=True)
class Field:
    """A named place in a signature: its type, and whether it must be filled."""

    kind: Any
    required: bool


@cache
def fields_of(shape: Any) -> Mapping[str, Field]:
    """The fields of a dataclass, or the keyword-only parameters of a function."""
    if dataclasses.is_dataclass(shape):
        required = {f.name: not _has_default(f) for f in dataclasses.fields(shape)}
    else:
        words = [
            p for p in inspect.signature(shape).parameters.values() if p.kind is p.KEYWORD_ONLY
        ]
        required = {p.name: p.default is p.empty for p in words}
    hints = get_type_hints(shape, include_extras=True)
    return {name: Field(hints[name], needed) for name, needed in required.items()}


def read_fields(shape: Any, data: object, missing: list[str], path: str = "") -> dict[str, Any]:
    """The fields of `shape` found in `data`, each in its type; absent ones are added to `missing`.

    `path` leads the names that are reported. Raises StorslamError for an unknown name, a value of
    another type and a date that does not exist.
    """
    given = as_object(data, path.rstrip("."))
    fields = fields_of(shape)
    _refuse_unknown(given, fields, path)
    found = {}
    for name, field in fields.items():
        value = given.get(name)
        if value is None and field.required and not _nullable(field.kind):
            missing.append(path + name)
        elif name in given:
            found[name] = read(field.kind, value, missing, path + name)
        elif field.required:
            missing.append(path + name)
    return found


def read(kind: Any, value: object, missing: list[str], path: str) -> Any:
    """`value` as `kind`; see `read_fields`. Meaningless when something was added to `missing`."""
    if kind in _SCALARS:
        return _SCALARS[kind](value, path)
    if dataclasses.is_dataclass(kind):
        found = read_fields(kind, value, missing, path + ".")
        return None if missing else kind(**found)  # type: ignore[operator]
    return _COMPOUNDS[get_origin(kind)](get_args(kind), value, missing, path)


def schema(kind: Any) -> JSON:
    """`kind` as a JSON Schema: what `read` accepts."""
    if kind in _SCHEMAS:
        return dict(_SCHEMAS[kind])
    if dataclasses.is_dataclass(kind):
        return object_schema(kind)
    return _COMPOUND_SCHEMAS[get_origin(kind)](*get_args(kind))


def object_schema(shape: Any) -> JSON:
    """The fields of a signature as the JSON Schema of an object."""
    fields = fields_of(shape)
    return {
        "type": "object",
        "properties": {name: schema(field.kind) for name, field in fields.items()},
        "required": [name for name, field in fields.items() if field.required],
        "additionalProperties": False,
    }


def _has_default(field: "dataclasses.Field[Any]") -> bool:
    unset = dataclasses.MISSING
    return field.default is not unset or field.default_factory is not unset


def as_object(data: object, path: str = "") -> Mapping[str, object]:
    """The data when it is an object with names; StorslamError when it is not."""
    if isinstance(data, Mapping):
        return data
    raise StorslamError("%(name)s must be an object", name=path or "facts")


def _refuse_unknown(given: Mapping[str, object], fields: Mapping[str, Field], path: str) -> None:
    for name in given:
        if name not in fields:
            raise StorslamError(
                "%(name)s is not known here; the nearest name is %(nearest)s",
                name=f"{path}{name}",
                nearest=nearest(name, fields),
            )


def _nullable(kind: Any) -> bool:
    return get_origin(kind) in _UNIONS and NoneType in get_args(kind)


def _read_optional(inner: tuple[Any, ...], value: object, missing: list[str], path: str) -> Any:
    if value is None:
        return None
    (kind,) = (part for part in inner if part is not NoneType)
    return read(kind, value, missing, path)


def _read_annotated(inner: tuple[Any, ...], value: object, missing: list[str], path: str) -> Any:
    kind, mark = inner
    if isinstance(mark, AtMost):
        mark.refuse(value, path)
    found = read(kind, value, missing, path)
    if isinstance(mark, Within):
        mark.refuse(found, path)
    return found


def _read_literal(inner: tuple[Any, ...], value: object, _: list[str], path: str) -> Any:
    for choice in inner:
        if type(choice) is type(value) and choice == value:
            return choice
    choices = ", ".join(str(choice) for choice in inner if choice != "")
    raise StorslamError("%(name)s must be one of %(choices)s", name=path, choices=choices)


def _read_list(inner: tuple[Any, ...], value: object, missing: list[str], path: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise StorslamError("%(name)s must be a list", name=path)
    return [read(inner[0], item, missing, f"{path}[{i}]") for i, item in enumerate(value)]


def _read_tuple(inner: tuple[Any, ...], value: object, missing: list[str], path: str) -> Any:
    if inner[-1] is ...:
        return tuple(_read_list(inner, value, missing, path))
    if not isinstance(value, list | tuple) or len(value) != len(inner):
        raise StorslamError("%(name)s must be a list of %(length)s", name=path, length=len(inner))
    pairs = enumerate(zip(inner, value, strict=True))
    return tuple(read(kind, item, missing, f"{path}[{i}]") for i, (kind, item) in pairs)


def _read_mapping(inner: tuple[Any, ...], value: object, missing: list[str], path: str) -> Any:
    key_kind, kind = inner
    return {
        read(key_kind, key, missing, f"{path}.{key}"): read(kind, item, missing, f"{path}.{key}")
        for key, item in as_object(value, path).items()
    }


def _read_int(value: object, path: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise StorslamError("%(name)s must be a whole number", name=path)


def _read_bool(value: object, path: str) -> bool:
    if isinstance(value, bool):
        return value
    raise StorslamError("%(name)s must be true or false", name=path)


def _read_text(value: object, path: str) -> str:
    if isinstance(value, str):
        return value
    raise StorslamError("%(name)s must be text", name=path)


def _read_fraction(value: object, path: str) -> Fraction:
    """A number exactly as written: 0.1 is one tenth, and "1/3" a third."""
    if isinstance(value, int | float | Fraction | str) and not isinstance(value, bool):
        text = str(value)
        if re.fullmatch(r"-?\d{1,300}(\.\d{1,300}|/0*[1-9]\d{0,300}|(\.\d+)?e[-+]\d{1,3})?", text):
            return Fraction(text)
    raise StorslamError("%(name)s must be a number", name=path)


def _read_date(value: object, path: str) -> date:
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", value, re.ASCII):
        with suppress(ValueError):
            value = date.fromisoformat(value)
    if isinstance(value, date) and not isinstance(value, datetime) and value.year in _YEARS:
        return value
    raise StorslamError("%(name)s must be a day of the calendar, as 2013-04-28", name=path)


def _read_moment(value: object, path: str) -> datetime:
    if isinstance(value, str) and "T" in value:
        with suppress(ValueError):
            value = datetime.fromisoformat(value)
    if isinstance(value, datetime) and value.tzinfo is not None and value.year in _YEARS:
        return value
    raise StorslamError(
        "%(name)s must be a time with its zone, as 2013-04-28T22:15:00+02:00", name=path
    )


def _tuple_schema(*inner: Any) -> JSON:
    if inner[-1] is ...:
        return {"type": "array", "items": schema(inner[0])}
    sizes = {"minItems": len(inner), "maxItems": len(inner)}
    return {"type": "array", "prefixItems": [schema(kind) for kind in inner], **sizes}


def _union_schema(*inner: Any) -> JSON:
    return {"anyOf": [schema(part) for part in inner]}


def _mapping_schema(_: Any, kind: Any) -> JSON:
    return {"type": "object", "additionalProperties": schema(kind)}


_SCALARS: dict[Any, Callable[[object, str], Any]] = {
    Any: lambda value, _: value,
    int: _read_int,
    bool: _read_bool,
    str: _read_text,
    Fraction: _read_fraction,
    date: _read_date,
    datetime: _read_moment,
}

_UNIONS = (Union, UnionType)

_COMPOUNDS: dict[Any, Callable[[tuple[Any, ...], object, list[str], str], Any]] = {
    Annotated: _read_annotated,
    Literal: _read_literal,
    list: _read_list,
    tuple: _read_tuple,
    dict: _read_mapping,
    Mapping: _read_mapping,
    Union: _read_optional,
    UnionType: _read_optional,
}

_SCHEMAS: dict[Any, JSON] = {
    Any: {},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    str: {"type": "string"},
    Fraction: {"type": "number"},
    date: {"type": "string", "format": "date"},
    datetime: {"type": "string", "format": "date-time"},
    NoneType: {"type": "null"},
}

_COMPOUND_SCHEMAS: dict[Any, Callable[..., JSON]] = {
    Annotated: lambda kind, mark: schema(kind) | mark.schema,
    Literal: lambda *choices: {"enum": list(choices)},
    list: lambda kind: {"type": "array", "items": schema(kind)},
    tuple: _tuple_schema,
    dict: _mapping_schema,
    Mapping: _mapping_schema,
    Union: _union_schema,
    UnionType: _union_schema,
}
