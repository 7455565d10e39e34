"""Payments: read from the bank's file with a preview, matched by reference, connected by hand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from django.db import transaction

from storslam.championship.calendar import instant
from storslam.championship.money import due
from storslam.errors import StorslamError
from storslam.exchange.bank import Payment as Paid
from storslam.exchange.reference import references
from storslam.web.acts import places
from storslam.web.acts.deciding import decided
from storslam.web.acts.money import about_place, bill, named, with_paid
from storslam.web.acts.trail import note
from storslam.web.models import Charge, ChargeKind, Payment, Place, PlaceState, Season, User

TAKEN = (PlaceState.ACCEPTED, PlaceState.FILLED)


@dataclass(frozen=True, slots=True)
class Line:
    """A payment of a file and the charge that it pays, None where no reference is known.

    `known`: it was stored before. `left`: what is to be paid after it, in öre; below zero where it
    is too much.
    """

    payment: Paid
    charge: Charge | None
    known: bool
    left: int

    @property
    def over(self) -> int:
        """What is paid too much, in öre."""
        return max(-self.left, 0)


def plan(season: Season, payments: Sequence[Paid]) -> list[Line]:
    """What the payments would do, in their order; nothing is stored."""
    stored = set(
        Payment.objects.filter(bank_id__in=[p.entry_id for p in payments]).values_list(
            "bank_id", flat=True
        )
    )
    charges = _charges(season, payments)
    left = {charge.pk: charge.left for charge in charges.values()}
    lines = []
    for payment in payments:
        charge = next((charges[r] for r in _written(payment) if r in charges), None)
        known = payment.entry_id in stored
        if charge and not known:
            left[charge.pk] -= payment.amount_ore
        lines.append(Line(payment, charge, known, left[charge.pk] if charge else 0))
    return lines


def _written(payment: Paid) -> list[str]:
    return [*references(payment.reference), *references(payment.text)]


def _charges(season: Season, payments: Sequence[Paid]) -> dict[str, Charge]:
    """By reference the charge that it pays: the one that was made instead of one taken back."""
    wanted = {ref for payment in payments for ref in _written(payment)}
    found = list(season.charges.filter(reference__in=wanted))
    abouts = {charge.about for charge in found}
    instead = {
        c.about: c for c in with_paid(season.charges.filter(about__in=abouts, cancelled=None))
    }
    gone = {c.pk: c for c in with_paid(season.charges.filter(pk__in=[c.pk for c in found]))}
    return {c.reference: instead.get(c.about, gone[c.pk]) for c in found}


def store(season: Season, payments: Sequence[Paid], who: User) -> list[Line]:
    """Store the payments that are not stored yet, and step the places that they pay."""
    with transaction.atomic():
        Season.objects.select_for_update().get(pk=season.pk)
        bill(season, who)
        lines = plan(season, payments)
        new = [line for line in lines if not line.known]
        Payment.objects.bulk_create(_stored(season, line, who) for line in new)
        if new:
            note(
                "read-payments",
                season,
                who,
                season=season,
                text=f"{len(new)}",
                bank_ids=[line.payment.entry_id for line in new],
            )
        touched = {line.charge.pk: line.charge for line in new if line.charge}
        for charge in touched.values():
            settle(charge, who)
    return lines


def _stored(season: Season, line: Line, who: User) -> Payment:
    paid = line.payment
    return Payment(
        season=season,
        charge=line.charge,
        bank_id=paid.entry_id,
        reference=paid.reference[:60],
        ore=paid.amount_ore,
        day=paid.date,
        payer=paid.payer[:120],
        text=paid.text[:200],
        by=who,
    )


def connect(payment: Payment, charge: Charge, who: User) -> None:
    """Say which charge a payment without a known reference pays; once."""
    with transaction.atomic():
        taken = Payment.objects.filter(pk=payment.pk, charge=None).update(charge=charge, by=who)
        if not taken:
            raise StorslamError("this payment is connected already")
        note(
            "connect-payment",
            payment,
            who,
            season=payment.season,
            district=charge.district,
            text=f"{payment.payer} {payment.day}: {charge.reference}",
        )
        settle(charge, who)


def settle(charge: Charge, who: User | str) -> None:
    """Step the place of a wholly paid table fee to paid, if the money was there in time."""
    place = place_of(charge)
    day = paid_on(charge)
    if place is None or day is None or charge.cancelled or not in_time(place, day):
        return
    places.pay(place, place.version, who, reference=charge.reference)


def place_of(charge: Charge) -> Place | None:
    """The place that waits for this table fee."""
    return places_of([charge]).get(charge.pk)


def places_of(charges: Sequence[Charge]) -> dict[int, Place]:
    """By the charge's key the place that waits for its table fee."""
    fees = [charge for charge in charges if charge.kind == ChargeKind.TABLE_FEE]
    rows = Place.objects.filter(
        entry__in={charge.entry_id for charge in fees}, state__in=TAKEN
    ).select_related("stage__season", "district")
    found = {about_place(place.pk, place.entry_id): place for place in rows}
    return {charge.pk: found[charge.about] for charge in fees if charge.about in found}


def paid_on(charge: Charge) -> date | None:
    """The day on which the whole sum was there; None while it is not."""
    total = 0
    for ore, day in charge.payments.order_by("day", "pk").values_list("ore", "day"):
        total += ore
        if total >= charge.ore:
            return day
    return None


def in_time(place: Place, day: date) -> bool:
    """Whether a fee that was there that day keeps the place (SM-FEE-6, SM-FEE-7)."""
    stage = place.stage
    book = stage.season.book()
    if due(book, stage.discipline, stage.kind) is None:
        return True
    made = decided(
        stage.season,
        "table-fee-deadline",
        discipline=stage.discipline,
        stage=stage.kind,
        paid_at=instant(book, day),
        place_accepted_at=place.since if place.state == PlaceState.FILLED else None,
    )
    kept: bool = made.result["place_kept"]
    return kept


def forfeit(place: Place, version: int, who: User) -> None:
    """The place is lost, and what was to be paid for it is taken back."""
    with transaction.atomic():
        places.forfeit(place, version, who)
        bill(place.stage.season, who)


@dataclass(frozen=True, slots=True)
class Odd:
    """Money that a person must look at; no rule says that it is paid back."""

    charge: Charge
    why: str
    ore: int
    place: Place | None = None


def odd(season: Season) -> list[Odd]:
    """What was paid too much, too late, or for something that was taken back or given up."""
    charges = list(named(with_paid(season.charges.all()).filter(paid__gt=0)))
    waiting = places_of(charges)
    paid = Place.objects.filter(stage__season=season, state=PlaceState.PAID)
    held = {about_place(*one) for one in paid.values_list("pk", "entry")}
    return [one for charge in charges for one in _odd(charge, waiting.get(charge.pk), held)]


def _odd(charge: Charge, place: Place | None, held: set[str]) -> Iterator[Odd]:
    fee = charge.kind == ChargeKind.TABLE_FEE
    if charge.cancelled:
        yield Odd(charge, "taken-back", charge.paid)
    elif charge.left < 0:
        yield Odd(charge, "too-much", -charge.left)
    elif fee and charge.left == 0 and place:
        yield Odd(charge, "too-late", charge.paid, place)
    elif fee and charge.left == 0 and charge.about not in held:
        yield Odd(charge, "given-up", charge.paid)
