"""Apportioning places by starts: Hamilton's method, exact (p. 6, "Semifinal- och finalplatser").

The doubtful words: "flera dfb har samma decimaler" (G-5: where last year's remainders are not
known, more starts, then a lot that is stated) and where a guaranteed place comes from (G-4: the
seats that the smallest decimals would have got).
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Literal

from storslam.errors import StorslamError

SettledBy = Literal["decimals", "last-year", "starts", "lot", "nothing"]
_TESTS: tuple[SettledBy, ...] = ("decimals", "last-year", "starts", "lot")
Key = tuple[int | Fraction, ...]


@dataclass(frozen=True, slots=True)
class Apportionment:
    """The outcome. `comparison`: starts × places ÷ all starts, exact, by district.

    `seats`: what is certain. `line`: the districts next in line for a place, by decimals; those
    that nothing tells apart stand together. `tied`: the districts between which a lot must decide
    on `open_seats` seats; none if nothing is left open. `settled_by`: what decided who got the
    last seat. `lifted`: districts that have a seat only because it was guaranteed.
    """

    comparison: Mapping[str, Fraction]
    seats: Mapping[str, int]
    line: tuple[tuple[str, ...], ...]
    tied: tuple[str, ...] = ()
    open_seats: int = 0
    settled_by: SettledBy = "decimals"
    lifted: tuple[str, ...] = ()

    @property
    def order(self) -> tuple[str, ...]:
        """The districts next in line, one by one."""
        return tuple(district for level in self.line for district in level)


def apportion(
    seats: int,
    starts: Mapping[str, int],
    *,
    guaranteed: Collection[str] = (),
    last_year: Mapping[str, Fraction] | None = None,
    lot: Sequence[str] = (),
) -> Apportionment:
    """The places of each district (SM-QUOTA-1 … -4).

    `guaranteed`: districts that get a place whatever their number. `last_year`: decimals that
    gave no place last year. `lot`: districts in the order drawn. Raises StorslamError when there
    are no starts, or fewer seats than guarantees.
    """
    total = sum(starts.values())
    if total <= 0 or min(starts.values()) < 0 or seats < 0:
        raise StorslamError("places are apportioned by starts; there are none")
    whole = {district: n * seats // total for district, n in starts.items()}
    decimals = {district: n * seats % total for district, n in starts.items()}
    keys = tie_keys(decimals, starts, last_year or {}, lot)
    kept = {district for district in guaranteed if whole.get(district) == 0}
    given = whole | dict.fromkeys(kept, 1)
    able, left = _fit(seats - sum(given.values()), given, kept)
    drawn = draw(able, left, keys)
    given.update({district: given[district] + 1 for district in drawn.first})
    waiting = [d for d in starts if starts[d] and d not in kept and d not in able]
    unaided = sorted(starts, key=lambda d: keys[d])[: seats - sum(whole.values())]
    return Apportionment(
        {district: Fraction(n * seats, total) for district, n in starts.items()},
        given,
        levels(filter(starts.get, drawn.rest), keys) + levels(waiting, keys),
        drawn.tied,
        left - len(drawn.first) if drawn.tied else 0,
        drawn.settled_by,
        tuple(sorted(kept.difference(unaided))),
    )


def tie_keys(
    decimals: Mapping[str, Fraction | int],
    starts: Mapping[str, int],
    last_year: Mapping[str, Fraction],
    lot: Sequence[str],
) -> dict[str, Key]:
    """What ranks the districts, the smallest key first: decimals, then what settles equal ones.

    Last year's remainders count between those of equal decimals when all of them are known.
    """
    sharing = defaultdict(list)
    for district, value in decimals.items():
        sharing[value].append(district)

    def key(district: str) -> Key:
        told = all(other in last_year for other in sharing[decimals[district]])
        before = last_year[district] if told else 0
        drawn = lot.index(district) if district in lot else len(lot)
        return -decimals[district], -before, -starts[district], drawn

    return {district: key(district) for district in decimals}


@dataclass(frozen=True, slots=True)
class Drawn:
    """Who comes `first`, who are level at the cut, and the `rest`, each by key."""

    first: tuple[str, ...]
    tied: tuple[str, ...]
    rest: tuple[str, ...]
    settled_by: SettledBy


def draw(districts: Iterable[str], count: int, keys: Mapping[str, Key]) -> Drawn:
    """The first `count` of the districts by their keys, as far as the keys tell them apart."""
    ordered = sorted(districts, key=lambda district: (keys[district], district))
    first, rest = tuple(ordered[:count]), tuple(ordered[count:])
    if not first or not rest:
        return Drawn(first, (), rest, "decimals")
    last, following = keys[first[-1]], keys[rest[0]]
    if last != following:
        test = next(i for i, (a, b) in enumerate(zip(last, following, strict=True)) if a != b)
        return Drawn(first, (), rest, _TESTS[test])
    tied = tuple(district for district in ordered if keys[district] == last)
    apart = [tuple(d for d in side if d not in tied) for side in (first, rest)]
    return Drawn(apart[0], tied, apart[1], "nothing")


def _fit(left: int, given: dict[str, int], kept: Collection[str]) -> tuple[list[str], int]:
    """The districts that share the seats that are left by decimals, and how many those are.

    Where guarantees ask for more than is left, whole numbers give back a seat each, never the
    last of a district, and share what then remains.
    """
    able = [district for district in given if district not in kept]
    while left < 0:
        able = [district for district in able if given[district] > 1]
        if not able:
            raise StorslamError("there are fewer places than guaranteed ones")
        for district in able:
            given[district] -= 1
        left += len(able)
    return able, left


def levels(districts: Iterable[str], keys: Mapping[str, Key]) -> tuple[tuple[str, ...], ...]:
    """The districts by their keys, the smallest first, those of equal keys together."""
    ordered = sorted(districts, key=lambda district: (keys[district], district))
    return tuple(tuple(level) for _, level in groupby(ordered, key=keys.__getitem__))
