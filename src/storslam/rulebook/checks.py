"""What must hold in an edition before anyone may use it."""

from collections.abc import Iterable, Mapping
from itertools import pairwise

from storslam.errors import FileFault
from storslam.rulebook.book import Edition
from storslam.rulebook.nearest import nearest
from storslam.rulebook.records import Article, Parameter, Reading


def check(edition: Edition, own: Mapping[str, str]) -> None:
    """Nothing when the edition is sound; FileFault names the file and the key that is not.

    `own` gives the file of each key that the edition itself brings, and not its base.
    """
    days = {edition.published, *(change.on for change in edition.changes)}
    for key, versions in edition.versions.items():
        file = own.get(key, "edition.toml")
        _check_order(key, versions, file)
        _check_name(key, edition, file)
        for version in versions:
            _check_place(version, key, file)
            _check_cited(version.rules, edition.article_by_id, key, file)
            _check_known(version.readings, edition.reading_by_id, key, file)
            if key in own and version.published not in days:
                raise FileFault(
                    "%(key)s: no line of the change log is dated %(published)s",
                    file=file,
                    key=key,
                    published=version.published,
                )
    _check_articles(edition)
    _check_readings(edition)


def _check_place(record: Article | Parameter | Reading, key: str, file: str) -> None:
    if not record.page or not record.heading:
        raise FileFault("%(key)s: page and heading must be given", file=file, key=key)


def _check_order(key: str, versions: tuple[Parameter, ...], file: str) -> None:
    """A later version must be later by the clock of publication and not earlier by the other."""
    for before, after in pairwise(versions):
        if before.published == after.published or before.applies > after.applies:
            raise FileFault(
                "%(key)s: two versions overlap (published %(first)s and %(second)s)",
                file=file,
                key=key,
                first=before.published,
                second=after.published,
            )


def _check_name(key: str, edition: Edition, file: str) -> None:
    """A key with a value has no keys below it."""
    parts = key.split(".")
    for length in range(1, len(parts)):
        parent = ".".join(parts[:length])
        if parent in edition.versions:
            raise FileFault("%(key)s: %(parent)s has a value", file=file, key=key, parent=parent)


def _check_cited(cited: Iterable[str], known: Mapping[str, object], key: str, file: str) -> None:
    if not cited:
        raise FileFault("%(key)s: no rule uses it", file=file, key=key)
    _check_known(cited, known, key, file)


def _check_known(cited: Iterable[str], known: Mapping[str, object], key: str, file: str) -> None:
    for name in cited:
        if name not in known:
            raise FileFault(
                "%(key)s: there is no %(name)s; the nearest is %(nearest)s",
                file=file,
                key=key,
                name=name,
                nearest=nearest(name, known),
            )


def _check_articles(edition: Edition) -> None:
    for article in edition.articles():
        _check_place(article, article.id, "articles.toml")
        _check_known([article.chapter], edition.chapters, article.id, "articles.toml")


def _check_readings(edition: Edition) -> None:
    """A reading governs a figure that says so."""
    for reading in edition.readings():
        _check_place(reading, reading.id, "readings.toml")
        _check_cited(reading.rules, edition.article_by_id, reading.id, "readings.toml")
        if not any(reading.id in figure.readings for figure in edition.governed(reading)):
            raise FileFault(
                "%(key)s: no figure %(parameter)s leans on it",
                file="readings.toml",
                key=reading.id,
                parameter=reading.parameter,
            )
