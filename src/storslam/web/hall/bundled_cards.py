"""Declaration cards in a bundle: each with all its versions, which only ever grow.

A card is its contestant's in every copy, whether it came with the entry or to the director.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Q

from storslam.exchange.bundle_fields import VERSION_OF_CARD, Identity, Row, identity
from storslam.web.acts.checking import TEAMS
from storslam.web.acts.declarations import MOST_OF_TEAM
from storslam.web.hall.bundled_values import column, plain
from storslam.web.models import Declaration, DeclarationVersion, Event


def read(event: Event) -> list[tuple[Declaration, dict[str, Any]]]:
    """The cards of the event's contestants and of their entries, each as it stands in a bundle."""
    own = Q(contestant__event=event) | Q(entry__contestants__event=event)
    cards = Declaration.objects.filter(own).distinct().order_by("pk")
    codes = dict(event.contestants.exclude(entry=None).values_list("entry", "code"))
    return [
        (card, _row(card, card.contestant.code if card.contestant else codes[card.entry_id or 0]))
        for card in cards.select_related("contestant").prefetch_related("versions")
    ]


def _row(card: Declaration, code: str) -> dict[str, Any]:
    rows = reversed(card.versions.all())
    versions = [{name: plain(getattr(row, name)) for name in VERSION_OF_CARD} for row in rows]
    return {
        "contestant": code,
        "made": versions[0]["when"],
        "withdrawn": plain(card.withdrawn),
        "versions": versions,
    }


def room_of(event: Event) -> Counter[str]:
    """How many more cards a contestant may play, by its code: a pair one, a team a few."""
    most = MOST_OF_TEAM if event.stage.discipline in TEAMS else 1
    room = Counter(dict.fromkeys(event.contestants.values_list("code", flat=True), most))
    room.subtract(row["contestant"] for _card, row in read(event) if not row["withdrawn"])
    return room


def find(event: Event, name: Identity) -> Declaration:
    """The card of this name."""
    return next(card for card, row in read(event) if identity("cards", row) == name)


def missing(ours: Sequence[Row], theirs: Sequence[Row]) -> Sequence[Row] | None:
    """Their versions that are not here; None where each copy has gone on in its own way."""
    least = min(len(ours), len(theirs))
    return theirs[least:] if ours[:least] == theirs[:least] else None


def create(row: Row, contestant: int) -> None:
    """Store the card of a bundle as this contestant's."""
    withdrawn = column(Declaration, "withdrawn", row["withdrawn"])
    card = Declaration.objects.create(contestant_id=contestant, withdrawn=withdrawn)
    store(card, row["versions"])


def store(card: Declaration, versions: Iterable[Row]) -> None:
    """Add the versions to the card."""
    DeclarationVersion.objects.bulk_create(
        DeclarationVersion(
            declaration=card,
            **{name: column(DeclarationVersion, name, value) for name, value in row.items()},
        )
        for row in versions
    )
