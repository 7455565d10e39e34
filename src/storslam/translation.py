"""Sentences in the reader's language, for every edge that is not a page: terminal, print, files."""

import gettext
from collections.abc import Callable
from functools import cache
from pathlib import Path

from storslam.errors import FileFault, StorslamError

LANGUAGES = ("sv", "en")
_MOST_SHOWN = 120
_CATALOGUES = Path(__file__).parent / "locale"


@cache
def translator(language: str) -> Callable[[str], str]:
    """The function that turns an English sentence of ours into one of this language."""
    if language == "en":
        return str
    return gettext.translation("django", _CATALOGUES, [language], fallback=True).gettext


def said(error: StorslamError, language: str) -> str:
    """The error as one sentence in this language, with its place in a file before it."""
    told = {name: _shown(value) for name, value in error.params.items()}
    sentence = translator(language)(error.message) % told
    if isinstance(error, FileFault) and error.place:
        return f"{error.place}: {sentence}"
    return sentence


def _shown(value: object) -> object:
    """A value as one line of a message can hold it."""
    if not isinstance(value, str):
        return value
    text = "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in value
    )
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"


def decimals(text: str, language: str) -> str:
    """A number written with a point, with the decimal sign of this language."""
    return text.replace(".", ",") if language == "sv" else text


def gettext_noop(message: str) -> str:
    """The message itself; marks it for the catalogue where it is translated later."""
    return message
