"""The fields and lengths of the events (p. 10, "SM-tävlingar par"; p. 7, "Lag").

The doubtful words: how the beginners' field is found is not written (G-58: an imported ranking),
and the last chance of Mixed has two names (G-13: Sista Dansen).
"""

from dataclasses import asdict, dataclass
from typing import Literal

from storslam.championship.calendar import event_days
from storslam.championship.disciplines import (
    Discipline,
    LaterStage,
    PairDiscipline,
    figure,
    leaning,
    refuse_empty,
    refuse_twice,
    staged,
    taken,
)
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.registry import decides

_FIGURES = ("field", "groups", "group-size", "boards", "minimum-boards", "boards-per-match")


@dataclass(frozen=True, slots=True)
class Format:
    """The size of a stage; None for what the book leaves open.

    `field`: contestants in all, `group_size` in each of the `groups`. `boards`: each plays, at
    least `minimum_boards`. `rounds`: all meet all within a group, `boards_per_round` each time.
    """

    field: int | None
    groups: int | None
    group_size: int | None
    boards: int | None
    minimum_boards: int | None
    rounds: int | None
    boards_per_round: int | None


def event_format(book: Book, discipline: Discipline, stage: str) -> Format:
    """The format of a stage; StorslamError when there is no such stage."""
    staged(book, discipline, stage)
    told = {name: figure(book, f"events.{discipline}.{stage}.{name}") for name in _FIGURES}
    size, boards = told["group-size"] or told["field"], told["boards"]
    rounds = size - 1 + size % 2 if size else None
    return Format(
        told["field"],
        told["groups"],
        told["group-size"],
        boards,
        told["minimum-boards"],
        rounds,
        boards // rounds if rounds and boards else None,
    )


@decides("event-format", rules=("SM-EVT-3", "SM-EVT-4", "SM-EVT-5", "SM-EVT-6"))
def format_of_stage(book: Book, *, discipline: Discipline, stage: LaterStage) -> Decision:
    """How many play a stage, in which groups, over how many rounds and boards."""
    found = asdict(event_format(book, discipline, stage))
    name = figure(book, f"last-chance.name.{discipline}") if stage == "last-chance" else None
    keys = [f"events.{discipline}.{stage}.{name}" for name in _FIGURES]
    told = [key for key in keys if figure(book, key) is not None]
    rules = dict.fromkeys(rule for key in told for rule in book.parameter(key).rules)
    starts_at = event_days(book, discipline, stage).starts_at
    result = {**found, "starts_at": starts_at, "name": name}
    readings = leaning(book, *told, *([f"last-chance.name.{discipline}"] if name else []))
    cited = rules or ("SM-EVT-7",)
    return Decision(result, tuple(because(rule, **found) for rule in cited), readings)


@decides("pair-final-movement", rules=("SM-EVT-1",))
def pair_final_movement(
    book: Book,
    *,
    discipline: PairDiscipline,
    movement: Literal["barometer", "semibarometer", "howell", "mitchell"],
) -> Decision:
    """Whether a pair final may be played by this movement."""
    allowed = book.value("events.pair-finals.movements", tuple)
    reason = because("SM-EVT-1", discipline=discipline, movement=movement)
    return Decision({"allowed": movement in allowed, "movements": allowed}, (reason,))


@decides("beginners-final", rules=("SM-EVT-5",))
def beginners_final(book: Book, *, ranking: list[str]) -> Decision:
    """The pairs of the beginners' final, by the ranking of their meeting, the best first."""
    refuse_empty(ranking, "ranking")
    refuse_twice(ranking, "ranking")
    field = book.value("events.beginner-pairs.final.field", int)
    readings = taken(book, "beginners.field-from", "imported-ranking")
    reason = because("SM-EVT-5", pairs=len(ranking), field=field)
    return Decision({"field": field, "finalists": ranking[:field]}, (reason,), readings)
