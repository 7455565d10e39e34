"""Quotas under change: fewer teams than were reported (p. 11, note 2), and how near a place is.

The doubtful words: "räknas … om" (the whole apportionment is made again with the teams that
played), "övriga distrikt" (G-62: all with teams whose quota does not fall) and "aldrig kunna mista"
(what a district loses goes to the others; nothing goes from them).
"""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction

from storslam.championship.apportionment import Apportionment, apportion, levels, tie_keys
from storslam.championship.disciplines import (
    Discipline,
    refuse_districts,
    refuse_more,
    refuse_unknown,
    taken,
)
from storslam.championship.quota import quota, readings, refuse_ties
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.registry import decides
from storslam.rulebook.strict import Count, Positive


@dataclass(frozen=True, slots=True)
class Requota:
    """Seats after the second reckoning, as far as certain; `tied` wait for a lot.

    `before` and `again` are the apportionments on the reported and on the actual numbers.
    """

    before: Apportionment
    again: Apportionment
    seats: Mapping[str, int]
    tied: tuple[str, ...] = ()
    open_seats: int = 0


def requota(
    seats: int,
    reported: Mapping[str, int],
    actual: Mapping[str, int],
    *,
    minimum: int | None = None,
    last_year: Mapping[str, Fraction] | None = None,
    lot: Sequence[str] = (),
) -> Requota:
    """The seats once some districts had fewer teams than they reported (SM-QUOTA-9 … -11).

    Such a district has what its actual number gives, at most what it had. Each seat that it loses
    goes to the other district whose comparison number is furthest above its seats, of those that
    have teams and lose nothing (G-62). More teams than reported count for nothing.
    """

    def share(starts: Mapping[str, int]) -> Apportionment:
        sure = [district for district, n in starts.items() if minimum and n >= minimum]
        return apportion(seats, starts, guaranteed=sure, last_year=last_year, lot=lot)

    played = {district: min(n, actual[district]) for district, n in reported.items()}
    before, again = share(reported), share(played)
    fewer = [district for district, n in reported.items() if played[district] < n]
    held = {d: min(n, again.seats[d]) if d in fewer else n for d, n in before.seats.items()}
    freed = sum(before.seats.values()) - sum(held.values())
    unsettled = before.tied or (again.tied if set(fewer) & set(again.tied) else ())
    if unsettled:
        return Requota(before, again, held, unsettled, seats - sum(held.values()))
    others = [d for d, n in held.items() if played[d] and n == before.seats[d]]
    while freed:
        wanting = {district: again.comparison[district] - held[district] for district in others}
        first = levels(others, tie_keys(wanting, played, last_year or {}, lot))[0]
        if len(first) > freed:
            return Requota(before, again, held, first, freed)
        held.update({district: held[district] + 1 for district in first})
        freed -= len(first)
    return Requota(before, again, held)


@decides("requota-after-withdrawn-teams", rules=("SM-QUOTA-9", "SM-QUOTA-10", "SM-QUOTA-11"))
def requota_after_withdrawn_teams(
    book: Book,
    *,
    seats: Count,
    reported: dict[str, Count],
    actual: dict[str, Count],
    minimum: Positive | None = None,
    last_year_remainders: dict[str, Fraction] | None = None,
    lot: list[str] | None = None,
) -> Decision:
    """The places once fewer teams have played than were reported; no other district loses one.

    The facts beside `reported` and `actual` are those of `apportion`.
    """
    known = tuple(reported)
    refuse_districts(book, *known)
    refuse_unknown(actual, known)
    refuse_ties(known, last_year_remainders or {}, lot or ())
    cited = [because(f"SM-QUOTA-{n}", reported=reported, actual=actual) for n in (9, 10, 11)]
    missing = tuple(f"actual.{district}" for district in known if district not in actual)
    if missing:
        return Decision({}, tuple(cited), missing=missing)
    made = requota(
        seats,
        reported,
        actual,
        minimum=minimum,
        last_year=last_year_remainders,
        lot=lot or (),
    )
    had = made.before.seats
    result = {
        "seats": made.seats,
        "before": had,
        "lost": {d: had[d] - n for d, n in made.seats.items() if n < had[d]},
        "gained": {d: n - had[d] for d, n in made.seats.items() if n > had[d]},
        "comparison": made.again.comparison,
        "needs_lot": made.tied,
        "open_seats": made.open_seats,
    }
    leant = (*readings(book, made.again), *taken(book, "quota.others", "with-teams-and-no-loss"))
    return Decision(result, tuple(cited), leant)


def least(changed: Callable[[int], bool], most: int) -> int | None:
    """The smallest number from 1 to `most` from which on `changed` holds; None for no such."""
    low, high = 1, 1
    while high <= most and not changed(high):
        low, high = high + 1, 2 * high
    if low > most:
        return None
    at = bisect_left(range(most + 1), True, low, min(high, most + 1), key=changed)
    return at if at <= most else None


@dataclass(frozen=True, slots=True)
class Margin:
    """A district's seats; how many more starts give it one more; how many fewer cost it one.

    None where no number would.
    """

    seats: int
    to_gain: int | None
    to_lose: int | None


def margin(seats_of: Callable[[int], int], own: int, others: int, places: int) -> Margin:
    """How far a district with its `own` starts is from its next place, and from losing one.

    `seats_of`: its seats by its starts, which do not fall as these grow. `others`: all other
    starts. `places`: all places.
    """
    seats = seats_of(own)
    # With so many more starts, less than half a place is left by proportion for all the others.
    enough = 2 * places * others + 1
    return Margin(
        seats,
        least(lambda more: seats_of(own + more) > seats, enough),
        least(lambda fewer: seats_of(own - fewer) < seats, own if others else own - 1),
    )


# More than a country has; every one of them is apportioned for many times over.
_MOST_DISTRICTS = 40


@decides("quota-sensitivity", rules=("SM-QUOTA-2", "SM-QUOTA-3"))
def quota_sensitivity(
    book: Book,
    *,
    discipline: Discipline,
    starts: dict[str, Count],
    district: str | None = None,
    champions_district: str | None = None,
    last_year_remainders: dict[str, Fraction] | None = None,
    lot: list[str] | None = None,
) -> Decision:
    """How many starts more would give a district a place, and how many fewer would cost it one.

    `district`: the one asked about; without it, every one. The other facts are those of `quota`.
    """
    refuse_more("starts", len(starts), _MOST_DISTRICTS)
    refuse_districts(book, *starts)
    refuse_unknown([district] if district else [], tuple(starts))
    total = sum(starts.values())

    def seats(one: str, own: int) -> Mapping[str, int]:
        found = quota(
            book,
            discipline,
            starts | {one: own},
            champions=champions_district or "",
            last_year=last_year_remainders,
            lot=lot or (),
        )
        return found.seats

    def margin_of(one: str) -> Margin:
        places = sum(seats(one, starts[one]).values())
        return margin(lambda own: seats(one, own)[one], starts[one], total - starts[one], places)

    margins = {one: asdict(margin_of(one)) for one in ([district] if district else starts)}
    cited = (because("SM-QUOTA-2", starts=starts), because("SM-QUOTA-3", margins=margins))
    return Decision({"margins": margins}, cited)
