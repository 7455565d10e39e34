"""Medals (p. 9, "Förbundets mästerskapsmedaljer").

Doubtful words: whether a pair's reserve gets one; halves are asked for only in teams (G-56).
"""

from collections.abc import Mapping
from fractions import Fraction

from storslam.errors import StorslamError
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.registry import decides
from storslam.rulebook.strict import Count, Positive


@decides("medal", rules=("SM-MED-1", "SM-MED-2"))
def decide_medal(
    book: Book,
    *,
    place: Positive,
    event: str,
    halves_played: Count | None = None,
    halves_total: Positive | None = None,
) -> Decision:
    """The medal of a player for a place in a final, such as `open-teams-final`.

    The halves are needed in the team event, where a share of them must have been played.
    """
    discipline = event.removesuffix("-final")
    if discipline == event or discipline not in book.table("disciplines"):
        raise StorslamError("event: %(event)s is not a final of the championship", event=event)
    medals: Mapping[str, str] = book.table("medals.place")
    won = medals.get(str(place))
    reasons = (because("SM-MED-1", place=place),)
    if discipline not in book.value("medals.share-of-halves-applies-to", tuple):
        return Decision({"medal": won}, reasons, ("G-56",))
    asked = {"halves_played": halves_played, "halves_total": halves_total}
    missing = tuple(name for name, value in asked.items() if value is None)
    if halves_played is None or halves_total is None:
        return Decision({}, reasons, missing=missing)
    needed = book.value("medals.share-of-halves", Fraction) * halves_total
    result = {"medal": won if halves_played >= needed else None}
    return Decision(result, (*reasons, because("SM-MED-2", needed=needed)))
