"""People's mistakes, said in the reader's language."""

from django.utils.translation import gettext

from storslam.errors import FileFault, StorslamError


def said(error: StorslamError) -> str:
    """The sentence of the error in the language of the moment, without its place in a file."""
    return gettext(error.message) % error.params


def place(error: StorslamError) -> str:
    """Line and column of a fault in a file, in words; empty where not known."""
    if not isinstance(error, FileFault) or not error.line:
        return ""
    where = gettext("line %(line)s") % {"line": error.line}
    if error.column:
        where += ", " + gettext("column %(column)s") % {"column": error.column}
    return where
