"""Where somebody who logs in begins: own desks, and the office's overview."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from storslam.rulebook.edition import edition, edition_ids
from storslam.web.acts import outbox, reminders
from storslam.web.acts.people import roles
from storslam.web.acts.trail import note
from storslam.web.desks.guards import for_office, strong
from storslam.web.forms_season import ClockForm
from storslam.web.models import District, Season
from storslam.web.permissions import can_open_event, is_committee, is_office
from storslam.web.seasons import open_season

NEXT = 8


@login_required
@strong
def own(request: HttpRequest) -> HttpResponse:
    """What the user may do here, role by role."""
    user = request.user
    seasons = Season.objects.all()
    there = {season.slug for season in seasons}
    context = {
        "seasons": seasons,
        "unopened": [one for one in edition_ids() if one not in there],
        "roles": roles(user),
        "office": is_office(user),
        "committee": is_committee(user),
        "directs": can_open_event(user) or user.events.exists(),
    }
    return render(request, "storslam/season/own.html", context)


@require_POST
@login_required
@strong
def open_(request: HttpRequest) -> HttpResponse:
    """Open the season of an edition, with its stages and districts."""
    if not is_office(request.user):
        raise PermissionDenied
    season = open_season(edition(request.POST.get("edition", "")[:40]))
    note("open-season", season, request.user, season=season)
    return redirect("office", season.slug)


@for_office
def office(request: HttpRequest, season: Season) -> HttpResponse:
    """The office's desk of a season."""
    tasks = reminders.tasks(season)
    context = {
        "season": season,
        "late": [task for task in tasks if task.past and task.missing],
        "next": [task for task in tasks if not task.past][:NEXT],
        "districts": District.objects.all(),
        "letters": outbox.waiting(),
        "clock": ClockForm() if settings.REHEARSAL else None,
    }
    return render(request, "storslam/season/office.html", context)


@require_POST
@for_office
def shift(request: HttpRequest, season: Season) -> HttpResponse:
    """Set the season's clock in a rehearsal."""
    if not settings.REHEARSAL:
        raise PermissionDenied
    form = ClockForm(request.POST)
    if form.is_valid():
        before = season.now()
        season.shift = form.cleaned_data["moment"] - timezone.now()
        with transaction.atomic():
            season.save()
            note("move-clock", season, request.user, season=season, before=before)
    else:
        messages.error(request, _("The moment could not be read."))
    return redirect("office", season.slug)
