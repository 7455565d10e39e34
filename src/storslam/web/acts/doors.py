"""Tokens that let programs in, and addresses that are told of changes: made and withdrawn."""

import hashlib
import secrets
from collections.abc import Sequence

from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from storslam.client import web_address
from storslam.errors import StorslamError
from storslam.web.acts.trail import note
from storslam.web.models import District, Event, Hook, Scope, Season, Token, User

_PREFIX = "storslam_"
_OF_EVENT = frozenset({Scope.RESULTS, Scope.BUNDLE})
_OF_DISTRICT = frozenset({Scope.ENTRIES})


def make_token(
    name: str,
    scopes: Sequence[str],
    season: Season,
    who: User | str,
    *,
    event: Event | None = None,
    district: District | None = None,
) -> tuple[Token, str]:
    """The token as stored, and what the program shows: that is never told again.

    StorslamError for scopes that an event's or a district's token cannot have.
    """
    if not name.strip():
        raise StorslamError("name the program that the token is for")
    _refuse(scopes, season, event, district)
    shown = _PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        made = Token.objects.create(
            name=name,
            token_hash=_hash(shown),
            scopes=sorted(scopes),
            season=season,
            event=event,
            district=district,
            made_by=who if isinstance(who, str) else who.get_username(),
        )
        text = f"{made}: {', '.join(made.scopes)}"
        note("make-token", made, who, season=season, district=district, text=text)
    return made, shown


def _refuse(
    scopes: Sequence[str], season: Season, event: Event | None, district: District | None
) -> None:
    if not scopes:
        raise StorslamError("say what the token is for")
    if unknown := set(scopes) - set(Scope.values):
        raise StorslamError(
            "a token cannot be for %(name)s; it can be for %(known)s",
            name=min(unknown),
            known=", ".join(Scope.values),
        )
    if event and district:
        raise StorslamError("a token is for an event or for a district, not for both")
    if event and event.stage.season_id != season.pk:
        raise StorslamError("the event is of another season")
    if (event and set(scopes) - _OF_EVENT) or (district and set(scopes) - _OF_DISTRICT):
        raise StorslamError("a token of an event or a district cannot be for that")


def token_of(shown: str) -> Token | None:
    """The token that a program shows; None for one that is not, or no longer, good."""
    found = Token.objects.select_related("season", "event", "district")
    return found.filter(token_hash=_hash(shown), withdrawn=None).first()


def withdraw_token(token: Token, who: User | str) -> None:
    """Let the program in no more."""
    _withdraw(token, "withdraw-token", who, str(token), token.season)


def make_hook(url: str, site: str, who: User) -> Hook:
    """The hook, with a secret of its own that its signatures are made with.

    `site`: the address of this installation. StorslamError for what is no address of the web.
    """
    if web_address(url).username:
        raise StorslamError("'%(url)s' is not an address of the web", url=url)
    with transaction.atomic():
        made = Hook.objects.create(url=url, site=site, secret=secrets.token_hex(32))
        note("make-hook", made, who, text=url)
    return made


def withdraw_hook(hook: Hook, who: User) -> None:
    """Tell the address nothing more."""
    _withdraw(hook, "withdraw-hook", who, hook.url)


def _withdraw(
    row: Token | Hook, act: str, who: User | str, text: str, season: Season | None = None
) -> None:
    kind: type[Model] = type(row)
    with transaction.atomic():
        now = timezone.now()
        if kind._default_manager.filter(pk=row.pk, withdrawn=None).update(withdrawn=now):
            note(act, row, who, season=season, text=text)


def _hash(shown: str) -> str:
    return hashlib.sha256(shown.encode()).hexdigest()
