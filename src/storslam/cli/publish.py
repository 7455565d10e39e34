"""`storslam publish`: the season as a static site."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import click

from storslam.cli.backup import shown
from storslam.cli.files import language_option
from storslam.errors import StorslamError
from storslam.translation import gettext_noop, translator

_WRITTEN = gettext_noop("%(folder)s: %(files)s files")


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option("--season", help="Its word in addresses; the newest when none is named.")
@click.option(
    "--event", "slugs", multiple=True, help="Only this event; may be given several times."
)
@click.option("--data", type=click.Path(file_okay=False), help="Default: $STORSLAM_DATA, ./data.")
@language_option
def publish(
    folder: Path, season: str | None, slugs: tuple[str, ...], data: str | None, lang: str
) -> None:
    """Write what everybody may see of a season into DIR, as files that any web host serves."""
    from storslam.cli.site import prepare

    prepare(data)
    from django.conf import settings
    from django.db import connections

    from storslam.web.models import Event, Season
    from storslam.web.models.event import State
    from storslam.web.publish import publish as published

    chosen = Season.objects.filter(**({"slug": season} if season else {})).first()
    if chosen is None:
        raise StorslamError("there is no season %(slug)s", slug=season or "")
    rows = Event.objects.filter(stage__season=chosen).order_by("slug")
    events = list(rows.filter(slug__in=slugs) if slugs else rows.exclude(state=State.DRAFT))
    if unknown := {*slugs} - {event.slug for event in events}:
        raise StorslamError("there is no event %(slug)s", slug=min(unknown))
    connections.close_all()  # each process opens its own
    languages = len(settings.LANGUAGES)
    with shown() as progress, ProcessPoolExecutor(languages, get_context("fork")) as pool:
        progress(chosen.name)
        files = published(folder.resolve(), chosen, events, pool.map)
    click.echo(translator(lang)(_WRITTEN) % {"folder": folder, "files": files})
