"""What was read from a file, kept from its preview until it is stored: by whom read it, once."""

import secrets
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest

SECONDS = 3600


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
