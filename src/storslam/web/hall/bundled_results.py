"""Results and rulings of an event in a bundle: read, and merged as the one write path would.

A version is known by its key. Where only one copy went on, its versions follow the others; where
both did, and not to the same result, what comes in is held as a conflict for the director.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from storslam.errors import FileFault, StorslamError
from storslam.exchange.bundle_fields import PLACE, Row
from storslam.web.hall.bundled_frame import Frame, columns, keys
from storslam.web.hall.bundled_values import column, plain
from storslam.web.models import Confirmation, Conflict, Event, Result, ResultVersion, Ruling, Table
from storslam.web.payload import COLUMNS, check_awards, of_columns
from storslam.web.results import count_anew, following, tell_sharers

_BATCH = 500

Place = tuple[int, str, int, int]
"""Round, section, table and board: where a result belongs in every copy."""

_PLACE = ("table__round__number", "table__section__name", "table__number", "board__number")
_SENT = ("key", "who", "when", "reason", "seat", *COLUMNS)
_VERSION = ("number", "override", *_SENT)
_CONFIRMED = {"confirmed_by": "confirmation__who", "confirmed_at": "confirmation__when"}
_SETTLED = ("settled_by", "settled_at", "taken")
_CONFLICT = ("expected_version", *_SETTLED, *_SENT)
_RULING = {
    "contestant": "contestant__code",
    "board": "board__number",
    **{
        name: name
        for name in (
            *("key", "kind", "unit", "amount", "reason", "paragraph", "rule", "occasion"),
            *("decision", "who", "when", "withdrawn_by", "withdrawn_at"),
        )
    },
}


# --- Reading


def read(event: Event) -> list[dict[str, Any]]:
    """The results as they stand in a bundle, in the order of their places."""
    versions = _by_result(ResultVersion, event, {name: name for name in _VERSION} | _CONFIRMED)
    conflicts = _by_result(Conflict, event, {name: name for name in _CONFLICT})
    return [
        {
            **dict(zip(PLACE, place, strict=True)),
            "versions": [
                {**row, "confirmed_by": row["confirmed_by"] or ""} for row in versions[pk]
            ],
            "conflicts": conflicts[pk],
        }
        for pk, *place in Result.objects.filter(event=event)
        .order_by(*_PLACE)
        .values_list("pk", *_PLACE)
    ]


def _by_result(
    model: Any, event: Event, lookups: Mapping[str, str]
) -> Mapping[int, list[dict[str, Any]]]:
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    rows = model.objects.filter(event=event).values_list("result", *lookups.values())
    for result, *values in rows:
        found[result].append(dict(zip(lookups, map(plain, values), strict=True)))
    return found


def read_rulings(event: Event) -> list[dict[str, Any]]:
    """The rulings as they stand in a bundle, those taken back too."""
    rows = Ruling.objects.filter(event=event).values_list(*_RULING.values())
    return [dict(zip(_RULING, map(plain, row), strict=True)) for row in rows]


# --- Merging


@dataclass(slots=True)
class Merge:
    """Brings results and rulings of another copy into the event. `held`: places in conflict."""

    event: Event
    frame: Frame
    versions: int = 0
    confirmations: int = 0
    rulings: int = 0
    settled: int = 0
    held: list[Place] = field(default_factory=list)
    _new: list[ResultVersion] = field(default_factory=list)
    _confirmed: list[Confirmation] = field(default_factory=list)
    _conflicts: list[Conflict] = field(default_factory=list)
    _ended: list[Conflict] = field(default_factory=list)
    _ours: dict[Place, "_Ours"] = field(default_factory=dict)
    _used: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _codes: frozenset[str] = frozenset()

    @property
    def changed(self) -> bool:
        """Whether anything is different now."""
        counts = (self.versions, self.confirmations, self.rulings, self.settled)
        return any(counts) or bool(self._conflicts)

    def run(self, results: Sequence[Row], rulings: Iterable[Row]) -> None:
        """Merge them; all is checked before anything is stored."""
        self._ours = _ours(self.event)
        self._codes = frozenset(self.event.contestants.values_list("code", flat=True))
        for one in self._ours.values():
            self._used["versions"].update(row.key for row in one.versions)
            self._used["conflicts"].update(row.key for row in one.conflicts)
        tables, boards = _tables(self.event), keys(self.event, "boards")
        for row in _as_seated(self.frame, tables, results):
            place = _place(row)
            if place not in self._ours:
                result = Result(
                    event=self.event, version=0, board_id=boards[place[3:]],
                    table_id=tables[place[:3]].pk,
                )  # fmt: skip
                self._ours[place] = _Ours(result)
            self._result(place, row)
        self._store()
        self._rule(rulings)

    def _result(self, place: Place, row: Row) -> None:
        ours, rows = self._ours[place], row["versions"]
        versions = [self._version(one) for one in rows]
        here = [_index(place, ours.versions, one) for one in versions]
        self._confirm(
            (ours.versions[index], told)
            for index, told in zip(here, rows, strict=True)
            if index is not None
        )
        # The last of theirs that is here: after it, each copy went on by itself.
        last = max((n for n, index in enumerate(here) if index is not None), default=-1)
        parted = 0 if last < 0 else (here[last] or 0) + 1
        new, since = versions[last + 1 :], ours.versions[parted:]
        start = _follows(since, new)
        if start is None:
            self._hold(place, ours, new[-1], parted)
        else:
            self._add(place, ours, new[start:], rows[last + 1 + start :])
        for conflict in row["conflicts"]:
            self._conflict(place, ours, conflict)

    def _version(self, row: Row) -> ResultVersion:
        told = {key: value for key, value in row.items() if key not in _CONFIRMED}
        return ResultVersion(event=self.event, **self._checked(ResultVersion, told))

    def _checked(self, model: Any, row: Row) -> dict[str, Any]:
        """The columns of a version or a conflict; FileFault for what can be no result."""
        told = {name: column(model, name, value) for name, value in row.items()}
        try:
            payload = of_columns(SimpleNamespace(**told))
            check_awards(payload.outcome, self.event.method)
        except (StorslamError, ValueError, ArithmeticError) as error:
            raise FileFault("this can be no result", path=row["key"]) from error
        if payload.sat and not self._codes.issuperset(payload.sat):
            raise FileFault("this can be no result", path=row["key"])
        return told

    def _add(
        self, place: Place, ours: "_Ours", new: Sequence[ResultVersion], rows: Sequence[Row]
    ) -> None:
        """Let these versions follow those that are here."""
        for version in new:
            ours.result.version += 1
            version.result, version.number = ours.result, ours.result.version
            version.key = self._free("versions", place, version)
        self._new += new
        ours.grown = bool(new)
        self._confirm(zip(new, rows, strict=True))

    def _confirm(self, pairs: Iterable[tuple[ResultVersion, Row]]) -> None:
        for version, row in pairs:
            if row["confirmed_at"] and not hasattr(version, "confirmation"):
                when = column(Confirmation, "when", row["confirmed_at"])
                self._confirmed.append(
                    Confirmation(
                        version=version, event=self.event, who=row["confirmed_by"], when=when
                    )
                )

    def _hold(self, place: Place, ours: "_Ours", version: ResultVersion, known: int) -> None:
        """Hold what comes in beside another result that was recorded here meanwhile."""
        told = {name: getattr(version, name) for name in _SENT}
        held = Conflict(result=ours.result, event=self.event, expected_version=known, **told)
        if not any(_same(place, one, held) for one in ours.conflicts):
            self._keep(place, ours, held)

    def _conflict(self, place: Place, ours: "_Ours", row: Row) -> None:
        """A conflict of the other copy: new here, or settled there."""
        theirs = Conflict(result=ours.result, event=self.event, **self._checked(Conflict, row))
        there = next((one for one in ours.conflicts if _same(place, one, theirs)), None)
        if there is None:
            self._keep(place, ours, theirs)
        elif there.settled_at is None and theirs.settled_at:
            for name in _SETTLED:
                setattr(there, name, getattr(theirs, name))
            self._ended.append(there)

    def _keep(self, place: Place, ours: "_Ours", conflict: Conflict) -> None:
        conflict.key = self._free("conflicts", place, conflict)
        ours.conflicts.append(conflict)
        self._conflicts.append(conflict)
        if conflict.settled_at is None:
            self.held.append(place)

    def _free(self, kind: str, place: Place, row: Any) -> str:
        """The key, or another where it is used for something else already."""
        free = _renamed(place, row) if row.key in self._used[kind] else row.key
        self._used[kind].add(free)
        return str(free)

    def _store(self) -> None:
        grown = [one.result for one in self._ours.values() if one.grown]
        Result.objects.bulk_create((one for one in grown if not one.pk), batch_size=_BATCH)
        Result.objects.bulk_update((one for one in grown if one.pk), ["version"], batch_size=_BATCH)
        ResultVersion.objects.bulk_create(self._new, batch_size=_BATCH)
        Confirmation.objects.bulk_create(self._confirmed, batch_size=_BATCH)
        ended = [one for one in self._ended if one.pk]
        Conflict.objects.bulk_create(self._conflicts, batch_size=_BATCH)
        Conflict.objects.bulk_update(ended, _SETTLED, batch_size=_BATCH)
        self.versions, self.confirmations = len(self._new), len(self._confirmed)
        self.settled = len(ended)
        count_anew(self.versions)
        tell_sharers(self.event)

    def _rule(self, rows: Iterable[Row]) -> None:
        ours = {one.key: one for one in Ruling.objects.filter(event=self.event)}
        named = {kind: keys(self.event, kind) for kind in ("contestants", "boards")}
        for row in rows:
            there = ours.get(row["key"])
            if there is None:
                told = columns("rulings", Ruling, row, named.__getitem__)
                Ruling(event=self.event, **told).save(force_insert=True)
                self.rulings += 1
            elif there.withdrawn_at is None and row["withdrawn_at"]:
                there.withdrawn_by = row["withdrawn_by"]
                there.withdrawn_at = column(Ruling, "withdrawn_at", row["withdrawn_at"])
                there.save(update_fields=["withdrawn_by", "withdrawn_at"])
                self.rulings += 1


@dataclass(slots=True)
class _Ours:
    """A result as it is here, with its versions and its conflicts."""

    result: Result
    versions: list[ResultVersion] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)
    grown: bool = False


def _ours(event: Event) -> dict[Place, _Ours]:
    found = {
        result.pk: _Ours(result)
        for result in Result.objects.filter(event=event).select_related(
            "board", "table__round", "table__section"
        )
    }
    for version in ResultVersion.objects.filter(event=event).select_related("confirmation"):
        found[version.result_id].versions.append(version)
    for conflict in Conflict.objects.filter(event=event):
        found[conflict.result_id].conflicts.append(conflict)
    return {
        (
            one.result.table.round.number,
            one.result.table.section.name,
            one.result.table.number,
            one.result.board.number,
        ): one
        for one in found.values()
    }


def _place(row: Row) -> Place:
    return row["round"], row["section"], row["table"], row["board"]


def _tables(event: Event) -> dict[tuple[int, str, int], Table]:
    """The tables by round, section and number."""
    rows = Table.objects.filter(round__event=event).select_related("round", "section", "ns", "ew")
    return {(one.round.number, one.section.name, one.number): one for one in rows}


def _as_seated(
    frame: Frame, tables: Mapping[tuple[int, str, int], Table], results: Iterable[Row]
) -> Iterator[Row]:
    """The results, with who really sat there where the seating here says otherwise."""
    seats = {
        (row["round"], row["section"], row["number"]): (row["ns"], row["ew"])
        for row in frame["tables"]
    }
    for row in results:
        place = _place(row)[:3]
        table, sat = tables[place], seats[place]
        if None in sat or sat == (table.ns.code, table.ew and table.ew.code):
            yield row
        else:
            kinds = ("versions", "conflicts")
            yield row | {kind: [_sat(one, sat) for one in row[kind]] for kind in kinds}


def _sat(row: Row, sat: tuple[str, str]) -> Row:
    there = row["score"] is not None or row["weights"]
    return row if row["sat_ns"] or not there else {**row, "sat_ns": sat[0], "sat_ew": sat[1]}


def _renamed(place: Place, version: Any) -> str:
    """The key of what comes in where its own is used for something else here."""
    return following("copy", f"{place} {version.key} {_said(version)[:-2]}")


def _index(place: Place, ours: Sequence[ResultVersion], version: ResultVersion) -> int | None:
    """Where this version of the other copy stands among ours; None where it is not here."""
    return next((n for n, one in enumerate(ours) if _same(place, one, version)), None)


def _same(place: Place, ours: Any, theirs: Any) -> bool:
    """Whether both are one: by key, and by what they say but for who sat there."""
    named = ours.key == theirs.key and _said(ours)[:-2] == _said(theirs)[:-2]
    return named or ours.key == _renamed(place, theirs)


def _said(version: Any) -> list[Any]:
    return [getattr(version, name) for name in COLUMNS]


def _follows(ours: Sequence[ResultVersion], theirs: Sequence[ResultVersion]) -> int | None:
    """From which of theirs on they follow ours, both since they parted; None where they do not.

    Both copies may have come to the same result on their own: what comes after it follows.
    """
    if not ours or not theirs:
        return 0
    now = _said(ours[-1])
    for count in range(len(theirs), 0, -1):
        if _said(theirs[count - 1]) == now:
            return count
    behind = _said(theirs[-1]) in map(_said, ours)
    return len(theirs) if behind else None
