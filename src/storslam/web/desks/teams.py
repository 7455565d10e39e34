"""The director's desk of an event of teams: draws, choices of a cup, line-ups, walkovers."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from storslam.errors import StorslamError
from storslam.web.desks.director import of_director, warn_following
from storslam.web.faults import said
from storslam.web.forms_teams import (
    LineUpForm,
    LotForm,
    OldTeamForm,
    PenaltyForm,
    RulingForm,
    ShortenForm,
    SideForm,
)
from storslam.web.models import Event, LineUp, Match, Phase
from storslam.web.models.teams import Side
from storslam.web.teams import acts, drawing, lots, pages, played, rulings
from storslam.web.teams.cups import cup_shown
from storslam.web.teams.kinds import CUP, is_teams
from storslam.web.teams.matches import MatchNow, TeamsNow, teams_now
from storslam.web.teams.medals import medals

Act = Callable[[HttpRequest, Event], object]


def _number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) < 9):
        raise StorslamError("the form is not complete")
    return int(text)


_EVENT_ACTS: dict[str, Act] = {
    "draw": lambda r, event: drawing.draw_next(event, _number(r, "round"), r.user),
    "take-back": lambda r, event: drawing.take_back(event, r.user),
    "choose": lambda r, event: drawing.choose(
        event, r.POST.get("chooser", ""), r.POST.get("chosen", ""), r.user
    ),
    "penalise-unpaid": lambda r, event: played.penalise_unpaid(event, r.user),
    "lot": lambda r, event: lots.draw_lot(event, _valid(LotForm(r.POST))["seed"], r.user),
    "old-team": lambda r, event: played.name_champions(
        event, _valid(OldTeamForm(r.POST))["players"].splitlines(), r.user
    ),
    "own-share": lambda r, event: played.ask_share(event, r.POST.get("asked") == "1", r.user),
}


@of_director
def desk(request: HttpRequest, event: Event) -> HttpResponse:
    """What is next to draw or to choose, with the reasons; all matches."""
    if not is_teams(event):
        raise Http404
    if request.method == "POST":
        return _done(request, event, lambda: _act(request, event), "teams_desk", event.slug)
    return render(request, "storslam/teams/desk.html", desk_context(event))


def _act(request: HttpRequest, event: Event) -> None:
    act = _EVENT_ACTS.get(request.POST.get("act", ""))
    if act is None:
        raise StorslamError("the form is not complete")
    act(request, event)


def _done(
    request: HttpRequest, event: Event, act: Callable[[], object], name: str, *args: Any
) -> HttpResponse:
    """What cannot be is said on the desk."""
    try:
        act()
    except StorslamError as error:
        messages.error(request, said(error))
    else:
        messages.success(request, _("Stored."))
        warn_following(request, event)
    return redirect(name, *args)


def desk_context(event: Event) -> dict[str, Any]:
    """The desk's tables: what is proposed, whose turn it is, and the rounds."""
    now = teams_now(event)
    found, state, people = drawing.proposal(now), now.state, now.people
    choosing = state is not None and state.next == "choose"
    return {
        "event": event,
        "now": now,
        "proposal": found,
        "stale": drawing.is_stale(now) and not (state and state.kept),
        "kept": [(people[one], people[due]) for one, due in (state.kept if state else ())],
        "drawn": _drawn(now, found),
        "reasons": [
            (one, people[one.team], people[one.passed_over])
            for one in (found.reasons if found else ())
        ],
        "state": state,
        "chooser": people[state.chooser] if state and choosing else None,
        "among": [people[code] for code in state.among] if state and choosing else [],
        "level": [people[code] for code in state.by_lot] if state else [],
        "rounds": pages.rounds_of(now),
        "table": pages.table_of(now),
        "walkovers": pages.walkovers_of(now),
        "over": pages.over(now),
        "gone": pages.gone_of(now),
        "medals": medals(now),
        "cup": cup_shown(now),
        "season": event.stage.season,
        **_rules(now),
    }


def _rules(now: TeamsNow) -> dict[str, Any]:
    """What follows from who has played, and what only a lot parts."""
    event = now.event
    return {
        "cup_of": len(now.cup_field) if now.kind == CUP and now.state is None else None,
        "unpaid": (unpaid := played.unpaid_players(now)),
        "due": any(one.due for one in unpaid),
        "level_teams": lots.level_teams(now),
        "lot": event.movement.get("lot"),
        "lot_form": LotForm(initial={"seed": event.movement.get("lot")}),
        "champions": [
            (team, OldTeamForm(initial={"players": "\n".join(old)}), made and made.json)
            for team, old, made in played.champions_half(now)
        ],
        "may_ask_share": played.may_ask_share(event),
        "shares": played.shares(now),
    }


def _drawn(now: TeamsNow, found: drawing.Proposal | None) -> list[tuple[Any, ...]]:
    return [
        (m.round, Phase(m.phase).label, now.people[m.home], now.people[m.away] if m.away else None)
        for m in (found.meetings if found else ())
    ]


# --- A match


_MATCH_ACTS: dict[str, Callable[[HttpRequest, Event, int], object]] = {
    "undo-concession": lambda r, event, pk: acts.undo_concession(event, pk, r.user),
    "extra": lambda r, event, pk: acts.add_extra(event, pk, r.user),
    "withdraw": lambda r, event, _pk: acts.withdraw(event, _number(r, "penalty"), r.user),
    "concede": lambda r, event, pk: _conceded(r, event, pk),
    "shorten": lambda r, event, pk: _shortened(r, event, pk),
    "penalise": lambda r, event, pk: _penalised(r, event, pk),
    "line-up": lambda r, event, pk: _lined_up(r, event, pk),
    "rule": lambda r, event, pk: _ruled(r, event, pk),
    "undo-ruling": lambda r, event, pk: rulings.undo_ruling(event, pk, r.user),
    "announce": lambda r, event, pk: lots.announce(event, pk, r.POST.get("side", ""), r.user),
}


@of_director
def match(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """A match: who plays its halves, and what can be done about it."""
    if not is_teams(event):
        raise Http404
    if request.method == "POST":
        act = _MATCH_ACTS.get(request.POST.get("act", ""), _unknown)
        return _done(request, event, lambda: act(request, event, pk), "match_desk", event.slug, pk)
    one = acts.match_of(event, pk)
    if one.told is None:
        raise Http404
    context = {
        "event": event,
        "season": event.stage.season,
        "match": pages.shown_match(teams_now(event), one),
        "line_ups": _line_ups(one, event.stage.kind),
        "penalties": one.row.penalties.filter(withdrawn_at=None).select_related("team"),
        "concede": SideForm(one.row, prefix="c"),
        "shorten": ShortenForm(prefix="s"),
        "penalty": PenaltyForm(one.row, prefix="p"),
        "ruling": RulingForm(one.row, prefix="r", cup=one.plan.scale is None),
        "committee": rulings.committee(event),
        **_seating(event, one.row),
    }
    return render(request, "storslam/teams/match_desk.html", context)


def _seating(event: Event, row: Match) -> dict[str, Any]:
    """Who names its pairs and rooms first, and who chooses then."""
    made = lots.seating(event, row)
    teams = {Side.HOME: row.home, Side.AWAY: row.away}
    first, second = (made.result[name] for name in ("names_first", "chooses_second"))
    sides = [(side.value, team, side in acts.announced(row)) for side, team in teams.items()]
    return {
        "seating": made,
        "first": teams.get(first),
        "second": teams.get(second),
        "sides": sides,
        "announced": [team for _side, team, said in sides if said],
    }


def _unknown(_request: HttpRequest, _event: Event, _pk: int) -> None:
    raise StorslamError("the form is not complete")


def _line_ups(one: MatchNow, kind: str) -> list[tuple[int, list[tuple[str, Any, LineUpForm]]]]:
    """By half a form for each team, filled in with whom it has named."""
    named: dict[tuple[int, int], dict[tuple[bool, str], int]] = {}
    for row in LineUp.objects.filter(room__match=one.row).select_related("room", "member"):
        key = (row.room.half, row.member.contestant_id)
        named.setdefault(key, {})[row.room.closed, row.seat] = row.member_id
    sides = ((Side.HOME, one.row.home, "NSEW"), (Side.AWAY, one.row.away, "EWNS"))
    return [
        (
            half,
            [
                (
                    side.value,
                    team,
                    LineUpForm(
                        team,
                        kind,
                        initial=_initial(named, half, team.pk, seats),
                        auto_id=f"id_{half}_{side.value}_%s",
                    ),
                )
                for side, team, seats in sides
                if team is not None
            ],
        )
        for half in sorted({room.half for room in one.rooms if room.table.boards})
    ]


def _initial(named: Any, half: int, team: int, seats: str) -> dict[str, int]:
    found = named.get((half, team), {})
    places = [(False, seats[0]), (False, seats[1]), (True, seats[2]), (True, seats[3])]
    names = ("open_one", "open_other", "closed_one", "closed_other")
    return {name: found[p] for name, p in zip(names, places, strict=True) if p in found}


def _valid(form: Form) -> dict[str, Any]:
    if not form.is_valid():
        raise StorslamError("the form is not complete")
    return form.cleaned_data


def _conceded(request: HttpRequest, event: Event, pk: int) -> None:
    given = _valid(SideForm(acts.meeting(event, pk), request.POST, prefix="c"))
    acts.concede(event, pk, given["side"], given["why"], request.user)


def _shortened(request: HttpRequest, event: Event, pk: int) -> None:
    given = _valid(ShortenForm(request.POST, prefix="s"))
    acts.shorten(event, pk, given["boards"], given["why"], request.user)


def _penalised(request: HttpRequest, event: Event, pk: int) -> None:
    given = _valid(PenaltyForm(acts.meeting(event, pk), request.POST, prefix="p"))
    vp, imps = given["vp"] or Decimal(), given["imps"] or 0
    acts.penalise(event, pk, given["side"], vp, imps, given["why"], request.user)


def _ruled(request: HttpRequest, event: Event, pk: int) -> None:
    one = acts.match_of(event, pk)
    form = RulingForm(one.row, request.POST, prefix="r", cup=one.plan.scale is None)
    given = _valid(form)
    rulings.rule_match(event, pk, form.vp, given["article"], given["why"], request.user)


def _lined_up(request: HttpRequest, event: Event, pk: int) -> None:
    side, half = request.POST.get("side", ""), _number(request, "half")
    row = acts.match_of(event, pk).row
    team = row.home if side == Side.HOME else row.away
    if team is None:
        raise StorslamError("say which team")
    form = LineUpForm(team, event.stage.kind, request.POST)
    exemption = bool(_valid(form).get("exemption"))
    acts.name_line_up(event, pk, half, side, form.four, request.user, exemption=exemption)
