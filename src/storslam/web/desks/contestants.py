"""The contestants of an event at the director's desk: how they stand, conduct, substitutes.

A team has a page of its own (`team_standing`): the rules on its standing are others than a pair's.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from storslam.championship.series import Standing as TeamRow
from storslam.errors import StorslamError
from storslam.scoring import Row
from storslam.web import moved, results
from storslam.web.acts.deciding import Decided
from storslam.web.desks import team_standing
from storslam.web.desks.director import of_director, warn_following
from storslam.web.faults import said
from storslam.web.forms_console import ConductForm, StandingForm, SubstituteForm
from storslam.web.hall import conduct, contestants
from storslam.web.hall.contestants import Substitute
from storslam.web.models import Contestant, Event
from storslam.web.models.event import Standing
from storslam.web.scored import moves_of_ruling, scored
from storslam.web.teams.kinds import is_teams
from storslam.web.teams.matches import teams_now


@require_safe
@of_director
def everybody(request: HttpRequest, event: Event) -> HttpResponse:
    """All pairs or teams with how they stand."""
    rows = _rows(event)
    pairs = event.contestants.prefetch_related("members", "rulings")
    context = {"event": event, "pairs": [(pair, rows.get(pair.code)) for pair in pairs]}
    return render(request, "storslam/desk/contestants.html", context)


def _rows(event: Event) -> Mapping[str, Row | TeamRow]:
    """The rows of the standing, of teams the table of their matches."""
    if is_teams(event):
        return {row.team: row for row in teams_now(event).live}
    return {row.id: row for row in scored(event).standing.rows}


@of_director
def one(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """A pair: let it break off, be disqualified, out of competition; conduct; substitutes."""
    if is_teams(event):
        return team_standing.one(request, event, pk)
    pair = get_object_or_404(event.contestants.prefetch_related("members"), pk=pk)
    sent = request.POST.get("form", "")
    forms = {
        "standing": StandingForm(
            request.POST if sent == "standing" else None, initial={"standing": pair.standing}
        ),
        "conduct": ConductForm(event, request.POST if sent == "conduct" else None),
        "substitute": SubstituteForm(pair, request.POST if sent == "substitute" else None),
    }
    done = _done(request, event, pair, forms)
    if isinstance(done, HttpResponse):
        return done
    now = scored(event)
    context = {
        "event": event,
        "season": event.stage.season,
        "pair": pair,
        "row": now.row(pair.code),
        "people": {who.id: who for who in now.event.contestants},
        "rulings": pair.rulings.select_related("board"),
        "forms": forms,
        **done,
    }
    status = 400 if request.method == "POST" and "preview" not in done else 200
    return render(request, "storslam/desk/contestant.html", context, status=status)


def _done(
    request: HttpRequest, event: Event, pair: Contestant, forms: dict[str, Any]
) -> HttpResponse | dict[str, Any]:
    """The answer after saving, or what the page shows besides."""
    name = request.POST.get("form", "")
    form = forms.get(name)
    if request.method != "POST" or form is None or not form.is_valid():
        return {}
    steps = {"standing": _standing, "conduct": _conduct, "substitute": _substitute}
    try:
        shown = steps[name](request, event, pair, form)
    except StorslamError as error:
        form.add_error(None, said(error))
        return {}
    if shown is not None:
        return {"preview": form, **shown}
    messages.success(request, _("It is recorded."))
    warn_following(request, event)
    return redirect("console_contestant", event.slug, pair.pk)


def _standing(
    request: HttpRequest, event: Event, pair: Contestant, form: Any
) -> dict[str, Any] | None:
    wanted, reason = form.cleaned_data["standing"], form.cleaned_data["reason"]
    made = _decision(event, pair, wanted)
    if made is not None and wanted != Standing.DISQUALIFIED:
        wanted = Standing.STRUCK if made.result["struck"] else Standing.STOPPED
    if "save" not in request.POST:
        moves = moved.by_standing(event, pair.code, wanted)
        return {"moves": moves, "decision": made and made.json, "wanted": Standing(wanted).label}
    if wanted == Standing.DISQUALIFIED:
        contestants.disqualify(event, pair, request.user, reason)
    elif made is not None:
        contestants.break_off(event, pair, request.user, reason)
    else:
        contestants.set_standing(event, pair, wanted, request.user, reason)
    return None


def _decision(event: Event, pair: Contestant, wanted: str) -> Decided | None:
    """The decision that settles how the pair stands; None where the director does."""
    if wanted == Standing.DISQUALIFIED:
        return contestants.disqualified(event)
    if wanted in {Standing.STOPPED, Standing.STRUCK} and contestants.counts(event):
        return contestants.abandoned(event, pair)
    return None


def _conduct(
    request: HttpRequest, event: Event, pair: Contestant, form: Any
) -> dict[str, Any] | None:
    given, who = form.cleaned_data, request.user.get_username()
    if given["rule"] in conduct.UNPRICED:
        amount = given["amount"] or Decimal(0)
        ruling = conduct.unpriced(event, pair, given["rule"], given["board"], amount, who)
    else:
        ruling = conduct.ruling(event, pair, given["rule"], given["board"], who)
    if "save" not in request.POST:
        moves = moves_of_ruling(event, ruling)
        return {"moves": moves, "decision": ruling.decision, "ruling": ruling}
    results.rule(ruling)
    return None


def _substitute(
    request: HttpRequest, event: Event, pair: Contestant, form: Any
) -> dict[str, Any] | None:
    given = form.cleaned_data
    made = contestants.substitution(
        event, after_start=given["after_start"], special=given["special"]
    )
    if "save" not in request.POST:
        out = made.result.get("out_of_competition")
        moves = moved.by_standing(event, pair.code, Standing.OUT) if out else []
        return {"moves": moves, "decision": made.json, "forbidden": not made.result["allowed"]}
    player = given["player"]
    name = player.name if player else given["name"]
    club = str(player.club or "") if player else ""
    into = Substitute(given["first_round"].number, name, club, player)
    contestants.substitute(event, given["out"], into, made, request.user, given["reason"])
    return None
