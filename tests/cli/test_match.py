"""`storslam match`, `vp` and `movement check` as their users run them."""

import json

import pytest

MATCH = (
    "match;board;dealer;vul;home;away;ns;contract;declarer;tricks\n"
    "1;11;S;None;T1;T4;T1;PASS;;\n1;11;S;None;T1;T4;T4;3NT;S;6\n"
    "1;12;W;NS;T1;T4;T1;4H;N;9\n1;12;W;NS;T1;T4;T4;4H;N;10\n"
)


def test_a_match_of_two_boards(run) -> None:
    """Board 11: 0 and -150 to the other side, 4 IMPs; board 12: -100 and 620, 12 IMPs."""
    done = run("match", "-", "--scale", "wbf20", "--json", stdin=MATCH.encode())
    (match,) = json.loads(done.stdout)["matches"]
    assert (match["imp_home"], match["imp_away"]) == (4, 12)
    assert [(b["board"], b["imp_home"], b["imp_away"]) for b in match["boards"]] == [
        (11, 4, 0),
        (12, 0, 12),
    ]
    assert match["vp_home"] + match["vp_away"] == 20
    assert match["vp_away"] > 10


def test_a_scale_without_such_matches_is_refused(run) -> None:
    done = run("match", "-", "--lang", "en", stdin=MATCH.encode())
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "2 boards" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "points"),
    [
        (("15", "--boards", "24"), {"winner": 18, "loser": 12}),
        (("88", "--boards", "24"), {"winner": 25, "loser": 0}),
        (("16", "--boards", "32", "--scale", "wbf20"), {"winner": 13.12, "loser": 6.88}),
        (("10", "--boards", "7"), {"winner": 18, "loser": 12, "inferred": True}),
    ],
)
def test_victory_points(run, arguments: tuple[str, ...], points: dict[str, object]) -> None:
    assert json.loads(run("vp", *arguments, "--json").stdout) == points


def test_a_movement_that_can_be_played_and_one_that_cannot(run) -> None:
    good = "round;table;ns;ew;boards\n1;1;4;1;1\n1;2;3;2;1\n"
    assert run("movement", "check", "-", stdin=good.encode()).returncode == 0
    done = run("movement", "check", "-", "--lang", "en", stdin=(good + "2;1;4;3;1\n").encode())
    assert done.returncode == 1
    assert "-:4: round 2, table 1: 4 has played board 1 already" in done.stderr


def test_a_barometer_is_made_with_its_balance(run) -> None:
    made = json.loads(run("movement", "barometer", "--pairs", "34", "--json").stdout)
    assert (len(made["rounds"]), len(made["rounds"][0])) == (33, 17)
    assert made["balance"]["worst"] == made["balance"]["least_worst"] == 2
    assert made["balance"]["usual_card"]["variance"] > 60 * made["balance"]["variance"]
    assert made["balance"]["usual_card"]["worst"] == 32
    assert set(made["rounds"][0][0]) == {"table", "ns", "ew", "boards"}
    odd = json.loads(run("movement", "barometer", "--pairs", "17", "--json").stdout)["balance"]
    assert (odd["least_variance"], odd["least_worst"]) == (None, None)
    csv = run("movement", "barometer", "--pairs", "17").stdout
    assert run("movement", "check", "-", stdin=csv.encode()).returncode == 0
    series = json.loads(run("movement", "round-robin", "--teams", "6", "--json").stdout)
    assert [len(tables) for tables in series["rounds"]] == [3] * 5


def test_matches_are_read_from_usebio(run) -> None:
    line = "<TRAVELLER_LINE><DIRECTION>{}</DIRECTION><SCORE>{}</SCORE></TRAVELLER_LINE>"
    both = line.format("NS", 140) + line.format("EW", -110)
    boards = "".join(
        f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER>{both}</BOARD>" for number in range(1, 9)
    )
    data = (
        "<USEBIO><EVENT EVENT_TYPE='TEAMS'><PARTICIPANTS/><MATCH><TEAM>1</TEAM><OPPOSING_TEAM>2"
        f"</OPPOSING_TEAM>{boards}</MATCH></EVENT></USEBIO>"
    )
    (match,) = json.loads(run("match", "-", "--json", stdin=data.encode()).stdout)["matches"]
    assert (match["home"], match["away"], match["imp_home"]) == ("1", "2", 48)
