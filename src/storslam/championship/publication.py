"""The edition and its changes (pp. 1, 3): what was in force on a day.

The doubtful words: the footers carry an older date than the change log (G-9: the log decides).
"""

from storslam.championship.disciplines import taken
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.registry import decides


@decides("edition", rules=("SM-ED-1", "SM-ED-2", "SM-ED-4"))
def edition_on(book: Book) -> Decision:
    """Which edition is in force on the day, and the changes made to it until then."""
    edition = book.edition
    changes = [change for change in edition.changes if change.on <= book.on]
    result = {
        "edition": edition.id,
        "title": edition.title,
        "revision": edition.revision,
        "published": edition.published,
        "last_change": max([edition.published, *(change.on for change in changes)]),
        "changes": [{"on": c.on, "sv": c.sv, "en": c.en} for c in changes],
    }
    reasons = (because("SM-ED-1", edition=edition.id), because("SM-ED-2", on=book.on))
    return Decision(result, reasons, taken(book, "text.dated-by", "change-log"))


@decides(
    "rule-in-force",
    rules=("SM-ED-2", "SM-ED-3", "SM-ED-5", "SM-ED-6", "SM-ED-7", "SM-ED-8", "SM-ED-9"),
)
def rule_in_force(book: Book, *, rule: str) -> Decision:
    """Whether a rule had been published, and applied, on the day."""
    article = book.edition.article(rule)
    result = {
        "in_force": book.in_force(rule),
        "published": article.published,
        "applies": article.applies,
    }
    return Decision(result, (because("SM-ED-2", on=book.on), because(rule)))
