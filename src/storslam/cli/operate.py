"""What else an operator needs: `storslam health`, `rescore`, `completion`, `help`."""

import json
import sys
from typing import Any

import click
from click.shell_completion import get_completion_class

from storslam.cli.files import language_option
from storslam.cli.named import EVENT, named
from storslam.errors import StorslamError
from storslam.translation import gettext_noop, translator

_data = click.option(
    "--data", type=click.Path(file_okay=False), help="Default: $STORSLAM_DATA, ./data."
)


# --- Health

_CHECKS = {
    "database": gettext_noop("the database answers"),
    "schema": gettext_noop("the database has the newest schema"),
    "trail": gettext_noop("the trail of decisions is whole"),
    "space": gettext_noop("there is space on the disk"),
}
_LEAST_FREE = 512 * 2**20


@click.command()
@_data
@click.option("--json", "as_json", is_flag=True, help="The answers as JSON.")
@language_option
def health(data: str | None, as_json: bool, lang: str) -> None:
    """Look at database, schema, trail and disk; exit 1 when something is wrong. Changes nothing."""
    from storslam.cli.site import find

    find(data)
    found = _looked()
    if as_json:
        click.echo(json.dumps(found))
    else:
        for name, good in found.items():
            click.echo(f"{'✓' if good else '✗'} {translator(lang)(_CHECKS[name])}")
    sys.exit(0 if all(found.values()) else 1)


def _looked() -> dict[str, bool]:
    import shutil

    from django.conf import settings
    from django.db import DatabaseError

    from storslam.web.acts.trail import broken
    from storslam.web.desks.health import migrations_wait

    found = dict.fromkeys(_CHECKS, False)
    found["space"] = shutil.disk_usage(settings.DATA).free >= _LEAST_FREE
    try:
        found["schema"] = not migrations_wait()
        found["database"] = True
        found["trail"] = found["schema"] and not any(broken())
    except DatabaseError:
        pass
    return found


# --- Rescoring

_SAME = gettext_noop("%(event)s: scored anew, the same as shown")
_OTHER = gettext_noop("%(event)s: scored anew, other than what was shown")


@click.command()
@click.argument("events", nargs=-1)
@_data
@language_option
def rescore(events: tuple[str, ...], data: str | None, lang: str) -> None:
    """Score EVENTS (all, when none is named) anew from their results, and render what is shown.

    Exit 1 when a page that was shown as current was another one.
    """
    from storslam.cli.site import resume

    resume(data)
    from storslam.web.models import Event
    from storslam.web.snapshots import render_anew

    rows = Event.objects.select_related("stage__season").order_by("slug")
    others = 0
    for event in [named(rows, EVENT, slug) for slug in events] or rows:
        same = render_anew(event)
        others += not same
        click.echo(translator(lang)(_SAME if same else _OTHER) % {"event": event.slug})
    sys.exit(1 if others else 0)


# --- The shell, and help


@click.command()
@click.argument("shell", type=click.Choice(["bash", "fish", "zsh"]))
def completion(shell: str) -> None:
    """Print what lets SHELL complete commands: `eval "$(storslam completion bash)"`."""
    from storslam.cli import storslam_command

    kind = get_completion_class(shell)
    assert kind is not None  # noqa: S101 (the choices are click's own)
    click.echo(kind(storslam_command, {}, "storslam", "_STORSLAM_COMPLETE").source())


@click.command(name="help")
@click.argument("words", nargs=-1)
def help_(words: tuple[str, ...]) -> None:
    """Explain a command, or all of them: name, use, what it does, every option."""
    from storslam.cli import storslam_command

    root = click.Context(storslam_command, info_name="storslam")
    found: click.Command = storslam_command
    for word in words:
        deeper = found.get_command(root, word) if isinstance(found, click.Group) else None
        if deeper is None:
            raise StorslamError("there is no command %(name)s", name=" ".join(words))
        root, found = click.Context(deeper, parent=root, info_name=word), deeper
    click.echo_via_pager("\n\n".join(_pages(found, root)))


def _pages(command: click.Command, context: click.Context) -> list[str]:
    """The page of a command, and those of the commands below it."""
    pages = [f"{context.command_path.upper()}\n\n{command.get_help(context)}"]
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below: Any = command.get_command(context, name)
            pages += _pages(below, click.Context(below, parent=context, info_name=name))
    return pages
