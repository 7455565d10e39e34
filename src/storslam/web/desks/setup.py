"""Setting an event up: what holds for it, who plays, who sits where, who is here."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Max, Min
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from storslam.errors import StorslamError
from storslam.exchange.faults import SheetFaults
from storslam.names import searched
from storslam.scoring.ranking import id_order
from storslam.web.acts.trail import note
from storslam.web.desks.director import of_director
from storslam.web.faults import place, said
from storslam.web.forms_hall import CarryForm, EventForm, LotForm, PairForm, ScheduleForm, SeatForm
from storslam.web.hall import changes, field, seating, swiss
from storslam.web.hall.carry import bring_along, stale
from storslam.web.hall.groups import drawn_seating
from storslam.web.hall.kinds import Options
from storslam.web.hall.rounds import both_ways
from storslam.web.models import Contestant, EntryState, Event, Result
from storslam.web.models.event import Standing, State
from storslam.web.permissions import is_office
from storslam.web.results import locked, touch


def _status(form: Form | None, fault: str = "") -> int:
    return 400 if fault or (form is not None and form.is_bound and not form.is_valid()) else 200


def contestants(event: Event) -> list[Contestant]:
    """All contestants as people number them, with players."""
    rows = event.contestants.select_related("entry").prefetch_related("members")
    return sorted(rows, key=lambda row: id_order(row.code))


# --- The page


@of_director
def setup(request: HttpRequest, event: Event) -> HttpResponse:
    """The event as it is set up, what is missing, and everything that can be done about it."""
    people = contestants(event)
    sessions = _sessions(event)
    seated = {pk for one in sessions for pk in one["seated"]}
    context = {
        "event": event,
        "season": event.stage.season,
        "contestants": people,
        "present": sum(row.present for row in people),
        "unseated": [
            row for row in people if row.standing == Standing.COMPETING and row.pk not in seated
        ],
        "sessions": sessions,
        "next_session": len(sessions) + 1,
        "played": Result.objects.filter(event=event).exists(),
        "schedule": ScheduleForm(initial={"minutes": event.minutes or 15}),
        "swiss": swiss.is_swiss(event),
        "pot": _pot(request, event),
        "lot": LotForm(),
        "carry": CarryForm(event),
        "brought": stale(event),
        "both_ways": both_ways(event) if event.winners == 2 else None,
        **_swaps(event),
    }
    return render(request, "storslam/hall/setup.html", context)


def _sessions(event: Event) -> list[dict[str, Any]]:
    """Each session: how it was made, its rounds, and who has a seat in it."""
    told = event.rounds.filter(number__gt=0).values("session").order_by("session")
    found = told.annotate(first=Min("number"), last=Max("number"), start=Min("planned"))
    made = {1: event.movement} | {int(n): one for n, one in event.movement.get("later", {}).items()}
    sessions = []
    for one in found:
        tables = list(seating.seated_in(event, one["session"]).values_list("ns", "ew", "boards"))
        kind = made.get(one["session"], {}).get("kind", "file")
        sessions.append(
            {
                **one,
                "made": made.get(one["session"], {}),
                "label": seating.label(kind),
                "decision": seating.allowed(event, kind),
                "seated": {pk for ns, ew, _boards in tables for pk in (ns, ew) if pk},
                "boards": len({board for _ns, _ew, boards in tables for board in boards}),
                "sit_outs": sum(ew is None for _ns, ew, _boards in tables),
            }
        )
    return sessions


def _swaps(event: Event) -> dict[str, Any]:
    """What the season has changed since the event was opened, or why that cannot be told."""
    try:
        return {"swaps": changes.overtaken(event)}
    except StorslamError as error:
        return {"unclear": said(error)}


def _pot(request: HttpRequest, event: Event) -> Any:
    """The field whose pot this last chance gives out, for the office once it has ended."""
    ended = event.state == State.ENDED and is_office(request.user)
    return field.pot_stage(event) if ended else None


# --- What holds for the event


@of_director
def settings(request: HttpRequest, event: Event) -> HttpResponse:
    """What holds for the whole event."""
    played = Result.objects.filter(event=event).exists()
    form = EventForm(request.POST or None, instance=event, played=played)
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            fresh = locked(event)
            _take_over(fresh, form)
            touch(fresh)
            season, changed = event.stage.season, form.changed_data
            note(
                "set-up-event", event, request.user, season=season, text=f"{event}", fields=changed
            )
        messages.success(request, _("Stored."))
        return redirect("setup", event.slug)
    context = {"event": event, "form": form, "title": _("Settings of the event")}
    return render(request, "storslam/hall/form.html", context, status=_status(form))


def _take_over(event: Event, form: EventForm) -> None:
    """Store what the form changed, and nothing else of an event that goes on meanwhile."""
    given = {name: form.cleaned_data[name] for name in form.changed_data}
    directors = given.pop("directors", None)
    for name, value in given.items():
        setattr(event, name, value)
    event.save(update_fields=list(given))
    if directors is not None:
        event.directors.set(directors)


# --- Seating


@of_director
def seat(request: HttpRequest, event: Event, session: int) -> HttpResponse:
    """Seat a session by a movement that is made, or by one from a file."""
    if not 1 <= session <= _last_session(event) + 1:
        raise Http404
    form = SeatForm(request.POST or None, request.FILES or None, drawn=bool(event.group))
    context: dict[str, Any] = {"event": event, "session": session, "form": form}
    if request.method == "POST" and form.is_valid():
        try:
            _seated(request, event, session, form.cleaned_data)
        except SheetFaults as error:
            context["faults"] = [(place(fault), said(fault)) for fault in error.faults]
        except StorslamError as error:
            form.add_error(None, ": ".join(filter(None, (place(error), said(error)))))
        else:
            messages.success(request, _("Session %(n)s is seated.") % {"n": session})
            return redirect("setup", event.slug)
    status = 400 if "faults" in context else _status(form)
    return render(request, "storslam/hall/seat.html", context, status=status)


def _last_session(event: Event) -> int:
    return event.rounds.aggregate(last=Max("session"))["last"] or 0


def _seated(request: HttpRequest, event: Event, session: int, given: dict[str, Any]) -> None:
    file, start = given["file"], given["start"]
    if file:
        movement = seating.from_file(event, file.read(), file.name)
        made = seating.Made("file", {"name": file.name})
        seating.seat(event, movement, request.user, session=session, made=made, start=start)
    elif given["kind"] == "drawn":
        movement, made = drawn_seating(event, given["boards"])
        seating.seat(event, movement, request.user, session=session, made=made, start=start)
    else:
        one_winner = event.winners == 1
        options = Options(given["boards"], given["rounds"], given["sharing"], one_winner)
        more = {name: given[name] for name in ("sections", "seed", "start")}
        seating.arrange(event, given["kind"], request.user, options, session=session, **more)


# --- Contestants


@of_director
def contestant(request: HttpRequest, event: Event, code: str = "") -> HttpResponse:
    """Let others have a contestant's number, or without a code add a contestant."""
    row = get_object_or_404(event.contestants, code=code) if code else None
    form = PairForm(_free_entries(event), request.POST or None)
    if request.method == "POST" and form.is_valid():
        entry = form.cleaned_data["entry"]
        who = field.as_who("", entry) if entry else form.who()
        try:
            if row:
                reason = form.cleaned_data["reason"]
                changes.replace(row, who, entry, request.user, reason)
            else:
                row = changes.add(event, who, entry, request.user)
        except StorslamError as error:
            form.add_error(None, said(error))
        else:
            messages.success(request, f"{row.code}: {row}")
            return redirect("setup", event.slug)
    context = {"event": event, "form": form, "row": row}
    return render(request, "storslam/hall/contestant.html", context, status=_status(form))


def _free_entries(event: Event) -> list[int]:
    """The entries of the discipline's season that do not play the event, those in the field."""
    there = set(event.contestants.values_list("entry", flat=True))
    entries = field.in_field(event.stage)
    return [
        entry.pk for entry in entries if entry.pk not in there and entry.state == EntryState.ENTERED
    ]


@of_director
def presence(request: HttpRequest, event: Event) -> HttpResponse:
    """Who has reported in the hall: boxes to tick, all or those found by a part of a name."""
    asked = request.GET.get("q", "").strip()[:60]
    if request.method == "POST":
        shown, present = (
            {int(pk) for pk in request.POST.getlist(name) if pk.isdecimal() and len(pk) < 10}
            for name in ("shown", "present")
        )
        changed = changes.check_in(event, shown, present, request.user)
        messages.success(request, _("Changed: %(n)s") % {"n": len(changed)})
        return redirect("presence", event.slug)
    people = contestants(event)
    found = [row for row in people if _found(row, searched(asked), asked)]
    context = {
        "event": event,
        "asked": asked,
        "contestants": found,
        "present": sum(row.present for row in people),
        "count": len(people),
    }
    return render(request, "storslam/hall/presence.html", context)


def _found(row: Contestant, folded: str, asked: str) -> bool:
    return row.code == asked or folded in searched(str(row))


# --- Small acts


@require_POST
@of_director
def act(request: HttpRequest, event: Event) -> HttpResponse:
    """One of the acts that the set-up page has buttons for."""
    name = next((name for name in _ACTS if name in request.POST), None)
    if name is None:
        raise StorslamError("the form is not complete")
    try:
        done = _ACTS[name](request, event)
    except StorslamError as error:
        messages.error(request, said(error))
    else:
        messages.success(request, done)
    return redirect("setup", event.slug)


def _unseat(request: HttpRequest, event: Event) -> str:
    session = _number(request, "unseat")
    if not 1 <= session <= _last_session(event):
        raise StorslamError("there is no session %(session)s", session=session)
    seating.unseat(event, session, request.user)
    return _("The seating of session %(n)s is taken away.") % {"n": session}


def _schedule(request: HttpRequest, event: Event) -> str:
    form = ScheduleForm(request.POST)
    if not form.is_valid():
        raise StorslamError("the form is not complete")
    seating.schedule(event, who=request.user, **form.cleaned_data)
    return _("The times are planned.")


def _still(request: HttpRequest, event: Event) -> str:
    row = _row(event, request.POST["still"])
    changes.keep_still(row, request.user, stationary=not row.stationary)
    return f"{row.code}: {row}"


def _remove(request: HttpRequest, event: Event) -> str:
    row = _row(event, request.POST["remove"])
    told = f"{row.code}: {row}"
    changes.remove(row, request.user, request.POST.get("reason", "")[:300])
    return _("%(who)s is taken out.") % {"who": told}


def _swap(request: HttpRequest, event: Event) -> str:
    """Carry out one change of the season: named by who goes and who comes, so never another."""
    swaps = {one.key: one for one in changes.overtaken(event)}
    swap = swaps.get(request.POST["swap"])
    if swap is None:
        raise StorslamError("somebody was faster, or the place has changed: look again")
    reason = _("the season's field")
    if swap.contestant and swap.new:
        row = changes.replace(swap.contestant, swap.new, swap.entry, request.user, reason)
    elif swap.new:
        row = changes.add(event, swap.new, swap.entry, request.user)
    else:
        changes.remove(swap.contestant, request.user, reason)
        return _("%(who)s is taken out.") % {"who": swap.contestant}
    return f"{row.code}: {row}"


def _draw(request: HttpRequest, event: Event) -> str:
    made = swiss.draw_round(event, request.user, again=request.POST["draw"] == "again")
    return _("Round %(n)s is drawn.") % {"n": made.number}


def _pot_out(request: HttpRequest, event: Event) -> str:
    if not is_office(request.user):
        raise PermissionDenied
    form = LotForm(request.POST)
    if not form.is_valid():
        raise StorslamError("the form is not complete")
    given = field.give_out_pot(event, request.user, seed=form.cleaned_data["seed"])
    return _("%(n)s places offered from the pot.") % {"n": given}


def _carry(request: HttpRequest, event: Event) -> str:
    form = CarryForm(event, request.POST)
    if not form.is_valid():
        raise StorslamError("the form is not complete")
    given = form.cleaned_data
    count = bring_along(event, given["source"], given["percent"], request.user)
    return ngettext("%(n)s brings points along.", "%(n)s bring points along.", count) % {"n": count}


def _number(request: HttpRequest, name: str) -> int:
    text = request.POST[name]
    if not text.isdecimal() or len(text) > 4:
        raise StorslamError("the form is not complete")
    return int(text)


def _row(event: Event, code: str) -> Contestant:
    return get_object_or_404(event.contestants, code=code)


_ACTS: Mapping[str, Callable[[HttpRequest, Event], str]] = {
    "unseat": _unseat,
    "schedule": _schedule,
    "still": _still,
    "remove": _remove,
    "swap": _swap,
    "draw": _draw,
    "pot": _pot_out,
    "carry": _carry,
}
