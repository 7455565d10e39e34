"""A district's desk: its entries, qualifiers, sessions and reports; and the public result lists."""

from collections import defaultdict
from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from storslam.errors import StorslamError
from storslam.exchange import read_events
from storslam.exchange.faults import Check, SheetFaults
from storslam.exchange.score_list import ListedScore, load_scores
from storslam.exchange.text import parse_number, parse_positive
from storslam.web import intake
from storslam.web.acts import places, qualifying, quotas
from storslam.web.acts.qualifying import Scores
from storslam.web.desks.entry import entered, in_order, requests_for
from storslam.web.desks.guards import for_district
from storslam.web.faults import place, said
from storslam.web.forms_qualifying import ResultsForm, ScoresForm, SessionForm, UnitForm
from storslam.web.models import (
    District,
    EntryState,
    Qualifier,
    Report,
    Season,
    Session,
    Stage,
    StageKind,
)
from storslam.web.models.event import State


@for_district
def district(request: HttpRequest, season: Season, district: District) -> HttpResponse:
    """The district at a glance: entries, qualifiers, reports, what waits."""
    counts: dict[int, int] = defaultdict(int)
    for pk in entered(
        stage__season=season, district=district, state=EntryState.ENTERED
    ).values_list("stage", flat=True):
        counts[pk] += 1
    stages = _qualifiers(season)
    reports = Report.objects.filter(
        qualifier__district=district, qualifier__stage__season=season
    ).select_related("qualifier")
    latest = {report.qualifier.stage_id: report for report in reports.order_by("version")}
    context = {
        "season": season,
        "district": district,
        "stages": [(stage, counts[stage.pk], latest.get(stage.pk)) for stage in stages],
        "waiting": requests_for(request.user, season).filter(granted=None, district=district),
    }
    return render(request, "storslam/season/district.html", context)


def _qualifiers(season: Season) -> list[Stage]:
    stages = season.stages.filter(kind=StageKind.QUALIFIER).select_related("season")
    return sorted(stages, key=lambda stage: stage.order)


def _stage(season: Season, discipline: str) -> Stage:
    return get_object_or_404(
        Stage.objects.select_related("season"),
        season=season,
        discipline=discipline,
        kind=StageKind.QUALIFIER,
    )


@for_district
def qualifier(
    request: HttpRequest, season: Season, district: District, discipline: str
) -> HttpResponse:
    """One qualifier: sessions, the combined ranking, the report, and what the office would see."""
    found = qualifying.qualifier_of(_stage(season, discipline), district)
    form = SessionForm(found, request.POST or None)
    if request.method == "POST" and form.is_valid():
        qualifying.add_session(found, request.user, **form.cleaned_data)
        return redirect("qualifier", season.slug, district.code, discipline)
    context = _context(season, found)
    context |= {"form": form, "unit": UnitForm(instance=found)}
    status = 400 if form.is_bound else 200
    return render(request, "storslam/season/qualifier.html", context, status=status)


def _context(season: Season, found: Qualifier) -> dict[str, Any]:
    sessions = qualifying.sessions_of(found)
    context: dict[str, Any] = {
        "season": season,
        "district": found.district,
        "qualifier": found,
        "sessions": [(session, len(session.scores.all())) for session in sessions],
        "reports": list(found.reports.select_related("by")),
        "entries": in_order(entered(stage=found.stage, district=found.district)),
    }
    try:
        context["ranking"] = ranked = qualifying.ranking(found, sessions)
        context["exchanges"] = _exchanges(found, ranked)
    except StorslamError as error:
        context["fault"] = said(error)
    return context


def _exchanges(found: Qualifier, ranked: qualifying.Ranking) -> list[places.Exchange]:
    """Who would gain and lose a place that is given out, were this reported now."""
    stage = found.stage
    if stage.discipline not in quotas.disciplines(stage.season):
        return []
    field = quotas.field_stage(stage.season, stage.discipline)
    if not quotas.frozen(field):
        return []
    order = [row.entry for row in ranked.rows if row.place]
    return places.exchanges(field, {found.district.code: order})


@require_POST
@for_district
def act(request: HttpRequest, season: Season, district: District, discipline: str) -> HttpResponse:
    """Report, or change how sessions are put together."""
    found = qualifying.qualifier_of(_stage(season, discipline), district)
    if "report" in request.POST:
        sent = qualifying.report(found, request.user)
        text = _("Reported as version %(version)s.") % {"version": sent.version}
        messages.success(request, text)
        if not sent.in_time:
            messages.warning(request, _("The report came after midnight of the last day: late."))
    elif "unit" in request.POST:
        form = UnitForm(request.POST, instance=found)
        if form.is_valid():
            qualifying.change_unit(found, form.cleaned_data["unit"], request.user)
    return redirect("qualifier", season.slug, district.code, discipline)


@for_district
def session(request: HttpRequest, season: Season, district: District, pk: int) -> HttpResponse:
    """One session: its points from a list, from results scored here, or typed in."""
    found = get_object_or_404(
        Session.objects.select_related("qualifier__stage__season", "qualifier__district", "club"),
        pk=pk,
        qualifier__district=district,
        qualifier__stage__season=season,
    )
    context: dict[str, Any] = {"season": season, "district": district, "session": found}
    if request.method == "POST":
        answer = _stored(request, found, context)
        if answer:
            return answer
    typed = context.pop("typed", {})
    rows = {row.entry_id: row for row in found.scores.all() if row.entry_id}
    entries = entered(stage=found.qualifier.stage, district=district).exclude(
        state=EntryState.WITHDRAWN
    )
    context |= {
        "events": qualifying.ended_events(found.qualifier),
        "rows": [(e, rows.get(e.pk), typed.get(e.pk)) for e in in_order(entries)],
        "guests": [row for row in found.scores.all() if row.entry_id is None],
        "list_form": context.get("list_form") or ScoresForm(),
        "results_form": context.get("results_form") or ResultsForm(),
    }
    status = 400 if request.method == "POST" else 200
    return render(request, "storslam/season/session.html", context, status=status)


def _stored(request: HttpRequest, session: Session, context: dict[str, Any]) -> HttpResponse | None:
    """The answer after storing; None when the page is to be shown with what was wrong."""
    try:
        if "remove" in request.POST:
            qualifying.remove_session(session, request.user)
            return _back(session)
        scores, event = _given(request, session, context)
        if scores is None:
            return None
        qualifying.store_scores(session, scores, request.user, event=event)
    except SheetFaults as error:
        context["faults"] = [(place(fault), said(fault)) for fault in error.faults]
        return None
    except StorslamError as error:
        context["fault"] = ": ".join(filter(None, (place(error), said(error))))
        return None
    guests = sum(row.entry is None for row in scores)
    text = _("Stored: %(rows)s rows, %(guests)s of them outside SM.")
    messages.success(request, text % {"rows": len(scores), "guests": guests})
    return _back(session)


def _back(session: Session) -> HttpResponse:
    stage, where = session.qualifier.stage, session.qualifier.district
    return redirect("qualifier", stage.season.slug, where.code, stage.discipline)


def _given(
    request: HttpRequest, session: Session, context: dict[str, Any]
) -> tuple[list[Scores] | None, Any]:
    """The scores that were sent, and the event they were scored from."""
    if "typed" in request.POST:
        return _typed(request, session, context), None
    if "event" in request.POST:
        return _of_hall(request, session)
    results = "method" in request.POST
    form = (ResultsForm if results else ScoresForm)(request.POST, request.FILES)
    context["results_form" if results else "list_form"] = form
    if not form.is_valid():
        return None, None
    file = form.cleaned_data["file"]
    if results:
        return _scored_here(request, session, form.cleaned_data)
    known = qualifying.entries_by_numbers(session.qualifier)
    check, rows = Check(), load_scores(file.read(), file.name)
    scores = [_listed(row, known, check) for row in rows]
    check.close(file.name)
    return scores, None


def _of_hall(request: HttpRequest, session: Session) -> tuple[list[Scores], Any]:
    """The standing of an event that was played in the hall."""
    chosen = request.POST["event"]
    for event in qualifying.ended_events(session.qualifier):
        if str(event.pk) == chosen:
            return qualifying.of_event(session.qualifier, event), event
    raise StorslamError("choose an event that has ended")


def _listed(row: ListedScore, known: dict[frozenset[str], Any], check: Check) -> Scores:
    try:
        entry = qualifying.entry_of(known, row.numbers)
    except StorslamError as error:
        check.note(row.line, "", error)
        entry = None
    label = str(entry) if entry else row.label
    return Scores(entry, label, row.points, row.rounds, row.boards)


def _typed(request: HttpRequest, session: Session, context: dict[str, Any]) -> list[Scores]:
    """The points typed beside each entry; an empty field did not play."""
    entries = entered(stage=session.qualifier.stage, district=session.qualifier.district)
    scores = []
    context["typed"] = {}
    for entry in entries:
        fields = [request.POST.get(f"{name}{entry.pk}", "").strip()[:20] for name in _FIELDS]
        context["typed"][entry.pk] = fields
        points, rounds, boards = fields
        if points:
            scores.append(
                Scores(
                    entry,
                    str(entry),
                    parse_number(points),
                    parse_positive(rounds) if rounds else None,
                    parse_positive(boards) if boards else None,
                )
            )
    guests = session.scores.filter(entry=None)
    return scores + [
        Scores(None, row.label, Fraction(row.points), row.rounds, row.boards) for row in guests
    ]


_FIELDS = ("points", "rounds", "boards")


def _scored_here(
    request: HttpRequest, session: Session, given: dict[str, Any]
) -> tuple[list[Scores], Any]:
    """The results file becomes an event of the stage, and its standing the session's points."""
    files = given["file"]
    stage, where = session.qualifier.stage, session.club or session.qualifier.district
    heading = intake.Heading(
        stage,
        f"{stage.get_discipline_display()} {where} {session.day}",
        session.day,
        str(where),
        given["method"],
        given["winners"],
        State.ENDED,
    )
    event = intake.store_event(
        read_events([(file.name, file.read()) for file in files]),
        heading,
        who=request.user.get_username(),
        reason=_("from the file %(name)s") % {"name": ", ".join(file.name for file in files)},
        directors=[request.user],
        override=True,
    )
    return qualifying.of_event(session.qualifier, event), event


@require_safe
def results(request: HttpRequest, slug: str, discipline: str) -> HttpResponse:
    """Every district's qualifier of a discipline, as reported: names and clubs, for everybody."""
    season = get_object_or_404(Season, slug=slug)
    reports = qualifying.latest_reports(_stage(season, discipline)).values()
    context = {
        "season": season,
        "stage": _stage(season, discipline),
        "reports": sorted(reports, key=lambda r: r.qualifier.district.sort_key),
        "stages": _qualifiers(season),
        "has_quota": discipline in quotas.disciplines(season),
    }
    return render(request, "storslam/season/results.html", context)
