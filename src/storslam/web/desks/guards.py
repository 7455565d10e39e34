"""Decorators that ask who may enter a desk, and find what its address names."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.core import ratelimit
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from storslam.web.models import District, Season
from storslam.web.permissions import (
    Visitor,
    is_committee,
    is_office,
    is_officer_of,
    needs_two_factors,
)

View = Callable[..., HttpResponse]


def guarded(may: Callable[[Visitor], bool]) -> Callable[[View], View]:
    """A decorator: the view for those who are logged in and may, given the season of its slug."""

    def decorate(view: View) -> View:
        @wraps(view)
        @login_required
        @strong
        def entered(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            if not may(request.user):
                raise PermissionDenied
            return view(request, get_object_or_404(Season, slug=slug), **kwargs)

        return entered

    return decorate


def strong(view: View) -> View:
    """The view, once those who must have a second factor have one; a rehearsal asks for none.

    Nobody acts more often than people can.
    """

    @wraps(view)
    def entered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        user = request.user
        if needs_two_factors(user) and not settings.REHEARSAL and not is_mfa_enabled(user):
            messages.warning(request, _("Your role needs two-factor log-in: set it up first."))
            return redirect("mfa_activate_totp")
        if not ratelimit.consume(request, action="act", user=user):
            return render(request, "429.html", status=429)
        return view(request, *args, **kwargs)

    return entered


for_office = guarded(is_office)
for_committee = guarded(lambda user: is_committee(user) or is_office(user))
for_members = guarded(lambda user: user.is_active)


def for_district(view: View) -> View:
    """The view with season and district, for those who act for that district."""

    @wraps(view)
    @login_required
    @strong
    def entered(request: HttpRequest, slug: str, code: str, **kwargs: Any) -> HttpResponse:
        season = get_object_or_404(Season, slug=slug)
        district = get_object_or_404(District, code=code)
        if not is_officer_of(request.user, district):
            raise PermissionDenied
        return view(request, season, district, **kwargs)

    return entered
