"""Qualifying in the districts (p. 4, "Att delta …" and "Anmälan"; pp. 10-11, notes 1-3).

The doubtful words: "poängen för frirond … på det totala antalet ronder" (G-32: the pair's own
average over all its rounds), "bronsstatus" (G-53: whenever pairs play on the side) and "senast
samma kväll" (before midnight of the day, in Swedish time).
"""

from collections import Counter
from datetime import date, datetime
from fractions import Fraction

from storslam.championship.calendar import day_over, report_day
from storslam.championship.disciplines import (
    Discipline,
    leaning,
    refuse_empty,
    refuse_more,
    regulated,
    taken,
)
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.registry import REGISTRY, decides
from storslam.rulebook.strict import Count, Positive

REGISTRY.carries("page", "qualifying", "SM-QUAL-1")
REGISTRY.carries("document", "qualifier report", "SM-ENTRY-3")


@decides("club-qualifier", rules=("SM-QUAL-3", "SM-QUAL-4", "SM-QUAL-5", "SM-QUAL-6"))
def club_qualifier(book: Book, *, pairs: Count, pairs_for_championship: Count) -> Decision:
    """Whether a club qualifier is valid, its status, and the starts it gives the district.

    `pairs`: all that play, those on the side as well.
    """
    refuse_more("pairs_for_championship", pairs_for_championship, pairs)
    on_the_side = pairs - pairs_for_championship
    valid = not on_the_side or pairs_for_championship >= book.value(
        "qualifying.club.minimum-pairs", int
    )
    status = book.value("qualifying.club.status-when-mixed", str) if on_the_side else "as-arranged"
    rules = ("SM-QUAL-3", "SM-QUAL-4", "SM-QUAL-5", "SM-QUAL-6") if on_the_side else ("SM-QUAL-5",)
    result = {
        "valid": valid,
        "status": status,
        "quota_starts": pairs_for_championship if valid else 0,
    }
    reasons = tuple(because(r, pairs=pairs, for_championship=pairs_for_championship) for r in rules)
    readings = leaning(book, "qualifying.club.status-when-mixed") if on_the_side else ()
    return Decision(result, reasons, readings)


def sit_out_points(points: Fraction, rounds_played: int) -> Fraction:
    """The points of a sit-out: the pair's average per round over all it played (SM-QUAL-7)."""
    return points / rounds_played


@decides("sit-out", rules=("SM-QUAL-7",))
def sit_out(
    book: Book,
    *,
    points_in_played_rounds: Fraction,
    rounds_played: Positive,
    rounds_total: Positive,
) -> Decision:
    """What each sit-out gives a pair in a qualifier, over the rounds of all its sessions."""
    refuse_more("rounds_played", rounds_played, rounds_total)
    each = sit_out_points(points_in_played_rounds, rounds_played)
    total = points_in_played_rounds + each * (rounds_total - rounds_played)
    reason = because("SM-QUAL-7", points=points_in_played_rounds, rounds_played=rounds_played)
    readings = taken(book, "qualifying.sit-out", "own-average-of-all-rounds")
    return Decision({"points_per_sit_out": each, "total": total}, (reason,), readings)


@decides("new-pair-in-later-session", rules=("SM-QUAL-8", "SM-QUAL-9"))
def new_pair_in_later_session(
    book: Book,
    *,
    session: Positive,
    sessions: Positive,
    sit_out_exists: bool,
) -> Decision:
    """Whether a pair that has not played before may begin in this session of the qualifier."""
    refuse_more("session", session, sessions)
    reasons = [because("SM-QUAL-9", session=session)]
    if sit_out_exists:
        reasons.insert(0, because("SM-QUAL-8", session=session))
    return Decision({"allowed": session == 1}, tuple(reasons))


@decides("minimum-boards", rules=("SM-QUAL-10",))
def minimum_boards(book: Book, *, discipline: Discipline, boards_played: list[Count]) -> Decision:
    """Whether a qualifier was long enough, by the boards each pair played in all its sessions."""
    refuse_empty(boards_played, "boards_played")
    least = regulated(book, f"events.{discipline}.qualifier.minimum-boards", discipline)
    over = sum(boards >= least for boards in boards_played)
    valid = over >= book.value("qualifying.pairs-over-minimum-boards", int)
    reason = because("SM-QUAL-10", minimum=least, pairs=over)
    return Decision({"valid": valid, "minimum": least, "pairs_over": over}, (reason,))


@decides("minimum-entries", rules=("SM-QUAL-11", "SM-QUOTA-1", "SM-QUOTA-8"))
def minimum_entries(book: Book, *, discipline: Discipline, starts: Count) -> Decision:
    """Whether a district's starts carry a guaranteed place."""
    least = regulated(book, f"events.{discipline}.qualifier.minimum", discipline)
    sure = starts >= least
    rules = ("SM-QUAL-11", "SM-QUOTA-1" if sure else "SM-QUOTA-8")
    result = {
        "guaranteed": book.value("quota.guaranteed", int) if sure else 0,
        "minimum": least,
    }
    readings = taken(book, "quota.counted", "first-starts-for-the-championship")
    return Decision(result, tuple(because(rule, starts=starts) for rule in rules), readings)


@decides("qualifier-total", rules=("SM-QUAL-2",))
def qualifier_total(
    book: Book,
    *,
    sessions: list[dict[str, Fraction]],
) -> Decision:
    """The result of every pair in a qualifier: the sum of its points in all sessions.

    `incomplete`: pairs without points in some session; their sum is of the others.
    """
    totals: Counter[str] = Counter()
    for points in sessions:
        totals.update(points)
    incomplete = [pair for pair in totals if not all(pair in points for points in sessions)]
    reason = because("SM-QUAL-2", sessions=len(sessions))
    return Decision({"totals": totals, "incomplete": incomplete}, (reason,))


@decides("qualifier-last-day", rules=("SM-QUAL-12",))
def qualifier_last_day(book: Book, *, discipline: Discipline, day: date) -> Decision:
    """Whether a qualifier that ends on this day, or an entry to the Federation, is in time."""
    key = f"events.{discipline}.qualifier.last-day"
    last = regulated(book, key, discipline)
    reason = because("SM-QUAL-12", day=day, last_day=last)
    return Decision({"in_time": day <= last, "last_day": last}, (reason,), leaning(book, key))


@decides("report-deadline", rules=("SM-ENTRY-4",))
def report_deadline(book: Book, *, last_qualifying_day: date, received_at: datetime) -> Decision:
    """Whether the qualifier's result list reached the office in time."""
    before = day_over(book, report_day(book, last_qualifying_day))
    reason = because("SM-ENTRY-4", last_day=last_qualifying_day, received_at=received_at)
    result = {"in_time": received_at < before, "before": before}
    return Decision(result, (reason,), leaning(book, "text.deadline-pages"))
