"""Matches of an event of teams as they stand: the two rooms compared, board by board."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import groupby

from storslam.championship.matches import (
    Half,
    MatchResult,
    Penalty,
    Plan,
    Room,
    TeamMatch,
    deductions,
    result_of,
)
from storslam.championship.series import Settled, Standing, series_table, walkovers
from storslam.championship.team_series import Series, series_of
from storslam.championship.veteran import Choice
from storslam.championship.veteran_event import Event as VeteranEvent
from storslam.championship.veteran_event import Meeting, State, own_cup, state_of
from storslam.errors import StorslamError
from storslam.movements.swiss import by_lot
from storslam.rulebook.book import Book
from storslam.scoring.event import Artificial, Outcome, Score, Weighted
from storslam.scoring.ranking import id_order
from storslam.web.loaded import Place, Recorded, recorded, recorded_at
from storslam.web.models import Contestant, CupChoice, Event, Match, MatchPenalty, TeamTable
from storslam.web.models.event import Standing as Stands
from storslam.web.payload import Payload
from storslam.web.teams.kinds import CUP, CUP_SIZES, SERIES, VETERAN, kind_of, plan_of

_KEPT = 32
GONE = frozenset({Stands.STRUCK, Stands.DISQUALIFIED})
"""How a team stands whose matches are taken out of the table (SM-ILL-3 … SM-ILL-5)."""


@dataclass(frozen=True)
class MatchNow:
    """A match as stored and what it gives. `result` None: the home team sits out.

    `fault`: why its boards cannot be compared.
    """

    row: Match
    rooms: tuple[TeamTable, ...]
    plan: Plan
    told: TeamMatch | None = None
    result: MatchResult | None = None
    fault: StorslamError | None = None

    @property
    def home(self) -> str:
        return self.row.home.code

    @property
    def away(self) -> str | None:
        return self.row.away.code if self.row.away else None

    @property
    def finished(self) -> bool:
        """Whether nothing is left to play."""
        return self.result is None or self.result.finished

    @property
    def begun(self) -> bool:
        """Whether the match has anything to show."""
        return self.told is not None and any(
            half.open_room or half.closed_room for half in (*self.told.halves, *self.told.extra)
        )

    @property
    def extra(self) -> tuple[Half, ...]:
        """The sets of extra boards."""
        return self.told.extra if self.told else ()

    def meeting(self) -> Meeting:
        """The match as the rules of a veteran event see it."""
        return Meeting(self.row.phase, self.row.round, self.home, self.away, self.result)  # type: ignore[arg-type]


@dataclass(frozen=True)
class TeamsNow:
    """An event of teams as it stands. `recorded`: the results that its matches are made of."""

    event: Event
    book: Book
    people: Mapping[str, Contestant]
    matches: tuple[MatchNow, ...]
    struck: frozenset[str]
    choices: tuple[CupChoice, ...]
    recorded: Mapping[Place, Recorded]

    @property
    def kind(self) -> str:
        return kind_of(self.event)

    @property
    def seed(self) -> int:
        """The seed of the event's lots."""
        return int(self.event.movement.get("seed") or 0)

    @property
    def codes(self) -> tuple[str, ...]:
        """The teams by number."""
        return tuple(sorted(self.people, key=id_order))

    @property
    def lot(self) -> list[str]:
        """The order by lot of teams that are level."""
        return by_lot(self.codes, self.seed)

    @property
    def results(self) -> list[MatchResult]:
        """What the matches give so far."""
        return [one.result for one in self.matches if one.result is not None]

    @cached_property
    def rounds(self) -> dict[int, list[MatchNow]]:
        """The matches by round."""
        return {n: list(found) for n, found in groupby(self.matches, lambda one: one.row.round)}

    @property
    def order(self) -> list[list[tuple[str, str]]]:
        """By round who meet."""
        return [[(m.home, m.away) for m in found if m.away] for found in self.rounds.values()]

    @cached_property
    def series(self) -> Series | None:
        """The series, once it is drawn; who are level are parted by the lot, if one is drawn."""
        if self.kind != SERIES or not self.matches:
            return None
        seed = self.event.movement.get("lot")
        return self.with_lot(() if seed is None else by_lot(self.codes, seed))

    def with_lot(self, lot: Sequence[str]) -> Series:
        """The series, those who are level parted by this lot."""
        plan = self.matches[0].plan
        return series_of(self.order, self.results, plan, self.book, struck=self.struck, lot=lot)

    @cached_property
    def state(self) -> State | None:
        """Where a veteran event or a cup is, and what is next.

        None for a cup of a number of teams that none is made for.
        """
        if self.kind == CUP:
            field, meetings = self.cup_field, [one.meeting() for one in self.matches]
            return own_cup(field, meetings, self.struck) if len(field) in CUP_SIZES else None
        return state_of(self.veteran, self.book) if self.kind == VETERAN else None

    @property
    def cup_field(self) -> tuple[str, ...]:
        """The teams of a district's own cup: as it began, else by number or by lot."""
        seeded = self.event.movement["options"].get("seeded")
        order = self.codes if seeded else self.lot
        left = (code for code in order if code not in self.struck)
        return tuple(self.event.movement.get("cup_field") or left)

    @property
    def veteran(self) -> VeteranEvent:
        """The event as the rules of a veteran event see it."""
        made: dict[str, tuple[Choice, ...]] = {}
        for row in self.choices:
            made[row.phase] = (*made.get(row.phase, ()), Choice(row.chooser, row.chosen))
        return VeteranEvent(
            self.codes,
            self.seed,
            tuple(one.meeting() for one in self.matches),
            made,
            tuple(self.event.movement.get("cup_field", ())),
            self.struck,
        )

    @cached_property
    def table(self) -> tuple[Standing, ...]:
        """The standing by finished matches."""
        if self.kind in (VETERAN, CUP):
            return self.state.standing if self.state else ()
        if self.kind == SERIES:
            return self.series.table if self.series else ()
        return self.standing([one for one in self.matches if one.finished])

    @cached_property
    def live(self) -> tuple[Standing, ...]:
        """The standing by matches under play as well, as the public sees it."""
        if self.kind == SERIES:
            return self.series.live if self.series else ()
        return self.standing(one for one in self.matches if _has_points(one))

    def standing(self, matches: Iterable[MatchNow]) -> tuple[Standing, ...]:
        """The table of these matches of a Green Lift, sit-outs with them."""
        matches = [one for one in matches if not {one.home, one.away} & self.struck]
        plan = next((one.plan for one in matches), None)
        if plan is None:
            return ()
        gained = {code: Fraction() for code in self.codes if code not in self.struck}
        for one in matches:
            if one.away is None and one.row.phase == "green-lift":
                gained[one.home] += self.book.value("veteran.bye.vp", Fraction)
        results = [one.result for one in matches if one.result is not None]
        played = [one.played() for one in results if one.counts]
        return series_table(played, plan.boards, self.book, (), deductions(results), gained)

    @cached_property
    def walkovers(self) -> tuple[Settled, ...]:
        """The walkovers with their alternatives, by the same matches as `table`."""
        return self._settled([one for one in self.matches if one.finished])

    @cached_property
    def live_walkovers(self) -> tuple[Settled, ...]:
        """The walkovers with their alternatives, by the same matches as `live`."""
        return self._settled(self.matches)

    def _settled(self, matches: Iterable[MatchNow]) -> tuple[Settled, ...]:
        scored = [one for one in matches if one.plan.scale]
        played = [one.result.played() for one in scored if one.result and one.result.counts]
        if not any(one.absent for one in played):
            return ()
        return walkovers(played, scored[0].plan.boards, self.book, self.struck)


def _has_points(one: MatchNow) -> bool:
    """Whether the match counts in a table of victory points."""
    if one.result is None:
        return True
    return one.plan.scale is not None and one.result.counts


def teams_now(event: Event) -> TeamsNow:
    """The event as it is, kept in memory for as long as its stamp is the current one."""
    return _now(event.pk, event.stamp, None)


def teams_shown(event: Event) -> TeamsNow:
    """The event as the public sees it: as it is, or as it was when it was frozen."""
    return _now(event.pk, event.stamp, event.frozen)


def teams_at(event: Event, moment: datetime) -> TeamsNow:
    """The event as it stood at that moment, by its results and penalties."""
    return _now(event.pk, event.stamp, moment)


def teams_if(event: Event, changes: Mapping[Place, Payload]) -> TeamsNow:
    """The event as it would be with these results at their places."""
    now = teams_now(event)
    changed = {place: Recorded(payload) for place, payload in changes.items()}
    return _of(now.event, {**now.recorded, **changed})


@lru_cache(maxsize=_KEPT)
def _now(pk: int, _stamp: str, moment: datetime | None) -> TeamsNow:
    event = Event.objects.select_related("stage__season").get(pk=pk)
    results = recorded(event) if moment is None else recorded_at(event, moment)
    return _of(event, results, moment)


def _of(
    event: Event, results: Mapping[Place, Recorded], moment: datetime | None = None
) -> TeamsNow:
    frame, book = _frame(event.pk, event.frame), event.stage.season.book()
    plans = {phase: plan_of(event, phase, len(frame.people), book) for phase in frame.phases}
    known = _known(event.pk)
    matches = tuple(
        _match(row, rooms, results, moment, plans[row.phase], book, known)
        for row, rooms in frame.matches
    )
    return TeamsNow(event, book, frame.people, matches, frame.struck, frame.choices, results)


@dataclass(frozen=True)
class _Frame:
    """An event but for its results."""

    people: Mapping[str, Contestant]
    matches: tuple[tuple[Match, tuple[TeamTable, ...]], ...]
    choices: tuple[CupChoice, ...]
    struck: frozenset[str]

    @property
    def phases(self) -> set[str]:
        return {row.phase for row, _rooms in self.matches}


_Known = dict[int, tuple[TeamMatch, Plan, date, MatchResult, StorslamError | None]]


@lru_cache(maxsize=_KEPT)
def _known(_pk: int) -> _Known:
    """By the key of a match what it was last told by which plan and rules, and what it gave."""
    return {}


def _lost(row: Match, moment: datetime | None) -> list[MatchPenalty]:
    """The penalties of a match that are in force."""
    return [one for one in row.penalties.all() if _in_force(one, moment)]


def _in_force(penalty: MatchPenalty, moment: datetime | None) -> bool:
    """Whether the penalty counts: now, or at that moment."""
    if moment is None:
        return penalty.withdrawn_at is None
    kept = penalty.withdrawn_at is None or penalty.withdrawn_at > moment
    return kept and penalty.when <= moment


@lru_cache(maxsize=_KEPT)
def _frame(pk: int, _mark: str) -> _Frame:
    event = Event(pk=pk)
    contestants = event.contestants.select_related("entry").prefetch_related("members")
    rows = event.matches.prefetch_related("penalties__team")
    rooms, teams = _rooms(event), {row.pk: row for row in contestants}
    for row in rows:  # hundreds of matches share their teams
        row.home, row.away = teams[row.home_id], teams[row.away_id] if row.away_id else None
    return _Frame(
        {row.code: row for row in contestants},
        tuple((row, tuple(rooms.get(row.pk, ()))) for row in rows),
        tuple(event.choices.all()),
        frozenset(row.code for row in contestants if row.standing in GONE),
    )


def _rooms(event: Event) -> dict[int, list[TeamTable]]:
    found: dict[int, list[TeamTable]] = {}
    rooms = TeamTable.objects.filter(match__event=event).order_by("match", "half", "closed")
    for room in rooms.select_related("table__round", "table__section"):
        found.setdefault(room.match_id, []).append(room)
    return found


def _match(
    row: Match,
    rooms: tuple[TeamTable, ...],
    results: Mapping[Place, Recorded],
    moment: datetime | None,
    plan: Plan,
    book: Book,
    known: _Known,
) -> MatchNow:
    """The match with these results; one that is told the same as before gives the same again."""
    if row.away is None:
        return MatchNow(row, rooms, plan)
    told = _told(row, rooms, results, moment, plan)
    before = known.get(row.pk)
    if before is None or before[:3] != (told, plan, book.on):
        before = known[row.pk] = told, plan, book.on, *_given(told, plan, book)
    return MatchNow(row, rooms, plan, told, *before[3:])


def _given(told: TeamMatch, plan: Plan, book: Book) -> tuple[MatchResult, StorslamError | None]:
    """What the match gives; without its boards where these cannot be compared, and why."""
    try:
        return result_of(told, plan, book), None
    except StorslamError as fault:
        blank = replace(told, halves=tuple(Half(one.boards) for one in told.halves), extra=())
        return result_of(blank, plan, book), fault


def _told(
    row: Match,
    rooms: Sequence[TeamTable],
    results: Mapping[Place, Recorded],
    moment: datetime | None,
    plan: Plan,
) -> TeamMatch:
    home, away = (team.code for team in row.teams)
    seen = {(room.half, room.closed): outcomes(room, home, away, results) for room in rooms}
    halves = [
        Half(tuple(boards), seen.get((n, False), {}), seen.get((n, True), {}))
        for n, (_round, boards) in enumerate(row.halves, 1)
    ]
    planned = len(plan.halves)
    penalties = tuple(
        Penalty(one.team.code, Fraction(one.vp), one.imps, _rule(one)) for one in _lost(row, moment)
    )
    absent = {"home": (home,), "away": (away,)}.get(row.absent, ())
    if not _since(row.absent_at, moment):
        absent = ()
    ruled = (
        None
        if row.ruled_home is None or row.ruled_away is None or not _since(row.ruled_at, moment)
        else (Fraction(row.ruled_home), Fraction(row.ruled_away))
    )
    parts = tuple(halves[:planned]), tuple(halves[planned:])
    return TeamMatch(home, away, *parts, absent, penalties, ruled=ruled)


def _since(when: datetime | None, moment: datetime | None) -> bool:
    """Whether what is so since then was so already at the moment, None: now."""
    return moment is None or when is None or when <= moment


def _rule(penalty: MatchPenalty) -> str:
    """The article of a penalty: for an unpaid player, or as a correction is."""
    return "SM-ILL-2" if penalty.member_id else "SM-CORR-1"


def outcomes(room: TeamTable, home: str, away: str, results: Mapping[Place, Recorded]) -> Room:
    """The outcomes of a room by board, as if its pairs had sat as they should."""
    usual = (away, home) if room.closed else (home, away)
    found: dict[int, Outcome] = {}
    for board in room.table.boards:
        one = results.get((room.table_id, board))
        outcome = one.payload.outcome if one else None
        if one is not None and outcome is not None:
            sat = one.payload.sat or usual
            if {*sat} == {*usual}:
                found[board] = outcome if sat == usual else turned(outcome)
    return found


def turned(outcome: Outcome) -> Outcome:
    """The outcome with North-South and East-West exchanged."""
    match outcome:
        case Score(points):
            return Score(-points)
        case Weighted(parts):
            return Weighted(tuple((-points, weight) for points, weight in parts))
        case Artificial(ns, ew) if ew is not None:
            return Artificial(ew, ns)
    return outcome
