"""What the stages of a season allow of bidding systems, and the text of the invitation."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from storslam.errors import StorslamError
from storslam.web.acts import system_rules
from storslam.web.acts.deciding import decided
from storslam.web.desks.guards import for_office
from storslam.web.faults import said
from storslam.web.forms_systems import RecommendedForm, StageSystemsForm
from storslam.web.models import Season, Stage
from storslam.web.permissions import is_office


@require_safe
def stages(request: HttpRequest, slug: str) -> HttpResponse:
    """Every stage with its level, as the invitation tells it."""
    season = get_object_or_404(Season, slug=slug)
    context = {
        "season": season,
        "stages": system_rules.of_season(season),
        "office": is_office(request.user),
    }
    return render(request, "storslam/systems/stages.html", context)


@for_office
def decide(request: HttpRequest, season: Season, stage: int) -> HttpResponse:
    """What the organiser decides for a stage; beside it the recommended level."""
    found = get_object_or_404(Stage.objects.select_related("season"), pk=stage, season=season)
    rules = system_rules.rules_of(found)
    asked = _recommended(request, season)
    form = StageSystemsForm(request.POST or None, initial=_initial(rules, asked))
    if request.method == "POST" and "withdraw" in request.POST:
        system_rules.withdraw_rules(found, request.user)
        return redirect("stage_systems", season.slug)
    if request.method == "POST" and form.is_valid():
        try:
            system_rules.decide_rules(found, who=request.user, **form.given)
            messages.success(request, _("Stored."))
            return redirect("stage_systems", season.slug)
        except StorslamError as error:
            form.add_error(None, said(error))
    context = {"season": season, "stage": found, "rules": rules, "form": form, **asked}
    status = 400 if form.is_bound else 200
    return render(request, "storslam/systems/decide.html", context, status=status)


def _recommended(request: HttpRequest, season: Season) -> dict[str, Any]:
    form = RecommendedForm(request.GET or None)
    if not form.is_valid():
        return {"asking": form}
    facts = form.cleaned_data
    made = decided(
        season, "recommended-level", status=facts["status"], boards_per_opponent=facts["boards"]
    )
    return {"asking": form, "recommended": made}


def _initial(rules: system_rules.StageRules, asked: dict[str, Any]) -> dict[str, Any]:
    """What the form begins with: what is decided, else the level that was just recommended."""
    limits = rules.limits
    if limits is None:
        return {"level": asked["recommended"].result["level"]} if "recommended" in asked else {}
    return {
        "level": limits.level,
        "max_dots": limits.max_dots,
        "banned": " ".join(limits.banned),
        "reductions": ", ".join(f"{call} {less}" for call, less in limits.reductions.items()),
    }
