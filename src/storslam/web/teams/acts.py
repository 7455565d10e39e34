"""What happens to a match: line-ups, walkovers, fewer or more boards, penalties."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from storslam.championship.line_ups import Side as Team
from storslam.championship.line_ups import refuse_naming
from storslam.errors import StorslamError
from storslam.web.acts.deciding import Decided, decided
from storslam.web.models import (
    Contestant,
    Event,
    LineUp,
    Match,
    MatchPenalty,
    Member,
    Result,
    Table,
    TeamTable,
    User,
)
from storslam.web.models.event import State
from storslam.web.models.teams import Side
from storslam.web.results import locked
from storslam.web.teams.drawing import done, hall_rounds, last_board, seat
from storslam.web.teams.matches import GONE, MatchNow, teams_now

MOST_VP, MOST_IMPS = 25, 99
Seats = dict[tuple[bool, str], Member]
"""By room (whether the closed) and seat the player."""


@dataclass(frozen=True, slots=True)
class Four:
    """A line-up as it is handed in: in each room the pair, by the keys of its players."""

    open_room: tuple[int, int]
    closed_room: tuple[int, int]

    @property
    def players(self) -> tuple[int, ...]:
        return (*self.open_room, *self.closed_room)


# --- Line-ups


def name_line_up(
    event: Event, pk: int, half: int, side: str, four: Four, who: User | str, *,
    exemption: bool = False,
) -> Decided:  # fmt: skip
    """Store who plays a half for a team, in place of whom it had named; the decision that let it.

    `exemption`: the district has granted a seventh and an eighth player. Raises StorslamError with
    the rule for who may not play, and out of turn where an A system is announced.
    """
    with transaction.atomic():
        event = locked(event)
        refuse_ended(event)
        match = meeting(event, pk)
        rooms = {room.closed: room for room in match.rooms.filter(half=half)}
        if len(rooms) < 2:
            raise StorslamError("this match has no half %(half)s", half=half)
        _refuse_early(match, half, side)
        team = _team(match, side)
        members = {member.pk: member for member in team.members.all()}
        if unknown := [one for one in four.players if one not in members]:
            raise StorslamError(
                "%(player)s is not on the team's roster (SM-TEAM-1)", player=unknown[0]
            )
        made = _allowed(event, team, [members[one] for one in four.players], half, match, exemption)
        placed = _placed(side, [members[one] for one in four.players])
        LineUp.objects.filter(room__in=rooms.values(), member__contestant=team).delete()
        LineUp.objects.bulk_create(
            LineUp(room=rooms[closed], seat=seat_, member=member)
            for (closed, seat_), member in placed.items()
        )
        text = f"{event}, {match}, {half}: {', '.join(str(m.name) for m in placed.values())}"
        done(event, "line-up", who, text, decision=made, match=match.pk, half=half, side=side)
    return made


def refuse_ended(event: Event) -> None:
    """StorslamError once the event has ended: then only the committee rules on matches."""
    if event.state == State.ENDED:
        raise StorslamError("the event has ended: take it up again first")


def meeting(event: Event, pk: int) -> Match:
    """The match of two teams; StorslamError where there is none."""
    found = event.matches.select_related("home", "away").filter(pk=pk).first()
    if found is None or found.away is None:
        raise StorslamError("there is no such match")
    return found


def _team(match: Match, side: str) -> Contestant:
    if side not in Side.values or match.away is None:
        raise StorslamError("say which team")
    return match.home if side == Side.HOME else match.away


def _sides(match: Match) -> tuple[tuple[Team, Contestant | None], ...]:
    return ("home", match.home), ("away", match.away)


def announced(match: Match) -> tuple[Team, ...]:
    """Which teams of the match have announced an A system."""
    return tuple(side for side, _team_ in _sides(match) if match.announced in (side, "both"))


def _refuse_early(match: Match, half: int, side: str) -> None:
    """StorslamError for a team that names its line-up before the one that must be first."""
    named: list[Team] = [
        name
        for name, team in _sides(match)
        if LineUp.objects.filter(
            room__match=match, room__half=half, member__contestant=team
        ).exists()
    ]
    book = match.event.stage.season.book()
    refuse_naming(book, announced(match), named, "home" if side == Side.HOME else "away")


def _allowed(
    event: Event, team: Contestant, four: Sequence[Member], half: int, match: Match, exemption: bool
) -> Decided:
    roster, stage = list(team.members.all()), event.stage
    names, elsewhere = names_of(roster), _played_elsewhere(event, team, four)
    open_, closed = [names[m.pk] for m in four[:2]], [names[m.pk] for m in four[2:]]
    made = decided(
        stage.season,
        "line-up",
        open_room=open_,
        closed_room=closed,
        roster=list(names.values()),
        stage=stage.kind,
        discipline=stage.discipline,
        earlier_halves=[[names[pk] for pk in one] for one in halves_before(team, match, half)],
        district_exemption=exemption,
        played_for_another_team=[names[m.pk] for m in four if m.player_id in elsewhere],
    )
    if not made.result["allowed"]:
        raise StorslamError(
            "%(players)s may not play for %(team)s (%(rules)s)",
            players=", ".join(made.result["faults"]),
            team=str(team),
            rules=", ".join(one["rule"] for one in made.json["reasons"]),
        )
    return made


def names_of(roster: Sequence[Member]) -> dict[int, str]:
    """A name for each player, no two alike."""
    seen = [member.name for member in roster]
    return {
        m.pk: m.name if seen.count(m.name) == 1 else f"{m.name} {m.number or m.position}"
        for m in roster
    }


def halves_before(team: Contestant, match: Match, half: int) -> list[list[int]]:
    """Who played for the team in each half before this one, by their keys."""
    rows = LineUp.objects.filter(member__contestant=team).order_by(
        "room__match__round", "room__half", "room__closed", "seat"
    )
    found: dict[tuple[int, int], list[int]] = {}
    for row in rows.values_list("room__match__round", "room__half", "member"):
        if row[:2] < (match.round, half):
            found.setdefault(row[:2], []).append(row[2])
    return list(found.values())


def _played_elsewhere(event: Event, team: Contestant, four: Sequence[Member]) -> set[int | None]:
    """Which of these players have played for another team of the discipline this season."""
    stage, own = event.stage, Q(member__contestant=team)
    if team.entry_id:
        own |= Q(member__contestant__entry=team.entry_id)
    rows = LineUp.objects.filter(
        member__player__in=[m.player_id for m in four if m.player_id],
        room__match__event__stage__season=stage.season,
        room__match__event__stage__discipline=stage.discipline,
    )
    return {*rows.exclude(own).values_list("member__player", flat=True)}


def _placed(side: str, four: Sequence[Member]) -> Seats:
    """The home team sits North-South in the open room, East-West in the closed."""
    open_, closed = ("NS", "EW") if side == Side.HOME else ("EW", "NS")
    seats = [*((False, one) for one in open_), *((True, one) for one in closed)]
    return dict(zip(seats, four, strict=True))


# --- Walkovers


def concede(event: Event, pk: int, side: str, why: str, who: User | str) -> Match:
    """Record that a team gives the match up: the tables keep only the boards they have played.

    What its opponents get is settled with the series. Raises StorslamError where the other team
    has given it up already: then a ruling sets what both get.
    """
    with transaction.atomic():
        event = locked(event)
        refuse_ended(event)
        match = meeting(event, pk)
        team = _team(match, side)
        teams = {"home": str(match.home), "away": str(match.away)}
        if match.absent == side:
            raise StorslamError("%(home)s and %(away)s: the walkover is recorded already", **teams)
        if match.absent:
            raise StorslamError(
                "%(home)s and %(away)s: both cannot give walkover (SM-WO-1): the committee "
                "rules on both, with a ruling on the match",
                **teams,
            )
        _refuse_ruled(match)
        refuse_reasonless(why)
        made = decided(event.stage.season, "walkover-committee", stage=event.stage.kind)
        match.absent, match.why, match.decision = side, why.strip()[:300], made.json
        match.absent_at = timezone.now()
        match.save(update_fields=["absent", "absent_at", "why", "decision"])
        reseat(match)
        text = f"{event}, {match}: {team} ({match.why})"
        done(event, "concede", who, text, decision=made, match=match.pk)
    return match


def undo_concession(event: Event, pk: int, who: User | str) -> Match:
    """Take a walkover back: the tables have all their boards again."""
    with transaction.atomic():
        event = locked(event)
        refuse_ended(event)
        match = meeting(event, pk)
        if not match.absent:
            raise StorslamError("nobody has given this match up")
        _refuse_ruled(match)
        match.absent, match.absent_at, match.why, match.decision = "", None, "", {}
        match.save(update_fields=["absent", "absent_at", "why", "decision"])
        reseat(match)
        done(event, "undo-concession", who, f"{event}, {match}", match=match.pk)
    return match


def _refuse_ruled(match: Match) -> None:
    if match.ruled_home is not None:
        raise StorslamError("a ruling decides this match: take it back first")


def refuse_reasonless(why: str) -> None:
    """StorslamError without a reason."""
    if not why.strip():
        raise StorslamError("give a reason")


def reseat(*matches: Match) -> None:
    """Let each room play the boards of its half; of a match that is decided without being played,
    none but those that it has played. Who was to sit there stays known.
    """
    rooms = TeamTable.objects.filter(match__in=matches)
    rooms = rooms.select_related("table", "match__home", "match__away")
    results = Result.objects.filter(table__room__match__in=matches)
    played = set(results.values_list("table", "board__number"))
    changed = []
    for room in rooms:
        boards = room.match.halves[room.half - 1][1]
        if _decided(room.match):
            boards = [board for board in boards if (room.table_id, board) in played]
        if room.table.boards != boards:
            room.table.boards = boards
            changed.append(room.table)
    Table.objects.bulk_update(changed, ["boards"])


def _decided(match: Match) -> bool:
    """Whether a walkover, a ruling, or a team that is out of the event decides the match."""
    out = any(team.standing in GONE for team in match.teams)
    return bool(match.absent) or match.ruled_home is not None or out


# --- Fewer boards, and more


def shorten(event: Event, pk: int, boards: int, why: str, who: User | str) -> Match:
    """Let a match have so many boards, the first of those planned, in place of any shortening.

    StorslamError once others are played, and where extra boards are seated. It is scored on the
    scale of the boards that were planned (SM-LATE-5).
    """
    with transaction.atomic():
        event = locked(event)
        refuse_ended(event)
        match, now = meeting(event, pk), match_of(event, pk)
        _refuse_ruled(match)
        if match.absent:
            raise StorslamError("this match was given up: take the walkover back first")
        if len(match.halves) > len(now.plan.halves):
            raise StorslamError("extra boards are seated: the match had its boards")
        planned = now.plan.boards
        if not 0 < boards <= planned:
            raise StorslamError("this match has from 1 to %(planned)s boards", planned=planned)
        refuse_reasonless(why)
        kept, left, first = [], boards, match.halves[0][1][0]
        for (hall, _numbers), length in zip(match.halves, now.plan.halves, strict=True):
            count = min(length, left)
            kept.append([hall, list(range(first, first + count))])
            left, first = left - count, first + length
        left_out = {board for _hall, numbers in match.halves for board in numbers}
        left_out -= {board for _hall, numbers in kept for board in numbers}
        if Result.objects.filter(table__room__match=match, board__number__in=left_out).exists():
            raise StorslamError("a board that would be left out is played already")
        match.halves = kept
        match.why = why.strip()[:300] if boards < planned else ""
        match.save(update_fields=["halves", "why"])
        reseat(match)
        text = f"{event}, {match}: {boards} ({match.why})"
        done(event, "shorten-match", who, text, match=match.pk, boards=boards)
    return match


def add_extra(event: Event, pk: int, who: User | str) -> Match:
    """Seat the extra boards that a level cup match has to play."""
    with transaction.atomic():
        event = locked(event)
        refuse_ended(event)
        match, now = meeting(event, pk), match_of(event, pk)
        count = now.result.extra_boards if now.result else None
        if not count:
            raise StorslamError("this match has no extra boards to play")
        first, hall = last_board(event) + 1, hall_rounds(event, 1)[0]
        match.halves = [*match.halves, [hall.number, list(range(first, first + count))]]
        match.save(update_fields=["halves"])
        seat(event, [match])
        done(event, "extra-boards", who, f"{event}, {match}: {count}", match=match.pk, boards=count)
    return match


def match_of(event: Event, pk: int) -> MatchNow:
    """The match as it stands."""
    for one in teams_now(event).matches:
        if one.row.pk == pk:
            return one
    raise StorslamError("there is no such match")


# --- Penalties


def penalise(
    event: Event, pk: int, side: str, vp: Decimal, imps: int, why: str, who: User | str
) -> MatchPenalty:
    """Take VP or IMPs from a team of the match; its opponents gain nothing."""
    with transaction.atomic():
        event = locked(event)
        refuse_ended(event)
        match = meeting(event, pk)
        team = _team(match, side)
        if not (0 <= vp <= MOST_VP and 0 <= imps <= MOST_IMPS) or bool(vp) == bool(imps):
            raise StorslamError("a penalty is in VP or in IMPs, and above zero")
        refuse_reasonless(why)
        made = decided(event.stage.season, "imp-correction", imps=imps) if imps else None
        row = MatchPenalty.objects.create(
            match=match, team=team, vp=vp, imps=imps, why=why.strip()[:300],
            who=who if isinstance(who, str) else who.get_username(), when=timezone.now(),
        )  # fmt: skip
        text = f"{event}, {match}: {team}, {f'{imps} IMP' if imps else f'{vp} VP'} ({row.why})"
        done(event, "penalise-team", who, text, decision=made, match=match.pk)
    return row


def withdraw(event: Event, pk: int, who: User | str) -> None:
    """Take a penalty back; a second time changes nothing."""
    with transaction.atomic():
        event = locked(event)
        refuse_ended(event)
        name = who if isinstance(who, str) else who.get_username()
        rows = MatchPenalty.objects.filter(pk=pk, match__event=event, withdrawn_at=None)
        if rows.update(withdrawn_by=name, withdrawn_at=timezone.now()):
            done(event, "withdraw-penalty", who, f"{event}", penalty=pk)
