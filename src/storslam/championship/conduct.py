"""Conduct in the hall (p. 9, "Trivsel och disciplin").

Doubtful words: "toppen på en bricka" where groups differ is the top of the event's board, twice
the expected results less one (G-37); the facts give it as `top`, in match points of 2 and 1.
"""

from fractions import Fraction

from storslam.championship.disciplines import Kind, taken
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.registry import decides
from storslam.rulebook.strict import Positive


def _deduction(
    book: Book, table: str, kind: Kind, occasions: int, top: int | None
) -> dict[str, Fraction | int] | None:
    """What so many occasions cost; None when the top of a board is needed and not given."""
    rules = book.table(table)
    if kind == "teams":
        return {"vp_lost": occasions * rules["vp"]}
    if top is None:
        return None
    return {"points_lost": occasions * rules["share-of-top"] * top}


@decides("leaving-table", rules=("SM-CON-9",))
def decide_leaving_table(
    book: Book, *, kind: Kind, occasion: Positive, top: Positive | None = None
) -> Decision:
    """What it costs to leave the table before all boards are played, the time that it happens.

    `top` is needed in pairs.
    """
    warning = occasion <= book.value("conduct.leaving-table.warnings", int)
    cost = _deduction(book, "conduct.leaving-table", kind, 0 if warning else 1, top)
    reason = because("SM-CON-9", occasion=occasion)
    if cost is None:
        return Decision({}, (reason,), missing=("top",))
    return Decision({"warning": warning, **cost}, (reason,), _top_reading(book, kind))


@decides("mobile-phone", rules=("SM-CON-11", "SM-CON-12"))
def decide_mobile_phone(
    book: Book, *, kind: Kind, top: Positive | None = None, occasions: Positive = 1
) -> Decision:
    """What telephones found switched on cost, for this number of occasions.

    `top` is needed in pairs.
    """
    cost = _deduction(book, "conduct.phone", kind, occasions, top)
    reason = because("SM-CON-12" if kind == "pairs" else "SM-CON-11", occasions=occasions)
    if cost is None:
        return Decision({}, (reason,), missing=("top",))
    return Decision(cost, (reason,), _top_reading(book, kind))


def _top_reading(book: Book, kind: Kind) -> tuple[str, ...]:
    return taken(book, "conduct.top", "expected-results") if kind == "pairs" else ()


@decides("exchange-of-information", rules=("SM-CON-10",))
def decide_exchange_of_information(book: Book, *, during_play: bool) -> Decision:
    """What follows when team-mates of different tables could exchange information."""
    result = {"lost_by_walkover": during_play, "master_points": not during_play}
    return Decision(result, (because("SM-CON-10", during_play=during_play),))
