"""`storslam users`: who logs in, with which roles."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from storslam.cli.files import language_option
from storslam.cli.named import DISTRICT, named
from storslam.errors import StorslamError
from storslam.translation import gettext_noop, translator

if TYPE_CHECKING:
    from storslam.web.models import User

_WHO = "storslam"
_ROLES = ("office", "committee", "director")
_LINK = gettext_noop("%(name)s chooses a password at %(link)s within 14 days")
_CHANGED = gettext_noop("%(name)s: %(roles)s")
_data = click.option(
    "--data", type=click.Path(file_okay=False), help="Default: $STORSLAM_DATA, ./data."
)
_address = click.option(
    "--address", default="http://127.0.0.1:8000", show_default=True,
    envvar="STORSLAM_ADDRESS", show_envvar=True,
    help="Where the season is served: the beginning of the link.",
)  # fmt: skip


def _given_roles(command: Callable[..., None]) -> Callable[..., None]:
    """The options that give roles."""
    for option in (
        click.option("--player", metavar="NUMBER", help="The player of this number."),
        click.option("--district", metavar="CODE", help="An officer of this district."),
        click.option(
            "--role", "roles", multiple=True, type=click.Choice(_ROLES),
            help="May be given several times.",
        ),
    ):  # fmt: skip
        command = option(command)
    return command


@click.group()
def users() -> None:
    """Who logs in, with which roles."""


@users.command(name="list")
@_data
@click.option("--json", "as_json", is_flag=True, help="Everything, as JSON.")
@language_option
def list_(data: str | None, as_json: bool, lang: str) -> None:
    """Everybody with their roles; who has never logged in is marked."""
    _ready(data, lang)
    from storslam.web.acts.people import roles
    from storslam.web.models import User

    people = User.objects.select_related("district", "player").order_by("username")
    rows = [
        {
            "name": user.get_username(),
            "email": user.email,
            "roles": roles(user),
            "last_login": user.last_login and user.last_login.isoformat(),
        }
        for user in people
    ]
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    for user in people:
        when = user.last_login.isoformat(" ", "minutes") if user.last_login else "–"
        click.echo(f"{user.get_username():<20} {', '.join(roles(user)):<40} {when}")


@users.command()
@click.argument("name")
@click.option("--email", default="", help="Where the invitation goes by the outbox.")
@_given_roles
@_address
@_data
@language_option
def add(name: str, email: str, address: str, data: str | None, lang: str, **given: Any) -> None:
    """Invite somebody NEW; the link to choose a password is told once."""
    _ready(data, lang, begin=True)
    from django.core.exceptions import ValidationError

    from storslam.web.models import User

    user = User(username=name, email=email)
    _set(user, **given)
    try:
        user.clean_fields(exclude=["password"])
        user.validate_unique()
    except ValidationError as error:
        raise StorslamError("%(reason)s", reason=" ".join(error.messages)) from error
    _invite(user, address, lang)


@users.command()
@click.argument("name")
@_address
@_data
@language_option
def invite(name: str, address: str, data: str | None, lang: str) -> None:
    """Give somebody a new link to choose a password; earlier links end."""
    _ready(data, lang)
    _invite(_found(name), address, lang)


@users.command(name="roles")
@click.argument("name")
@_given_roles
@click.option("--none", is_flag=True, help="Take all roles away.")
@click.option("--off", is_flag=True, help="Switch the account off.")
@_data
@language_option
def roles_(name: str, none: bool, off: bool, data: str | None, lang: str, **given: Any) -> None:
    """Give somebody these roles and no others; without options tell the roles."""
    if none and any(given.values()):
        raise StorslamError("write the roles, or --none")
    _ready(data, lang)
    from storslam.web.acts.people import change_roles, roles

    user = _found(name)
    if none or any(given.values()):
        _set(user, **given)
    if none or off or any(given.values()):
        user.is_active = not off
        change_roles(user, _WHO)
    told = {"name": name, "roles": ", ".join(roles(user)) or "–"}
    click.echo(translator(lang)(_CHANGED) % told)


def _ready(data: str | None, lang: str, *, begin: bool = False) -> None:
    """The installation open, begun where that is asked for, and Django speaking the language."""
    from storslam.cli.site import prepare, resume

    (prepare if begin else resume)(data)
    from django.utils.translation import activate

    activate(lang)


def _found(name: str) -> "User":
    from storslam.web.models import User

    found = User.objects.filter(username=name).first()
    if found is None:
        raise StorslamError("there is no account %(name)s", name=name)
    return found


def _set(user: "User", roles: tuple[str, ...], district: str | None, player: str | None) -> None:
    """Give the account these roles."""
    from storslam.web.models import District, Player

    user.is_superuser = "office" in roles
    user.committee = "committee" in roles
    user.opens_events = "director" in roles
    user.district = named(District.objects.all(), DISTRICT, district, "code") if district else None
    user.player = Player.objects.filter(number=player).first()
    if player and user.player is None:
        raise StorslamError("there is no player %(number)s", number=player)


def _invite(user: "User", address: str, lang: str) -> None:
    """Invite, and tell the link: it is kept nowhere."""
    from django.urls import reverse

    from storslam.web.acts.people import invite as invited

    link = address.rstrip("/") + reverse("accept_invitation", args=["TOKEN"])
    token = invited(user, _WHO, link)
    told = {"name": user.get_username(), "link": link.replace("TOKEN", token)}
    click.echo(translator(lang)(_LINK) % told)
