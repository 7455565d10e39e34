"""Decisions of the rulebook on the records of a season."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from storslam.rulebook.registry import decide, discover
from storslam.web.models import Season

discover("storslam.championship", "storslam.systems")


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision as it is stored and shown: its facts, and its JSON with exact numbers.

    `book`: the season's edition and the day whose book was read.
    """

    facts: dict[str, Any]
    json: dict[str, Any]

    @property
    def result(self) -> dict[str, Any]:
        """What was decided; empty while facts are missing."""
        result: dict[str, Any] = self.json["result"]
        return result

    @property
    def missing(self) -> list[str]:
        """The facts that are missing."""
        missing: list[str] = self.json["missing"]
        return missing


def decided(season: Season, name: str, moment: datetime | None = None, /, **facts: Any) -> Decided:
    """The decision of that name by the book as it stood at that moment, else now.

    `facts`: what JSON can say, days and moments included. Raises StorslamError as `decide` does.
    """
    book = season.book(moment)
    given = {"on": book.on, **facts}
    given = json.loads(json.dumps(given, cls=DjangoJSONEncoder))
    made = decide(name, given, book.edition)
    return Decided(given, made.as_json(book.edition, exact=True))
