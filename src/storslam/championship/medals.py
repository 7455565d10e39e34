"""Medals (p. 9, "Förbundets mästerskapsmedaljer").

Doubtful words: whether a pair's reserve gets one; halves are asked for only in teams (G-56).
"""

from collections.abc import Mapping
from fractions import Fraction

from storslam.championship.disciplines import leaning, refuse_more
from storslam.errors import StorslamError
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.nearest import nearest
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
    finals = [f"{name}-final" for name in book.table("disciplines")]
    if event not in finals:
        raise StorslamError(
            "event: %(event)s is not a final of the championship; the nearest is %(nearest)s",
            event=event,
            nearest=nearest(event, finals),
        )
    medals: Mapping[str, str] = book.table("medals.place")
    won = medals.get(str(place))
    reasons = (because("SM-MED-1", place=place),)
    applies_to = "medals.share-of-halves-applies-to"
    if discipline not in book.value(applies_to, tuple):
        return Decision({"medal": won}, reasons, leaning(book, applies_to))
    asked = {"halves_played": halves_played, "halves_total": halves_total}
    missing = tuple(name for name, value in asked.items() if value is None)
    if halves_played is None or halves_total is None:
        return Decision({}, reasons, missing=missing)
    refuse_more("halves_played", halves_played, halves_total)
    needed = book.value("medals.share-of-halves", Fraction) * halves_total
    result = {"medal": won if halves_played >= needed else None}
    return Decision(result, (*reasons, because("SM-MED-2", needed=needed)))
