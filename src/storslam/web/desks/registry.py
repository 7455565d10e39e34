"""The registry's pages: search, a player, the Federation's file. For office and districts."""

from dataclasses import asdict
from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from storslam.exchange.registry import load_players
from storslam.names import searched
from storslam.web.acts import registry
from storslam.web.desks.guards import for_members, for_office
from storslam.web.desks.kept import keep, read, take
from storslam.web.forms_season import PlayerForm, SheetForm
from storslam.web.models import Club, Player, Season, rosters
from storslam.web.permissions import Visitor, is_office

MOST_FOUND, MOST_SHOWN = 200, 200


def found_players(text: str) -> QuerySet[Player]:
    """Players by a part of the name in any case and accents, or by the member number."""
    players = Player.objects.select_related("club", "district")
    if text.isdigit():
        return players.filter(number__startswith=text)
    return players.filter(folded_name__contains=searched(text))


def _seen_by(user: Visitor) -> QuerySet[Player]:
    """The players that the user may look at: all for the office, own for a district."""
    if is_office(user):
        return Player.objects.all()
    if user.district_id is None:
        raise PermissionDenied
    return Player.objects.filter(district_id=user.district_id)


@for_members
def players(request: HttpRequest, season: Season) -> HttpResponse:
    """Search the registry."""
    asked = request.GET.get("q", "").strip()[:60]
    seen = _seen_by(request.user)
    found = seen & found_players(asked) if asked else seen.none()
    rows = found.select_related("club", "district").prefetch_related("memberships")[:MOST_FOUND]
    context = {"season": season, "asked": asked, "players": rows, "count": seen.count()}
    return render(request, "storslam/season/registry.html", context)


@for_members
def player(request: HttpRequest, season: Season, number: str) -> HttpResponse:
    """A player: what rules need, entries and places of the season."""
    found = get_object_or_404(
        _seen_by(request.user).select_related("club", "district", "lives_in"), number=number
    )
    seats = found.rosters.filter(stage__season=season).select_related(
        "entry__stage", "entry__district"
    )
    context = {
        "season": season,
        "player": found,
        "membership": found.memberships.filter(season=season).first(),
        "entries": [row.entry for row in seats.prefetch_related(rosters("entry__roster"))],
    }
    return render(request, "storslam/season/player.html", context)


@for_office
def edit(request: HttpRequest, season: Season, number: str = "") -> HttpResponse:
    """Change a player, or without a number add one."""
    found = get_object_or_404(Player, number=number) if number else Player()
    membership = found.memberships.filter(season=season).first() if number else None
    paid = {"paid": membership.paid if membership else None}
    form = PlayerForm(request.POST or None, instance=found, initial=paid)
    if request.method == "POST" and form.is_valid():
        player = form.save(commit=False)
        registry.save_player(season, player, form.cleaned_data["paid"], request.user)
        messages.success(request, _("Stored."))
        return redirect("registry_player", season.slug, player.number)
    context = {"season": season, "form": form, "player": found if number else None}
    status = 400 if form.is_bound else 200
    return render(request, "storslam/season/player_edit.html", context, status=status)


@require_POST
@for_office
def club(request: HttpRequest, season: Season, pk: int) -> HttpResponse:
    """Note whether a club belongs to the Federation."""
    found = get_object_or_404(Club, pk=pk)
    affiliated = request.POST.get("affiliated") == "1"
    registry.change_club(season, found, request.user, affiliated=affiliated)
    return redirect("clubs", season.slug)


@for_members
def clubs(request: HttpRequest, season: Season) -> HttpResponse:
    """Clubs by district with their players."""
    seen = _seen_by(request.user)
    rows = (
        Club.objects.filter(players__in=seen)
        .select_related("district")
        .annotate(size=Count("players"))
        .order_by("district__sort_key", "sort_key")
    )
    return render(request, "storslam/season/clubs.html", {"season": season, "clubs": rows})


@for_office
def upload(request: HttpRequest, season: Season) -> HttpResponse:
    """The Federation's file: read and shown with what it would change, then stored whole."""
    if request.method == "POST" and "token" in request.POST:
        return _store(request, season)
    form = SheetForm(request.POST or None, request.FILES or None)
    context: dict[str, Any] = {"season": season, "form": form}
    if request.method == "POST" and form.is_valid():
        rows = read(form, context, partial(load_players, districts=season.edition.districts()))
        if rows is not None:
            plan = registry.plan(season, rows)
            context |= {"plan": plan, "token": keep(request, "registry", rows), **_shown(plan)}
    wrong = form.is_bound and (not form.is_valid() or "faults" in context)
    status = 400 if wrong else 200
    return render(request, "storslam/season/import.html", context, status=status)


def _shown(plan: registry.Plan) -> dict[str, Any]:
    names = {row.number: row.name for row in plan.rows}
    changes = [(number, names[number], fields) for number, fields in plan.changes.items()]
    return {
        "new": [asdict(row) for row in plan.new[:MOST_SHOWN]],
        "changes": changes[:MOST_SHOWN],
        "more": max(0, len(plan.new) - MOST_SHOWN) + max(0, len(changes) - MOST_SHOWN),
    }


def _store(request: HttpRequest, season: Season) -> HttpResponse:
    rows = take(request, "registry")
    if rows is None:
        messages.warning(request, _("That file is stored already, or too old: read it again."))
        return redirect("registry_import", season.slug)
    left_out = set(request.POST.getlist("leave"))
    done = registry.store(season, rows, request.user, left_out)
    messages.success(
        request,
        _("Stored: %(new)s new, %(changed)s changed.")
        % {"new": len(done.new), "changed": len(done.changes)},
    )
    return redirect("registry", season.slug)
