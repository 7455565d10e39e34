"""People who log in: invited by the office, with roles; whoever is invited chooses the password."""

import hashlib
import secrets
from datetime import timedelta

from django.contrib.auth.password_validation import validate_password
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from storslam.errors import StorslamError
from storslam.web.acts.outbox import write
from storslam.web.acts.trail import note
from storslam.web.models import Invitation, User

VALID = timedelta(days=14)


def invite(user: User, who: User | str, link: str) -> str:
    """Invite a person, a new one or again; earlier links end. `link`: the page, `TOKEN` in it.

    The token is told here and in the letter, and kept nowhere.
    """
    token = secrets.token_urlsafe(24)
    with transaction.atomic():
        if user.pk is None:
            user.set_unusable_password()
        user.save()
        user.invitations.filter(used=None).update(used=timezone.now())
        made = Invitation.objects.create(
            user=user, token_hash=_hash(token), expires=timezone.now() + VALID
        )
        note("invite", user, who, text=f"{user.get_username()}: {', '.join(roles(user))}")
        body = _(
            "You are invited to Storslam as %(name)s.\n\nChoose your password here:\n%(link)s\n\n"
            "The link can be used once, until %(expires)s."
        ) % {
            "name": user.get_username(),
            "link": link.replace("TOKEN", token),
            "expires": timezone.localtime(made.expires).strftime("%Y-%m-%d %H:%M"),
        }
        write(user.email, _("Your invitation to Storslam"), body, f"invitation {made.pk}")
    return token


def invitation(token: str) -> Invitation:
    """The invitation of this token; StorslamError when it is none, used, or too old."""
    found = Invitation.objects.select_related("user").filter(token_hash=_hash(token)).first()
    if found is None or found.used or found.expires < timezone.now():
        raise StorslamError("the invitation is not valid any longer; ask the office for a new one")
    return found


def accept(token: str, password: str) -> User:
    """Take up the invitation with a password of one's own; once."""
    with transaction.atomic():
        found = invitation(token)
        validate_password(password, found.user)
        taken = Invitation.objects.filter(pk=found.pk, used=None).update(used=timezone.now())
        if not taken:
            raise StorslamError(
                "the invitation is not valid any longer; ask the office for a new one"
            )
        found.user.set_password(password)
        found.user.is_active = True
        found.user.save()
        note("accept-invitation", found.user, found.user)
    return found.user


def change_roles(user: User, who: User | str) -> None:
    """Store somebody's changed roles."""
    if isinstance(who, User) and user.pk == who.pk and not (user.is_superuser and user.is_active):
        raise StorslamError("nobody can take the office's rights from themselves")
    with transaction.atomic():
        user.save()
        note("change-roles", user, who, text=f"{user.get_username()}: {', '.join(roles(user))}")


def roles(user: User) -> list[str]:
    """The roles of a person, in words."""
    found = [
        (not user.is_active, _("switched off")),
        (user.is_superuser, _("office")),
        (user.committee, _("committee")),
        (user.district is not None, _("officer of %(district)s") % {"district": user.district}),
        (user.opens_events, _("director")),
        (user.player is not None, _("player")),
    ]
    return [word for there, word in found if there]


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
