"""Who gets a medal in a final of teams: by the team's place and the halves that each has played."""

from dataclasses import dataclass
from typing import Any

from storslam.web.acts.deciding import Decided, decided
from storslam.web.models import Contestant, LineUp, StageKind
from storslam.web.teams.acts import names_of
from storslam.web.teams.matches import TeamsNow

MOST = 3
"""So many places may have medals; which, says the book."""


@dataclass(frozen=True, slots=True)
class Medals:
    """The medals of a team, by player; None for a player who has played too few halves."""

    place: str
    team: Contestant
    players: dict[str, str | None]
    decision: Decided


def places_of(now: TeamsNow) -> list[tuple[str, str]]:
    """At the end of a final the teams by place; nothing before, and of other stages."""
    if now.event.stage.kind != StageKind.FINAL:
        return []
    if now.series is not None:
        return [(row.place, row.team) for row in now.table] if now.series.over else []
    state = now.state
    if state is None or state.next != "over":
        return []
    return [(place, code) for code, place in state.places.items()]


def medals(now: TeamsNow) -> list[Medals]:
    """The teams that get medals, with those of each player."""
    first = [(place, code) for place, code in places_of(now) if int(place.split("/")[0]) <= MOST]
    return [one for place, code in first if any((one := _of(now, place, code)).players.values())]


def _of(now: TeamsNow, place: str, code: str) -> Medals:
    team, stage = now.people[code], now.event.stage
    names = names_of(list(team.members.all()))
    halves: dict[tuple[int, int], list[str]] = {}
    rows = LineUp.objects.filter(room__match__event=now.event, member__contestant=team)
    for match, half, member in rows.values_list("room__match", "room__half", "member"):
        halves.setdefault((match, half), []).append(names[member])
    own: list[Any] = [m for m in now.matches if code in (m.home, m.away)]
    made = decided(
        stage.season,
        "team-medals",
        event=f"{stage.discipline}-final",
        place=int(place.split("/")[0]),
        roster=list(names.values()),
        halves=list(halves.values()),
        halves_total=max(sum(bool(boards) for m in own for _hall, boards in m.row.halves), 1),
    )
    return Medals(place, team, made.result.get("medals", {}), made)
