"""The frame of an event (all but its results and rulings) in a bundle: read, and merged.

Each row has a name that is the same in every copy (`bundle.IDENTITY`). What was changed in the
other copy only is taken over; what was changed here only stays; what was changed in both, and not
alike, stays as here and is told as a clash.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import ProtectedError, QuerySet
from django.utils.duration import duration_iso_string

from storslam.errors import FileFault
from storslam.exchange.bundle import FRAME, IDENTITY, Identity, Row, identity
from storslam.web.models import (
    Board,
    CarryOver,
    Contestant,
    Event,
    Member,
    Player,
    Result,
    Round,
    Section,
    Table,
)

_BATCH = 500

Frame = Mapping[str, list[dict[str, Any]]]
_CODE = {"contestant": "contestant__code"}
_SEATING = {
    "round": "round__number",
    "section": "section__name",
    "ns": "ns__code",
    "ew": "ew__code",
}
_PLAYED = ("table__round__number", "table__section__name", "table__number", "board__number")
# What names a row of these in fields of other rows: the lookup from the event's rows.
_NAMED = {"contestants": (Contestant, "code"), "rounds": (Round, "number"),
          "sections": (Section, "name"), "boards": (Board, "number")}  # fmt: skip
_OF_FIELD = {"contestant": "contestants", "ns": "contestants", "ew": "contestants",
             "round": "rounds", "section": "sections", "board": "boards"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Part:
    """A kind of rows: where they are stored, and how fields that name other rows are looked up."""

    kind: str
    model: Any
    event: str = "event"
    lookups: Mapping[str, str] = field(default_factory=dict)

    def rows(self, event: Event) -> QuerySet[Any]:
        """The rows of the event, in the order they were made."""
        found: QuerySet[Any] = self.model.objects.filter(**{self.event: event.pk})
        return found.order_by("pk")


PARTS = (
    Part("event", Event, "pk"),
    Part("sections", Section),
    Part("contestants", Contestant),
    Part("members", Member, "contestant__event", _CODE),
    Part("carried", CarryOver, "contestant__event", _CODE),
    Part("rounds", Round),
    Part("boards", Board),
    Part("tables", Table, "round__event", _SEATING),
)


@dataclass(frozen=True, slots=True)
class Clash:
    """What both copies changed: the kind of row, its name, the field, and both values, as text.

    An empty field means the row as a whole, an empty value that it is not there.
    """

    kind: str
    name: str
    field: str
    here: str
    there: str

    @property
    def plain(self) -> dict[str, str]:
        """As stored."""
        return asdict(self)


def read(event: Event) -> dict[str, list[dict[str, Any]]]:
    """The frame as it stands in a bundle."""
    return {part.kind: _rows(part, event) for part in PARTS}


def _rows(part: Part, event: Event) -> list[dict[str, Any]]:
    lookups = [part.lookups.get(name, name) for name in FRAME[part.kind]]
    return [
        dict(zip(FRAME[part.kind], map(plain, row), strict=True))
        for row in part.rows(event).values_list(*lookups)
    ]


def plain(value: object) -> Any:
    """The value as it stands in a bundle."""
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat()
        case date():
            return value.isoformat()
        case timedelta():
            return duration_iso_string(value)
        case Decimal():
            return str(value)
    return value


def column(model: Any, name: str, value: Any) -> Any:
    """The value as the column holds it; FileFault for one that it cannot hold."""
    kind = model._meta.get_field(name)
    known = dict(kind.flatchoices)
    try:
        if value is not None and known and value not in known:
            raise ValidationError("")
        return kind.to_python(value)
    except ValidationError as error:
        raise FileFault(
            "%(path)s: this is not what a bundle has here", path=f"{kind.model.__name__}.{name}"
        ) from error


def keys(event: Event, kind: str) -> dict[Any, int]:
    """The primary keys of the event's rows of this kind, by what other rows call them."""
    model, name = _NAMED[kind]
    return dict(model.objects.filter(event=event).values_list(name, "pk"))


def columns(model: Any, row: Row, known: Callable[[str], Mapping[Any, int]]) -> dict[str, Any]:
    """The columns that hold the row of a bundle; `known` gives primary keys as `keys` does."""
    found = {}
    for name, value in row.items():
        if name in _OF_FIELD:
            found[f"{name}_id"] = None if value is None else known(_OF_FIELD[name])[value]
        else:
            found[name] = column(model, name, value)
    return found


@dataclass(slots=True)
class Merge:
    """Brings the frame of another copy into the event. `base`: what both copies had in common.

    `played`: the boards that have results there, by round, section and table. Where a table of
    these was taken away here, all that was taken away comes back.
    """

    event: Event
    base: Frame
    theirs: Frame
    played: Mapping[Identity, frozenset[int]]
    changes: int = 0
    clashes: list[Clash] = field(default_factory=list)
    _keys: dict[str, dict[Any, int]] = field(default_factory=dict)
    _gone: bool | None = None
    _here: dict[Identity, frozenset[int]] | None = None

    @property
    def _lost(self) -> bool:
        """Whether a table that was played there is not here."""
        if self._gone is None:
            ours = _indexed("tables", _rows(PARTS[-1], self.event))
            base = _indexed("tables", self.base.get("tables", []))
            self._gone = any(name in base and name not in ours for name in self.played)
        return self._gone

    def run(self) -> None:
        """Take over what is new and changed there, then take away what is gone there."""
        for part in PARTS:
            self._take_over(part)
        for part in reversed(PARTS):
            self._take_away(part)

    def known(self, kind: str) -> Mapping[Any, int]:
        """The primary keys of a kind of rows, read when the parts that it needs are there."""
        if kind not in self._keys:
            self._keys[kind] = keys(self.event, kind)
        return self._keys[kind]

    def _take_over(self, part: Part) -> None:
        ours = _indexed(part.kind, _rows(part, self.event))
        base = _indexed(part.kind, self.base.get(part.kind, []))
        new = []
        for name, row in _indexed(part.kind, self.theirs[part.kind]).items():
            if name in ours:
                self._mix(part, name, ours[name], base.get(name), row)
            elif name not in base:
                new.append(row)
            elif self._lost:
                new.append(row)
                if part.model is Round:
                    self._clash(part.kind, name, "", "", row)
            elif row != base[name]:
                self._clash(part.kind, name, "", "", row)
        self._create(part, new)

    def _mix(self, part: Part, name: Identity, ours: Row, base: Row | None, row: Row) -> None:
        """Take over the fields of a row that were changed there and not here."""
        if part.model is Table:
            self._seat(part, name, ours, base, row)
            return
        wanted = {}
        for key, value in row.items():
            if value == ours[key] or (base is not None and value == base[key]):
                continue
            if base is not None and ours[key] == base[key]:
                wanted[key] = value
            else:
                self._clash(part.kind, name, key, ours[key], value)
        self._update(part, name, wanted)

    def _seat(self, part: Part, name: Identity, ours: Row, base: Row | None, row: Row) -> None:
        """Seat a table as a whole: as there, where it was played there only; no result is lost."""
        if row == ours:
            return
        here, there = self._played_here(name), self.played.get(name, frozenset())
        changed_here, changed_there = ours != base, row != base
        loses = here and (
            (ours["ns"], ours["ew"]) != (row["ns"], row["ew"]) or not here <= {*row["boards"]}
        )
        if (there and not here) or (changed_there and not changed_here and not loses):
            wanted = row
        else:
            boards = dict.fromkeys([*ours["boards"], *sorted(there)])
            wanted = {**ours, "boards": [*boards]}
        forced = wanted is row or wanted["boards"] != ours["boards"]
        both = changed_here and (changed_there or forced)
        if both or (changed_there and loses):
            self._clash(part.kind, name, "", ours, row)
        self._update(part, name, {key: one for key, one in wanted.items() if one != ours[key]})

    def _played_here(self, name: Identity) -> frozenset[int]:
        """The boards that have results at the table, as before the bundle came."""
        if self._here is None:
            rows = Result.objects.filter(event=self.event).values_list(*_PLAYED)
            self._here = defaultdict(frozenset)
            for *table, board in rows:
                self._here[tuple(table)] |= {board}
        return self._here.get(name, frozenset())

    def _create(self, part: Part, rows: Iterable[Row]) -> None:
        made = [
            part.model(**columns(part.model, row, self.known), **self._owner(part)) for row in rows
        ]
        if part.model is Member:
            _tie(made)
        part.model.objects.bulk_create(made, batch_size=_BATCH)
        if made:
            self._keys.pop(part.kind, None)
        self.changes += len(made)

    def _owner(self, part: Part) -> dict[str, Event]:
        return {"event": self.event} if part.event == "event" else {}

    def _update(self, part: Part, name: Identity, wanted: Row) -> None:
        if not wanted:
            return
        row = self._row(part, name)
        for key, value in columns(part.model, wanted, self.known).items():
            setattr(row, key, value)
        if part.model is Member:
            _tie([row])
        row.save()
        self.changes += 1

    def _row(self, part: Part, name: Identity) -> Any:
        lookups = {part.lookups.get(key, key): value for key, value in _named(part, name).items()}
        return self.event if part.model is Event else part.rows(self.event).get(**lookups)

    def _take_away(self, part: Part) -> None:
        there = _indexed(part.kind, self.theirs[part.kind])
        ours = _indexed(part.kind, _rows(part, self.event))
        for name, row in _indexed(part.kind, self.base.get(part.kind, [])).items():
            if name in there or name not in ours:
                continue
            if ours[name] != row or not self._deleted(part, name):
                self._clash(part.kind, name, "", ours[name], "")

    def _deleted(self, part: Part, name: Identity) -> bool:
        row = self._row(part, name)
        if part.model in (Round, Section) and row.tables.exists():
            return False
        try:
            row.delete()
        except ProtectedError:
            return False
        self.changes += 1
        return True

    def _clash(self, kind: str, name: Identity, key: str, here: object, there: object) -> None:
        told = (_told(kind, one)[:200] for one in (here, there))
        self.clashes.append(Clash(kind, " ".join(map(str, name)), key, *told))


def _named(part: Part, name: Identity) -> dict[str, Any]:
    return dict(zip(IDENTITY[part.kind], name, strict=True))


def _told(kind: str, value: Any) -> str:
    """The value as text; of a row what it says beside its name."""
    if isinstance(value, dict) and value.keys() == FRAME[kind].keys():
        said = (value[name] for name in FRAME[kind] if name not in IDENTITY[kind])
        return ", ".join(_told(kind, one) for one in said if one not in (None, "", []))
    if isinstance(value, list):
        return " ".join(map(str, value))
    return "" if value is None else str(value)


def _indexed(kind: str, rows: Iterable[Row]) -> dict[Identity, Row]:
    return {identity(kind, row): row for row in rows}


def _tie(members: Iterable[Member]) -> None:
    """Tie players to the registry by member number, and make their names ready."""
    rows = list(members)
    wanted = {row.number for row in rows} - {""}
    known = {one.number: one for one in Player.objects.filter(number__in=wanted)}
    for row in rows:
        row.named().player = known.get(row.number)
