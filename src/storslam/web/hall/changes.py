"""Changes of who plays: pairs replaced, added, taken out, and who has reported in the hall."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max, Q

from storslam.errors import StorslamError
from storslam.scoring import Contestant as Who
from storslam.scoring import Player as Person
from storslam.scoring.ranking import id_order
from storslam.web.acts.checking import TEAMS
from storslam.web.acts.trail import named, note
from storslam.web.hall.field import Field, chosen, field_of, in_field
from storslam.web.hall.groups import group_now
from storslam.web.hall.seating import unseat
from storslam.web.intake import store_contestants, store_members
from storslam.web.models import (
    Contestant,
    Entry,
    Event,
    LineUp,
    Member,
    Result,
    Step,
    Table,
    User,
)
from storslam.web.results import locked, touch


def replace(
    contestant: Contestant, new: Who, entry: Entry | None, who: User, reason: str = ""
) -> Contestant:
    """Let others have the contestant's number and seat; refused once it has a result (S-15).

    Its own names may be spelled otherwise at any time; a team may get more players, and lose those
    who have not played.
    """
    with transaction.atomic():
        event = locked(contestant.event)
        contestant = event.contestants.select_for_update().get(pk=contestant.pk)
        before = str(contestant)
        if _told(contestant) == new.players and contestant.name == new.name:
            return contestant
        team = event.stage.discipline in TEAMS
        if team:
            _refuse_few(event, new)
        if _would_lose(contestant, new, team=team):
            raise StorslamError("%(who)s has played: name a substitute instead", who=before)
        _refuse_twice(event, new, contestant)
        contestant.name, contestant.entry, contestant.present = new.name, entry, False
        contestant.a_system = entry is not None and entry.a_system
        contestant.save()
        if team:
            _let_play(contestant, new)
        else:
            contestant.members.all().delete()
            store_members([(contestant, new)])
        touch(event)
        text = f"{event}, {contestant.code}: {before} → {_named(new)}"
        season = event.stage.season
        note("replace-contestant", contestant, who, season=season, text=text, reason=reason)
    return contestant


def _refuse_few(event: Event, new: Who) -> None:
    least = event.stage.season.book().value("teams.players.minimum", int)
    if len(new.players) < least:
        raise StorslamError("a team has at least %(least)s players (SM-TEAM-1)", least=least)


def _would_lose(contestant: Contestant, new: Who, *, team: bool) -> bool:
    """Whether somebody would leave who has played; a pair that has played is not changed at all."""
    before, after = set(_key(contestant)), set(_players(new))
    if before == after or not has_played(contestant):
        return False
    if not team or not before & after:
        return True
    there = _rows_of(contestant)
    leaving = [there[key] for key in before - after]
    return LineUp.objects.filter(member__in=leaving, room__table__results__isnull=False).exists()


def _rows_of(contestant: Contestant) -> dict[tuple[str, str], Member]:
    return {(m.number, m.number or m.name): m for m in contestant.members.all()}


def _let_play(team: Contestant, new: Who) -> None:
    """Let exactly these play; who stays keeps place and line-ups.

    A half for which a team has named somebody who leaves is to be named anew.
    """
    there, wanted = _rows_of(team), dict(zip(map(_person, new.players), new.players, strict=True))
    leaving = [row.pk for key, row in there.items() if key not in wanted]
    own = LineUp.objects.filter(member__contestant=team)
    named = own.filter(member__in=leaving).values_list("room__match", "room__half")
    for match, half in set(named):
        own.filter(room__match=match, room__half=half).delete()
    team.members.filter(pk__in=leaving).delete()
    for key, person in wanted.items():
        if row := there.get(key):
            row.name, row.club = person.name, person.club
            row.named().save()
    last = team.members.aggregate(last=Max("position"))["last"] or 0
    joining = tuple(person for key, person in wanted.items() if key not in there)
    store_members([(team, Who(team.code, joining))], last + 1)


def add(event: Event, new: Who, entry: Entry | None, who: User) -> Contestant:
    """Add a contestant, with the next number where `new` has none.

    It takes the place of those who are not there in the rounds to come, where somebody sits out;
    else it waits until the session is seated again, which is refused once the event is played.
    """
    with transaction.atomic():
        event = locked(event)
        if event.stage.discipline in TEAMS:
            _refuse_few(event, new)
            if event.matches.exists():
                raise StorslamError("take back the draw of the matches first")
        _refuse_twice(event, new)
        seats = _sit_outs(event)
        if not seats and Result.objects.filter(event=event).exists():
            raise StorslamError("nobody sits out: there is no seat for a late pair")
        codes = set(event.contestants.values_list("code", flat=True))
        code = new.id if new.id and new.id not in codes else _next(codes)
        made = Who(code, new.players, new.name)
        contestant = store_contestants(event, [made], {code: entry} if entry else {})[code]
        for table in seats:
            table.ew = contestant
        Table.objects.bulk_update(seats, ["ew"])
        touch(event)
        text = f"{event}, {code}: {_named(new)}"
        season, rounds = event.stage.season, sorted({table.round.number for table in seats})
        note("add-contestant", contestant, who, season=season, text=text, rounds=rounds)
    return contestant


def remove(contestant: Contestant, who: User, reason: str = "") -> None:
    """Take a contestant out before the event's first result.

    Its opponents sit out; where somebody sits out already the seating goes, and is made anew.
    """
    with transaction.atomic():
        event = locked(contestant.event)
        contestant = event.contestants.get(pk=contestant.pk)
        if Result.objects.filter(event=event).exists():
            raise StorslamError("the event is being played: let the contestant break off instead")
        if event.matches.exists():
            raise StorslamError("take back the draw of the matches first")
        told = f"{event}, {contestant.code}: {contestant}"
        _leave(event, contestant, who)
        season = event.stage.season
        note("remove-contestant", contestant, who, season=season, text=told, reason=reason)
        contestant.delete()
        event.refresh_from_db()
        touch(event)


def _leave(event: Event, contestant: Contestant, who: User) -> None:
    own = Table.objects.filter(Q(ns=contestant) | Q(ew=contestant))
    if not own.exists():
        return
    if Table.objects.filter(round__event=event, ew=None).exists():
        for session in sorted(set(event.rounds.values_list("session", flat=True)), reverse=True):
            unseat(event, session, who)
        return
    for table in own:
        if table.ns_id == contestant.pk:
            table.ns = table.ew
        table.ew = None
        table.save()


def check_in(
    event: Event, shown: Collection[int], present: Collection[int], who: User | str
) -> list[Contestant]:
    """Note who of the shown contestants has reported in the hall; those for whom it changed."""
    with transaction.atomic():
        event = locked(event)
        rows = [
            row
            for row in event.contestants.filter(pk__in=shown).prefetch_related("members")
            if row.present != (row.pk in present)
        ]
        for row in rows:
            row.present = not row.present
        Contestant.objects.bulk_update(rows, ["present"])
        if rows:
            touch(event)
            text = f"{event}: " + ", ".join(f"{'+' if r.present else '−'}{r.code}" for r in rows)
            season = event.stage.season
            note("check-in", event, who, season=season, text=text,
                 present=[r.code for r in rows if r.present],
                 absent=[r.code for r in rows if not r.present])  # fmt: skip
    return rows


def keep_still(contestant: Contestant, who: User, *, stationary: bool) -> None:
    """Note whether a contestant must not move; the next seating heeds it."""
    with transaction.atomic():
        event = locked(contestant.event)
        rows = event.contestants.filter(pk=contestant.pk, stationary=not stationary)
        if rows.update(stationary=stationary):
            touch(event)
            text = f"{event}, {contestant.code}"
            season = event.stage.season
            note("keep-still", contestant, who, season=season, text=text, stationary=stationary)


# --- Whether the field is still that of the season


@dataclass(frozen=True, slots=True)
class Swap:
    """A contestant who is no longer in the field, and who should have its seat.

    Either may be missing.
    """

    contestant: Contestant | None
    new: Who | None
    entry: Entry | None

    @property
    def key(self) -> str:
        """Names the change: who goes and who comes."""
        goes = str(self.contestant.pk) if self.contestant else ""
        comes = ".".join(p.number or p.name for p in self.new.players) if self.new else ""
        return f"{goes}-{comes}"


def overtaken(event: Event) -> list[Swap]:
    """What the season has changed since the event was opened (S-11); nothing for a file's."""
    now = _field_now(event)
    if now is None:
        return []
    rows = list(event.contestants.select_related("entry").prefetch_related("members"))
    there = {_key(row): row for row in rows}
    due = {_players(one): one for one in now.people}
    gone = [row for key, row in there.items() if key not in due]
    new = [one for key, one in due.items() if key not in there]
    return list(_paired(gone, new, now))


def _paired(gone: list[Contestant], new: list[Who], now: Field) -> Sequence[Swap]:
    """By number in a group; else in their orders."""
    by_code = {row.code: row for row in gone}
    same = [(by_code.pop(one.id), one) for one in new if one.id in by_code]
    rest = [one for one in new if one not in [two for _, two in same]]
    left = list(by_code.values())
    longest = max(len(left), len(rest))
    pad: list[None] = [None] * longest
    pairs = [*same, *zip((left + pad)[:longest], (rest + pad)[:longest], strict=True)]
    return [Swap(row, one, now.entries.get(one.id) if one else None) for row, one in pairs]


def _field_now(event: Event) -> Field | None:
    step = Step.objects.filter(act="open-event", about=named(event)).first()
    if step is None:
        return None
    match step.facts["source"]:
        case "groups":
            return group_now(event)
        case "field":
            return field_of(in_field(event.stage, step.district))
        case "final":
            return chosen(event.stage, step.facts["seed"])[1]
    return None


# --- Small questions


def has_played(contestant: Contestant) -> bool:
    """Whether the contestant has a result."""
    seats = Q(table__ns=contestant) | Q(table__ew=contestant)
    return Result.objects.filter(seats, event=contestant.event_id).exists()


def _sit_outs(event: Event) -> list[Table]:
    """The tables of rounds to come at which a newcomer can sit down: one in each round."""
    tables = Table.objects.filter(round__event=event, round__closed=None, ew=None)
    free: dict[int, Table] = {}
    for table in tables.select_related("round"):
        free.setdefault(table.round_id, table)
    section = next((table.section_id for table in free.values()), None)
    return [table for table in free.values() if table.section_id == section]


def _refuse_twice(event: Event, new: Who, but: Contestant | None = None) -> None:
    numbers = {player.number for player in new.players} - {""}
    others = event.contestants.filter(members__number__in=numbers)
    found = others.exclude(pk=but.pk).first() if but else others.first()
    if found is not None:
        raise StorslamError(
            "%(who)s plays already, as number %(id)s", who=str(found), id=found.code
        )


def _next(codes: set[str]) -> str:
    last = max((code for code in codes if code.isdigit()), key=id_order, default="0")
    return str(int(last) + 1)


def _told(contestant: Contestant) -> tuple[Person, ...]:
    return tuple(Person(m.name, m.number, m.club) for m in contestant.members.all())


def _key(contestant: Contestant) -> tuple[tuple[str, str], ...]:
    """Who plays as this contestant."""
    return tuple(sorted((m.number, m.number or m.name) for m in contestant.members.all()))


def _players(who: Who) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(map(_person, who.players)))


def _person(player: Person) -> tuple[str, str]:
    return player.number, player.number or player.name


def _named(who: Who) -> str:
    return who.name or " – ".join(player.name for player in who.players)
