"""Levels of events and classes of systems (p. 9, pp. 16-19, 2.1 and 2.4).

Doubtful words: the text under "Förbud" repeats that under "Höja"; a ban takes level D (G-16).
Which level Sista Dansen, the district qualifiers and the team semifinal have is not said (G-14);
the whole veteran team event counts as its final (G-34).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from storslam.errors import StorslamError
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.readings import leaning
from storslam.rulebook.registry import decides
from storslam.rulebook.strict import AtMost, Count, Positive
from storslam.systems.openings import (
    Variations,
    opening,
    opening_calls,
    opening_dots,
    refuse_dots,
    refuse_endless,
)

Level = Literal["A", "B", "C", "D"]
Status = Literal["gold", "silver", "bronze"]
Stage = Literal["qualifier", "last-chance", "semifinal", "final"]


def system_class(dots: int, book: Book) -> str:
    """The class of a system of so many dots (SYS-ORG-4)."""
    least: Mapping[str, int] = book.table("systems.class-from")
    return max((name for name in least if dots >= least[name]), key=lambda name: least[name])


def recommended(status: str, boards: int, book: Book) -> str:
    """The level recommended for a gold or silver event (SYS-LVL-1)."""
    table = book.table("systems.recommended")
    return str(table[status]["boards-or-more" if boards >= table["boards"] else "fewer"])


def maximum(level: str, book: Book) -> int | None:
    """The dots that a level allows; None without limit, or where the organiser decides."""
    dots: int | None = book.table(f"systems.levels.{level}").get("maximum")
    return dots


@decides("system-class", rules=("SYS-ORG-4",))
def decide_system_class(book: Book, *, dots: Count) -> Decision:
    """The class of a bidding system by its dots."""
    return Decision({"class": system_class(dots, book)}, (because("SYS-ORG-4", dots=dots),))


@decides("recommended-level", rules=("SYS-LVL-1",))
def decide_recommended_level(
    book: Book, *, status: Literal["gold", "silver"], boards_per_opponent: Positive
) -> Decision:
    """The level recommended for an event by its status and the boards against one pair."""
    level = recommended(status, boards_per_opponent, book)
    reason = because("SYS-LVL-1", status=status, boards=boards_per_opponent)
    return Decision({"level": level, "max_dots": maximum(level, book)}, (reason,))


@decides("boards-in-a-row", rules=("SYS-LVL-2",))
def decide_boards_in_a_row(book: Book, *, sets: tuple[Positive, ...]) -> Decision:  # noqa: ARG001
    """The boards that count against one pair: all in a row, whatever breaks lie between."""
    return Decision({"boards": sum(sets)}, (because("SYS-LVL-2", sets=len(sets)),))


@decides("system-level", rules=("SM-CON-2", "SYS-ORG-5"))
def decide_system_level(
    book: Book,
    *,
    discipline: str,
    stage: Stage,
    status: Literal["gold", "silver"] | None = None,
    boards_per_opponent: Positive | None = None,
) -> Decision:
    """The level of a stage; where the regulation leaves it to the recommendation, by that."""
    levels = book.table("systems.level")
    found = levels.get(discipline, {}).get(stage)
    if found is None:
        raise StorslamError(
            "the regulation sets no level for %(discipline)s, %(stage)s",
            discipline=discipline,
            stage=stage,
        )
    parameter = book.parameter(f"systems.level.{discipline}.{stage}")
    reasons = (because("SM-CON-2", discipline=discipline, stage=stage), because("SYS-ORG-5"))
    if found != "recommended":
        result = {"level": found, "max_dots": maximum(found, book)}
        return Decision(result, reasons, parameter.readings)
    if status is None or boards_per_opponent is None:
        missing = _missing(status, boards_per_opponent)
        return Decision({}, reasons, parameter.readings, missing)
    level = recommended(status, boards_per_opponent, book)
    by = because("SYS-LVL-1", status=status, boards=boards_per_opponent)
    result = {"level": level, "max_dots": maximum(level, book)}
    return Decision(result, (*reasons, by), parameter.readings)


def _missing(status: str | None, boards: int | None) -> tuple[str, ...]:
    facts = {"status": status, "boards_per_opponent": boards}
    return tuple(name for name, value in facts.items() if value is None)


@decides("opening-rules-apply", rules=("SYS-1", "SYS-OBL-1"))
def decide_opening_rules_apply(book: Book, *, status: Status) -> Decision:
    """Whether the rules for opening bids bind an event of this status."""
    binding = status in book.value("systems.binding-in", tuple)
    reasons = (because("SYS-1", status=status), because("SYS-OBL-1", status=status))
    return Decision({"binding": binding, "may_be_used": True}, reasons)


@decides(
    "organiser-level",
    rules=("SYS-LVL-4", "SYS-OBL-2", "SYS-ORG-2", "SYS-ORG-3", "SYS-3"),
)
def decide_organiser_level(
    book: Book,
    *,
    level: Level | None = None,
    max_dots: Count | None = None,
    bans: bool = False,
    status: Literal["gold", "silver"] | None = None,
    boards_per_opponent: Positive | None = None,
) -> Decision:
    """Whether an organiser's choice is a valid one; without a level, the recommended one holds."""
    by = ("SYS-LVL-4",) if level else ("SYS-OBL-2", "SYS-LVL-1")
    chosen = str(level)
    if level is None:
        if status is None or boards_per_opponent is None:
            missing = _missing(status, boards_per_opponent)
            return Decision({}, tuple(map(because, by)), missing=missing)
        chosen = recommended(status, boards_per_opponent, book)
    found = _faults(book, chosen, max_dots, bans)
    limit = max_dots if max_dots is not None else maximum(chosen, book)
    return Decision(
        {"valid": not found, "faults": found, "level": chosen, "max_dots": limit},
        tuple(map(because, (*by, "SYS-ORG-2", "SYS-ORG-3", "SYS-3"))),
        _on_bans(book, chosen) if bans else (),
    )


def _faults(book: Book, level: str, max_dots: int | None, bans: bool) -> list[str]:
    """What is wrong with an organiser's choice."""
    rules = book.table(f"systems.levels.{level}")
    own = rules["limited"] and "maximum" not in rules
    raised = rules["may-be-raised"] and max_dots is not None and max_dots >= rules["maximum"]
    wrong = {
        "level-d-needs-maximum": own and max_dots is None,
        "bans-need-level-d": bans and not rules["bans"],
        "maximum-only-raised": max_dots is not None and not own and not raised,
    }
    return [fault for fault, holds in wrong.items() if holds]


def _on_bans(book: Book, level: str) -> tuple[str, ...]:
    return leaning(book, f"systems.levels.{level}.bans")


@dataclass(frozen=True, slots=True)
class Opening:
    """An opening on a card: its call, and what it shows in each of its variations.

    `marked`: the dots that the card says it has.
    """

    call: str
    variations: Variations
    marked: Count | None = None


# Every call that can open: 35 bids and pass.
Openings = Annotated[tuple[Opening, ...], AtMost(36)]


@decides("system-dots", rules=("SYS-2", "SYS-DOT-1", "SYS-DOT-2", "SYS-ORG-1", "SYS-ORG-4"))
def decide_system_dots(
    book: Book,
    *,
    openings: Openings,
    reductions: Mapping[str, Count] | None = None,
) -> Decision:
    """The dots of a system: its openings' together, an organiser's reductions taken off.

    An answer to an odd pass is an opening, and so one more variation of that call. Raises
    StorslamError for a call that is there twice.
    """
    opening_calls("openings", [found.call for found in openings])
    dots = _by_call(openings, book)
    lowered = _lowered(dots, reductions or {})
    total = sum(lowered.values())
    reasons = (because("SYS-2", dots=total), because("SYS-DOT-1"), because("SYS-ORG-4"))
    used = (*reasons, because("SYS-ORG-1", lowered=reductions)) if reductions else reasons
    result = {"dots": total, "class": system_class(total, book), "openings": lowered}
    return Decision(result, used)


def _by_call(openings: Openings, book: Book) -> dict[str, int]:
    refuse_endless([shown for found in openings for shown in found.variations])
    return {
        str(opening(found.call)): opening_dots(found.call, found.variations, book).dots
        for found in openings
    }


def _lowered(dots: Mapping[str, int], reductions: Mapping[str, int]) -> dict[str, int]:
    lowered = dict(dots)
    calls = opening_calls("reductions", reductions)
    for call, less in zip(calls, reductions.values(), strict=True):
        if call not in dots:
            raise StorslamError("reductions: %(call)s is none of the openings", call=call)
        lowered[call] = max(0, dots[call] - less)
    return lowered


@decides("marked-dots", rules=("SM-CON-4",))
def decide_marked_dots(book: Book, *, openings: Openings) -> Decision:
    """Whether a card marks the dots of each opening as they are."""
    opening_calls("openings", [found.call for found in openings])
    wrong = {}
    dots = _by_call(openings, book)
    for found, (call, right) in zip(openings, dots.items(), strict=True):
        refuse_dots(call, found.marked or 0, book)
        if (found.marked or 0) != right:
            wrong[call] = {"marked": found.marked, "dots": right}
    return Decision({"correct": not wrong, "wrong": wrong}, (because("SM-CON-4", dots=dots),))


@decides("system-allowed", rules=("SYS-2", "SYS-3", "SYS-ORG-2", "SYS-ORG-3"))
def decide_system_allowed(
    book: Book,
    *,
    dots: Count,
    level: Level,
    max_dots: Count | None = None,
    openings: tuple[str, ...] = (),
    banned: tuple[str, ...] = (),
) -> Decision:
    """Whether a system may be used in an event of this level.

    `max_dots`: the maximum that the organiser raised, or decided for level D. Raises StorslamError
    for a maximum or a ban that the level does not let an organiser decide.
    """
    limit = max_dots if max_dots is not None else maximum(level, book)
    bans = opening_calls("banned", banned)
    forbidden = [call for call in opening_calls("openings", openings) if call in bans]
    reasons = [because("SYS-2", dots=dots, level=level), because("SYS-3", banned=bans)]
    if "level-d-needs-maximum" in _refused(book, level, max_dots, bool(bans)):
        return Decision({}, tuple(reasons), missing=("max_dots",))
    over = max(0, dots - limit) if limit is not None else 0
    result = {
        "allowed": not over and not forbidden,
        "max_dots": limit,
        "dots_over": over,
        "forbidden": forbidden,
    }
    reasons += [because("SYS-ORG-2")] if max_dots is not None else []
    reasons += [because("SYS-ORG-3")] if bans else []
    return Decision(result, tuple(reasons), _on_bans(book, level) if bans else ())


def _refused(book: Book, level: Level, max_dots: int | None, bans: bool) -> list[str]:
    """The faults of the choice; StorslamError for those that no further fact can mend."""
    faults = _faults(book, level, max_dots, bans)
    if "bans-need-level-d" in faults:
        raise StorslamError("banned: nothing can be forbidden at level %(level)s", level=level)
    if "maximum-only-raised" in faults:
        raise StorslamError(
            "max_dots: an organiser cannot make the maximum of level %(level)s %(most)s",
            level=level,
            most=max_dots,
        )
    return faults
