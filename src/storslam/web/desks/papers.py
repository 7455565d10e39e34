"""The papers of an event: every document in both languages, and which printed ones are old."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override
from django.views.decorators.http import require_POST, require_safe

from storslam.printing import Head, head_of
from storslam.web.desks.director import of_director
from storslam.web.desks.table import address
from storslam.web.hall import sheets
from storslam.web.models import Event, Printed
from storslam.web.paper import made, whole
from storslam.web.scored import differences, scored
from storslam.web.shown import version
from storslam.web.teams.kinds import is_teams


@dataclass(frozen=True, slots=True)
class Asked:
    """A document asked for: of what event, in which language, for phones at which address."""

    event: Event
    lang: str
    base: str

    @property
    def head(self) -> Head:
        return head_of(scored(self.event).event, version(self.event))

    @property
    def festive(self) -> Head:
        """The head with the day written out."""
        day = self.event.date and date_format(self.event.date, "j F Y")
        return Head(
            self.event.name, ", ".join(filter(None, (self.event.site, day))), self.head.foot
        )


Given = tuple[tuple[Any, ...], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Paper:
    """A document that can be printed: its address, its name, and what its function is given.

    `of_results`: whether it is old as soon as a result changes; else only when the seating, the
    people or the like do.
    """

    kind: str
    name: Promise
    document: str
    given: Callable[[Asked], Given]
    of_results: bool

    def mark(self, event: Event) -> str:
        """The mark of that state of the event that the document shows."""
        return event.stamp if self.of_results else event.frame


def _start_list(order: str) -> Callable[[Asked], Given]:
    return lambda asked: ((asked.head, sheets.starters(asked.event), asked.lang, order), {})


def _guide_cards(asked: Asked) -> Given:
    people = scored(asked.event).event.contestants
    return (asked.head, people, sheets.sections(asked.event), asked.lang), {}


def _table_cards(asked: Asked) -> Given:
    event, base = asked.event, asked.base.rstrip("/")
    codes = sheets.seat_codes(event, lambda place: base + address(event, place))
    door = base + reverse("table_login", args=[event.slug])
    return (asked.head, sheets.sections(event), asked.lang, codes, door), {}


def _travellers(asked: Asked) -> Given:
    event = asked.event
    return (asked.head, sheets.boards(event), sheets.sections(event), asked.lang), {}


def _private_scores(asked: Asked) -> Given:
    event, people = asked.event, scored(asked.event).event.contestants
    way = sheets.sections(event)
    return (asked.head, people, way, sheets.boards(event), asked.lang), {}


def _scored(asked: Asked) -> Given:
    now = scored(asked.event)
    return (now.event, whole(now.standing), asked.lang), {"foot": version(asked.event)}


def _result_list(asked: Asked) -> Given:
    given, told = _scored(asked)
    return given, {**told, "honours": sheets.honours(asked.event, scored(asked.event))}


def _certificates(asked: Asked) -> Given:
    return (asked.festive, sheets.awarded(asked.event, scored(asked.event)), asked.lang), {}


_PAPERS = (
    Paper("startlista", _("Start list by name"), "start_list", _start_list("name"), False),
    Paper("bordslista", _("Start list by table"), "start_list", _start_list("table"), False),
    Paper("guidekort", _("Guide cards"), "guide_cards", _guide_cards, False),
    Paper("bordskort", _("Table cards"), "table_cards", _table_cards, False),
    Paper("brickkort", _("Travellers"), "travellers", _travellers, False),
    Paper("eget-kort", _("Scorecards to fill in"), "private_scores", _private_scores, False),
    Paper("resultat", _("Result list"), "result_list", _result_list, True),
    Paper("brickor", _("Board list"), "board_list", _scored, True),
    Paper("scorekort", _("Scorecards"), "scorecards", _scored, True),
    Paper("diplom", _("Certificates"), "certificates", _certificates, True),
)
PAPERS = {paper.kind: paper for paper in _PAPERS}
_OF_TEAMS = {"bordskort"}


def offered(event: Event) -> dict[str, Paper]:
    """The documents of an event by kind; those of pairs say nothing of matches of teams."""
    if is_teams(event):
        return {kind: PAPERS[kind] for kind in _OF_TEAMS}
    return PAPERS


@require_safe
@of_director
def papers(request: HttpRequest, event: Event) -> HttpResponse:
    """Every document, with what was last printed of it."""
    context = {
        "event": event,
        "base": request.build_absolute_uri("/"),
        "languages": settings.LANGUAGES,
        "papers": [_row(event, paper) for paper in offered(event).values()],
    }
    return render(request, "storslam/desk/papers.html", context)


def _row(event: Event, paper: Paper) -> tuple[Paper, list[tuple[Printed, bool]]]:
    """The document with its last printing in each language, and whether that is old."""
    latest: dict[str, Printed] = {}
    for printed in Printed.objects.filter(event=event, kind=paper.kind):
        latest.setdefault(printed.lang, printed)
    return paper, [(one, one.stamp != paper.mark(event)) for one in latest.values()]


@require_POST
@of_director
def print_(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    """The document as PDF, noted as printed."""
    paper, lang = offered(event).get(kind), request.POST.get("lang", "")
    if paper is None or lang not in dict(settings.LANGUAGES):
        raise Http404
    base = request.POST.get("base", "")[:100] or request.build_absolute_uri("/")
    printed = Printed(
        event=event,
        kind=kind,
        lang=lang,
        version=event.version,
        stamp=paper.mark(event),
        when=timezone.now(),
        who=request.user.get_username(),
    )
    with override(lang):
        given, told = paper.given(Asked(event, lang, base))
    response = HttpResponse(made(paper.document, *given, **told), "application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{event.slug}-{kind}-{lang}.pdf"'
    printed.save()
    return response


@require_safe
@of_director
def outdated(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """What differs between a printed document and the event now (S-10)."""
    printed = get_object_or_404(Printed, pk=pk, event=event)
    context = {
        "event": event,
        "printed": printed,
        "paper": PAPERS[printed.kind],
        "moves": differences(event, printed.when),
        "people": {who.id: who for who in scored(event).event.contestants},
    }
    return render(request, "storslam/desk/outdated.html", context)
