"""`storslam backup` and `storslam restore`: the whole database as one file, and back."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from storslam.cli.files import language_option
from storslam.translation import gettext_noop, translator

_data = click.option(
    "--data", type=click.Path(file_okay=False), help="Default: $STORSLAM_DATA, ./data."
)
_WRITTEN = gettext_noop("%(file)s: %(rows)s rows, %(size)s MB")
_RESTORED = gettext_noop("Restored: %(rows)s rows, made %(made)s")


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@_data
@language_option
def backup(file: Path, data: str | None, lang: str) -> None:
    """Write the whole database to FILE, which must not be there; the server may go on.

    The file holds personal data and the secrets of tables and log-ins: keep it like a password.
    """
    from storslam.cli.site import find, refuse_empty

    find(data)
    refuse_empty()
    from storslam.web.backup import write_backup

    with shown() as progress:
        manifest = write_backup(file, progress)
    told = {"file": file, "rows": _rows(manifest), "size": -(-file.stat().st_size // 2**20)}
    click.echo(translator(lang)(_WRITTEN) % told)


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_data
@language_option
def restore(file: Path, data: str | None, lang: str) -> None:
    """Fill an empty data directory or database from FILE, all or nothing; stop the server first."""
    from storslam.cli.site import prepare, set_up

    set_up(data)
    from storslam.web.backup import restore as restored

    with shown() as progress:
        manifest = restored(file, progress)
    prepare(data)
    told = {"rows": _rows(manifest), "made": manifest["made"]}
    click.echo(translator(lang)(_RESTORED) % told)


def _rows(manifest: dict[str, dict[str, dict[str, int]]]) -> int:
    return sum(table["rows"] for table in manifest["tables"].values())


@contextmanager
def shown() -> Iterator[Callable[[str], None]]:
    """A line on the terminal that tells which table is done."""
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None)
        yield lambda table: progress.update(task, description=table)
