"""The few things that hold for every page."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext

from storslam.errors import StorslamError
from storslam.web.faults import said

_FORMS = {"application/x-www-form-urlencoded", "multipart/form-data"}
Handler = Callable[[HttpRequest], HttpResponse]

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)


def content_security_policy(handler: Handler) -> Handler:
    """Nothing runs or is loaded but the house's own files; no script or style in the pages."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = handler(request)
        response.headers["Content-Security-Policy"] = _POLICY
        return response

    return answer


def without_nul(handler: Handler) -> Handler:
    """No text has a NUL: databases refuse it, and nobody types it."""

    def answer(request: HttpRequest) -> HttpResponse:
        asked = [request.path, request.META.get("QUERY_STRING", "")]
        if request.method == "POST" and request.content_type in _FORMS:
            asked += [value for _, values in request.POST.lists() for value in values]
        if any("\0" in text or "%00" in text for text in asked):
            fault = gettext("The text has characters that cannot be shown.")
            return render(request, "400.html", {"fault": fault}, status=400)
        return handler(request)

    return answer


def language_of(cookie: str | None) -> str:
    """The language of a reader with this language cookie: Swedish unless another was chosen."""
    return cookie if cookie in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def language(handler: Handler) -> Handler:
    """Answer in the language that the reader chose."""

    def answer(request: HttpRequest) -> HttpResponse:
        request.LANGUAGE_CODE = language_of(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME))
        with translation.override(request.LANGUAGE_CODE):
            response = handler(request)
        response.headers.setdefault("Content-Language", request.LANGUAGE_CODE)
        return response

    return answer


class faults:  # noqa: N801 - reads as the others in the list of middleware
    """A person's mistake that no page caught becomes a page of status 400 that says it."""

    def __init__(self, handler: Handler) -> None:
        self.handler = handler

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.handler(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The page for a StorslamError; anything else is a bug and goes on."""
        if isinstance(error, StorslamError):
            return render(request, "400.html", {"fault": said(error)}, status=400)
        return None
