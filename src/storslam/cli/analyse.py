"""`storslam analyse`: double dummy of the boards that lack it, as the server computes it too."""

import click

from storslam.cli.files import language_option
from storslam.translation import gettext_noop, translator

_COMPUTED = gettext_noop("Boards computed: %(boards)s")


@click.command()
@click.option("--data", type=click.Path(file_okay=False), help="Default: $STORSLAM_DATA, ./data.")
@language_option
def analyse(data: str | None, lang: str) -> None:
    """Compute the double-dummy tricks of every board that lacks them and whose hands are known.

    Each few boards are stored at once: when it is stopped, it goes on where it was. A server that
    runs computes them by itself.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from storslam.cli.site import resume

    resume(data)
    from storslam.web.hall import analysis

    total = analysis.lacking().count()
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=total)
        for stored in analysis.analyse():
            progress.advance(task, stored)
    click.echo(translator(lang)(_COMPUTED) % {"boards": total - analysis.lacking().count()})
