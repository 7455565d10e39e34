"""The Green Lift, as Swiss is played by teams in Sweden: from the top each takes the next below.

Who has met that one takes the nearest whom it has not met and with whom the rest still need not
meet again, so that what must be changed is changed as low as it can be.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from storslam.errors import StorslamError
from storslam.movements.movement import Movement, Position
from storslam.movements.swiss import by_lot

Why = Literal["met", "sat-out", "others-would-meet-again", "meet-again"]
Meetings = Mapping[str, Mapping[str, Sequence[int]]]
"""By team and opponent the rounds in which they met; a team that sat out met itself."""


@dataclass(frozen=True, slots=True)
class PassedOver:
    """Why a team's table is not the plain one: who was passed over, and since when.

    `met`: they met in these rounds. `others-would-meet-again`: for those further down nobody new
    would have been left. `meet-again`: the two sit together although they have met, as two must.
    At table 0, of the team that sits out: `passed_over`, below it, `sat-out` in these rounds.
    """

    table: int
    team: str
    passed_over: str
    why: Why
    rounds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round: who meet, from the top table, the team that stands higher as home team."""

    tables: tuple[tuple[str, str], ...]
    bye: str | None
    reasons: tuple[PassedOver, ...]

    def positions(self, round_: int, boards: tuple[int, ...]) -> tuple[Position, ...]:
        """The round as a movement has it; who sits out comes last."""
        seated: list[tuple[str, str | None]] = [*self.tables]
        if self.bye is not None:
            seated.append((self.bye, None))
        return tuple(Position(round_, n, *two, boards) for n, two in enumerate(seated, 1))


def lot_order(teams: Sequence[str], lot_seed: int, round_: int) -> list[str]:
    """The order of a round that is drawn by lot, another for each round of the same seed."""
    return by_lot(teams, lot_seed + round_ - 1)


def draw(order: Sequence[str], played: Movement) -> Drawn:
    """The next round for those in `order` (the standing, or by lot) after those played.

    In this order of weight: nobody sits out twice before all have; as few as can be meet again;
    who sits out stands as low as can be; each from the top meets the highest it can. Raises
    StorslamError for fewer than two, or one there twice.
    """
    if len(set(order)) != len(order) or len(order) < 2:
        raise StorslamError("a round of the green lift needs two teams or more, each once")
    meetings = _meetings(played)
    bye, reasons = _bye(list(order), meetings) if len(order) % 2 else (None, [])
    left = [team for team in order if team != bye]
    again, tables = _least_again(left, meetings), []
    while left:
        team = left.pop(0)
        other, why = _opponent(team, left, again, meetings)
        left.remove(other)
        again -= _times(meetings, team, other)
        tables.append((team, other))
        reasons += [PassedOver(len(tables), team, *passed) for passed in why]
    return Drawn(tuple(tables), bye, tuple(reasons))


Passed = tuple[str, Why, tuple[int, ...]]


def _bye(order: list[str], meetings: Meetings) -> tuple[str, list[PassedOver]]:
    """Who sits out, and why those below do not: the lowest of those who did so least often."""
    fewest = min(_times(meetings, team, team) for team in order)
    able = [team for team in reversed(order) if _times(meetings, team, team) == fewest]
    again: dict[str, int] = {}
    for team in able:
        again[team] = _least_again([one for one in order if one != team], meetings)
        if not again[team]:
            break
    bye = min(again, key=again.__getitem__)
    below = order[: order.index(bye) : -1]
    return bye, [
        PassedOver(0, bye, one, "others-would-meet-again")
        if one in again
        else PassedOver(0, bye, one, "sat-out", tuple(meetings[one][one]))
        for one in below
    ]


def _opponent(
    team: str, left: Sequence[str], again: int, meetings: Meetings
) -> tuple[str, list[Passed]]:
    """The highest left whom the team can meet, and why not those who stand above."""
    why: list[Passed] = []
    for other in left:
        rounds = tuple(meetings[team].get(other, ()))
        rest = [one for one in left if one != other]
        if len(rounds) <= again and len(rounds) + _least_again(rest, meetings) == again:
            return other, [*why, (other, "meet-again", rounds)] if rounds else why
        why.append((other, "met" if rounds else "others-would-meet-again", rounds))
    raise AssertionError("somebody is left to meet")


def _least_again(teams: Sequence[str], meetings: Meetings) -> int:
    """The least number of earlier meetings of those who meet, in any round of an even number.

    None when each has at least half as many new opponents as there are teams (Dirac 1952): then a
    circle of new meetings runs through them all, and every second of these is such a round.
    """
    left = set(teams)
    known = [sum(other in left for other in meetings[team] if other != team) for team in teams]
    if all(2 * (len(teams) - 1 - degree) >= len(teams) for degree in known):
        return 0
    import networkx as nx  # takes longer to import than most movements to make

    graph: nx.Graph[str] = nx.Graph()
    for n, team in enumerate(teams):
        for other in teams[:n]:
            graph.add_edge(team, other, weight=_times(meetings, team, other))
    return sum(_times(meetings, *two) for two in nx.min_weight_matching(graph))


def _times(meetings: Meetings, one: str, other: str) -> int:
    return len(meetings[one].get(other, ()))


def _meetings(played: Movement) -> Meetings:
    rounds: defaultdict[str, defaultdict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for position in played.positions:
        one, other = position.contestants[0], position.contestants[-1]
        rounds[one][other].append(position.round)
        if one != other:
            rounds[other][one].append(position.round)
    return rounds
