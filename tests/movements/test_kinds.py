"""Every kind of movement, over its whole range."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storslam.errors import StorslamError
from storslam.movements import Movement, faults, profile
from storslam.movements.kinds import KINDS, Kind, fitting, make

NEEDED = {"sharing": 2, "lot_seed": 1}


def made_of(kind: Kind, size: int, boards: int) -> Movement:
    return make(kind.name, size, boards, **{option: NEEDED[option] for option in kind.needed})


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(list(KINDS.values())), st.data())
def test_a_kind_can_be_played_at_each_of_its_sizes(kind: Kind, data: st.DataObject) -> None:
    size = data.draw(st.sampled_from([n for n in kind.sizes if n <= 40]))
    boards = data.draw(st.sampled_from([2, 4]))
    movement = made_of(kind, size, boards)
    assert not list(faults(movement))
    assert movement.contestants == {str(number) for number in range(1, size + 1)}
    assert set(profile(movement).meetings.values()) <= {1, 2}
    assert {len(p.boards) for p in movement.positions} == {boards}


@pytest.mark.parametrize("kind", [kind for kind in KINDS.values() if kind.name != "barometer"])
def test_a_kind_can_be_played_at_its_ends(kind: Kind) -> None:
    for size in (kind.sizes[0], kind.sizes[-1]):
        assert not list(faults(made_of(kind, size, 2)))


@pytest.mark.parametrize("size", [3, 4, 9, 30, 31, 104])
def test_a_page_offers_what_fits(size: int) -> None:
    for kind in fitting(size):
        assert made_of(kind, size, 2).contestants
    assert {"howell"} & {kind.name for kind in fitting(size)} == (
        {"howell"} if 4 <= size <= 30 else set()
    )
    for_teams = [kind.name for kind in fitting(size, teams=True)]
    assert for_teams == ["round-robin"] * (size <= 60) + ["green-lift"]


def test_a_second_session_goes_on_from_its_round_and_board() -> None:
    movement = make("howell", 8, 3, first_round=8, first_board=22)
    assert {p.round for p in movement.positions} == set(range(8, 15))
    assert {b for p in movement.positions for b in p.boards} == set(range(22, 43))


def test_an_option_that_is_none_is_not_chosen() -> None:
    assert make("barometer", 8, 2, rounds=None, way=None) == make("barometer", 8, 2)


@pytest.mark.parametrize(
    ("name", "size", "boards", "options", "reason"),
    [
        ("rover", 8, 2, {}, "no movement rover"),
        ("howell", 31, 2, {}, "for 4 to 30, not for 31"),
        ("howell", 8, 0, {}, "count from 1"),
        ("howell", 8, 2, {"first_board": 0}, "count from 1"),
        ("howell", 8, 2, {"way": "skip"}, "knows no way"),
        ("semibarometer", 8, 2, {}, "needs sharing"),
        ("swiss", 8, 2, {}, "needs lot_seed"),
        ("barometer", 8, 2, {"rounds": 8}, "from 1 to 7"),
    ],
)
def test_what_cannot_be_is_refused(
    name: str, size: int, boards: int, options: dict[str, object], reason: str
) -> None:
    with pytest.raises(StorslamError, match=reason):
        make(name, size, boards, **options)
