"""An edition of the regulation, and the book as it stood on one day."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeVar, overload
from zoneinfo import ZoneInfo

from storslam.errors import StorslamError
from storslam.rulebook.nearest import nearest
from storslam.rulebook.records import (
    Article,
    Change,
    Chapter,
    District,
    Parameter,
    Reading,
)
from storslam.rulebook.tables import nested

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """One season's regulation with all its versions; `at` gives the book of a day."""

    id: str
    title: str
    revision: str
    base: str
    published: date
    zone: ZoneInfo
    changes: tuple[Change, ...] = field(repr=False)
    chapters: Mapping[str, Chapter] = field(repr=False)
    article_by_id: Mapping[str, Article] = field(repr=False)
    reading_by_id: Mapping[str, Reading] = field(repr=False)
    versions: Mapping[str, tuple[Parameter, ...]] = field(repr=False)

    @property
    def last_change(self) -> date:
        """The day of the last line of the change log: what `on` is when nobody says."""
        return max([self.published, *(change.on for change in self.changes)])

    def at(self, on: date | None = None) -> "Book":
        """The book as it stood on that day; StorslamError before the edition was published."""
        day = self.last_change if on is None else on
        if day < self.published:
            raise StorslamError(
                "the rulebook %(edition)s was first published on %(published)s, after %(on)s",
                edition=self.id,
                published=self.published,
                on=day,
            )
        return Book(self, day)

    @overload
    def value(self, key: str, *, on: date | None = None) -> Any: ...
    @overload
    def value(self, key: str, kind: type[T], *, on: date | None = None) -> T: ...
    def value(self, key: str, kind: type[Any] | None = None, *, on: date | None = None) -> Any:
        """The value of a parameter on a day; see `Book.value`."""
        book = self.at(on)
        return book.value(key) if kind is None else book.value(key, kind)

    def article(self, article_id: str) -> Article:
        """The article; StorslamError with the nearest id when there is none."""
        if article_id in self.article_by_id:
            return self.article_by_id[article_id]
        raise StorslamError(
            "there is no rule %(id)s; the nearest is %(nearest)s",
            id=article_id,
            nearest=nearest(article_id, self.article_by_id),
        )

    def articles(self) -> tuple[Article, ...]:
        """All articles in the regulation's order."""
        return tuple(self.article_by_id.values())

    def reading(self, reading_id: str) -> Reading:
        """The reading; StorslamError with the nearest id when there is none."""
        if reading_id in self.reading_by_id:
            return self.reading_by_id[reading_id]
        raise StorslamError(
            "there is no reading %(id)s; the nearest is %(nearest)s",
            id=reading_id,
            nearest=nearest(reading_id, self.reading_by_id),
        )

    def readings(self) -> tuple[Reading, ...]:
        """All readings in the order of their numbers."""
        return tuple(self.reading_by_id.values())

    def parameters(self) -> tuple[Parameter, ...]:
        """Every version of every parameter."""
        return tuple(version for versions in self.versions.values() for version in versions)

    def unknown(self) -> tuple[str, ...]:
        """The keys of the days that this season has but nobody has published yet."""
        return tuple(key for key, versions in self.versions.items() if not versions)

    def governed(self, reading: Reading) -> list[Parameter]:
        """The versions of the parameters that a reading governs."""
        key = reading.parameter
        return [p for p in self.parameters() if p.key == key or p.key.startswith(f"{key}.")]

    def districts(self) -> tuple[District, ...]:
        """The districts in the order of the regulation's tables."""
        named = self.at().table("districts")
        return tuple(District(code, **names) for code, names in named.items())

    def find_district(self, text: str) -> District | None:
        """The district of that code, printed name or federation; None for no such."""
        return _districts_by_name(self).get(text.casefold())

    def district(self, text: str) -> District:
        """The district of that code, printed name or federation; StorslamError for no such."""
        found = self.find_district(text)
        if found is None:
            raise StorslamError(
                "there is no district %(name)s; the nearest is %(nearest)s",
                name=text,
                nearest=nearest(text, (name for d in self.districts() for name in d.names)),
            )
        return found


@dataclass(frozen=True, slots=True)
class Book:
    """The edition as it stood on the day `on`, by both clocks."""

    edition: Edition
    on: date

    def find(self, key: str) -> Parameter | None:
        """The version of a parameter in force, None while there is none.

        Raises LookupError when no day of the edition has such a key.
        """
        if key not in self.edition.versions:
            close = nearest(key, self.edition.versions)
            raise LookupError(f"{self.edition.id} has no parameter {key}; nearest: {close}")
        for version in reversed(self.edition.versions[key]):
            if _visible(version, self.on):
                return version
        return None

    def parameter(self, key: str) -> Parameter:
        """The version of a parameter in force; StorslamError while there is none."""
        found = self.find(key)
        if found is None:
            raise StorslamError(
                "the rulebook %(edition)s has no %(key)s in force on %(on)s",
                edition=self.edition.id,
                key=key,
                on=self.on,
            )
        return found

    @overload
    def value(self, key: str) -> Any: ...
    @overload
    def value(self, key: str, kind: type[T]) -> T: ...
    def value(self, key: str, kind: type[Any] | None = None) -> Any:
        """The value in force, as `kind` (int, str, bool, Fraction, date, datetime, time, tuple).

        A whole number may be asked for as Fraction. Raises LookupError for an unknown key,
        StorslamError when nothing is in force, TypeError when the value is of another kind.
        """
        value = self.parameter(key).value
        if kind is Fraction and type(value) is int:
            return Fraction(value)
        if kind is not None and type(value) is not kind:
            raise TypeError(f"{key} is {type(value).__name__}, not {kind.__name__}")
        return value

    def table(self, prefix: str) -> dict[str, Any]:
        """The values in force below a key, by the rest of their keys (nested at each point).

        Raises LookupError when no day of the edition has a key below.
        """
        start = prefix + "."
        below = _keys_below(self.edition, start)
        if not below:
            raise LookupError(f"{self.edition.id} has no parameters below {prefix}")
        found = {key.removeprefix(start): self.find(key) for key in below}
        return nested({key: version.value for key, version in found.items() if version})

    def in_force(self, article_id: str) -> bool:
        """Whether the article had been published and applied on the day of the book."""
        return _visible(self.edition.article(article_id), self.on)


@lru_cache(maxsize=1024)
def _keys_below(edition: Edition, start: str) -> tuple[str, ...]:
    return tuple(key for key in edition.versions if key.startswith(start))


@lru_cache(maxsize=16)
def _districts_by_name(edition: Edition) -> Mapping[str, District]:
    return {
        name.casefold(): district for district in edition.districts() for name in district.names
    }


def _visible(dated: Parameter | Article, on: date) -> bool:
    return dated.published <= on and dated.applies <= on
