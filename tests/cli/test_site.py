"""`storslam serve` and `demo` where they cannot start."""

import shutil
import socket
from pathlib import Path

import pytest
from click.testing import CliRunner

from storslam.cli import storslam_command
from storslam.errors import FileFault
from storslam.web.setup import secret_key


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


@pytest.mark.parametrize(
    "words",
    [
        "analyse",
        "audit verify",
        "backup x.zip",
        "bridgemate salen",
        "export salen --bundle -",
        "health",
        "outbox list",
        "outbox send",
        "publish site",
        "rescore",
        "tokens list",
        "tokens make Ruter --may results",
        "users list",
        "users roles kansli",
    ],
)
def test_what_reads_an_installation_begins_none(tmp_path: Path, monkeypatch, words: str) -> None:
    monkeypatch.setenv("STORSLAM_DATA", "")  # and as it was afterwards
    typo = str(tmp_path / "typo")
    with pytest.raises(FileFault, match=f"{typo}: no installation .* --data or STORSLAM_DATA"):
        CliRunner().invoke(
            storslam_command, [*words.split(), "--data", typo], catch_exceptions=False
        )
    assert not list(tmp_path.iterdir())


def test_a_database_without_our_tables_is_no_installation(run, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    secret_key(data / "secret-key")
    (data / "storslam.sqlite3").touch()
    for words in (("backup", "x.zip"), ("users", "list")):
        done = run(*words, "--data", "data", "--lang", "en")
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "no installation" in done.stderr


def test_a_directory_that_is_gone_is_told(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.setenv("STORSLAM_DATA", "data")
    monkeypatch.chdir(tmp_path / "here")
    shutil.rmtree(tmp_path / "here")
    with pytest.raises(FileFault, match="is gone"):
        CliRunner().invoke(storslam_command, ["health"], catch_exceptions=False)
