"""Law 77 against the table on the back of a bidding card, typed here in that form."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.bridge import (
    PASSED_OUT,
    SEATS,
    Contract,
    Doubling,
    Seat,
    Side,
    Strain,
    Vulnerability,
    duplicate_score,
    possible_scores,
)
from storslam.errors import StorslamError

# Made exactly, levels 1 to 7: not vulnerable, then vulnerable.
MADE = {
    ("minor", 0): ((70, 90, 110, 130, 400, 920, 1440), (70, 90, 110, 130, 600, 1370, 2140)),
    ("major", 0): ((80, 110, 140, 420, 450, 980, 1510), (80, 110, 140, 620, 650, 1430, 2210)),
    ("notrump", 0): ((90, 120, 400, 430, 460, 990, 1520), (90, 120, 600, 630, 660, 1440, 2220)),
    ("minor", 1): ((140, 180, 470, 510, 550, 1090, 1630), (140, 180, 670, 710, 750, 1540, 2330)),
    ("major", 1): ((160, 470, 530, 590, 650, 1210, 1770), (160, 670, 730, 790, 850, 1660, 2470)),
    ("notrump", 1): ((180, 490, 550, 610, 670, 1230, 1790), (180, 690, 750, 810, 870, 1680, 2490)),
    ("minor", 2): ((230, 560, 640, 720, 800, 1380, 1960), (230, 760, 840, 920, 1000, 1830, 2660)),
    ("major", 2): ((520, 640, 760, 880, 1000, 1620, 2240), (720, 840, 960, 1080, 1200, 2070, 2940)),
    ("notrump", 2): (
        (560, 680, 800, 920, 1040, 1660, 2280),
        (760, 880, 1000, 1120, 1240, 2110, 2980),
    ),
}
# Each overtrick, by doubling: not vulnerable, vulnerable.
OVERTRICK = {1: (100, 200), 2: (200, 400)}
# Down one to thirteen.
DOWN = {
    (0, False): (50, 100, 150, 200, 250, 300, 350, 400, 450, 500, 550, 600, 650),
    (0, True): (100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200, 1300),
    (1, False): (100, 300, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500),
    (1, True): (200, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500, 3800),
    (2, False): (200, 600, 1000, 1600, 2200, 2800, 3400, 4000, 4600, 5200, 5800, 6400, 7000),
    (2, True): (400, 1000, 1600, 2200, 2800, 3400, 4000, 4600, 5200, 5800, 6400, 7000, 7600),
}
KIND = ("minor", "minor", "major", "major", "notrump")


def card(contract: Contract, tricks: int, vulnerable: bool) -> int:
    """What the card says for declarer's side."""
    over = tricks - contract.level - 6
    if over < 0:
        return -DOWN[contract.doubling, vulnerable][-over - 1]
    kind = KIND[contract.strain]
    each = 20 if kind == "minor" else 30
    if contract.doubling:
        each = OVERTRICK[contract.doubling][vulnerable]
    return MADE[kind, contract.doubling][vulnerable][contract.level - 1] + over * each


def every_result() -> product:
    return product(range(1, 8), Strain, Doubling, SEATS, range(14), Vulnerability)


def test_every_contract_doubling_vulnerability_and_number_of_tricks() -> None:
    for level, strain, doubling, declarer, tricks, vulnerability in every_result():
        contract = Contract(level, strain, doubling, declarer)
        theirs = card(contract, tricks, vulnerability.of(declarer.side))
        ns = theirs if declarer.side is Side.NS else -theirs
        assert duplicate_score(contract, tricks, vulnerability) == ns, (contract, tricks)


@pytest.mark.parametrize(
    ("level", "strain", "doubling", "vulnerability", "tricks", "score"),
    [
        (7, Strain.NOTRUMP, Doubling.NONE, Vulnerability.NONE, 13, 1520),
        (7, Strain.NOTRUMP, Doubling.REDOUBLED, Vulnerability.BOTH, 13, 2980),
        (7, Strain.NOTRUMP, Doubling.REDOUBLED, Vulnerability.NS, 0, -7600),
        (1, Strain.CLUBS, Doubling.REDOUBLED, Vulnerability.NONE, 13, 1430),
        (4, Strain.SPADES, Doubling.NONE, Vulnerability.EW, 10, 420),
    ],
)
def test_the_ends_of_the_scale(
    level: int,
    strain: Strain,
    doubling: Doubling,
    vulnerability: Vulnerability,
    tricks: int,
    score: int,
) -> None:
    contract = Contract(level, strain, doubling, Seat.SOUTH)
    assert duplicate_score(contract, tricks, vulnerability) == score


def test_a_board_passed_out_scores_nothing() -> None:
    assert duplicate_score(PASSED_OUT, 0, Vulnerability.BOTH) == 0


@pytest.mark.parametrize("tricks", [-1, 14])
def test_there_are_thirteen_tricks(tricks: int) -> None:
    contract = Contract(3, Strain.NOTRUMP, Doubling.NONE, Seat.NORTH)
    with pytest.raises(StorslamError, match=f"{tricks} tricks were won; there are 13"):
        duplicate_score(contract, tricks, Vulnerability.NONE)


def test_possible_scores_are_those_of_some_contract() -> None:
    found = {vulnerability: {0} for vulnerability in Vulnerability}
    for level, strain, doubling, declarer, tricks, vulnerability in every_result():
        contract = Contract(level, strain, doubling, declarer)
        found[vulnerability].add(duplicate_score(contract, tricks, vulnerability))
    for vulnerability in Vulnerability:
        assert possible_scores(vulnerability) == found[vulnerability]


@pytest.mark.parametrize(
    ("score", "vulnerability", "possible"),
    [
        (420, Vulnerability.NONE, True),
        (420, Vulnerability.NS, False),
        (-420, Vulnerability.NS, True),
        (425, Vulnerability.NONE, False),
        (36000, Vulnerability.BOTH, False),
        (10, Vulnerability.NONE, False),
    ],
)
def test_a_score_no_contract_gives_is_not_possible(
    score: int, vulnerability: Vulnerability, possible: bool
) -> None:
    assert (score in possible_scores(vulnerability)) is possible


@given(
    st.builds(
        Contract,
        st.integers(1, 7),
        st.sampled_from(Strain),
        st.sampled_from(Doubling),
        st.sampled_from(SEATS),
    ),
    st.sampled_from(Vulnerability),
)
def test_every_trick_more_is_worth_more(contract: Contract, vulnerability: Vulnerability) -> None:
    sign = 1 if contract.declarer.side is Side.NS else -1
    scores = [sign * duplicate_score(contract, tricks, vulnerability) for tricks in range(14)]
    assert scores == sorted(set(scores))
