"""Who writes: a program with a token, and each attempt once."""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Annotated

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from ninja import Header, Schema
from ninja.security import HttpBearer

from storslam.web.acts.doors import token_of
from storslam.web.api.problems import Problem
from storslam.web.models import Answered, Event, Token

Key = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        min_length=8,
        max_length=80,
        pattern=r"^[!-~]+$",
        description="Names the attempt: sent again, it is answered the same and done once.",
    ),
]

REMEMBERED = timedelta(days=30)
"""So long an attempt is answered as the first time."""
_EVERY = 100


class Bearer(HttpBearer):
    """A token that may do this."""

    def __init__(self, scope: str) -> None:
        super().__init__()
        self.scope = scope

    def authenticate(self, request: HttpRequest, token: str) -> Token | None:  # noqa: ARG002
        """The token; Problem for one that is good for something else."""
        found = token_of(token)
        if found is not None and self.scope not in found.scopes:
            raise Problem(403)
        return found


def allow(token: Token, event: Event) -> None:
    """Problem where the token is not for this event."""
    if event.stage.season_id != token.season_id or token.event_id not in (None, event.pk):
        raise Problem(403)


def once(
    request: HttpRequest, key: str, content: bytes, act: Callable[[str], tuple[int, Schema]]
) -> HttpResponse:
    """What `act` answers, done once for a key, all of it or nothing.

    `act` gets the key as all the house knows it. Problem for the key of another attempt.
    """
    token: Token = request.auth  # type: ignore[attr-defined]
    asked = f"{request.method} {request.path}\n".encode() + content
    digest = hashlib.sha256(asked).hexdigest()
    with transaction.atomic():
        kept, new = Answered.objects.get_or_create(
            token=token, key=key, defaults={"digest": digest}
        )
        if kept.digest != digest:
            raise Problem(422, kind="key-used")
        if new:
            kept.status, told = act(
                f"api-{token.pk}-{hashlib.sha256(key.encode()).hexdigest()[:40]}"
            )
            kept.body = told.model_dump_json()
            kept.save()
            if kept.pk % _EVERY == 0:  # now and then is enough, and costs the others nothing
                Answered.objects.filter(when__lt=timezone.now() - REMEMBERED).delete()
    return HttpResponse(kept.body, content_type="application/json", status=kept.status)
