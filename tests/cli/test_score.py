"""`storslam score` as its user runs it."""

import json
from pathlib import Path

import pytest
from pypdf import PdfReader

from storslam.exchange.text import MAX_BYTES
from tests.exchange.bridgemate import evening, sent

FILE = """board;ns;ew;contract;declarer;tricks
1;1;2;4H;N;10
1;3;4;4H;N;9
1;5;6;3NT;E;9
2;1;4;PASS;;
2;3;6;1NT;S;7
2;5;2;2S;W;8
"""


def test_a_file_is_scored_to_json(run, tmp_path: Path) -> None:
    (tmp_path / "travellers.csv").write_text(FILE)
    done = run("score", "travellers.csv", "--json")
    answer = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert (answer["method"], answer["expected_results"]) == ("matchpoints", 3)
    assert [(row["id"], row["place"], row["total"]) for row in answer["contestants"]] == [
        ("1", "1/2", 6),
        ("3", "1/2", 6),
        ("2", "3/5", 4),
        ("4", "3/5", 4),
        ("6", "3/5", 4),
        ("5", "6", 0),
    ]
    assert answer["boards"][0]["results"][0] == {
        "ns": "1",
        "ew": "2",
        "score_ns": 420,
        "matchpoints_ns": 4,
        "matchpoints_ew": 0,
        "percent_ns": 100,
        "percent_ew": 0,
        "imps_ns": None,
        "imps_ew": None,
    }


def test_standard_input_is_a_file_named_dash(run) -> None:
    assert json.loads(run("score", "-", "--json", stdin=FILE.encode()).stdout)["contestants"]


def test_two_winners_are_ranked_apart(run) -> None:
    done = run("score", "-", "--winners", "2", "--json", stdin=FILE.encode())
    rows = json.loads(done.stdout)["contestants"]
    assert [row["side"] for row in rows] == ["NS"] * 3 + ["EW"] * 3
    assert rows[0]["place"][0] == rows[3]["place"][0] == "1"


def test_the_ranking_as_csv_and_as_a_table(run) -> None:
    assert run("score", "-", "--csv", stdin=FILE.encode()).stdout.startswith(
        "place;id;side;total;percent;boards_played\n1/2;1;;6.00;75.00;2\n"
    )
    swedish = run("score", "-", stdin=FILE.encode()).stdout
    english = run("score", "-", "--lang", "en", stdin=FILE.encode()).stdout
    assert ("Plac" in swedish, "75,00" in swedish) == (True, True)
    assert ("Place" in english, "75.00" in english) == (True, True)


def test_the_result_list_as_pdf(run, tmp_path: Path) -> None:
    assert run("score", "-", "--pdf", "list.pdf", stdin=FILE.encode()).returncode == 0
    text = PdfReader(tmp_path / "list.pdf").pages[0].extract_text()
    assert "Plac" in text


def test_a_doubtful_score_counts_and_is_told(run) -> None:
    doubtful = FILE.replace("tricks\n", "tricks;score\n").replace("N;10\n", "N;10;450\n")
    done = run("score", "-", "--json", "--lang", "en", stdin=doubtful.encode())
    assert done.returncode == 0
    assert "the score is 450, but the contract gives 420" in done.stderr


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "the file is empty"),
        (FILE.replace("N;10", "N;14").encode(), "x:2:6: 14 gives 14 tricks; there are 13"),
        (FILE.replace("4H;N", "4H;Q").encode(), "x:2:5: 'Q' is not a seat"),
        (FILE.replace("1;1;2", "1;1;1").encode(), "x:2:2: 1 plays against itself"),
        (FILE.replace("1;3;4", "1;1;4").encode(), "x:3:2: 1 has board 1 twice"),
        (FILE.encode("utf-16"), "not a text file"),
        (b"<USEBIO><EVENT>", "x:1:16: this is not well-formed XML"),
        (b'[Board "1"\n', "x:1:1: this is not a PBN tag"),
        (b'[Board "1"]\n', "the file has no results"),
        (b"{", "x:1:2: this is not JSON"),
        (b"\x00\x01\x00\x00Standard Jet DB\x00", "Access database"),
        (b"x" * (MAX_BYTES + 10), "larger than"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(run, tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "x").write_bytes(content)
    done = run("score", "x", "--lang", "en", "--json", "--pdf", "list.pdf")
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "list.pdf").exists()


def test_a_file_that_is_not_there_and_one_that_cannot_be_written(run) -> None:
    assert run("score", "none.csv", "--lang", "en").stderr == "none.csv: there is no such file\n"
    assert run("score", ".", "--lang", "en").returncode == 2
    done = run("score", "-", "--pdf", "no/list.pdf", "--lang", "en", stdin=FILE.encode())
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_an_award_without_value_in_the_method_is_refused(run) -> None:
    award = "board;ns;ew;contract;declarer;tricks;ns_award;ew_award\n1;1;2;;;;+3;-3\n"
    done = run("score", "-", "--json", "--lang", "en", stdin=award.encode())
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_the_databases_of_several_halls_are_one_event(run, tmp_path: Path) -> None:
    for name, first in (("a.bws", 1), ("b.bws", 3)):
        rows = [sent(board, first, first + 1, "4 H,N,=", Table=first) for board in (1, 2)]
        (tmp_path / name).write_bytes(evening(*rows))
    done = run("score", "a.bws", "b.bws", "--json")
    answer = json.loads(done.stdout)
    assert [row["id"] for row in answer["contestants"]] == ["1", "2", "3", "4"]
    assert [len(board["results"]) for board in answer["boards"]] == [2, 2]
    assert run("score", "a.bws", "-", "--lang", "en", stdin=FILE.encode()).stderr == (
        "-: only Bridgemate databases are read several at a time\n"
    )
