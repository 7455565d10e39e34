"""The table of a series of teams: walkovers settled after its end, struck teams gone (p. 13).

A struck team's matches are gone as if it had never entered, so that no third team gains or loses by
them (SM-ILL-5). Teams level on victory points are told apart by IMPs won against IMPs lost.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from storslam.championship.disciplines import refuse_negative, refuse_twice
from storslam.championship.walkover import (
    Offer,
    Walkover,
    offers,
    refuse_beyond,
    scale_readings,
    walkover,
    walkover_readings,
    walkover_scale,
)
from storslam.errors import StorslamError
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.registry import decides
from storslam.rulebook.strict import Count, Positive
from storslam.scoring import ImpQuotient, Record, rank, victory_points


@dataclass(frozen=True, slots=True)
class Match:
    """A match as it is told: with its result, or with the team that gave walkover (`absent`).

    `imps_*`: IMPs won on the boards that each side won. `ruling`: a ruling has changed the victory
    points, which then need not be those of the scale.
    """

    home: str
    away: str
    vp_home: Fraction | None = None
    vp_away: Fraction | None = None
    imps_home: Count | None = None
    imps_away: Count | None = None
    absent: str | None = None
    ruling: bool = False

    @property
    def told(self) -> dict[str, bool]:
        """Which parts of the result there are."""
        return {name: getattr(self, name) is not None for name in _RESULT}

    def played(self) -> "Played":
        """The match with its result, all of it; StorslamError for a result of a walkover."""
        if self.absent is not None and any(self.told.values()):
            raise StorslamError(
                "%(home)s and %(away)s: a match given up has no result of its own",
                home=self.home,
                away=self.away,
            )
        points = self.vp_home or Fraction(), self.vp_away or Fraction()
        return Played(
            self.home, self.away, *points, self.imps_home or 0, self.imps_away or 0, self.absent
        )


_RESULT = ("vp_home", "vp_away", "imps_home", "imps_away")


@dataclass(frozen=True, slots=True)
class Played:
    """A match of the series. `absent` names the team that gave walkover; then nothing was won.

    `imps_*`: IMPs won on the boards that each side won; `lost_*`: IMPs lost, where they are not
    what the other side won (an award).
    """

    home: str
    away: str
    vp_home: Fraction = Fraction(0)
    vp_away: Fraction = Fraction(0)
    imps_home: Fraction | int = 0
    imps_away: Fraction | int = 0
    absent: str | None = None
    lost_home: Fraction | None = None
    lost_away: Fraction | None = None

    @property
    def teams(self) -> tuple[str, str]:
        return self.home, self.away

    def points(self, team: str) -> Fraction:
        """The victory points that the team got."""
        return self.vp_home if team == self.home else self.vp_away

    def other(self, team: str) -> str:
        """The opponents of the team."""
        return self.away if team == self.home else self.home

    def imps(self, team: str) -> tuple[Fraction | int, Fraction | int]:
        """The IMPs that the team won, and those that it lost."""
        if team == self.home:
            return self.imps_home, _given(self.lost_home, self.imps_away)
        return self.imps_away, _given(self.lost_away, self.imps_home)


def _given(own: Fraction | None, other: Fraction | int) -> Fraction | int:
    return other if own is None else own


@dataclass(frozen=True, slots=True)
class Settled:
    """A walkover of the series: the team that came and the absent one, the three alternatives as
    they stand, and the best of them. Before the series is over it may still change.
    """

    team: str
    absent: str
    offers: tuple[Offer, ...]
    result: Walkover

    def of(self, team: str) -> tuple[int, int]:
        """The team's victory points and own IMPs."""
        result = self.result
        if team == self.absent:
            return result.absent_vp, result.absent_imps
        return result.vp, result.imps


@dataclass(frozen=True, slots=True)
class Standing:
    """A team in its place; `walkovers`: what it got for opponents that did not come.

    `matches`: the number of those that count, walkovers with them, byes not.
    """

    team: str
    place: str
    vp: Fraction
    imps_won: Fraction | int
    imps_lost: Fraction | int
    matches: int
    walkovers: Mapping[str, int] = field(default_factory=dict)


Points = Mapping[str, Fraction]


def series_table(
    matches: Sequence[Played],
    boards: int,
    book: Book,
    struck: Collection[str] = (),
    deductions: Points | None = None,
    byes: Points | None = None,
) -> tuple[Standing, ...]:
    """The teams in order of place, from matches of so many boards.

    `deductions`: VP that teams lose besides. `byes`: VP of teams for rounds without opponents.
    Raises StorslamError for a team that meets itself, for a match given up by somebody else and
    for points that the scale does not have.
    """
    out, losses, gains = frozenset(struck), deductions or {}, byes or {}
    _check(matches, (*out, *losses), gains)
    refuse_beyond([vp for match in matches for vp in (match.vp_home, match.vp_away)], boards, book)
    counted = _by_team(match for match in matches if not out & {*match.teams})
    settled = walkovers(matches, boards, book, out)
    given: defaultdict[str, list[Settled]] = defaultdict(list)
    for one in settled:
        given[one.team].append(one)
        given[one.absent].append(one)
    teams = sorted({*counted, *gains} - out)
    totals = {
        team: _points(team, counted[team], given[team]) + gains.get(team, 0) - losses.get(team, 0)
        for team in teams
    }
    imps = {team: _imps(team, counted[team], given[team]) for team in teams}
    return tuple(
        Standing(
            placed.id,
            placed.place,
            totals[placed.id],
            *imps[placed.id],
            len(counted[placed.id]),
            {one.absent: one.result.vp for one in given[placed.id] if one.team == placed.id},
        )
        for placed in rank(totals, (ImpQuotient(),), Record(imps=imps))
    )


def walkovers(
    matches: Sequence[Played], boards: int, book: Book, struck: Collection[str] = ()
) -> tuple[Settled, ...]:
    """The walkovers of a series, by the results that there are (SM-WO-2 … SM-WO-5)."""
    counted = [match for match in matches if not {*match.teams} & {*struck}]
    played = _by_team(match for match in counted if match.absent is None)
    found = []
    for match in counted:
        if match.absent is not None:
            team, absent = match.other(match.absent), match.absent
            own = [one.points(team) for one in played[team]]
            met = [one.points(one.other(absent)) for one in played[absent]]
            given = offers(boards, own, met, book), walkover(boards, own, met, book)
            found.append(Settled(team, absent, *given))
    return tuple(found)


def _by_team(matches: Iterable[Played]) -> defaultdict[str, list[Played]]:
    found: defaultdict[str, list[Played]] = defaultdict(list)
    for match in matches:
        found[match.home].append(match)
        found[match.away].append(match)
    return found


def _check(matches: Sequence[Played], named: Collection[str], byes: Collection[str]) -> None:
    teams = {team for match in matches for team in match.teams}.union(byes)
    unknown = sorted(set(named) - teams)
    if unknown:
        raise StorslamError("%(team)s has no match in the series", team=unknown[0])
    for match in matches:
        if match.home == match.away:
            raise StorslamError("%(team)s meets itself", team=match.home)
        if match.absent is not None and match.absent not in match.teams:
            raise StorslamError(
                "%(team)s cannot give up the match of %(home)s and %(away)s",
                team=match.absent,
                home=match.home,
                away=match.away,
            )


def _points(team: str, counted: Sequence[Played], given: Sequence[Settled]) -> Fraction:
    """The victory points, those of walkovers with them."""
    played = sum((match.points(team) for match in counted), Fraction())
    return played + sum(one.of(team)[0] for one in given)


def _imps(
    team: str, counted: Sequence[Played], given: Sequence[Settled]
) -> tuple[Fraction | int, Fraction | int]:
    """IMPs won and lost, those of walkovers with them."""
    mine = [match.imps(team) for match in counted]
    mine += [(max(imps, 0), max(-imps, 0)) for _, imps in (one.of(team) for one in given)]
    return sum(won for won, _ in mine), sum(lost for _, lost in mine)


@decides("series-table", rules=("SM-WO-3", "SM-WO-5", "SM-ILL-3", "SM-ILL-5"))
def decide_series_table(
    book: Book,
    *,
    matches: tuple[Match, ...],
    boards: Positive,
    struck: tuple[str, ...] = (),
    deductions: Mapping[str, Fraction] | None = None,
) -> Decision:
    """The table of a finished series, its walkovers settled and its struck teams taken out.

    A match has its result or its `absent` team. `deductions`: VP that a team loses besides.
    """
    refuse_twice([" - ".join(sorted((match.home, match.away))) for match in matches], "matches")
    for team, points in (deductions or {}).items():
        refuse_negative(f"deductions.{team}", points)
    absent = any(match.absent for match in matches)
    reasons = [because(rule) for rule in ("SM-WO-3", "SM-WO-5") if absent]
    reasons += [because(rule, struck=struck) for rule in ("SM-ILL-3", "SM-ILL-5") if struck]
    cited = tuple(reasons) or (because("SM-TSF-12"),)
    missing = tuple(_untold(matches, struck))
    if missing:
        return Decision({}, cited, missing=missing)
    for match in matches:
        _refuse_other_points(match, boards, book)
    played = [match.played() for match in matches]
    table = series_table(played, boards, book, struck, deductions)
    readings = walkover_readings(book) if absent else ()
    readings += scale_readings(walkover_scale(book).name, boards, book)
    rows = [
        {
            "team": row.team,
            "place": row.place,
            "vp": row.vp,
            "imps_won": row.imps_won,
            "imps_lost": row.imps_lost,
            "matches": row.matches,
            "walkovers": row.walkovers,
        }
        for row in table
    ]
    return Decision({"table": rows}, cited, readings)


def _refuse_other_points(match: Match, boards: int, book: Book) -> None:
    """StorslamError for victory points that the scale does not give for the IMPs of the match."""
    if match.ruling or match.imps_home is None or match.imps_away is None:
        return
    margin = match.imps_home - match.imps_away
    points = victory_points(margin, boards, walkover_scale(book))
    home, away = (points.winner, points.loser) if margin >= 0 else (points.loser, points.winner)
    if (match.vp_home, match.vp_away) != (home, away):
        raise StorslamError(
            "%(home)s and %(away)s: %(won)s-%(lost)s IMPs give %(vp_home)s-%(vp_away)s victory "
            "points; say ruling where one has changed them",
            home=match.home,
            away=match.away,
            won=match.imps_home,
            lost=match.imps_away,
            vp_home=home,
            vp_away=away,
        )


def _untold(matches: Sequence[Match], struck: Collection[str]) -> Iterator[str]:
    """The results that are needed and not there."""
    for number, match in enumerate(matches):
        if match.absent is None and not {match.home, match.away} & set(struck):
            yield from (
                f"matches[{number}].{name}" for name, told in match.told.items() if not told
            )


def in_order(table: Sequence[Standing], lot: Sequence[str] = ()) -> tuple[str, ...]:
    """The teams of a table, the best first; those who share a place in the order of the lot."""
    drawn = {team: number for number, team in enumerate(lot)}
    places = {row.place: number for number, row in reversed(tuple(enumerate(table)))}
    rows = sorted(table, key=lambda row: (places[row.place], drawn.get(row.team, len(drawn))))
    return tuple(row.team for row in rows)


def parted(table: Sequence[Standing], lot: Sequence[str]) -> tuple[Standing, ...]:
    """The table with those who share a place parted by the lot."""
    rows = {row.team: row for row in table}
    order = enumerate(in_order(table, lot), 1)
    return tuple(replace(rows[team], place=str(place)) for place, team in order)
