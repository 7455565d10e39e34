"""The account of a district with its invoice, and the travel money of teams and juniors."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localdate
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from storslam.errors import StorslamError
from storslam.printing import InvoiceLine
from storslam.web import bookkeeping
from storslam.web.acts import allowances, money
from storslam.web.desks.entry import entered
from storslam.web.desks.guards import for_district, for_office
from storslam.web.desks.money import sums
from storslam.web.faults import said
from storslam.web.forms_money import CostsForm, JuniorForm, TeamCountForm, TeamForm
from storslam.web.models import (
    Allowance,
    Charge,
    Discipline,
    District,
    Entry,
    EntryState,
    Season,
    StageKind,
)
from storslam.web.paper import made
from storslam.web.permissions import is_office
from storslam.web.told import charged, charged_count

JUNIORS = (Discipline.JUNIOR_PAIRS, Discipline.JUNIOR_TEAMS)


@for_district
def account(request: HttpRequest, season: Season, district: District) -> HttpResponse:
    """What the district owes and gets, sum by sum with its reasons."""
    if request.method == "POST":
        return _answered(request, season, district)
    charges = list(money.with_names(money.live(season).filter(district=district)))
    own = [charge for charge in charges if charge.entry_id is None]
    now = season.now()
    told = season.team_counts.filter(district=district).last()
    initial = {"teams": told.teams if told else None}
    context = {
        "season": season,
        "district": district,
        "own": own,
        "fees": [charge for charge in charges if charge.entry_id],
        "sums": sums(own, now),
        "allowances": _versions(season, district),
        "ledger": allowances.ledger(season, district, own),
        "teams": told,
        "count_form": TeamCountForm(initial=initial),
        "may_count": money.may_report_teams(season),
        "office": is_office(request.user),
        "costs_form": CostsForm(),
        "replaced": money.replaced(season, district),
    }
    return render(request, "storslam/season/account.html", context)


def _versions(season: Season, district: District) -> list[tuple[Allowance, list[Allowance]]]:
    """Each sum that the district or a team of it gets, with the older versions, newest first."""
    found: dict[str, list[Allowance]] = defaultdict(list)
    rows = season.allowances.filter(district=district).select_related("entry")
    for row in rows.prefetch_related("entry__roster__player").order_by("about", "-version"):
        found[row.about].append(row)
    return [(newest, older) for newest, *older in found.values()]


def _answered(request: HttpRequest, season: Season, district: District) -> HttpResponse:
    """Store the number of teams; for the office a cost, or a replacement not reported."""
    try:
        if "teams" in request.POST:
            _count(request, season, district)
        elif not is_office(request.user):
            raise PermissionDenied
        elif "costs" in request.POST:
            _costs(request, season, district)
        else:
            _unreported(request, season, district)
    except StorslamError as error:
        messages.error(request, said(error))
    return redirect("account", season.slug, district.code)


def _count(request: HttpRequest, season: Season, district: District) -> None:
    form = TeamCountForm(request.POST)
    if not form.is_valid():
        raise StorslamError("the number of teams is a whole number")
    money.report_teams(season, district, form.cleaned_data["teams"], request.user)
    messages.success(request, _("The number of teams is reported."))


def _costs(request: HttpRequest, season: Season, district: District) -> None:
    form = CostsForm(request.POST)
    if not form.is_valid():
        raise StorslamError("the costs are a sum in kronor")
    claim = allowances.organiser_claim(district, str(form.cleaned_data["costs"]))
    allowances.reckon(season, claim, request.user)
    messages.success(request, _("The sum is reckoned."))


def _unreported(request: HttpRequest, season: Season, district: District) -> None:
    places = {str(place.pk): place for place in money.replaced(season, district)}
    place = places.get(request.POST.get("unreported", ""))
    if place is None:
        raise StorslamError("the form is not complete")
    money.bill_unreported(place, request.user)
    messages.success(request, _("The district is charged for the replacement."))


@require_safe
@for_district
def invoice(_request: HttpRequest, season: Season, district: District) -> HttpResponse:
    """What the district owes itself and has not paid, as PDF."""
    own = money.live(season).filter(district=district, entry=None)
    charges = [charge for charge in own if charge.left > 0]
    lines = [_line(charge) for charge in charges]
    if not lines:
        raise Http404
    federation = season.book().table("districts")[district.code]["federation"]
    day = localdate(season.now()).isoformat()
    content = made(
        "invoice",
        bookkeeping.COMPANY,
        federation,
        season.name,
        f"{season.slug}-{district.code}-{max(charge.pk for charge in own)}",
        day,
        min((localdate(c.due).isoformat() for c in charges if c.due), default=""),
        settings.ACCOUNT,
        lines,
        "sv" if get_language() == "sv" else "en",
        f"{season.name} · {district} · {day}",
    )
    name = f'inline; filename="faktura-{district.code.lower()}-{day}.pdf"'
    return HttpResponse(
        content, content_type="application/pdf", headers={"Content-Disposition": name}
    )


def _line(charge: Charge) -> InvoiceLine:
    count = charged_count(charge)
    return InvoiceLine(charged(charge), count, charge.reference, charge.ore, charge.paid)


@require_safe
@for_office
def travel(request: HttpRequest, season: Season) -> HttpResponse:
    """The teams and the juniors, each with the travel money it gets."""
    found = {row.about: row for row in allowances.newest(season).values() if row.entry_id}
    rows = [
        (entry, [r for r in found.values() if r.entry_id == entry.pk]) for entry in _who(season)
    ]
    context = {"season": season, "rows": rows}
    return render(request, "storslam/season/travel.html", context)


def _who(season: Season) -> Sequence[Entry]:
    """Those who may have travel money of their own: teams with a place, and juniors."""
    juniors = entered(stage__season=season, stage__discipline__in=JUNIORS)
    teams = entered(
        stage__season=season,
        stage__discipline=Discipline.OPEN_TEAMS,
        places__state__in=money.KEPT,
    )
    return [*teams.distinct(), *juniors.filter(state=EntryState.ENTERED)]


@for_office
def travel_of(request: HttpRequest, season: Season, pk: int, kind: str) -> HttpResponse:
    """Reckon what a team or juniors get: asked again it is reckoned anew, the old sum shown."""
    entry = get_object_or_404(entered(stage__season=season), pk=pk)
    junior = entry.stage.discipline in JUNIORS
    if kind not in StageKind.values or (not junior and entry.district is None):
        raise Http404
    name = "travel-junior" if junior else allowances.TEAM_DECISIONS.get(StageKind(kind))
    older = list(season.allowances.filter(about=f"{name} entry {pk}").order_by("-version"))
    before = older[0].facts if older else {}
    given = (request.POST,) if request.method == "POST" else ()
    form = _form(entry, kind, before, given)
    if form.is_bound and form.is_valid():
        try:
            allowances.reckon(season, _claim(form, entry, kind), request.user)
        except StorslamError as error:
            form.add_error(None, said(error))
        else:
            return redirect("travel_of", season.slug, pk, kind)
    context = {"season": season, "entry": entry, "kind": kind, "form": form, "versions": older}
    context["stage"] = StageKind(kind).label
    return render(
        request, "storslam/season/travel_of.html", context, status=400 if form.errors else 200
    )


def _form(entry: Entry, kind: str, before: Any, given: tuple[Any, ...]) -> JuniorForm | TeamForm:
    roster = list(entry.roster.all())
    if entry.stage.discipline in JUNIORS:
        return JuniorForm(*given, initial=before)
    homes = {row.player.lives_in or row.player.district for row in roster} | {entry.district}
    districts = sorted(filter(None, homes), key=lambda district: bytes(district.sort_key))
    return TeamForm(kind, roster, districts, before, *given)


def _claim(form: JuniorForm | TeamForm, entry: Entry, kind: str) -> allowances.Claim:
    if isinstance(form, JuniorForm):
        return allowances.junior_claim(entry, form.facts())
    return allowances.team_claim(entry, kind, form.players(), form.amounts())
