"""`storslam export` and `storslam import`: an event goes out as a bundle, and comes home."""

from typing import TYPE_CHECKING

import click

from storslam.cli.files import language_option, read_input, write_output
from storslam.errors import FileFault, StorslamError
from storslam.translation import gettext_noop, translator

if TYPE_CHECKING:
    from storslam.web.hall.bundle import Brought

_WHO = "storslam"
_data = click.option(
    "--data", type=click.Path(file_okay=False), help="Default: $STORSLAM_DATA, ./data."
)

_NEW = gettext_noop("%(event)s is new here")
_SAME = gettext_noop("%(event)s: nothing in the bundle is new")
_DONE = gettext_noop(
    "%(event)s: versions of results %(versions)s, confirmed %(confirmations)s, "
    "rulings %(rulings)s, conflicts settled %(settled)s, other changes %(changes)s"
)
_HELD = gettext_noop(
    "waits for a director: board %(board)s, round %(round)s, table %(section)s%(table)s"
)
_CLASH = gettext_noop("changed in both copies, stays as here: %(what)s: %(here)s / %(there)s")


@click.command()
@click.argument("event")
@click.option("--bundle", "file", metavar="FILE", required=True, help="Where to; - for stdout.")
@_data
@language_option
def export(event: str, file: str, data: str | None, lang: str) -> None:  # noqa: ARG001 (of errors)
    """Take the EVENT (its word in addresses) out as a bundle to be run elsewhere.

    The bundle holds the secret that the codes of the tables are made of: keep it like a password.
    """
    from storslam.cli.site import prepare

    prepare(data)
    from storslam.web.hall.bundle import take_out
    from storslam.web.models import Event

    found = Event.objects.filter(slug=event).first()
    if found is None:
        raise StorslamError("there is no event %(slug)s", slug=event)
    content = take_out(found, _WHO)
    write_output(file, content)


@click.command("import")
@click.argument("file")
@click.option("--director", metavar="NAME", help="Who directs an event that is new here.")
@click.option("--keep-away", is_flag=True, help="The event goes on being run elsewhere.")
@_data
@language_option
def import_(file: str, director: str | None, keep_away: bool, data: str | None, lang: str) -> None:
    """Bring in the bundle FILE: make its event, or merge it into the one that is here.

    The same bundle twice changes nothing. What both copies changed is listed and waits for a
    director; the exit code is 0 then, too.
    """
    content = read_input(file)
    from storslam.cli.site import prepare

    prepare(data)
    from django.utils.translation import override

    from storslam.web.hall.bundle import bring
    from storslam.web.models import User

    who = User.objects.filter(username=director).first() if director else None
    if director and who is None:
        raise StorslamError("nobody here is called %(name)s", name=director)
    try:
        brought = bring(content, who or _WHO, keep_away=keep_away)
    except FileFault as fault:
        raise fault.at(file) from fault
    with override(lang):
        _tell(brought, lang)


def _tell(brought: "Brought", lang: str) -> None:
    from storslam.web.hall.clash_words import value, what

    say = translator(lang)
    event = str(brought.event)
    if brought.new:
        click.echo(say(_NEW) % {"event": event})
    click.echo(say(_DONE if brought.changed else _SAME) % {"event": event, **brought.counts})
    for round_, section, table, board in brought.held:
        place = {"round": round_, "section": section, "table": table, "board": board}
        click.echo(say(_HELD) % place)
    for clash in brought.clashes:
        told = {"here": value(clash.here), "there": value(clash.there)}
        click.echo(say(_CLASH) % {"what": what(clash.plain), **told})
