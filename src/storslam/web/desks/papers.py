"""The papers of an event: every document in both languages, and which printed ones are old."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db.models import Q
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
from storslam.scoring.event import Event as Played
from storslam.web import moved
from storslam.web.desks.director import of_director
from storslam.web.desks.table import address
from storslam.web.hall import sheets
from storslam.web.models import Event, Printed
from storslam.web.paper import made, whole
from storslam.web.scored import scored
from storslam.web.shown import version
from storslam.web.teams import papers as team_papers
from storslam.web.teams.cups import cup_told
from storslam.web.teams.kinds import is_teams
from storslam.web.teams.matches import TeamsNow, teams_now
from storslam.web.teams.pages import rounds_of


@dataclass(frozen=True, slots=True)
class Asked:
    """A document asked for: of what event, in which language, for phones at which address; of
    teams of which round of matches.
    """

    event: Event
    lang: str
    base: str = ""
    round: int = 0

    @property
    def head(self) -> Head:
        event = self.event
        return head_of(Played(event.name, event.site, event.date), version(event))

    @property
    def teams(self) -> TeamsNow:
        """The event of teams as it stands."""
        return teams_now(self.event)

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
    people or the like do. `of_round`: whether there is one for each round.
    """

    kind: str
    name: Promise
    document: str
    given: Callable[[Asked], Given]
    of_results: bool
    of_round: bool = False

    def mark(self, asked: Asked) -> str:
        """The mark of that state of the event that the document shows."""
        return asked.event.stamp if self.of_results else asked.event.frame

    def ready(self, asked: Asked) -> bool:  # noqa: ARG002
        """Whether there is anything to print."""
        return True


@dataclass(frozen=True, slots=True)
class TeamPaper(Paper):
    """A document of an event of teams: old as soon as it would say something else."""

    def mark(self, asked: Asked) -> str:
        """The mark of what the document says; empty where there is nothing to say any more."""
        if not self.ready(asked):
            return ""
        with override(asked.lang):
            (_head, *told), _more = self.given(asked)
        return sha256(repr(told).encode()).hexdigest()[:16]

    def ready(self, asked: Asked) -> bool:
        """Whether the round is drawn, the cup begun, the medals won."""
        if self.of_round:
            return asked.round in asked.teams.rounds
        return bool(self.given(asked)[0][1])


def _start_list(order: str) -> Callable[[Asked], Given]:
    return lambda asked: ((asked.head, sheets.starters(asked.event), asked.lang, order), {})


def _guide_cards(asked: Asked) -> Given:
    people = scored(asked.event).event.contestants
    return (asked.head, people, sheets.sections(asked.event), asked.lang), {}


def _table_cards(asked: Asked) -> Given:
    event, base = asked.event, asked.base.rstrip("/")
    codes = sheets.seat_codes(event, lambda place: base + address(event, place))
    door = base + reverse("table_login", args=[event.slug])
    names = team_papers.round_names(event)
    return (asked.head, sheets.sections(event), asked.lang, codes, door), {"names": names}


def _travellers(asked: Asked) -> Given:
    event = asked.event
    return (asked.head, sheets.boards(event), sheets.sections(event), asked.lang), {}


def _private_scores(asked: Asked) -> Given:
    event, people = asked.event, scored(asked.event).event.contestants
    way = sheets.sections(event)
    return (asked.head, people, way, sheets.boards(event), asked.lang), {}


def _result_list(asked: Asked) -> Given:
    now = scored(asked.event)
    told = {"foot": version(asked.event), "honours": sheets.honours(asked.event, now)}
    return (now.event, whole(now.standing), asked.lang), told


def _over(asked: Asked) -> Given:
    """The boards that are over everywhere, and their results: no others leave the desk on paper."""
    now = scored(asked.event)
    boards = {n: one for n, one in now.event.boards.items() if n in now.open_boards}
    results = tuple(one for one in now.standing.boards if one.board in now.open_boards)
    standing = replace(now.standing, make_boards=partial(tuple, results))
    told = {"foot": version(asked.event)}
    return (replace(now.event, boards=boards), standing, asked.lang), told


def _hand_records(asked: Asked) -> Given:
    (event, *_rest), _told = _over(asked)
    return (asked.head, event.boards, asked.lang), {}


def _certificates(asked: Asked) -> Given:
    return (asked.festive, sheets.awarded(asked.event, scored(asked.event)), asked.lang), {}


def _protocols(*, blank: bool) -> Callable[[Asked], Given]:
    return lambda asked: (
        (asked.head, team_papers.protocols(asked.teams, asked.round, blank=blank), asked.lang), {},
    )  # fmt: skip


def _slips(asked: Asked) -> Given:
    return (asked.head, team_papers.slips(asked.teams, asked.round), asked.lang), {}


def _series(asked: Asked) -> Given:
    return (asked.head, *team_papers.series(asked.teams), asked.lang), {}


def _cup(asked: Asked) -> Given:
    return (asked.head, *(cup_told(asked.teams) or (None,)), asked.lang), {}


def _medals(asked: Asked) -> Given:
    return (asked.festive, team_papers.awards(asked.teams), asked.lang), {}


def _teams(asked: Asked) -> Given:
    return (asked.head, team_papers.starters(asked.teams), asked.lang, "team"), {}


_PAPERS = (
    Paper("startlista", _("Start list by name"), "start_list", _start_list("name"), False),
    Paper("bordslista", _("Start list by table"), "start_list", _start_list("table"), False),
    Paper("guidekort", _("Guide cards"), "guide_cards", _guide_cards, False),
    Paper("bordskort", _("Table cards"), "table_cards", _table_cards, False),
    Paper("brickkort", _("Travellers"), "travellers", _travellers, False),
    Paper("eget-kort", _("Scorecards to fill in"), "private_scores", _private_scores, False),
    Paper("resultat", _("Result list"), "result_list", _result_list, True),
    Paper("brickor", _("Board list"), "board_list", _over, True),
    Paper("givar", _("Hand records"), "hand_records", _hand_records, True),
    Paper("scorekort", _("Scorecards"), "scorecards", _over, True),
    Paper("diplom", _("Certificates"), "certificates", _certificates, True),
)
PAPERS = {paper.kind: paper for paper in _PAPERS}
_OF_TEAMS = (
    TeamPaper("lag", _("Start list of teams"), "start_list", _teams, False),
    PAPERS["bordskort"],
    TeamPaper("uppstallning", _("Line-up slips"), "line_up_slips", _slips, False, True),
    TeamPaper(
        "tomma-protokoll", _("Match protocols to fill in"), "match_protocol",
        _protocols(blank=True), False, True,
    ),
    TeamPaper(
        "protokoll", _("Match protocols"), "match_protocol", _protocols(blank=False), True, True
    ),
    TeamPaper("serietabell", _("Table of the series"), "series_table", _series, True),
    TeamPaper("cuptrad", _("Tree of the cup"), "cup_tree", _cup, True),
    TeamPaper("medaljer", _("List of medals"), "medals_list", _medals, True),
)  # fmt: skip
TEAM_PAPERS = {paper.kind: paper for paper in _OF_TEAMS}


def offered(event: Event) -> dict[str, Paper]:
    """The documents of an event by kind."""
    return TEAM_PAPERS if is_teams(event) else PAPERS


@require_safe
@of_director
def papers(request: HttpRequest, event: Event) -> HttpResponse:
    """Every document, with what was last printed of it."""
    context = {
        "event": event,
        "base": request.build_absolute_uri("/"),
        "languages": settings.LANGUAGES,
        "papers": [
            row for paper in offered(event).values() if any((row := _row(event, paper))[1:])
        ],
        "rounds": rounds_of(teams_now(event)) if is_teams(event) else [],
    }
    return render(request, "storslam/desk/papers.html", context)


def _row(event: Event, paper: Paper) -> tuple[Paper, bool, list[tuple[Printed, int, bool]]]:
    """The document, whether it can be printed now, and what was last printed of it in each
    language (and of each round): of which round, and whether it is old.
    """
    latest: dict[tuple[str, str], Printed] = {}
    kinds = Q(kind=paper.kind) | Q(kind__startswith=f"{paper.kind}.")
    for printed in Printed.objects.filter(kinds, event=event):
        latest.setdefault((printed.kind, printed.lang), printed)
    asked = ((one, Asked(event, one.lang, round=_round(one.kind))) for one in latest.values())
    rows = [(one, told.round, one.stamp != paper.mark(told)) for one, told in asked]
    return paper, paper.ready(Asked(event, "", round=1)), rows


def _round(kind: str) -> int:
    """The round that a printed document is of."""
    return int(kind.partition(".")[2] or 0)


@require_POST
@of_director
def print_(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    """The document as PDF, noted as printed."""
    paper, lang = offered(event).get(kind), request.POST.get("lang", "")
    if paper is None or lang not in dict(settings.LANGUAGES):
        raise Http404
    base = request.POST.get("base", "")[:100] or request.build_absolute_uri("/")
    number = request.POST.get("round", "")
    of = int(number) if paper.of_round and re.fullmatch("[0-9]{1,3}", number) else 0
    asked = Asked(event, lang, base, of)
    if not paper.ready(asked):
        raise Http404
    printed = Printed(
        event=event,
        kind=f"{kind}.{of}" if of else kind,
        lang=lang,
        version=event.version,
        stamp=paper.mark(asked),
        when=timezone.now(),
        who=request.user.get_username(),
    )
    with override(lang):
        given, told = paper.given(asked)
    response = HttpResponse(made(paper.document, *given, **told), "application/pdf")
    name = "-".join(filter(None, (event.slug, kind, str(of or ""), lang)))
    response.headers["Content-Disposition"] = f'inline; filename="{name}.pdf"'
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
        "paper": offered(event)[printed.kind.partition(".")[0]],
        "round": _round(printed.kind),
        "moves": moved.since(event, printed.when),
        "people": {who.id: who for who in scored(event).event.contestants},
    }
    return render(request, "storslam/desk/outdated.html", context)
