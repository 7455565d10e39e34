"""Quotas: how many places each district gets (p. 6, "Semifinal- och finalplatser").

The doubtful words: "garanterad" (G-4: the place comes from the smallest decimals, in Open once both
apportionments are made), "Regerande Svenska Mästarna … ingår i de första" (G-3: their place is
taken out before the rest is apportioned), "två kvoteringar" (G-44: each on its own, then added),
"antalet deltagare" and "antalet starter" (G-42: the same number).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from storslam.championship.apportionment import Apportionment, apportion
from storslam.championship.disciplines import (
    Discipline,
    figure,
    kind_of,
    refuse_districts,
    refuse_more,
    refuse_negative,
    refuse_twice,
    refuse_unknown,
    regulated,
    taken,
)
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, Reason, because
from storslam.rulebook.registry import decides
from storslam.rulebook.strict import Count, Positive

_EQUAL_DECIMALS = ("last-year-remainder", "starts", "lot")


@dataclass(frozen=True, slots=True)
class Quota:
    """The places of a discipline: the `first` apportionment, and in Open a `second`.

    `champions`: the district of the reigning champions, who hold a place of the first; empty when
    nobody holds it.
    """

    first: Apportionment
    second: Apportionment | None = None
    champions: str = ""

    @property
    def parts(self) -> dict[str, Apportionment]:
        """The apportionments by name. The last of them says who is next in line."""
        return {"first": self.first} | ({"second": self.second} if self.second else {})

    @property
    def travel_seats(self) -> dict[str, int]:
        """The certain seats that carry travel allowance, the champions' among them."""
        return {d: n + (d == self.champions) for d, n in self.first.seats.items()}

    @property
    def further_seats(self) -> dict[str, int]:
        """The certain seats of the second apportionment."""
        return {d: self.second.seats[d] if self.second else 0 for d in self.first.seats}

    @property
    def seats(self) -> dict[str, int]:
        """All certain seats."""
        return {d: n + self.further_seats[d] for d, n in self.travel_seats.items()}


def quota(
    book: Book,
    discipline: Discipline,
    starts: Mapping[str, int],
    *,
    champions: str = "",
    last_year: Mapping[str, Fraction] | None = None,
    lot: Sequence[str] = (),
) -> Quota:
    """The quota of a discipline by the starts of each district.

    `champions`: the district of reigning champions who take up their place. Raises StorslamError
    for a discipline without quota, for no starts, and for a district named without starts.
    """
    refuse_unknown(filter(None, [champions]), tuple(starts))
    refuse_ties(tuple(starts), last_year or {}, lot)
    places = regulated(book, f"places.{discipline}.first", discipline) - bool(champions)
    further = figure(book, f"places.{discipline}.second")
    sure = [d for d, n in starts.items() if n >= minimum(book, discipline)]
    if further is None:
        first = apportion(places, starts, guaranteed=sure, last_year=last_year, lot=lot)
        return Quota(first, None, champions)
    first = apportion(places, starts, last_year=last_year, lot=lot)
    without = [d for d in sure if not first.seats[d] and d not in first.tied]
    second = apportion(further, starts, guaranteed=without, last_year=last_year, lot=lot)
    return Quota(first, second, champions)


def refuse_ties(
    districts: Sequence[str], last_year: Mapping[str, Fraction], lot: Sequence[str]
) -> None:
    """StorslamError when what settles equal decimals names another district or one twice.

    Nor can a decimal be below nothing or above a whole place.
    """
    refuse_unknown((*last_year, *lot), districts)
    for district, decimals in last_year.items():
        refuse_negative(f"last_year_remainders.{district}", decimals)
        refuse_more(f"last_year_remainders.{district}", decimals, 1)
    refuse_twice(lot, "lot")


def minimum(book: Book, discipline: Discipline) -> int:
    """The starts with which a district has a guaranteed place."""
    least: int = regulated(book, f"events.{discipline}.qualifier.minimum", discipline)
    return least


@decides("apportion", rules=("SM-QUOTA-1", "SM-QUOTA-2", "SM-QUOTA-3", "SM-QUOTA-4"))
def apportion_places(
    book: Book,
    *,
    seats: Count,
    starts: dict[str, Count],
    minimum: Positive | None = None,
    last_year_remainders: dict[str, Fraction] | None = None,
    lot: list[str] | None = None,
) -> Decision:
    """Share out places among districts by their starts.

    `minimum`: the starts that carry a guaranteed place; without it nothing is guaranteed.
    `last_year_remainders`: decimals that gave no place last year, where known. `lot`: districts in
    the order drawn, once it has been drawn.
    """
    refuse_districts(book, *starts)
    refuse_ties(tuple(starts), last_year_remainders or {}, lot or ())
    sure = [district for district, n in starts.items() if minimum and n >= minimum]
    made = apportion(seats, starts, guaranteed=sure, last_year=last_year_remainders, lot=lot or ())
    result = {
        "seats": made.seats,
        "total": sum(made.seats.values()),
        "comparison": made.comparison,
        **next_in_line(made),
        "needs_lot": made.tied,
        "open_seats": made.open_seats,
    }
    return Decision(result, tuple(reasons(made, starts)), readings(book, made))


@decides(
    "quota",
    rules=(
        "SM-QUOTA-1",
        "SM-QUOTA-2",
        "SM-QUOTA-3",
        "SM-QUOTA-4",
        "SM-QUOTA-5",
        "SM-QUOTA-6",
        "SM-QUOTA-7",
        "SM-QUOTA-8",
        "SM-QUAL-11",
        "SM-ED-6",
    ),
)
def quota_of_discipline(
    book: Book,
    *,
    discipline: Discipline,
    starts: dict[str, Count],
    champions_district: str | None = None,
    last_year_remainders: dict[str, Fraction] | None = None,
    lot: list[str] | None = None,
) -> Decision:
    """The places of every district in a discipline, and who is next in line.

    `champions_district`: the district of reigning champions who take up their place; without it
    nobody does. `last_year_remainders` and `lot` as in `apportion`.
    """
    refuse_districts(book, *starts)
    found = quota(
        book,
        discipline,
        starts,
        champions=champions_district or "",
        last_year=last_year_remainders,
        lot=lot or (),
    )
    *_, last = found.parts.values()
    travel, further = found.travel_seats, found.further_seats
    result = {
        "seats": found.seats,
        "first": travel,
        "second": further,
        "total": sum(found.seats.values()),
        "first_total": sum(travel.values()),
        "second_total": sum(further.values()),
        "travel_seats": travel,
        **next_in_line(last),
        "guaranteed": [d for d, n in starts.items() if n >= minimum(book, discipline)],
        "comparison": {name: part.comparison for name, part in found.parts.items()},
        **_lots(found),
    }
    return Decision(
        result, tuple(_reasons(book, discipline, found, starts)), _readings(book, found)
    )


def next_in_line(made: Apportionment) -> dict[str, object]:
    """Who is next in line, and among whom nothing yet tells the order."""
    level = [districts for districts in made.line if len(districts) > 1]
    return {"next_in_line": made.order, "level_in_line": level}


def reasons(made: Apportionment, starts: Mapping[str, int]) -> Iterator[Reason]:
    """The articles that an apportionment carried out."""
    yield because("SM-QUOTA-2", starts=starts, places=sum(made.comparison.values()))
    yield because("SM-QUOTA-3", comparison=made.comparison)
    if made.settled_by != "decimals":
        yield because("SM-QUOTA-4", settled_by=made.settled_by, tied=made.tied)
    if made.lifted:
        yield because("SM-QUOTA-1", districts=made.lifted)


def readings(book: Book, made: Apportionment) -> tuple[str, ...]:
    """The readings that an apportionment leaned on."""
    found = taken(book, "quota.counted", "first-starts-for-the-championship")
    if made.settled_by in {"starts", "lot", "nothing"}:
        found += taken(book, "quota.equal-remainders", _EQUAL_DECIMALS)
    if made.lifted:
        found += taken(book, "quota.guarantee-taken-from", "smallest-remainder")
    return found


def _lots(found: Quota) -> dict[str, object]:
    lots = [
        {"apportionment": name, "districts": part.tied, "seats": part.open_seats}
        for name, part in found.parts.items()
        if part.tied
    ]
    tied = {d for part in found.parts.values() for d in part.tied}
    return {"needs_lot": [d for d in found.first.seats if d in tied], "lots": lots}


def _reasons(
    book: Book, discipline: Discipline, found: Quota, starts: Mapping[str, int]
) -> Iterator[Reason]:
    told = (reason for part in found.parts.values() for reason in reasons(part, starts))
    yield from {reason.rule_id: reason for reason in told}.values()
    least = minimum(book, discipline)
    yield because("SM-QUAL-11", minimum=least)
    below = [d for d, n in found.seats.items() if n == 0 and starts[d] < least]
    if below:
        yield because("SM-QUOTA-8", districts=below, minimum=least)
    if found.second:
        yield because("SM-QUOTA-5", seats=found.travel_seats)
    if found.champions:
        yield because("SM-QUOTA-6", champions_district=found.champions)
    if kind_of(book, discipline) == "teams":
        yield because("SM-QUOTA-7", discipline=discipline)
    if discipline == "mixed-pairs" and book.in_force("SM-ED-6"):
        yield because("SM-ED-6", on=book.on)


def _readings(book: Book, found: Quota) -> tuple[str, ...]:
    leant = [reading for part in found.parts.values() for reading in readings(book, part)]
    if found.second:
        leant += taken(book, "quota.two-apportionments", "independent")
    if found.champions:
        leant += taken(book, "quota.champions", "inside-the-places")
    return tuple(dict.fromkeys(leant))
