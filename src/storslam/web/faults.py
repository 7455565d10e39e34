"""People's mistakes, said in the reader's language."""

from django.utils.translation import gettext

from storslam.errors import FileFault, StorslamError
from storslam.exchange.faults import LineFault


def said(error: StorslamError | LineFault) -> str:
    """The sentence of the error in the language of the moment.

    Without its line in a file, which `place` tells; with the path to a value in JSON.
    """
    sentence = gettext(error.message) % error.params
    path = error.path if isinstance(error, FileFault) else ""
    return f"{path}: {sentence}" if path else sentence


def place(error: StorslamError | LineFault) -> str:
    """Line and column of a fault in a file, in words; empty where not known."""
    if not isinstance(error, FileFault | LineFault) or not error.line:
        return ""
    where = gettext("line %(line)s") % {"line": error.line}
    if error.column:
        where += ", " + gettext("column %(column)s") % {"column": error.column}
    return where
