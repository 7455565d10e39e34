"""Apportioning places by starts: Hamilton's method, exact (p. 6, "Semifinal- och finalplatser").

The doubtful words: "flera dfb har samma decimaler" (G-5: last year's remainder, then more starts,
then a lot that is stated) and where a guaranteed place comes from (G-4: the seats that the
smallest decimals would have got).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from storslam.errors import StorslamError


@dataclass(frozen=True, slots=True)
class Apportionment:
    """The outcome. `comparison`: starts × places ÷ all starts, exact, by district.

    `seats`: what is certain. `order`: districts without a seat by decimals, the next in line
    first. `tied`: the districts between which a lot must decide on `open_seats` seats; none if
    nothing is left open.
    """

    comparison: Mapping[str, Fraction]
    seats: Mapping[str, int]
    order: tuple[str, ...]
    tied: tuple[str, ...] = ()
    open_seats: int = 0


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
    comparison = {district: Fraction(n * seats, total) for district, n in starts.items()}
    given = {district: int(number) for district, number in comparison.items()}
    kept = {district for district in guaranteed if given.get(district) == 0}
    given.update(dict.fromkeys(kept, 1))
    ranks = _ranks(comparison, starts, last_year or {}, lot)
    by_decimals = sorted(set(given) - kept, key=lambda district: (ranks[district], district))
    left = seats - sum(given.values())
    if left < 0:
        _give_back(-left, given, by_decimals)
        left = 0
    return _share_out(left, comparison, given, by_decimals, ranks)


def _ranks(
    comparison: Mapping[str, Fraction],
    starts: Mapping[str, int],
    last_year: Mapping[str, Fraction],
    lot: Sequence[str],
) -> dict[str, int]:
    """Places in the order of decimals; districts that nothing tells apart share one."""

    def key(district: str) -> tuple[Fraction, Fraction, int, int]:
        drawn = lot.index(district) if district in lot else len(lot)
        before = last_year.get(district, Fraction(-1))
        return -(comparison[district] % 1), -before, -starts[district], drawn

    keys = sorted(map(key, comparison))
    return {district: keys.index(key(district)) for district in comparison}


def _give_back(count: int, given: dict[str, int], by_decimals: Sequence[str]) -> None:
    """Take seats for guarantees from whole numbers, the smallest decimals first, never the last."""
    while count:
        able = [district for district in reversed(by_decimals) if given[district] > 1]
        if not able:
            raise StorslamError("there are fewer places than guaranteed ones")
        for district in able[:count]:
            given[district] -= 1
        count -= len(able[:count])


def _share_out(
    left: int,
    comparison: Mapping[str, Fraction],
    given: dict[str, int],
    by_decimals: Sequence[str],
    ranks: Mapping[str, int],
) -> Apportionment:
    first, rest = by_decimals[:left], tuple(by_decimals[left:])
    tied = [d for d in by_decimals if rest and first and ranks[d] == ranks[first[-1]]]
    if not tied or ranks[rest[0]] != ranks[first[-1]]:
        seats = {district: n + (district in first) for district, n in given.items()}
        return Apportionment(comparison, seats, rest)
    certain = [district for district in first if district not in tied]
    seats = {district: n + (district in certain) for district, n in given.items()}
    after = tuple(district for district in rest if district not in tied)
    return Apportionment(comparison, seats, after, tuple(tied), left - len(certain))
