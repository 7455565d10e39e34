"""Points brought along from an earlier event: a share of what each was above or below average.

The regulation of SM has no carry-over; an organiser of other events may want one.
"""

from fractions import Fraction

from django.db import transaction
from django.db.models import F

from storslam.errors import StorslamError
from storslam.scoring import Row, top
from storslam.web.acts.trail import note
from storslam.web.models import CarryOver, Contestant, Event, User
from storslam.web.models.event import Method
from storslam.web.results import locked, touch
from storslam.web.scored import scored

_PERCENT = 100


def bring_along(event: Event, source: Event, percent: int, who: User) -> int:
    """Give everybody who played `source` so many per cent of the points over average there.

    Match points are brought from that event's tops to those of this one. Whoever was not there
    brings nothing along. How many brought something; what was brought before is replaced.
    """
    if source.method != event.method or source.pk == event.pk:
        raise StorslamError("points are brought along from another event, scored the same way")
    if not 0 <= percent <= _PERCENT:
        raise StorslamError("a share is from 0 to 100 per cent")
    rows = {row.id: row for row in scored(source).standing.rows}
    there = {_who(one): one.code for one in _contestants(source)}
    scale = _scale(event, source)
    with transaction.atomic():
        event = locked(event)
        CarryOver.objects.filter(contestant__event=event).delete()
        found = [
            CarryOver(
                contestant=one,
                points=str(_above(rows[there[_who(one)]]) * scale * percent / _PERCENT),
                text=f"{percent} % {source}",
                source=source,
                stamp=source.stamp,
            )
            for one in _contestants(event)
            if percent and rows.get(there.get(_who(one), "")) is not None
        ]
        CarryOver.objects.bulk_create(found)
        touch(event)
        text = f"{event} ← {source}, {percent} %"
        note("carry-over", event, who, season=event.stage.season, text=text, percent=percent)
    return len(found)


def stale(event: Event) -> Event | None:
    """The event that points came from, where it has changed since."""
    brought = CarryOver.objects.filter(contestant__event=event, source__isnull=False)
    first = brought.exclude(stamp=F("source__stamp")).select_related("source").first()
    return first.source if first else None


def _contestants(event: Event) -> list[Contestant]:
    return list(event.contestants.prefetch_related("members"))


def _who(contestant: Contestant) -> frozenset[str]:
    """Who they are: by member number, else by name."""
    return frozenset(member.number or member.name for member in contestant.members.all())


def _above(row: Row) -> Fraction:
    """The points above the average of the boards played; IMPs as they are."""
    return row.total - Fraction(row.available or 0, 2)


def _scale(event: Event, source: Event) -> Fraction:
    """How much a match point of the source is worth here: as the tops of a board."""
    if event.method != Method.MATCHPOINTS:
        return Fraction(1)
    here, there = (top(scored(one).standing.expected_results) for one in (event, source))
    if not here or not there:
        raise StorslamError("points are brought along once both events have results or seats")
    return Fraction(here, there)
