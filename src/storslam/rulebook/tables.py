"""TOML texts as exact values: decimals as fractions, lists as tuples, local times with a zone."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from types import MappingProxyType
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from storslam.errors import FileFault, StorslamError
from storslam.rulebook.records import Value
from storslam.rulebook.strict import read_fields

T = TypeVar("T")
Table = Mapping[str, Any]


def read_toml(file: str, text: str) -> Table:
    """The tables of a TOML text; FileFault when it is not TOML."""
    try:
        return tomllib.loads(text, parse_float=Fraction)
    except tomllib.TOMLDecodeError as fault:
        raise FileFault("this is not TOML: %(fault)s", file=file, fault=fault) from None


def read_record(shape: type[T], table: Table, file: str, key: str) -> T:
    """A table as a dataclass; FileFault names the file and the key that is wrong or absent."""
    missing: list[str] = []
    try:
        fields = read_fields(shape, table, missing, f"{key}: ")
    except StorslamError as fault:
        raise FileFault.of(fault).at(file) from None
    if missing:
        raise FileFault("%(name)s must be given", file=file, name=missing[0])
    return shape(**fields)


def read_values(table: Table, zone: ZoneInfo, prefix: str = "") -> Iterator[tuple[str, Value]]:
    """Each value in nested tables under its dotted key."""
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from read_values(value, zone, f"{prefix}{name}.")
        else:
            yield prefix + name, _exact(value, zone)


def nested(values: Mapping[str, Value]) -> dict[str, Any]:
    """Values under dotted keys as a tree of dicts."""
    tree: dict[str, Any] = {}
    for key, value in values.items():
        *branches, leaf = key.split(".")
        twig = tree
        for branch in branches:
            twig = twig.setdefault(branch, {})
        twig[leaf] = value
    return tree


def _exact(value: Any, zone: ZoneInfo) -> Any:
    if isinstance(value, list):
        return tuple(_exact(item, zone) for item in value)
    if isinstance(value, dict):
        return MappingProxyType({name: _exact(item, zone) for name, item in value.items()})
    if isinstance(value, datetime) and value.tzinfo is None:
        return value.replace(tzinfo=zone)
    if isinstance(value, str) and re.fullmatch(r"\d+/\d+", value):
        return Fraction(value)
    return value
