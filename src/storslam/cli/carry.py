"""`storslam bundle`: an event is fetched from a server, run here, and brought home over HTTP."""

import os

import click

from storslam.cli.bundle import DONE, SAME, bring_in, taken_out
from storslam.cli.files import language_option
from storslam.client import Client, web_address
from storslam.errors import StorslamError
from storslam.translation import gettext_noop, translator

_data = click.option(
    "--data", type=click.Path(file_okay=False), help="Default: $STORSLAM_DATA, ./data."
)
_WAITS = gettext_noop("at home wait for a director: %(held)s, changed in both: %(clashes)s")


@click.group()
def bundle() -> None:
    """Carry an event between a server and here.

    ADDRESS is that of the event's page there. The environment's STORSLAM_TOKEN holds the token.
    """


@bundle.command()
@click.argument("address")
@click.option("--director", metavar="NAME", help="Who directs an event that is new here.")
@_data
@language_option
def pull(address: str, director: str | None, data: str | None, lang: str) -> None:
    """Fetch the event at ADDRESS to be run here; there it counts as away."""
    server, slug = _server(address, lang)
    bring_in(server.take_out(slug), director, data, lang)


@bundle.command()
@click.argument("address")
@_data
@language_option
def push(address: str, data: str | None, lang: str) -> None:
    """Bring the event home to ADDRESS; the same again changes nothing."""
    from storslam.cli.site import resume

    server, slug = _server(address, lang)
    resume(data)
    told = server.bring(slug, taken_out(slug))
    say, counts = translator(lang), told["counts"]
    click.echo(say(DONE if any(counts.values()) else SAME) % {"event": slug, **counts})
    if counts["held"] or counts["clashes"]:
        click.echo(say(_WAITS) % counts)


def _server(address: str, lang: str) -> tuple[Client, str]:
    """The server of the address, and the event's slug."""
    token = os.environ.get("STORSLAM_TOKEN", "")
    if not token:
        raise StorslamError("put the token of the server's office into STORSLAM_TOKEN")
    slug = web_address(address).path.rstrip("/").rpartition("/")[2]
    if not slug:
        raise StorslamError("give the address of the event's page, not %(url)s", url=address)
    return Client(address, token, language=lang), slug
