"""`storslam demo` and `storslam serve`: the server, and a season to look at."""

import os
import secrets
import socket
import sys
import tempfile
from pathlib import Path

import click

from storslam.cli.files import absolute, language_option
from storslam.errors import FileFault, StorslamError
from storslam.translation import gettext_noop, translator
from storslam.web.setup import begun

_port = click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True)


@click.command()
@click.option("--data", type=click.Path(file_okay=False), default="data", show_default=True)
@_port
@click.option("--no-serve", is_flag=True, help="Build the season and stop.")
@language_option
def demo(data: str, port: int, no_serve: bool, lang: str) -> None:
    """Build the demo season SM 2012-2013 with invented people, and serve it."""
    if not no_serve:
        _refuse_taken(port)
    os.environ["STORSLAM_REHEARSAL"] = "1"
    prepare(data)
    say = translator(lang)
    names, password = _built()
    click.echo(say(_LOGIN) % {"names": ", ".join(names), "password": password})
    if not no_serve:
        click.echo(say(_ADDRESS) % {"port": port})
        _run(port)


@click.command()
@click.option("--data", type=click.Path(file_okay=False), help="Default: $STORSLAM_DATA, ./data.")
@_port
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@language_option
def serve(data: str | None, port: int, host: str, lang: str) -> None:  # noqa: ARG001 (of errors)
    """Serve the season in the data directory."""
    _refuse_taken(port, host)
    prepare(data)
    _run(port, host)


_LOGIN = gettext_noop("Log in as one of %(names)s with the password %(password)s")
_ADDRESS = gettext_noop("The season is at http://127.0.0.1:%(port)s (stop with Ctrl-C)")


_NONE = gettext_noop(
    "no installation of Storslam can be read here; name its directory with --data or "
    "STORSLAM_DATA, or begin one with storslam serve"
)


def resume(data: str | None) -> None:
    """As `prepare`, but for what reads an installation: raises FileFault where none is."""
    find(data)
    refuse_empty()
    prepare(data)


def find(data: str | None) -> None:
    """Django ready, and nothing changed; FileFault where no installation is."""
    folder = _folder(data)
    if not begun(folder):
        raise FileFault(_NONE, file=str(folder))
    _start()


def refuse_empty() -> None:
    """Raise FileFault for a database without our tables, once Django is ready."""
    from django.db import DatabaseError, connection

    try:
        tables = connection.introspection.table_names()
    except DatabaseError as error:
        raise _unusable(error) from error
    if "web_season" not in tables:
        raise FileFault(_NONE, file=str(connection.settings_dict["NAME"]))


def prepare(data: str | None) -> None:
    """Django ready, the database at the newest schema, the season there with its stages.

    Begins an installation where none is.
    """
    set_up(data)
    from django.core.management import call_command
    from django.db import DatabaseError, connection

    try:
        if connection.vendor == "sqlite":  # what SQLite writes beside it has the same mode
            Path(connection.settings_dict["NAME"]).touch(mode=0o600)
        call_command("migrate", verbosity=0, interactive=False)
    except DatabaseError as error:
        raise _unusable(error) from error

    from storslam.rulebook.edition import edition
    from storslam.web.seasons import open_season

    open_season(edition())


def set_up(data: str | None) -> None:
    """The data directory there, and Django ready; the database as it is."""
    folder = _folder(data)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise FileFault(
            "the data directory cannot be used (%(reason)s)",
            file=str(folder),
            reason=error.strerror,
        ) from error
    _start()


def _folder(data: str | None) -> Path:
    """The data directory, which the settings are told of."""
    folder = absolute(Path(data or os.environ.get("STORSLAM_DATA", "data")))
    os.environ["STORSLAM_DATA"] = str(folder)
    return folder


def _unusable(error: Exception) -> StorslamError:
    reason = str(error).partition("\n")[0]
    return StorslamError("the database cannot be used (%(reason)s)", reason=reason)


def _start() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "storslam.web.settings")
    import django

    django.setup()


def _built() -> tuple[list[str], str]:
    """The accounts' names and their new password; builds the season unless it is there.

    Raises StorslamError where events of another season are.
    """
    from django.db import transaction

    from storslam.web.demo.incidents import DIRECTOR
    from storslam.web.demo.season import FINAL
    from storslam.web.models import Event, User

    password = secrets.token_urlsafe(9)
    there = User.objects.filter(username=DIRECTOR, events__slug=FINAL).exists()
    if not there and Event.objects.exists():
        raise StorslamError("there is another season already; give an empty directory with --data")
    with transaction.atomic():
        if not there:
            _build(password)
        return _accounts(password), password


def _accounts(password: str) -> list[str]:
    """The demo's accounts, all with this password: director, office, committee, district."""
    from django.contrib.auth.hashers import make_password

    from storslam.web.models import User

    users = User.objects.filter(is_active=True)
    users.update(password=make_password(password))
    return list(users.order_by("pk").values_list("username", flat=True))


def _build(password: str) -> None:
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from storslam.web.demo.season import Demo, people_of_the_demo

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("", total=None)
        director, office = people_of_the_demo(password)
        Demo(lambda step: progress.update(task, description=step), director, office).build()


def _refuse_taken(port: int, host: str = "127.0.0.1") -> None:
    """Raise StorslamError when the address is not free."""
    try:
        with socket.create_server((host, port)):
            pass
    except OSError as error:
        raise StorslamError(
            "%(host)s:%(port)s cannot be served (%(reason)s); choose another with --port",
            host=host,
            port=port,
            reason=error.strerror,
        ) from error


def _run(port: int, host: str = "127.0.0.1") -> None:
    """Become the server; does not return."""
    gunicorn = str(Path(sys.executable).with_name("gunicorn"))
    settings = Path(__file__).parent.parent / "web" / "gunicorn.py"
    os.execv(  # noqa: S606 (no shell: the server replaces this process)
        gunicorn,
        [gunicorn, "--config", str(settings), f"--bind={host}:{port}", "storslam.web.wsgi"],
    )
