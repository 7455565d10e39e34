"""The frame of an event (all but its results and rulings) in a bundle: read, and merged.

Each row has a name that is the same in every copy (`bundle.IDENTITY`). What was changed in the
other copy only is taken over; what was changed here only stays; what was changed in both, and not
alike, stays as here and is told as a clash.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import asdict, dataclass, field
from typing import Any

from django.db.models import ProtectedError, QuerySet, RestrictedError

from storslam.exchange.bundle_fields import FRAME, IDENTITY, LINKS, Identity, Row, identity
from storslam.web.hall import bundled_cards
from storslam.web.hall.bundled_teams import (
    OF_LINE_UP,
    Drawn,
    charged,
    drawn,
    line_ups,
    pairings,
    seat_again,
    seated,
)
from storslam.web.hall.bundled_values import column, plain
from storslam.web.models import (
    Board,
    CarryOver,
    Contestant,
    CupChoice,
    Dealing,
    Declaration,
    DutyDone,
    Event,
    LineUp,
    Match,
    MatchPenalty,
    Member,
    Player,
    Result,
    Round,
    Section,
    Stage,
    Table,
    TeamTable,
)

_BATCH = 500

Frame = Mapping[str, list[dict[str, Any]]]
# What a clash does not tell, for more people read of it than may see the hands.
_SECRET = frozenset({"deal", "secret"})
_PLAYED = ("table__round__number", "table__section__name", "table__number", "board__number")
# What keeps a row where it is: tables in it, or results at its table.
_IN_USE = {
    Round: "tables",
    Section: "tables",
    Match: "rooms",
    TeamTable: "table__results",
    LineUp: "room__table__results",
}


@dataclass(frozen=True, slots=True)
class Part:
    """A kind of rows: where they are stored, and how they are found from the event."""

    kind: str
    model: Any
    event: str = "event"

    def rows(self, event: Event) -> QuerySet[Any]:
        """The rows of the event, in the order they were made."""
        found: QuerySet[Any] = self.model.objects.filter(**{self.event: event.pk})
        return found.order_by("pk")


PARTS = {
    part.kind: part
    for part in (
        Part("stage", Stage, "events"),
        Part("event", Event, "pk"),
        Part("sections", Section),
        Part("contestants", Contestant),
        Part("members", Member, "contestant__event"),
        Part("carried", CarryOver, "contestant__event"),
        Part("cards", Declaration, "contestant__event"),
        Part("duties", DutyDone, "contestant__event"),
        Part("rounds", Round),
        Part("boards", Board),
        Part("dealings", Dealing),
        Part("tables", Table, "round__event"),
        Part("matches", Match),
        Part("rooms", TeamTable, "match__event"),
        Part("line_ups", LineUp, "room__match__event"),
        Part("penalties", MatchPenalty, "match__event"),
        Part("choices", CupChoice),
    )
}


def lookup(kind: str, name: str) -> str:
    """Where the field of a row is found from the row as it is stored."""
    for column_, (target, fields) in LINKS.get(kind, {}).items():
        if name in fields:
            return f"{column_}__{lookup(target, IDENTITY[target][fields.index(name)])}"
    return name


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
    return {part.kind: _rows(part, event) for part in PARTS.values()}


def _rows(part: Part, event: Event) -> list[dict[str, Any]]:
    if part.model is LineUp:
        return line_ups(part.rows(event))
    if part.model is Declaration:
        return [row for _card, row in bundled_cards.read(event)]
    lookups = [lookup(part.kind, name) for name in FRAME[part.kind]]
    return [
        dict(zip(FRAME[part.kind], map(plain, row), strict=True))
        for row in part.rows(event).values_list(*lookups)
    ]


def keys(event: Event, kind: str) -> dict[Identity, int]:
    """The primary keys of the event's rows of this kind, by what names them."""
    names = [lookup(kind, name) for name in IDENTITY[kind]]
    rows = PARTS[kind].rows(event).values_list("pk", *names)
    return {tuple(name): pk for pk, *name in rows}


def columns(
    kind: str, model: Any, row: Row, known: Callable[[str], Mapping[Identity, int]]
) -> dict[str, Any]:
    """The columns that hold the row of a bundle; `known` gives primary keys as `keys` does."""
    found, links = {}, LINKS.get(kind, {})
    for name, (target, fields) in links.items():
        named = tuple(row[one] for one in fields)
        found[f"{name}_id"] = None if None in named else known(target)[named]
    linked = {one for _target, fields in links.values() for one in fields}
    return found | {n: column(model, n, value) for n, value in row.items() if n not in linked}


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
    _drawn: Drawn = field(default_factory=Drawn)

    @property
    def _lost(self) -> bool:
        """Whether a table that was played there is not here."""
        if self._gone is None:
            ours, rounds = keys(self.event, "tables"), keys(self.event, "rounds")
            base = _indexed("tables", self.base.get("tables", []))
            gone = {row["number"] for row in self.base.get("rounds", [])} - {n for (n,) in rounds}
            self._gone = any(
                name not in ours and (name in base or name[0] in gone) for name in self.played
            )
        return self._gone

    def run(self) -> None:
        """Take over what is new and changed there, then take away what is gone there."""
        self._draw()
        for part in PARTS.values():
            self._take_over(part)
        for part in reversed(PARTS.values()):
            self._take_away(part)
        self.changes += seat_again(self.event)

    def _draw(self) -> None:
        """Make room for the rounds of matches that become theirs; tell of what both changed."""
        here = {kind: _rows(PARTS[kind], self.event) for kind in ("matches", "rooms")}
        self._drawn = drawn(here, self.base, self.theirs, {*self._results}, {*self.played})
        Match.objects.filter(event=self.event, round__in=self._drawn.theirs).delete()
        for round_ in sorted(self._drawn.told):
            told = (pairings(frame, {round_}) for frame in (here, self.theirs))
            self._clash("matches", (round_,), "", *told)

    def _their(self, kind: str) -> dict[Identity, Row]:
        """Their rows, without those of matches that stay as they were drawn here."""
        rows = self.theirs[kind]
        return _indexed(kind, [one for one in rows if not self._drawn.stays(kind, one)])

    def _common(self, kind: str) -> dict[Identity, Row]:
        """The rows that both had, without those of matches that were drawn anew."""
        rows = self.base.get(kind, [])
        return _indexed(kind, [one for one in rows if not self._drawn.anew(kind, one)])

    def known(self, kind: str) -> Mapping[Identity, int]:
        """The primary keys of a kind of rows, read when the parts that it needs are there."""
        if kind not in self._keys:
            self._keys[kind] = keys(self.event, kind)
        return self._keys[kind]

    def _take_over(self, part: Part) -> None:
        ours = _indexed(part.kind, _rows(part, self.event))
        base = self._common(part.kind)
        new = []
        for name, row in self._their(part.kind).items():
            if name in ours:
                self._mix(part, name, ours[name], base.get(name), row)
            elif name in base and not self._lost:
                if row != base[name]:
                    self._clash(part.kind, name, "", "", row)
            elif not self._linked(part.kind, row):
                self._clash(part.kind, name, "", "", row)
            elif part.model is MatchPenalty and charged(row, ours.values()):
                continue
            else:
                new.append(row)
                if name in base and part.model is Round:
                    self._clash(part.kind, name, "", "", row)
        self._create(part, new)

    def _mix(self, part: Part, name: Identity, ours: Row, base: Row | None, row: Row) -> None:
        """Take over the fields of a row that were changed there and not here."""
        if part.model is Table:
            self._seat(part, name, ours, base, row)
            return
        if part.model is Declaration:
            self._mix_card(name, ours, base, row)
            return
        wanted = self._wanted(part, name, ours, base, row)
        if part.model is Board:
            wanted = _with_own_tricks(ours, wanted, row)
        self._update(part, name, {**ours, **wanted} if wanted else {})

    def _wanted(
        self, part: Part, name: Identity, ours: Row, base: Row | None, row: Row
    ) -> dict[str, Any]:
        """The fields that were changed there and not here, with their values."""
        wanted = {}
        for key, value in row.items():
            of_cards = part.model is Board and key == "tricks"
            if of_cards or value == ours[key] or (base is not None and value == base[key]):
                continue
            if base is not None and ours[key] == base[key]:
                wanted[key] = value
            else:
                self._clash(part.kind, name, key, ours[key], value)
        return wanted

    def _mix_card(self, name: Identity, ours: Row, base: Row | None, row: Row) -> None:
        """Add their versions of a card that are not here, and withdraw it as there."""
        new = bundled_cards.missing(ours["versions"], row["versions"])
        if new is None and (base is None or row["versions"] != base["versions"]):
            self._clash("cards", name, "versions", ours["versions"], row["versions"])
        told = {**row, "versions": ours["versions"]}
        wanted = self._wanted(PARTS["cards"], name, ours, base, told)
        if new or wanted:
            card = bundled_cards.find(self.event, name)
            bundled_cards.store(card, new or ())
            card.withdrawn = column(Declaration, "withdrawn", {**ours, **wanted}["withdrawn"])
            card.save()
            self.changes += 1

    def _linked(self, kind: str, row: Row) -> bool:
        """Whether all that the row names is here."""
        for target, fields in LINKS.get(kind, {}).values():
            name = tuple(row[field] for field in fields)
            if None not in name and name not in self.known(target):
                return False
        return True

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
        self._update(part, name, wanted if wanted != ours else {})

    def _played_here(self, name: Identity) -> frozenset[int]:
        """The boards that have results at the table, as before the bundle came."""
        return self._results.get(name, frozenset())

    @property
    def _results(self) -> Mapping[Identity, frozenset[int]]:
        if self._here is None:
            rows = Result.objects.filter(event=self.event).values_list(*_PLAYED)
            self._here = defaultdict(frozenset)
            for *table, board in rows:
                self._here[tuple(table)] |= {board}
        return self._here

    def _create(self, part: Part, rows: Iterable[Row]) -> None:
        if part.model is Declaration:
            self._create_cards(rows)
            return
        made = self._made(part, rows)
        if part.model is Member:
            _tie(made)
        part.model.objects.bulk_create(made, batch_size=_BATCH)
        if made:
            self._keys.pop(part.kind, None)
        self.changes += len(made)

    def _create_cards(self, rows: Iterable[Row]) -> None:
        """Store the cards; one more than its contestant may play is told, and stays there."""
        room = bundled_cards.room_of(self.event)
        for row in rows:
            code = row["contestant"]
            if not row["withdrawn"] and room[code] < 1:
                self._clash("cards", identity("cards", row), "", "", row)
                continue
            room[code] -= not row["withdrawn"]
            bundled_cards.create(row, self.known("contestants")[code,])
            self.changes += 1

    def _made(self, part: Part, rows: Iterable[Row]) -> list[Any]:
        """The rows as they are to be stored."""
        if part.model is LineUp:
            found = self.event.matches.values_list("round", "number", "home__code")
            homes = {(round_, number): home for round_, number, home in found}
            return seated(rows, homes, self.known("rooms"), self.known("members"))
        owner = {"event": self.event} if part.event == "event" else {}
        return [
            part.model(**columns(part.kind, part.model, row, self.known), **owner) for row in rows
        ]

    def _update(self, part: Part, name: Identity, wanted: Row) -> None:
        """Let the row be as wanted; nothing wanted is no change."""
        if not wanted:
            return
        if part.model is LineUp:
            self._found(part, name).delete()
            LineUp.objects.bulk_create(self._made(part, [wanted]))
        else:
            self._set(part, name, wanted)
        self.changes += 1

    def _set(self, part: Part, name: Identity, wanted: Row) -> None:
        row = self.event if part.model is Event else self._found(part, name).get()
        for key, value in columns(part.kind, part.model, wanted, self.known).items():
            setattr(row, key, value)
        if part.model is Member:
            _tie([row])
        row.save()

    def _found(self, part: Part, name: Identity) -> QuerySet[Any]:
        """The row, as it is stored here: that of a line-up is a row for each seat."""
        paths = OF_LINE_UP if part.model is LineUp else {}
        told = zip(IDENTITY[part.kind], name, strict=True)
        wanted = {paths.get(key) or lookup(part.kind, key): value for key, value in told}
        return part.rows(self.event).filter(**wanted)

    def _take_away(self, part: Part) -> None:
        there = _indexed(part.kind, self.theirs[part.kind])
        ours = _indexed(part.kind, _rows(part, self.event))
        kept = self._kept(part)
        for name, row in self._common(part.kind).items():
            if name in there or name not in ours or name in kept:
                continue
            if ours[name] != row or not self._deleted(part, name):
                self._clash(part.kind, name, "", ours[name], "")

    def _kept(self, part: Part) -> Set[Identity]:
        """What is not taken away: any card, tables of matches that stay as here, boards of any
        table.
        """
        if part.model is Declaration:
            return _indexed(part.kind, _rows(part, self.event)).keys()
        tables = _rows(PARTS["tables"], self.event) if part.model in (Table, Board) else []
        if part.model is Board:
            return {(board,) for row in tables for board in row["boards"]}
        halls = self._drawn.halls
        return {identity("tables", row) for row in tables if row["round"] in halls}

    def _deleted(self, part: Part, name: Identity) -> bool:
        rows = self._found(part, name)
        in_use = _IN_USE.get(part.model)
        if in_use and rows.filter(**{f"{in_use}__isnull": False}).exists():
            return False
        try:
            rows.delete()
        except (ProtectedError, RestrictedError):
            return False
        self.changes += 1
        return True

    def _clash(self, kind: str, name: Identity, key: str, here: object, there: object) -> None:
        told = ("…" if key in _SECRET else _told(kind, one)[:200] for one in (here, there))
        self.clashes.append(Clash(kind, " ".join(map(str, name)), key, *told))


def _with_own_tricks(ours: Row, wanted: dict[str, Any], theirs: Row) -> dict[str, Any]:
    """What is wanted of a board, with tricks that are those of its cards."""
    deal = wanted.get("deal", ours["deal"])
    known = {row["deal"]: row["tricks"] for row in (theirs, ours) if row["tricks"]}
    tricks = known.get(deal, {})
    return wanted if tricks == ours["tricks"] else {**wanted, "tricks": tricks}


def _told(kind: str, value: Any) -> str:
    """The value as text; of a row what it says beside its name, but for secrets."""
    if isinstance(value, dict) and value.keys() == FRAME[kind].keys():
        said = (value[name] for name in FRAME[kind] if name not in {*IDENTITY[kind], *_SECRET})
        return ", ".join(_told(kind, one) for one in said if one not in (None, "", []))
    if isinstance(value, dict):
        return ", ".join(f"{key} {_told(kind, one)}" for key, one in sorted(value.items()))
    if isinstance(value, list):
        return " ".join(
            str(one.get("number", one) if isinstance(one, dict) else one) for one in value
        )
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
