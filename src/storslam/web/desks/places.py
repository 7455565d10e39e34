"""Quota, places and fields: the numbers for everybody, the steps for office and districts."""

import re
from collections import defaultdict
from collections.abc import Callable, Container, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from storslam.errors import StorslamError
from storslam.web.acts import places, quotas
from storslam.web.acts.deciding import Decided
from storslam.web.acts.money import bill
from storslam.web.charts import district_map
from storslam.web.desks.entry import entered
from storslam.web.desks.guards import for_members, for_office
from storslam.web.faults import said
from storslam.web.forms_places import ReceivedForm, WhatIfForm
from storslam.web.models import (
    District,
    EntryState,
    Place,
    PlaceState,
    Season,
    Stage,
    StageKind,
)
from storslam.web.permissions import Visitor, is_office, is_officer_of

A_PAGE = 60


def _field(season: Season, discipline: str) -> Stage:
    """The stage that the discipline's places are for; 404 without a quota."""
    if discipline not in quotas.disciplines(season):
        raise Http404
    return quotas.field_stage(season, discipline)


@require_safe
def quota(request: HttpRequest, slug: str, discipline: str) -> HttpResponse:
    """The quota: frozen, or as the reports stand; numbers, remainders, next in line, what if."""
    season = get_object_or_404(Season, slug=slug)
    stage = _field(season, discipline)
    kept, count = quotas.frozen(stage), quotas.counted(stage)
    context: dict[str, Any] = {
        "season": season,
        "stage": stage,
        "kept": kept,
        "count": count,
        "office": is_office(request.user),
        "names": {d.code: d for d in District.objects.all()},
        "disciplines": [quotas.field_stage(season, name) for name in quotas.disciplines(season)],
    }
    if kept:
        context |= {"decision": kept.decision, "starts": kept.facts["starts"]}
        context["changed"] = quotas.changed_reports(stage, kept)
        context["surplus"] = places.surplus(kept)
        context["exchanges"] = places.exchanges(stage)
        if context["changed"]:
            after = _seats(stage, count.starts, quotas.lot_of(kept))
            context["would"] = _moves(kept.decision["result"]["seats"], after)
    elif any(count.starts.values()):
        made = quotas.reckoned(stage, count.starts)
        context |= {"decision": made.json, "starts": count.starts, "preliminary": True}
    if "decision" in context:
        context |= _shown(context, stage, request)
    return render(request, "storslam/season/quota.html", context)


def _seats(stage: Stage, starts: dict[str, int], lot: list[str] | None) -> dict[str, int]:
    seats: dict[str, int] = quotas.reckoned(stage, starts, lot).result["seats"]
    return seats


def _moves(before: dict[str, int], after: dict[str, int]) -> list[tuple[str, int, int]]:
    """The districts whose seats change: code, before, after."""
    return [(code, before.get(code, 0), n) for code, n in after.items() if n != before.get(code, 0)]


def _shown(context: dict[str, Any], stage: Stage, request: HttpRequest) -> dict[str, Any]:
    """The rows of the table, the map, and what other starts would give."""
    result, starts, names = context["decision"]["result"], context["starts"], context["names"]
    comparison = {
        part: {code: Fraction(number) for code, number in numbers.items()}
        for part, numbers in result["comparison"].items()
    }
    line = {code: number for number, code in enumerate(result["next_in_line"], 1)}
    rows = [
        {
            "district": names[code],
            "starts": starts[code],
            "numbers": [numbers[code] for numbers in comparison.values()],
            "first": result["first"].get(code, 0),
            "second": result["second"].get(code, 0),
            "seats": seats,
            "guaranteed": code in result["guaranteed"],
            "line": line.get(code),
        }
        for code, seats in result["seats"].items()
    ]
    form = WhatIfForm(names.values(), request.GET or None)
    shown: dict[str, Any] = {"rows": rows, "two": len(comparison) > 1, "what_if": form}
    shown["map"] = _map(result["seats"], names)
    if request.GET and form.is_valid():
        code, number = form.cleaned_data["district"].code, form.cleaned_data["starts"]
        lot = quotas.lot_of(context["kept"])
        after = _seats(stage, {**starts, code: number}, lot)
        shown["moves"] = _moves(result["seats"], after)
        shown["margin"] = _margin(stage, starts, code, lot)
    return shown


def _map(seats: dict[str, int], names: dict[str, District]) -> SafeString:
    """Sweden shaded by places; the numbers stand in the table beside it."""
    most = max(seats.values(), default=0) or 1
    label = {
        code: ngettext(
            "%(district)s: %(n)s place", "%(district)s: %(n)s places", seats.get(code, 0)
        )
        % {"district": district, "n": seats.get(code, 0)}
        for code, district in names.items()
    }
    svg = district_map(
        {code: n / most for code, n in seats.items()},
        label,
        title=_("Places by district"),
        description=_("The darker a district, the more places it has."),
    )
    return mark_safe(svg)  # noqa: S308 (made of our own outlines, its words escaped)


def _margin(
    stage: Stage, starts: dict[str, int], code: str, lot: list[str] | None
) -> dict[str, Any]:
    made: Decided = quotas.margins(stage, starts, code, lot)
    margin: dict[str, Any] = made.result["margins"][code]
    return margin


@require_POST
@for_office
def freeze(request: HttpRequest, season: Season, discipline: str) -> HttpResponse:
    """Freeze the quota, and give out the places that it makes."""
    stage = _field(season, discipline)
    seed = request.POST.get("seed", "").strip()
    if seed and not (seed.isascii() and seed.isdigit() and len(seed) <= 9):
        raise StorslamError("the seed of a lot is a whole number of at most nine digits")
    quota = quotas.freeze(stage, request.user, int(seed) if seed else None)
    given = places.give_out(quota, request.user)
    messages.success(
        request,
        _("Version %(version)s is frozen; %(places)s places given out.")
        % {"version": quota.version, "places": given},
    )
    return redirect("places", season.slug, discipline)


@for_members
def listed(request: HttpRequest, season: Season, discipline: str) -> HttpResponse:
    """Every place with its state and what can be done; a district sees its own."""
    stage = _field(season, discipline)
    mine = [place for place in places.field(stage) if _may_see(request.user, place)]
    if not is_office(request.user) and request.user.district is None:
        raise PermissionDenied
    proposed = _Proposals(places.line_of(stage))
    by_state: dict[str, int] = defaultdict(int)
    for place in mine:
        by_state[place.state] += 1
    office, kept = is_office(request.user), quotas.frozen(stage)
    surplus = places.surplus(kept) if kept else {}
    asked = request.GET.get("lage", "")
    chosen = [place for place in mine if not asked or place.state == asked]
    page = Paginator(chosen, A_PAGE).get_page(request.GET.get("sida"))
    context = {
        "season": season,
        "stage": stage,
        "rows": [_row(request.user, place, proposed, surplus) for place in page],
        "exchanges": places.exchanges(stage) if office else [],
        "page": page,
        "asked": asked,
        "all": len(mine),
        "counts": [(state, by_state[state]) for state in PlaceState if by_state[state]],
        "office": office,
        "pot": by_state[PlaceState.POT],
        "last_chance": _last_chance(season, discipline),
    }
    return render(request, "storslam/season/places.html", context)


def _may_see(user: Visitor, place: Place) -> bool:
    """Whether the place is in the user's list: won by the district, or held by a pair of its."""
    holder = place.entry.district if place.entry else None
    return is_officer_of(user, place.district) or is_officer_of(user, holder)


def _may(user: Visitor, place: Place) -> bool:
    """Whether the user acts on a place: for whom it is held, and where it is vacant who won it."""
    if place.entry and place.state in places.LIVE:
        return is_officer_of(user, place.entry.district)
    return is_officer_of(user, place.district)


class _Proposals:
    """What is proposed for vacant places: the same for all of one district."""

    def __init__(self, line: places.Line) -> None:
        self.line = line
        self.kept: dict[int | None, places.Proposal] = {}

    def of(self, place: Place) -> places.Proposal:
        """The proposal for a vacant place."""
        if place.district_id not in self.kept:
            self.kept[place.district_id] = places.propose(place, self.line)
        return self.kept[place.district_id]


def _row(
    user: Visitor, place: Place, proposed: _Proposals, surplus: Container[str]
) -> dict[str, Any]:
    can = {name for name, states in _CAN.items() if place.state in states}
    vacant = place.state in places.OPEN
    if not _may(user, place):
        can = set()
    elif not is_office(user):
        can -= {"forfeit"}
    elif place.district and place.district.code in surplus and place.state in places.LIVE:
        can.add("take")
    if "accept" in can and places.lapsed(place):
        can = can - {"accept"} | {"lapse"}
    return {
        "place": place,
        "proposal": proposed.of(place) if vacant else None,
        "can": can,
    }


_CAN = {
    "accept": {PlaceState.OFFERED},
    "decline": places.LIVE,
    "forfeit": {PlaceState.ACCEPTED, PlaceState.FILLED},
    "fill": places.OPEN,
}


def _last_chance(season: Season, discipline: str) -> Sequence[Any]:
    """The entries of the last chance, for the office to give the pot to."""
    return entered(
        stage__season=season,
        stage__discipline=discipline,
        stage__kind=StageKind.LAST_CHANCE,
        state=EntryState.ENTERED,
    )


@require_POST
@for_members
def act(request: HttpRequest, season: Season, discipline: str, pk: int) -> HttpResponse:
    """One step of one place."""
    stage = _field(season, discipline)
    place = get_object_or_404(
        Place.objects.select_related("stage__season", "district", "entry__district"),
        pk=pk,
        stage=stage,
    )
    if not _may(request.user, place):
        raise PermissionDenied
    step = next((name for name in _STEPS if name in request.POST), "")
    if step in {"forfeit", "take", "exchange"} and not is_office(request.user):
        raise PermissionDenied
    try:
        version = int(request.POST.get("version", ""))
        _STEPS[step](request, place, version)
    except (KeyError, ValueError):
        raise StorslamError("the form is not complete") from None
    except StorslamError as error:
        messages.error(request, said(error))
    else:
        place.refresh_from_db()
        bill(season, request.user)
        messages.success(request, f"{place.number}: {place.get_state_display()}")
    return redirect("places", season.slug, discipline)


def _decline(request: HttpRequest, place: Place, version: int) -> None:
    """Declined now, or for the office at the moment when it was told."""
    at: datetime | None = None
    if is_office(request.user) and request.POST.get("received"):
        form = ReceivedForm(request.POST)
        if not form.is_valid():
            raise StorslamError("the moment could not be read")
        at = form.cleaned_data["received"]
        if at > place.stage.season.now():
            raise StorslamError("that moment is yet to come")
    places.decline(place, version, request.user, at)


Step = Callable[[HttpRequest, Place, int], Any]
_STEPS: dict[str, Step] = {
    "accept": lambda request, place, version: places.accept(place, version, request.user),
    "decline": _decline,
    "forfeit": lambda request, place, version: places.forfeit(place, version, request.user),
    "lapse": lambda request, place, version: places.lapse(place, version, request.user),
    "exchange": lambda request, place, version: places.exchange(
        place, version, request.user, request.POST.get("reason", "")[:500]
    ),
    "fill": lambda request, place, version: places.fill(place, version, request.user),
    "take": lambda request, place, version: places.take_away(
        place, version, request.user, request.POST.get("reason", "")[:500]
    ),
}


@require_POST
@for_office
def pot(request: HttpRequest, season: Season, discipline: str) -> HttpResponse:
    """Give the pot to the last chance's entries in the order of their result."""
    stage = _field(season, discipline)
    known = {str(entry.pk): entry for entry in _last_chance(season, discipline)}
    placed = sorted(
        (int(place), known[pk])
        for pk in known
        if re.fullmatch(r"[0-9]{1,3}", place := request.POST.get(f"place{pk}", "").strip())
    )
    given = places.give_pot(stage, [entry for _place, entry in placed], request.user)
    messages.success(request, _("%(n)s places offered from the pot.") % {"n": given})
    return redirect("places", season.slug, discipline)


@require_safe
def field(request: HttpRequest, slug: str, discipline: str) -> HttpResponse:
    """The field for everybody: names, clubs and districts of those who hold a place."""
    season = get_object_or_404(Season, slug=slug)
    stage = _field(season, discipline)
    held = places.holders(places.field(stage))
    context = {"season": season, "stage": stage, "places": held}
    return render(request, "storslam/season/field.html", context)
