"""Declaration cards: what they cost, what is wrong with them, what would make them cheaper."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.exchange.starting_points import STARTING_POINTS
from storslam.rulebook.edition import edition
from storslam.systems.assessment import Limits, allowed, assess, cheaper, fitting, lowered
from storslam.systems.card import Card, Line, parse_range, variations
from storslam.systems.card_faults import faults_of
from storslam.systems.field_report import field_report
from storslam.systems.levels import Opening, decide_system_dots

BOOK = edition().at()
MULTI = (
    Line("2D", hp="6-10", hearts="6"),
    Line("2D", hp="6-10", spades="6"),
    Line("2D", hp="22-24", shape="balanced"),
)


def system(*lines: Line):
    return assess(Card(lines=lines), BOOK)


def dots(*lines: Line) -> int:
    found = system(*lines)
    assert not found.faults
    return found.dots


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ((Line("1C", hp="12+", clubs="4+"), Line("1C", hp="12+", clubs="3", shape="balanced")), 1),
        ((Line("1D", hp="11-15", diamonds="1+"),), 3),
        ((Line("1C", hp="16+"),), 0),
        ((Line("1C", hp="15+"), Line("1C", hp="11-14", clubs="4+")), 1),
        ((Line("1C", hp="11-13", shape="balanced"),), 2),
        ((Line("1C", hp="11+", hearts="4+"),), 1),
        ((Line("1H", hp="0-7"),), 7),
        ((Line("1D", hp="0-7"),), 5),
        (MULTI, 3),
        ((Line("2D", hp="5-10", hearts="4+", spades="4+"),), 1),
        ((Line("2H", hp="6-10", hearts="5", clubs="4+"),), 0),
        ((Line("1NT", hp="10-12", shape="balanced"),), 0),
        ((Line("2NT", hp="5-10", clubs="6+"), Line("2NT", hp="5-10", diamonds="6+")), 2),
        ((Line("3C", hp="5-9", diamonds="7"),), 1),
        ((Line("3NT", hp="9-12", clubs="7+"),), 0),
        ((Line("2C", hp="0+", game_forcing=True),), 0),
        ((Line("1D", hp="0-7", place="4"),), 0),
    ],
)
def test_what_a_card_says_of_an_opening_is_what_it_costs(lines, expected: int) -> None:
    assert dots(*lines) == expected


def test_a_variation_by_vulnerability_counts_only_where_it_costs_most() -> None:
    not_vulnerable = Line("1NT", hp="5-9", clubs="5+", diamonds="5+", zone="none")
    vulnerable = Line("1NT", hp="15-17", shape="balanced", zone="both")
    assert dots(not_vulnerable, vulnerable) == dots(not_vulnerable) == 1
    assert dots(vulnerable) == 0


def test_a_strong_pass_opens_and_answers_to_another_odd_pass_are_openings() -> None:
    strong = system(Line("P", hp="15+"))
    assert strong.passes["", ""].result == {"odd": True, "is_an_opening": True}
    answers = system(Line("P", hp="15+"), Line("1C", hp="0-7", place="partner-odd-pass"))
    assert [(fault.line, fault.field) for fault in answers.faults] == [(1, "place")]
    odd = system(Line("P", hp="12-14"), Line("1H", hp="0-7", place="partner-odd-pass"))
    assert odd.passes["", ""].result["odd"]
    assert (odd.dots, odd.faults) == (7, ())


def test_passes_are_looked_at_by_situation() -> None:
    found = system(Line("P", hp="15+", zone="none"), Line("P", hp="0-11", zone="both"))
    assert found.opens_with_pass
    assert found.passes["", "none"].result["is_an_opening"]
    assert not found.passes["", "both"].result["odd"]


def test_strong_or_natural_bounds_notrump_too() -> None:
    """p. 20: the caps hold for notrump bids as well."""
    assert dots(Line("1NT", hp="12-14", shape="balanced"), Line("1NT", hp="18+")) == 1
    assert dots(Line("1NT", hp="12-14", shape="unbalanced"), Line("1NT", hp="18+")) == 2


def test_the_ready_made_systems_are_sound_and_cost_what_their_openings_cost() -> None:
    for name, point in STARTING_POINTS.items():
        found = assess(point.card(str), BOOK)
        assert not found.faults, name
        openings = tuple(Opening(one.call, variations(one.lines)) for one in found.openings)
        decided = decide_system_dots(BOOK, openings=openings).result
        assert (found.dots, found.system_class) == (decided["dots"], decided["class"])
    assert assess(STARTING_POINTS["multi"].card(str), BOOK).by_call["2D"] == 3


@pytest.mark.parametrize(
    ("line", "where"),
    [
        (Line("1C", hp="15-11"), "hp"),
        (Line("1C", hp="38"), "hp"),
        (Line("1C", hp="many"), "hp"),
        (Line("1C", clubs="14"), "clubs"),
        (Line("1C", hearts="7+", spades="7+"), "clubs"),
        (Line("1C", clubs="0-2", diamonds="0-2", hearts="0-2", spades="0-2"), "clubs"),
        (Line("1C", hp="11+", spades="13"), "hp"),
        (Line("1C", hearts="6", shape="balanced"), "hp"),
        (Line("8C"), "call"),
        (Line("X"), "call"),
        (Line(""), "call"),
        (Line("1C", text="a" * 201), "text"),
        (Line("1C", text="a\x00b"), "text"),
        (Line("1H", hp="0-7", place="partner-odd-pass"), "place"),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_the_rest_is_counted(line: Line, where) -> None:
    found = system(*MULTI, line)
    assert [(fault.line, fault.field) for fault in found.faults] == [(3, where)]
    assert found.by_call["2D"] == 3


def test_two_descriptions_that_contradict_are_said_at_the_second() -> None:
    always, sometimes = Line("1NT", hp="15-17"), Line("1nt", hp="12-14", zone="none")
    found = faults_of(Card(lines=(always, sometimes)), BOOK)
    assert [(fault.line, fault.field) for fault in found] == [(1, "zone")]
    first = replace(sometimes, zone="", place="1")
    assert [f.field for f in faults_of(Card(lines=(always, first)), BOOK)] == ["place"]
    assert not faults_of(Card(lines=(always, replace(first, place="4"))), BOOK)
    assert not faults_of(Card(lines=(replace(always, zone="both"), sometimes)), BOOK)
    twice = Card(lines=(always, replace(always, text="again")))
    assert [fault.field for fault in faults_of(twice, BOOK)] == ["call"]


def test_texts_have_their_parts_and_their_length() -> None:
    card = Card(name="n" * 81, texts={"leads": "a" * 2001, "weather": "fine"})
    assert {fault.field for fault in faults_of(card, BOOK)} == {"name", "leads", "weather"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [("12-14", (12, 14)), ("12 – 14", (12, 14)), ("16+", (16, 37)), ("5", (5, 5))],
)
def test_a_range_is_read_as_it_is_typed(text: str, expected) -> None:
    assert parse_range(text, 37) == expected


# --- Where a system may be used, and what to change


def test_a_system_is_measured_by_the_level_with_the_organisers_changes() -> None:
    found = system(*MULTI, Line("1H", hp="0-7"))
    assert found.dots == 10
    assert allowed(found, Limits("B"), BOOK).result["allowed"]
    over = allowed(found, Limits("C"), BOOK).result
    assert (over["allowed"], over["dots_over"]) == (False, 3)
    limits = Limits("C", reductions={"2d": 3})
    less = lowered(found, limits, BOOK)
    assert (less.dots, less.system_class, found.system_class) == (7, "C", "B")
    assert allowed(less, limits, BOOK).result["allowed"]
    assert lowered(found, Limits("C", reductions={"2d": 9}), BOOK).by_call["2D"] == 0
    banned = allowed(found, Limits("D", max_dots=20, banned=("2D",)), BOOK).result
    assert (banned["allowed"], banned["forbidden"]) == (False, ["2D"])
    assert allowed(system(Line("P", hp="15+")), Limits("D", 20, ("P",)), BOOK).result[
        "forbidden"
    ] == ["Pass"]


def test_every_change_saves_what_it_says() -> None:
    for point in STARTING_POINTS.values():
        found = assess(point.card(str), BOOK)
        for change in cheaper(found, BOOK):
            assert 0 < change.saved <= found.by_call[change.call]


def test_a_change_of_a_line_saves_the_dots_that_the_card_has_less_without_it() -> None:
    lines = (
        Line("2D", hp="6-10", hearts="6"),
        Line("2D", hp="22+"),
        Line("2D", hp="6-10", spades="6"),
    )
    found = cheaper(system(*lines), BOOK)
    left_out = [change for change in found if change.change == "without"]
    assert left_out
    for change in left_out:
        rest = [line for line in lines if line != change.line]
        assert dots(*lines) - dots(*rest) == change.saved
    assert found[0].saved == dots(*lines)


def test_few_changes_that_together_fit_are_told() -> None:
    found = system(*MULTI, Line("1H", hp="0-7"), Line("1D", hp="0-7"))
    changes = cheaper(found, BOOK)
    for over in (1, 5, 8, 12, 15):
        together = fitting(changes, over)
        assert sum(change.saved for change in together) >= over
        assert len({change.call for change in together}) == len(together)
    assert fitting(changes, 16) == []


def test_a_line_has_one_fault_however_often_it_is_there() -> None:
    found = faults_of(Card(lines=(Line("1C", hp="16+"),) * 100), BOOK)
    assert len(found) == 99


# --- Properties

_LENGTH = st.sampled_from(["", "0-3", "3+", "4+", "5", "0-13"])
_LINES = st.builds(
    Line,
    call=st.sampled_from(["1C", "1D", "1H", "1S", "1NT", "2D", "2NT"]),
    hp=st.sampled_from(["", "0-7", "5-10", "8-14", "12+", "16+"]),
    clubs=_LENGTH,
    diamonds=_LENGTH,
    hearts=_LENGTH,
    spades=_LENGTH,
    shape=st.sampled_from(["", "balanced", "semibalanced", "unbalanced"]),
)


@given(st.lists(_LINES, min_size=2, max_size=4, unique=True))
def test_another_kind_of_hand_never_lowers_base_or_additions(lines: list[Line]) -> None:
    lines = [replace(line, call=lines[0].call) for line in lines]
    found = [system(*lines[:n]) for n in (len(lines) - 1, len(lines))]
    if any(one.faults for one in found):
        return
    less, more = (one.openings[0].dots for one in found)
    if less.kind in {"natural", "strong"} or more.kind in {"natural", "strong"}:
        return
    assert more.base >= less.base
    assert all(more.additions.get(name, 0) >= n for name, n in less.additions.items())


@given(_LINES, st.sampled_from(["hp", "clubs", "diamonds", "hearts", "spades"]))
def test_narrowing_never_raises_base_or_additions(line: Line, name: str) -> None:
    narrow = replace(line, **{name: {"hp": "12-13"}.get(name, "3-4")})
    wide = replace(line, **{name: ""})
    found = [system(one) for one in (narrow, wide)]
    if any(one.faults for one in found):
        return
    less, more = (one.openings[0].dots for one in found)
    if more.base:
        assert less.base <= more.base
        assert sum(less.additions.values()) <= sum(more.additions.values())


def test_a_field_is_told_by_class_and_by_opening() -> None:
    fields = [system(*MULTI), system(*MULTI, Line("1H", hp="0-7")), system(Line("1C", hp="16+"))]
    report = field_report(fields)
    assert (report.systems, report.classes) == (3, {"A": 0, "B": 1, "C": 2})
    assert [(one.call, one.systems, one.by_dots) for one in report.openings] == [
        ("2D", 2, {3: 2}),
        ("1H", 1, {7: 1}),
    ]
    assert report.by_dots == {0: 1, 3: 1, 10: 1}
