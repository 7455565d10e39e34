"""The screen of one seat at one table: enter, let the opponents confirm, call the director.

The address holds the seat's code; nobody logs in. Every form has a key, so that a phone may send
it again as often as it likes.
"""

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import uuid4

from allauth.core import ratelimit
from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from storslam.bridge import (
    PASSED_OUT,
    SEATS,
    Side,
    Strain,
    Suit,
    parse_card,
    parse_contract,
    parse_seat,
    parse_tricks,
)
from storslam.bridge.cards import RANKS
from storslam.errors import StorslamError
from storslam.scoring.event import Play
from storslam.web.faults import said
from storslam.web.forms import SeatCodeForm
from storslam.web.hall import codes, rounds, tables
from storslam.web.hall.codes import Place
from storslam.web.hall.tables import Answer, BoardNow, Done, Sent, TableNow
from storslam.web.models import CallKind, Event
from storslam.web.models.event import Display, State
from storslam.web.scored import scored
from storslam.web.teams.at_table import AtTable, at_table

View = Callable[..., HttpResponse]

MOST_LETTERS = 60

# Tricks as they are said at the table, against the contract: what is sent, and what is shown.
_RELATIVES = [
    ("=", "="),
    *((f"+{over}", f"+{over}") for over in range(1, 7)),
    *((f"-{under}", f"−{under}") for under in range(1, 14)),
]
_CONTRACT = ("contract", "level", "strain", "doubling")


def of_seat(view: View) -> View:
    """The view with the event and the place, for who has the seat's code."""

    @wraps(view)
    def guarded(
        request: HttpRequest, slug: str, section: str, table: str, seat: str, token: str
    ) -> HttpResponse:
        events = Event.objects.exclude(state=State.DRAFT).select_related("stage__season")
        event = get_object_or_404(events, slug=slug)
        place = Place(int(section), int(table), seat)
        known = codes.same(token, codes.token(event, place))
        # A section's number goes with it: who seats anew by other sections makes its codes void.
        if not (known and event.sections.filter(number=place.section).exists()):
            return _stranger(request, event)
        response = view(request, event, place)
        response.headers["Cache-Control"] = "no-store"
        return response

    return guarded


def _stranger(request: HttpRequest, event: Event) -> HttpResponse:
    if _wants_json(request):
        return JsonResponse({"refused": _("This code is not valid any more.")}, status=403)
    return render(request, "storslam/table/stranger.html", {"event": event}, status=403)


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


def address(event: Event, place: Place, name: str = "table") -> str:
    """The address of the seat's page."""
    token = codes.token(event, place)
    return reverse(name, args=[event.slug, place.section, place.table, place.seat, token])


def login(request: HttpRequest, slug: str) -> HttpResponse:
    """Table, seat and PIN, where the code cannot be scanned."""
    events = Event.objects.exclude(state=State.DRAFT)
    event = get_object_or_404(events, slug=slug)
    form = SeatCodeForm(event, request.POST or None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        place = Place(given["section"].number, given["table"], given["seat"])
        # By seat and address: who guesses from elsewhere does not lock the hall out.
        key = f"{event.pk}.{place.path}.{request.META['REMOTE_ADDR']}"
        limit = {"action": "pin", "key": key}
        if not ratelimit.consume(request, dry_run=True, **limit):
            return render(request, "429.html", status=429)
        if codes.same(given["pin"], codes.pin(event, place)):
            return redirect(address(event, place))
        # Only what fails is counted: a whole hall may come from one address.
        ratelimit.consume(request, **limit)
        _tell_pin(event, place)
        form.add_error("pin", _("That is not the PIN of this seat."))
    status = 400 if form.is_bound else 200
    context = {"event": event, "form": form}
    return render(request, "storslam/table/login.html", context, status=status)


def _tell_pin(event: Event, place: Place) -> None:
    """Tell the director of a wrong PIN, once a minute."""
    key = f"pin-{place.path}-{timezone.now():%Y%m%d%H%M}"
    tables.tell(event, place, None, key, _("a wrong PIN was typed"), CallKind.ENTRY)


@require_safe
@of_seat
def screen(request: HttpRequest, event: Event, place: Place) -> HttpResponse:
    """What the seat has to do now."""
    now = tables.table_now(event, place)
    return render(request, "storslam/table/screen.html", _context(event, place, now))


def _context(event: Event, place: Place, now: TableNow) -> dict[str, Any]:
    side, teams = tables.side_of(place.seat), at_table(event, now.table)
    context: dict[str, Any] = {
        "event": event,
        "place": place,
        "side": side,
        "seat": parse_seat(place.seat),
        "section": event.sections.filter(number=place.section).first(),
        "now": now,
        "teams": teams,
        "mark": _mark(event, now, teams),
        "call_key": uuid4().hex,
        "paths": {
            name: address(event, place, name)
            for name in (
                "table_enter",
                "table_confirm",
                "table_call",
                "table_mark",
                "table_systems",
            )
        },
    }
    if now.round is None or now.table is None:
        return context
    time = rounds.left(now.round, timezone.now())
    ours, theirs = now.table.ns, now.table.ew
    if side is Side.EW:
        ours, theirs = theirs, ours
    done = not any(board.waits for board in now.boards)
    return context | {
        "round": now.round.number,
        "seats": SEATS,
        "strains": list(Strain),
        "suits_led": sorted(Suit, reverse=True),
        "ranks": RANKS,
        "relatives": _RELATIVES,
        "boards": [_board(event, side, board, teams) for board in now.boards],
        "seconds": int(time.total_seconds()) if time is not None else None,
        "ours": ours,
        "theirs": theirs,
        "done": done,
        "next": tables.next_table(event, ours.code) if done and ours else None,
    }


def _board(event: Event, side: Side, now: BoardNow, teams: AtTable | None) -> dict[str, Any]:
    """A board for the screen; its other results only where the event lets a table see them."""
    number = now.board.number
    version = now.version if now.payload.outcome is not None else None
    own = version is not None and bool(version.seat) and tables.side_of(version.seat) is side
    return {
        "now": now,
        "version": version,
        "own": own,
        "key": uuid4().hex,
        "others": _others(event, number) if version and not teams and _told(event, now) else [],
        "compared": teams.compared.get(number) if teams else None,
    }


def _told(event: Event, now: BoardNow) -> bool:
    return event.display == Display.AT_ONCE or now.board.number in scored(event).open_boards


def _others(event: Event, number: int) -> list[Any]:
    """The results of a board."""
    return [
        one
        for board in scored(event).boards(number)
        for one in board.results
        if one.line.outcome is not None
    ]


def _mark(event: Event, now: TableNow, teams: AtTable | None) -> str:
    """Changes as soon as something on the seat's screen does."""
    said_ = [
        (one.board.number, one.version and one.version.number, one.confirmed, one.held)
        for one in now.boards
    ]
    clock = now.round and (now.round.number, now.round.minutes, now.round.paused, now.round.held)
    told: object = event.display == Display.AT_ONCE and event.stamp
    if teams:
        told = teams.match.now.result, teams.seats, teams.told
    text = repr((event.state, clock, now.table and now.table.pk, said_, told))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@require_safe
@of_seat
def mark(request: HttpRequest, event: Event, place: Place) -> HttpResponse:  # noqa: ARG001
    """The mark of what the seat's screen shows, for the phone to ask for."""
    now = tables.table_now(event, place)
    return JsonResponse({"mark": _mark(event, now, at_table(event, now.table))})


@require_POST
@of_seat
def enter(request: HttpRequest, event: Event, place: Place) -> HttpResponse:
    """A result from the seat."""

    def act() -> Answer:
        sent = Sent(
            _number(request, "round"), _number(request, "board"), _play(request), _key(request)
        )
        return tables.enter(event, place, sent)

    return _answered(request, event, place, act)


@require_POST
@of_seat
def confirm(request: HttpRequest, event: Event, place: Place) -> HttpResponse:
    """The seat confirms what the other side entered."""

    def act() -> Answer:
        numbers = [_number(request, name) for name in ("round", "board", "version")]
        return tables.confirm(event, place, *numbers)

    return _answered(request, event, place, act)


@require_POST
@of_seat
def call(request: HttpRequest, event: Event, place: Place) -> HttpResponse:
    """The table calls the director."""
    if not _may_tell(request, event, place):
        return _told_seat(request, event, place, _("The director has been called already."), 400)
    now = tables.table_now(event, place)
    number = now.round.number if now.round else None
    tables.tell(event, place, number, _key(request), "", CallKind.DIRECTOR)
    return _told_seat(request, event, place, _("The director is called."), 200)


def _whole(request: HttpRequest) -> bool:
    """Whether the form is filled in: of one that is not, only the phone is told."""
    given = request.POST
    return "contract" in given or all(given.get(n) for n in ("level", "strain", "tricks"))


def _may_tell(request: HttpRequest, event: Event, place: Place) -> bool:
    """Whether the director is to hear of it: a phone gone mad would drown the others."""
    return bool(ratelimit.consume(request, action="tell", key=f"{event.pk}.{place.path}"))


def _answered(
    request: HttpRequest, event: Event, place: Place, act: Callable[[], Answer]
) -> HttpResponse:
    """What became of it, in words; what is refused is told to the director, too."""
    try:
        answer = act()
    except StorslamError as error:
        if _whole(request) and _may_tell(request, event, place):
            text = f"{_sent(request)}: {said(error)}"
            key = f"refused-{_key(request)}"
            round_ = tables.table_now(event, place).round
            tables.tell(event, place, round_ and round_.number, key, text, CallKind.ENTRY)
        return _told_seat(request, event, place, said(error), 400)
    return _told_seat(request, event, place, _words(answer), 200, done=answer.done.value)


def _words(answer: Answer) -> str:
    if answer.done is Done.HELD:
        return _("That is not what is recorded: the director has been told and will decide.")
    if answer.late:
        return _("Recorded. The round was closed: the director has been told.")
    if answer.done is Done.CONFIRMED:
        return _("Recorded and confirmed.")
    return _("Recorded. The opponents confirm it.")


def _told_seat(
    request: HttpRequest, event: Event, place: Place, text: str, status: int, **more: str
) -> HttpResponse:
    if _wants_json(request):
        return JsonResponse({("said" if status == 200 else "refused"): text, **more}, status=status)
    (messages.success if status == 200 else messages.error)(request, text)
    return redirect(address(event, place))


def _number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise StorslamError("the form is not complete")
    return int(text)


def _key(request: HttpRequest) -> str:
    """The key of the attempt; one of its own for a form that has none."""
    key = request.POST.get("key", "")
    whole = key.isascii() and key.isalnum() and len(key) <= MOST_LETTERS
    return key if key and whole else uuid4().hex


def _play(request: HttpRequest) -> Play:
    """What was played, as the form says."""
    given = {
        name: request.POST.get(name, "")[:MOST_LETTERS].strip()
        for name in (*_CONTRACT, "declarer", "tricks", "lead_suit", "lead_rank")
    }
    if not (given["contract"] or (given["level"] and given["strain"])):
        raise StorslamError("the form is not complete")
    contract = given["contract"] or given["level"] + given["strain"] + given["doubling"]
    seat = parse_seat(given["declarer"]) if given["declarer"] else None
    made = parse_contract(contract, seat)
    if made is PASSED_OUT:
        return Play(made, 0)
    if not given["tricks"]:
        raise StorslamError("the tricks are missing")
    led = given["lead_suit"] + given["lead_rank"]
    lead = parse_card(led) if led else None
    return Play(made, parse_tricks(given["tricks"], made), lead)


def _sent(request: HttpRequest) -> str:
    """What was sent, for the director to read."""
    names = ("round", "board", *_CONTRACT, "declarer", "tricks")
    return " ".join(filter(None, (request.POST.get(name, "")[:MOST_LETTERS] for name in names)))


def current_events() -> Any:
    """The events in which a round is open, for who has come without a code."""
    open_ = Q(rounds__opened__isnull=False, rounds__closed=None)
    return Event.objects.filter(open_, state=State.RUNNING).distinct().order_by("name")


@require_safe
def doors(request: HttpRequest) -> HttpResponse:
    """Which event the phone is for."""
    found = list(current_events())
    if len(found) == 1:
        return redirect("table_login", found[0].slug)
    return render(request, "storslam/table/doors.html", {"events": found})
