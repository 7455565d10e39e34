"""The end of an event: results that are frozen until the ceremony, and what the places give."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db import transaction
from django.utils import timezone

from storslam.championship.master_points import ByPlace, master_points
from storslam.errors import StorslamError
from storslam.exchange.text import format_number
from storslam.scoring import Row
from storslam.web.acts.deciding import Decided, decided
from storslam.web.acts.trail import note
from storslam.web.models import Event, StageKind, User
from storslam.web.models.event import State
from storslam.web.results import locked, touch
from storslam.web.scored import Scored, scored


def freeze(event: Event, who: User) -> None:
    """From now on the public sees the event as it is at this moment; again changes nothing."""
    with transaction.atomic():
        event = locked(event)
        if event.frozen is None:
            event.frozen = timezone.now()
            _done(event, "freeze-results", who)


def show_all(event: Event, who: User) -> None:
    """The public sees everything again; a second time changes nothing."""
    with transaction.atomic():
        event = locked(event)
        if event.frozen is not None:
            event.frozen = None
            _done(event, "show-results", who)


def decline(event: Event, code: str, who: User, *, declined: bool) -> None:
    """Note that a pair wants no contribution from the EM fund, or wants it after all."""
    with transaction.atomic():
        event = locked(event)
        if code not in {one.row.id for one in offers(event, scored(event)).rows}:
            raise StorslamError("%(id)s is offered nothing", id=code)
        others = [one for one in event.declined if one != code]
        event.declined = [*others, code] if declined else others
        _done(event, "decline-offer" if declined else "renew-offer", who, code=code)


def _done(event: Event, act: str, who: User, **facts: Any) -> None:
    event.save(update_fields=["frozen", "declined"])
    touch(event)
    text = f"{event}" + "".join(f", {value}" for value in facts.values())
    note(act, event, who, season=event.stage.season, text=text, **facts)


def final(event: Event) -> bool:
    """Whether the event's places are final, and all may see them."""
    return event.state == State.ENDED and event.frozen is None


# --- Master points


def points_of(event: Event, now: Scored) -> dict[str, str]:
    """The master points of an event that has ended, exactly as text; nothing without a scale."""
    if not event.master_points or not final(event):
        return {}
    scale = ByPlace(tuple(map(Fraction, event.master_points)))
    given = master_points(now.standing.rows, scale)
    return {code: format_number(points) for code, points in given.items() if points}


# --- The EM fund


@dataclass(frozen=True, slots=True)
class Offer:
    """A pair within the places that may be offered a contribution.

    `level`: it shares its place with another, and only one of them is offered it.
    """

    row: Row
    offered: bool
    declined: bool
    level: bool


@dataclass(frozen=True, slots=True)
class Offers:
    """What the EM fund offers after a final, and the decision; nothing where it offers nothing."""

    rows: tuple[Offer, ...] = ()
    decision: Decided | None = None


def offers(event: Event, now: Scored) -> Offers:
    """Who is offered a contribution from the EM fund (SM-EMF-2, SM-EMF-3)."""
    book = event.stage.season.book()
    fund = book.table("em-fund")
    if (
        event.stage.kind != StageKind.FINAL
        or event.stage.discipline not in fund["disciplines"]
        or not final(event)
    ):
        return Offers()
    rows = [row for row in now.standing.rows if row.place][: fund["last-place"]]
    declined = [place for place, row in enumerate(rows, 1) if row.id in event.declined]
    made = decided(
        event.stage.season,
        "em-fund-offers",
        declined_places=declined,
        discipline=event.stage.discipline,
    )
    offered = {rows[place - 1].id for place in made.result["offered_places"] if place <= len(rows)}
    willing = [row for row in rows if row.id not in event.declined]
    split = {
        row.place
        for row in willing
        if len({one.id in offered for one in willing if one.place == row.place}) == 2
    }
    return Offers(
        tuple(
            Offer(row, row.id in offered, row.id in event.declined, row.place in split)
            for row in rows
        ),
        made,
    )
