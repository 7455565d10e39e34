"""SIE files read back by a small reader of the format that knows nothing of the writer."""

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storslam.errors import StorslamError
from storslam.exchange.sie import Voucher, dump_sie

YEAR = (date(2012, 7, 1), date(2013, 6, 30))
ACCOUNTS = {"1930": "Bankkonto", "3010": "Startavgifter", "5810": 'Resebidrag "Sverige"'}
NOW = date(2013, 6, 30)


def fields(line: str) -> list[str]:
    """The fields of a line: bare words, `{...}` and quoted texts, as the format describes them."""
    found, at = [], 0
    while at < len(line):
        if line[at] in " \t":
            at += 1
        elif line[at] == '"':
            text, at = "", at + 1
            while line[at] != '"':
                at += line[at : at + 2] == '\\"'
                text, at = text + line[at], at + 1
            found.append(text)
            at += 1
        else:
            end = line.find("}", at) + 1 if line[at] == "{" else line.find(" ", at)
            end = len(line) if end <= 0 else end
            found.append(line[at:end])
            at = end
    return found


def read(data: bytes) -> tuple[dict[str, list[list[str]]], list[Voucher]]:
    """The labels with their fields, and the vouchers."""
    labels: dict[str, list[list[str]]] = {}
    vouchers: list[Voucher] = []
    for line in data.decode("cp437").split("\r\n"):
        assert all(letter.isprintable() for letter in line)
        match fields(line):
            case ["#VER", series, number, day, text]:
                vouchers.append(Voucher(series, int(number), _day(day), text, ()))
            case ["#TRANS", account, "{}", amount, _, text]:
                kronor, ore = amount.split(".")
                value = int(kronor + ore)
                last = vouchers[-1]
                trans = (*last.lines, (account, value, text))
                vouchers[-1] = Voucher(last.series, last.number, last.date, last.text, trans)
            case [label, *rest]:
                labels.setdefault(label, []).append(rest)
    return labels, vouchers


def _day(text: str) -> date:
    return date(int(text[:4]), int(text[4:6]), int(text[6:]))


TEXTS = st.text('abcÅÄÖåäöéü"{}#; 0', max_size=20).map(lambda text: " ".join(text.split()))


@st.composite
def books(draw: st.DrawFn) -> list[Voucher]:
    made = []
    for number in range(1, draw(st.integers(0, 5)) + 1):
        lines = draw(
            st.lists(
                st.tuples(st.sampled_from(sorted(ACCOUNTS)), st.integers(-(10**9), 10**9), TEXTS),
                min_size=1,
                max_size=5,
            )
        )
        rest = ("1930", -sum(ore for _, ore, _ in lines), draw(TEXTS))
        day = YEAR[0] + timedelta(draw(st.integers(0, 364)))
        made.append(Voucher("A", number, day, draw(TEXTS), (*lines, rest)))
    return made


@settings(max_examples=100, deadline=None)
@given(books(), TEXTS)
def test_vouchers_read_back(vouchers: list[Voucher], company: str) -> None:
    labels, back = read(dump_sie(company, YEAR, ACCOUNTS, vouchers, NOW))
    assert back == vouchers
    assert labels["#FNAMN"] == [[company]]
    assert labels["#KONTO"] == [[number, name] for number, name in ACCOUNTS.items()]


def test_the_file_is_as_the_format_asks() -> None:
    voucher = Voucher("B", 7, NOW, "Avgift", (("1930", 5, "in"), ("3010", -5, "Åsa")))
    data = dump_sie("Förbundet", YEAR, ACCOUNTS, [voucher], NOW)
    assert data.split(b"\r\n")[2:7] == [
        b"#FORMAT PC8",
        b"#GEN 20130630",
        b"#SIETYP 4",
        b'#FNAMN "F\x94rbundet"',
        b"#RAR 0 20120701 20130630",
    ]
    assert data.split(b"\r\n")[10:] == [
        b'#VER "B" 7 20130630 "Avgift"',
        b"{",
        b'#TRANS 1930 {} 0.05 20130630 "in"',
        b'#TRANS 3010 {} -0.05 20130630 "\x8fsa"',
        b"}",
        b"",
    ]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ('a "b"', 'a "b"'),
        ("a\r\nb\tc", "a b c"),
        ("a\\", "a/"),
        ("“2012–2013”", '"2012-2013"'),
        ("Ŝtěpán Łaba €", "Stepán ?aba ?"),
        ("A\u030asa", "Åsa"),
        ("a\x00\x7fb", "a b"),
    ],
)
def test_what_the_format_cannot_carry_becomes_the_nearest(text: str, kept: str) -> None:
    labels, _ = read(dump_sie(text, YEAR, ACCOUNTS, [], NOW))
    assert labels["#FNAMN"] == [[kept]]


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=30))
def test_no_text_breaks_the_file(text: str) -> None:
    lines = (("1930", 1, text), ("3010", -1, text))
    labels, vouchers = read(
        dump_sie(text, YEAR, {**ACCOUNTS, "3010": text}, [Voucher(text, 1, NOW, text, lines)], NOW)
    )
    assert len(labels["#KONTO"]) == len(ACCOUNTS)
    assert [[ore for _, ore, _ in v.lines] for v in vouchers] == [[1, -1]]


def voucher(*amounts: int, account: str = "3010", day: date = NOW) -> Voucher:
    return Voucher("A", 1, day, "", tuple((account, ore, "") for ore in amounts))


@pytest.mark.parametrize(
    ("vouchers", "reason"),
    [
        ([voucher(1, -2)], "A1 does not balance"),
        ([voucher()], "A1 has no lines"),
        ([voucher(0), voucher(0)], "A1 is there twice"),
        ([voucher(0, day=date(2013, 7, 1))], "A1 is outside"),
        ([voucher(0, account="9999")], "account 9999"),
        ([voucher(0, account="3010 {}")], "account 3010 {}"),
    ],
)
def test_an_unsound_voucher_is_refused(vouchers: list[Voucher], reason: str) -> None:
    with pytest.raises(StorslamError, match=reason):
        dump_sie("F", YEAR, ACCOUNTS, vouchers, NOW)
