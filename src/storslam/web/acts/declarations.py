"""Declaration cards: stored version by version, handed in with entries or for contestants."""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from storslam.errors import StorslamError
from storslam.exchange.cards import card_json, read_card
from storslam.rulebook.book import Book
from storslam.rulebook.edition import edition
from storslam.systems.assessment import System, assess
from storslam.systems.card import SECTIONS, Card
from storslam.systems.card_faults import Fault
from storslam.web.acts.checking import TEAMS
from storslam.web.acts.trail import note
from storslam.web.models import (
    Contestant,
    Declaration,
    DeclarationVersion,
    Entry,
    EntryState,
    Season,
    User,
)
from storslam.web.models.event import State
from storslam.web.results import locked, touch

MOST_OF_TEAM = 4
"""So many pairs a team can have."""

Holder = Entry | Contestant
_TEXTS = {"name", "players.0", "players.1", "text", *SECTIONS}


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


def declared(version: DeclarationVersion) -> System:
    """What the card of a version amounts to now."""
    entry = version.declaration.entry
    return assess(card_of(version), book_of(entry.stage.season if entry else current_season()))


# --- Kept under an address


def keep(card: Card) -> str:
    """Store a card under a new secret address, and tell its token.

    What is described may be faulty still; StorslamError for texts that cannot be stored.
    """
    season = current_season()
    system = assess(card, book_of(season))
    _refuse_texts(system.faults)
    token = secrets.token_urlsafe(24)
    with transaction.atomic():
        declaration = Declaration.objects.create(token_hash=_hash(token))
        _store(declaration, card, system, 0, "", season)
    return token


def _refuse_texts(faults: Sequence[Fault]) -> None:
    for fault in faults:
        if fault.field in _TEXTS:
            raise fault.error


def kept(token: str) -> Declaration | None:
    """The card of this address."""
    return Declaration.objects.filter(token_hash=_hash(token)).first()


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def change(declaration: Declaration, card: Card, seen: int) -> DeclarationVersion:
    """Store a new version of a kept card; `seen`: the version that was changed.

    Raises StorslamError when another is the newest, and for texts that cannot be stored.
    """
    with transaction.atomic():
        declaration = Declaration.objects.select_for_update().get(pk=declaration.pk)
        season = current_season()
        system = assess(card, book_of(season))
        _refuse_texts(system.faults)
        return _store(declaration, card, system, seen, "", season)


def _store(
    declaration: Declaration, card: Card, system: System, seen: int, who: str,
    season: Season | None,
) -> DeclarationVersion:  # fmt: skip
    newest = declaration.versions.first()
    if (newest.number if newest else 0) != seen:
        raise StorslamError(
            "somebody else has changed this card since you opened it: see what is stored now"
        )
    if newest and newest.content == card_json(card):
        return newest
    return DeclarationVersion.objects.create(
        declaration=declaration, number=seen + 1, content=card_json(card), dots=system.dots,
        system_class=system.system_class, when=_now(season), who=who,
    )  # fmt: skip


def _now(season: Season | None) -> datetime:
    return season.now() if season else timezone.now()


# --- Handed in


def cards_of(holder: Holder) -> list[DeclarationVersion]:
    """The newest versions of the cards that are played, in the order they were handed in."""
    rows = holder.declarations.filter(withdrawn=None).order_by("pk")
    return [latest(one) for one in rows]


def hand_in(
    holder: Holder, card: Card, who: User, declaration: Declaration | None = None, seen: int = 0
) -> DeclarationVersion:
    """Store a card of an entry or a contestant: a new one, or a new version of one of its own.

    A pair has one card, so a second is its new version; the same card twice is one. Who has a card
    of class A is marked so in events that are not published yet. Raises StorslamError for a card
    with faults, and for an entry that is withdrawn.
    """
    with transaction.atomic():
        holder = _locked(holder)
        season = _season(holder)
        system = assess(card, book_of(season))
        if system.faults:
            raise StorslamError("mend what is wrong with the card before it is handed in")
        there = cards_of(holder)
        if declaration is None:
            same = [one for one in there if one.content == card_json(card)]
            if same:
                return same[0]
            declaration, seen = _home(holder, there)
        version = _store(declaration, card, system, seen, who.get_username(), season)
        _mark(holder)
        _note("hand-in-card", holder, version, who, dots=system.by_call, version=version.number)
    return version


def _home(holder: Holder, there: Sequence[DeclarationVersion]) -> tuple[Declaration, int]:
    """Where another card goes, and the version there: a pair's own, for a team a new one."""
    if there and _discipline(holder) not in TEAMS:
        return there[0].declaration, there[0].number
    if len(there) >= MOST_OF_TEAM:
        raise StorslamError("a team has at most %(most)s cards", most=MOST_OF_TEAM)
    of = {"entry": holder} if isinstance(holder, Entry) else {"contestant": holder}
    return Declaration.objects.create(**of), 0


def withdraw(declaration: Declaration, who: User) -> None:
    """Let a card be played no more; its versions stay. A second time changes nothing."""
    holder = declaration.entry or declaration.contestant
    assert holder is not None  # noqa: S101 (a kept card is nobody's)
    with transaction.atomic():
        holder = _locked(holder)
        rows = Declaration.objects.filter(pk=declaration.pk, withdrawn=None)
        if rows.update(withdrawn=_season(holder).now()):
            _mark(holder)
            _note("withdraw-card", holder, latest(declaration), who)


def _locked(holder: Holder) -> Holder:
    """The holder, nobody else changing its cards; StorslamError for an entry that is withdrawn."""
    if isinstance(holder, Contestant):
        return Contestant.objects.select_for_update().get(pk=holder.pk)
    entry = Entry.objects.select_for_update().get(pk=holder.pk)
    if entry.state != EntryState.ENTERED:
        raise StorslamError("the entry is withdrawn: it has no card")
    return entry


def _season(holder: Holder) -> Season:
    return holder.stage.season if isinstance(holder, Entry) else holder.event.stage.season


def _discipline(holder: Holder) -> str:
    return (holder.stage if isinstance(holder, Entry) else holder.event.stage).discipline


def _note(act: str, holder: Holder, stored: DeclarationVersion, who: User, **facts: Any) -> None:
    district = holder.district if isinstance(holder, Entry) else None
    text = f"{holder}: {stored}, {stored.system_class}, {stored.dots}"
    note(act, holder, who, season=_season(holder), district=district, text=text, **facts)


def _mark(holder: Holder) -> None:
    """Let the entry, and its contestants of events in preparation, say whether it has class A.

    A team that has said so before may have it from a pair that has no card here.
    """
    has_a = any(one.system_class == "A" for one in cards_of(holder))
    has_a = has_a or (holder.a_system and _discipline(holder) in TEAMS)
    if isinstance(holder, Entry):
        Entry.objects.filter(pk=holder.pk).update(a_system=has_a)
        rows = Contestant.objects.filter(entry=holder, event__state=State.DRAFT)
    else:
        rows = Contestant.objects.filter(pk=holder.pk, event__state=State.DRAFT)
    for contestant in rows.exclude(a_system=has_a).select_related("event"):
        event = locked(contestant.event)
        Contestant.objects.filter(pk=contestant.pk).update(a_system=has_a)
        touch(event)
