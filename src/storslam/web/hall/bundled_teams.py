"""Matches of teams in a bundle: rounds that the copies drew otherwise, and line-ups as wholes."""

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from storslam.exchange.bundle_fields import Identity, Row, identity
from storslam.web.models import Event, LineUp, Phase, TeamTable

Frame = Mapping[str, list[dict[str, Any]]]
OF_LINE_UP = {
    "round": "room__match__round",
    "number": "room__match__number",
    "half": "room__half",
    "contestant": "member__contestant__code",
}
_OF_ROUND = ("matches", "rooms", "line_ups", "penalties")


@dataclass(frozen=True, slots=True)
class Drawn:
    """The rounds of matches that are not alike in both copies: which stay `ours`, which become
    `theirs`.

    `halls`: the hall's rounds of those that stay. `told`: the first of those that both changed.
    """

    ours: Set[int] = frozenset()
    theirs: Set[int] = frozenset()
    halls: Set[int] = frozenset()
    told: Set[int] = frozenset()

    def stays(self, kind: str, row: Row) -> bool:
        """Whether their row is of a round that stays as it is here."""
        return kind in _OF_ROUND and row["round"] in self.ours

    def anew(self, kind: str, row: Row) -> bool:
        """Whether the common row says nothing of the round any more."""
        return kind in _OF_ROUND and row["round"] in self.ours | self.theirs


def drawn(
    here: Frame, base: Frame, there: Frame, played_here: Set[Identity], played_there: Set[Identity]
) -> Drawn:
    """Which rounds stay, and which are taken over whole: what has begun here stays.

    Rounds that are drawn at once stay or go together.
    """
    ours: set[int] = set()
    theirs: set[int] = set()
    told = set()
    for rounds in _at_once(here, there):
        mine, common, other = (pairings(frame, rounds) for frame in (here, base, there))
        begun = _begun(here, rounds, played_here)
        if mine == other or not (begun or other) or not (common or (mine and other)):
            continue
        take = not begun and (mine == common or _begun(there, rounds, played_there))
        (theirs if take else ours).update(rounds)
        if common != (mine if take else other):
            told.add(min(rounds))
    halls = {row["hall_round"] for row in here["rooms"] if row["round"] in ours}
    return Drawn(ours, theirs, halls, told)


def _at_once(*frames: Frame) -> Iterable[Set[int]]:
    """The rounds, those together that are drawn together."""
    found: dict[object, set[int]] = {}
    for row in (row for frame in frames for row in frame["matches"]):
        together = row["phase"] in (Phase.SERIES, Phase.ROUND_ROBIN)
        found.setdefault("all" if together else row["round"], set()).add(row["round"])
    return found.values()


def pairings(frame: Frame, rounds: Set[int]) -> list[str]:
    """Who meet in these rounds, as text; empty where they are not drawn."""
    rows = [row for row in frame.get("matches", []) if row["round"] in rounds]
    rows.sort(key=lambda row: (row["round"], row["number"]))
    return [f"{row['home']}–{row['away'] or ''}" for row in rows]


def _begun(frame: Frame, rounds: Set[int], played: Set[Identity]) -> bool:
    """Whether a match of the rounds has a result, was given up or ruled on."""
    matches = [row for row in frame["matches"] if row["round"] in rounds]
    return any(row["absent"] or row["ruled_home"] for row in matches) or any(
        (row["hall_round"], row["section"], row["table"]) in played
        for row in frame["rooms"]
        if row["round"] in rounds
    )


def seat_again(event: Event) -> int:
    """Seat the tables of matches as these say; how many were seated otherwise."""
    rooms = TeamTable.objects.filter(match__event=event).select_related("match", "table")
    count = 0
    for room in rooms:
        match, table = room.match, room.table
        two = (match.away_id, match.home_id) if room.closed else (match.home_id, match.away_id)
        if (table.ns_id, table.ew_id) != two:
            table.ns_id, table.ew_id = two
            table.save(update_fields=["ns", "ew"])
            count += 1
    return count


def charged(row: Row, ours: Iterable[Row]) -> bool:
    """Whether the penalty is for a player's unpaid fee that is charged here already."""
    same = ("round", "number", "team", "member", "withdrawn_at")
    return row["member"] is not None and any(
        [one[key] for key in same] == [row[key] for key in same] for one in ours
    )


# --- Line-ups: a team's in a half is one row


def line_ups(rows: QuerySet[LineUp]) -> list[dict[str, Any]]:
    """The line-ups as they stand in a bundle: by seat the player's place in the roster."""
    found: dict[Identity, dict[str, int]] = {}
    for *name, seat, position in rows.values_list(*OF_LINE_UP.values(), "seat", "member__position"):
        found.setdefault(tuple(name), {})[seat] = position
    return [{**dict(zip(OF_LINE_UP, name, strict=True)), "seats": found[name]} for name in found]


def seated(
    rows: Iterable[Row],
    homes: Mapping[Identity, str],
    rooms: Mapping[Identity, int],
    members: Mapping[Identity, int],
) -> list[LineUp]:
    """The rows as they are stored; none for a room or a player that is not there.

    `homes`: by match the home team, which sits North-South in the open room.
    """
    found = []
    for row in rows:
        match = identity("matches", row)
        for seat, position in row["seats"].items():
            closed = (seat in "NS") != (homes[match] == row["contestant"])
            room = rooms.get((*match, row["half"], closed))
            member = members.get((row["contestant"], position))
            if room is not None and member is not None:
                found.append(LineUp(room_id=room, seat=seat, member_id=member))
    return found
