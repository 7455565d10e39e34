"""The shapes of an edition's TOML files."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar

from storslam.rulebook.records import Change, Confidence, Status
from storslam.rulebook.tables import Table

T = TypeVar("T")


def covers(names: Iterable[str], key: str) -> bool:
    """Whether the key is one of the names or below one."""
    return any(key == name or key.startswith(f"{name}.") for name in names)


@dataclass(frozen=True, slots=True)
class Move:
    """Days and years of birth (keys, or what is above them) that come later than in the base."""

    names: tuple[str, ...] = ()
    weeks: int = 0
    years: int = 0
    readings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Front:
    """edition.toml, without its chapters."""

    id: str
    title: str
    revision: str
    published: date
    base: str = ""
    zone: str = "Europe/Stockholm"
    changes: tuple[Change, ...] = ()
    removes: tuple[str, ...] = ()
    keeps: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    moves: Move = Move()

    def dated(self, table: Table) -> Table:
        """The table with both clocks set: from the first day, unless it says otherwise."""
        published = table.get("published", self.published)
        return {"published": published, "applies": published, **table}

    def kept(self, of_base: Mapping[str, T]) -> dict[str, T]:
        """What stays of the base: neither removed by name nor below a removed key."""
        return {name: item for name, item in of_base.items() if not covers(self.removes, name)}

    def still_cited(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """The articles or readings that are not removed."""
        return tuple(name for name in names if name not in self.removes)


@dataclass(frozen=True, slots=True)
class Passage:
    """A place in the regulation, and the values it gives."""

    page: str
    heading: str
    values: Mapping[str, Any]
    rules: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    status: Status = "printed"
    unit: str = ""
    published: date | None = None
    applies: date | None = None


@dataclass(frozen=True, slots=True)
class Figures:
    """A file of figures."""

    passage: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Gap:
    """A reading as its file tells it; `default` is absent where a file of figures has it."""

    id: str
    page: str
    heading: str
    rules: tuple[str, ...]
    confidence: Confidence
    parameter: str
    sv: str
    en: str
    default: Any = None

    def as_passage(self) -> Passage:
        """The values that stand only on this reading."""
        values = {} if self.default is None else {self.parameter: self.default}
        return Passage(self.page, self.heading, values, self.rules, (self.id,), "inferred")
