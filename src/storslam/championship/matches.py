"""A match of teams as a whole: its halves, and what it gives (pp. 7, 12 and 13).

Doubtful words: corrections of other amounts than 3 and 6 IMPs (G-28); the scale of 7, 10 and 14
boards (G-35); a cup match that ends level (G-31). A team that gives a match up halfway gives a
walkover: the text knows nothing between.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import accumulate
from typing import Literal

from storslam.championship.disciplines import leaning, refuse_negative
from storslam.championship.series import Played
from storslam.championship.veteran import CupStage, veteran_format
from storslam.championship.walkover import corrected, refuse_beyond, scale_readings
from storslam.errors import StorslamError
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, Reason, because
from storslam.rulebook.registry import decides
from storslam.rulebook.strict import Positive
from storslam.scoring import Match, Outcome, match, vp_scale
from storslam.scoring.team import own_points

Room = Mapping[int, Outcome | None]
Side = Literal["home", "away"]


@dataclass(frozen=True, slots=True)
class Plan:
    """How a match of a stage is to be played. `scale` None: no victory points, one must win.

    `change`: whether line-ups change at half-time.
    """

    boards: int
    scale: str | None
    change: bool = True
    carry_over: bool = True
    rules: tuple[str, ...] = ()

    @property
    def halves(self) -> tuple[int, ...]:
        """The boards of each half: a match without a change has one."""
        first = (self.boards + 1) // 2
        return (first, self.boards - first) if self.change else (self.boards,)


def series_plan(book: Book, stage: Literal["semifinal", "final"]) -> Plan:
    """The matches of the team semifinals and of the final series (SM-TSF-12, SM-TSF-13)."""
    figures = book.table(f"events.open-teams.{stage}")
    rule = "SM-TSF-12" if stage == "semifinal" else "SM-TSF-13"
    return Plan(figures["boards-per-match"], figures["vp-scale"], rules=(rule,))


def own_plan(book: Book, boards: int) -> Plan:
    """The matches of a series whose length the organiser sets: a district's, or the juniors'."""
    return Plan(boards, book.value("walkover.vp-scale", str))


def veteran_plan(book: Book, teams: int) -> Plan:
    """The matches in which so many veteran teams play each other, or qualify for the cup."""
    name, found = veteran_format(teams, book)
    rules = book.parameter(f"veteran.formats.{name}.boards").rules
    change = found["kind"] == "round-robin" and book.value(
        "veteran.round-robin.half-time-change", bool
    )
    return Plan(int(found["boards"]), book.value("veteran.vp-scale", str), change, rules=rules)


def cup_plan(book: Book, stage: CupStage) -> Plan:
    """The matches of a stage of the veterans' cup."""
    key, cup = f"veteran.cup.boards.{stage}", book.table("veteran.cup")
    rules = book.parameter(key).rules
    return Plan(book.value(key, int), None, cup["half-time-change"], cup["carry-over"], rules)


def own_cup_plan(boards: int) -> Plan:
    """The matches of a district's own cup: played as the veterans' are (G-31)."""
    return Plan(boards, None, change=boards > 1, carry_over=False)


@dataclass(frozen=True, slots=True)
class Half:
    """The boards planned for a part of a match, and what is known of them in the two rooms."""

    boards: tuple[int, ...]
    open_room: Room = field(default_factory=dict)
    closed_room: Room = field(default_factory=dict)

    def __post_init__(self) -> None:
        for number in {*self.open_room, *self.closed_room} - {*self.boards}:
            raise StorslamError("board %(board)s is not one of this half's", board=number)

    @property
    def compared(self) -> Match:
        """The boards of the half, those that are not played yet with them."""
        blank: Room = dict.fromkeys(self.boards)
        return match({**blank, **self.open_room}, {**blank, **self.closed_room})


@dataclass(frozen=True, slots=True)
class Penalty:
    """What a team loses, in VP or in IMPs, by which rule. Its opponents gain nothing."""

    team: str
    vp: Fraction = Fraction()
    imps: int = 0
    rule: str = "SM-CORR-1"

    def __post_init__(self) -> None:
        refuse_negative(f"penalties.{self.team}", min(self.vp, Fraction(self.imps)))


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A match as it is told.

    `extra`: the halves of extra boards of a cup match that was level. `absent`: who gave walkover,
    or gave the match up. `carry_over`: IMPs that the home team brought with it. `ruled`: the VP of
    both that a ruling gives in place of what was played, of a walkover too; of a cup match, where
    there are none, more for the winner.
    """

    home: str
    away: str
    halves: tuple[Half, ...] = ()
    extra: tuple[Half, ...] = ()
    absent: tuple[str, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    carry_over: int = 0
    ruled: tuple[Fraction, Fraction] | None = None

    def __post_init__(self) -> None:
        if self.home == self.away:
            raise StorslamError("%(team)s meets itself", team=self.home)
        for team in (*self.absent, *(penalty.team for penalty in self.penalties)):
            if team not in (self.home, self.away):
                raise StorslamError(
                    "%(team)s is not in the match of %(home)s and %(away)s",
                    team=team,
                    home=self.home,
                    away=self.away,
                )
        if len(set(self.absent)) > 1:
            raise StorslamError(
                "%(home)s and %(away)s: both cannot give walkover (SM-WO-1): the committee "
                "rules on both, with a ruling on the match",
                home=self.home,
                away=self.away,
            )


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What a match gives, so far or for good (`finished`).

    `boards`: planned; `compared`: have IMPs. `imps_*`: won on the boards that each won. `vp_*`:
    by the scale, None without one, for a walkover (settled with the series) and before a board is
    compared. `lost_*`: VP that penalties take. `winner` and `extra_boards`, to be played: of a cup
    match. `margin_*`: own IMPs, won less lost, with the carry-over. `ruled`: a ruling decides.
    """

    home: str
    away: str
    boards: int
    compared: int
    finished: bool
    halves: tuple[Match, ...]
    imps_home: Fraction
    imps_away: Fraction
    margin_home: Fraction
    margin_away: Fraction
    vp_home: Fraction | None = None
    vp_away: Fraction | None = None
    lost_home: Fraction = Fraction()
    lost_away: Fraction = Fraction()
    absent: str | None = None
    winner: str | None = None
    extra_boards: int | None = None
    ruled: bool = False
    reasons: tuple[Reason, ...] = ()
    readings: tuple[str, ...] = ()

    @property
    def teams(self) -> tuple[str, str]:
        return self.home, self.away

    @property
    def counts(self) -> bool:
        """Whether the match has something for the table of its series."""
        return self.absent is not None or self.vp_home is not None

    @property
    def lead(self) -> Fraction:
        """The home team's lead where only one can win: the mean of two margins that do not agree
        (Law 86).
        """
        return (self.margin_home - self.margin_away) / 2

    def played(self) -> Played:
        """The match as the table of its series counts it, before penalties (`deductions`)."""
        if self.absent is not None:
            return Played(self.home, self.away, absent=self.absent)
        points = self.vp_home or Fraction(), self.vp_away or Fraction()
        lost = (
            self.imps_home - _sum(half.margin_home for half in self.halves),
            self.imps_away - _sum(half.margin_away for half in self.halves),
        )
        return Played(self.home, self.away, *points, self.imps_home, self.imps_away, None, *lost)


def deductions(results: Iterable[MatchResult]) -> dict[str, Fraction]:
    """The VP that penalties of these matches take from teams."""
    lost: dict[str, Fraction] = {}
    for result in results:
        for team, vp in ((result.home, result.lost_home), (result.away, result.lost_away)):
            if vp:
                lost[team] = lost.get(team, Fraction()) + vp
    return lost


def result_of(told: TeamMatch, plan: Plan, book: Book) -> MatchResult:
    """What the match gives by the plan of its stage.

    A match over fewer boards than planned is on the scale of the plan's (SM-LATE-5). Raises
    StorslamError for more boards than that, a carry-over or extra boards where there are none.
    """
    planned = sum(len(half.boards) for half in told.halves)
    _refuse(told, plan, planned)
    halves = tuple(half.compared for half in told.halves)
    compared = sum(half.boards_compared for half in halves)
    common = MatchResult(
        home=told.home,
        away=told.away,
        boards=planned,
        compared=compared,
        finished=bool(told.absent) or 0 < planned == compared,
        halves=halves,
        imps_home=_sum(half.imp_home for half in halves),
        imps_away=_sum(half.imp_away for half in halves),
        margin_home=_sum(half.margin_home for half in halves) + told.carry_over,
        margin_away=_sum(half.margin_away for half in halves) - told.carry_over,
        absent=told.absent[0] if told.absent else None,
        reasons=tuple(_reasons(told, plan, planned, book)),
    )
    if told.ruled is not None:
        return _ruled_result(told, common, plan, *told.ruled, book)
    if plan.scale is None:
        return _cup_result(told, common, book)
    return _series_result(told, common, plan.scale, plan.boards, book)


def _ruled_result(
    told: TeamMatch, common: MatchResult, plan: Plan, home: Fraction, away: Fraction, book: Book
) -> MatchResult:
    """As the ruling says. The IMPs won stand as they were played, and penalties come on top."""
    decided = replace(common, absent=None, finished=True, ruled=True)
    if plan.scale is None:
        if home == away:
            raise StorslamError("a ruling on a cup match says who has won it")
        return replace(decided, winner=told.home if home > away else told.away)
    refuse_beyond((home, away), plan.boards, book)
    scored = _series_result(told, decided, plan.scale, plan.boards, book)
    return replace(scored, vp_home=home, vp_away=away)


def _sum(numbers: Iterable[Fraction]) -> Fraction:
    return sum(numbers, Fraction())


def _refuse(told: TeamMatch, plan: Plan, planned: int) -> None:
    if planned > plan.boards:
        raise StorslamError(
            "%(home)s and %(away)s: a match here has %(boards)s boards, not %(planned)s",
            home=told.home,
            away=told.away,
            boards=plan.boards,
            planned=planned,
        )
    numbers = [number for half in (*told.halves, *told.extra) for number in half.boards]
    if len(set(numbers)) < len(numbers):
        raise StorslamError(
            "%(home)s and %(away)s: a board is played once in a room",
            home=told.home,
            away=told.away,
        )
    if told.carry_over and not plan.carry_over:
        raise StorslamError("nothing is carried over into a match of this stage")
    if told.extra and plan.scale is not None:
        raise StorslamError("extra boards are played in cup matches only")


def _reasons(told: TeamMatch, plan: Plan, planned: int, book: Book) -> Iterable[Reason]:
    yield from map(because, plan.rules)
    if told.ruled is not None:
        yield because("SM-WO-7", ruled=told.ruled)
    elif told.absent:
        yield because("SM-WO-1", absent=told.absent)
        yield because("SM-WO-7")
    elif planned < plan.boards == book.value("lateness.vp-table-boards", int):
        yield because("SM-LATE-5", boards=planned, table=plan.boards)
    for rule in dict.fromkeys(penalty.rule for penalty in told.penalties):
        yield because(rule)


def _series_result(
    told: TeamMatch, common: MatchResult, scale: str, boards: int, book: Book
) -> MatchResult:
    """With victory points: penalties in IMPs are made VP, off the penalised side alone."""
    lost = {team: _vp_lost(told, team, book) for team in (told.home, told.away)}
    readings = scale_readings(scale, boards, book)
    readings += tuple(one for _, found in lost.values() for one in found)
    result = replace(
        common,
        lost_home=lost[told.home][0],
        lost_away=lost[told.away][0],
        readings=tuple(dict.fromkeys(readings)),
    )
    if result.absent is not None or not result.compared:
        return result
    points = vp_scale(scale, book)
    return replace(
        result,
        vp_home=own_points(result.margin_home, boards, points),
        vp_away=own_points(result.margin_away, boards, points),
    )


def _vp_lost(told: TeamMatch, team: str, book: Book) -> tuple[Fraction, tuple[str, ...]]:
    """The VP of a team's penalties, and the readings of those that were in IMPs."""
    own = [penalty for penalty in told.penalties if penalty.team == team]
    made = [corrected(penalty.imps, book) for penalty in own if penalty.imps]
    lost = _sum(penalty.vp for penalty in own) + _sum(vp for vp, _ in made)
    return lost, tuple(one for _, readings in made for one in readings)


def _cup_result(told: TeamMatch, common: MatchResult, book: Book) -> MatchResult:
    """With a winner: penalties in VP are made IMPs, and what is level goes on to extra boards."""
    if common.absent is not None:
        winner = told.away if common.absent == told.home else told.home
        return replace(common, winner=winner)
    leads = list(accumulate((_imps_lost(one, told, book) for one in told.penalties),
                            initial=common.lead))  # fmt: skip
    lead = Fraction() if told.extra and 0 in leads else leads[-1]
    extra = _while_level(lead, leads[-1] - lead, told.extra)
    unplayed = (len(half.boards) > half.compared.boards_compared for half, _ in extra)
    if not common.finished or any(unplayed):
        return replace(common, finished=False)
    won, more = knocked_out(lead, [(len(half.boards), led) for half, led in extra], book)
    return replace(
        common,
        winner=None if won is None else getattr(told, won),
        extra_boards=more,
        finished=more is None,
        readings=() if lead else leaning(book, "veteran.cup.extra-boards"),
    )


def _while_level(
    lead: Fraction, later: Fraction, extra: Sequence[Half]
) -> list[tuple[Half, Fraction]]:
    """The extra boards that decide, with the home team's lead in each set.

    After a correction those of a match already won do not. `later`: the lead by penalties that were
    given when the match was level: they count against the first set that is not.
    """
    deciding = []
    for number, half in enumerate(extra, 1):
        if lead:
            break
        led = half.compared.lead
        if led or number == len(extra):
            led, later = led + later, Fraction()
        deciding.append((half, led))
        lead += led
    return deciding


def _imps_lost(penalty: Penalty, told: TeamMatch, book: Book) -> Fraction:
    """The home team's lead by a penalty where there are no victory points (SM-CORR-1 backwards)."""
    imps = penalty.imps + penalty.vp * book.value("correction.imps-per-vp", int)
    return imps if penalty.team == told.away else -imps


def knocked_out(
    lead: Fraction, extra: Sequence[tuple[int, Fraction]], book: Book
) -> tuple[Side | None, int | None]:
    """Who has won a cup match by the home team's lead; if nobody has, how many boards to play.

    `extra`: the boards played after the match, set by set, with the lead in each. Raises
    StorslamError for a set after the match was won, or of another length (G-31).
    """
    lengths = book.value("veteran.cup.extra-boards", tuple)
    for number, (boards, won) in enumerate(extra):
        due = lengths[min(number, len(lengths) - 1)]
        if lead or boards != due:
            raise StorslamError(
                "set %(number)s of extra boards: %(due)s are to be played, not %(boards)s",
                number=number + 1,
                due=0 if lead else due,
                boards=boards,
            )
        lead += won
    if lead:
        return ("home" if lead > 0 else "away"), None
    return None, lengths[min(len(extra), len(lengths) - 1)]


@dataclass(frozen=True, slots=True)
class ExtraBoards:
    """A set of boards played after a level match, and the home team's lead in IMPs over them."""

    boards: Positive
    lead: Fraction


@decides("cup-match-winner", rules=("SM-VET-8", "SM-VET-10", "SM-VET-12", "SM-VET-14"))
def decide_cup_match_winner(
    book: Book, *, stage: CupStage, lead: Fraction, extra: tuple[ExtraBoards, ...] = ()
) -> Decision:
    """Who has won a cup match, or how many more boards are played; `lead`: the home team's IMPs."""
    winner, more = knocked_out(lead, [(one.boards, one.lead) for one in extra], book)
    rules = book.parameter(f"veteran.cup.boards.{stage}").rules
    readings = () if lead else leaning(book, "veteran.cup.extra-boards")
    result = {"winner": winner, "extra_boards": more}
    return Decision(result, tuple(because(rule, lead=lead) for rule in rules), readings)
