"""Par against boards worked out by hand, and against endplay's own par on random deals."""

from itertools import product

import pytest
from endplay.dds import calc_dd_table
from endplay.dds import par as oracle
from endplay.types import Deal as Dealt
from endplay.types import Denom, Player, Vul
from hypothesis import given
from hypothesis import strategies as st

from storslam.bridge import SEATS, Board, Seat, Side, Strain, Vulnerability, numbered_board
from storslam.bridge.dealing import deal_of_rank, dealt
from storslam.bridge.double_dummy import makeable
from storslam.bridge.par import par

NONE, BOTH = Vulnerability.NONE, Vulnerability.BOTH
VULNERABLE = dict(zip(Vulnerability, (Vul.none, Vul.ns, Vul.ew, Vul.both), strict=True))


def table(**sides: str):
    """The tricks of each side in clubs, diamonds, hearts, spades and notrump; alike for both."""
    return {
        (seat, strain): int(number, 14)
        for side, numbers in sides.items()
        for seat in SEATS
        if seat.side is Side[side]
        for strain, number in zip(Strain, numbers, strict=True)
    }


def told(found) -> list[str]:
    return [f"{one}{one.declarer.value}" for one in found.contracts]


@pytest.mark.parametrize(
    ("board", "tricks", "score", "contracts"),
    [
        # Nobody takes seven tricks in anything: passed out.
        (Board(1, Seat.NORTH, NONE), table(NS="66666", EW="66666"), 0, []),
        # Ten tricks in spades, and East-West take too few to save.
        (Board(1, Seat.NORTH, NONE), table(NS="666a8", EW="55434"), 420, ["4SN", "4SS"]),
        # Five diamonds doubled goes three down for 500, cheaper than a vulnerable game of 620.
        (
            Board(1, Seat.NORTH, Vulnerability.NS),
            table(NS="449aa", EW="88435"),
            500,
            ["5CXE", "5CXW", "5DXE", "5DXW"],
        ),
        # One notrump makes for both: who deals, plays it.
        (Board(1, Seat.NORTH, BOTH), table(NS="66667", EW="66667"), 90, ["1NTN", "1NTS"]),
        (Board(2, Seat.EAST, BOTH), table(NS="66667", EW="66667"), -90, ["1NTE", "1NTW"]),
    ],
)
def test_boards_by_hand(board, tricks, score, contracts) -> None:
    found = par(board, tricks)
    assert found is not None
    assert (found.score, told(found)) == (score, contracts)


def test_each_hand_a_suit() -> None:
    """Who leads against notrump takes all tricks; in a suit those who hold it do."""
    deal = deal_of_rank(0)
    tricks = makeable([deal])[0]
    assert {tricks[seat, Strain.NOTRUMP] for seat in SEATS} == {0}
    assert {tricks[seat, Strain.SPADES] for seat in SEATS if seat.side is Side.NS} == {13}
    assert {tricks[seat, Strain.SPADES] for seat in SEATS if seat.side is Side.EW} == {0}
    found = par(numbered_board(1), tricks)
    assert found is not None
    assert (found.score, told(found)) == (1510, ["7SN", "7SS"])


def test_endplay_says_the_same() -> None:
    """Its contracts are among ours, which are those at other levels in the same strain besides."""
    deals = [dealt(b"a secret of deals to try", number) for number in range(1, 11)]
    strains = dict(zip((*reversed([*Denom.suits()]), Denom.nt), Strain, strict=True))
    for deal, tricks in zip(deals, makeable(deals), strict=True):
        theirs = calc_dd_table(Dealt(str(deal)))
        for vulnerability, dealer in product(Vulnerability, SEATS):
            found = par(Board(1, dealer, vulnerability), tricks)
            wanted = oracle(theirs, VULNERABLE[vulnerability], Player[dealer.name.lower()])
            assert found is not None
            assert found.score == wanted.score
            ours = {(one.level, one.strain, one.declarer.value) for one in found.contracts}
            there = {(one.level, strains[one.denom], one.declarer.abbr) for one in wanted}
            assert there <= ours
            assert {one[1:] for one in there} == {one[1:] for one in ours}


@given(st.lists(st.integers(0, 13), min_size=20, max_size=20), st.integers(1, 16))
def test_turned_a_quarter_the_other_side_has_the_same_par(numbers: list[int], number: int) -> None:
    board, keys = numbered_board(number), list(product(SEATS, Strain))
    tricks = dict(zip(keys, numbers, strict=True))
    turned = {(seat.next, strain): tricks[seat, strain] for seat, strain in keys}
    swapped = {Vulnerability.NS: Vulnerability.EW, Vulnerability.EW: Vulnerability.NS}
    side = swapped.get(board.vulnerability, board.vulnerability)
    found, other = par(board, tricks), par(Board(number, board.dealer.next, side), turned)
    assert found is not None
    assert other is not None
    assert found.score == -other.score
    assert sorted(one.declarer.next.value for one in found.contracts) == sorted(
        one.declarer.value for one in other.contracts
    )


def test_without_all_twenty_numbers_there_is_no_par() -> None:
    tricks = table(NS="666a8", EW="55434")
    del tricks[Seat.WEST, Strain.CLUBS]
    assert par(numbered_board(1), tricks) is None
