"""The card editor: dots while one types, the card as a document, kept or handed in."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext, override
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from storslam.errors import StorslamError
from storslam.exchange.cards import write_cards
from storslam.exchange.starting_points import STARTING_POINTS
from storslam.printing import Head
from storslam.printing.system_words import PLACES, SECTION_NAMES, SHAPES, ZONES
from storslam.rulebook.book import Book
from storslam.systems.assessment import System, allowed, assess, cheaper
from storslam.systems.card import Card
from storslam.translation import translator
from storslam.web.acts import declarations, system_rules
from storslam.web.desks.guards import for_members
from storslam.web.faults import said
from storslam.web.forms_card import text_faults, typed_card, typed_lines
from storslam.web.models import Declaration, DeclarationVersion, Entry, Season
from storslam.web.paper import made
from storslam.web.permissions import may_change

MOST_CHANGES = 8


@dataclass(frozen=True, slots=True)
class Desk:
    """Where a card is edited: what it is compared with, and what storing it does.

    `store`: keeps the card, told the version that was changed, and gives the address to go to.
    """

    season: Season | None
    version: DeclarationVersion | None
    store: Callable[[Card, int], str]
    entry: Entry | None = None

    @property
    def book(self) -> Book:
        return declarations.book_of(self.season)

    @property
    def seen(self) -> int:
        """The version that is shown, 0 for a new card."""
        return self.version.number if self.version else 0


def new(request: HttpRequest) -> HttpResponse:
    """A card to begin with, empty or from a well-known system."""
    point = STARTING_POINTS.get(request.GET.get("fran", ""))
    start = point.card(translator(get_language() or "sv")) if point else Card()

    def store(card: Card, _seen: int) -> str:
        return reverse("kept_card", args=[declarations.keep(card)])

    return _editor(request, start, Desk(declarations.current_season(), None, store))


def kept(request: HttpRequest, token: str) -> HttpResponse:
    """The card of a secret address."""
    found = declarations.kept(token)
    if found is None:
        raise Http404
    version = declarations.latest(found)

    def store(card: Card, seen: int) -> str:
        declarations.change(found, card, seen)
        return request.path

    desk = Desk(declarations.current_season(), version, store)
    response = _editor(request, declarations.card_of(version), desk)
    # The address is a secret: no page that is gone to may learn it.
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


@for_members
def of_entry(request: HttpRequest, season: Season, pk: int, card: int = 0) -> HttpResponse:
    """A card of an entry, or with 0 a new one, begun from a kept card's address if one is given."""
    entry = get_object_or_404(
        Entry.objects.select_related("stage__season", "district"), pk=pk, stage__season=season
    )
    if not may_change(request.user, entry):
        raise PermissionDenied
    found = get_object_or_404(Declaration, pk=card, entry=entry) if card else None
    version = declarations.latest(found) if found else None

    def store(typed: Card, seen: int) -> str:
        declarations.hand_in(entry, typed, request.user, found, seen)
        return reverse("entry", args=[season.slug, pk])

    start = declarations.card_of(version) if version else _begun(request, entry)
    return _editor(request, start, Desk(season, version, store, entry))


def _begun(request: HttpRequest, entry: Entry) -> Card:
    """The card of the address that was pasted, else one that has the names only."""
    token = request.GET.get("kort", "").rstrip("/").rpartition("/")[2]
    found = declarations.kept(token) if token else None
    if found:
        return declarations.card_of(declarations.latest(found))
    if token:
        messages.error(request, gettext("There is no card with this address."))
    names = [str(row.player) for row in entry.roster.select_related("player")[:2]]
    return Card(players=tuple(names))


# --- The page


@never_cache
def _editor(request: HttpRequest, start: Card, desk: Desk) -> HttpResponse:
    if request.method != "POST":
        return _page(request, start, desk)
    if not ratelimit.consume(request, action="card"):
        return render(request, "429.html", status=429)
    try:
        card = typed_card(request.POST)
    except StorslamError as error:
        return render(request, "storslam/systems/refused.html", {"fault": said(error)}, status=400)
    if request.accepts("application/json") and not request.accepts("text/html"):
        return _answer(request, card, desk)
    return _done(request, card, desk)


def _done(request: HttpRequest, card: Card, desk: Desk) -> HttpResponse:
    """What the button asks for; what cannot be is said, and all that was typed stays."""
    if request.POST.get("pdf") in {"sv", "en"}:
        return _pdf(request, card, desk)
    if "toml" in request.POST:
        return _file(write_cards([card]), "application/toml", "toml")
    if "store" not in request.POST:
        return _page(request, card, desk)
    seen = request.POST.get("seen", "")
    try:
        address = desk.store(card, int(seen) if seen.isdecimal() and len(seen) < 9 else 0)
    except StorslamError as error:
        messages.error(request, said(error))
        return _page(request, card, desk, status=400)
    messages.success(request, gettext("Stored."))
    return redirect(address)


def _pdf(request: HttpRequest, card: Card, desk: Desk) -> HttpResponse:
    system, lang = assess(card, desk.book), request.POST["pdf"]
    if system.faults:
        messages.error(request, gettext("Mend what is marked, then print the card."))
        return _page(request, card, desk, status=400)
    return _file(printed(card, system, desk.version, lang), "application/pdf", "pdf")


def printed(card: Card, system: System, version: DeclarationVersion | None, lang: str) -> bytes:
    """The card as PDF, with its version and day; one that is not stored is a draft."""
    with override(lang):
        foot = gettext("Draft, %(when)s") % {"when": _when(timezone.now())}
        if version and declarations.card_of(version) == card:
            told = {"number": version.number, "when": _when(version.when)}
            foot = gettext("Version %(number)s, %(when)s") % told
        title = card.name or gettext("Declaration card")
    head = Head(title, " – ".join(card.players), foot)
    return made("system_card", head, card, system, lang)


def _when(moment: Any) -> str:
    return date_format(timezone.localtime(moment), "Y-m-d H:i")


def _file(content: bytes, kind: str, ending: str) -> HttpResponse:
    response = HttpResponse(content, kind)
    response.headers["Content-Disposition"] = f'inline; filename="card.{ending}"'
    return response


def _page(request: HttpRequest, card: Card, desk: Desk, status: int = 200) -> HttpResponse:
    context = {
        **_context(card, desk),
        "desk": desk,
        "season": desk.season,
        "places": [("", _("always, but in the 4th seat")), *_said(PLACES)],
        "zones": [("", _("any vulnerability")), *_said(ZONES)],
        "shapes": [("", _("any shape")), *_said(SHAPES)],
        "sections": [(part, name, card.texts.get(part, "")) for part, name in _said(SECTION_NAMES)],
    }
    return render(request, "storslam/systems/editor.html", context, status=status)


def _said(names: dict[str, str]) -> list[tuple[str, str]]:
    return [(key, gettext(name)) for key, name in names.items()]


def _answer(request: HttpRequest, card: Card, desk: Desk) -> JsonResponse:
    """What the card amounts to, while it is typed: by row the faults, and the summary."""
    context = _context(card, desk)
    summary = render_to_string("storslam/systems/summary.html", {**context, "desk": desk}, request)
    told = {
        "summary": summary,
        "price": render_to_string("storslam/systems/price.html", context, request),
        "faults": [line.faults for line in context["lines"]],
        "texts": context["text_faults"],
    }
    return JsonResponse(told)


def _context(card: Card, desk: Desk) -> dict[str, Any]:
    system = assess(card, desk.book)
    return {
        "card": card,
        "players": [*card.players, "", ""][:2],
        "system": system,
        "lines": typed_lines(card, system.faults),
        "text_faults": text_faults(system.faults),
        "changes": cheaper(system, desk.book)[:MOST_CHANGES],
        "stages": _stages(system, desk),
    }


def _stages(system: System, desk: Desk) -> list[tuple[system_rules.StageRules, Any]]:
    """The stages of the season with the decision whether the system may be used there."""
    if desk.season is None:
        return []
    rules = system_rules.of_season(desk.season)
    return [
        (one, allowed(system, one.limits, desk.book).result if one.limits else None)
        for one in rules
        if desk.entry is None or one.stage.discipline == desk.entry.stage.discipline
    ]
