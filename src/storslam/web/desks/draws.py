"""The groups of the Open semifinal: drawn and proved at the office's desk, published to all."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from storslam.errors import StorslamError
from storslam.web.acts import draws
from storslam.web.desks.guards import for_office
from storslam.web.faults import said
from storslam.web.forms_draws import SeedForm
from storslam.web.models import (
    District,
    Draw,
    DrawKind,
    Entry,
    PlaceState,
    Season,
    Stage,
    rosters,
)
from storslam.web.permissions import is_office


@dataclass(frozen=True, slots=True)
class Seat:
    """A contestant of a draw: who holds its place now; None for a pair that is not known yet."""

    id: str
    entry: Entry | None

    @property
    def district(self) -> District | None:
        """The district that it counts for."""
        return draws.home_of(self.entry) if self.entry else None


def seated(*found: Draw) -> dict[str, Seat]:
    """By the id of each contestant of the draws who has its seat."""
    holders = {one: holder for draw in found for one, (_, holder) in draw.seats.items()}
    entries = entries_of(holders.values())
    return {one: Seat(one, entries.get(holder)) for one, holder in holders.items()}


def entries_of(ids: Any) -> dict[str, Entry]:
    """The entries of these ids, with players, clubs and districts."""
    wanted = [int(one) for one in ids if one.isdigit()]
    query = Entry.objects.select_related("district").prefetch_related(rosters())
    return {str(entry.pk): entry for entry in query.filter(pk__in=wanted)}


@for_office
def seeding(request: HttpRequest, season: Season, version: int | None = None) -> HttpResponse:
    """Seeding and groups with the proof; what has changed since; what can be done about it."""
    stage = draws.seeded_stage(season)
    form = SeedForm(request.POST if "draw" in request.POST else None)
    if request.method == "POST":
        done = _done(request, stage, form)
        if done:
            messages.success(request, done)
            return redirect("seeding", season.slug)
    newest = draws.newest(stage, DrawKind.GROUPS)
    draw = get_object_or_404(stage.draws, kind="groups", version=version) if version else newest
    basis, places = draws.groups_basis(stage), list(stage.places.all())
    context: dict[str, Any] = {
        "season": season,
        "stage": stage,
        "form": form,
        "draw": draw,
        "newest": newest,
        "pairs": len(basis.facts["pairs"]),
        "held": basis.facts["places_held"],
        "vacant": sum(p.state in (PlaceState.DECLINED, PlaceState.FORFEITED) for p in places),
        "versions": stage.draws.filter(kind="groups")
        .select_related("by")
        .defer("facts", "decision"),
    }
    if draw:
        context |= _proof(draw)
    if draw and draw == newest:
        context |= stale(draw, basis)
    status = 400 if request.method == "POST" else 200
    return render(request, "storslam/season/seeding.html", context, status=status)


def _done(request: HttpRequest, stage: Stage, form: SeedForm) -> str:
    """What was done, in words; empty when it could not be, which the page then says."""
    try:
        name = next((name for name in _ACTS if name in request.POST), None)
        if name is None:
            raise StorslamError("the form is not complete")
        if name != "draw" or form.is_valid():
            return _ACTS[name](request, stage, form)
    except StorslamError as error:
        messages.error(request, said(error))
    return ""


def _draw(request: HttpRequest, stage: Stage, form: SeedForm) -> str:
    draw = draws.draw_groups(stage, form.cleaned_data["seed"], request.user)
    return _("Version %(n)s is drawn.") % {"n": draw.version}


def _keep(request: HttpRequest, stage: Stage, _form: SeedForm) -> str:
    draw = draws.keep_groups(stage, request.user)
    return _("The draw is kept, as version %(n)s.") % {"n": draw.version}


def _publish(request: HttpRequest, stage: Stage, _form: SeedForm) -> str:
    published = draws.publish_groups(stage, request.user)
    return _("The groups are published.") if published else _("They are published already.")


def _again(_request: HttpRequest, stage: Stage, _form: SeedForm) -> str:
    draw = draws.newest(stage, DrawKind.GROUPS)
    if draw is None:
        raise StorslamError("nothing is drawn yet")
    return said_again(draw)


def said_again(*found: Draw) -> str:
    """Whether the draws come out the same when they are made again, in words."""
    if not all(draws.same_again(draw) for draw in found):
        raise StorslamError("made again from its seed, the draw comes out otherwise")
    return _("Made again from the stored facts and seed: exactly the same.")


_ACTS: Mapping[str, Callable[[HttpRequest, Stage, SeedForm], str]] = {
    "draw": _draw,
    "keep": _keep,
    "publish": _publish,
    "again": _again,
}


def stale(draw: Draw, basis: draws.Basis) -> dict[str, Any]:
    """What has changed since a draw, with names; empty for one that is up to date."""
    found = draws.overtaken(draw, basis)
    if found is None:
        return {}
    ids = {i for one in found.changes for i in (one.before, one.after)} | set(found.values)
    entries = entries_of(ids)
    changes = [
        {"place": c.place, "before": _holder(c.before, entries), "after": _holder(c.after, entries)}
        for c in found.changes
    ]
    values = [entries[i] for i in found.values if i in entries]
    return {"stale": found, "changes": changes, "revalued": values}


def _holder(one: str, entries: Mapping[str, Entry]) -> str:
    """Who holds a place, with the district."""
    if not one:
        return _("nobody")
    entry = entries.get(one)
    return f"{entry} ({draws.home_of(entry) or '–'})" if entry else _("a pair of the last chance")


# --- The proof


def _proof(draw: Draw) -> dict[str, Any]:
    """Ranks, groups, spread and meetings of a draw, with who holds the seats."""
    result, seats = draw.decision["result"], seated(draw)
    groups = _groups(result, seats)
    group_of = {seat.id: name for name, members in groups for seat in members}
    met = sorted(_meetings(result, groups), key=lambda one: one["round"])
    return {
        "decision": draw.decision,
        "result": result,
        "ranks": [_rank(result, n, seats[i], group_of) for n, i in enumerate(result["order"], 1)],
        "groups": groups,
        "spread": _spread(groups),
        "rounds": [(n, list(some)) for n, some in groupby(met, lambda one: one["round"])],
        "meetings": len(met),
        "late": [one for one in met if one["round"] > result["latest_allowed"]],
        "replaced": _replaced(draw, seats),
    }


def _replaced(draw: Draw, seats: Mapping[str, Seat]) -> list[tuple[Entry | None, Entry | None]]:
    """In a draw that was kept: who was drawn, and who has the seat."""
    ids = [one for one, (_, holder) in draw.seats.items() if holder not in (one, draws.POT)]
    drawn = entries_of(ids)
    return [(drawn.get(one), seats[one].entry) for one in ids]


def _groups(result: Mapping[str, Any], seats: Mapping[str, Seat]) -> list[tuple[str, list[Seat]]]:
    return [(name, [seats[one] for one in ids]) for name, ids in result["groups"].items()]


def _rank(
    result: Mapping[str, Any], number: int, seat: Seat, group_of: Mapping[str, str]
) -> dict[str, Any]:
    ranks = {name: Fraction(text) for name, text in result["ranks"][seat.id].items()}
    total = ranks.pop("sum")
    return {
        "number": number,
        "seat": seat,
        "positions": list(ranks.values()),
        "sum": total,
        "group": group_of[seat.id],
    }


def _spread(groups: list[tuple[str, list[Seat]]]) -> list[tuple[District, list[int], int]]:
    """By district the number of its pairs in each group, and in all."""
    counts = [Counter(seat.district for seat in members) for _, members in groups]
    found = {d for count in counts for d in count if d is not None}
    ordered = sorted(found, key=lambda district: bytes(district.sort_key))
    return [(d, [count[d] for count in counts], sum(count[d] for count in counts)) for d in ordered]


def _meetings(
    result: Mapping[str, Any], groups: list[tuple[str, list[Seat]]]
) -> Iterator[dict[str, Any]]:
    """Every meeting of two pairs of one district, as the seats are held now."""
    for name, members in groups:
        for number, tables in enumerate(result["movements"][name], 1):
            for ns, ew in tables:
                one, other = members[ns - 1], members[ew - 1]
                if one.district and one.district == other.district:
                    yield {"group": name, "round": number, "one": one, "other": other}


@require_safe
def groups(request: HttpRequest, slug: str) -> HttpResponse:
    """The groups for everybody, once they are published: names, clubs and districts."""
    season = get_object_or_404(Season, slug=slug)
    stage = draws.seeded_stage(season)
    published = stage.draws.filter(kind=DrawKind.GROUPS).exclude(published=None).last()
    office = is_office(request.user)
    context = {"season": season, "stage": stage, "draw": published, "office": office}
    if published:
        context["groups"] = _groups(published.decision["result"], seated(published))
    return render(request, "storslam/season/groups.html", context)
