"""Places that fall vacant, and the last chance (pp. 4-5, "Reserver m m"; p. 7, "Lag"; p. 10).

The doubtful words: "senast kl 09.00" (a place that falls vacant at nine can no longer be filled by
then), "platser i respektive SM-final" (G-6: in Open, those of the semifinal), and the paragraph on
Mixed that is printed below the rules on death (G-30).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from storslam.championship.disciplines import (
    PairDiscipline,
    figure,
    leaning,
    refuse_districts,
    refuse_twice,
    refuse_unknown,
    regulated,
    staged,
)
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.registry import decides
from storslam.rulebook.strict import Count

LastChance = Literal["open-pairs", "mixed-pairs"]
GoesTo = Literal["same-district", "next-district", "last-chance", "smaller-field"]


@dataclass(frozen=True, slots=True)
class Offer:
    """A pair to which a vacant place is offered, and the district it stands for."""

    district: str
    pair: str


def next_offer(
    home: str,
    line: Sequence[str],
    reserves: Mapping[str, Sequence[str]],
    declined: Collection[str] = (),
) -> Offer | None:
    """Who is offered a vacant place next; None when no district can fill it.

    `home`: the district that had it, asked first (SM-VAC-2); then `line`, the districts in the
    order of the apportionment (SM-VAC-4). `reserves`: by district, the pairs next in its semifinal,
    the best first. Those who have `declined` are not asked again (SM-VAC-9).
    """
    for district in dict.fromkeys((home, *line)):
        for pair in reserves.get(district, ()):
            if pair not in declined:
                return Offer(district, pair)
    return None


def last_chance_places(book: Book, discipline: str, vacancies: int) -> int:
    """How many places the last chance is played for; 0 while the discipline has none."""
    least: int | None = figure(book, f"places.{discipline}.last-chance")
    return 0 if least is None else least + vacancies


def destination(
    book: Book, discipline: str, at: datetime, *, own_next: bool, other_next: bool
) -> GoesTo:
    """Where a place that falls vacant at that moment goes."""
    otherwise: GoesTo = regulated(book, f"vacancy.{discipline}.then", discipline)
    filled_by = figure(book, f"vacancy.{discipline}.filled-by")
    if filled_by is not None and at >= filled_by:
        return otherwise
    if own_next:
        return "same-district"
    return "next-district" if other_next else otherwise


@decides("vacancy", rules=("SM-VAC-2", "SM-VAC-4", "SM-VAC-5", "SM-VAC-7", "SM-VAC-8", "SM-ED-6"))
def vacancy(
    book: Book,
    *,
    discipline: PairDiscipline,
    stage: Literal["semifinal", "final"],
    at: datetime,
    district_has_next: bool,
    other_district_has_next: bool,
) -> Decision:
    """Where a place goes that falls vacant at that moment.

    `district_has_next`: whether the same district has a next pair that it can reach in time;
    `other_district_has_next`: whether a district next in line has one.
    """
    if (stage, regulated(book, f"vacancy.{discipline}.stage", discipline)) == (
        "final",
        "semifinal",
    ):
        # The district's part ends with the semifinal: "nästa par från samma semifinal".
        result = {"goes_to": "same-semifinal", "deadline": None}
        return Decision(result, (because("SM-VAC-2", stage=stage),))
    staged(book, discipline, stage)
    goes_to = destination(
        book, discipline, at, own_next=district_has_next, other_next=other_district_has_next
    )
    key = f"vacancy.{discipline}.filled-by"
    deadline = figure(book, key)
    rules = ["SM-VAC-2", *_GOES_BY.get(goes_to, ())]
    if deadline is not None:
        rules += book.parameter(key).rules
    reasons = tuple(because(rule, at=at, deadline=deadline) for rule in dict.fromkeys(rules))
    readings = () if deadline is None else leaning(book, key)
    return Decision({"goes_to": goes_to, "deadline": deadline}, reasons, readings)


_GOES_BY = {
    "next-district": ("SM-VAC-4",),
    "last-chance": ("SM-VAC-4",),
    "smaller-field": ("SM-VAC-4", "SM-VAC-5"),
}


@decides("next-for-place", rules=("SM-VAC-2", "SM-VAC-4", "SM-VAC-9"))
def next_for_place(
    book: Book,
    *,
    district: str,
    next_in_line: list[str],
    reserves: dict[str, list[str]],
    declined: list[str] | None = None,
) -> Decision:
    """The pair to which a vacant place is offered next.

    `district`: whose place it was. `next_in_line`: as `quota` gives it. `reserves`: by district,
    the pairs next in its semifinal, the best first. `declined`: pairs that have said no.
    """
    refuse_twice(next_in_line, "next_in_line")
    refuse_districts(book, *filter(None, [district]), *next_in_line)
    refuse_unknown(reserves, (district, *next_in_line))
    pairs = [pair for line in reserves.values() for pair in line]
    refuse_twice(pairs, "reserves")
    refuse_twice(declined or [], "declined")
    refuse_unknown(declined or [], pairs)
    offer = next_offer(district, next_in_line, reserves, declined or ())
    result = {
        "pair": offer.pair if offer else None,
        "district": offer.district if offer else None,
    }
    own = offer is not None and offer.district == district
    rules = ["SM-VAC-2"] + ["SM-VAC-4"] * (not own) + ["SM-VAC-9"] * bool(declined)
    return Decision(result, tuple(because(rule, district=district) for rule in rules))


@decides("declined-place", rules=("SM-VAC-9",))
def declined_place(book: Book, *, declined: bool) -> Decision:
    """Whether a qualified pair or team may take back a place."""
    return Decision({"may_take_back": not declined}, (because("SM-VAC-9", declined=declined),))


@decides("last-chance-places", rules=("SM-ELIG-6", "SM-VAC-7", "SM-VAC-8", "SM-ED-6"))
def places_of_last_chance(
    book: Book, *, discipline: LastChance, unfilled_places: Count
) -> Decision:
    """How many places the last chance is played for, and in which stage.

    `unfilled_places`: those of the districts that stood empty at the deadline.
    """
    places = last_chance_places(book, discipline, unfilled_places)
    stage = book.value(f"last-chance.leads-to.{discipline}", str)
    told = {"discipline": discipline, "unfilled_places": unfilled_places}
    rules = ["SM-ELIG-6", "SM-VAC-7" if discipline == "open-pairs" else "SM-VAC-8"]
    if discipline == "mixed-pairs":
        rules.append("SM-ED-6")
    result = {"places": places, "stage": stage if places else None}
    readings = leaning(book, f"last-chance.leads-to.{discipline}")
    return Decision(result, tuple(because(rule, **told) for rule in rules), readings)


@decides("last-chance-entry", rules=("SM-EVT-8", "SM-ELIG-5"))
def last_chance_entry(book: Book, *, discipline: LastChance, already_qualified: bool) -> Decision:
    """Whether a pair may enter the last chance of a discipline."""
    played = last_chance_places(book, discipline, 0) > 0
    reasons = (
        because("SM-EVT-8", already_qualified=already_qualified),
        because("SM-ELIG-5", discipline=discipline),
    )
    return Decision({"allowed": played and not already_qualified}, reasons)
