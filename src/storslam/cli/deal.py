"""`storslam deal`, boards from a secret promised by its hash, and `storslam promise`."""

import re
import secrets
from pathlib import Path

import click

from storslam.bridge import numbered_board
from storslam.bridge.dealing import dealt, promise, promise_of
from storslam.cli.files import absolute, language_option, read_input, write_output
from storslam.errors import FileFault, StorslamError
from storslam.exchange import pbn_write, read_event
from storslam.scoring import BoardRecord, Event
from storslam.translation import gettext_noop, translator
from storslam.web.whole import whole

_PROMISED = gettext_noop(
    "%(boards)s boards in %(file)s. Publish this before play, and the secret after it: %(hash)s"
)
_AGAIN = gettext_noop("The secret in %(file)s was there already: the same boards come again")
_MOST_BOARDS = 9_999


@click.command()
@click.option("--boards", type=click.IntRange(1, _MOST_BOARDS), required=True)
@click.option("--first", type=click.IntRange(1, _MOST_BOARDS), default=1, show_default=True)
@click.option(
    "--secret",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="The file of the secret; made, for its owner only, when it is not there.",
)
@click.option("--out", required=True, metavar="FILE", help="Where to, as PBN; - for stdout.")
@language_option
def deal(boards: int, first: int, secret: Path, out: str, lang: str) -> None:
    """Deal boards as PBN, all deals equally likely; the same secret deals the same again."""
    say = translator(lang)
    if out != "-" and absolute(Path(out)) == absolute(secret):
        raise FileFault("the boards would take the place of their secret", file=out)
    if secret.exists():
        click.echo(say(_AGAIN) % {"file": secret}, err=True)
    found = _secret(secret)
    try:
        promised = promise(found)
    except StorslamError as error:
        raise FileFault.of(error).at(str(secret)) from error
    records = {
        number: BoardRecord(numbered_board(number), dealt(found, number))
        for number in range(first, first + boards)
    }
    write_output(out, pbn_write.dump(Event(boards=records)))
    told = {"boards": boards, "file": out, "hash": promised}
    click.echo(say(_PROMISED) % told, err=True)


def _numbers(_context: object, _option: object, text: str) -> frozenset[int]:
    """The boards of `1-5,8`; none for nothing."""
    parts = text.split(",") if text else []
    found = [re.fullmatch(r"([0-9]{1,4})(?:-([0-9]{1,4}))?", part) for part in parts]
    if not all(found):
        raise click.BadParameter(text)
    spans = ((int(one[1]), int(one[2] or one[1])) for one in found if one)
    return frozenset(number for first, last in spans for number in range(first, last + 1))


@click.command("promise")
@click.argument("file")
@click.option("--boards", default="", callback=_numbers, help="Of these only, as in 1-5,8.")
@language_option
def promise_(file: str, boards: frozenset[int], lang: str) -> None:  # noqa: ARG001 (of errors)
    """Write the SHA-256 of the hands in FILE: PBN, LIN or whatever else holds hands.

    An event whose hands were read from a file promised them so. Only boards whose four hands are
    known count.
    """
    records = read_event(read_input(file), file).boards.values()
    deals = [
        (one.board, one.deal)
        for one in records
        if one.deal and None not in one.deal.hands and (not boards or one.board.number in boards)
    ]
    if not deals:
        raise FileFault("the file has no deals", file=file)
    click.echo(promise_of(deals))


def _secret(file: Path) -> bytes:
    """The secret in the file, without surrounding space; a new one where there is no file."""
    try:
        if not file.exists():
            with whole(file) as new:
                new.write(secrets.token_urlsafe(32).encode() + b"\n")
        return file.read_bytes().strip()
    except OSError as error:
        raise FileFault(
            "the file cannot be used (%(reason)s)", reason=error.strerror, file=str(file)
        ) from error
