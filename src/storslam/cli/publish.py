"""`storslam publish`: the season as a static site."""

import os
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Any

import click

from storslam.cli.backup import shown
from storslam.cli.files import absolute, language_option
from storslam.cli.named import EVENT, SEASON, named
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
    from storslam.cli.site import resume

    resume(data)
    from django.conf import settings
    from django.db import connections

    from storslam.web.models import Event, Season
    from storslam.web.models.event import State
    from storslam.web.publish import publish as published

    seasons = Season.objects.all()
    chosen = named(seasons, SEASON, season) if season else seasons[0]
    rows = Event.objects.filter(stage__season=chosen).order_by("slug")
    events = [named(rows, EVENT, slug) for slug in slugs] or [*rows.exclude(state=State.DRAFT)]
    connections.close_all()  # each process opens its own
    pool = ProcessPoolExecutor(len(settings.LANGUAGES), get_context("fork"), _end_with_parent)
    with shown() as progress, pool:
        progress(chosen.name)
        files = published(absolute(folder), chosen, events, partial(_side_by_side, pool))
    click.echo(translator(lang)(_WRITTEN) % {"folder": folder, "files": files})


def _side_by_side(pool: ProcessPoolExecutor, write: Any, sites: Any) -> Any:
    return pool.map(partial(_on_new_stack, write), sites)


def _on_new_stack(write: Any, site: Any) -> int:
    """What it writes, in a thread: the pool's own calls would lie below.

    Python takes its stack in pieces of 16 kB, and at such a depth took one for every small call.
    """
    with ThreadPoolExecutor(1) as thread:
        return int(thread.submit(write, site).result())


def _end_with_parent() -> None:
    """Let this process end when the one that started it does, also by a kill."""
    parent = parent_process()
    assert parent  # noqa: S101 (this is a process of the pool)

    def watch() -> None:
        parent.join()
        os._exit(1)

    Thread(target=watch, daemon=True).start()
