"""The card editor: dots while one types, the card as a document, kept or handed in."""

from collections.abc import Callable
from dataclasses import dataclass, replace
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
from storslam.systems.assessment import (
    Cheaper,
    Limits,
    System,
    allowed,
    assess,
    cheaper,
    fitting,
    lowered,
)
from storslam.systems.card import Card
from storslam.translation import translator
from storslam.web.acts import declarations, system_rules
from storslam.web.desks.director import of_director
from storslam.web.desks.guards import for_members
from storslam.web.faults import said
from storslam.web.forms_card import text_faults, typed_card, typed_lines
from storslam.web.models import Declaration, DeclarationVersion, Entry, Event, Season
from storslam.web.paper import made
from storslam.web.permissions import may_change

MOST_CHANGES = 8


@dataclass(frozen=True, slots=True)
class Desk:
    """Where a card is edited: what it is compared with, and what storing it does.

    `version`: the newest stored, None for a new card. `store`: keeps the card, told the version
    that was changed, and gives the address to go to. `holder`: whose it is, if anybody's, and
    `back` the page of it.
    """

    season: Season | None
    version: DeclarationVersion | None
    store: Callable[[Card, int], str]
    holder: declarations.Holder | None = None
    back: str = ""

    @property
    def book(self) -> Book:
        return declarations.book_of(self.season)

    @property
    def newest(self) -> int:
        """The number of the newest version, 0 for a new card."""
        return self.version.number if self.version else 0

    @property
    def versions(self) -> list[DeclarationVersion]:
        """Every version, the newest first."""
        return list(self.version.declaration.versions.all()) if self.version else []

    @property
    def discipline(self) -> str:
        """The discipline that the card is for; empty for any."""
        if self.holder is None:
            return ""
        of_entry = isinstance(self.holder, Entry)
        return (self.holder.stage if of_entry else self.holder.event.stage).discipline  # type: ignore[union-attr]


def new(request: HttpRequest) -> HttpResponse:
    """A card to begin with, empty or from a well-known system."""
    point = STARTING_POINTS.get(request.GET.get("fran", ""))
    start = point.card(translator(get_language() or "sv")) if point else Card()

    def store(card: Card, _seen: int) -> str:
        if not ratelimit.consume(request, action="keep"):
            raise StorslamError("too many cards were kept from here: wait an hour")
        return reverse("kept_card", args=[declarations.keep(card)])

    return _editor(request, start, Desk(declarations.current_season(), None, store))


def kept(request: HttpRequest, token: str) -> HttpResponse:
    """The card of a secret address."""
    found = declarations.kept(token)
    if found is None:
        raise Http404

    def store(card: Card, seen: int) -> str:
        declarations.change(found, card, seen)
        return request.path

    desk = Desk(declarations.current_season(), declarations.latest(found), store)
    return _editor(request, _shown(request, desk, Card()), desk)


@for_members
def of_entry(request: HttpRequest, season: Season, pk: int, card: int = 0) -> HttpResponse:
    """A card of an entry, or with 0 a new one, begun from a kept card's address if one is given."""
    rows = Entry.objects.select_related("stage__season", "district")
    entry = get_object_or_404(rows, pk=pk, stage__season=season)
    if not may_change(request.user, entry):
        raise PermissionDenied
    names = tuple(str(row.player) for row in entry.roster.select_related("player")[:2])
    return _of_holder(request, entry, card, reverse("entry", args=[season.slug, pk]), names)


@of_director
def of_contestant(request: HttpRequest, event: Event, code: str, card: int = 0) -> HttpResponse:
    """A card of a contestant, which the director hands in for it."""
    contestant = get_object_or_404(event.contestants.select_related("event__stage"), code=code)
    names = tuple(member.name for member in contestant.members.all()[:2])
    return _of_holder(request, contestant, card, reverse("systems_desk", args=[event.slug]), names)


def _of_holder(
    request: HttpRequest, holder: declarations.Holder, card: int, back: str, names: tuple[str, ...]
) -> HttpResponse:
    rows = Declaration.objects.filter(withdrawn=None)
    found = (
        get_object_or_404(rows.filter(pk__in=holder.declarations.all()), pk=card) if card else None
    )
    if found and "withdraw" in request.POST:
        declarations.withdraw(found, request.user)
        messages.success(request, gettext("The card is taken back; its versions stay."))
        return redirect(back)

    def store(typed: Card, seen: int) -> str:
        declarations.hand_in(holder, typed, request.user, found, seen)
        return back

    stage = holder.stage if isinstance(holder, Entry) else holder.event.stage
    version = declarations.latest(found) if found else None
    desk = Desk(stage.season, version, store, holder, back)
    if "take" in request.POST:
        return _page(request, _taken(request, names), desk)
    return _editor(request, _shown(request, desk, Card(players=names)), desk)


def _shown(request: HttpRequest, desk: Desk, new_card: Card) -> Card:
    """The version that is asked for, else the newest; a card that is not stored as it begins."""
    asked = request.GET.get("version", "")
    for version in desk.versions:
        if not asked or str(version.number) == asked:
            return declarations.card_of(version)
    if desk.version:
        raise Http404
    return new_card


def _taken(request: HttpRequest, names: tuple[str, ...]) -> Card:
    """The card of the address that was pasted, with the players' names if it has none."""
    token = request.POST["take"].strip().rstrip("/").rpartition("/")[2]
    found = declarations.kept(token)
    if found is None:
        messages.error(request, gettext("There is no card with this address."))
        return Card(players=names)
    card = declarations.card_of(declarations.latest(found))
    return card if card.players else replace(card, players=names)


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
    try:
        address = desk.store(card, _seen(request))
    except StorslamError as error:
        messages.error(request, said(error))
        return _page(request, card, desk, status=400)
    messages.success(request, gettext("Stored."))
    return redirect(address)


def _seen(request: HttpRequest) -> int:
    """The version that the form was begun from."""
    text = request.POST.get("seen", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else 0


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
        "seen": _seen(request) if request.method == "POST" else desk.newest,
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
    changes = cheaper(system, desk.book)
    return {
        "card": card,
        "players": [*card.players, "", ""][:2],
        "system": system,
        "lines": typed_lines(card, system.faults),
        "text_faults": text_faults(system.faults),
        "changes": changes[:MOST_CHANGES],
        "stages": (stages := _stages(system, desk)),
        "fits": _fits(changes, stages),
    }


def _stages(system: System, desk: Desk) -> list[tuple[system_rules.StageRules, Any]]:
    """The stages of the season with the decision whether the system may be used there."""
    if desk.season is None:
        return []
    return [
        (one, _allowed(system, one.limits, desk.book) if one.limits else None)
        for one in system_rules.of_season(desk.season)
        if desk.discipline in {"", one.stage.discipline}
    ]


def _allowed(system: System, limits: Limits, book: Book) -> Any:
    return allowed(lowered(system, limits, book), limits, book).result


def _fits(changes: list[Cheaper], stages: list[tuple[Any, Any]]) -> list[tuple[int, list[Cheaper]]]:
    """By the most dots that a stage allows, what would make the system fit."""
    over = {
        made["max_dots"]: made["dots_over"] for _one, made in stages if made and made["dots_over"]
    }
    found = [(most, fitting(changes, dots)) for most, dots in sorted(over.items())]
    return [(most, together) for most, together in found if together]
