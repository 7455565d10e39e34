"""What every chapter shares: the disciplines, their figures in the book, the readings taken."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
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
PLAYERS_OF_A_PAIR = 2  # Law 3
Stage = Literal["qualifier", "last-chance", "semifinal", "final"]
LaterStage = Literal["last-chance", "semifinal", "final"]


def kind_of(book: Book, discipline: Discipline) -> Kind:
    """Whether the discipline is played by pairs or by teams."""
    kind: Kind = book.value(f"disciplines.{discipline}.kind")
    return kind


def figure(book: Book, key: str) -> Any:
    """The value in force of a parameter, None where the book has none.

    For keys with a discipline or a stage in them, which not all of these have. Raises StorslamError
    when the season has such a day or year but nobody knows it yet: that is not the same as none.
    """
    if book.edition.versions.get(key) == ():
        raise StorslamError(
            "a day that this needs is not known yet in the rulebook %(edition)s",
            edition=book.edition.id,
        )
    return if_known(book, key)


def if_known(book: Book, key: str) -> Any:
    """The value in force of a parameter, None where the book has none or does not know it yet."""
    found = book.find(key) if key in book.edition.versions else None
    return None if found is None else found.value


def regulated(book: Book, key: str, of: str) -> Any:
    """The value in force of a parameter; StorslamError where the book has none for the `of` in it,
    a discipline or a stage.
    """
    value = figure(book, key)
    if value is None:
        raise StorslamError(
            "the rulebook %(edition)s sets nothing of the kind for %(of)s on %(on)s",
            edition=book.edition.id,
            of=of,
            on=book.on,
        )
    return value


def staged(book: Book, discipline: str, stage: str) -> None:
    """StorslamError when the book of the day has no such stage of the discipline."""
    start = f"events.{discipline}.{stage}."
    if not any(book.find(key) for key in book.edition.versions if key.startswith(start)):
        raise StorslamError(
            "the rulebook %(edition)s has no %(stage)s in %(discipline)s on %(on)s",
            edition=book.edition.id,
            stage=stage,
            discipline=discipline,
            on=book.on,
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


def refuse_districts(book: Book, *names: str) -> None:
    """StorslamError for names of districts that do not fit together.

    Where the edition knows one of them, it must know all, and each district is written in one way.
    Where it knows none, they are free names.
    """
    if not any(map(book.edition.find_district, names)):
        return
    written: dict[str, str] = {}
    for name in names:
        other = written.setdefault(book.edition.district(name).code, name)
        if other != name:
            raise StorslamError(
                "%(one)s and %(other)s are the same district", one=other, other=name
            )


def refuse_empty(values: Sequence[object], name: str) -> None:
    """StorslamError when a fact that is a list holds nothing."""
    if not values:
        raise StorslamError("%(name)s must not be empty", name=name)


def refuse_twice(values: Sequence[str], name: str) -> None:
    """StorslamError when a fact that is a list names something twice."""
    twice = next((value for value, count in Counter(values).items() if count > 1), None)
    if twice is not None:
        raise StorslamError("%(name)s: %(value)s is there twice", name=name, value=twice)


def refuse_negative(name: str, value: Fraction) -> None:
    """StorslamError when a number is below zero."""
    if value < 0:
        raise StorslamError("%(name)s: %(value)s is below zero", name=name, value=value)


def refuse_outside(name: str, value: int, least: int, most: int) -> None:
    """StorslamError when a number is smaller or larger than what there can be."""
    if value < least:
        raise StorslamError("%(name)s must be at least %(least)s", name=name, least=least)
    refuse_more(name, value, most)


def refuse_more(name: str, value: Fraction | int, most: Fraction | int) -> None:
    """StorslamError when a number is larger than another that holds it."""
    if value > most:
        raise StorslamError("%(name)s must be at most %(most)s", name=name, most=most)
