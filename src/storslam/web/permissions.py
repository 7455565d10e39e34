"""Who may do what: named predicates, one home. A superuser is the Federation's office."""

from typing import TypeAlias

from django.contrib.auth.models import AnonymousUser

from storslam.web.models import Event, User
from storslam.web.models.event import State

Visitor: TypeAlias = User | AnonymousUser


def is_office(user: Visitor) -> bool:
    """Whether this is the Federation's office."""
    return user.is_active and user.is_superuser


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
