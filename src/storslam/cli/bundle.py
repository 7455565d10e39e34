"""`storslam export` and `storslam import`: an event goes out, and its bundle comes home."""

from typing import TYPE_CHECKING

import click

from storslam.cli.files import language_option, read_input, write_output
from storslam.cli.named import EVENT, named
from storslam.errors import FileFault, StorslamError
from storslam.translation import gettext_noop, translator

if TYPE_CHECKING:
    from storslam.web.hall.bundle import Brought
    from storslam.web.models import Event

WHO = "storslam"
_data = click.option(
    "--data", type=click.Path(file_okay=False), help="Default: $STORSLAM_DATA, ./data."
)

_NEW = gettext_noop("%(event)s is new here")
SAME = gettext_noop("%(event)s: nothing in the bundle is new")
DONE = gettext_noop(
    "%(event)s: versions of results %(versions)s, confirmed %(confirmations)s, "
    "rulings %(rulings)s, conflicts settled %(settled)s, other changes %(changes)s"
)
_HELD = gettext_noop(
    "waits for a director: board %(board)s, round %(round)s, table %(section)s%(table)s"
)
_CLASH = gettext_noop("changed in both copies, stays as here: %(what)s: %(here)s / %(there)s")


FORMATS = ("csv", "xlsx", "pbn", "json", "usebio-1.2", "usebio-1.3")


@click.command()
@click.argument("event")
@click.option("--bundle", metavar="FILE", help="As a bundle to this file; - for stdout.")
@click.option("--format", "form", type=click.Choice(FORMATS), help="As results of this format.")
@click.option("--out", metavar="FILE", help="Where to, with --format; - for stdout.")
@_data
@language_option
def export(
    event: str, bundle: str | None, form: str | None, out: str | None, data: str | None, lang: str
) -> None:
    """Take the EVENT (its word in addresses) out: as a bundle to be run elsewhere, or its results.

    The bundle holds the secret that the codes of the tables are made of: keep it like a password.
    The results are those that all may be told: of boards that every table has played. Files that
    have a place for member numbers have them, which those on the web have not.
    """
    file = bundle or out
    if file is None or bool(bundle) == bool(form) or bool(bundle and out):
        raise StorslamError("write --bundle FILE, or --format and --out FILE")
    from storslam.cli.site import resume

    resume(data)
    content = _results(_found(event), form, lang) if form else taken_out(event)
    write_output(file, content)


def _found(slug: str) -> "Event":
    from storslam.web.models import Event

    return named(Event.objects.all(), EVENT, slug)


def taken_out(slug: str) -> bytes:
    """The bundle of the event of this slug, once the data are prepared."""
    from storslam.web.hall.bundle import take_out

    return take_out(_found(slug), WHO)


def _results(event: "Event", form: str, lang: str) -> bytes:
    from django.utils.translation import override

    from storslam.web.exports import FORMATS
    from storslam.web.teams.kinds import is_teams

    chosen = FORMATS[form]
    if is_teams(event) and not chosen.of_teams:
        raise StorslamError("an event of teams has no file of the format %(format)s", format=form)
    with override(lang):
        return chosen.dump(event, numbers=True)


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
    try:
        bring_in(content, director, data, lang, keep_away=keep_away)
    except FileFault as fault:
        raise fault.at(file) from fault


def bring_in(
    content: bytes, director: str | None, data: str | None, lang: str, *, keep_away: bool = False
) -> None:
    """Merge a bundle into the data here, which it may begin, and tell what it did."""
    from storslam.cli.site import prepare
    from storslam.exchange import bundle

    bundle.load(content)  # what is none begins nothing
    prepare(data)
    from django.utils.translation import override

    from storslam.web.hall.bundle import bring
    from storslam.web.models import User

    who = User.objects.filter(username=director).first() if director else None
    if director and who is None:
        raise StorslamError("nobody here is called %(name)s", name=director)
    brought = bring(content, who or WHO, keep_away=keep_away)
    with override(lang):
        _tell(brought, lang)


def _tell(brought: "Brought", lang: str) -> None:
    from storslam.web.hall.clash_words import value, what

    say = translator(lang)
    event = str(brought.event)
    if brought.new:
        click.echo(say(_NEW) % {"event": event})
    click.echo(say(DONE if brought.changed else SAME) % {"event": event, **brought.counts})
    for round_, section, table, board in brought.held:
        place = {"round": round_, "section": section, "table": table, "board": board}
        click.echo(say(_HELD) % place)
    for clash in brought.clashes:
        told = {"here": value(clash.here), "there": value(clash.there)}
        click.echo(say(_CLASH) % {"what": what(clash.plain), **told})
