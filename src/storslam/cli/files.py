"""What every command that reads a file shares."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from storslam.errors import FileFault, StorslamError
from storslam.translation import LANGUAGES
from storslam.web.whole import whole

F = TypeVar("F", bound=Callable[..., Any])


def _known_language(_context: click.Context, _option: click.Parameter, value: str) -> str:
    """The language; StorslamError, one line, for one that there is not."""
    if value not in LANGUAGES:
        raise StorslamError(
            "there is no language %(name)s; there are %(known)s",
            name=value,
            known=", ".join(LANGUAGES),
        )
    return value


def language_option(command: F) -> F:
    """The option `--lang`."""
    return click.option(
        "--lang",
        metavar=f"[{'|'.join(LANGUAGES)}]",
        callback=_known_language,
        default="sv",
        envvar="STORSLAM_LANG",
        show_default=True,
        help="Language of what is shown.",
    )(command)


def read_input(file: str) -> bytes:
    """The content of the file of this name, or of standard input for `-`; raises FileFault."""
    # With all its formats, which only those who read a file should wait for.
    from storslam.exchange.text import MAX_BYTES, refuse_large

    try:
        if file == "-":
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with Path(file).open("rb") as source:
                data = source.read(MAX_BYTES + 1)
        refuse_large(len(data))
    except FileFault as fault:
        raise fault.at(file) from fault
    except FileNotFoundError as error:
        raise FileFault("there is no such file", file=file) from error
    except OSError as error:
        raise FileFault(
            "the file cannot be read (%(reason)s)", file=file, reason=error.strerror
        ) from error
    return data


def absolute(path: Path) -> Path:
    """The path from the root on; FileFault where there is no place that it goes out from."""
    try:
        return path.resolve()
    except FileNotFoundError as error:
        raise FileFault(
            "the directory that this was started in is gone; change into another", file=str(path)
        ) from error


def write_output(file: str, content: bytes) -> None:
    """Write the file whole or not at all, readable by its owner only; `-` is standard output."""
    path = Path(file)
    try:
        if file == "-":
            sys.stdout.buffer.write(content)
            sys.stdout.buffer.flush()
        elif path.exists() and not path.is_file():  # a device or a pipe takes what it is given
            path.write_bytes(content)
        else:
            with whole(path.resolve(), replace=True) as out:
                out.write(content)
    except OSError as error:
        raise FileFault(
            "the file cannot be written (%(reason)s)", file=file, reason=error.strerror
        ) from error
