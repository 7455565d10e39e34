"""What goes wrong, as problem+json (RFC 9457) in the reader's language; and what holds for all."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from allauth.core import ratelimit
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_vary_headers, set_response_etag
from django.utils.translation import get_language, get_language_from_request, gettext_noop
from django.utils.translation import gettext as _
from ninja.errors import ValidationError

from storslam.errors import StorslamError
from storslam.web.conditional import CACHE_CONTROL
from storslam.web.faults import said
from storslam.web.payload import Doubtful
from storslam.web.results import Late

PREFIX = "/api/"
CONTENT_TYPE = "application/problem+json"
SECONDS = 60
_MOST_THROWN_AWAY = 50  # MB

# What a status means; the kind is the end of the problem's type.
KINDS = {
    400: ("unreadable", gettext_noop("The request cannot be read.")),
    401: ("no-token", gettext_noop("This needs a token that is valid.")),
    403: ("not-allowed", gettext_noop("The token does not allow this.")),
    404: ("not-found", gettext_noop("There is nothing at this address.")),
    405: ("method", gettext_noop("This address does not take this method.")),
    413: ("too-large", gettext_noop("This is larger than what is taken here.")),
    415: ("media-type", gettext_noop("This kind of content is not taken here.")),
    422: ("refused", gettext_noop("This cannot be done.")),
    429: ("too-many", gettext_noop("Too many requests: wait a minute.")),
    500: ("fault", gettext_noop("Something went wrong here; it has been noted.")),
}
# Kinds of 422 that a program may want to tell from others.
MORE = {
    "shape": gettext_noop("What was sent has not the shape that is described."),
    "doubtful": gettext_noop("The result is hardly what happened: a director must record it."),
    "late": gettext_noop("The correction period is over: a director must record it."),
    "key-used": gettext_noop("This key was used for another request."),
}
_SPECIAL: dict[type[StorslamError], str] = {Doubtful: "doubtful", Late: "late"}


class Problem(Exception):
    """What a program did wrong: the status, and what else to tell than its meaning."""

    def __init__(self, status: int, detail: str = "", kind: str = "", **more: Any) -> None:
        super().__init__(status, detail)
        self.status, self.detail, self.kind, self.more = status, detail, kind, more


def answered(status: int, detail: str = "", kind: str = "", **more: Any) -> HttpResponse:
    """The answer that tells the problem; of any other status as of 500."""
    usual, title = KINDS.get(status, KINDS[500])
    said_ = _(MORE.get(kind, title))
    told = {
        "type": f"{PREFIX}v1/#{kind or usual}",
        "title": said_,
        "status": status,
        "detail": detail or said_,
    }
    body = json.dumps({**told, **more}, ensure_ascii=False)
    return HttpResponse(body, content_type=CONTENT_TYPE, status=status)


def of_problem(_request: HttpRequest, problem: Problem) -> HttpResponse:
    """The answer to a Problem."""
    return answered(problem.status, problem.detail, problem.kind, **problem.more)


def of_error(_request: HttpRequest, error: StorslamError) -> HttpResponse:
    """The answer to a person's mistake; `pointer` where it is known what is at fault."""
    kind = next((one for cls, one in _SPECIAL.items() if isinstance(error, cls)), "")
    pointer = getattr(error, "pointer", None)
    more = {"pointer": pointer} if pointer else {}
    return answered(422, said(error), kind, **more)


def of_shape(_request: HttpRequest, error: ValidationError) -> HttpResponse:
    """The answer to what has not the shape that the description asks for."""
    errors = [_told(one) for one in error.errors]
    return answered(422, errors[0]["detail"], "shape", **_pointer(errors[0]), errors=errors)


def _told(error: dict[str, Any]) -> dict[str, str]:
    missing = error["type"] == "missing"
    text = _("this must be filled in") if missing else _("This is not what is expected here.")
    limits = ", ".join(f"{key} {value}" for key, value in error.get("ctx", {}).items())
    told = {**_place(error["loc"]), "detail": text, "rule": error["type"]}
    return {**told, "limits": limits} if limits else told


def _place(where: Sequence[str | int]) -> dict[str, str]:
    """A place in the body by its pointer; any other by its name."""
    if where[0] == "body":
        return {"pointer": "#" + "".join(f"/{part}" for part in where[2:])}
    return {"parameter": str(where[-1])}


def _pointer(error: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in error.items() if name != "detail"}


def of_api(handler: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Every answer of the API: limits, the program's language, ETags, problems as such."""

    def answer(request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(PREFIX):
            return handler(request)
        with translation.override(get_language_from_request(request)):
            refused = _refused(request)
            if request.method == "HEAD":
                request.method = "GET"  # whoever asks gets the head alone
            response = _told_so(answered(refused) if refused else handler(request))
            response = _conditional(request, response)
            response.headers.setdefault("Content-Language", get_language())
        return response

    return answer


def _refused(request: HttpRequest) -> int:
    """The status of what is not looked at: too many writings, too large, not JSON; else 0."""
    if not ratelimit.consume(request, action="api"):
        return 429
    size = int(request.META.get("CONTENT_LENGTH") or 0)
    bundle = request.path.endswith("/bundle")
    if size > (settings.UPLOAD_LIMIT if bundle else settings.DATA_UPLOAD_MAX_MEMORY_SIZE):
        _let_finish(request)
        return 413
    return 415 if size and request.content_type != "application/json" else 0


def _let_finish(request: HttpRequest) -> None:
    """Throw away what is sent, within bounds: who is still sending does not hear an answer."""
    for _block in range(_MOST_THROWN_AWAY):
        if not request.read(1 << 20):
            return


def _told_so(response: HttpResponse) -> HttpResponse:
    """The response; one that says in another way that something is wrong says it as a problem."""
    told = response
    if response.status_code >= 400 and response.headers.get("Content-Type") != CONTENT_TYPE:
        told = answered(response.status_code)
        if "Allow" in response.headers:
            told.headers["Allow"] = response.headers["Allow"]
    if told.status_code == 401:
        told.headers["WWW-Authenticate"] = "Bearer"
    if told.status_code == 429:
        told.headers["Retry-After"] = str(SECONDS)
    return told


def _conditional(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    patch_vary_headers(response, ["Accept-Language", "Cookie", "Authorization"])
    if request.method not in {"GET", "HEAD"} or response.status_code != 200:
        response.headers["Cache-Control"] = "no-store"
        return response
    response.headers["Cache-Control"] = CACHE_CONTROL
    if "ETag" not in response.headers:
        set_response_etag(response)
    return get_conditional_response(request, response.headers["ETag"], None, response)
