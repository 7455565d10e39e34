"""The doors of the office: programs that are let in, and addresses that are told of results."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from storslam.errors import StorslamError
from storslam.web.acts import doors as acts
from storslam.web.desks.guards import strong
from storslam.web.desks.people import office_only
from storslam.web.faults import said
from storslam.web.forms_doors import HookForm, TokenForm
from storslam.web.models import Hook, Token


@never_cache
@login_required
@strong
@reauthentication_required
def doors(request: HttpRequest) -> HttpResponse:
    """All tokens and hooks; a new one is shown with its secret, once."""
    office_only(request)
    forms = {"token": TokenForm, "hook": HookForm}
    sent = request.POST.get("make") if request.method == "POST" else None
    bound = {name: form(request.POST if name == sent else None) for name, form in forms.items()}
    made: dict[str, Any] = {}
    if sent in bound and bound[sent].is_valid():
        try:
            made = _make(request, sent, bound[sent].cleaned_data)
        except StorslamError as error:
            bound[sent].add_error(None, said(error))
        else:
            bound[sent] = forms[sent]()
    context = {
        "tokens": Token.objects.filter(withdrawn=None).select_related(
            "season", "event", "district"
        ),
        "hooks": Hook.objects.filter(withdrawn=None).prefetch_related("told__event"),
        "forms": bound,
        **made,
    }
    status = 400 if any(form.is_bound for form in bound.values()) else 200
    return render(request, "storslam/season/doors.html", context, status=status)


def _make(request: HttpRequest, kind: str, given: dict[str, Any]) -> dict[str, Any]:
    """What is told of the new one; its secret is told here only."""
    if kind == "hook":
        hook = acts.make_hook(given["url"], request.build_absolute_uri("/"), request.user)
        return {"secret": hook.secret, "secret_of": hook.url}
    where = {name: given[name] for name in ("event", "district")}
    token, secret = acts.make_token(
        given["name"], given["scopes"], given["season"], request.user, **where
    )
    return {"secret": secret, "secret_of": token.name}


@require_POST
@login_required
@strong
@reauthentication_required
def withdraw_token(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a program in no more."""
    office_only(request)
    acts.withdraw_token(get_object_or_404(Token, pk=pk), request.user)
    messages.success(request, _("Stored."))
    return redirect("doors")


@require_POST
@login_required
@strong
@reauthentication_required
def withdraw_hook(request: HttpRequest, pk: int) -> HttpResponse:
    """Tell an address nothing more."""
    office_only(request)
    acts.withdraw_hook(get_object_or_404(Hook, pk=pk), request.user)
    messages.success(request, _("Stored."))
    return redirect("doors")
