"""Who goes on from the groups of the Open semifinal to the final (p. 10).

The text gives only the numbers, 170 pairs in five groups and 52 in the final; how the 52 are found
is read (G-15). Two level where only one can go on are parted by lot.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from storslam.championship.disciplines import refuse_unknown, taken
from storslam.errors import StorslamError
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.registry import decides


@dataclass(frozen=True, slots=True)
class Result:
    """A pair of a group and its result, compared over the tables of all groups."""

    id: str
    percent: Fraction


class _Order:
    """The order of pairs: by percentage, and by lot where one was drawn."""

    def __init__(self, lot: Sequence[str]) -> None:
        self._lot = lot

    def key(self, pair: Result) -> tuple[Fraction, int]:
        drawn = self._lot.index(pair.id) if pair.id in self._lot else len(self._lot)
        return -pair.percent, drawn

    def best(self, pairs: Sequence[Result]) -> list[Result]:
        return sorted(pairs, key=self.key)

    def level_at(self, ranked: Sequence[Result], taken: int) -> bool:
        """Whether the last of so many that are taken is level with the first that is not."""
        if taken >= len(ranked):
            return False
        return self.key(ranked[taken - 1]) == self.key(ranked[taken])


@decides("open-final-field", rules=("SM-EVT-4",))
def open_final_field(
    book: Book, *, groups: dict[str, tuple[Result, ...]], lot: tuple[str, ...] = ()
) -> Decision:
    """The pairs of the Open final: the best of each group, and the best of those next in line.

    `lot`: the order that was drawn among pairs that are level, the first drawn first.
    """
    readings = taken(book, "final-selection.method", "group-places-then-percent")
    taken(book, "final-selection.compared-across-groups", True)
    places = book.value("final-selection.places-per-group", int)
    more = book.value("final-selection.further-places", int)
    _refuse(groups, places, book)
    refuse_unknown(lot, [pair.id for pairs in groups.values() for pair in pairs])
    order = _Order(lot)
    ranked = {name: order.best(pairs) for name, pairs in groups.items()}
    next_in_line = order.best([pairs[places] for pairs in ranked.values()])
    further = next_in_line[:more]
    level = order.level_at(next_in_line, more) or any(
        order.level_at(pairs, places)
        or (pairs[places] in further and order.level_at(pairs, places + 1))
        for pairs in ranked.values()
    )
    reason = because("SM-EVT-4", places=places, further=more)
    if level:
        return Decision({}, (reason,), readings, ("lot",))
    by_group = {name: [pair.id for pair in pairs[:places]] for name, pairs in ranked.items()}
    by_percent = [pair.id for pair in further]
    finalists = [*(pair for pairs in by_group.values() for pair in pairs), *by_percent]
    result = {"finalists": finalists, "by_group": by_group, "by_percent": by_percent}
    return Decision(result, (reason,), readings)


def _refuse(groups: Mapping[str, Sequence[Result]], places: int, book: Book) -> None:
    """StorslamError for groups that are not those of a semifinal."""
    number = book.value("events.open-pairs.semifinal.groups", int)
    if len(groups) != number or any(len(pairs) <= places for pairs in groups.values()):
        raise StorslamError(
            "groups: the semifinal has %(number)s, each with more than %(places)s pairs",
            number=number,
            places=places,
        )
    seen: set[str] = set()
    for pair in (pair for pairs in groups.values() for pair in pairs):
        if pair.id in seen:
            raise StorslamError("%(name)s: %(value)s is there twice", name="groups", value=pair.id)
        if not 0 <= pair.percent <= 100:
            raise StorslamError("%(name)s: a result is from 0 to 100 per cent", name=pair.id)
        seen.add(pair.id)
