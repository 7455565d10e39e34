"""Matches of teams in a bundle: rounds that the copies drew otherwise, and line-ups as wholes."""

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from storslam.exchange.bundle_fields import Identity, Row, identity
from storslam.web.models import Event, LineUp, TeamTable

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
    `theirs`. `halls`: the hall's rounds of those that stay. `told`: those that both changed.
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
    """Which rounds stay, and which are taken over whole: a round that has begun here stays."""
    ours, theirs, told = set(), set(), set()
    for round_ in {row["round"] for frame in (here, there) for row in frame["matches"]}:
        mine, common, other = (pairings(frame, round_) for frame in (here, base, there))
        if mine == other or not (common or (mine and other)):
            continue
        begun = _begun(here, round_, played_here), _begun(there, round_, played_there)
        if not other and not begun[0]:
            continue
        take = not begun[0] and (mine == common or begun[1])
        (theirs if take else ours).add(round_)
        if common != (mine if take else other):
            told.add(round_)
    halls = {row["hall_round"] for row in here["rooms"] if row["round"] in ours}
    return Drawn(ours, theirs, halls, told)


def pairings(frame: Frame, round_: int) -> list[str]:
    """Who meet in a round, as text; empty where it is not drawn."""
    rows = [row for row in frame.get("matches", []) if row["round"] == round_]
    return [f"{row['home']}–{row['away'] or ''}" for row in sorted(rows, key=_number)]


def _number(row: Row) -> int:
    return int(row["number"])


def _begun(frame: Frame, round_: int, played: Set[Identity]) -> bool:
    """Whether a match of the round has a result, or was given up."""
    absent = any(row["absent"] for row in frame["matches"] if row["round"] == round_)
    return absent or any(
        (row["hall_round"], row["section"], row["table"]) in played
        for row in frame["rooms"]
        if row["round"] == round_
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
