"""A decision: what follows from the facts, by which rules, on which readings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from storslam.rulebook.book import Edition


@dataclass(frozen=True, slots=True)
class Reason:
    """An article, and the facts it was applied to."""

    rule_id: str
    facts: Mapping[str, object] = field(default_factory=dict)


def because(rule_id: str, **facts: object) -> Reason:
    """The reason that this article applied to these facts."""
    return Reason(rule_id, facts)


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided. The registry gives it its `name`.

    `assumptions` are the readings (`G-4`) it leaned on. When facts are `missing` nothing is
    decided and `result` is empty.
    """

    result: Mapping[str, object]
    reasons: tuple[Reason, ...]
    assumptions: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    name: str = ""

    def as_json(self, edition: Edition, *, exact: bool = False) -> dict[str, Any]:
        """The decision as JSON, with the edition's page, heading and sentences for each reason.

        A fraction becomes an integer when whole, else the nearest float, or with `exact` a text
        (`"433/20"`).
        """
        return {
            "decision": self.name,
            "result": plain(self.result, exact=exact),
            "reasons": [_cited(edition, reason) for reason in self.reasons],
            "assumptions": [_assumed(edition, reading) for reading in self.assumptions],
            "missing": list(self.missing),
        }


def plain(value: object, *, exact: bool = False) -> Any:
    """A value of ours as JSON has it; TypeError for what JSON cannot say."""
    match value:
        case None | bool() | int() | str():
            return value
        case dict() | MappingProxyType():
            return {str(key): plain(item, exact=exact) for key, item in value.items()}
        case list() | tuple():
            return [plain(item, exact=exact) for item in value]
        case date() | datetime() | time():
            return value.isoformat()
        case Fraction(denominator=1):
            return int(value)
        case Fraction():
            return str(value) if exact else float(value)
    raise TypeError(f"a decision cannot hold {type(value).__name__}")


def _cited(edition: Edition, reason: Reason) -> dict[str, str]:
    article = edition.article(reason.rule_id)
    place = {"rule": article.id, "page": article.page, "heading": article.heading}
    return place | {"sv": article.sv, "en": article.en}


def _assumed(edition: Edition, reading_id: str) -> dict[str, str]:
    reading = edition.reading(reading_id)
    return {"reading": reading.id, "sv": reading.sv, "en": reading.en}
