"""Bidding systems for everybody: how dots are counted, the alert adviser, files of cards."""

from typing import Any
from urllib.parse import urlencode

from allauth.core import ratelimit
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from storslam.errors import StorslamError
from storslam.exchange.cards import load_cards
from storslam.exchange.starting_points import STARTING_POINTS
from storslam.systems.assessment import assess
from storslam.systems.card import Card
from storslam.systems.field_report import field_report
from storslam.web.acts import declarations, system_rules
from storslam.web.acts.deciding import decided
from storslam.web.faults import said
from storslam.web.forms_alert import AlertForm
from storslam.web.system_examples import LESSONS

MOST_KEPT = 100


@require_safe
def explained(request: HttpRequest) -> HttpResponse:
    """The rules for opening bids with examples that are counted as one reads; where to begin."""
    season = declarations.current_season()
    book = declarations.book_of(season)
    context = {
        "season": season,
        "lessons": [(one, list(one.assessed(book))) for one in LESSONS],
        "points": [(key, point.name) for key, point in STARTING_POINTS.items()],
        "classes": book.table("systems.class-from"),
        "stages": system_rules.of_season(season) if season else [],
    }
    return render(request, "storslam/systems/explained.html", context)


# --- Alerts

_EXAMPLES: tuple[tuple[Any, dict[str, str]], ...] = (
    (_("a transfer after 1NT"), {"auction": "1NT P 2H", "conventional": "yes"}),
    (_("a new suit over partner's opening, not forcing"),
     {"auction": "1H P 2C", "conventional": "no", "forcing": "no"}),
    (_("a jump in a new suit over partner's overcall, not forcing"),
     {"auction": "1D 1S P 3C", "conventional": "no", "forcing": "no",
      "partner_overcall_natural": "yes"}),
    (_("a notrump bid that forces"),
     {"auction": "1H P 2NT", "conventional": "no", "forcing": "yes"}),
    (_("a raise that forces"), {"auction": "1H P 2H", "conventional": "no", "forcing": "yes"}),
    (_("a weak notrump"), {"auction": "1NT", "conventional": "no", "min_hp": "12"}),
    (_("a light opening without shape"),
     {"auction": "1S", "conventional": "no", "min_hp": "8", "compensating_shape": "no"}),
    (_("a natural 2♠ where 2♥ would have been a transfer to spades"),
     {"auction": "1NT P 2S", "conventional": "no", "known_from_system": "on"}),
    (_("a conventional double"), {"auction": "1C 1S X", "conventional": "yes"}),
    (_("a conventional call from 4♣ up"), {"auction": "1H P 4C", "conventional": "yes"}),
)  # fmt: skip


@require_safe
def alert(request: HttpRequest) -> HttpResponse:
    """Whether the last call of an auction is alerted, and by which rule."""
    season = declarations.current_season()
    form = AlertForm(request.GET or None)
    context: dict[str, Any] = {"season": season, "form": form, "examples": _examples()}
    if season and form.is_bound and form.is_valid():
        try:
            made = decided(season, "alert", **form.facts)
            context |= {"decision": made.json, "result": made.result}
            context["asked"] = [
                form.fields[name.removeprefix("meaning.")].label for name in made.missing
            ]
        except StorslamError as error:
            form.add_error("auction", said(error))
    return render(request, "storslam/systems/alert.html", context)


def _examples() -> list[tuple[Any, str, str]]:
    address = reverse("alert_adviser")
    return [(name, told["auction"], f"{address}?{urlencode(told)}") for name, told in _EXAMPLES]


# --- Files


def file(request: HttpRequest) -> HttpResponse:
    """The cards of a file: what each costs, and the field that they make."""
    context: dict[str, Any] = {}
    if request.method == "POST":
        if not ratelimit.consume(request, action="card_file"):
            return render(request, "429.html", status=429)
        try:
            context = _of_file(request)
        except StorslamError as error:
            context = {"fault": said(error)}
    status = 400 if "fault" in context else 200
    return render(request, "storslam/systems/file.html", context, status=status)


def _of_file(request: HttpRequest) -> dict[str, Any]:
    sent = request.FILES.get("file")
    if sent is None:
        raise StorslamError("choose a file")
    cards = load_cards(sent.read(), sent.name or "")
    book = declarations.book_of(declarations.current_season())
    systems = [assess(card, book) for card in cards]
    kept = _kept(cards) if "keep" in request.POST else [""] * len(cards)
    return {
        "cards": list(zip(cards, systems, kept, strict=True)),
        "report": field_report(systems),
        "kept": any(kept),
    }


def _kept(cards: list[Card]) -> list[str]:
    """Each card under an address of its own."""
    if len(cards) > MOST_KEPT:
        raise StorslamError("at most %(most)s cards are kept at a time", most=MOST_KEPT)
    with transaction.atomic():
        return [reverse("kept_card", args=[declarations.keep(card)]) for card in cards]
