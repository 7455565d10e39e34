"""What a standing in play tells beside the points: how far it is, who moved, who can still win."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import lru_cache

from storslam.scoring import Row, Standing
from storslam.scoring.chances import can_still_reach, reach
from storslam.scoring.progress import places_by_round
from storslam.scoring.standing import Key
from storslam.web.models import Event
from storslam.web.models.event import State
from storslam.web.scored import Scored, after_round, shown

_KEPT = 16
# Before this share of the boards is played nearly everybody can still win.
_LATE = Fraction(2, 3)


@dataclass(frozen=True, slots=True)
class Progress:
    """The last round with a result, of how many; and since which round who moved how many places.

    `since`: the last round before that is closed; None where there is none. Up is above zero.
    """

    reached: int
    rounds: int
    since: int | None
    moved: Mapping[str, int]


def progress(event: Event, now: Scored) -> Progress:
    """How far the event is, and who moved since the last closed round."""
    rounds = dict(event.rounds.filter(number__gt=0).values_list("number", "closed"))
    reached = max((line.round for line in now.event.lines if line.outcome is not None), default=0)
    done = [n for n, closed in rounds.items() if n < reached and _closed(event, closed)]
    if not done:
        return Progress(reached, len(rounds), None, {})
    before = _first_places(after_round(event, done[-1]))
    moved = {
        code: before[code] - place
        for code, place in _first_places(now.standing).items()
        if code in before
    }
    return Progress(reached, len(rounds), done[-1], moved)


def _closed(event: Event, closed: datetime | None) -> bool:
    if event.frozen is None and event.state == State.ENDED:
        return True
    return closed is not None and (event.frozen is None or closed <= event.frozen)


def _first_places(standing: Standing) -> dict[str, int]:
    return {row.id: first_place(row) for row in standing.rows if row.place}


def first_place(row: Row) -> int:
    """The place, the best of those that are shared."""
    return int(row.place.partition("/")[0])


def places(event: Event) -> Mapping[Key, list[tuple[int, int]]]:
    """Everybody's place after each round, as the public sees it."""
    return _places(event.pk, event.stamp, event.frozen)


@lru_cache(maxsize=_KEPT)
def _places(pk: int, _stamp: str, _moment: datetime | None) -> Mapping[Key, list[tuple[int, int]]]:
    return places_by_round(shown(Event.objects.get(pk=pk)).standing)


@dataclass(frozen=True, slots=True)
class Chance:
    """Somebody who can still win, with the most that can come of it: per cent, or IMPs."""

    row: Row
    most: Fraction


def chances(event: Event, now: Scored) -> list[Chance]:
    """Who can still win, the leader first.

    Only while the last third is in play, and where somebody no longer can.
    """
    if event.state != State.RUNNING or not _late(now):
        return []
    return list(_chances(event.pk, event.stamp, event.frozen))


def _late(now: Scored) -> bool:
    seated = [line for line in now.event.lines if line.ew is not None]
    played = sum(line.outcome is not None for line in seated)
    return bool(seated) and played >= _LATE * len(seated)


@lru_cache(maxsize=_KEPT)
def _chances(pk: int, _stamp: str, _moment: datetime | None) -> tuple[Chance, ...]:
    now = shown(Event.objects.get(pk=pk))
    bounds = reach(now.standing)
    able = can_still_reach(bounds)
    rows = [row for row in now.standing.rows if row.place]
    if not bounds or all((row.id, row.side) in able for row in rows):
        return ()
    return tuple(
        Chance(row, bounds[row.id, row.side].most) for row in rows if (row.id, row.side) in able
    )
