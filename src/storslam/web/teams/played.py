"""What follows from who has played: unpaid players, the champions' half, own players' share."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone

from storslam.championship.line_ups import HalfPlayed, boards_of, unpaid_loss
from storslam.errors import StorslamError
from storslam.names import searched
from storslam.rulebook.book import Book
from storslam.web.acts.deciding import Decided, decided
from storslam.web.models import (
    Contestant,
    Discipline,
    Event,
    LineUp,
    Match,
    MatchPenalty,
    Member,
    StageKind,
    User,
)
from storslam.web.results import locked
from storslam.web.teams.acts import names_of
from storslam.web.teams.drawing import done
from storslam.web.teams.matches import TeamsNow, teams_now

Halves = Mapping[int, Sequence[HalfPlayed]]
"""By the key of a team the halves that it has begun to play, matches and players by their keys."""


def halves_played(now: TeamsNow) -> Halves:
    """The halves of every team in which a board has a result."""
    fours: dict[tuple[int, int, int], list[str]] = {}
    rows = LineUp.objects.filter(room__match__event=now.event).order_by("room", "seat")
    for match, half, team, member in rows.values_list(
        "room__match", "room__half", "member__contestant", "member"
    ):
        fours.setdefault((match, half, team), []).append(str(member))
    found: dict[int, list[HalfPlayed]] = {}
    for one in now.matches:
        for number, half in enumerate((*one.told.halves, *one.told.extra) if one.told else (), 1):
            if half.open_room or half.closed_room:
                for team in one.row.teams:
                    four = tuple(fours.get((one.row.pk, number, team.pk), ()))
                    played = HalfPlayed(str(one.row.pk), len(half.boards), four)
                    found.setdefault(team.pk, []).append(played)
    return found


# --- Unpaid membership fees


@dataclass(frozen=True, slots=True)
class Unpaid:
    """A player whose fee was unpaid when the team played, and what it costs.

    `matches`: those that the player took part in; `due`: those of them that have no penalty yet.
    """

    team: Contestant
    member: Member
    matches: tuple[Match, ...]
    due: tuple[Match, ...]
    decision: Decided


def unpaid_players(now: TeamsNow) -> list[Unpaid]:
    """The players of the registry who have played with an unpaid fee (SM-ILL-2)."""
    season, members = now.event.stage.season, _registered(now.event)
    known = season.memberships.filter(player__in=[one.player_id for one in members])
    paid = dict(known.values_list("player", "paid"))
    day = now.event.date or season.now().date()
    halves, rows = halves_played(now), {str(one.row.pk): one.row for one in now.matches}
    found = []
    for member in members:
        team, fee = member.contestant_id, paid.get(member.player_id)
        played = (one.match for one in halves.get(team, ()) if str(member.pk) in one.players)
        matches = [rows[match] for match in dict.fromkeys(played)]
        if matches and (fee is None or fee > day):
            found.append(_unpaid(now, member, matches, fee))
    return found


def _registered(event: Event) -> list[Member]:
    """The players of the event who are in the registry."""
    return list(Member.objects.filter(contestant__event=event).exclude(player=None))


def _unpaid(now: TeamsNow, member: Member, matches: Sequence[Match], paid: date | None) -> Unpaid:
    season = now.event.stage.season
    today = season.now().date()
    held = {
        row.match_id
        for match in matches
        for row in match.penalties.all()
        if row.member_id == member.pk and row.withdrawn_at is None
    }
    made = decided(
        season,
        "unpaid-team-player",
        first_offence_on=now.event.date or today,
        fee_received_on=paid,
        matches_played=len(matches),
        as_of=today,
    )
    due = tuple(match for match in matches if match.pk not in held)
    team = next(one for one in now.people.values() if one.pk == member.contestant_id)
    return Unpaid(team, member, tuple(matches), due, made)


def penalise_unpaid(event: Event, who: User | str) -> int:
    """Take the VP of every match that an unpaid player took part in; how many penalties are new."""
    with transaction.atomic():
        event = locked(event)
        now = teams_now(event)
        halves, book = halves_played(now), event.stage.season.book()
        name = who if isinstance(who, str) else who.get_username()
        rows = [
            MatchPenalty(
                match=match,
                team=one.team,
                member=one.member,
                vp=_loss(one, match, halves, book),
                why=f"{one.member} (SM-ILL-2)",
                who=name,
                when=timezone.now(),
            )
            for one in unpaid_players(now)
            for match in one.due
        ]
        MatchPenalty.objects.bulk_create(rows)
        if rows:
            told = ", ".join(sorted({str(row.member) for row in rows}))
            done(event, "penalise-unpaid", who, f"{event}: {told}", penalties=len(rows))
    return len(rows)


def _loss(one: Unpaid, match: Match, halves: Halves, book: Book) -> int:
    """The VP of one match."""
    own = [half for half in halves[one.team.pk] if half.match == str(match.pk)]
    return int(unpaid_loss([str(one.member.pk)], own, book))


# --- The reigning champions


def champions_half(now: TeamsNow) -> Iterator[tuple[Contestant, list[str], Decided | None]]:
    """In a semifinal the champions' teams, whom the old team had, and whether enough have played.

    No decision as long as nobody has said who the old team was.
    """
    stage = now.event.stage
    if (stage.discipline, stage.kind) != (Discipline.OPEN_TEAMS, StageKind.SEMIFINAL):
        return
    for team in now.people.values():
        if team.entry and team.entry.champions:
            old = now.event.movement.get("old_team", [])
            yield team, old, _half(now, team, old) if old else None


def _half(now: TeamsNow, team: Contestant, old: Sequence[str]) -> Decided:
    roster = list(team.members.all())
    written = {searched(name): name for name in old}
    names = {str(pk): written.get(searched(name), name) for pk, name in names_of(roster).items()}
    halves = [[names[one] for one in half.players] for half in halves_played(now).get(team.pk, ())]
    return decided(now.event.stage.season, "champions-half", old_team=list(old), halves=halves)


def name_champions(event: Event, names: Sequence[str], who: User | str) -> None:
    """Note whom the reigning champions' team had last year."""
    names = [name.strip()[:120] for name in names if name.strip()]
    if not 0 < len(names) == len({*map(searched, names)}) <= _MOST_OLD:
        raise StorslamError("name the players of last year's team, each once")
    with transaction.atomic():
        event = locked(event)
        keep(event, old_team=names)
        done(event, "name-champions", who, f"{event}: {', '.join(names)}")


_MOST_OLD = 8


def keep(event: Event, **more: Any) -> None:
    """Keep these settings with the others of a locked event's matches."""
    event.movement = {**event.movement, **more}
    event.save(update_fields=["movement"])


# --- The share of the boards that own players are to play


@dataclass(frozen=True, slots=True)
class Share:
    """How many boards a district's own players of a team have played, of how many they must."""

    team: Contestant
    own: tuple[Member, ...]
    boards: int
    decision: Decided


def may_ask_share(event: Event) -> bool:
    """Whether the organising district may ask for it: in the qualifier of SM Lag (SM-TEAM-4)."""
    stage = event.stage
    return (stage.discipline, stage.kind) == (Discipline.OPEN_TEAMS, StageKind.QUALIFIER)


def ask_share(event: Event, asked: bool, who: User | str) -> None:
    """Say whether own players must play their proportional share; a second time changes nothing."""
    with transaction.atomic():
        event = locked(event)
        if not may_ask_share(event):
            raise StorslamError("only a district asks for its players' share, in its qualifier")
        if bool(event.movement.get("own_share")) != asked:
            keep(event, own_share=asked)
            done(event, "set-own-share", who, f"{event}: {asked}", asked=asked)


def shares(now: TeamsNow) -> list[Share]:
    """Where the district asks for it: the share of each team that has entered and played."""
    if not now.event.movement.get("own_share"):
        return []
    halves = halves_played(now)
    return [
        _share(now, team, halves[team.pk])
        for team in now.people.values()
        if team.entry and team.entry.district_id and halves.get(team.pk)
    ]


def _share(now: TeamsNow, team: Contestant, halves: Sequence[HalfPlayed]) -> Share:
    members = list(team.members.select_related("player"))
    home = team.entry.district_id if team.entry else None
    own = tuple(one for one in members if one.player and one.player.district_id == home)
    boards = boards_of([str(one.pk) for one in own], halves)
    made = decided(
        now.event.stage.season,
        "proportional-boards",
        players=len(members),
        own_players=len(own),
        boards=sum(half.boards for half in halves),
        boards_by_own_players=boards,
    )
    return Share(team, own, boards, made)
