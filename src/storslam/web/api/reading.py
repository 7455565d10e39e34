"""What everybody may read: seasons, events, and all that their pages show."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Router
from pydantic import TypeAdapter

from storslam.bridge.par import par
from storslam.exchange.cards import card_json
from storslam.exchange.event_json import board_json, line_json
from storslam.exchange.text import format_number
from storslam.scoring import Row, ScoredLine, scorecard
from storslam.scoring.event import BoardRecord
from storslam.scoring.event import Contestant as Who
from storslam.web import snapshots
from storslam.web.api import shapes
from storslam.web.conditional import API
from storslam.web.desks.public import kept
from storslam.web.hall.systems import systems_of
from storslam.web.models import Contestant, Event, Season
from storslam.web.models.event import State
from storslam.web.scored import Scored, shown
from storslam.web.teams.kinds import is_teams
from storslam.web.teams.matches import MatchNow, teams_shown
from storslam.web.teams.pages import table_of

router = Router()


def exact(value: Fraction | int | None) -> str | None:
    """The number as the API writes it."""
    return None if value is None else format_number(Fraction(value))


def public_event(slug: str) -> Event:
    """The published event of this slug; else Http404."""
    events = Event.objects.exclude(state=State.DRAFT).select_related("stage__season")
    return get_object_or_404(events, slug=slug)


def of_event(event: Event, body: bytes) -> HttpResponse:
    """The answer on an event, whose ETag is that of the event's state."""
    response = HttpResponse(body, content_type="application/json")
    response.headers["ETag"] = snapshots.etag(event.stamp, API)
    return response


def _json(kind: type, value: object) -> bytes:
    return TypeAdapter(kind).dump_json(value)


# --- Seasons


@router.get("/seasons", response=list[shapes.SeasonOut])
def seasons(request: HttpRequest) -> Iterable[Season]:  # noqa: ARG001
    """All seasons, the newest first."""
    return Season.objects.all()


@router.get("/seasons/{slug}/stages", response=list[shapes.StageOut])
def stages(request: HttpRequest, slug: str) -> list[shapes.StageOut]:  # noqa: ARG001
    """The stages of a season in order, each with its published events."""
    season = get_object_or_404(Season, slug=slug)
    events = season.stages.filter(events__isnull=False).exclude(events__state=State.DRAFT)
    found: dict[int, list[str]] = {}
    for pk, event in events.order_by("events__pk").values_list("pk", "events__slug"):
        found.setdefault(pk, []).append(event)
    return [
        shapes.StageOut(discipline=one.discipline, stage=one.kind, events=found.get(one.pk, []))
        for one in sorted(season.stages.all(), key=lambda stage: stage.order)
    ]


@router.get("/seasons/{slug}/events", response=list[shapes.EventOut])
def events(request: HttpRequest, slug: str) -> list[shapes.EventOut]:  # noqa: ARG001
    """The published events of a season."""
    season = get_object_or_404(Season, slug=slug)
    published = Event.objects.filter(stage__season=season).exclude(state=State.DRAFT)
    return [_event(one) for one in published.select_related("stage__season").order_by("pk")]


# --- An event


def _event(event: Event) -> shapes.EventOut:
    names = ("slug", "name", "group", "date", "site", "state", "method", "winners")
    told = {name: getattr(event, name) for name in (*names, "version", "changed", "frozen")}
    stage = event.stage
    return shapes.EventOut(
        **told,
        season=stage.season.slug,
        discipline=stage.discipline,
        stage=stage.kind,
        teams=is_teams(event),
    )


@router.get("/events/{slug}", response=shapes.EventOut)
def event(request: HttpRequest, slug: str) -> HttpResponse:  # noqa: ARG001
    """An event."""
    found = public_event(slug)
    return of_event(found, _json(shapes.EventOut, _event(found)))


@router.get("/events/{slug}/contestants", response=list[shapes.ContestantOut])
def contestants(request: HttpRequest, slug: str) -> HttpResponse:  # noqa: ARG001
    """Who plays, with names and clubs."""
    found = public_event(slug)
    told = [_contestant(one) for one in found.contestants.prefetch_related("members")]
    return of_event(found, _json(list[shapes.ContestantOut], told))


def _contestant(one: Contestant) -> shapes.ContestantOut:
    players = [shapes.PlayerOut(name=m.name, club=m.club) for m in one.members.all()]
    told = {"code": one.code, "name": str(one), "standing": one.standing}
    return shapes.ContestantOut(**told, players=players)


@router.get("/events/{slug}/contestants/{path:code}", response=shapes.CardOut)
def card(request: HttpRequest, slug: str, code: str) -> HttpResponse:  # noqa: ARG001
    """A contestant's scorecard, of boards that everybody has played."""
    found = public_event(slug)
    who = get_object_or_404(found.contestants.prefetch_related("members"), code=code)
    now = shown(found)
    row = now.row(code)
    played = [entry.result for entry in scorecard(now.standing, code)]
    told = shapes.CardOut(
        contestant=_contestant(who),
        row=_row(row, str(who)) if row and not is_teams(found) else None,
        results=[_result(one) for one in played if one.line.board in now.open_boards],
    )
    return of_event(found, _json(shapes.CardOut, told))


@router.get("/events/{slug}/standing", response=shapes.StandingOut)
def standing(request: HttpRequest, slug: str) -> HttpResponse:  # noqa: ARG001
    """The standing as everybody sees it; of teams the table."""
    found = public_event(slug)
    return of_event(found, kept(found, "api.standing", lambda: _standing(found)))


def _standing(event: Event) -> bytes:
    rows = _table(event) if is_teams(event) else _rows(shown(event))
    told = shapes.StandingOut(event=event.slug, version=event.version, rows=rows)
    return _json(shapes.StandingOut, told)


def _rows(now: Scored) -> list[shapes.RowOut]:
    names = {who.id: _name(who) for who in now.event.contestants}
    return [_row(row, names[row.id]) for row in now.standing.rows]


def _name(who: Who) -> str:
    return who.name or " – ".join(player.name for player in who.players) or who.id


def _row(row: Row, name: str) -> shapes.RowOut:
    return shapes.RowOut(
        place=row.place,
        code=row.id,
        name=name,
        side=row.side.value if row.side else None,
        played=row.boards_played,
        total=exact(row.total),
        percent=exact(row.percent),
    )


def _table(event: Event) -> list[shapes.RowOut]:
    return [
        shapes.RowOut(
            place=row.place if row else "",
            code=team.code,
            name=str(team),
            played=row.matches if row else 0,
            total=exact(row.vp) if row else None,
        )
        for row, team in table_of(teams_shown(event))
    ]


@router.get("/events/{slug}/boards", response=list[shapes.BoardOut])
def boards(request: HttpRequest, slug: str) -> HttpResponse:  # noqa: ARG001
    """The boards; cards and double-dummy tricks of those that everybody has played."""
    found = public_event(slug)
    now = shown(found)
    told = [_board(now, number) for number in now.event.boards]
    return of_event(found, _json(list[shapes.BoardOut], told))


def _board(now: Scored, number: int) -> shapes.BoardOut:
    told = number in now.open_boards
    row = board_json(now.event.boards[number])
    if not told:
        return shapes.BoardOut(**{**row, "deal": "", "tricks": ""}, told=False)
    return shapes.BoardOut(**row, told=True, **_par(now.event.boards[number]))


def _par(record: BoardRecord) -> dict[str, Any]:
    found = par(record.board, record.tricks)
    if found is None:
        return {}
    contracts = [f"{one} {one.declarer.value}" for one in found.contracts]
    return {"par": found.score, "par_contracts": contracts}


@router.get("/events/{slug}/results", response=list[shapes.ResultOut])
def results(request: HttpRequest, slug: str) -> HttpResponse:  # noqa: ARG001
    """Every result of the boards that everybody has played."""
    found = public_event(slug)
    return of_event(found, kept(found, "api.results", lambda: _results(found)))


def _results(event: Event) -> bytes:
    now = shown(event)
    told = [
        _result(one)
        for board in now.standing.boards
        if board.board in now.open_boards
        for one in board.results
    ]
    return _json(list[shapes.ResultOut], told)


@router.get("/events/{slug}/boards/{int:number}", response=list[shapes.ResultOut])
def board(request: HttpRequest, slug: str, number: int) -> HttpResponse:  # noqa: ARG001
    """The results of a board; none before everybody has played it."""
    found = public_event(slug)
    now = shown(found)
    if number not in now.event.boards:
        raise Http404
    scored = now.boards(number) if number in now.open_boards else []
    told = [_result(one) for part in scored for one in part.results]
    return of_event(found, _json(list[shapes.ResultOut], told))


def _result(one: ScoredLine) -> shapes.ResultOut:
    points = {"ns_points": exact(one.ns), "ew_points": exact(one.ew), "top": one.top}
    return shapes.ResultOut(**line_json(one.line), **points)


@router.get("/events/{slug}/matches", response=list[shapes.MatchOut])
def matches(request: HttpRequest, slug: str) -> HttpResponse:  # noqa: ARG001
    """The matches of an event of teams; of pairs there are none."""
    found = public_event(slug)
    told = [_match(one) for one in teams_shown(found).matches] if is_teams(found) else []
    return of_event(found, _json(list[shapes.MatchOut], told))


def _match(one: MatchNow) -> shapes.MatchOut:
    result = one.result
    names = ("boards", "compared", "absent", "winner")
    numbers = ("imps_home", "imps_away", "vp_home", "vp_away")
    more = {name: getattr(result, name) for name in names} if result else {}
    more |= {name: exact(getattr(result, name)) for name in numbers} if result else {}
    told = {"round": one.row.round, "phase": one.row.phase, "home": one.home, "away": one.away}
    return shapes.MatchOut(**told, finished=one.finished, **more)


@router.get("/events/{slug}/cards", response=list[shapes.SystemOut])
def cards(request: HttpRequest, slug: str) -> HttpResponse:  # noqa: ARG001
    """The declaration cards of the event's contestants."""
    found = public_event(slug)
    told = [
        shapes.SystemOut(
            contestant=row.contestant.code,
            dots=one.system.dots,
            system_class=one.system.system_class,
            card=card_json(one.card),
        )
        for row in systems_of(found)
        for one in row.played
    ]
    return HttpResponse(_json(list[shapes.SystemOut], told), content_type="application/json")
