"""Accounts: the office invites people and gives them roles; they choose their password."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from storslam.errors import StorslamError
from storslam.web.acts import people
from storslam.web.desks.guards import strong
from storslam.web.faults import said
from storslam.web.forms_season import InviteForm, PasswordForm, RolesForm
from storslam.web.models import User
from storslam.web.permissions import is_office


def office_only(request: HttpRequest) -> None:
    """PermissionDenied for everybody but the office."""
    if not is_office(request.user):
        raise PermissionDenied


def _link(request: HttpRequest) -> str:
    return request.build_absolute_uri(reverse("accept_invitation", args=["TOKEN"]))


@login_required
@strong
def everyone(request: HttpRequest) -> HttpResponse:
    """All accounts with their roles."""
    office_only(request)
    users = User.objects.select_related("district", "player").order_by("username")
    context = {"people": [(user, people.roles(user)) for user in users]}
    return render(request, "storslam/season/people.html", context)


@login_required
@strong
@reauthentication_required
def invite(request: HttpRequest) -> HttpResponse:
    """Invite somebody with roles."""
    office_only(request)
    form = InviteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        people.invite(form.save(commit=False), request.user, _link(request))
        messages.success(request, _("The invitation is in the outbox."))
        return redirect("people")
    status = 400 if form.is_bound else 200
    return render(request, "storslam/season/invite.html", {"form": form}, status=status)


@login_required
@strong
@reauthentication_required
def person(request: HttpRequest, pk: int) -> HttpResponse:
    """Change somebody's roles, switch an account off, or invite again."""
    office_only(request)
    user = get_object_or_404(User, pk=pk)
    if "again" in request.POST:
        people.invite(user, request.user, _link(request))
        messages.success(request, _("The invitation is in the outbox."))
        return redirect("people")
    form = RolesForm(request.POST or None, instance=user)
    context: dict[str, Any] = {"form": form, "person": user}
    if request.method == "POST" and form.is_valid():
        try:
            people.change_roles(form.save(commit=False), request.user)
        except StorslamError as error:
            form.add_error(None, said(error))
        else:
            messages.success(request, _("Stored."))
            return redirect("people")
    status = 400 if form.is_bound else 200
    return render(request, "storslam/season/person.html", context, status=status)


@never_cache
@sensitive_post_parameters()
def accept(request: HttpRequest, token: str) -> HttpResponse:
    """Take up an invitation: choose a password."""
    if not ratelimit.consume(request, action="invitation"):
        return render(request, "429.html", status=429)
    user = people.invitation(token).user
    form = PasswordForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            people.accept(token, form.cleaned_data["password"])
        except ValidationError as error:
            form.add_error("password", error)
        else:
            messages.success(request, _("Your password is stored: log in with it."))
            return redirect("account_login")
    status = 400 if form.is_bound else 200
    context = {"form": form, "person": user}
    return render(request, "storslam/season/accept.html", context, status=status)
