"""Payments out of what banks deliver: exact öre, only money that came in, never twice."""

from dataclasses import replace
from datetime import date
from xml.sax.saxutils import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storslam.errors import FileFault, StorslamError
from storslam.exchange.bank import Payment, load_payments, parse_ore
from storslam.exchange.faults import SheetFaults
from storslam.exchange.sheet import write_csv, write_xlsx

WORDS = st.from_regex(r"[A-Za-zÅÄÖåäö0-9&<]{1,12}( [A-Za-z0-9&<]{1,5})?", fullmatch=True)
PAYMENTS = st.lists(
    st.builds(
        Payment,
        reference=WORDS,
        amount_ore=st.integers(1, 99_999_999),
        date=st.dates(date(2012, 1, 1), date(2013, 12, 31)),
        payer=WORDS,
        text=WORDS,
        entry_id=st.just(""),
    ),
    max_size=6,
)
VERSIONS = st.integers(2, 13)


def kronor(ore: int) -> str:
    return f"{ore // 100}.{ore % 100:02d}"


def detail(payment: Payment, version: int, ref: str = "", reference: bool = True) -> str:
    """A TxDtls as that version of the standard has it."""
    name = f"<Nm>{escape(payment.payer)}</Nm>"
    amount = f'<Amt Ccy="SEK">{kronor(payment.amount_ore)}</Amt>'
    structured = f"<Strd><CdtrRefInf><Ref>{escape(payment.reference)}</Ref></CdtrRefInf></Strd>"
    return (
        f"<TxDtls><Refs><AcctSvcrRef>{ref}</AcctSvcrRef></Refs>"
        + (amount if version >= 4 else f"<AmtDtls><TxAmt>{amount}</TxAmt></AmtDtls>")
        + "<CdtDbtInd>CRDT</CdtDbtInd><RltdPties><Dbtr>"
        + (f"<Pty>{name}</Pty>" if version >= 8 else name)
        + f"</Dbtr></RltdPties><RmtInf><Ustrd>{escape(payment.text)}</Ustrd>"
        + f"{structured if reference else ''}</RmtInf></TxDtls>"
    )


def entry(
    ore: int,
    details: str,
    version: int = 2,
    day: str = "<Dt>2013-06-30</Dt>",
    status: str = "BOOK",
    direction: str = "CRDT",
    currency: str = "SEK",
    extra: str = "",
) -> str:
    code = f"<Cd>{status}</Cd>" if version >= 8 else status
    return (
        f'<Ntry><Amt Ccy="{currency}">{kronor(ore)}</Amt><CdtDbtInd>{direction}</CdtDbtInd>{extra}'
        f"<Sts>{code}</Sts><BookgDt>{day}</BookgDt><NtryDtls>{details}</NtryDtls></Ntry>"
    )


def camt(entries: str, version: int = 2, prefix: str = "") -> bytes:
    name = f"urn:iso:std:iso:20022:tech:xsd:camt.053.001.{version:02d}"
    text = (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="{name}"><BkToCstmrStmt><Stmt>'
        f"<Acct><Id><IBAN>SE4550000000058398257466</IBAN></Id></Acct>{entries}"
        "</Stmt></BkToCstmrStmt></Document>"
    )
    if prefix:
        text = text.replace("<", f"<{prefix}:").replace(f"<{prefix}:/", f"</{prefix}:")
        text = text.replace(f"<{prefix}:?xml", "<?xml").replace("xmlns=", f"xmlns:{prefix}=")
    return text.encode()


def bare(payments: list[Payment]) -> list[Payment]:
    return [replace(payment, entry_id="") for payment in payments]


PAID = Payment("SM1234", 60000, date(2013, 6, 30), "Åsa Ek", "Dam final", "")


@settings(max_examples=60, deadline=None)
@given(PAYMENTS, VERSIONS, st.sampled_from(("", "ns2")))
def test_every_version_of_the_standard(payments: list[Payment], version: int, prefix: str) -> None:
    entries = "".join(
        entry(p.amount_ore, detail(p, version), version, f"<Dt>{p.date}</Dt>") for p in payments
    )
    read = load_payments(camt(entries, version, prefix), "x.xml")
    assert bare(read) == payments
    assert len({p.entry_id for p in read}) == len(read)
    assert load_payments(camt(entries, version, prefix), "y.xml") == read


@settings(max_examples=60, deadline=None)
@given(PAYMENTS.filter(len))
def test_csv_and_workbook_give_the_same_payments(payments: list[Payment]) -> None:
    header = ("Bokföringsdag", "Belopp", "Referens", "Avsändare", "Text", "Valuta", "Saldo")
    rows = [
        (p.date, kronor(p.amount_ore), p.reference, p.payer, p.text, "SEK", "9,99")
        for p in payments
    ]
    read = load_payments(write_csv(header, rows), "x.csv")
    assert bare(read) == payments
    assert len({p.entry_id for p in read}) == len(read)
    assert load_payments(write_xlsx({"Konto": (header, rows)}), "x.xlsx") == read


def test_a_batch_is_the_payments_it_holds() -> None:
    other = replace(PAID, reference="SM77", amount_ore=30050)
    batch = entry(90050, detail(PAID, 8) + detail(other, 8), 8)
    assert bare(load_payments(camt(batch, 8), "x")) == [PAID, other]
    with pytest.raises(FileFault, match="90050 öre together, the entry 90000 öre"):
        load_payments(camt(entry(90000, detail(PAID, 8) + detail(other, 8), 8), 8), "x")


def test_an_entry_without_details_is_one_payment() -> None:
    (read,) = load_payments(camt(entry(60000, "", day="<DtTm>2013-06-30T08:00:00</DtTm>")), "x")
    assert (read.amount_ore, read.date, read.reference) == (60000, PAID.date, "")


def test_without_a_structured_reference_the_message_is_the_reference() -> None:
    (read,) = load_payments(camt(entry(60000, detail(PAID, 2, reference=False))), "x")
    assert (read.reference, read.text) == ("Dam final", "Dam final")


@pytest.mark.parametrize(
    "other",
    [
        {"direction": "DBIT"},
        {"status": "PDNG"},
        {"extra": "<RvslInd>true</RvslInd>"},
        {"direction": "DBIT", "currency": "EUR"},
    ],
)
def test_only_what_came_in_and_is_booked_counts(other: dict[str, str]) -> None:
    for version in (2, 13):
        assert load_payments(camt(entry(100, "", version, **other), version), "x") == []


def test_the_same_payment_has_the_same_id_in_another_file() -> None:
    one = load_payments(camt(entry(60000, detail(PAID, 2, "R1"))), "day.xml")
    both = load_payments(
        camt(entry(100, detail(PAID, 8), 8) + entry(60000, detail(PAID, 8, "R1"), 8), 8),
        "month.xml",
    )
    assert both[1] == one[0]
    again = load_payments(camt(entry(60000, detail(PAID, 2, "R2"))), "x")
    assert again[0].entry_id != one[0].entry_id


def test_payments_alike_in_everything_are_both_kept() -> None:
    twice = load_payments(camt(entry(60000, detail(PAID, 2)) * 2), "x")
    assert bare(twice) == [PAID, PAID]
    assert twice[0].entry_id != twice[1].entry_id
    assert load_payments(camt(entry(60000, detail(PAID, 2)) * 2), "x") == twice


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (camt(entry(1, "", currency="EUR")), "the currency is EUR"),
        (camt(entry(1, "", day="<Dt>2013-02-30</Dt>")), "not a day"),
        (camt(entry(1, "", day="")), "not a day"),
        (camt(entry(1, "").replace("0.01", "0.011")), "not an amount"),
        (camt(entry(1, "").replace("0.01", "1e9")), "not an amount"),
        (camt(entry(1, "").replace("0.01", "")), "not an amount"),
        (camt("<Ntry><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts></Ntry>"), "amount is missing"),
        (b"<Document><BkToCstmrDbtCdtNtfctn/></Document>", "not a statement"),
        (b"<a/>", "not a statement"),
        (b"<Document>", "not well-formed"),
        (b'<!DOCTYPE x [<!ENTITY a "b">]><Document>&a;</Document>', "declares entities"),
        (b"<a>" * 100, "nested too deep"),
        (b"", "empty"),
        (b"\x00", "zero byte"),
        (b"datum;belopp\n2013-06-30;1\n", "no list of payments"),
    ],
)
def test_a_hostile_or_broken_file_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(FileFault, match=reason) as caught:
        load_payments(data, "bank.xml")
    assert caught.value.file == "bank.xml"


def test_a_list_of_a_bank_without_references() -> None:
    text = "Bokföringsdag;Verifikationsnummer;Text;Belopp;Saldo\n2013-06-30;54;SM1234;1 200,5;0\n"
    (read,) = load_payments(text.encode(), "x")
    assert (read.reference, read.amount_ore) == ("SM1234", 120050)


def test_all_faults_of_a_list_come_at_once_and_money_out_is_left_out() -> None:
    head = "Datum;Belopp;Referens;Valuta\n"
    assert load_payments(head.encode(), "x") == []
    assert load_payments((head + "2013-06-30;-300,00;Hyra;SEK\n").encode(), "x") == []
    with pytest.raises(SheetFaults) as caught:
        load_payments((head + "igår;1,234;a;SEK\n2013-06-30;;b;EUR\n").encode(), "x")
    assert [(f.line, f.column) for f in caught.value.faults] == [
        (2, "belopp"),
        (2, "datum"),
        (3, "belopp"),
        (3, "valuta"),
    ]


@pytest.mark.parametrize(
    ("text", "ore"),
    [
        ("300", 30000),
        ("300,5", 30050),
        ("300.50", 30050),
        ("1 234,50", 123450),
        ("1\N{NO-BREAK SPACE}234\N{NARROW NO-BREAK SPACE}567.89 kr", 123456789),
        ("1.234,50", 123450),
        ("1,234.50", 123450),
        ("12345678,01 SEK", 1234567801),
        ("−0,07", -7),
        ("+5", 500),
    ],
)
def test_amounts_as_banks_write_them(text: str, ore: int) -> None:
    assert parse_ore(text) == ore


@pytest.mark.parametrize(
    "text",
    ["1,234", "1.234", "1.234.567", "1.234.50", "12 34", "1 2345", "1e3", "½", "", "1,", "0,001"],
)
def test_an_amount_that_can_mean_two_things_is_refused(text: str) -> None:
    with pytest.raises(StorslamError, match="not an amount"):
        parse_ore(text)


@given(st.integers(-(10**11) + 1, 10**11 - 1), st.sampled_from(" \N{NO-BREAK SPACE}"))
def test_grouped_kronor_are_exact(ore: int, space: str) -> None:
    text = f"{abs(ore) // 100:,}".replace(",", space) + f",{abs(ore) % 100:02d}"
    assert parse_ore("-" * (ore < 0) + text) == ore


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=80) | st.text(max_size=80).map(str.encode))
def test_no_file_is_too_strange(data: bytes) -> None:
    whole = camt(entry(60000, detail(PAID, 8), 8), 8)
    for file in (data, whole[: len(data) * 9], whole.replace(b"<Sts>", data)):
        try:
            load_payments(file, "x")
        except FileFault:
            continue
