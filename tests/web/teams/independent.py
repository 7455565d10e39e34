"""The table of an event of teams from its stored scores alone, by code of its own.

Only the figures of the victory points come from the rulebook, as they are printed.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from typing import Any

from storslam.web.models import Event, Match, ResultVersion

# The least difference in score for one IMP more (Law 78B).
IMPS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500),
    *(1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
BYE = 18


@dataclass
class Team:
    """What a team has: by opponents its points; IMPs won and lost; what walkovers gave."""

    points: dict[str, Fraction] = field(default_factory=dict)
    won: int = 0
    lost: int = 0
    other: Fraction = Fraction()

    @property
    def total(self) -> Fraction:
        return sum(self.points.values(), self.other)

    @property
    def quotient(self) -> float | Fraction:
        if not self.lost:
            return float("inf") if self.won else 1
        return Fraction(self.won, self.lost)


@dataclass(frozen=True)
class Offers:
    """The alternatives of a walkover that there are, by number: VP and IMPs; and the best."""

    team: str
    absent: str
    given: dict[int, tuple[int, int]]

    @property
    def best(self) -> tuple[int, int]:
        return max(self.given.values())


def imps(difference: int) -> int:
    """The IMPs of a difference in score."""
    won = bisect_right(IMPS, abs(difference))
    return won if difference > 0 else -won


def vp(book: Any, margin: int, boards: int) -> tuple[int, int]:
    """The victory points of winner and loser, as the printed table has them."""
    figures = book.table("vp")["wbf25"]
    winner, loser = figures["results"][bisect_left(figures["bounds"][str(boards)], abs(margin))]
    return winner, loser


def least(book: Any, winner: int, loser: int, boards: int) -> int:
    """The least IMPs for a result."""
    figures = book.table("vp")["wbf25"]
    at = [tuple(two) for two in figures["results"]].index((winner, loser))
    return 0 if at == 0 else figures["bounds"][str(boards)][at - 1] + 1


def scores(event: Event) -> dict[tuple[int, int], int]:
    """North-South's score by table and board, as it stands."""
    rows = ResultVersion.objects.filter(event=event).order_by("number")
    return {
        (table, board): score
        for table, board, score in rows.values_list(
            "result__table", "result__board__number", "score"
        )
    }


def margin_of(match: Match, found: dict[tuple[int, int], int]) -> tuple[int, int, int]:
    """IMPs that the home team won on the boards that it won, those of the away team, and how many
    boards."""
    rooms = {(room.half, room.closed): room.table_id for room in match.rooms.all()}
    swings = [
        imps(found[rooms[half, False], board] - found[rooms[half, True], board])
        for half, (_hall, boards) in enumerate(match.halves, 1)
        for board in boards
    ]
    won = sum(swing for swing in swings if swing > 0)
    lost = sum(-swing for swing in swings if swing < 0)
    return won, lost, len(swings)


def table(event: Event, book: Any, **which: Any) -> tuple[dict[str, Team], list[Offers]]:
    """The teams with what they have, and the walkovers; `which`: the matches that count."""
    struck = set(event.contestants.filter(standing="struck").values_list("code", flat=True))
    teams: dict[str, Team] = defaultdict(Team)
    found, absent = scores(event), []
    for match in event.matches.filter(**which).select_related("home", "away"):
        home = match.home.code
        if match.away is None:
            teams[home].other += BYE
            continue
        away = match.away.code
        if {home, away} & struck:
            continue
        for penalty in match.penalties.filter(withdrawn_at=None).select_related("team"):
            teams[penalty.team.code].other -= Fraction(penalty.vp)
        if match.absent:
            boards = sum(len(numbers) for _hall, numbers in match.halves)
            two = (away, home) if match.absent == "home" else (home, away)
            absent.append((*two, boards))
            continue
        won, lost, boards = margin_of(match, found)
        points = vp(book, won - lost, boards)
        for team, other, own, theirs in ((home, away, won, lost), (away, home, lost, won)):
            teams[team].points[other] = Fraction(points[0] if own > theirs else points[1])
            teams[team].won += own
            teams[team].lost += theirs
    return teams, _walkovers(teams, absent, book)


def _walkovers(
    teams: dict[str, Team], absent: list[tuple[str, str, int]], book: Any
) -> list[Offers]:
    """The walkovers, given to the teams: after all played matches are known."""
    made = []
    for team, gone, boards in absent:
        given = {2: (18, 15)}
        met = [one.points[gone] for one in teams.values() if gone in one.points]
        for number, points in ((1, list(teams[team].points.values())), (3, met)):
            if points:
                mean = ceil(sum(points) / len(points))
                loser = 30 - mean if mean < 25 else 5
                given[number] = (mean, least(book, mean, loser, boards) if mean >= 15 else 0)
        made.append(Offers(team, gone, given))
    for offer, (_team, _gone, boards) in zip(made, absent, strict=True):
        teams[offer.team].other += offer.best[0]
        teams[offer.team].won += offer.best[1]
        teams[offer.absent].lost += least(book, 25, 0, boards)
    return made


def ranked(teams: dict[str, Team]) -> list[tuple[str, str]]:
    """Place and team, those who are level on points and quotient by one place."""
    key = {code: (team.total, team.quotient) for code, team in teams.items()}
    order = sorted(teams, key=key.__getitem__, reverse=True)
    values = [key[code] for code in order]
    places = []
    for code in order:
        first = values.index(key[code]) + 1
        last = first + values.count(key[code]) - 1
        places.append((str(first) if first == last else f"{first}/{last}", code))
    return places


def agrees(event: Event, now: Any, **which: Any) -> None:
    """Fail unless the standing and the walkovers of the event are those reckoned here."""
    teams, offers = table(event, now.book, **which)
    rows = {row.team: row for row in now.table}
    assert rows.keys() == teams.keys()
    for code, team in teams.items():
        row = rows[code]
        assert (row.vp, row.imps_won, row.imps_lost) == (team.total, team.won, team.lost), code
    assert sorted((row.place, row.team) for row in now.table) == sorted(ranked(teams))
    told = {(one.team, one.absent): one for one in now.walkovers}
    assert len(told) == len(offers)
    for offer in offers:
        settled = told[offer.team, offer.absent]
        assert {o.alternative: (o.vp, o.imps) for o in settled.offers} == offer.given
        assert (settled.result.vp, settled.result.imps) == offer.best
