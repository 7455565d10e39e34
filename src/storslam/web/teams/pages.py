"""What the public pages of an event of teams show, as the templates take it.

Of a board nothing is told before both rooms have played it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.translation import gettext

from storslam.championship.matches import deductions
from storslam.championship.series import Settled, Standing
from storslam.scoring.player_butler import PlayerRow, Seated, player_butler
from storslam.scoring.team import MatchBoard
from storslam.web.hall.hands import promises
from storslam.web.models import Contestant, Event, LineUp, Match, Phase, TeamTable
from storslam.web.models.event import State
from storslam.web.payload import Payload
from storslam.web.teams.cups import cup_shown
from storslam.web.teams.kinds import plan_of
from storslam.web.teams.matches import MatchNow, TeamsNow, teams_shown

Named = tuple[Contestant, Contestant | None]


@dataclass(frozen=True, slots=True)
class Shown:
    """A match in a list with its teams.

    `struck`: one of them is, so that the match counts for nothing. `vp`: what both get of it, a
    walkover settled as it stands; None of a cup.
    """

    now: MatchNow
    home: Contestant
    away: Contestant | None
    struck: bool = False
    vp: tuple[Fraction | int, Fraction | int] | None = None

    @property
    def absent(self) -> Contestant | None:
        """Who gave the match up, where no ruling stands in place of it."""
        if self.ruled:
            return None
        told = self.now.told
        gone = told.absent[0] if told and told.absent else None
        return {self.now.home: self.home, self.now.away: self.away}.get(gone)

    @property
    def ruled(self) -> bool:
        """Whether a ruling says what the match gives."""
        return self.now.result is not None and self.now.result.ruled

    @property
    def live(self) -> bool:
        """Whether it is under play."""
        return self.now.begun and not self.now.finished and not self.struck

    @property
    def cup(self) -> bool:
        """Whether it is won and lost, and gives no victory points."""
        return is_cup(self.now)

    @property
    def winner(self) -> Contestant | None:
        """Who has won a cup match."""
        code = self.now.result.winner if self.now.result else None
        return next((team for team in (self.home, self.away) if team and team.code == code), None)

    @property
    def provisional(self) -> bool:
        """Whether the victory points may change: it is under play, or a walkover is."""
        return self.vp is not None and (self.absent is not None or not self.now.finished)


@dataclass(frozen=True, slots=True)
class RoundShown:
    """A round with its matches."""

    number: int
    phase: str
    matches: list[Shown]
    current: bool

    @property
    def cup(self) -> bool:
        """Whether it is a part of a cup."""
        return all(one.cup for one in self.matches)


def shown_match(now: TeamsNow, one: MatchNow) -> Shown:
    """The match with its teams."""
    away = now.people[one.away] if one.away else None
    return Shown(one, now.people[one.home], away, is_struck(now, one), _vp(now, one))


def is_struck(now: TeamsNow, one: MatchNow) -> bool:
    """Whether a team of the match is struck or disqualified."""
    return bool({one.home, one.away} & now.struck)


def all_over(now: TeamsNow, matches: Iterable[MatchNow]) -> bool:
    """Whether nothing is left to play of these matches, those of struck teams apart."""
    return all(one.finished or is_struck(now, one) for one in matches)


def _vp(now: TeamsNow, one: MatchNow) -> tuple[Fraction | int, Fraction | int] | None:
    """What both teams get of the match, by the matches of the live table."""
    result = one.result
    if result is None:
        return None
    if result.vp_home is not None and result.vp_away is not None:
        return result.vp_home, result.vp_away
    for settled in now.live_walkovers if result.absent else ():
        if {settled.team, settled.absent} == {*result.teams} and settled.absent == result.absent:
            return settled.of(result.home)[0], settled.of(result.away)[0]
    return None


def round_name(row: Match) -> str:
    """A round of matches, or the part of a cup."""
    if row.phase in (Phase.SERIES, Phase.ROUND_ROBIN, Phase.GREEN_LIFT):
        return gettext("Round %(number)s") % {"number": row.round}
    return row.get_phase_display()


def half_name(room: TeamTable) -> str:
    """A round of matches and which half of it, or its extra boards, is played in a room."""
    row, event = room.match, room.match.event
    name, book = round_name(row), event.stage.season.book()
    planned = len(plan_of(event, row.phase, event.contestants.count(), book).halves)
    if room.half > planned:
        return f"{name}, " + gettext("extra boards")
    if planned == 1:
        return name
    return f"{name}, " + gettext("half %(number)s") % {"number": room.half}


def rounds_of(now: TeamsNow) -> list[RoundShown]:
    """The rounds with their matches; the current one is the first that is not over."""
    waiting = (n for n, found in now.rounds.items() if not all_over(now, found))
    current = next(waiting, max(now.rounds, default=0))
    return [
        RoundShown(
            number,
            Phase(found[0].row.phase).label if is_cup(found[0]) else "",
            [shown_match(now, one) for one in found],
            number == current,
        )
        for number, found in now.rounds.items()
    ]


def is_cup(one: MatchNow) -> bool:
    """Whether it is a match of a cup."""
    return one.plan.scale is None


def table_of(now: TeamsNow) -> list[tuple[Standing | None, Contestant]]:
    """The teams in order of place, or as numbered before anything is drawn."""
    rows = [(row, now.people[row.team]) for row in now.live]
    return rows or [(None, now.people[code]) for code in now.codes]


class Crossed(NamedTuple):
    """What a team took of another; `walkover`: of a match that was given up."""

    vp: Fraction | int
    walkover: bool


def gone_of(now: TeamsNow) -> list[Contestant]:
    """The teams that are struck or disqualified."""
    return [now.people[code] for code in now.codes if code in now.struck]


def cross_of(now: TeamsNow) -> dict[str, dict[str, Crossed]]:
    """By team and opponent the victory points that the team took."""
    found: dict[str, dict[str, Crossed]] = {code: {} for code in now.people}
    for one in now.matches:
        result, vp = one.result, _vp(now, one)
        if result is not None and vp is not None:
            walkover = result.absent is not None
            found[result.home][result.away] = Crossed(vp[0], walkover)
            found[result.away][result.home] = Crossed(vp[1], walkover)
    return found


def penalties_of(now: TeamsNow) -> dict[str, Fraction]:
    """By team the VP that penalties take from it in the live table."""
    results = (one.result for one in now.matches if one.plan.scale and not is_struck(now, one))
    return deductions(result for result in results if result)


def walkovers_of(now: TeamsNow) -> list[tuple[Settled, Contestant, Contestant]]:
    """The walkovers by the same matches as the live table, with who came and who did not."""
    return [(one, now.people[one.team], now.people[one.absent]) for one in now.live_walkovers]


def over(now: TeamsNow) -> bool:
    """Whether the table is settled."""
    if now.series is not None:
        return now.series.over
    if now.state is not None:
        return now.state.cup is not None or now.state.next == "over"
    drawn = len(now.rounds) == now.event.movement["options"].get("rounds")
    return drawn and all_over(now, now.matches)


def event_context(event: Event) -> dict[str, Any]:
    """The table, the matches round by round, and what a cup or a walkover gives."""
    now = teams_shown(event)
    rounds, table = rounds_of(now), table_of(now)
    return {
        "event": event,
        "now": now,
        "table": table,
        "rounds": rounds,
        "current": next((one for one in rounds if one.current), None),
        "cross": _cross_rows(now, table) if _all_meet(now) else [],
        "lost": penalties_of(now),
        "teams": [team for _, team in table],
        "walkovers": walkovers_of(now),
        "over": over(now),
        "gone": gone_of(now),
        "places": _places(now),
        "cup": cup_shown(now),
        "promises": promises(event),
    }


def _cross_rows(
    now: TeamsNow, table: Sequence[tuple[Standing | None, Contestant]]
) -> list[tuple[Standing | None, Contestant, list[Crossed | None]]]:
    cross = cross_of(now)
    return [
        (row, team, [cross[team.code].get(other.code) for _, other in table]) for row, team in table
    ]


def _all_meet(now: TeamsNow) -> bool:
    return bool(now.matches) and now.matches[0].row.phase in (Phase.SERIES, Phase.ROUND_ROBIN)


def _places(now: TeamsNow) -> list[tuple[str, Contestant, str]]:
    """At the end of a veteran event the places with their medals."""
    state = now.state
    found = state.places.items() if state and state.next == "over" else ()
    return [(p, now.people[code], state.medals.get(code, "") if state else "") for code, p in found]


# --- A match


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A board of a match with both rooms' results, and the match score after it.

    `own`: as compared; None while a room has not played it, and then nothing else is told.
    """

    number: int
    own: MatchBoard | None = None
    open_room: Payload | None = None
    closed_room: Payload | None = None
    home: Fraction = Fraction()
    away: Fraction = Fraction()


@dataclass(frozen=True, slots=True)
class HalfShown:
    """A half of a match; `extra`: a set of extra boards. `seats`: by room who sits where."""

    number: int
    extra: bool
    boards: list[BoardRow]
    seats: list[tuple[bool, Mapping[str, str]]]


def match_context(event: Event, pk: int) -> dict[str, Any] | None:
    """A match board by board; None when there is no such match."""
    now = teams_shown(event)
    one = next((m for m in now.matches if m.row.pk == pk and m.away), None)
    if one is None:
        return None
    return {
        "event": event,
        "match": shown_match(now, one),
        "halves": list(_halves(now, one)),
        "penalties": [(now.people[p.team], p) for p in (one.told.penalties if one.told else ())],
        "phase": Phase(one.row.phase).label,
    }


def board_rows(now: TeamsNow, one: MatchNow) -> list[BoardRow]:
    """The boards of a match in order."""
    return [row for rows in _rows(now, one) for row in rows]


def _halves(now: TeamsNow, one: MatchNow) -> Iterator[HalfShown]:
    planned = len(one.told.halves) if one.told else 0
    seats, settled = seats_of(now.event, room__match=one.row), _settled(now, one)
    for number, rows in enumerate(_rows(now, one), 1):
        if not rows:  # left out when the match was shortened
            continue
        rooms = [room for room in one.rooms if room.half == number]
        found = [(room.closed, seats.get(room.pk, {})) for room in rooms]
        if rows or not settled:
            yield HalfShown(number, number > planned, rows, found)


def _rows(now: TeamsNow, one: MatchNow) -> Iterator[list[BoardRow]]:
    """The boards by half; none of a match that cannot be compared.

    Of a match that is settled without them, boards that are not played are not there.
    """
    settled = _settled(now, one)
    told, home, away = one.told, Fraction(), Fraction()
    for number, half in enumerate((*told.halves, *told.extra) if told and not one.fault else (), 1):
        rows = []
        rooms = {room.closed: room for room in one.rooms if room.half == number}
        for board in half.compared.boards:
            if board.home is None or board.away is None:
                rows += [] if settled else [BoardRow(board.board)]
                continue
            if any(_unsure(now, room, board.board) for room in rooms.values()):
                rows.append(BoardRow(board.board))
                continue
            home, away = home + max(board.home, 0), away + max(board.away, 0)
            two = (_payload(now, rooms.get(closed), board.board) for closed in (False, True))
            rows.append(BoardRow(board.board, board, *two, home, away))
        yield rows


def _unsure(now: TeamsNow, room: TeamTable, board: int) -> bool:
    """Whether one seat alone says what was played, while the round goes on: it tells of no other
    room's result.
    """
    found = now.recorded.get((room.table_id, board))
    waits = now.event.confirm and now.event.state == State.RUNNING and not room.table.round.closed
    return waits and found is not None and not found.confirmed


def _settled(now: TeamsNow, one: MatchNow) -> bool:
    """Whether the match is given up or ruled on, or counts for nothing."""
    ruled = one.result is not None and one.result.ruled
    return bool(one.row.absent) or ruled or is_struck(now, one)


def _payload(now: TeamsNow, room: TeamTable | None, board: int) -> Payload | None:
    found = now.recorded.get((room.table_id, board)) if room else None
    return found.payload if found else None


def seats_of(event: Event, told: str = "member__name", **which: Any) -> dict[int, dict[str, Any]]:
    """By room the names of those who sit there, once both teams have named theirs.

    `which` rooms: by fields of a line-up; `told`: what else than the names.
    """
    found: dict[int, dict[str, Any]] = {}
    rows = LineUp.objects.filter(room__match__event=event, **which)
    for room, seat, who in rows.values_list("room", "seat", told):
        found.setdefault(room, {})[seat] = who
    return {room: there for room, there in found.items() if len(there) == len("NESW")}


# --- A team


def team_context(event: Event, code: str) -> dict[str, Any] | None:
    """A team with its players, their Butler in each half, and its matches."""
    now = teams_shown(event)
    team = now.people.get(code)
    if team is None:
        return None
    rows = {row.player: row for row in butler(now)}
    played = [shown_match(now, one) for one in now.matches if code in (one.home, one.away)]
    players = [(member, rows.get(str(member.pk))) for member in team.members.all()]
    halves = sorted({half for _, row in players if row for half in row.halves})
    return {
        "event": event,
        "team": team,
        "row": next((row for row in now.live if row.team == code), None),
        "players": players,
        "halves": halves,
        "by_half": [(m, [row.halves.get(half) for half in halves]) for m, row in players if row],
        "matches": played,
        "struck": code in now.struck,
        "cup": all(one.cup for one in played),
    }


def butler(now: TeamsNow) -> tuple[PlayerRow, ...]:
    """The players by their IMPs a board, of boards that both rooms of a match have played."""
    return player_butler(_seated(now), now.event.datum, now.event.imp_cap)  # type: ignore[arg-type]


def _seated(now: TeamsNow) -> Iterator[Seated]:
    seats = seats_of(now.event, "member")
    for one in now.matches:
        for room in one.rooms:
            if room.pk in seats:
                there = {seat: str(member) for seat, member in seats[room.pk].items()}
                yield from _lines(now, one, room, there)


def _lines(
    now: TeamsNow, one: MatchNow, room: TeamTable, there: Mapping[str, str]
) -> Iterator[Seated]:
    """What a room has to compare; who sat the other way round has the other side's result."""
    ns, ew = (there["N"], there["S"]), (there["E"], there["W"])
    usual = (one.away, one.home) if room.closed else (one.home, one.away)
    for board in compared(one, room.half):
        payload = _payload(now, room, board)
        if payload is not None:
            swapped = payload.sat is not None and payload.sat == usual[::-1]
            sides = (ew, ns) if swapped else (ns, ew)
            yield Seated(board, (one.row.round, room.half), *sides, payload.outcome)


def compared(one: MatchNow, half: int) -> Sequence[int]:
    """The boards of a half that both rooms have played."""
    if one.told is None or one.fault:
        return ()
    boards = (*one.told.halves, *one.told.extra)[half - 1].compared.boards
    return [board.board for board in boards if board.home is not None]


# --- All events of a stage


def stage_context(events: Sequence[Event]) -> dict[str, Any]:
    """The series of a stage side by side, each with its table and the round under play."""
    found = []
    for event in events:
        now = teams_shown(event)
        current = next((one for one in rounds_of(now) if one.current), None)
        found.append((event, table_of(now), current))
    return {
        "stage": events[0].stage,
        "series": found,
        "running": any(event.state == "running" for event in events),
    }
