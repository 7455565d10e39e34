"""Rule functions by name: facts in, decision out.

    @decides("abandoned-stage", rules=("SM-ABAN-1", "SM-ABAN-2"))
    def abandoned_stage(book: Book, *, boards_played: Count, stage_boards: Positive) -> Decision:
        limit = book.value("abandonment.minimum-share", Fraction) * stage_boards
        return Decision({"struck": boards_played < limit}, (because("SM-ABAN-1", limit=limit),))

The keyword-only parameters are the facts. Each has a type that `strict` can read: int, Count,
Positive, bool, str, Fraction, date, datetime, Literal, list, tuple, dict, a frozen dataclass of
these, or any of them with None. A parameter with a default is a fact that may be left out.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import wraps
from importlib import import_module
from importlib.util import find_spec
from inspect import getdoc
from pkgutil import walk_packages
from typing import Any, Concatenate, Literal, ParamSpec

from storslam.errors import StorslamError
from storslam.rulebook.book import Book, Edition
from storslam.rulebook.decision import Decision, Reason
from storslam.rulebook.nearest import nearest
from storslam.rulebook.strict import as_object, fields_of, object_schema, read, read_fields

P = ParamSpec("P")
Rule = Callable[Concatenate[Book, P], Decision]
Carrier = Literal["page", "document", "command"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A registered rule function, and the articles it carries out."""

    name: str
    rules: tuple[str, ...]
    function: Callable[..., Decision]


class Registry:
    """Decisions by name, and what else carries an article: a page, a document or a command."""

    def __init__(self) -> None:
        self.entries: dict[str, Entry] = {}
        self._carriers: defaultdict[str, list[str]] = defaultdict(list)

    def decides(self, name: str, *, rules: tuple[str, ...]) -> Callable[[Rule[P]], Rule[P]]:
        """Register a rule function; its decisions get the name. ValueError for a name taken."""

        def register(function: Rule[P]) -> Rule[P]:
            if name in self.entries:
                raise ValueError(f"the decision {name} is registered twice")

            @wraps(function)
            def named(book: Book, /, *args: P.args, **facts: P.kwargs) -> Decision:
                return replace(function(book, *args, **facts), name=name)

            self.entries[name] = Entry(name, rules, named)
            return named

        return register

    def carries(self, kind: Carrier, name: str, *rules: str) -> None:
        """Note that a page, document or command of that name carries these articles."""
        for rule in rules:
            self._carriers[rule].append(f"{kind} {name}")

    def carriers(self, rule_id: str) -> list[str]:
        """Everything that carries an article: `decision vacancy`, `page entries` and so on."""
        decisions = [f"decision {e.name}" for e in self.entries.values() if rule_id in e.rules]
        return decisions + self._carriers[rule_id]

    def decision_names(self) -> tuple[str, ...]:
        """The names of all decisions, sorted."""
        return tuple(sorted(self.entries))

    def describe(self, name: str) -> dict[str, Any]:
        """The decision's purpose, its articles, and its facts as a JSON Schema."""
        entry = self._entry(name)
        facts = object_schema(entry.function)
        facts["properties"]["on"] = {"type": "string", "format": "date"}
        purpose = (getdoc(entry.function) or "").partition("\n")[0]
        return {"decision": name, "purpose": purpose, "rules": list(entry.rules), "facts": facts}

    def decide(self, name: str, facts: Mapping[str, object], edition: Edition) -> Decision:
        """The decision of that name on these facts (plain data, as from JSON).

        Every decision also takes `on`, the day whose book is read; without it, the edition's last
        change. Facts that are absent are listed in `missing` and nothing is decided.
        Raises StorslamError for an unknown decision or fact, a value of another type, and a day
        before the edition was published.
        """
        entry = self._entry(name)
        rest = dict(as_object(facts))
        # A function that asks for the day itself gets it; for the others it only chooses the book.
        asks = "on" in fields_of(entry.function)
        on = rest.get("on") if asks else rest.pop("on", None)
        book = edition.at(None if on is None else read(date, on, [], "on"))
        missing: list[str] = []
        found = read_fields(entry.function, rest, missing)
        if missing:
            asking = tuple(Reason(rule) for rule in entry.rules)
            return Decision({}, asking, missing=tuple(missing), name=name)
        return entry.function(book, **found)

    def _entry(self, name: str) -> Entry:
        if name in self.entries:
            return self.entries[name]
        raise StorslamError(
            "there is no decision %(name)s; the nearest is %(nearest)s",
            name=name,
            nearest=nearest(name, self.entries),
        )


def discover(*packages: str) -> None:
    """Import these packages with all their modules, those that exist, so that they register."""
    for package in packages:
        if find_spec(package):
            found = import_module(package)
            for module in walk_packages(getattr(found, "__path__", []), f"{package}."):
                import_module(module.name)


REGISTRY = Registry()
decides = REGISTRY.decides
decision_names = REGISTRY.decision_names
describe = REGISTRY.describe
decide = REGISTRY.decide
