"""What the papers of an event of teams are made of, as plain values."""

from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext

from storslam.bridge import Board
from storslam.championship.line_ups import Side
from storslam.championship.matches import deductions
from storslam.championship.series import Standing
from storslam.printing import Awarded, Crossed, Protocol, ProtocolHalf, SlipMatch, Starter
from storslam.scoring.event import Contestant as Who
from storslam.scoring.event import Line, Player
from storslam.systems.duties import decide_seat_choice
from storslam.web.loaded import frame_of
from storslam.web.models import Contestant, Event, Match, TeamTable
from storslam.web.shown import exact
from storslam.web.teams.matches import MatchNow, TeamsNow, outcomes
from storslam.web.teams.medals import medals
from storslam.web.teams.pages import half_name, over, round_name, seats_of

ROOMS = {False: "open", True: "closed"}


def called(row: Match) -> str:
    """The round, or the part of a cup, and the table."""
    return f"{round_name(row)}, " + gettext("Table %(number)s") % {"number": row.number}


# --- Matches


def protocols(now: TeamsNow, round_: int, *, blank: bool = False) -> list[Protocol]:
    """The matches of a round in which two teams meet; `blank`: to be filled in."""
    boards = {number: record.board for number, record in frame_of(now.event).boards.items()}
    seats = seats_of(now.event, room__match__round=round_)
    return [_protocol(now, one, boards, seats, blank=blank) for one in _met(now, round_)]


def _teams(now: TeamsNow, one: MatchNow) -> list[Contestant]:
    """The teams of a match, with their players."""
    return [now.people[team.code] for team in one.row.teams]


def _met(now: TeamsNow, round_: int) -> list[MatchNow]:
    return [one for one in now.rounds.get(round_, ()) if one.away]


def _protocol(
    now: TeamsNow,
    one: MatchNow,
    boards: Mapping[int, Board],
    seats: Mapping[int, Mapping[str, str]],
    *,
    blank: bool,
) -> Protocol:
    home, away = map(str, _teams(now, one))
    blank, planned = blank or one.fault is not None, len(one.plan.halves)
    halves = [
        ProtocolHalf(
            [boards[number] for number in numbers],
            {ROOMS[r.closed]: seats.get(r.pk, {}) for r in one.rooms if r.half == half},
            {} if blank else _lines(now, one, half),
            extra=half > planned,
        )
        for half, (_hall, numbers) in enumerate(one.row.halves, 1)
        if numbers
    ]
    told = one.begun or one.row.absent
    result, said = (None, []) if blank or not told else (one.result, _rulings(now, one))
    if one.fault:
        why = "The boards of this match cannot be compared yet: the director has to rule."
        said = [gettext(why)]
    return Protocol(called(one.row), home, away, halves, result, said)


def _lines(now: TeamsNow, one: MatchNow, half: int) -> dict[str, dict[int, Line]]:
    """By room the results of a half by board, as if the pairs had sat as they should."""
    rooms = [room for room in one.rooms if room.half == half]
    return {ROOMS[room.closed]: _room(now, one, room) for room in rooms}


def _room(now: TeamsNow, one: MatchNow, room: TeamTable) -> dict[int, Line]:
    home, away = (team.code for team in one.row.teams)
    ns, ew = (away, home) if room.closed else (home, away)
    return {
        board: Line(board, ns, ew, outcome, now.recorded[room.table_id, board].payload.play)
        for board, outcome in outcomes(room, home, away, now.recorded).items()
    }


def _rulings(now: TeamsNow, one: MatchNow) -> list[str]:
    """The penalties in force, and why the match was given up or shortened."""
    penalties = one.told.penalties if one.told else ()
    said = [
        f"{now.people[p.team]}: −{f'{p.imps} IMP' if p.imps else f'{exact(p.vp)} VP'}"
        for p in penalties
    ]
    return [*said, one.row.why] if one.row.why else said


def slips(now: TeamsNow, round_: int) -> list[SlipMatch]:
    """The matches of a round to name line-ups for."""
    found = []
    for one in _met(now, round_):
        home, away = map(_who, _teams(now, one))
        halves = min(len(one.row.halves), len(one.plan.halves))
        found.append(SlipMatch(called(one.row), home, away, halves, _names_first(now, one.row)))
    return found


def _names_first(now: TeamsNow, row: Match) -> Side | None:
    sides: tuple[Side, ...] = ("home", "away")
    announced = tuple(side for side in sides if row.announced in (side, "both"))
    first: Side | None = decide_seat_choice(now.book, announced=announced).result["names_first"]
    return first


def _who(team: Contestant) -> Who:
    members = team.members.all()
    return Who(team.code, tuple(Player(m.name, m.number, m.club) for m in members), team.name)


# --- The whole event


def round_names(event: Event) -> dict[int, str]:
    """By the number of a round of the hall which round of matches and half is played in it."""
    rooms = TeamTable.objects.filter(match__event=event)
    told = rooms.select_related("match__event__stage__season", "table__round")
    first = {room.table.round.number: room for room in told}
    return {number: half_name(room) for number, room in first.items()}


def starters(now: TeamsNow) -> list[Starter]:
    """The teams by number, without a table: they sit at two."""
    teams = [now.people[code] for code in now.codes]
    return [Starter(_who(team), a_system=team.a_system) for team in teams]


def series(now: TeamsNow) -> tuple[tuple[Standing, ...], Crossed]:
    """The table by finished matches, and what stands beside it; of a veteran event that of its
    first part.
    """
    names = {code: str(team) for code, team in now.people.items()}
    scored = [one.result for one in now.matches if one.result and one.plan.scale]
    cross = Crossed(names, scored, now.walkovers, deductions(scored), over=over(now))
    if now.series is not None:
        winner, level = now.series.winner, now.series.level
        cross = replace(cross, winner=winner, level=level)
    return now.table, cross


def awards(now: TeamsNow) -> list[Awarded]:
    """The teams with medals, each with the players who are entitled to one."""
    found = []
    for one in medals(now):
        clubs = {member.name: member.club for member in one.team.members.all()}
        given = {name: medal for name, medal in one.players.items() if medal}
        players = tuple(Player(name, club=clubs.get(name, "")) for name in given)
        team = Who(one.team.code, players, str(one.team))
        found.append(Awarded(team, one.place, next(iter(given.values()))))
    return found
