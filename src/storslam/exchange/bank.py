"""Payments into a bank account: ISO 20022 statements (camt.053), and the banks' CSV or workbooks.

Only what came in is taken: booked credit entries that do not reverse a debit. Each payment has an
id that is made from what the bank says of it, so that the same payment in the same or another file
has the same one. Payments that are alike in everything are numbered within the file.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from hashlib import sha256

from storslam.errors import FileFault, StorslamError
from storslam.exchange.faults import Check
from storslam.exchange.sheet import Cells, read_headings, read_rows
from storslam.exchange.text import parse_day, refuse_large
from storslam.exchange.xml import Element, parse

ORE, CURRENCY = 100, "SEK"

_HEADINGS: Mapping[str, tuple[str, ...]] = {
    "date": ("bokföringsdag", "bokföringsdatum", "bokförd", "datum", "transaktionsdag", "date"),
    "amount": ("belopp", "amount"),
    "reference": ("referens", "ocr", "ocr/referens", "meddelande", "reference"),
    "payer": ("avsändare", "betalare", "inbetalare", "från", "namn", "payer"),
    "text": ("text", "beskrivning", "rubrik", "transaktion", "description"),
    "currency": ("valuta", "currency"),
}
_AMOUNT = re.compile(
    r"(?P<sign>[+-]?)(?P<kronor>\d{1,9}|\d{1,3}(?P<group>[ .,])\d{3}(?:(?P=group)\d{3})?)"
    r"(?:(?P<mark>[.,])(?P<ore>\d{1,2}))?",
    re.ASCII,
)
_CAMT_AMOUNT = re.compile(r"\d{1,13}(?:\.\d{0,5})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Payment:
    """Money that came in. `reference` is what the payer was asked to give (OCR or message).

    `entry_id` is the same whenever and however often the payment is read.
    """

    reference: str
    amount_ore: int
    date: date
    payer: str
    text: str
    entry_id: str


def load_payments(data: bytes, name: str) -> list[Payment]:
    """The payments in a file, in its order.

    Raises SheetFaults or FileFault, with `name` as the file, when anything in it cannot be read or
    is in another currency than SEK; nothing of it is used then.
    """
    try:
        refuse_large(len(data))
        if data.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<"):
            return _told_apart(_statements(parse(data)))
        return _told_apart(_table(data, name))
    except FileFault as fault:
        raise fault.at(name) from fault


def _told_apart(payments: Iterator[tuple[Payment, Sequence[str]]]) -> list[Payment]:
    """The payments, each with an id from its content and what the bank calls it."""
    seen = Counter[str]()
    found = []
    for payment, marks in payments:
        content = (*marks, payment.date, payment.amount_ore, payment.reference, payment.payer)
        text = "\x1f".join(map(str, (*content, payment.text)))
        key = sha256(text.encode()).hexdigest()[:32]
        seen[key] += 1
        found.append(replace(payment, entry_id=f"{key}-{seen[key]}"))
    return found


def _statements(root: Element) -> Iterator[tuple[Payment, Sequence[str]]]:
    statements = root.find("BkToCstmrStmt")
    if root.tag != "Document" or statements is None:
        raise FileFault("this XML is not a statement of an account (camt.053)")
    for statement in statements.all("Stmt"):
        identity = statement.find("Acct", "Id")
        account = identity and (identity["IBAN"] or _text(identity, "Othr", "Id"))
        for entry in statement.all("Ntry"):
            if _came_in(entry):
                yield from _entry(entry, account or "")


def _came_in(entry: Element) -> bool:
    booked = (_text(entry, "Sts", "Cd") or entry["Sts"]) == "BOOK"
    return booked and entry["CdtDbtInd"] == "CRDT" and entry["RvslInd"] not in {"true", "1"}


def _entry(entry: Element, account: str) -> Iterator[tuple[Payment, Sequence[str]]]:
    """The payments of an entry: one, or those that the bank booked as one sum."""
    total = _ore(entry.find("Amt"), entry)
    details = [
        detail
        for batch in entry.all("NtryDtls")
        for detail in batch.all("TxDtls")
        if detail["CdtDbtInd"] != "DBIT"
    ] or [entry]
    amounts = [total] if len(details) == 1 else [_ore(_amount(d), d) for d in details]
    if sum(amounts) != total:
        raise entry.fault(
            StorslamError(
                "the payments of this entry are %(sum)s öre together, the entry %(total)s öre",
                sum=sum(amounts),
                total=total,
            )
        )
    for detail, amount in zip(details, amounts, strict=True):
        marks = (account, entry["AcctSvcrRef"], *_marks(detail))
        yield _payment(detail, amount, _booked(entry)), marks


def _payment(detail: Element, amount: int, booked: date) -> Payment:
    message = " ".join(e.text.strip() for e in _all(detail, "RmtInf", "Ustrd"))
    structured = (_text(e, "CdtrRefInf", "Ref") for e in _all(detail, "RmtInf", "Strd"))
    return Payment(
        reference=" ".join(filter(None, structured)) or message,
        amount_ore=amount,
        date=booked,
        payer=_text(detail, "RltdPties", "Dbtr", "Pty", "Nm")
        or _text(detail, "RltdPties", "Dbtr", "Nm"),
        text=message or detail["AddtlTxInf"] or detail["AddtlNtryInf"],
        entry_id="",
    )


def _marks(detail: Element) -> Sequence[str]:
    refs = detail.find("Refs")
    names = ("AcctSvcrRef", "TxId", "InstrId", "EndToEndId", "UETR")
    return [refs[name] for name in names] if refs else ()


def _amount(detail: Element) -> Element | None:
    return detail.find("Amt") or detail.find("AmtDtls", "TxAmt", "Amt")


def _ore(amount: Element | None, place: Element) -> int:
    """The amount of an element, in öre; its fault when it is absent, broken or not in SEK."""
    if amount is None:
        raise place.fault(StorslamError("the amount is missing"))
    currency = amount.attributes.get("Ccy", "")
    if currency != CURRENCY:
        raise amount.fault(_other_currency(currency))
    text = amount.text.strip()
    ore = Fraction(text) * ORE if _CAMT_AMOUNT.fullmatch(text) else Fraction(1, 2)
    if ore.denominator != 1:
        raise amount.fault(_no_amount(text))
    return int(ore)


def _booked(entry: Element) -> date:
    day = entry.find("BookgDt") or entry.find("ValDt") or entry
    try:
        return parse_day(day["Dt"] or day["DtTm"][:10])
    except StorslamError as error:
        raise day.fault(error) from error


def _all(element: Element, *path: str) -> Iterator[Element]:
    *way, last = path
    found = element.find(*way)
    return found.all(last) if found else iter(())


def _text(element: Element, *path: str) -> str:
    found = element.find(*path)
    return found.text.strip() if found else ""


def _other_currency(currency: str) -> StorslamError:
    return StorslamError(
        "the currency is %(currency)s; only %(only)s is taken", currency=currency, only=CURRENCY
    )


def _no_amount(text: str) -> StorslamError:
    return StorslamError("'%(text)s' is not an amount in kronor", text=text)


def _table(data: bytes, name: str) -> Iterator[tuple[Payment, Sequence[str]]]:
    """The payments of a table: the lines with an amount above zero."""
    rows = read_rows(data, name)
    columns = _columns(rows[0][1] if rows else read_headings(data, name))
    check = Check()
    found = [_row(line, cells, columns, check) for line, cells in rows]
    check.close(name)
    return ((payment, ()) for payment in found if payment.amount_ore > 0)


def _columns(present: Collection[str]) -> dict[str, str]:
    """The heading of each part that the table has; the first of those that mean the same."""
    found = {
        part: next((word for word in words if word in present), "")
        for part, words in _HEADINGS.items()
    }
    found["reference"] = found["reference"] or found["text"]
    if not (found["date"] and found["amount"] and found["reference"]):
        raise FileFault(
            "this is no list of payments: it needs headings for day, amount and reference "
            "or text (datum, belopp, referens)"
        )
    return found


def _row(line: int, cells: Cells, columns: Mapping[str, str], check: Check) -> Payment:
    def part(name: str) -> str:
        return " ".join(cells.get(columns[name], "").split())

    for name in ("date", "amount"):
        if not part(name):
            check.note(line, columns[name], StorslamError("this must be filled in"))
    if part("currency") not in {"", CURRENCY}:
        check.note(line, columns["currency"], _other_currency(part("currency")))
    return Payment(
        reference=part("reference"),
        amount_ore=check.read(line, columns["amount"], part("amount"), parse_ore) or 0,
        date=check.read(line, columns["date"], part("date"), parse_day) or date.min,
        payer=part("payer"),
        text=part("text"),
        entry_id="",
    )


def parse_ore(text: str) -> int:
    """The öre of an amount in kronor as `1 234,50`, `1.234,50`, `1234.5` or `-300 kr`.

    `1,234` is refused: it may be a thousand or a bit more than one.
    """
    word = " ".join(text.replace("−", "-").split()).removesuffix("kr").removesuffix(CURRENCY)
    found = _AMOUNT.fullmatch(word.strip())
    if not found or (found["group"] in {".", ","} and found["mark"] in {None, found["group"]}):
        raise _no_amount(text)
    kronor = re.sub(r"\D", "", found["kronor"])
    ore = int(kronor) * ORE + int((found["ore"] or "0").ljust(2, "0"))
    return -ore if found["sign"] == "-" else ore
