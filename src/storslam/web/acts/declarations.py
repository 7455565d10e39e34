"""Declaration cards: stored version by version, handed in with entries."""

import hashlib
import secrets

from django.db import transaction
from django.utils import timezone

from storslam.errors import StorslamError
from storslam.exchange.cards import card_json, read_card
from storslam.rulebook.book import Book
from storslam.rulebook.edition import edition
from storslam.systems.assessment import System, assess
from storslam.systems.card import Card
from storslam.web.acts.checking import TEAMS
from storslam.web.acts.trail import note
from storslam.web.models import (
    Contestant,
    Declaration,
    DeclarationVersion,
    Entry,
    Season,
    User,
)
from storslam.web.models.event import State
from storslam.web.results import locked, touch

MOST_OF_ENTRY = 4
"""So many pairs a team can have."""


def current_season() -> Season | None:
    """The season that cards are made for: the newest."""
    return Season.objects.first()


def book_of(season: Season | None) -> Book:
    """The book that a card is measured by."""
    return season.book() if season else edition().at()


def latest(declaration: Declaration) -> DeclarationVersion:
    """The newest version."""
    found = declaration.versions.first()
    assert found is not None  # noqa: S101 (stored with its first version)
    return found


def card_of(version: DeclarationVersion) -> Card:
    """The card of a stored version."""
    return read_card(version.content)


# --- Kept under an address


def keep(card: Card) -> str:
    """Store a card under a new secret address, and tell its token."""
    token = secrets.token_urlsafe(24)
    with transaction.atomic():
        declaration = Declaration.objects.create(token_hash=_hash(token))
        _store(declaration, card, assess(card, book_of(current_season())), 0, "")
    return token


def kept(token: str) -> Declaration | None:
    """The card of this address."""
    return Declaration.objects.filter(token_hash=_hash(token)).first()


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def change(declaration: Declaration, card: Card, seen: int, who: str = "") -> DeclarationVersion:
    """Store a new version of a card; `seen`: the version that was changed.

    Raises StorslamError when a newer one is there.
    """
    with transaction.atomic():
        declaration = Declaration.objects.select_for_update().get(pk=declaration.pk)
        season = declaration.entry.stage.season if declaration.entry else current_season()
        return _store(declaration, card, assess(card, book_of(season)), seen, who)


def _store(
    declaration: Declaration, card: Card, system: System, seen: int, who: str
) -> DeclarationVersion:
    if declaration.versions.filter(number__gt=seen).exists():
        raise StorslamError(
            "somebody else has changed this card since you opened it: see what is stored now"
        )
    return DeclarationVersion.objects.create(
        declaration=declaration, number=seen + 1, content=card_json(card), dots=system.dots,
        system_class=system.system_class, when=timezone.now(), who=who,
    )  # fmt: skip


# --- Handed in with an entry


def hand_in(
    entry: Entry, card: Card, who: User, declaration: Declaration | None = None, seen: int = 0
) -> DeclarationVersion:
    """Store a card with an entry: a new one, or a new version of one of its own.

    The entry plays a system of class A if one of its cards is of that class, and is marked so in
    events that are not published yet. Raises StorslamError for a card with faults.
    """
    season = entry.stage.season
    with transaction.atomic():
        entry = Entry.objects.select_for_update().select_related("stage__season").get(pk=entry.pk)
        system = assess(card, book_of(season))
        if system.faults:
            raise StorslamError("mend what is wrong with the card before it is handed in")
        if declaration is None:
            if entry.declarations.count() >= MOST_OF_ENTRY:
                raise StorslamError("an entry has at most %(most)s cards", most=MOST_OF_ENTRY)
            declaration = Declaration.objects.create(entry=entry)
        version = _store(declaration, card, system, seen, who.get_username())
        _mark(entry)
        note(
            "hand-in-card", entry, who, season=season, district=entry.district,
            text=f"{entry}: {version}, {version.system_class}, {version.dots}",
            dots=system.by_call, version=version.number,
        )  # fmt: skip
    return version


def _mark(entry: Entry) -> None:
    """Let the entry, and its contestants of events in preparation, say whether it has class A.

    A team that has said so before may have it from a pair that has no card here.
    """
    cards = entry.declarations.prefetch_related("versions")
    has_a = any(latest(one).system_class == "A" for one in cards)
    has_a = has_a or (entry.a_system and entry.stage.discipline in TEAMS)
    if has_a != entry.a_system:
        entry.a_system = has_a
        entry.save(update_fields=["a_system"])
    rows = Contestant.objects.filter(entry=entry, event__state=State.DRAFT)
    for contestant in rows.exclude(a_system=has_a).select_related("event"):
        event = locked(contestant.event)
        Contestant.objects.filter(pk=contestant.pk).update(a_system=has_a)
        touch(event)
