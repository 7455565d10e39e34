"""Qualifiers: sessions and their points, the combined ranking, the report to the office."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from django.db import transaction
from django.db.models import F, Prefetch, Q

from storslam.championship.disciplines import if_known
from storslam.errors import StorslamError
from storslam.web.acts.deciding import Decided, decided
from storslam.web.acts.trail import note
from storslam.web.models import (
    Club,
    District,
    Entry,
    EntryState,
    Event,
    Qualifier,
    Report,
    Session,
    SessionScore,
    Stage,
    User,
    rosters,
)
from storslam.web.models.event import State
from storslam.web.models.qualifying import PointsUnit
from storslam.web.scored import scored
from storslam.web.teams.kinds import is_teams
from storslam.web.teams.points import team_points


@dataclass(frozen=True, slots=True)
class Scores:
    """What one pair or team got in a session; without an entry it plays on the side, outside SM.

    `points` in the qualifier's unit; `rounds` and `boards` played, None where not known.
    """

    entry: Entry | None
    label: str
    points: Fraction
    rounds: int | None = None
    boards: int | None = None


@dataclass(frozen=True, slots=True)
class Ranked:
    """An entry of the combined ranking: `place` empty for one out of competition."""

    entry: Entry
    place: str
    total: Fraction
    shown: str
    boards: int | None


@dataclass(frozen=True, slots=True)
class Ranking:
    """A qualifier put together: who came where, what counts, and what speaks against it.

    `starts`: those that count in the quota (SM-QUOTA-1). `checks`: decisions on the qualifier as a
    whole, by name. `clubs`: the decision on every club session.
    """

    rows: tuple[Ranked, ...]
    incomplete: tuple[Entry, ...]
    starts: int
    checks: Mapping[str, Decided]
    clubs: Mapping[int, Decided]

    @property
    def boards_told(self) -> bool:
        """Whether it is known of everybody how many boards they played."""
        return all(row.boards is not None for row in self.rows)


def qualifier_of(stage: Stage, district: District) -> Qualifier:
    """The district's qualifier of the stage, made when it is first asked for."""
    return Qualifier.objects.get_or_create(stage=stage, district=district)[0]


def change_unit(qualifier: Qualifier, unit: str, who: User) -> None:
    """Change how the sessions are put together."""
    with transaction.atomic():
        _touch(qualifier)
        Qualifier.objects.filter(pk=qualifier.pk).update(unit=unit)
        _note("change-unit", qualifier, who, unit)


def add_session(
    qualifier: Qualifier,
    who: User,
    *,
    day: date,
    phase: int = 1,
    club: Club | None = None,
    rounds: int | None = None,
) -> Session:
    """A further session of a qualifier."""
    with transaction.atomic():
        _touch(qualifier)
        made = Session.objects.create(
            qualifier=qualifier, day=day, phase=phase, club=club, rounds=rounds
        )
        _note("add-session", qualifier, who, f"{day}{f', {club}' if club else ''}")
    return made


def remove_session(session: Session, who: User) -> None:
    """Take away a session that has no points."""
    with transaction.atomic():
        if session.scores.exists():
            raise StorslamError("the session has points: they are kept")
        _touch(session.qualifier)
        _note("remove-session", session.qualifier, who, f"{session.day}")
        session.delete()


def store_scores(
    session: Session, scores: Sequence[Scores], who: User, *, event: Event | None = None
) -> None:
    """Store the points of a session, instead of those it had; those stay in the trail.

    Raises StorslamError for an entry that is there twice or belongs elsewhere, a player in two
    pairs, negative points, and a session without any points.
    """
    qualifier = session.qualifier
    _refuse_wrong(qualifier, scores)
    with transaction.atomic():
        _touch(qualifier)
        before = list(session.scores.values("label", "entry_id", "points", "rounds", "boards"))
        session.scores.all().delete()
        SessionScore.objects.bulk_create(
            SessionScore(
                session=session,
                entry=row.entry,
                label=row.label[:250],
                points=str(row.points),
                rounds=row.rounds,
                boards=row.boards,
            )
            for row in scores
        )
        session.event = event
        session.save()
        after = [{"label": row.label, "points": str(row.points)} for row in scores]
        _note("store-scores", qualifier, who, f"{session.day}", before=before, after=after)


def _refuse_wrong(qualifier: Qualifier, scores: Sequence[Scores]) -> None:
    seen: dict[int, str] = {}
    if not scores:
        raise StorslamError("the session has no points")
    for row in scores:
        if row.points < 0:
            raise StorslamError("%(who)s: points cannot be negative", who=row.label)
        if row.entry is None:
            continue
        if barred(row.entry):
            raise StorslamError("%(who)s: the exemption it needs was refused", who=row.label)
        if (row.entry.stage_id, row.entry.district_id) != (
            qualifier.stage_id,
            qualifier.district_id,
        ):
            raise StorslamError("%(who)s is not entered in this qualifier", who=row.label)
        for player in row.entry.roster.all():
            if player.player_id in seen:
                raise StorslamError(
                    "%(player)s is there twice: with %(one)s and with %(other)s",
                    player=str(player.player),
                    one=seen[player.player_id],
                    other=row.label,
                )
            seen[player.player_id] = row.label


def barred(entry: Entry) -> bool:
    """Whether the entry needs an exemption that was refused."""
    answers = {exemption.rule: exemption.granted for exemption in entry.exemptions.all()}
    return False in answers.values()  # of several requests for a rule the newest counts


def _touch(qualifier: Qualifier) -> None:
    """Count the qualifier's version up, and hold it until the act is done."""
    Qualifier.objects.filter(pk=qualifier.pk).update(version=F("version") + 1)
    qualifier.refresh_from_db(fields=["version"])


def _note(act: str, qualifier: Qualifier, who: User, text: str, **facts: Any) -> None:
    note(
        act,
        qualifier,
        who,
        season=qualifier.stage.season,
        district=qualifier.district,
        text=f"{qualifier}: {text}",
        **facts,
    )


def entries_by_numbers(qualifier: Qualifier) -> dict[frozenset[str], Entry]:
    """The entries that may have points here, by the member numbers of their players."""
    entries = (
        Entry.objects.filter(stage=qualifier.stage, district=qualifier.district)
        .exclude(state=EntryState.WITHDRAWN)
        .prefetch_related(rosters())
    )
    return {frozenset(row.player.number for row in e.roster.all()): e for e in entries}


def entry_of(known: Mapping[frozenset[str], Entry], numbers: Iterable[str]) -> Entry | None:
    """The entry that these players are of; None when none of them is in any.

    Raises StorslamError where some are and some are not: a result with a substitute is stored with
    the entry's own players, so that nobody takes it for a pair outside SM (SM-SUB-2, -3).
    """
    played = frozenset(numbers)
    found = [entry for members, entry in known.items() if members & played]
    if not found:
        return None
    if len(found) == 1 and any(played <= members for members in known):
        return found[0]
    strangers = played - frozenset().union(*(m for m, entry in known.items() if entry in found))
    raise StorslamError(
        "%(entries)s with %(others)s: not the players that are entered; write the entry's own "
        "numbers where a substitute played",
        entries=", ".join(map(str, found)),
        others=", ".join(sorted(strangers)) or "–",
    )


def of_event(qualifier: Qualifier, event: Event) -> list[Scores]:
    """The points of a session from an event scored here: its entries found by member numbers.

    A team is found when its players in the event are all in its entry.
    """
    if is_teams(event):
        return _of_teams(qualifier, event)
    known = entries_by_numbers(qualifier)
    now = scored(event)
    people = {who.id: who for who in now.event.contestants}
    percent = qualifier.unit == PointsUnit.PERCENT
    found = []
    for row in now.standing.rows:
        who = people[row.id]
        entry = entry_of(known, (player.number for player in who.players if player.number))
        label = who.name or " – ".join(player.name for player in who.players) or who.id
        if percent and row.available is None:
            raise StorslamError("an event in IMPs has no per cent: count its points instead")
        points = row.percent if percent else row.total
        found.append(Scores(entry, label, points or Fraction(0), None, row.boards_played))
    return found


def _of_teams(qualifier: Qualifier, event: Event) -> list[Scores]:
    """The same of an event of matches."""
    if qualifier.unit == PointsUnit.PERCENT:
        raise StorslamError("an event in IMPs has no per cent: count its points instead")
    known, found = entries_by_numbers(qualifier), []
    for row in team_points(event):
        numbers = [member.number for member in row.team.members.all() if member.number]
        entry = row.team.entry or entry_of(known, numbers)
        found.append(Scores(entry, str(row.team), row.points, None, row.boards))
    return found


def ended_events(qualifier: Qualifier) -> list[Event]:
    """The events of the hall whose standing can be a session's points: not other districts'."""
    own = Q(contestants__entry__district=qualifier.district) | Q(contestants__entry=None)
    ended = qualifier.stage.events.filter(own, state=State.ENDED)
    return list(ended.distinct().order_by("name"))


def sessions_of(qualifier: Qualifier) -> list[Session]:
    """The sessions with their points, in order."""
    return list(
        qualifier.sessions.select_related("club", "event").prefetch_related(
            Prefetch("scores", SessionScore.objects.select_related("entry")),
            rosters("scores__entry__roster"),
        )
    )


def ranking(qualifier: Qualifier, sessions: Sequence[Session] | None = None) -> Ranking:
    """The combined ranking of a qualifier: all sessions count (SM-QUAL-2)."""
    found = sessions_of(qualifier) if sessions is None else sessions
    rows = [row for session in found for row in session.scores.all() if row.entry is not None]
    of_entry: dict[Entry, list[SessionScore]] = defaultdict(list)
    for row in rows:
        of_entry[row.entry].append(row)
    clubs = {s.pk: _club_decision(s) for s in found if s.club and s.scores.all()}
    valid = {s.pk for s in found if s.pk not in clubs or clubs[s.pk].result["valid"]}
    started = [
        entry
        for entry, mine in of_entry.items()
        if entry.state != EntryState.DISQUALIFIED and any(r.session_id in valid for r in mine)
    ]
    phases = {row.session.phase for row in rows}
    return Ranking(
        rows=_ranked(qualifier, found, of_entry),
        incomplete=tuple(
            entry for entry, mine in of_entry.items() if {r.session.phase for r in mine} != phases
        ),
        starts=len(started),
        checks=_checks(qualifier, found, of_entry, len(started)),
        clubs=clubs,
    )


def _ranked(
    qualifier: Qualifier,
    sessions: Sequence[Session],
    of_entry: Mapping[Entry, list[SessionScore]],
) -> tuple[Ranked, ...]:
    """The entries by their totals, those out of competition last and without a place."""
    season = qualifier.stage.season
    totals = _totals(qualifier, sessions, of_entry)
    out = [str(entry.pk) for entry in totals if entry.state == EntryState.DISQUALIFIED]
    results = {str(entry.pk): str(total) for entry, total in totals.items()}
    placed = decided(season, "out-of-competition", results=results, out_of_competition=out)
    shown = decided(season, "pair-ranking", results=results).result["shown"]
    places = placed.result["places"]
    order = sorted(totals, key=lambda entry: (str(entry.pk) in out, -totals[entry], entry.pk))
    return tuple(
        Ranked(
            entry,
            places.get(str(entry.pk), ""),
            totals[entry],
            shown[str(entry.pk)],
            _boards(of_entry[entry]),
        )
        for entry in order
    )


def _boards(rows: Iterable[SessionScore]) -> int | None:
    """All the boards played; None where some session does not tell."""
    boards = [row.boards for row in rows]
    return None if None in boards else sum(n for n in boards if n is not None)


def _checks(
    qualifier: Qualifier,
    sessions: Sequence[Session],
    of_entry: Mapping[Entry, list[SessionScore]],
    starts: int,
) -> dict[str, Decided]:
    """The decisions on the qualifier as a whole, by name: what is regulated, and known."""
    stage = qualifier.stage
    book = stage.season.book()
    boards = [_boards(mine) for mine in of_entry.values()]
    facts: dict[str, dict[str, Any]] = {"minimum-entries": {"starts": starts}}
    if boards and None not in boards:
        facts["minimum-boards"] = {"boards_played": boards}
    if sessions:
        facts["qualifier-last-day"] = {"day": max(session.day for session in sessions)}
    return {
        name: decided(stage.season, name, discipline=stage.discipline, **given)
        for name, given in facts.items()
        if if_known(book, f"events.{stage.discipline}.qualifier.{_FIGURES[name]}") is not None
    }


_FIGURES = {
    "minimum-entries": "minimum",
    "minimum-boards": "minimum-boards",
    "qualifier-last-day": "last-day",
}


def _club_decision(session: Session) -> Decided:
    scores = session.scores.all()
    return decided(
        session.qualifier.stage.season,
        "club-qualifier",
        pairs=len(scores),
        pairs_for_championship=sum(row.entry_id is not None for row in scores),
    )


def _totals(
    qualifier: Qualifier,
    sessions: Sequence[Session],
    of_entry: Mapping[Entry, list[SessionScore]],
) -> dict[Entry, Fraction]:
    """Each entry's total: points added with its sit-outs (SM-QUAL-7), or per cent of all boards."""
    if qualifier.unit == PointsUnit.PERCENT:
        return {entry: _mean(mine) for entry, mine in of_entry.items()}
    rounds = {session.pk: session.rounds for session in sessions}
    return {entry: _sum(qualifier, mine, rounds) for entry, mine in of_entry.items()}


def _mean(rows: Iterable[SessionScore]) -> Fraction:
    weighted = [(Fraction(row.points), row.boards or 0) for row in rows]
    boards = sum(n for _, n in weighted)
    if not boards:
        raise StorslamError("per cent can be put together only where the boards played are told")
    return sum((points * n for points, n in weighted), Fraction()) / boards


def _sum(
    qualifier: Qualifier, rows: Sequence[SessionScore], rounds: Mapping[int, int | None]
) -> Fraction:
    points = sum((Fraction(row.points) for row in rows), Fraction())
    counted = [(row.rounds, rounds[row.session_id]) for row in rows]
    known = [(own, of) for own, of in counted if own is not None and of is not None]
    played, total = sum(own for own, _ in known), sum(of for _, of in known)
    if len(known) < len(counted) or played >= total or not played:
        return points
    made = decided(
        qualifier.stage.season,
        "sit-out",
        points_in_played_rounds=str(points),
        rounds_played=played,
        rounds_total=total,
    )
    return Fraction(made.result["total"])


def report(qualifier: Qualifier, who: User) -> Report:
    """Send the result list to the office, as a new version where one was sent before.

    Whether it is in time is decided of the first version by the season's clock (SM-ENTRY-4); a
    correction keeps that. Raises StorslamError while there is nothing to report.
    """
    season = qualifier.stage.season
    with transaction.atomic():
        qualifier = Qualifier.objects.select_for_update().get(pk=qualifier.pk)
        sessions = sessions_of(qualifier)
        found = ranking(qualifier, sessions)
        if not found.rows:
            raise StorslamError("there is no result to report yet")
        latest = qualifier.reports.last()
        if latest and latest.of_version == qualifier.version:
            return latest
        now = season.now()
        made = decided(
            season,
            "report-deadline",
            last_qualifying_day=max(session.day for session in sessions),
            received_at=now,
        )
        sent = Report.objects.create(
            qualifier=qualifier,
            version=latest.version + 1 if latest else 1,
            of_version=qualifier.version,
            received=now,
            by=who,
            in_time=made.result["in_time"] if latest is None else latest.in_time,
            starts=found.starts,
            content=[_reported(row) for row in found.rows],
        )
        note(
            "report",
            sent,
            who,
            season=season,
            district=qualifier.district,
            text=f"{qualifier}: version {sent.version}, {found.starts}",
            decision=made,
            at=now,
        )
    return sent


def _reported(row: Ranked) -> dict[str, Any]:
    players = [seat.player for seat in row.entry.roster.all()]
    return {
        "entry": row.entry.pk,
        "place": row.place,
        "total": str(row.total),
        "shown": row.shown,
        "boards": row.boards,
        "names": [player.name for player in players],
        "numbers": [player.number for player in players],
        "clubs": [player.club.name if player.club else "" for player in players],
    }


def latest_reports(stage: Stage) -> dict[int, Report]:
    """The newest report of every district's qualifier, by the district's key."""
    reports = Report.objects.filter(qualifier__stage=stage).select_related("qualifier__district")
    return {report.qualifier.district_id: report for report in reports.order_by("version")}
