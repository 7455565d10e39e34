"""Vouchers for bookkeeping programs: SIE type 4 (an import file, 4I), in code page 437.

The format knows no way to write a backslash or a line end inside a text; a `/` and a space stand
for them. A letter that the code page lacks loses its accent, or becomes a question mark.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from storslam import __version__
from storslam.errors import StorslamError

CODE_PAGE = "cp437"
_PLAIN = str.maketrans({"\\": "/", "–": "-", "—": "-", "’": "'", "‘": "'", "”": '"', "“": '"'})

Line = tuple[str, int, str]


@dataclass(frozen=True, slots=True)
class Voucher:
    """A voucher; each line is account, amount in öre (debit above zero, credit below), text."""

    series: str
    number: int
    date: date
    text: str
    lines: tuple[Line, ...]


def dump_sie(
    company: str,
    year: tuple[date, date],
    accounts: Mapping[str, str],
    vouchers: Sequence[Voucher],
    now: date,
) -> bytes:
    """The vouchers as a SIE file: `year` is the first and last day of the financial year.

    `accounts` names every account by its number; `now` is the day of the file. Raises
    StorslamError for a voucher that does not balance, has no lines, is numbered twice, is outside
    the year or uses an account that has no name.
    """
    _refuse_unsound(year, accounts, vouchers)
    rows = (*_head(company, year, accounts, now), *_body(vouchers))
    return "".join(f"{row}\r\n" for row in rows).encode(CODE_PAGE)


def _refuse_unsound(
    year: tuple[date, date], accounts: Mapping[str, str], vouchers: Sequence[Voucher]
) -> None:
    numbers = Counter((voucher.series, voucher.number) for voucher in vouchers)
    for voucher in vouchers:
        name = f"{voucher.series}{voucher.number}"
        if numbers[voucher.series, voucher.number] > 1:
            raise StorslamError("voucher %(voucher)s is there twice", voucher=name)
        if not voucher.lines:
            raise StorslamError("voucher %(voucher)s has no lines", voucher=name)
        if sum(ore for _, ore, _ in voucher.lines):
            raise StorslamError("voucher %(voucher)s does not balance", voucher=name)
        if not year[0] <= voucher.date <= year[1]:
            raise StorslamError("voucher %(voucher)s is outside the financial year", voucher=name)
    used = {account for voucher in vouchers for account, _, _ in voucher.lines}
    for account in sorted({*used, *accounts}):
        if account not in accounts or not (account.isascii() and account.isdecimal()):
            raise StorslamError("account %(account)s has no name or is no number", account=account)


def _head(
    company: str, year: tuple[date, date], accounts: Mapping[str, str], now: date
) -> Iterator[str]:
    yield "#FLAGGA 0"
    yield f"#PROGRAM {_quoted('Storslam')} {_quoted(__version__)}"
    yield "#FORMAT PC8"
    yield f"#GEN {_day(now)}"
    yield "#SIETYP 4"
    yield f"#FNAMN {_quoted(company)}"
    yield f"#RAR 0 {_day(year[0])} {_day(year[1])}"
    for account, name in sorted(accounts.items()):
        yield f"#KONTO {account} {_quoted(name)}"


def _body(vouchers: Sequence[Voucher]) -> Iterator[str]:
    for voucher in vouchers:
        head = f"{_quoted(voucher.series)} {voucher.number} {_day(voucher.date)}"
        yield f"#VER {head} {_quoted(voucher.text)}"
        yield "{"
        for account, ore, text in voucher.lines:
            yield f"#TRANS {account} {{}} {_kronor(ore)} {_day(voucher.date)} {_quoted(text)}"
        yield "}"


def _day(day: date) -> str:
    return f"{day:%Y%m%d}"


def _kronor(ore: int) -> str:
    return f"{'-' * (ore < 0)}{abs(ore) // 100}.{abs(ore) % 100:02d}"


def _quoted(text: str) -> str:
    """The text as a field: within quotes, those inside it marked, nothing the format forbids."""
    letters = map(_letter, unicodedata.normalize("NFC", text.translate(_PLAIN)))
    plain = " ".join("".join(letters).split())
    return '"' + plain.replace('"', '\\"') + '"'


def _letter(letter: str) -> str:
    if not letter.isprintable():
        return " "
    if not letter.isascii() and not _in_code_page(letter):
        bare = unicodedata.normalize("NFKD", letter)[:1].encode(CODE_PAGE, "replace")
        return bare.decode(CODE_PAGE)
    return letter


def _in_code_page(letter: str) -> bool:
    try:
        return bool(letter.encode(CODE_PAGE))
    except UnicodeEncodeError:
        return False
