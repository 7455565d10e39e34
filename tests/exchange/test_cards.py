"""Declaration cards as files."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.errors import StorslamError
from storslam.exchange.cards import MOST_BYTES, card_json, load_cards, read_card, write_cards
from storslam.exchange.starting_points import STARTING_POINTS
from storslam.systems.card import SECTIONS, Card, Line
from storslam.translation import translator

CARDS = [point.card(translator("sv")) for point in STARTING_POINTS.values()]


def test_the_cards_of_a_club_come_back_as_they_were_written() -> None:
    assert load_cards(write_cards(CARDS), "club.toml") == CARDS
    assert [read_card(card_json(card)) for card in CARDS] == CARDS


_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
_LINE = st.builds(
    Line,
    call=_TEXT,
    hp=_TEXT,
    spades=_TEXT,
    shape=st.sampled_from(["", "balanced", "semibalanced", "unbalanced"]),
    place=st.sampled_from(["", "1", "4", "partner-odd-pass"]),
    zone=st.sampled_from(["", "none", "we"]),
    game_forcing=st.booleans(),
    text=_TEXT,
)
_CARD = st.builds(
    Card,
    name=_TEXT,
    players=st.lists(_TEXT, max_size=2).map(tuple),
    lines=st.lists(_LINE, max_size=4).map(tuple),
    texts=st.dictionaries(st.sampled_from(SECTIONS), _TEXT.filter(bool)),
)


@given(st.lists(_CARD, min_size=1, max_size=3))
def test_whatever_is_typed_comes_back(cards: list[Card]) -> None:
    assert load_cards(write_cards(cards), "any.toml") == cards


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "must hold"),
        (b"cards = 3", "must hold"),
        (b"cards = []", "must hold"),
        (b"other = 1\n[[cards]]\n", "must hold"),
        (b"[[cards]\n", "not TOML"),
        (b"[[cards]]\nname = 3", r"cards\[0\].name"),
        (b"[[cards]]\nnmae = ''", "nearest name is name"),
        (b"[[cards]]\nlines = [{}]", r"cards\[0\].lines\[0\].call"),
        (b"[[cards]]\nlines = [{call = '1C', shape = 'round'}]", "shape"),
        (b"[[cards]]\nplayers = ['a', 'b', 'c']", "players"),
        (b"[[cards]]\nlines = [" + b"{call='1C'}," * 101 + b"]", "lines"),
        (b"[[cards]]\n" * 501, "more than 500"),
        (b".".join([b"a"] * 50_000) + b"=1", "nested"),
        (b"x=1" + b"0" * 200_000, "not TOML"),
        ((b"[[cards]]\nlines = [" + b"{call='1C'}," * 99 + b"]\n") * 60, "lines"),
        (b"a=" + b"[" * 100_000, "nested|not TOML"),
        (b"\x00", "zero byte"),
        (b"#" * (MOST_BYTES + 1), "larger"),
    ],
)
def test_what_is_no_file_of_cards_is_refused_with_its_place(data: bytes, said: str) -> None:
    with pytest.raises(StorslamError, match=said):
        load_cards(data, "club.toml")
