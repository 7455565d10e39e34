"""The season's money for other programs: tables (XLSX, CSV) and vouchers (SIE 4)."""

from collections.abc import Iterator
from datetime import date, datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, override

from storslam.championship.calendar import local_day
from storslam.championship.money import kronor
from storslam.exchange.sheet import write_csv, write_xlsx
from storslam.exchange.sie import Voucher, dump_sie
from storslam.web.acts.money import with_names, with_paid
from storslam.web.models import Allowance, ChargeKind, Payment, Season
from storslam.web.told import charged, claimed, stage_words

# The accounts, as in the standard chart (BAS); the names are those of the file, in Swedish.
RECEIVABLES, BANK, UNKNOWN, PAYABLE, FUND = "1510", "1930", "2999", "2890", "2250"
TRAVEL, FUND_COST = "5800", "6980"
INCOME = {
    ChargeKind.ENTRY_FEE: "3010",
    ChargeKind.TEAM_INVOICE: "3011",
    ChargeKind.TABLE_FEE: "3020",
    ChargeKind.REPLACEMENT: "3021",
}
ACCOUNTS = {
    RECEIVABLES: "Kundfordringar",
    BANK: "Bank",
    FUND: "EM-fond",
    PAYABLE: "Skulder till distrikt och lag",
    UNKNOWN: "Oidentifierade inbetalningar",
    "3010": "Startavgifter par",
    "3011": "Startavgifter lag",
    "3020": "Bordsavgifter",
    "3021": "Oanmälda ersättare",
    TRAVEL: "Resebidrag och arrangörsbidrag",
    FUND_COST: "Avsättning EM-fonden",
}
COMPANY = "Svenska Bridgeförbundet"

Rows = list[tuple[object, ...]]
_HEADS = {
    gettext_noop("Charges"): (
        gettext_noop("Reference"), gettext_noop("Kind"), gettext_noop("Stage"),
        gettext_noop("District"), gettext_noop("Entry"), gettext_noop("Sum"),
        gettext_noop("Paid in"), gettext_noop("Left"), gettext_noop("Due"), gettext_noop("Made"),
        gettext_noop("Taken back"),
    ),
    gettext_noop("Payments"): (
        gettext_noop("Day"), gettext_noop("Sum"), gettext_noop("Reference"), gettext_noop("Payer"),
        gettext_noop("Text"), gettext_noop("Pays"),
    ),
    gettext_noop("Allowances"): (
        gettext_noop("For"), gettext_noop("Version"), gettext_noop("District"),
        gettext_noop("Entry"), gettext_noop("Sum"), gettext_noop("Made"), gettext_noop("Rules"),
    ),
}  # fmt: skip


def tables(season: Season) -> dict[str, tuple[tuple[str, ...], Rows]]:
    """By its name each table of the season's money: heading and rows, sums in kronor."""
    rows = (_charge_rows(season), _payment_rows(season), _allowance_rows(season))
    return {
        _(name): (tuple(map(_, head)), list(found))
        for (name, head), found in zip(_HEADS.items(), rows, strict=True)
    }


def _charge_rows(season: Season) -> Iterator[tuple[object, ...]]:
    for charge in with_names(with_paid(season.charges.all())):
        yield (
            charge.reference,
            charge.get_kind_display(),
            stage_words(charge.decision["facts"]),
            charge.district and charge.district.name,
            charge.entry and str(charge.entry),
            *map(kronor, (charge.ore, charge.paid, charge.left)),
            *(_day(season, when) for when in (charge.due, charge.made, charge.cancelled)),
        )


def _payment_rows(season: Season) -> Iterator[tuple[object, ...]]:
    for row in season.payments.select_related("charge"):
        pays = row.charge and row.charge.reference
        yield row.day, kronor(row.ore), row.reference, row.payer, row.text, pays


def _allowance_rows(season: Season) -> Iterator[tuple[object, ...]]:
    found = season.allowances.select_related("district", "entry")
    for row in found.prefetch_related("entry__roster__player"):
        yield (
            claimed(row),
            row.version,
            row.district and row.district.name,
            row.entry and str(row.entry),
            kronor(row.ore),
            _day(season, row.made),
            ", ".join(reason["rule"] for reason in row.decision["reasons"]),
        )


def _day(season: Season, moment: datetime | None) -> date | None:
    return moment and local_day(season.book(), moment)


def as_xlsx(season: Season) -> bytes:
    """A workbook with a sheet for charges, payments and allowances."""
    return write_xlsx(tables(season))


def as_csv(season: Season) -> bytes:
    """The charges, as CSV for Swedish programs."""
    head, rows = next(iter(tables(season).values()))
    return write_csv(head, rows)


def as_sie(season: Season, year: int) -> bytes:
    """The vouchers of a calendar year: charges made and taken back, payments, allowances."""
    first, last = date(year, 1, 1), date(year, 12, 31)
    with override("sv"):  # as the accounts' names
        found = [one for one in vouchers(season) if first <= one.date <= last]
    return dump_sie(COMPANY, (first, last), ACCOUNTS, found, _today(season))


def years(season: Season) -> list[int]:
    """The calendar years that have vouchers."""
    return sorted({voucher.date.year for voucher in vouchers(season)})


def _today(season: Season) -> date:
    return local_day(season.book(), season.now())


def vouchers(season: Season) -> Iterator[Voucher]:
    """All vouchers, numbered by the records that they are of."""
    zone = season.edition.zone
    for charge in with_names(season.charges.all()):
        whose = charge.entry or charge.district
        account = INCOME[ChargeKind(charge.kind)]
        text = ", ".join(filter(None, (charged(charge), whose and str(whose), charge.reference)))
        made = charge.made.astimezone(zone).date()
        yield _voucher("F", charge.pk, made, text, RECEIVABLES, account, charge.ore)
        if charge.cancelled:
            gone = charge.cancelled.astimezone(zone).date()
            yield _voucher("K", charge.pk, gone, text, account, RECEIVABLES, charge.ore)
    for payment in season.payments.all():
        yield _payment_voucher(payment)
    yield from _allowance_vouchers(season)


def _payment_voucher(payment: Payment) -> Voucher:
    of = RECEIVABLES if payment.charge_id else UNKNOWN
    text = f"{payment.payer} {payment.reference}".strip()
    return _voucher("B", payment.pk, payment.day, text, BANK, of, payment.ore)


def _allowance_vouchers(season: Season) -> Iterator[Voucher]:
    """Each version by what it differs from the one before."""
    before: dict[str, int] = {}
    found = season.allowances.select_related("district", "entry")
    for row in found.prefetch_related("entry__roster__player").order_by("about", "version"):
        more = row.ore - before.get(row.about, 0)
        before[row.about] = row.ore
        if more:
            yield _allowance_voucher(row, more, season)


def _allowance_voucher(row: Allowance, ore: int, season: Season) -> Voucher:
    fund = row.decision["decision"] == "em-fund"
    cost, debt = (FUND_COST, FUND) if fund else (TRAVEL, PAYABLE)
    day = row.made.astimezone(season.edition.zone).date()
    return _voucher("R", row.pk, day, f"{claimed(row)}, version {row.version}", cost, debt, ore)


def _voucher(
    series: str, number: int, day: date, text: str, debit: str, credit: str, ore: int
) -> Voucher:
    """A voucher of two lines; a sum below zero turns them round."""
    return Voucher(series, number, day, text, ((debit, ore, text), (credit, -ore, text)))
