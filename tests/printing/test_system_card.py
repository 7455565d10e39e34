"""The declaration card on paper."""

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from storslam.exchange.starting_points import STARTING_POINTS
from storslam.printing import Head, system_card
from storslam.printing.system_words import derivation, hands_of, told_change, unbalanced_share
from storslam.rulebook.edition import edition
from storslam.systems.assessment import assess, cheaper
from storslam.systems.card import Card, Line

BOOK = edition().at()
HEAD = Head("Strong club with multi", "Ann Berg – Bo Ek", "Version 3, 2012-11-05 14:02")


def text_of(card: Card, lang: str, tmp_path: Path) -> list[str]:
    """The text of the card's PDF, by page."""
    pdf = tmp_path / "card.pdf"
    pdf.write_bytes(system_card(HEAD, card, assess(card, BOOK), lang))
    told = subprocess.run(["pdftotext", "-layout", pdf, "-"], capture_output=True, check=True)
    return told.stdout.decode().split("\f")[:-1]


@pytest.mark.parametrize("lang", ["sv", "en"])
def test_a_card_is_two_identical_sheets_with_the_dots_of_each_opening(lang, tmp_path) -> None:
    pages = text_of(STARTING_POINTS["multi"].card(str), lang, tmp_path)
    assert len(pages) == 4
    assert pages[:2] == pages[2:]
    assert "Version 3" in pages[0]
    multi = next(line for line in pages[1].splitlines() if line.lstrip().startswith("2♦"))
    assert "●●●" in multi


def test_much_text_makes_more_sheets_and_nothing_is_lost(tmp_path) -> None:
    card = STARTING_POINTS["strong-club"].card(str)
    full = {name: f"{name} begins {'word ' * 390}{name} ends" for name in card.texts}
    long = replace(
        card, texts={**full, "leads": "\n".join(["one"] * 500), "other": "#*_$ <b>x</b>"}
    )
    pages = text_of(long, "en", tmp_path)
    half = len(pages) // 2
    assert half % 2 == 0
    assert pages[:half] == pages[half:]
    inside = "".join(pages[1:half])
    assert "approach ends" in " ".join(inside.split())
    assert "responses ends" in " ".join(inside.split())
    assert inside.split().count("one") == 500
    assert "#*_$ <b>x</b>" in inside


def test_a_notrump_that_may_be_unbalanced_is_stated(tmp_path) -> None:
    line = Line("1NT", hp="15-17", clubs="1-6", diamonds="2-6", hearts="2-5", spades="2-5")
    card = Card("x", (), (line,))
    (opening,) = assess(card, BOOK).openings
    assert unbalanced_share(opening, "en").startswith("may be unbalanced (")
    assert "may be unbalanced" in text_of(card, "en", tmp_path)[1]
    even = Card(
        "x", (), (Line("1NT", hp="15-17", clubs="2-6", diamonds="2-6", hearts="2-5", spades="2-5"),)
    )
    assert unbalanced_share(assess(even, BOOK).openings[0], "en") == ""


def test_where_dots_come_from_is_told_in_words() -> None:
    lines = (Line("1H", hp="0-7"), Line("1S", hp="11+", hearts="5+"), Line("1C", hp="16+"))
    found = {
        one.call: derivation(one.dots, "en") for one in assess(Card("", (), lines), BOOK).openings
    }
    assert found["1H"] == (
        "base 2 + 1 (may be unbalanced when short) + 1 (one in a major) + 3 (may be weak) = 7"
    )
    assert found["1S"].endswith("at most 1, as it shows four cards in a suit")
    assert found["1C"] == "always strong"


def test_hands_and_changes_are_told_in_few_words() -> None:
    assert hands_of(Line("2D", hp="6-10", hearts="6", clubs="0-3"), "en") == "6–10 hp, 0–3 ♣, 6 ♥"
    assert hands_of(Line("1C"), "en") == "any hand"
    found = assess(Card("", (), (Line("1H", hp="0-7"),)), BOOK)
    assert told_change(cheaper(found, BOOK)[0], "en") == "1H: four cards in the suit"
