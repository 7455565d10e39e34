"""Sentences in the reader's language, for every edge that is not a page: terminal, print, files."""

import gettext
from collections.abc import Callable
from functools import cache
from pathlib import Path

from storslam.errors import FileFault, StorslamError

LANGUAGES = ("sv", "en")
_CATALOGUES = Path(__file__).parent / "locale"


@cache
def translator(language: str) -> Callable[[str], str]:
    """The function that turns an English sentence of ours into one of this language."""
    if language == "en":
        return str
    return gettext.translation("django", _CATALOGUES, [language]).gettext


def said(error: StorslamError, language: str) -> str:
    """The error as one sentence in this language, with its place in a file before it."""
    sentence = translator(language)(error.message) % error.params
    if isinstance(error, FileFault) and error.place:
        return f"{error.place}: {sentence}"
    return sentence


def decimals(text: str, language: str) -> str:
    """A number written with a point, with the decimal sign of this language."""
    return text.replace(".", ",") if language == "sv" else text


def gettext_noop(message: str) -> str:
    """The message itself; marks it for the catalogue where it is translated later."""
    return message
