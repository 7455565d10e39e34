"""A whole veteran team event: what is next after what is stored (p. 12, "Öppna SM Lag Veteran").

Nothing is kept between two questions: the matches that were drawn and played, and the choices made,
say where the event is. Doubtful words are those of `veteran`; teams that are level on victory
points and on the quotient of IMPs are parted by lot, and so is the order of a drawn round. A round
of the cup that is drawn stays as it was drawn, until it is taken back, whatever a correction makes
of the round before. A team that is struck in the cup wins no match there, and has no place.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal

from storslam.championship.disciplines import refuse_twice, taken
from storslam.championship.matches import MatchResult, deductions
from storslam.championship.medals import decide_medal
from storslam.championship.series import (
    Points,
    Settled,
    Standing,
    in_order,
    series_table,
    walkovers,
)
from storslam.championship.team_series import schedule
from storslam.championship.veteran import (
    CHOICE_RULES,
    Choice,
    CupStage,
    choice_rules,
    choose,
    veteran_format,
)
from storslam.errors import StorslamError
from storslam.movements import Movement, Position
from storslam.movements.cup import Cup, CupMatch
from storslam.movements.green_lift import Drawn, PassedOver, draw, lot_order
from storslam.movements.swiss import by_lot
from storslam.rulebook.book import Book

Stage = Literal["round-robin", "green-lift", "round-of-32"] | CupStage
Next = Literal["draw", "play", "choose", "over"]
FINAL: CupStage = "final"
_CUP: tuple[Stage, ...] = ("round-of-32", "round-of-16", "quarterfinal", "semifinal", "final")
Pairs = Mapping[int, int]
"""Who meet in a round of a cup, by their numbers among its entrants."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match that was drawn. `away` None: the home team sits out. `result` None: not begun."""

    stage: Stage
    round: int
    home: str
    away: str | None
    result: MatchResult | None = None

    @property
    def teams(self) -> frozenset[str]:
        return frozenset(team for team in (self.home, self.away) if team is not None)

    @property
    def finished(self) -> bool:
        """Whether nothing is left to play."""
        return self.away is None or (self.result is not None and self.result.finished)


@dataclass(frozen=True, slots=True)
class Event:
    """A veteran team event as it is stored.

    `teams` in any order. `choices` by stage of the cup, in order. `cup_field`: the teams of the cup
    as they were when it began; without it they follow from the standing. `struck`: disqualified.
    `lost`: VP that teams lose besides the penalties of matches.
    """

    teams: tuple[str, ...]
    lot_seed: int
    meetings: tuple[Meeting, ...] = ()
    choices: Mapping[str, tuple[Choice, ...]] = field(default_factory=dict)
    cup_field: tuple[str, ...] = ()
    struck: frozenset[str] = frozenset()
    lost: Points = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class State:
    """Where the event is, and what is next.

    `draw`: the matches to store now, with the `reasons` of the Green Lift. `play`: those without
    a result for good. `chooser` and `among`: whose turn it is, and whom it may take. `stale`: what
    was drawn last would now be drawn in another way, after a correction. `kept`: teams that went on
    in the cup, each with the one that would now. `by_lot`: teams of the standing that only the lot
    parts where that matters. `places`: at the end the teams by place.
    """

    kind: str
    stage: Stage
    round: int
    next: Next
    standing: tuple[Standing, ...]
    walkovers: tuple[Settled, ...] = ()
    draw: tuple[Meeting, ...] = ()
    reasons: tuple[PassedOver, ...] = ()
    play: tuple[Meeting, ...] = ()
    chooser: str = ""
    among: tuple[str, ...] = ()
    cup: Cup | None = None
    stale: bool = False
    kept: tuple[tuple[str, str], ...] = ()
    by_lot: tuple[str, ...] = ()
    places: Mapping[str, str] = field(default_factory=dict)
    medals: Mapping[str, str] = field(default_factory=dict)


def state_of(event: Event, book: Book) -> State:
    """What is next in the event. Raises StorslamError for too few teams, for matches of others
    than its teams or of one team twice in a round, and for choices out of turn.
    """
    _refuse(event)
    run = _Run(event, book, veteran_format(len(event.teams), book)[1])
    if run.kind == "round-robin":
        return run.round_robin()
    qualified = run.green_lift()
    return qualified if qualified.next != "over" else run.cup(qualified)


def choice_of(state: State, chooser: str, chosen: str) -> Choice:
    """The choice as it is stored; StorslamError out of turn, and for a team not to be taken."""
    if state.next != "choose" or state.cup is None:
        raise StorslamError("there is nothing to choose now")
    rules = ", ".join(CHOICE_RULES[len(state.cup.field)])
    if chooser != state.chooser:
        raise StorslamError(
            "it is the turn of %(expected)s to choose, not of %(chooser)s (%(rules)s)",
            expected=state.chooser,
            chooser=chooser,
            rules=rules,
        )
    if chosen not in state.among:
        raise StorslamError(
            "%(chosen)s cannot be chosen; left are %(left)s (%(rules)s)",
            chosen=chosen,
            left=", ".join(state.among),
            rules=rules,
        )
    entrants = state.cup.entrants
    return Choice(entrants.index(chooser) + 1, entrants.index(chosen) + 1)


def _refuse(event: Event) -> None:
    refuse_twice(event.teams, "teams")
    seen: set[tuple[str, int, str]] = set()
    for meeting in event.meetings:
        if meeting.home == meeting.away:
            raise StorslamError("%(team)s meets itself", team=meeting.home)
        for team in meeting.teams:
            if team not in event.teams:
                raise StorslamError("%(team)s is not one of the event's teams", team=team)
            place = (meeting.stage, meeting.round, team)
            if place in seen:
                raise StorslamError(
                    "%(team)s is drawn twice in round %(round)s", team=team, round=meeting.round
                )
            seen.add(place)


@dataclass(frozen=True, slots=True)
class _Run:
    """The event with the figures of its format."""

    event: Event
    book: Book
    figures: Mapping[str, int | str]

    @property
    def kind(self) -> str:
        return str(self.figures["kind"])

    @property
    def lot(self) -> list[str]:
        """The order that parts those who are level."""
        return by_lot(self.event.teams, self.event.lot_seed)

    @property
    def bye(self) -> Fraction:
        """The VP of a round of the Green Lift without opponents (G-18); it gives no IMPs."""
        taken(self.book, "veteran.bye.imps", 0)
        return self.book.value("veteran.bye.vp", Fraction)

    def of(self, stage: Stage) -> list[Meeting]:
        """The meetings of a stage that count."""
        struck = self.event.struck
        return [m for m in self.event.meetings if m.stage == stage and not m.teams & struck]

    def table(
        self, meetings: Sequence[Meeting], bye: Fraction = Fraction()
    ) -> tuple[Standing, ...]:
        """The standing by these meetings; `bye`: the VP of a round without opponents."""
        results = _results(meetings)
        gained = dict.fromkeys(
            (t for t in self.event.teams if t not in self.event.struck), Fraction()
        )
        for meeting in meetings:
            if meeting.away is None:
                gained[meeting.home] += bye
        lost = deductions(results)
        for team, points in self.event.lost.items():
            lost[team] = lost.get(team, Fraction()) + points
        boards = int(self.figures["boards"])
        played = [one.played() for one in results]
        return series_table(played, boards, self.book, (), lost, gained)

    def series(self, stage: Stage, bye: Fraction = Fraction()) -> State:
        """The state of a stage with victory points, as if all its matches were drawn."""
        meetings = self.of(stage)
        played = [result.played() for result in _results(meetings)]
        waiting = tuple(meeting for meeting in meetings if not meeting.finished)
        begun = [meeting.round for meeting in waiting] or [_last(meetings)]
        return State(
            kind=self.kind,
            stage=stage,
            round=min(begun),
            next="play" if waiting else "over",
            standing=self.table(meetings, bye),
            walkovers=walkovers(played, int(self.figures["boards"]), self.book),
            play=waiting,
        )

    def round_robin(self) -> State:
        """All meet all; the whole schedule is drawn at once."""
        state = self.series("round-robin")
        if not self.event.meetings:
            rounds = schedule(self.event.teams, self.event.lot_seed)
            drawn = tuple(
                Meeting("round-robin", number, *two)
                for number, matches in enumerate(rounds, 1)
                for two in matches
            )
            return replace(state, round=1, next="draw", draw=drawn)
        if state.next != "over":
            return state
        return self.over(state, {row.team: row.place for row in state.standing})

    def green_lift(self) -> State:
        """Drawn round by round, each when the one before is played."""
        meetings = self.of("green-lift")
        state, last = self.series("green-lift", self.bye), _last(meetings)
        if last > int(self.figures["drawn-rounds"]):
            again = {frozenset(two) for two in self.drawn(last, meetings).tables}
            stored = {m.teams for m in meetings if m.round == last and m.away is not None}
            state = replace(state, stale=again != stored)
        if state.next == "play" or last == int(self.figures["rounds"]):
            return state
        drawn = self.drawn(last + 1, meetings)
        pairs: list[tuple[str, str | None]] = [*drawn.tables]
        if drawn.bye is not None:
            pairs.append((drawn.bye, None))
        return replace(
            state,
            round=last + 1,
            next="draw",
            draw=tuple(Meeting("green-lift", last + 1, *two) for two in pairs),
            reasons=drawn.reasons,
        )

    def drawn(self, round_: int, meetings: Sequence[Meeting]) -> Drawn:
        """The round as the lot, or the standing before it, draws it."""
        event = self.event
        before = [meeting for meeting in meetings if meeting.round < round_]
        played = Movement(tuple(Position(m.round, 0, m.home, m.away, ()) for m in before))
        if round_ <= int(self.figures["drawn-rounds"]):
            left = [team for team in event.teams if team not in event.struck]
            return draw(lot_order(left, event.lot_seed, round_), played)
        return draw(in_order(self.table(before, self.bye), self.lot), played)

    def cup(self, qualified: State) -> State:
        """The cup of the best, from the first choice to the final."""
        size = int(self.figures["cup"])
        best = in_order(qualified.standing, self.lot)[:size]
        cup = Cup(self.event.cup_field or best)
        level = tuple(row.team for row in qualified.standing if _shared(row.place, size))
        begun = replace(qualified, stale=cup.field != best, by_lot=level)
        state, cup = _run(begun, cup, self.event.meetings, self.pairs, self.event.struck)
        if state.next == "choose":
            return self.to_choose(state, cup)
        return self.over(state, state.places) if state.next == "over" else state

    def pairs(self, cup: Cup, stage: Stage) -> Pairs:
        """Who meet in a stage, as many as have chosen."""
        if stage == FINAL:
            return {1: 2}
        rules = choice_rules(self.book, len(cup.field), stage)
        made = self.event.choices.get(stage, ())
        return choose(rules["choosers"], rules["among"], made)

    def to_choose(self, state: State, cup: Cup) -> State:
        """Whose turn it is, and among whom."""
        pairs = self.pairs(cup, state.stage)
        rules = choice_rules(self.book, len(cup.field), state.stage)
        turn = next(number for number in rules["choosers"] if number not in pairs)
        left = (number for number in rules["among"] if number not in pairs.values())
        return replace(
            state,
            chooser=cup.entrants[turn - 1],
            among=tuple(cup.entrants[number - 1] for number in left),
        )

    def over(self, state: State, places: Mapping[str, str]) -> State:
        """The end, with places and medals."""
        medals = {
            team: decide_medal(
                self.book, place=int(place.split("/")[0]), event="veteran-teams-final"
            ).result["medal"]
            for team, place in places.items()
        }
        won = {team: str(medal) for team, medal in medals.items() if medal is not None}
        return replace(state, next="over", places=places, medals=won)


# --- A cup, round by round


def _run(
    state: State,
    cup: Cup,
    meetings: Sequence[Meeting],
    pairs: Callable[[Cup, Stage], Pairs],
    struck: frozenset[str],
) -> tuple[State, Cup]:
    """What a cup has come to with these matches; at the end with the places of the first four.

    `pairs`: who meet in a stage; where that is not said of all, somebody is to choose.
    """
    for stage in _CUP[-cup.length :]:
        state = replace(state, stage=stage, round=state.round + 1, cup=cup)
        found = pairs(cup, stage)
        if 2 * len(found) < len(cup.entrants):
            return replace(state, next="choose"), cup
        cup = cup.paired(found)
        cup, undrawn, waiting, kept = _played(cup, stage, state.round, meetings, struck)
        stale = state.stale or bool(kept) or _others_met(cup, stage, meetings)
        kept = (*state.kept, *kept)
        state = replace(state, cup=cup, draw=undrawn, play=waiting, stale=stale, kept=kept)
        if undrawn or waiting:
            return replace(state, next="draw" if undrawn else "play"), cup
    left = [team for team in cup.places if team not in struck]
    places = {team: str(place) for place, team in enumerate(left, 1)}
    return replace(state, next="over", places=places), cup


def own_cup(
    field: Sequence[str], meetings: Sequence[Meeting], struck: frozenset[str] = frozenset()
) -> State:
    """What is next in a district's own cup of this field, the best first.

    In every round the first meets the last who is left, the second the last but one and so on, so
    that the best two can meet in the final only. Raises StorslamError for another number than 4, 8,
    16 … teams.
    """
    cup = Cup(tuple(field))
    begun = State("cup", _CUP[-cup.length], round=0, next="draw", standing=())
    return _run(begun, cup, meetings, lambda cup, _stage: _bracket(len(cup.entrants)), struck)[0]


def _bracket(count: int) -> Pairs:
    return {number: count + 1 - number for number in range(1, count // 2 + 1)}


def _others_met(cup: Cup, stage: Stage, meetings: Sequence[Meeting]) -> bool:
    """Whether matches of the stage are stored that are not the cup's, after a correction."""
    due = {frozenset(match.teams) for match in cup.rounds[-1]}
    return any(m.stage == stage and m.teams not in due for m in meetings)


def _played(
    cup: Cup, stage: Stage, round_: int, meetings: Sequence[Meeting], struck: frozenset[str]
) -> tuple[Cup, tuple[Meeting, ...], tuple[Meeting, ...], tuple[tuple[str, str], ...]]:
    """The cup with its winners, the matches that are not drawn yet, those not finished, and who
    went on in place of whom.
    """
    undrawn, waiting, kept = [], [], []
    ahead = _ahead(stage, meetings)
    for match in cup.rounds[-1]:
        name: Stage = "third-place" if stage == FINAL and match.number > 1 else stage
        stored = _stored(meetings, name, match)
        due = _winner(match, stored, struck)
        went_on = [team for team in match.teams if team in ahead]
        winner = went_on[0] if len(went_on) == 1 else due
        if due is not None and winner is not None and winner != due:
            kept.append((winner, due))
        if winner is not None:
            cup = cup.won(match.round, match.number, winner)
        elif stored is None:
            undrawn.append(Meeting(name, round_, match.one, match.other))
        else:
            waiting.append(stored)
    return cup, tuple(undrawn), tuple(waiting), tuple(kept)


def _ahead(stage: Stage, meetings: Sequence[Meeting]) -> set[str]:
    """Who is drawn in the stage after this one."""
    later = _CUP[_CUP.index(stage) + 1] if stage != FINAL else None
    return {team for meeting in meetings if meeting.stage == later for team in meeting.teams}


def _winner(match: CupMatch, stored: Meeting | None, struck: frozenset[str]) -> str | None:
    """Who has won: of two one of whom is struck, the other; of two who both are, the first."""
    left = [team for team in match.teams if team not in struck]
    if len(left) < len(match.teams):
        return (left or [match.one])[0]
    return stored.result.winner if stored and stored.result else None


def _last(meetings: Sequence[Meeting]) -> int:
    """The last round that is drawn, 0 when none is."""
    return max((meeting.round for meeting in meetings), default=0)


def _results(meetings: Sequence[Meeting]) -> list[MatchResult]:
    """The results that the table counts: those of finished matches."""
    return [m.result for m in meetings if m.result is not None and m.result.finished]


def _stored(meetings: Sequence[Meeting], stage: Stage, match: CupMatch) -> Meeting | None:
    two = frozenset(match.teams)
    return next((m for m in meetings if m.stage == stage and m.teams == two), None)


def _shared(place: str, size: int) -> bool:
    """Whether the place is shared, and one of those that go on."""
    return "/" in place and int(place.split("/")[0]) <= size
