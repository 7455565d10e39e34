"""Venues of the team semifinals: the office's table and allotment, the districts' choices."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from storslam.errors import StorslamError
from storslam.exchange.faults import SheetFaults
from storslam.exchange.sheet import write_csv
from storslam.exchange.venues import load_venues
from storslam.web.acts import draws, venues
from storslam.web.desks.draws import Seat, said_again, seated, stale
from storslam.web.desks.guards import for_committee, for_district, for_office
from storslam.web.faults import place, said
from storslam.web.forms_draws import AllotmentForm, ChoiceForm, SeedForm, VenueForm
from storslam.web.forms_season import SheetForm
from storslam.web.models import District, Draw, DrawKind, Place, Season, Stage, Venue
from storslam.web.permissions import is_office


@require_safe
def public(request: HttpRequest, slug: str) -> HttpResponse:
    """The venues for everybody; teams and schedules once they are published (SM-TSF-10)."""
    season = get_object_or_404(Season, slug=slug)
    stage = venues.stage_of(season)
    found = venues.orders(stage, published=True)
    seats = seated(*found.values())
    listed = season.venues.select_related("district").order_by("pk")
    context = {
        "season": season,
        "stage": stage,
        "venues": [(v, _schedule(found.get(v.pk), seats)) for v in listed],
        "published": bool(found),
        "office": is_office(request.user),
    }
    return render(request, "storslam/season/venues.html", context)


def _schedule(draw: Draw | None, seats: Mapping[str, Seat]) -> dict[str, Any] | None:
    """The teams of a venue, and its rounds with who meets whom."""
    if draw is None:
        return None
    rounds = draw.decision["result"]["rounds"]
    return {
        "teams": [seats[one] for one in draw.seats],
        "rounds": [[[seats[one] for one in match] for match in matches] for matches in rounds],
    }


@for_committee
def desk(request: HttpRequest, season: Season) -> HttpResponse:
    """Venues, the allotment, the districts' choices, the order of matches, publication."""
    stage = venues.stage_of(season)
    forms: dict[str, Form] = {"sheet": SheetForm(), "seed": SeedForm()}
    context: dict[str, Any] = {}
    if request.method == "POST":
        done = _done(request, stage, context)
        if done:
            messages.success(request, done)
            return redirect("venues_desk", season.slug)
    context |= {"season": season, "stage": stage, "office": is_office(request.user), **forms}
    context |= _shown(stage)
    status = 400 if request.method == "POST" else 200
    return render(request, "storslam/season/venues_desk.html", context, status=status)


def _done(request: HttpRequest, stage: Stage, context: dict[str, Any]) -> str:
    """What was done, in words; empty when it could not be, which the page then says."""
    try:
        name = next((name for name in _ACTS if name in request.POST), None)
        if name is None:
            raise StorslamError("the form is not complete")
        if name != "lots" and not is_office(request.user):
            raise PermissionDenied
        return _ACTS[name](request, stage)
    except SheetFaults as error:
        context["faults"] = [(place(fault), said(fault)) for fault in error.faults]
    except StorslamError as error:
        messages.error(request, ": ".join(filter(None, (place(error), said(error)))))
    return ""


def _filled(form: Form) -> dict[str, Any]:
    """What was filled in; StorslamError with the first thing that is wrong."""
    if not form.is_valid():
        raise StorslamError(
            "this cannot be read: %(fault)s", fault=next(iter(form.errors.values()))[0]
        )
    filled: dict[str, Any] = form.cleaned_data
    return filled


def _read(request: HttpRequest, stage: Stage) -> str:
    file = _filled(SheetForm(request.POST, request.FILES))["file"]
    rows = load_venues(file.read(), file.name, stage.season.edition.districts())
    return _("%(n)s venues stored.") % {"n": venues.store_venues(stage.season, rows, request.user)}


def _adopt(request: HttpRequest, stage: Stage) -> str:
    draw = venues.adopt(stage, request.user)
    return _("The allotment is adopted, version %(n)s.") % {"n": draw.version}


def _deviate(request: HttpRequest, stage: Stage) -> str:
    form = _allotment_form(stage, request.POST)
    filled = _filled(form)
    draw = venues.deviate(
        stage,
        form.wanted(),
        request.user,
        reason=filled["reason"],
        consulted=filled["consulted"],
    )
    return _("The allotment is adopted, version %(n)s.") % {"n": draw.version}


def _allotment_form(stage: Stage, data: Mapping[str, Any] | None = None) -> AllotmentForm:
    facts = venues.basis(stage).facts
    now = venues.allotment(draws.newest(stage, DrawKind.VENUES))
    return AllotmentForm(venues.listed(stage.season), facts["teams"], now, data)


def _lots(request: HttpRequest, stage: Stage) -> str:
    draw = venues.draw_lots(stage, _filled(SeedForm(request.POST))["seed"], request.user)
    return _("The venues are drawn by lot, version %(n)s.") % {"n": draw.version}


def _order(request: HttpRequest, stage: Stage) -> str:
    seed = _filled(SeedForm(request.POST))["seed"]
    made = venues.draw_orders(stage, seed, request.user)
    return _("The order of matches is drawn at %(n)s venues.") % {"n": len(made)}


def number(text: str) -> int:
    """A key as posted; 0, which nothing has, for anything else."""
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else 0


def _keep(request: HttpRequest, stage: Stage) -> str:
    pk = request.POST["keep"]
    venue = get_object_or_404(stage.season.venues, pk=number(pk))
    draw = venues.keep_order(stage, venue, request.user)
    return _("The draw is kept, as version %(n)s.") % {"n": draw.version}


def _again(request: HttpRequest, stage: Stage) -> str:
    pk = request.POST["again"]
    if pk == "orders":
        return said_again(*venues.orders(stage).values())
    return said_again(get_object_or_404(stage.draws, pk=number(pk)))


def _publish(request: HttpRequest, stage: Stage) -> str:
    count = venues.publish(stage, request.user)
    return _("Teams and schedules are published.") if count else _("They are published already.")


_ACTS: Mapping[str, Callable[[HttpRequest, Stage], str]] = {
    "read": _read,
    "adopt": _adopt,
    "deviate": _deviate,
    "lots": _lots,
    "order": _order,
    "keep": _keep,
    "again": _again,
    "publish": _publish,
}


def _shown(stage: Stage) -> dict[str, Any]:
    """All that the office's desk shows."""
    listed, field = venues.listed(stage.season), venues.teams(stage)
    basis = venues.basis_of(listed, field)
    adopted = draws.newest(stage, DrawKind.VENUES)
    allotted = venues.allotment(adopted)
    boards = venues.boards(field, allotted)
    deadline = venues.deadline(stage.season)
    names = {district.code: district for district in District.objects.all()}
    codes = list(basis.facts["teams"])
    return {
        "names": names,
        "codes": codes,
        "counts": basis.facts["teams"],
        "matrix": [(v, _distances(v, names)) for v in listed],
        "proposal": venues.proposed(stage, basis) if listed and codes else None,
        "adopted": adopted,
        "old": adopted is not None and adopted.inputs != basis.mark,
        "allotment": AllotmentForm(listed, codes, allotted),
        "boards": boards,
        "deadline": deadline,
        "over": venues.is_over(deadline),
        "gate": venues.gate(stage, boards) if boards else None,
        "lots": draws.newest(stage, DrawKind.VENUE_LOT),
        "orders": _orders(stage, listed, field),
    }


def _distances(venue: Venue, names: Iterable[str]) -> list[int | None]:
    km = {distance.district.code: distance.km for distance in venue.distances.all()}
    return [km.get(code) for code in names]


def _orders(stage: Stage, listed: Iterable[Venue], field: list[Place]) -> list[dict[str, Any]]:
    """The order at every venue that has one, with what has changed since it was drawn."""
    found = venues.orders(stage)
    seats = seated(*found.values())
    return [
        {
            "venue": venue,
            "draw": draw,
            "result": draw.decision["result"],
            "schedule": _schedule(draw, seats),
            **stale(draw, venues.order_basis(venue, field)),
        }
        for venue in listed
        if (draw := found.get(venue.pk))
    ]


@for_office
def venue(request: HttpRequest, season: Season, pk: int | None = None) -> HttpResponse:
    """One venue with its distances: stored or removed."""
    listed = season.venues.select_related("district", "season")
    found = get_object_or_404(listed, pk=pk) if pk else None
    form = VenueForm(found, request.POST if "store" in request.POST else None)
    if request.method == "POST":
        try:
            if "remove" in request.POST and found:
                venues.remove_venue(found, request.user)
                return redirect("venues_desk", season.slug)
            if form.is_valid():
                venues.store_venue(season, form.row(), request.user, found)
                return redirect("venues_desk", season.slug)
        except StorslamError as error:
            messages.error(request, said(error))
    context = {"season": season, "venue": found, "form": form}
    status = 400 if request.method == "POST" else 200
    return render(request, "storslam/season/venue.html", context, status=status)


@require_safe
@for_office
def file(request: HttpRequest, season: Season) -> HttpResponse:  # noqa: ARG001 (for_office's)
    """The table of venues as a file, to be filled in and read again."""
    districts = list(District.objects.all())
    names = {district.code: district for district in districts}
    rows = [
        (found.name, found.district.name, *_distances(found, names))
        for found in venues.listed(season)
    ]
    header = ("ort", "distrikt", *(district.name for district in districts))
    content = write_csv(header, rows)
    return HttpResponse(
        content,
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="spelorter.csv"'},
    )


@for_district
def choice(request: HttpRequest, season: Season, district: District) -> HttpResponse:
    """Where each of a district's teams plays: chosen by the district, or by the office for it."""
    stage = venues.stage_of(season)
    allotted = venues.allotment(draws.newest(stage, DrawKind.VENUES))
    boards = venues.boards(venues.teams(stage), allotted)
    board = next((board for board in boards if board.district == district), None)
    form = board and ChoiceForm(board, season.venues.all(), request.POST or None)
    if request.method == "POST" and form and form.is_valid():
        office = is_office(request.user)
        try:
            venues.choose(stage, district, form.wanted(), request.user, late=office)
        except StorslamError as error:
            form.add_error(None, said(error))
        else:
            messages.success(request, _("The choice is stored."))
            return redirect("venue_choice", season.slug, district.code)
    deadline = venues.deadline(season)
    context = {
        "season": season,
        "stage": stage,
        "district": district,
        "board": board,
        "form": form,
        "deadline": deadline,
        "over": venues.is_over(deadline),
        "office": is_office(request.user),
    }
    status = 400 if request.method == "POST" else 200
    return render(request, "storslam/season/venue_choice.html", context, status=status)
