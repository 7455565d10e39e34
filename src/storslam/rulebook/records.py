"""What a rulebook is made of: articles, readings of its gaps, and dated parameters.

Everything has two clocks: `published`, the day it became known, and `applies`, the day from which
it is in force. Pages are those printed in the regulation, as text (`"4"`, `"10-11"`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from fractions import Fraction
from typing import Any, Literal

Kind = Literal["automatic", "workflow", "information"]
Status = Literal["printed", "reconstructed", "inferred", "sourced"]
Confidence = Literal["high", "medium", "low"]

Value = int | str | bool | Fraction | date | datetime | time | tuple[Any, ...] | Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """A line of the edition's change log: the day, and what changed (Swedish, English)."""

    on: date
    sv: str
    en: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """A group of articles whose ids begin alike (`SM-VAC`), named in Swedish and English."""

    id: str
    sv: str
    en: str


@dataclass(frozen=True, slots=True)
class Article:
    """One rule: where the regulation prints it, and what it says in a sentence of our own."""

    id: str
    page: str
    heading: str
    kind: Kind
    sv: str
    en: str
    published: date
    applies: date

    @property
    def chapter(self) -> str:
        """The id of its chapter."""
        return self.id.rpartition("-")[0]


@dataclass(frozen=True, slots=True)
class Reading:
    """How a gap or contradiction of the regulation is read.

    `default` is the value in force of the parameter it governs; for a group of parameters, the
    values by the rest of their keys.
    """

    id: str
    page: str
    heading: str
    rules: tuple[str, ...]
    confidence: Confidence
    parameter: str
    sv: str
    en: str
    default: Value


@dataclass(frozen=True, slots=True)
class Parameter:
    """One version of one figure of the regulation.

    `status` tells whether the figure is printed, put together from a damaged table
    (reconstructed), a reading of a gap (inferred) or found in the source that the regulation
    refers to (sourced). `rules` are the articles that use it, `readings` those it leans on.
    """

    key: str
    value: Value
    page: str
    heading: str
    published: date
    applies: date
    rules: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    status: Status = "printed"
    unit: str = ""


@dataclass(frozen=True, slots=True)
class District:
    """A district: our code, the name in the tables, the name of its federation."""

    code: str
    name: str
    federation: str

    @property
    def names(self) -> tuple[str, str, str]:
        """All the names it answers to."""
        return (self.name, self.code, self.federation)
