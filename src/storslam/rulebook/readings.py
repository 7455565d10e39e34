"""The readings behind figures: which ones a decision leans on, and that they are carried out."""

from storslam.errors import StorslamError
from storslam.rulebook.book import Book


def leaning(book: Book, *keys: str) -> tuple[str, ...]:
    """The readings on which these parameters lean."""
    readings = (reading for key in keys for reading in book.parameter(key).readings)
    return tuple(dict.fromkeys(readings))


def taken(book: Book, key: str, carried_out: object) -> tuple[str, ...]:
    """The readings behind a parameter that names how the text is read.

    Raises StorslamError when the book names another reading than the one that is carried out.
    """
    if book.value(key) != carried_out:
        raise StorslamError(
            "%(key)s is %(value)s in the rulebook %(edition)s; carried out is %(carried_out)s",
            key=key,
            value=book.value(key),
            edition=book.edition.id,
            carried_out=carried_out,
        )
    return leaning(book, key)
