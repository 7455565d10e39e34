"""`storslam outbox`: the letters that wait, and sending them; hooks are told, too."""

import sys
from collections.abc import Callable

import click

from storslam.cli.files import language_option
from storslam.translation import gettext_noop, translator

_data = click.option(
    "--data", type=click.Path(file_okay=False), help="Default: $STORSLAM_DATA, ./data."
)

_REMINDED = gettext_noop("Reminders written: %(n)s")
_SENT = gettext_noop("Letters sent: %(n)s, not sent: %(left)s")
_TOLD = gettext_noop("Addresses told of results: %(n)s, not reached: %(left)s")
_NO_SERVER = gettext_noop("No mail server is set up (STORSLAM_SMTP): %(n)s letters wait")
_SENDING = gettext_noop("Sending")


@click.group()
def outbox() -> None:
    """Letters: list those that wait, or write what is due and send it all."""


@outbox.command("list")
@_data
@language_option
def list_(data: str | None, lang: str) -> None:  # noqa: ARG001 (of errors)
    """List the letters that wait: day, to whom, subject, and why one could not be sent."""
    from storslam.cli.site import resume

    resume(data)
    from storslam.web.models import Letter

    for letter in Letter.objects.filter(sent=None):
        row = (f"{letter.written:%Y-%m-%d}", letter.to, letter.subject, letter.fault)
        click.echo("\t".join(filter(None, row)))


@outbox.command()
@_data
@language_option
def send(data: str | None, lang: str) -> None:
    """Write reminders that are due, tell hooks, send all that waits; exit 1 when some is left."""
    from storslam.cli.site import resume

    resume(data)
    from django.utils.translation import override

    say = translator(lang)
    with override("sv"):  # letters are written in Swedish, whoever sends them
        click.echo(say(_REMINDED) % {"n": _remind()})
    unreached = _tell_hooks(say)
    from storslam.web.acts.outbox import can_send, waiting

    count = waiting()
    if not can_send():
        click.echo(say(_NO_SERVER) % {"n": count})
        sys.exit(1 if count or unreached else 0)
    sent = _send(count, say(_SENDING))
    click.echo(say(_SENT) % {"n": sent, "left": count - sent})
    sys.exit(1 if sent < count or unreached else 0)


def _tell_hooks(say: Callable[[str], str]) -> int:
    """Tell the hooks what they have not heard; how many could not be reached."""
    from storslam.web.acts.hooks import left, post

    told = sum(not one.fault for one in post())
    if told or left():
        click.echo(say(_TOLD) % {"n": told, "left": left()})
    return left()


def _remind() -> int:
    """Write the reminders of the season that is on, or comes next."""
    from storslam.web.acts.reminders import remind
    from storslam.web.models import Season

    return sum(remind(season, "storslam") for season in Season.objects.all())


def _send(count: int, text: str) -> int:
    """Send so many letters, a batch at a time, and show how it goes; how many were sent."""
    from rich.console import Console
    from rich.progress import Progress

    from storslam.web.acts.outbox import empty

    sent = tried = 0
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(text, total=count)
        while tried < count:
            before = tried
            for letter in empty():
                tried += 1
                sent += letter.sent is not None
                progress.advance(task)
            if tried == before:
                break
    return sent
