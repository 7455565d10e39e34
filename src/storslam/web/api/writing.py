"""What programs write: results, entries, rows of the registry, and bundles."""

from collections.abc import Callable
from typing import TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from storslam.bridge import (
    PASSED_OUT,
    duplicate_score,
    parse_card,
    parse_contract,
    parse_seat,
    parse_tricks,
)
from storslam.bridge import Board as PlayedBoard
from storslam.errors import StorslamError
from storslam.exchange.faults import SheetFaults
from storslam.exchange.outcomes import parse_outcome
from storslam.exchange.registry import read_players
from storslam.exchange.seating import group_name
from storslam.scoring.event import Play, Score
from storslam.web.acts import entries, registry
from storslam.web.api import shapes
from storslam.web.api.auth import Bearer, Key, allow, once
from storslam.web.api.problems import Problem
from storslam.web.api.reading import router
from storslam.web.faults import said
from storslam.web.hall import bundle
from storslam.web.models import (
    Board,
    Conflict,
    District,
    Entry,
    Event,
    Player,
    Scope,
    Season,
    Table,
    Token,
    rosters,
)
from storslam.web.payload import Payload, check_awards
from storslam.web.results import record_result

T = TypeVar("T")


def token_in(request: HttpRequest) -> Token:
    """The token that the program has shown."""
    token: Token = request.auth  # type: ignore[attr-defined]
    return token


def at(pointer: str, parse: Callable[[], T]) -> T:
    """What `parse` gives; its error tells where in what was sent it belongs."""
    try:
        return parse()
    except StorslamError as error:
        error.pointer = pointer  # type: ignore[attr-defined]
        raise


# --- Results


@router.get("/events/{slug}/tables", auth=Bearer(Scope.RESULTS), response=list[shapes.TableOut])
def tables(request: HttpRequest, slug: str) -> list[shapes.TableOut]:
    """The seating as it is known, with the version of each result: what a result is sent with."""
    event = _event_for(request, slug)
    rows = event.results.order_by("board__number").values_list("table", "board__number", "version")
    versions: dict[int, dict[str, int]] = {}
    for table, board, version in rows:
        versions.setdefault(table, {})[str(board)] = version
    seats = Table.objects.filter(round__event=event).select_related("round", "section", "ns", "ew")
    return [
        shapes.TableOut(
            round=one.round.number,
            section=one.section.name,
            table=one.number,
            ns=one.ns.code,
            ew=one.ew.code if one.ew else None,
            boards=list(one.boards),
            versions=versions.get(one.pk, {}),
        )
        for one in seats
    ]


@router.post(
    "/events/{slug}/results",
    auth=Bearer(Scope.RESULTS),
    response={200: shapes.Recorded, 202: shapes.Recorded},
)
def record(request: HttpRequest, slug: str, sent: shapes.ResultIn, key: Key) -> HttpResponse:
    """Record a result as a director does. 202: another is there, and a director will decide."""
    event = _event_for(request, slug)

    def act(key: str) -> tuple[int, shapes.Recorded]:
        table = at("#/table", lambda: _table(event, sent))
        board = at("#/board", lambda: _board(event, sent.board))
        payload, who = _payload(event, board.value, sent), str(token_in(request))
        made = record_result(
            event, board, table, payload, key, sent.expected_version, who, sent.reason
        )
        return _recorded(made)

    return once(request, key, request.body, act)


def _event_for(request: HttpRequest, slug: str) -> Event:
    """The event of this slug that the token is for."""
    event = get_object_or_404(Event.objects.select_related("stage__season"), slug=slug)
    allow(token_in(request), event)
    return event


def _table(event: Event, sent: shapes.ResultIn) -> Table:
    tables = Table.objects.select_related("round", "section", "ns", "ew")
    where = {"round__number": sent.round, "section__name": sent.section, "number": sent.table}
    found = tables.filter(round__event=event, **where).first()
    if found is None:
        raise StorslamError(
            "there is no table %(table)s in section '%(section)s' in round %(round)s",
            table=sent.table,
            section=sent.section,
            round=sent.round,
        )
    return found


def _board(event: Event, number: int) -> Board:
    found = event.boards.filter(number=number).first()
    if found is None:
        raise StorslamError("there is no board %(board)s", board=number)
    return found


def _recorded(made: object) -> tuple[int, shapes.Recorded]:
    if isinstance(made, Conflict):
        return 202, shapes.Recorded(version=made.result.version, held=True)
    return 200, shapes.Recorded(version=made.number, held=False)  # type: ignore[attr-defined]


def _payload(event: Event, board: PlayedBoard, sent: shapes.ResultIn) -> Payload:
    play = _play(sent)
    given = (sent.score, sent.ns_award, sent.ew_award)
    outcome = at("#/score", lambda: parse_outcome(*given, board))
    if outcome is None and play is None:
        raise StorslamError("say what was played: a contract, a score or awards")
    if outcome is None and play is not None:
        outcome = Score(duplicate_score(play.contract, play.tricks, board.vulnerability))
    at("#/ns_award", lambda: check_awards(outcome, event.method))
    return Payload(outcome, play, at("#/group", lambda: group_name(sent.group)))


def _play(sent: shapes.ResultIn) -> Play | None:
    if not sent.contract:
        return None
    seat = at("#/declarer", lambda: parse_seat(sent.declarer)) if sent.declarer else None
    made = at("#/contract", lambda: parse_contract(sent.contract, seat))
    if made is not PASSED_OUT and not sent.tricks:
        at("#/tricks", _no_tricks)
    tricks = at("#/tricks", lambda: parse_tricks(sent.tricks, made))
    lead = at("#/lead", lambda: parse_card(sent.lead)) if sent.lead else None
    return Play(made, tricks, lead)


def _no_tricks() -> None:
    raise StorslamError("the tricks are missing")


# --- Entries


@router.get(
    "/seasons/{slug}/entries",
    auth=Bearer(Scope.ENTRIES),
    response=list[shapes.EntryOut],
)
def entered(request: HttpRequest, slug: str) -> list[shapes.EntryOut]:
    """The entries of the season that the token is for; of a district's token its own."""
    season, token = _season_for(request, slug), token_in(request)
    found = Entry.objects.filter(stage__season=season).select_related("stage", "district")
    if token.district is not None:
        found = found.filter(district=token.district)
    return [_entry(one) for one in found.prefetch_related(rosters())]


def _season_for(request: HttpRequest, slug: str) -> Season:
    """The season of this slug that the token is for, as a whole or for its district."""
    season = get_object_or_404(Season, slug=slug)
    if token_in(request).season_id != season.pk:
        raise Problem(403)
    return season


def _entry(entry: Entry, findings: list[entries.Finding] | None = None) -> shapes.EntryOut:
    return shapes.EntryOut(
        id=entry.pk,
        discipline=entry.stage.discipline,
        stage=entry.stage.kind,
        district=entry.district and entry.district.code,
        name=str(entry),
        state=entry.state,
        players=[row.player.number for row in entry.roster.all()],
        warnings=[finding.text for finding in findings or ()],
    )


@router.post(
    "/seasons/{slug}/entries",
    auth=Bearer(Scope.ENTRIES),
    response={201: shapes.EntryOut},
)
def enter(request: HttpRequest, slug: str, sent: shapes.EntryIn, key: Key) -> HttpResponse:
    """Enter a pair or a team; what the rules say against it is told, all at once."""
    season = _season_for(request, slug)

    def act(key: str) -> tuple[int, shapes.EntryOut]:
        stage = get_object_or_404(season.stages, discipline=sent.discipline, kind=sent.stage)
        district = _district(sent.district, token_in(request))
        players, who = _players(sent.players), str(token_in(request))
        more = {"name": sent.name, "a_system": sent.a_system}
        try:
            made, findings = entries.enter(stage, players, district, who, key, **more)
        except entries.Refused as refused:
            told = [{"detail": one.text} for one in refused.findings]
            raise Problem(422, said(refused), errors=told) from refused
        return 201, _entry(made, findings)

    return once(request, key, request.body, act)


def _district(code: str, token: Token) -> District | None:
    found = District.objects.filter(code=code).first() if code else None
    if token.district is not None and found != token.district:
        raise Problem(403, pointer="#/district")
    if code and found is None:
        at("#/district", lambda: _no_district(code))
    return found


def _no_district(code: str) -> None:
    raise StorslamError("there is no district '%(text)s'", text=code)


def _players(numbers: list[str]) -> list[Player]:
    known = Player.objects.in_bulk(numbers, field_name="number")
    for index, number in enumerate(numbers):
        if number not in known:
            at(f"#/players/{index}", lambda: _no_player(number))  # noqa: B023 - called at once
    return [known[number] for number in numbers]


def _no_player(number: str) -> None:
    raise StorslamError("nobody in the registry has the member number %(number)s", number=number)


@router.post(
    "/seasons/{slug}/entries/{int:pk}/withdraw",
    auth=Bearer(Scope.ENTRIES),
    response=shapes.EntryOut,
)
def withdraw(request: HttpRequest, slug: str, pk: int, key: Key) -> HttpResponse:
    """Withdraw an entry; a second time changes nothing."""
    season, token = _season_for(request, slug), token_in(request)
    found = Entry.objects.filter(stage__season=season).select_related("stage", "district")
    entry = get_object_or_404(found, pk=pk)
    if token.district is not None and entry.district != token.district:
        raise Problem(403)

    def act(_key: str) -> tuple[int, shapes.EntryOut]:
        entries.withdraw(entry, str(token))
        entry.refresh_from_db(fields=["state"])
        return 200, _entry(entry)

    return once(request, key, b"", act)


# --- The registry


@router.post(
    "/seasons/{slug}/registry",
    auth=Bearer(Scope.REGISTRY),
    response=shapes.Imported,
)
def change_registry(
    request: HttpRequest, slug: str, sent: shapes.RegistryIn, key: Key
) -> HttpResponse:
    """Store rows of the registry, all of them or none; what a row leaves empty stays as it is."""
    season = _season_for(request, slug)

    def act(_key: str) -> tuple[int, shapes.Imported]:
        done = registry.store(season, _rows(sent, season), str(token_in(request)))
        counts = {"new": len(done.new), "changed": len(done.changes)}
        return 200, shapes.Imported(**counts, unchanged=done.unchanged)

    return once(request, key, request.body, act)


def _rows(sent: shapes.RegistryIn, season: Season) -> list[registry.RegistryPlayer]:
    """The rows as the Federation's file would give them; Problem with all that is wrong in them."""
    columns = {name: name for name in shapes.PlayerIn.model_fields}
    rows = [(index, row.model_dump()) for index, row in enumerate(sent.players)]
    try:
        return read_players(rows, columns, "", season.edition.districts())
    except SheetFaults as faults:
        errors = [
            {"pointer": f"#/players/{one.line}/{one.column}", "detail": said(one)}
            for one in faults.faults
        ]
        raise Problem(422, errors[0]["detail"], pointer=errors[0]["pointer"], errors=errors) from (
            faults
        )


# --- Bundles


@router.post(
    "/events/{slug}/bundle/out",
    auth=Bearer(Scope.BUNDLE),
    response=dict,
)
def take_out(request: HttpRequest, slug: str) -> HttpResponse:
    """The event as a bundle, to be run elsewhere; it counts as away from now on.

    It holds the secret that the tables' codes are made of: keep it like a password.
    """
    event = _event_for(request, slug)
    content = bundle.take_out(event, str(token_in(request)))
    return HttpResponse(content, content_type="application/json")


@router.post(
    "/events/{slug}/bundle",
    auth=Bearer(Scope.BUNDLE),
    response=shapes.Brought,
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": {"type": "object"}}},
        }
    },
)
def bring(request: HttpRequest, slug: str, key: Key, keep_away: bool = False) -> HttpResponse:
    """Merge a bundle of this event into it. `keep_away`: it goes on being run elsewhere."""
    event = _event_for(request, slug)
    content = request.read()  # of a size that the API takes; `body` would be bounded as a form's

    def act(_key: str) -> tuple[int, shapes.Brought]:
        if bundle.known(content) != event:
            raise StorslamError("this is the bundle of another event")
        done = bundle.bring(content, str(token_in(request)), keep_away=keep_away)
        return 200, shapes.Brought(event=done.event.slug, new=done.new, counts=done.counts)

    return once(request, key, content, act)
