"""The table of a series of teams: walkovers settled after its end, struck teams gone (p. 13).

A struck team's matches are gone as if it had never entered, so that no third team gains or loses by
them (SM-ILL-5). Teams level on victory points are told apart by IMPs won against IMPs lost.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from storslam.championship.disciplines import refuse_negative, refuse_twice
from storslam.championship.walkover import (
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

    `imps_*`: IMPs won on the boards that each side won.
    """

    home: str
    away: str
    vp_home: Fraction = Fraction(0)
    vp_away: Fraction = Fraction(0)
    imps_home: int = 0
    imps_away: int = 0
    absent: str | None = None

    @property
    def teams(self) -> tuple[str, str]:
        return self.home, self.away

    def points(self, team: str) -> Fraction:
        """The victory points that the team got."""
        return self.vp_home if team == self.home else self.vp_away


@dataclass(frozen=True, slots=True)
class Standing:
    """A team in its place; `walkovers`: what it got for opponents that did not come."""

    team: str
    place: str
    vp: Fraction
    imps_won: int
    imps_lost: int
    matches: int
    walkovers: Mapping[str, int] = field(default_factory=dict)


def series_table(
    matches: Sequence[Played],
    boards: int,
    book: Book,
    struck: Collection[str] = (),
    deductions: Mapping[str, Fraction] | None = None,
) -> tuple[Standing, ...]:
    """The teams in order of place, from matches of so many boards.

    Raises StorslamError for a team that meets itself or another twice, for a match given up by
    somebody else and for points that the scale does not have.
    """
    _check(matches, (*struck, *(deductions or {})))
    for match in matches:
        refuse_beyond((match.vp_home, match.vp_away), boards, book)
    counted = [match for match in matches if not set(match.teams) & set(struck)]
    played = [match for match in counted if match.absent is None]
    teams = sorted({team for match in counted for team in match.teams})
    given = {team: dict(_walkovers(team, counted, played, boards, book)) for team in teams}
    losses = deductions or {}
    totals = {
        team: sum((m.points(team) for m in played if team in m.teams), Fraction())
        + sum(vp for vp, _ in given[team].values())
        - losses.get(team, 0)
        for team in teams
    }
    imps = {team: _imps(team, played, given[team]) for team in teams}
    order = rank(totals, (ImpQuotient(),), Record(imps=imps))
    return tuple(
        Standing(
            team=placed.id,
            place=placed.place,
            vp=totals[placed.id],
            imps_won=imps[placed.id][0],
            imps_lost=imps[placed.id][1],
            matches=sum(placed.id in match.teams for match in counted),
            walkovers={other: vp for other, (vp, _) in given[placed.id].items() if vp},
        )
        for placed in order
    )


def _check(matches: Sequence[Played], named: Collection[str]) -> None:
    teams = {team for match in matches for team in match.teams}
    unknown = sorted(set(named) - teams)
    if unknown:
        raise StorslamError("%(team)s has no match in the series", team=unknown[0])
    refuse_twice([" - ".join(sorted(match.teams)) for match in matches], "matches")
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


def _other(match: Played, team: str) -> str:
    return match.away if team == match.home else match.home


def _walkovers(
    team: str, counted: Sequence[Played], played: Sequence[Played], boards: int, book: Book
) -> Iterator[tuple[str, tuple[int, int]]]:
    """VP and own IMPs of the team's walkovers, given and got, by opponent."""
    own = [match.points(team) for match in played if team in match.teams]
    for match in counted:
        if match.absent is None or team not in match.teams:
            continue
        other = _other(match, team)
        met = [m.points(_other(m, match.absent)) for m in played if match.absent in m.teams]
        result = walkover(boards, own, met, book)
        absent = match.absent == team
        yield (
            other,
            (result.absent_vp, result.absent_imps) if absent else (result.vp, result.imps),
        )


def _imps(
    team: str, played: Sequence[Played], walkovers: Mapping[str, tuple[int, int]]
) -> tuple[int, int]:
    """IMPs won and lost, those of walkovers with them."""
    mine = [(m.imps_home, m.imps_away) for m in played if m.home == team]
    mine += [(m.imps_away, m.imps_home) for m in played if m.away == team]
    mine += [(max(imps, 0), max(-imps, 0)) for _, imps in walkovers.values()]
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
    readings = (walkover_readings(book) if absent else ()) + scale_readings(boards, book)
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
