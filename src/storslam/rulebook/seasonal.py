"""What is bound to one season: days, years of birth, and sentences that name them.

An edition that builds on another must say of each what becomes of it. It writes it anew, or lists
it in its `edition.toml`: `keeps` (it holds in any season), `unknown` (nothing is in force until
somebody publishes it) or `moves` (as many weeks or years later, by a reading that says why). What
is in none of them is a fault, so that no day of the season before is taken for one of this.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date, timedelta

from storslam.errors import FileFault
from storslam.rulebook.nearest import nearest
from storslam.rulebook.records import Article, Parameter
from storslam.rulebook.shapes import Front, covers

EDITION = "edition.toml"
YEAR_OF_BIRTH = "year of birth"

_MONTHS = "januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december"
_NAMES_A_DAY = re.compile(rf"\b(?:(?:19|20)\d\d|\d{{1,2}} (?:{_MONTHS}))\b")

Versions = dict[str, tuple[Parameter, ...]]


def carried_over(kept: Versions, front: Front, written: Iterable[str]) -> Versions:
    """The figures of the base as they are in the season of this edition.

    `written` are the keys that it writes itself. Raises FileFault for a figure of one season of
    which the edition says nothing, and for a name in its lists that is none.
    """
    own = set(written)
    seasonal = {key for key in kept if key not in own and _is_seasonal(kept[key])}
    _refuse_unknown_names(front, seasonal)
    return kept | {key: _carried(key, kept[key], front) for key in seasonal}


def _is_seasonal(versions: Iterable[Parameter]) -> bool:
    return any(isinstance(v.value, date) or v.unit == YEAR_OF_BIRTH for v in versions)


def _carried(key: str, versions: tuple[Parameter, ...], front: Front) -> tuple[Parameter, ...]:
    if covers(front.keeps, key):
        return versions
    if covers(front.unknown, key):
        return ()
    if covers(front.moves.names, key):
        return (_moved(versions[-1], front),)
    raise FileFault(
        "%(key)s is a day or a year of %(base)s: write it, or list it in keeps, unknown or moves",
        file=EDITION,
        key=key,
        base=front.base,
    )


def _moved(version: Parameter, front: Front) -> Parameter:
    value = version.value
    if isinstance(value, date):
        value += timedelta(weeks=front.moves.weeks)
    elif isinstance(value, int):
        value += front.moves.years
    return replace(
        version,
        value=value,
        published=front.published,
        applies=front.published,
        status="inferred",
        readings=(*version.readings, *front.moves.readings),
    )


def _refuse_unknown_names(front: Front, seasonal: Iterable[str]) -> None:
    for name in (*front.unknown, *front.moves.names):
        if not any(covers((name,), key) for key in seasonal):
            raise FileFault(
                "%(name)s is no day or year of the base; the nearest is %(nearest)s",
                file=EDITION,
                name=name,
                nearest=nearest(name, seasonal),
            )


def refuse_dated(kept: Mapping[str, Article], front: Front, written: Iterable[str]) -> None:
    """Raise FileFault when a kept article names a day and the edition says nothing of it."""
    for name in sorted(kept.keys() - {*written, *front.keeps}):
        if _NAMES_A_DAY.search(kept[name].sv):
            raise FileFault(
                "%(key)s names a day or a year of %(base)s: write its sentences, or list it in "
                "keeps",
                file=EDITION,
                key=name,
                base=front.base,
            )
