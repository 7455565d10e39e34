"""Who may do what: named predicates, one home. A superuser is the Federation's office."""

from collections.abc import Iterable
from typing import TypeAlias

from django.contrib.auth.models import AnonymousUser

from storslam.web.models import District, Entry, Event, Player, User
from storslam.web.models.event import State

Visitor: TypeAlias = User | AnonymousUser


def is_office(user: Visitor) -> bool:
    """Whether this is the Federation's office."""
    return user.is_active and user.is_superuser


def is_committee(user: Visitor) -> bool:
    """Whether this is somebody of the Federation's committee."""
    return user.is_active and getattr(user, "committee", False)


def is_officer_of(user: Visitor, district: District | None) -> bool:
    """Whether the user acts for this district: its officer, or the office."""
    if is_office(user):
        return True
    own = getattr(user, "district_id", None)
    return user.is_active and own is not None and district is not None and own == district.pk


def is_in(user: Visitor, entry: Entry) -> bool:
    """Whether the user is a player of this entry."""
    player = player_of(user)
    return player is not None and any(row.player_id == player.pk for row in entry.roster.all())


def may_change(user: Visitor, entry: Entry) -> bool:
    """Whether the user may change or withdraw this entry."""
    return is_officer_of(user, entry.district) or is_in(user, entry)


def may_name(user: Visitor, entry: Entry, players: Iterable[Player]) -> bool:
    """Whether the user may give the entry these players: a player stays among them."""
    return is_officer_of(user, entry.district) or player_of(user) in players


def may_decide(user: Visitor, district: District | None) -> bool:
    """Whether the user decides on exemptions: a district's, or with None the Federation's."""
    return is_committee(user) if district is None else is_officer_of(user, district)


def needs_two_factors(user: Visitor) -> bool:
    """Whether the user must log in with a second factor."""
    return is_office(user) or is_committee(user)


def player_of(user: Visitor) -> Player | None:
    """Who the user is in the registry."""
    return getattr(user, "player", None) if user.is_active else None


def is_director_of(user: Visitor, event: Event) -> bool:
    """Whether the user directs this event, or is the office."""
    if not user.is_authenticated:
        return False
    return is_office(user) or (user.is_active and event.directors.filter(pk=user.pk).exists())


def can_open_event(user: Visitor) -> bool:
    """Whether the user may open an event of their own."""
    return is_office(user) or (user.is_active and getattr(user, "opens_events", False))


def can_see(user: Visitor, event: Event) -> bool:
    """Whether the event's pages are there for this visitor: all published, drafts to directors."""
    return event.state != State.DRAFT or is_director_of(user, event)
