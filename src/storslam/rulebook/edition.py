"""Editions read from TOML: `edition(id)` for those in the package, `load_edition` for a folder.

A folder holds `edition.toml` (names, dates, change log, chapters), `articles.toml`, `readings.toml`
and any number of files of figures. A file of figures is a list of passages: a place in the
regulation (page, heading, the articles it belongs to, its clocks) and the `values` it gives, under
dotted keys. A key may stand in several passages with different clocks; each is a version.

An edition with a `base` holds only what it changes: an article keeps the fields it does not name,
a key gets new versions instead of the old ones, and what `removes` lists (articles, readings, keys
with all below them) is gone, also from what cites it. What is bound to a season is never taken
over in silence: see `seasonal`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import TypeVar
from zoneinfo import ZoneInfo

from storslam.errors import StorslamError
from storslam.rulebook.book import Edition
from storslam.rulebook.checks import check
from storslam.rulebook.nearest import nearest
from storslam.rulebook.records import Article, Chapter, Parameter, Reading, Value
from storslam.rulebook.seasonal import EDITION, Versions, carried_over, refuse_dated
from storslam.rulebook.shapes import Figures, Front, Gap, Passage
from storslam.rulebook.tables import Table, nested, read_record, read_toml, read_values

ARTICLES, READINGS, STANDARD = "articles.toml", "readings.toml", "standard.toml"
T = TypeVar("T")


def _folder() -> Traversable:
    return files("storslam.rulebook") / "editions"


def edition_ids() -> list[str]:
    """The seasons that there are editions of."""
    return sorted(entry.name for entry in _folder().iterdir() if entry.is_dir())


@cache
def edition(edition_id: str = "") -> Edition:
    """The edition of that season, or the standard one when none is named.

    StorslamError with the nearest id when there is none.
    """
    folder = _folder()
    if not edition_id:
        text = (folder / STANDARD).read_text(encoding="utf-8")
        return edition(read_toml(STANDARD, text)["edition"])
    known = edition_ids()
    if edition_id not in known:
        raise StorslamError(
            "there is no rulebook %(id)s; the nearest is %(nearest)s",
            id=edition_id,
            nearest=nearest(edition_id, known),
        )
    return load_edition(folder / edition_id)


def load_edition(folder: Traversable) -> Edition:
    """The edition in a folder of TOML files; FileFault names the file and the key that is wrong."""
    entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
    tomls = [entry for entry in entries if entry.name.endswith(".toml")]
    return parse_edition({entry.name: entry.read_text(encoding="utf-8") for entry in tomls})


def parse_edition(texts: Mapping[str, str], base_of: Callable[[str], Edition] = edition) -> Edition:
    """The edition in these texts, by file name; `base_of` finds the edition it builds on.

    Raises FileFault for unknown or absent keys, a page or heading that is not given, versions that
    overlap, and citations of what is not there.
    """
    tables = {file: read_toml(file, text) for file, text in texts.items()}
    front_table = dict(tables.pop(EDITION, {}))
    chapters = _records(Chapter, front_table.pop("chapters", {}), EDITION)
    front = read_record(Front, front_table, EDITION, "edition")
    base = base_of(front.base) if front.base else _blank(front)
    written, kept = tables.pop(ARTICLES, {}), front.kept(base.article_by_id)
    refuse_dated(kept, front, written)
    articles = _articles(written, front, kept)
    gaps = _records(Gap, tables.pop(READINGS, {}), READINGS)
    figures = [*_figures_of_gaps(gaps.values(), front), *_figures(tables, front)]
    own = _versions(parameter for _, parameter in figures)
    versions = carried_over(_kept_versions(base, front), front, own) | own
    made = Edition(
        id=front.id,
        title=front.title,
        revision=front.revision,
        base=front.base,
        published=front.published,
        zone=ZoneInfo(front.zone),
        changes=front.changes,
        chapters=_frozen(front.kept(base.chapters) | chapters),
        article_by_id=_frozen(articles),
        reading_by_id=_frozen(_kept_readings(base, front) | _readings(gaps, versions)),
        versions=_frozen(versions),
    )
    check(made, {parameter.key: file for file, parameter in figures})
    return made


def _blank(front: Front) -> Edition:
    """What an edition without a base builds on."""
    return Edition("", "", "", "", front.published, ZoneInfo(front.zone), (), {}, {}, {}, {})


def _frozen(known: dict[str, T]) -> Mapping[str, T]:
    return MappingProxyType(known)


def _records(shape: type[T], tables: Table, file: str) -> dict[str, T]:
    return {
        name: read_record(shape, {"id": name, **table}, file, name)
        for name, table in tables.items()
    }


def _articles(tables: Table, front: Front, kept: dict[str, Article]) -> dict[str, Article]:
    """The articles kept of the base, with what the tables change and add."""
    changed = {
        name: {**(asdict(kept[name]) if name in kept else {}), **front.dated(table)}
        for name, table in tables.items()
    }
    return kept | _records(Article, changed, ARTICLES)


def _kept_versions(base: Edition, front: Front) -> Versions:
    return {
        key: tuple(
            replace(
                version,
                rules=front.still_cited(version.rules),
                readings=front.still_cited(version.readings),
            )
            for version in versions
        )
        for key, versions in front.kept(base.versions).items()
    }


def _kept_readings(base: Edition, front: Front) -> dict[str, Reading]:
    return {
        name: replace(reading, rules=front.still_cited(reading.rules))
        for name, reading in front.kept(base.reading_by_id).items()
    }


def _figures_of_gaps(gaps: Iterable[Gap], front: Front) -> Iterator[tuple[str, Parameter]]:
    for gap in gaps:
        for parameter in _parameters(gap.as_passage(), front):
            yield READINGS, parameter


def _figures(tables: Mapping[str, Table], front: Front) -> Iterator[tuple[str, Parameter]]:
    for file, table in tables.items():
        for passage in read_record(Figures, table, file, "figures").passage:
            for parameter in _parameters(passage, front):
                yield file, parameter


def _parameters(passage: Passage, front: Front) -> Iterator[Parameter]:
    published = passage.published or front.published
    for key, value in read_values(passage.values, ZoneInfo(front.zone)):
        yield Parameter(
            key=key,
            value=value,
            page=passage.page,
            heading=passage.heading,
            published=published,
            applies=passage.applies or published,
            rules=passage.rules,
            readings=passage.readings,
            status=passage.status,
            unit=passage.unit,
        )


def _versions(parameters: Iterable[Parameter]) -> Versions:
    """The versions of each key, oldest first."""
    found = defaultdict(list)
    for parameter in parameters:
        found[parameter.key].append(parameter)
    return {
        key: tuple(sorted(versions, key=lambda v: (v.published, v.applies)))
        for key, versions in found.items()
    }


def _readings(gaps: Mapping[str, Gap], versions: Versions) -> dict[str, Reading]:
    return {
        name: Reading(**asdict(gap) | {"default": _default(gap, versions)})
        for name, gap in gaps.items()
    }


def _default(gap: Gap, versions: Versions) -> Value:
    """The last value of the parameter, or of those below it that lean on the reading."""
    if gap.parameter in versions:
        return versions[gap.parameter][-1].value
    start = f"{gap.parameter}."
    last = {key: known[-1] for key, known in versions.items() if key.startswith(start)}
    leaning = {key: figure.value for key, figure in last.items() if gap.id in figure.readings}
    return nested({key.removeprefix(start): value for key, value in leaning.items()})
