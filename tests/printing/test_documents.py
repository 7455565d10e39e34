"""Documents say what the values say, in both languages, and text stays text."""

import io
from fractions import Fraction

import pytest
from pypdf import PdfReader

from storslam.bridge import (
    PASSED_OUT,
    Contract,
    Doubling,
    Seat,
    Side,
    Strain,
    numbered_board,
    parse_card,
)
from storslam.printing import InvoiceLine, invoice, result_list, scorecards
from storslam.printing.words import number, outcome, written
from storslam.scoring import Settings, score
from storslam.scoring.event import (
    Artificial,
    Average,
    BoardRecord,
    Contestant,
    Event,
    Line,
    Percent,
    Play,
    Player,
    Score,
    Weighted,
)

FOUR_HEARTS = Play(Contract(4, Strain.HEARTS, Doubling.DOUBLED, Seat.WEST), 9, parse_card("SQ"))
LINES = (
    Line(1, "1", "2", Score(100), FOUR_HEARTS, "", 1, 1),
    Line(1, "3", "4", Score(0), Play(PASSED_OUT, 0), "", 1, 2),
    Line(2, "1", "4", Artificial(Percent(Fraction(3, 5)), Percent(Fraction(2, 5))), None, "", 2, 1),
    Line(2, "3", None, None, None, "", 2, 2),
)


def event(name: str = "Prov") -> Event:
    people = {"1": ("Åsa Öberg", "Pär Ek"), "2": ("#let x = 1", "*Bo* $x$ @y"), "3": ("C", "D")}
    contestants = tuple(
        Contestant(id_, tuple(Player(person, "", "Visby BK") for person in two))
        for id_, two in people.items()
    )
    boards = {n: BoardRecord(numbered_board(n)) for n in (1, 2)}
    return Event(name, "Örebro", contestants=contestants, boards=boards, lines=LINES)


def text(pdf: bytes) -> str:
    pages = PdfReader(io.BytesIO(pdf)).pages
    return "\n".join(page.extract_text() for page in pages).replace("\N{NO-BREAK SPACE}", " ")


def test_the_result_list_has_places_names_clubs_and_points() -> None:
    standing = score(LINES, Settings())
    shown = text(result_list(event(), standing, "sv", foot="Version 12", notes=["Par 3: varning"]))
    for part in (
        "Prov",
        "Örebro",
        "Åsa Öberg – Pär Ek",
        "Visby BK",
        "Version 12",
        "Par 3: varning",
    ):
        assert part in shown
    assert "Plac" in shown
    assert "Place" in text(result_list(event(), standing, "en"))


def test_names_are_never_markup() -> None:
    shown = text(result_list(event('a"] #panic("x")'), score(LINES, Settings()), "en"))
    assert '#panic("x")' in shown
    assert "#let x = 1" in shown
    assert "*Bo* $x$ @y" in shown


def test_two_winners_are_two_lists() -> None:
    shown = text(result_list(event(), score(LINES[:2], Settings(winners=2)), "en"))
    assert "North-South" in shown
    assert "East-West" in shown


def test_a_scorecard_a_page() -> None:
    pdf = scorecards(event(), score(LINES, Settings()), "en")
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]
    assert len(pages) == 4
    assert "60%" in pages[0] + pages[1]
    assert any("sits out" in page for page in pages)


def test_only_the_wanted_scorecards() -> None:
    pdf = scorecards(event(), score(LINES, Settings()), "sv", ids=["2"])
    (page,) = PdfReader(io.BytesIO(pdf)).pages
    assert "*Bo*" in page.extract_text()


@pytest.mark.parametrize(("lang", "declarer", "lead"), [("sv", "V", "SD"), ("en", "W", "SQ")])
def test_plays_are_written_as_the_reader_writes_them(lang: str, declarer: str, lead: str) -> None:
    assert written(FOUR_HEARTS, lang) == ("4HX", declarer, "−1", lead)
    assert written(None, lang) == ("", "", "", "")
    assert written(Play(PASSED_OUT, 0), lang)[0] == "Pass"


def test_numbers_and_outcomes() -> None:
    assert (number(Fraction("52.65"), "sv"), number(Fraction("-0.25"), "en")) == ("52,7", "−0.3")
    assert number(None, "sv") == ""
    assert outcome(LINES[0], Side.EW) == "−100"
    weighted = Weighted(((170, Fraction(2, 3)), (140, Fraction(1, 3))))
    assert outcome(Line(1, "1", "2", weighted), Side.NS) == "≈160"
    assert outcome(Line(1, "1", None, Artificial(Average(-1), None)), Side.NS) == "A−"
    assert outcome(LINES[3], Side.NS) == ""


def test_an_invoice_names_each_sum_with_its_reference_and_all_that_is_left() -> None:
    lines = [
        InvoiceLine("Startavgift #x", 62, "100065", 1_240_050, 0),
        InvoiceLine("Lag", 12, "100461", 564_000, 64_000),
    ]
    given = ("Förbundet", "Skånes Bridgeförbund", "SM", "7", "2013-07-02", "2013-08-01")
    given += ("bankgiro 1", lines, "sv")
    shown = text(invoice(*given, foot="fot")).replace("\N{NARROW NO-BREAK SPACE}", " ")
    for part in ("Faktura", "Skånes Bridgeförbund", "Startavgift #x", "100065", "12 400,50"):
        assert part in shown
    for part in ("Nummer", "Sista betalningsdag", "2013-08-01", "bankgiro 1"):
        assert part in shown
    assert "640,00" in shown  # what is paid
    assert "17 400,50" in shown  # what is left of all
    unpaid = text(invoice("F", "S", "SM", "7", "2013-07-02", "", "", lines[:1], "en"))
    assert "none is set in the rulebook" in unpaid
    assert "ask the Federation's office" in unpaid
    assert "Paid in" not in unpaid
    assert "12 400.50" in unpaid
