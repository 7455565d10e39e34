"""Entry: by the players themselves or by their district; exemptions asked and decided."""

from collections.abc import Iterable, Sequence
from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from storslam.errors import StorslamError
from storslam.names import sort_key
from storslam.web.acts import entries
from storslam.web.acts.checking import Finding
from storslam.web.acts.declarations import cards_of, declared
from storslam.web.desks.guards import for_committee, for_members, for_office, strong
from storslam.web.faults import said
from storslam.web.forms_entry import AnswerForm, EntryForm, ExemptionForm
from storslam.web.models import (
    District,
    Entry,
    Exemption,
    Season,
    Stage,
    StageKind,
    rosters,
)
from storslam.web.permissions import (
    Visitor,
    is_committee,
    is_in,
    is_office,
    is_officer_of,
    may_change,
    may_decide,
    may_name,
    player_of,
)


def entered(**wanted: Any) -> QuerySet[Entry]:
    """Entries with all that their lists show."""
    found = Entry.objects.filter(**wanted).select_related("stage__season", "district")
    return found.prefetch_related(rosters(), "exemptions")


def in_order(found: Iterable[Entry]) -> list[Entry]:
    """Entries by their names, in the Swedish order."""
    return sorted(found, key=lambda entry: sort_key(str(entry)))


def open_stages(season: Season) -> list[Stage]:
    """The stages that take entries, in their order: qualifiers, last chances, direct finals."""
    stages = sorted(season.stages.select_related("season"), key=lambda stage: stage.order)
    return [
        stage
        for stage in stages
        if stage.kind in {StageKind.QUALIFIER, StageKind.LAST_CHANCE}
        or (stage.kind == StageKind.FINAL and entries.direct(stage))
    ]


@for_members
def overview(request: HttpRequest, season: Season) -> HttpResponse:
    """What can be entered, and the user's own entries."""
    player = player_of(request.user)
    own = entered(stage__season=season, roster__player=player) if player else Entry.objects.none()
    context = {"season": season, "stages": open_stages(season), "own": own, "player": player}
    return render(request, "storslam/season/entries.html", context)


def _districts(user: Visitor, stage: Stage) -> list[District]:
    """The districts that the user may enter in; none where the Federation takes the entries."""
    if stage.kind != StageKind.QUALIFIER:
        return []
    if is_office(user) or player_of(user):
        return list(District.objects.all())
    return [user.district] if user.district else []


@for_members
def new(request: HttpRequest, season: Season, stage: int) -> HttpResponse:
    """Enter a pair or a team: checked first, with every rule; then stored."""
    found = get_object_or_404(Stage.objects.select_related("season"), pk=stage, season=season)
    if found not in open_stages(season):
        raise Http404
    user, own = request.user, player_of(request.user)
    if not (own or user.district or is_office(user)):
        raise PermissionDenied
    given = (request.POST, request.FILES) if request.method == "POST" else ()
    districts = _districts(user, found)
    form = EntryForm(found, districts, [own] if own else [], *given)
    context: dict[str, Any] = {"season": season, "stage": found, "form": form}
    if request.method == "POST" and not ratelimit.consume(request, action="check", user=user):
        return render(request, "429.html", status=429)
    if request.method == "POST" and form.is_valid():
        answer = _answered(request, form, context)
        if answer:
            return answer
    wrong = form.is_bound and (not form.is_valid() or context.get("refused"))
    return render(request, "storslam/season/entry_new.html", context, status=400 if wrong else 200)


def _answered(
    request: HttpRequest, form: EntryForm, context: dict[str, Any]
) -> HttpResponse | None:
    """The answer once it is entered; None when the page is to be shown with what was found."""
    given, user = form.cleaned_data, request.user
    players, district = given["players"], given.get("district")
    if not (is_officer_of(user, district) or player_of(user) in players):
        form.add_error(None, _("You can enter only yourself with others."))
        return None
    context["players"] = players
    try:
        if "enter" not in request.POST:
            context["checked"] = True
            found = entries.checked(form.stage, players, district)
            context["findings"] = _told(user, district, found)
            return None
        entry, warnings = entries.enter(
            form.stage,
            players,
            district,
            user,
            given["key"],
            name=given.get("name", ""),
            a_system=given["a_system"],
        )
        _card(request, entry, given["card"])
    except entries.Refused as error:
        told = _told(user, district, error.findings)
        context |= {"refused": True, "findings": told}
        return None
    except StorslamError as error:
        form.add_error(None, said(error))
        return None
    messages.success(request, _("Entered: %(entry)s.") % {"entry": entry})
    for finding in _told(user, district, warnings):
        messages.warning(request, finding.text)
    return redirect("entry", entry.stage.season.slug, entry.pk)


def _told(user: Visitor, district: District | None, found: Sequence[Finding]) -> list[Finding]:
    """The findings as the user may read them: all for the district's officers."""
    if is_officer_of(user, district):
        return list(found)
    return entries.discreet(found, player_of(user))


def _card(request: HttpRequest, entry: Entry, file: Any) -> None:
    if file:
        entries.hand_in_card(entry, file.name, file.read(entries.CARD_LIMIT + 1), request.user)


def _entry(request: HttpRequest, season: Season, pk: int) -> Entry:
    found = get_object_or_404(entered(stage__season=season), pk=pk)
    user = request.user
    if not (may_change(user, found) or is_committee(user)):
        raise PermissionDenied
    return found


@for_members
def entry(request: HttpRequest, season: Season, pk: int) -> HttpResponse:
    """One entry: its players, what the rules say of it now, exemptions, card, withdrawal."""
    found = _entry(request, season, pk)
    findings = _told(request.user, found.district, entries.open_findings(found))
    context = {
        "season": season,
        "entry": found,
        "findings": findings,
        "exemptions": found.exemptions.select_related("asked_by", "decided_by"),
        "asks": [
            (finding, ExemptionForm(initial={"rule": finding.exemptible}))
            for finding in findings
            if finding.exemptible
        ],
        "may_change": may_change(request.user, found),
        "may_disqualify": is_committee(request.user) or is_office(request.user),
        "answer": AnswerForm(),
        "office": is_office(request.user),
        "card": getattr(found, "card", None),
        "declarations": [(one, declared(one)) for one in cards_of(found)],
        "places": found.places.select_related("stage"),
    }
    return render(request, "storslam/season/entry.html", context)


@require_POST
@for_members
def act(request: HttpRequest, season: Season, pk: int) -> HttpResponse:
    """Withdraw, hand in the card, or ask for an exemption."""
    found = _entry(request, season, pk)
    if not may_change(request.user, found):
        raise PermissionDenied
    if "withdraw" in request.POST:
        entries.withdraw(found, request.user)
        messages.success(request, _("The entry is withdrawn."))
    elif "card" in request.FILES:
        _card(request, found, request.FILES["card"])
        messages.success(request, _("The card is handed in."))
    elif "rule" in request.POST:
        form = ExemptionForm(request.POST)
        if form.is_valid():
            given = form.cleaned_data
            entries.ask_exemption(found, given["rule"], given["reason"], request.user)
            messages.success(request, _("The request is with the committee."))
        else:
            messages.error(request, _("A request needs a reason."))
    return redirect("entry", season.slug, pk)


@for_members
def change(request: HttpRequest, season: Season, pk: int) -> HttpResponse:
    """Give an entry other players before its qualifier has begun: checked like a new one."""
    found = _entry(request, season, pk)
    if not may_change(request.user, found):
        raise PermissionDenied
    players = [row.player for row in found.roster.all()]
    districts = [found.district] if found.district else []
    form = EntryForm(found.stage, districts, players, *([request.POST] if request.POST else []))
    form.only_players(found.name)
    context: dict[str, Any] = {"season": season, "stage": found.stage, "form": form, "change": True}
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        if not may_name(request.user, found, given["players"]):
            raise PermissionDenied
        try:
            entries.change(found, given["players"], request.user, given.get("name", ""))
            messages.success(request, _("Stored."))
            return redirect("entry", season.slug, pk)
        except entries.Refused as error:
            told = _told(request.user, found.district, error.findings)
            context |= {"refused": True, "findings": told}
        except StorslamError as error:
            form.add_error(None, said(error))
    status = 400 if form.is_bound else 200
    return render(request, "storslam/season/entry_new.html", context, status=status)


@require_POST
@for_committee
def disqualify(request: HttpRequest, season: Season, pk: int) -> HttpResponse:
    """Disqualify an entry, with the reason."""
    found = _entry(request, season, pk)
    form = AnswerForm(request.POST)
    if form.is_valid():
        entries.disqualify(found, request.user, form.cleaned_data["why"])
        messages.success(request, _("Disqualified."))
    else:
        messages.error(request, _("A decision needs a reason."))
    return redirect("entry", season.slug, pk)


@require_POST
@for_office
def crown(request: HttpRequest, season: Season, pk: int) -> HttpResponse:
    """Note, or take back, that an entry is the reigning champions'."""
    found = _entry(request, season, pk)
    entries.crown(found, request.user, champions=request.POST.get("champions") == "1")
    messages.success(request, _("Stored."))
    return redirect("entry", season.slug, pk)


@require_safe
@for_members
def card(request: HttpRequest, season: Season, pk: int) -> HttpResponse:
    """The declaration card as handed in."""
    found = _entry(request, season, pk)
    if not hasattr(found, "card"):
        raise Http404
    response = HttpResponse(bytes(found.card.content), content_type="application/pdf")
    response.headers["Content-Disposition"] = f'attachment; filename="card-{pk}.pdf"'
    return response


def requests_for(user: Visitor, season: Season) -> QuerySet[Exemption]:
    """The exemptions that the user sees: the committee's, a district's own, all for the office."""
    found = Exemption.objects.filter(entry__stage__season=season)
    if is_office(user):
        return found
    if is_committee(user):
        return found.filter(district=None)
    return found.filter(district=user.district) if user.district else found.none()


@login_required
@strong
def exemptions(request: HttpRequest, slug: str) -> HttpResponse:
    """Requests that wait, and those decided."""
    season = get_object_or_404(Season, slug=slug)
    user = request.user
    if not (is_office(user) or is_committee(user) or user.district):
        raise PermissionDenied
    rows = requests_for(user, season).select_related(
        "entry__stage", "entry__district", "asked_by", "decided_by", "district"
    )
    found = list(rows.prefetch_related(rosters("entry__roster")))
    articles = {row.rule: season.edition.article(row.rule) for row in found}
    context = {
        "season": season,
        "waiting": [
            (row, articles[row.rule], may_decide(user, row.district))
            for row in found
            if row.granted is None
        ],
        "decided": [(row, articles[row.rule]) for row in found if row.granted is not None],
        "form": AnswerForm(),
    }
    return render(request, "storslam/season/exemptions.html", context)


@require_POST
@login_required
@strong
def decide(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Grant or refuse, with the reason."""
    found = get_object_or_404(
        Exemption.objects.select_related("entry__stage__season", "district"),
        pk=pk,
        entry__stage__season__slug=slug,
    )
    if not may_decide(request.user, found.district) or is_in(request.user, found.entry):
        raise PermissionDenied
    form = AnswerForm(request.POST)
    if form.is_valid():
        granted = request.POST.get("granted") == "1"
        why = form.cleaned_data["why"]
        entries.decide_exemption(found, request.user, granted=granted, why=why)
        messages.success(request, _("Decided."))
    else:
        messages.error(request, _("A decision needs a reason."))
    return redirect("exemptions", slug)
