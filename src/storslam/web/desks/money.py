"""Money for the office: what is due, paid, overdue and lost; the bank's file; exports."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from storslam.errors import StorslamError
from storslam.exchange.bank import load_payments
from storslam.web import bookkeeping
from storslam.web.acts import allowances, money, payments
from storslam.web.desks.guards import for_office
from storslam.web.desks.kept import keep, read, take
from storslam.web.faults import said
from storslam.web.forms_money import BankForm
from storslam.web.models import Charge, ChargeKind, District, Place, PlaceState, Season

MOST = 200


@require_safe
@for_office
def overview(request: HttpRequest, season: Season) -> HttpResponse:
    """The whole season's money, and what a person must look at."""
    charges = list(money.live(season).defer("decision"))
    late = list(money.with_names(money.overdue(season))[:MOST])
    waiting = payments.places_of(late)
    counts = allowances.newest(season).values()
    now = season.now()
    kinds = [(k, [c for c in charges if c.kind == k]) for k in ChargeKind]
    lost = Place.objects.filter(stage__season=season, state=PlaceState.FORFEITED)
    context = {
        "season": season,
        "kinds": [(kind.label, sums(mine, now)) for kind, mine in kinds if mine],
        "all": sums(charges, now),
        "rows": _by_district(charges, counts, now),
        "overdue": [(charge, waiting.get(charge.pk)) for charge in late],
        "unknown": season.payments.filter(charge=None),
        "odd": payments.odd(season),
        "unfit": money.unfit(season),
        "stale": allowances.stale(season),
        "fund": [row for row in counts if row.decision["decision"] == "em-fund"],
        "years": bookkeeping.years(season),
        "lost": lost.select_related("stage", "district"),
    }
    return render(request, "storslam/season/money.html", context)


def sums(charges: Sequence[Charge], now: datetime) -> dict[str, int]:
    """What the charges are together, in öre: charged, paid, left, and late of what is left."""
    left = [charge for charge in charges if charge.left > 0]
    return {
        "charged": sum(charge.ore for charge in charges),
        "paid": sum(charge.paid for charge in charges),
        "left": sum(charge.left for charge in left),
        "late": sum(charge.left for charge in left if charge.due and charge.due < now),
    }


def _by_district(charges: Sequence[Charge], counts: Any, now: datetime) -> list[dict[str, Any]]:
    """The districts with the sums of their charges and of what they get."""
    rows = [
        {
            "district": district,
            "sums": sums([c for c in charges if c.district_id == district.pk], now),
            "gets": sum(row.ore for row in counts if row.district_id == district.pk),
        }
        for district in District.objects.all()
    ]
    return [row for row in rows if row["gets"] or row["sums"]["charged"]]


@require_POST
@for_office
def act(request: HttpRequest, season: Season) -> HttpResponse:
    """Bring the charges, or the allowances, up to the records."""
    if "reckon" in request.POST:
        count = allowances.reckon_all(season, request.user)
        messages.success(request, _("%(n)s sums reckoned.") % {"n": count})
    else:
        made, gone = money.bill(season, request.user)
        said_ = {"made": made, "gone": gone}
        messages.success(request, _("%(made)s charges made, %(gone)s taken back.") % said_)
    return redirect("money", season.slug)


@require_POST
@for_office
def connect(request: HttpRequest, season: Season, pk: int) -> HttpResponse:
    """Say by its reference which charge a payment pays."""
    payment = get_object_or_404(season.payments, pk=pk)
    written = "".join(request.POST.get("reference", "").split())
    charge = season.charges.filter(reference=written).first()
    try:
        if charge is None:
            raise StorslamError("there is no charge with that reference")
        payments.connect(payment, charge, request.user)
    except StorslamError as error:
        messages.error(request, said(error))
    else:
        messages.success(request, _("The payment is connected."))
    return redirect("money", season.slug)


@require_POST
@for_office
def lost(request: HttpRequest, season: Season, pk: int) -> HttpResponse:
    """A place whose fee was not there in time is lost."""
    place = get_object_or_404(money.season_places(season), pk=pk)
    version = request.POST.get("version", "")
    try:
        payments.forfeit(place, int(version) if version.isdecimal() else 0, request.user)
    except StorslamError as error:
        messages.error(request, said(error))
    else:
        messages.success(request, _("The place is lost; it waits to be filled."))
    return redirect("money", season.slug)


@for_office
def bank(request: HttpRequest, season: Season) -> HttpResponse:
    """The bank's file: read and shown with what it would pay, then stored whole."""
    if request.method == "POST" and "token" in request.POST:
        return _store(request, season)
    form = BankForm(request.POST or None, request.FILES or None)
    context: dict[str, Any] = {"season": season, "form": form}
    if request.method == "POST" and form.is_valid():
        found = read(form, context, load_payments)
        if found is not None:
            token = keep(request, "bank", found)
            context |= {"lines": payments.plan(season, found), "token": token}
    wrong = form.is_bound and (not form.is_valid() or "faults" in context)
    return render(request, "storslam/season/bank.html", context, status=400 if wrong else 200)


def _store(request: HttpRequest, season: Season) -> HttpResponse:
    found = take(request, "bank")
    if found is None:
        messages.warning(request, _("That file is stored already, or too old: read it again."))
        return redirect("bank", season.slug)
    lines = [line for line in payments.store(season, found, request.user) if not line.known]
    unknown = sum(line.charge is None for line in lines)
    text = _("%(n)s payments stored, %(unknown)s of them without a known reference.")
    messages.success(request, text % {"n": len(lines), "unknown": unknown})
    return redirect("money", season.slug)


_FILES = {
    "xlsx": (
        bookkeeping.as_xlsx,
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ),
    "csv": (bookkeeping.as_csv, "text/csv; charset=utf-8"),
}


@require_safe
@for_office
def export(_request: HttpRequest, season: Season, kind: str) -> HttpResponse:
    """All money as a workbook, or the charges as CSV."""
    if kind not in _FILES:
        raise Http404
    dump, content_type = _FILES[kind]
    return _download(dump(season), content_type, f"ekonomi-{season.slug}.{kind}")


@require_safe
@for_office
def vouchers(_request: HttpRequest, season: Season, year: int) -> HttpResponse:
    """The vouchers of a calendar year as a SIE file."""
    if year not in bookkeeping.years(season):
        raise Http404
    name = f"ekonomi-{season.slug}-{year}.se"
    return _download(bookkeeping.as_sie(season, year), "application/octet-stream", name)


def _download(content: bytes, content_type: str, name: str) -> HttpResponse:
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=content_type, headers=disposition)
