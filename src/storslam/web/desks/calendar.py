"""The calendar, as a page and to subscribe to, with what is missing; and the letters sent out."""

from collections.abc import Iterator
from datetime import datetime
from hashlib import sha256

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from storslam.championship.calendar import EventDays, deadlines, events, instant
from storslam.exchange.ical import CalendarEntry, dump_calendar
from storslam.web.acts import outbox, reminders
from storslam.web.acts.reminders import Task, name_of
from storslam.web.desks.guards import for_office
from storslam.web.models import Discipline, Letter, Season, StageKind
from storslam.web.permissions import is_office

MOST = 100


@require_safe
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Days and deadlines; what is missing for the office, and for a district its own."""
    season = get_object_or_404(Season, slug=slug)
    book = season.book()
    office, district = is_office(request.user), getattr(request.user, "district", None)
    acting = office or district is not None
    tasks = reminders.tasks(season) if acting else reminders.plain(season)
    context = {
        "season": season,
        "events": [(one, event_name(one)) for one in events(book)],
        "tasks": tasks if office else [_of_district(task, district) for task in tasks],
        "office": office,
        "acting": acting,
    }
    return render(request, "storslam/season/calendar.html", context)


def _of_district(task: Task, district: object) -> Task:
    mine = tuple(one for one in task.missing if one.district == district)
    return Task(task.deadline, mine, task.past)


def event_name(event: EventDays) -> str:
    """The discipline and the stage, in words."""
    words = dict(Discipline.choices) | dict(StageKind.choices)
    return f"{words[event.discipline]}, {words[event.stage]}"


@require_safe
def feed(request: HttpRequest, slug: str) -> HttpResponse:
    """The calendar to subscribe to. It changes only when the book does, and so does its ETag."""
    season = get_object_or_404(Season, slug=slug)
    url = request.build_absolute_uri(reverse("calendar", args=[slug]))
    content = dump_calendar(season.name, list(_entries(season, url)), _stamp(season))
    etag = f'"{sha256(content).hexdigest()[:24]}"'
    response = get_conditional_response(
        request, etag=etag, response=HttpResponse(content, "text/calendar; charset=utf-8")
    )
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "no-cache"
    return response


def _entries(season: Season, url: str) -> Iterator[CalendarEntry]:
    book = season.book()
    for one in events(book):
        if one.first_day:
            about = " ".join(filter(None, (one.place, _days(one))))
            uid = _uid(season, one.discipline, one.stage)
            start = one.starts_at or one.first_day
            last = one.last_day if one.last_day != one.first_day else None
            yield CalendarEntry(uid, start, event_name(one), about, url, last)
    for deadline in deadlines(book):
        uid = _uid(season, "deadline", deadline.name, deadline.discipline, deadline.stage)
        rules = ", ".join(deadline.rules)
        start = deadline.last_day or deadline.before
        yield CalendarEntry(uid, start, name_of(deadline), rules, url)


def _days(event: EventDays) -> str:
    if event.first_day is None or event.first_day == event.last_day:
        return ""
    return f"{event.first_day} – {event.last_day}"


def _uid(season: Season, *parts: str) -> str:
    return f"{'-'.join(filter(None, (season.slug, *parts)))}@storslam"


def _stamp(season: Season) -> datetime:
    """When the book in force was last changed."""
    book = season.book()
    days = [one.published for one in season.edition.parameters() if one.published <= book.on]
    return instant(book, max(days))


@require_safe
@for_office
def letters(request: HttpRequest, season: Season) -> HttpResponse:
    """The outbox: what waits, what could not be sent, and what was sent last."""
    context = {
        "season": season,
        "waiting": outbox.queue(),
        "faults": Letter.objects.filter(sent=None, tries__gte=outbox.MOST_TRIES),
        "sent": Letter.objects.exclude(sent=None).order_by("-sent")[:MOST],
        "can_send": outbox.can_send(),
    }
    return render(request, "storslam/season/letters.html", context)


@require_POST
@for_office
def send(request: HttpRequest, season: Season) -> HttpResponse:
    """Write the reminders that are due, or send what waits."""
    if "remind" in request.POST:
        written = reminders.remind(season, request.user)
        messages.success(request, _("%(n)s reminders written.") % {"n": written})
    else:
        done = list(outbox.empty())
        sent = sum(letter.sent is not None for letter in done)
        messages.success(request, _("%(n)s letters sent.") % {"n": sent})
        if sent < len(done):
            messages.warning(request, _("%(n)s could not be sent.") % {"n": len(done) - sent})
    return redirect("letters", season.slug)
