"""What every chapter shares: the disciplines, their figures in the book, the readings taken."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from storslam.errors import StorslamError
from storslam.rulebook.book import Book
from storslam.rulebook.nearest import nearest
from storslam.rulebook.readings import leaning as leaning
from storslam.rulebook.readings import taken as taken

Discipline = Literal[
    "open-pairs",
    "women-pairs",
    "mixed-pairs",
    "veteran-pairs",
    "junior-pairs",
    "beginner-pairs",
    "open-teams",
    "veteran-teams",
    "junior-teams",
]
PairDiscipline = Literal[
    "open-pairs",
    "women-pairs",
    "mixed-pairs",
    "veteran-pairs",
    "junior-pairs",
    "beginner-pairs",
]
Kind = Literal["pairs", "teams"]
Stage = Literal["qualifier", "last-chance", "semifinal", "final"]
LaterStage = Literal["last-chance", "semifinal", "final"]


def kind_of(book: Book, discipline: Discipline) -> Kind:
    """Whether the discipline is played by pairs or by teams."""
    kind: Kind = book.value(f"disciplines.{discipline}.kind")
    return kind


def figure(book: Book, key: str) -> Any:
    """The value in force of a parameter, None where the book has none.

    For keys with a discipline or a stage in them, which not all of these have.
    """
    found = book.find(key) if key in book.edition.versions else None
    return None if found is None else found.value


def regulated(book: Book, key: str) -> Any:
    """The value in force of a parameter; StorslamError where the book has none."""
    value = figure(book, key)
    if value is None:
        raise StorslamError(
            "the rulebook %(edition)s says nothing of %(key)s on %(on)s",
            edition=book.edition.id,
            key=key,
            on=book.on,
        )
    return value


def staged(book: Book, discipline: str, stage: str) -> None:
    """StorslamError when no day of the edition has such a stage of the discipline."""
    start = f"events.{discipline}.{stage}."
    if not any(key.startswith(start) for key in book.edition.versions):
        raise StorslamError(
            "the rulebook %(edition)s has no %(stage)s in %(discipline)s",
            edition=book.edition.id,
            stage=stage,
            discipline=discipline,
        )


def refuse_unknown(names: Iterable[str], known: Sequence[str]) -> None:
    """StorslamError, with the nearest known name, for a name that is not known."""
    for name in names:
        if name not in known:
            raise StorslamError(
                "there is no %(name)s here; the nearest is %(nearest)s",
                name=name,
                nearest=nearest(name, known),
            )


def refuse_empty(values: Sequence[object], name: str) -> None:
    """StorslamError when a fact that is a list holds nothing."""
    if not values:
        raise StorslamError("%(name)s must not be empty", name=name)


def refuse_more(name: str, value: int, most: int) -> None:
    """StorslamError when a number is larger than another that holds it."""
    if value > most:
        raise StorslamError("%(name)s must be at most %(most)s", name=name, most=most)
