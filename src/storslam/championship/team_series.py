"""A series of team matches from its schedule to its winner, as in SM Lag (p. 7, "Lag").

Doubtful words: nothing is said of teams level on victory points and on IMPs; they are parted by
lot where only one can go on.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from storslam.championship.disciplines import refuse_more, refuse_twice
from storslam.championship.matches import MatchResult, Plan, deductions
from storslam.championship.series import (
    Points,
    Settled,
    Standing,
    parted,
    series_table,
    walkovers,
)
from storslam.championship.team_semifinals import Order
from storslam.errors import StorslamError
from storslam.movements.barometer import round_robin
from storslam.movements.movement import named
from storslam.movements.swiss import by_lot
from storslam.rulebook.book import Book


def schedule(teams: Sequence[str], lot_seed: int) -> Order:
    """By round the matches in which all teams meet, drawn by lot; of an odd number one sits out."""
    refuse_twice(teams, "teams")
    movement = named(round_robin(len(teams), 1), by_lot(teams, lot_seed))
    rounds: Order = [[] for _ in range(max(position.round for position in movement.positions))]
    for position in movement.positions:
        if position.ns is not None and position.ew is not None:
            rounds[position.round - 1].append((position.ns, position.ew))
    return rounds


@dataclass(frozen=True, slots=True)
class Series:
    """A series as it stands.

    `table`: by finished matches, `live`: by those under play as well. `walkovers` may change until
    it is `over`. `to_play`: the matches, by round, that are not finished. `winner`: when it is
    over; nobody when only a lot can part those in `level`.
    """

    table: tuple[Standing, ...]
    live: tuple[Standing, ...]
    walkovers: tuple[Settled, ...]
    to_play: tuple[tuple[int, str, str], ...]
    winner: str | None
    level: tuple[str, ...]

    @property
    def over(self) -> bool:
        return not self.to_play


def series_of(
    rounds: Order,
    results: Sequence[MatchResult],
    plan: Plan,
    book: Book,
    *,
    struck: Collection[str] = (),
    lost: Points | None = None,
    lot: Sequence[str] = (),
) -> Series:
    """The series of these rounds after these results, one a match.

    `lost`: VP that teams lose besides the penalties of matches. `lot`: the order in which lots
    were drawn among teams that are level; it parts them once all is played. Raises StorslamError
    for a result of no match.
    """
    met = {frozenset(result.teams): result for result in results}
    _refuse(rounds, results, met)
    teams = {team: Fraction() for matches in rounds for two in matches for team in two}
    counted = [one for one in results if not {*one.teams} & {*struck}]
    every = _added(deductions(counted), lost or {})

    def table(counted: Iterable[MatchResult]) -> tuple[Standing, ...]:
        played = [one.played() for one in counted if one.counts]
        return series_table(played, plan.boards, book, struck, every, teams)

    finished = [one for one in results if one.finished]
    standing = table(finished)
    to_play = tuple(
        (number, *two)
        for number, matches in enumerate(rounds, 1)
        for two in matches
        if not {*two} & {*struck} and frozenset(two) not in {frozenset(f.teams) for f in finished}
    )
    live = table(results)
    if lot and not to_play:
        standing, live = parted(standing, lot), parted(live, lot)
    level = tuple(row.team for row in standing if row.place == standing[0].place)
    return Series(
        standing,
        live,
        walkovers([one.played() for one in finished], plan.boards, book, struck),
        to_play,
        level[0] if len(level) == 1 and not to_play else None,
        level if len(level) > 1 else (),
    )


def _refuse(
    rounds: Order,
    results: Sequence[MatchResult],
    met: Mapping[frozenset[str], MatchResult],
) -> None:
    due = {frozenset(two) for matches in rounds for two in matches}
    for result in results:
        if frozenset(result.teams) not in due:
            raise StorslamError(
                "%(home)s and %(away)s do not meet in this series",
                home=result.home,
                away=result.away,
            )
    if len(met) < len(results):
        refuse_twice([" - ".join(sorted(result.teams)) for result in results], "matches")


def _added(one: Points, other: Points) -> dict[str, Fraction]:
    return {
        team: one.get(team, Fraction()) + other.get(team, Fraction()) for team in {*one, *other}
    }


def final_field(book: Book, semifinals: Mapping[str, Series]) -> tuple[str, ...]:
    """The teams of the final series: the winner of each semifinal (SM-TSF-13).

    Raises StorslamError while one has no winner, and for more than the final has places.
    """
    refuse_more("semifinals", len(semifinals), book.value("events.open-teams.final.field", int))
    winners = []
    for venue, series in semifinals.items():
        if series.winner is None:
            raise StorslamError("the semifinal %(venue)s has no winner yet", venue=venue)
        winners.append(series.winner)
    return tuple(winners)
