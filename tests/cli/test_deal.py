"""`storslam deal`: the same secret deals the same boards, and the promise is its hash."""

import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from click.testing import CliRunner

from storslam.cli.deal import deal, promise_
from storslam.exchange import read_event


def run(tmp_path: Path, *words: str):
    return CliRunner().invoke(deal, ["--secret", str(tmp_path / "secret"), *words])


def test_boards_are_dealt_again_from_the_secret_that_was_promised(tmp_path: Path) -> None:
    first = run(tmp_path, "--boards", "24", "--out", "-")
    assert first.exit_code == 0
    secret = (tmp_path / "secret").read_bytes().strip()
    assert hashlib.sha256(secret).hexdigest() in first.stderr
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0
    event = read_event(first.stdout_bytes, "x.pbn")
    assert len([record for record in event.boards.values() if record.deal]) == 24
    again = run(tmp_path, "--boards", "24", "--out", str(tmp_path / "b.pbn"))
    assert again.exit_code == 0
    assert "fanns redan" in again.stderr
    assert "fanns redan" not in first.stderr
    assert (tmp_path / "b.pbn").read_bytes() == first.stdout_bytes
    later = run(tmp_path, "--boards", "1", "--first", "24", "--out", "-")
    assert read_event(later.stdout_bytes, "x.pbn").boards[24] == event.boards[24]


def test_a_secret_that_is_too_short_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("short")
    told = str(run(tmp_path, "--boards", "1", "--out", "-").exception)
    assert f"{tmp_path / 'secret'}: a secret" in told
    assert "at least 16" in told


def test_the_hands_of_a_file_have_a_promise(tmp_path: Path) -> None:
    run(tmp_path, "--boards", "2", "--out", str(tmp_path / "a.pbn"))
    boards = read_event((tmp_path / "a.pbn").read_bytes()).boards
    lines = f"1 N None {boards[1].deal}\n2 E NS {boards[2].deal}\n"
    told = CliRunner().invoke(promise_, [str(tmp_path / "a.pbn")])
    assert told.output == hashlib.sha256(lines.encode()).hexdigest() + "\n"
    (tmp_path / "b.pbn").write_text('[Board "1"]\n')
    assert "no deals" in str(CliRunner().invoke(promise_, [str(tmp_path / "b.pbn")]).exception)


def test_the_boards_never_take_the_place_of_their_secret(tmp_path: Path) -> None:
    run(tmp_path, "--boards", "4", "--out", str(tmp_path / "b.pbn"))
    before = (tmp_path / "secret").read_bytes()
    told = run(tmp_path, "--boards", "4", "--out", str(tmp_path / "." / "secret"))
    assert "take the place" in str(told.exception)
    assert (tmp_path / "secret").read_bytes() == before


def test_a_pipe_takes_the_boards_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(pipe.read_bytes)
        assert run(tmp_path, "--boards", "1", "--out", str(pipe)).exit_code == 0
        assert b"[Deal " in read.result(timeout=30)
    assert pipe.is_fifo()
