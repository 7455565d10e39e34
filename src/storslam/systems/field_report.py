"""A field of systems at a glance: how many of each class, which openings cost dots."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from storslam.systems.assessment import System
from storslam.systems.card import call_order


@dataclass(frozen=True, slots=True)
class DottedOpening:
    """An opening call, in how many systems it has dots, and by number of dots in how many."""

    call: str
    systems: int
    by_dots: dict[int, int]


@dataclass(frozen=True, slots=True)
class FieldReport:
    """How many systems of each class, by number of dots, and the dotted openings, commonest first.

    `faulty`: how many cards have faults, so that they may cost more than was counted.
    """

    systems: int
    classes: dict[str, int]
    by_dots: dict[int, int]
    openings: tuple[DottedOpening, ...]
    faulty: int


def field_report(systems: Sequence[System]) -> FieldReport:
    """The report on these systems; classes A, B and C are there even when nobody has them."""
    classes = Counter(system.system_class for system in systems)
    dotted = [one for system in systems for one in system.openings if one.dots.dots]
    by_call: dict[str, Counter[int]] = {}
    for one in sorted(dotted, key=lambda one: call_order(one.lines[0])):
        by_call.setdefault(one.call, Counter())[one.dots.dots] += 1
    openings = [
        DottedOpening(call, found.total(), dict(sorted(found.items())))
        for call, found in by_call.items()
    ]
    return FieldReport(
        len(systems),
        {name: classes[name] for name in "ABC"},
        dict(sorted(Counter(system.dots for system in systems).items())),
        tuple(sorted(openings, key=lambda one: -one.systems)),
        sum(bool(system.faults) for system in systems),
    )
