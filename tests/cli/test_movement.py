"""`storslam movement`: each kind made, verified by `check`, and shown as JSON."""

import json

import pytest

from tests.cli.conftest import Run

KINDS = {
    "barometer": ("--pairs", "12", "--rounds", "7"),
    "semibarometer": ("--pairs", "12", "--sharing", "4"),
    "howell": ("--pairs", "7"),
    "three-quarter": ("--pairs", "10"),
    "mitchell": ("--pairs", "14", "--switched", "1"),
    "swiss": ("--pairs", "9", "--lot-seed", "3"),
    "round-robin": ("--teams", "6"),
    "green-lift": ("--teams", "17", "--lot-seed", "3"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_made_can_be_played(run: Run, kind: str) -> None:
    made = run("movement", kind, *KINDS[kind])
    checked = run("movement", "check", "-", "--json", stdin=made.stdout.encode())
    assert (made.returncode, checked.returncode) == (0, 0)
    assert json.loads(checked.stdout)["pairs"] == int(KINDS[kind][1])


@pytest.mark.parametrize("kind", KINDS)
def test_the_json_has_rounds_and_the_balance_beside_the_usual_card(run: Run, kind: str) -> None:
    told = json.loads(run("movement", kind, *KINDS[kind], "--json").stdout)
    assert set(told["rounds"][0][0]) == {"table", "ns", "ew", "boards"}
    assert {"mean", "mean_deviation", "variance", "worst", "usual_card"} <= set(told["balance"])
    assert told["winners"] == 1


def test_a_mitchell_has_two_winners_unless_rounds_are_turned(run: Run) -> None:
    told = json.loads(run("movement", "mitchell", "--pairs", "14", "--json").stdout)
    assert (told["winners"], told["sets"]) == (2, 1)


def test_boards_at_more_tables_than_there_are_sets_are_named(run: Run) -> None:
    rows = b"round;table;ns;ew;boards\n1;1;a;b;1\n1;2;c;d;1\n1;3;e;f;2\n"
    shared = run("movement", "check", "-", stdin=rows)
    refused = run("movement", "check", "-", "--sets", "1", "--lang", "en", stdin=rows)
    assert (shared.returncode, refused.returncode) == (0, 1)
    assert "-:3: round 1, table 2: board 1 is at other tables already" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("howell", "--pairs", "6", "--boards-per-round", "3"), "jämnt antal brickor"),
        (("mitchell", "--pairs", "10", "--way", "skip"), "udda antal bord"),
        (("semibarometer", "--pairs", "8"), "sharing"),
        (("barometer", "--pairs", "8", "--rounds", "9"), "1"),
    ],
)
def test_what_cannot_be_is_said_in_a_line(run: Run, arguments: tuple[str, ...], said: str) -> None:
    refused = run("movement", *arguments)
    assert refused.returncode == 2
    assert said in refused.stderr
    assert not refused.stdout
