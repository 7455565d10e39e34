"""Everything of an event or a stage at one glance: who met whom, all groups in one list, files."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any

from storslam.exchange.travellers import outcome_cells, play_cells
from storslam.scoring import Row, rank
from storslam.scoring.event import Contestant, Score
from storslam.scoring.standing import seats
from storslam.web.hall.ceremony import final, points_of
from storslam.web.hall.qualified import stage_goes_on
from storslam.web.models import Event
from storslam.web.models.event import Method, State
from storslam.web.pages import common
from storslam.web.scored import Scored, shown
from storslam.web.teams.matches import teams_shown

# --- The cross-table


def cross_context(event: Event) -> dict[str, Any]:
    """Who met whom, in the order of the standing; of boards that all may be told only."""
    now = shown(event)
    people = {who.id: who for who in now.event.contestants}
    met = _met(now)
    rows = now.standing.rows
    return {
        **common(event, now),
        "columns": [people[row.id] for row in rows],
        "rows": [(row, people[row.id], [met.get((row.id, o.id)) for o in rows]) for row in rows],
    }


def _met(now: Scored) -> Mapping[tuple[str, str], Fraction]:
    """What each took of each in all: per cent of the tops, or IMPs."""
    sums: dict[tuple[str, str], list[tuple[Fraction, int | None]]] = defaultdict(list)
    for board in now.standing.boards:
        if board.board not in now.open_boards:
            continue
        for one in board.results:
            both = [(who, points) for who, _, points in seats(one)]
            for (who, points), (other, _) in zip(both, reversed(both), strict=True):
                if who != other and points is not None:
                    sums[who, other].append((points, one.top))
    return {key: _taken(given) for key, given in sums.items()}


def _taken(given: Sequence[tuple[Fraction, int | None]]) -> Fraction:
    points = sum((one for one, _ in given), Fraction())
    tops = sum(top or 0 for _, top in given)
    return 100 * points / tops if tops else points


# --- A stage, its groups in one list


@dataclass(frozen=True, slots=True)
class Merged:
    """A contestant among those of all the stage's events; `value` is per cent, or IMPs a board."""

    place: str
    event: Event
    row: Row
    who: Contestant
    value: Fraction
    goes_on: bool


def stage_context(events: Sequence[Event]) -> dict[str, Any]:
    """The standings of a stage's events in one list by their results, for each method of scoring.

    IMPs are compared a board, for not everybody plays equally many.
    """
    goes_on = stage_goes_on(events)
    ordered = sorted(events, key=lambda event: event.method != Method.MATCHPOINTS)
    lists = [
        (method == Method.MATCHPOINTS, _merged(list(some), goes_on))
        for method, some in groupby(ordered, key=lambda event: event.method)
    ]
    return {
        "stage": events[0].stage,
        "events": events,
        "lists": lists,
        "sure": all(final(event) for event in events),
        "running": any(event.state == State.RUNNING for event in events),
    }


def _merged(events: Sequence[Event], goes_on: Collection[str]) -> list[Merged]:
    found = {
        f"{event.pk}/{row.id}": (event, row, people[row.id], ids[row.id])
        for event in events
        for now in [shown(event)]
        for people in [{who.id: who for who in now.event.contestants}]
        for ids in [dict(event.contestants.values_list("code", "pk"))]
        for row in now.standing.rows
        if row.place
    }
    ranked = rank({key: _value(row) for key, (_, row, _, _) in found.items()})
    return [
        Merged(one.place, event, row, who, _value(row), str(pk) in goes_on)
        for one in ranked
        for event, row, who, pk in [found[one.id]]
    ]


def _value(row: Row) -> Fraction:
    return row.percent if row.percent is not None else row.total / max(row.boards_played, 1)


# --- Files


STANDING = ("place", "number", "names", "clubs", "boards", "points", "percent", "master_points")
TEAMS = ("place", "number", "name", "clubs", "matches", "imps_won", "imps_lost", "vp")
RESULTS = (
    *("board", "section", "round", "table", "ns", "ew", "ns_names", "ew_names"),
    *("contract", "declarer", "tricks", "lead", "score", "ns_points", "ew_points", "top"),
    *("ns_award", "ew_award", "group", "dealer", "vul"),
)


def standing_rows(event: Event) -> Iterator[tuple[object, ...]]:
    """The standing as rows of a file, exact but for rounding to the file's decimals."""
    now = shown(event)
    people = {who.id: who for who in now.event.contestants}
    given = points_of(event, now)
    for row in now.standing.rows:
        who = people[row.id]
        clubs = " / ".join(dict.fromkeys(player.club for player in who.players if player.club))
        points = Fraction(given[row.id]) if row.id in given else None
        yield (
            row.place, row.id, _names(who), clubs, row.boards_played, row.total, row.percent, points
        )  # fmt: skip


def team_rows(event: Event) -> Iterator[tuple[object, ...]]:
    """The live table of an event of teams as rows of a file."""
    now = teams_shown(event)
    for row in now.live:
        team = now.people[row.team]
        clubs = " / ".join(dict.fromkeys(one.club for one in team.members.all() if one.club))
        yield (
            row.place,
            row.team,
            str(team),
            clubs,
            row.matches,
            row.imps_won,
            row.imps_lost,
            row.vp,
        )


def result_rows(event: Event) -> Iterator[tuple[object, ...]]:
    """Every result of the boards that all may be told, as rows of a file."""
    now = shown(event)
    people = {who.id: who for who in now.event.contestants}
    for board in now.standing.boards:
        for one in board.results if board.board in now.open_boards else ():
            line, value = one.line, now.event.boards[board.board].board
            score, *awards = outcome_cells(line)
            yield (
                line.board, line.section, line.round, line.table, line.ns, line.ew,
                *(_names(people[code]) if code else None for code in (line.ns, line.ew)),
                *play_cells(line.play), str(line.play.lead or "") if line.play else None,
                line.outcome.ns if isinstance(line.outcome, Score) else score,
                one.ns, one.ew, one.top,
                *awards, line.group, value.dealer.value, value.vulnerability.value,
            )  # fmt: skip


def _names(who: Contestant) -> str:
    return who.name or " – ".join(player.name for player in who.players)
