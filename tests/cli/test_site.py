"""`storslam serve` and `demo` where they cannot start."""

import socket
from pathlib import Path

import pytest


def test_a_data_directory_that_cannot_be_made_is_named(run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = run("serve", "--data", "file/data", "--lang", "en")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "the data directory cannot be used" in done.stderr


def test_a_port_that_is_taken_is_named(run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = run("serve", "--data", "data", "--port", port, "--lang", "en")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"127.0.0.1:{port} cannot be served" in done.stderr


@pytest.mark.parametrize("port", ["0", "65536", "x"])
def test_a_port_that_is_none_is_refused(run, port: str) -> None:
    assert run("serve", "--port", port).returncode == 2
