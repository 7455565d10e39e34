"""`storslam decide` as its user runs it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

STRUCK = {"boards_played": 39, "stage_boards": 66}


def question(decision: str = "abandoned-stage", **facts: object) -> str:
    return json.dumps({"decision": decision, "facts": facts}) + "\n"


def test_nothing_heavy_is_imported_to_list_decisions() -> None:
    """The flow solver takes longer to import than all rules together."""
    told = (
        "import sys; from storslam.cli.decide import _discover; _discover(); "
        "sys.exit('networkx' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", told], check=False).returncode == 0


def test_facts_in_a_file_decision_out(run, tmp_path: Path) -> None:
    (tmp_path / "facts.json").write_text(json.dumps(STRUCK))
    done = run("decide", "abandoned-stage", "facts.json")
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    assert answer.keys() == {"decision", "result", "reasons", "assumptions", "missing"}
    assert answer["decision"] == "abandoned-stage"
    assert answer["result"] == {"struck": True, "boards_to_keep": 40}
    assert answer["reasons"][0].keys() == {"rule", "page", "heading", "sv", "en"}
    assert (answer["reasons"][0]["rule"], answer["reasons"][0]["page"]) == ("SM-ABAN-1", "5")
    assert answer["assumptions"][0].keys() == {"reading", "sv", "en"}
    assert answer["missing"] == []


def test_standard_input_is_a_file_named_dash(run) -> None:
    done = run("decide", "abandoned-stage", "-", stdin=json.dumps(STRUCK).encode())
    assert json.loads(done.stdout)["result"]["struck"] is True


def test_without_facts_the_answer_tells_which_are_missing(run) -> None:
    done = run("decide", "abandoned-stage")
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["result"]) == (0, {})
    assert answer["missing"] == ["boards_played", "stage_boards"]
    assert answer["reasons"]


def test_the_day_of_the_book_is_a_fact(run) -> None:
    facts = json.dumps({**STRUCK, "on": "2012-06-01"})
    done = run("decide", "abandoned-stage", "-", stdin=facts.encode())
    assert json.loads(done.stdout)["result"]["struck"] is False


def test_a_batch_answers_each_line_in_order(run) -> None:
    lines = question(**STRUCK) + "\n" + question("declined-place", declined=True)
    lines += question("team-district", player_districts=["Skåne"], district="Skåne")
    done = run("decide", "--batch", "-", stdin=lines.encode())
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (0, "")
    assert [answer["decision"] for answer in answers] == [
        "abandoned-stage",
        "declined-place",
        "team-district",
    ]
    assert answers[2]["result"]["districts"] == ["Skåne"]
    assert "Skåne" in done.stdout


def test_an_empty_batch_has_no_answers(run) -> None:
    done = run("decide", "--batch", "-", stdin=b"")
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (question("abandon-stage", **STRUCK), "the nearest is abandoned-stage"),
        (question(boards_playd=3, stage_boards=66), "boards_playd is not known here"),
        (question(boards_played="39", stage_boards=66), "boards_played must be a whole number"),
        (question(boards_played=-1, stage_boards=66), "boards_played must be at least 0"),
        (question(**STRUCK, on="2013-02-30"), "on must be a day of the calendar"),
        (question(**STRUCK, on="2012-05-06"), "was first published on 2012-05-07"),
        (
            question("team-district", player_districts=["Skane"], district="Skåne"),
            "there is no district Skane; the nearest is Skåne",
        ),
        ('{"decision": "declined-place"}\n', "an object with decision and facts"),
        ('{"decision": "declined-place", "facts": {}, "fact": {}}\n', "with decision and facts"),
        ('{"decision": 1, "facts": {}}\n', "decision must be text"),
        ('{"decision": "declined-place", "facts": []}\n', "facts must be an object"),
        (
            '{"decision": "declined-place", "facts": {"declined": true, "declined": false}}\n',
            "twice",
        ),
        ('{"decision": "sit-out", "facts": {"rounds_total": NaN}}\n', "holds what no facts do"),
        ("[" * 100_000 + "\n", "holds what no facts do"),
        ("[1]\n", "an object with decision and facts"),
    ],
)
def test_a_bad_line_is_named_and_nothing_is_answered(run, line: str, told: str) -> None:
    done = run(
        "decide", "--batch", "-", "--lang", "en", stdin=(question(**STRUCK) + "\n" + line).encode()
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert re.match(r"-:3:(\d+:)? ", done.stderr)
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


def test_what_is_not_json_is_named_with_its_column(run, tmp_path: Path) -> None:
    (tmp_path / "facts.json").write_text('{"boards_played": 39,\n "stage_boards" 66}')
    done = run("decide", "abandoned-stage", "facts.json", "--lang", "en")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("facts.json:2:17: this is not JSON")
    batch = question(**STRUCK) + '{"decision" 1}\n'
    done = run("decide", "--batch", "-", "--lang", "en", stdin=batch.encode())
    assert done.stderr.startswith("-:2:13: this is not JSON")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"a": "NaN",\n "b": NaN}', "2:7"),
        ('{"a": -Infinity}', "1:7"),
        ('{"a":\n' + "[" * 100_000, "2:100"),
        ('{"a": ' + "9" * 5000 + "}", "1:7"),
    ],
)
def test_what_no_facts_hold_is_named_with_its_place(run, text: str, place: str) -> None:
    done = run("decide", "declined-place", "-", "--lang", "en", stdin=text.encode())
    assert (done.returncode, done.stderr) == (2, f"-:{place}: this JSON holds what no facts do\n")


def test_a_language_that_there_is_not_is_refused_in_a_line(run) -> None:
    done = run("decide", "--list", "--lang", "xx")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "xx" in done.stderr


def test_half_a_letter_is_refused(run) -> None:
    half = b'{"decision": "apportion", "facts": {"seats": 1, "starts": {"\\ud800": 1}}}'
    done = run("decide", "--batch", "-", "--lang", "en", stdin=half)
    assert (done.returncode, done.stdout) == (2, "")
    assert "half a letter" in done.stderr


def test_a_fault_in_the_facts_names_the_file_but_an_unknown_decision_does_not(
    run, tmp_path: Path
) -> None:
    (tmp_path / "facts.json").write_text('{"boards": 39}')
    done = run("decide", "abandoned-stage", "facts.json", "--lang", "en")
    assert done.stderr.startswith("facts.json: boards is not known here")
    done = run("decide", "abandoned-stages", "facts.json", "--lang", "en")
    assert done.stderr == (
        "there is no decision abandoned-stages; the nearest is abandoned-stage\n"
    )
    done = run("decide", "abandoned-stage", "none.json", "--lang", "en")
    assert (done.returncode, done.stderr) == (2, "none.json: there is no such file\n")


@pytest.mark.parametrize(
    "arguments",
    [[], ["sit-out", "--list"], ["sit-out", "--batch", "-"], ["--list", "--batch", "-"]],
)
def test_one_thing_is_asked_at_a_time(run, arguments: list[str]) -> None:
    done = run("decide", *arguments, "--lang", "en", stdin=b"")
    assert (done.returncode, done.stdout) == (2, "")
    assert "give the name of a decision" in done.stderr


def test_the_list_names_every_decision_with_its_facts_and_their_types(run) -> None:
    told = json.loads(run("decide", "--list", "--json").stdout)
    by_name = {one["decision"]: one for one in told}
    assert list(by_name) == sorted(by_name)
    assert by_name["abandoned-stage"]["facts"]["properties"]["boards_played"] == {
        "type": "integer",
        "minimum": 0,
        "maximum": 100_000,
    }
    assert all(one["purpose"] and one["rules"] for one in told)
    shown = run("decide", "--list", "--lang", "en").stdout
    for name in ("declined-place", "quota", "vacancy"):
        assert f" {name} " in shown
    assert "declined: boolean" in shown
    assert "Decision" in shown
    assert "Beslut" in run("decide", "--list").stdout
