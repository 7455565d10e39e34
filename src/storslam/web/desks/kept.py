"""Files that are shown before they are stored: read, and kept for whom read them, once."""

import secrets
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache import cache
from django.http import HttpRequest

from storslam.errors import StorslamError
from storslam.exchange.faults import SheetFaults
from storslam.web.faults import place, said
from storslam.web.forms_season import SheetForm

SECONDS = 3600
T = TypeVar("T")


def read(form: SheetForm, context: dict[str, Any], load: Callable[[bytes, str], T]) -> T | None:
    """What `load` makes of the form's file.

    None where it cannot be read: line by line in the context's `faults`, else at the form.
    """
    file = form.cleaned_data["file"]
    try:
        return load(file.read(), file.name)
    except SheetFaults as error:
        context["faults"] = [(place(fault), said(fault)) for fault in error.faults]
    except StorslamError as error:
        form.add_error("file", ": ".join(filter(None, (place(error), said(error)))))
    return None


def keep(request: HttpRequest, name: str, value: Any) -> str:
    """Keep the value for this user; the token that takes it back."""
    token = secrets.token_urlsafe(12)
    cache.set(_key(request, name, token), value, SECONDS)
    return token


def take(request: HttpRequest, name: str) -> Any:
    """What the posted token kept; None when it was taken already, or is too old.

    Of two clicks at once one gets it.
    """
    key = _key(request, name, request.POST.get("token", "")[:40])
    value = cache.get(key)
    return value if value is not None and cache.delete(key) else None


def _key(request: HttpRequest, name: str, token: str) -> str:
    safe = "".join(letter for letter in token if letter.isascii() and letter.isprintable())
    return f"{name}.{request.user.pk}.{safe.replace(' ', '')}"
