"""An invoice to a district: each sum with its reference, and all together."""

from collections.abc import Sequence
from dataclasses import dataclass

from storslam.printing.document import Head, document
from storslam.printing.words import written_number
from storslam.translation import gettext_noop

_WORDS = (
    gettext_noop("Invoice"),
    gettext_noop("From"),
    gettext_noop("To"),
    gettext_noop("Number"),
    gettext_noop("Day"),
    gettext_noop("Last day to pay"),
    gettext_noop("none is set in the rulebook"),
    gettext_noop("Account"),
    gettext_noop("ask the Federation's office"),
    gettext_noop("For"),
    gettext_noop("How many"),
    gettext_noop("Reference"),
    gettext_noop("Sum"),
    gettext_noop("Paid in"),
    gettext_noop("To pay"),
    gettext_noop("kr"),
    gettext_noop("Pay each sum with its own reference."),
)


@dataclass(frozen=True, slots=True)
class InvoiceLine:
    """A sum of an invoice: for what, the reference to pay it with, and öre; `count` of what."""

    text: str
    count: int
    reference: str
    ore: int
    paid_ore: int


def invoice(
    sender: str,
    to: str,
    subtitle: str,
    number: str,
    day: str,
    due: str,
    account: str,
    lines: Sequence[InvoiceLine],
    lang: str,
    foot: str = "",
) -> bytes:
    """The invoice as PDF. Where `due` (the last day to pay) or `account` is empty it says so."""
    left = sum(line.ore - line.paid_ore for line in lines)
    data = {
        "sender": sender,
        "to": to,
        "number": number,
        "day": day,
        "due": due,
        "account": account,
        "paid": any(line.paid_ore for line in lines),
        "lines": [_cells(line, lang) for line in lines],
        "left": written_kronor(left, lang),
    }
    return document("invoice", Head("", subtitle, foot), data, _WORDS, lang)


def _cells(line: InvoiceLine, lang: str) -> list[str]:
    sums = (line.ore, line.paid_ore, line.ore - line.paid_ore)
    return [
        line.text, str(line.count), line.reference, *(written_kronor(ore, lang) for ore in sums)
    ]  # fmt: skip


def written_kronor(ore: int, lang: str) -> str:
    """A sum of öre in kronor with two decimals: 1 250,00."""
    whole, rest = divmod(abs(ore), 100)
    sign = "-" if ore < 0 else ""
    return written_number(
        f"{sign}{whole:,}".replace(",", "\N{NO-BREAK SPACE}") + f".{rest:02}", lang
    )
