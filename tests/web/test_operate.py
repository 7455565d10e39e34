"""What an operator does on the command line, on a data directory of its own."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory with an empty season."""
    folder = tmp_path_factory.mktemp("data")
    assert storslam("users", "add", "kansli", data=folder).returncode == 0
    return folder


def storslam(*words: str, data: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The command as it is installed, on SQLite."""
    environment = {**os.environ, "STORSLAM_DATABASE_URL": ""}
    where = ["--data", str(data)] if data else []
    return subprocess.run(
        [Path(sys.executable).with_name("storslam"), *words, *where],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_people_are_invited_listed_and_given_roles(data: Path) -> None:
    done = storslam("users", "add", "olle", "--role", "director", "--role", "committee", data=data)
    assert done.returncode == 0, done.stderr
    assert "/inbjudan/" in done.stdout
    listed = storslam("users", "list", "--json", "--lang", "en", data=data)
    (olle,) = [one for one in json.loads(listed.stdout) if one["name"] == "olle"]
    assert olle["roles"] == ["committee", "director"]
    assert (
        storslam("users", "roles", "olle", data=data).stdout
        == "olle: tävlingskommitté, tävlingsledare\n"
    )
    assert storslam("users", "roles", "olle", "--role", "office", data=data).returncode == 0
    assert (
        storslam("users", "roles", "olle", "--off", data=data).stdout == "olle: avstängd, kansli\n"
    )
    assert storslam("users", "roles", "olle", "--none", data=data).stdout == "olle: –\n"
    assert storslam("users", "roles", "olle", data=data).stdout == "olle: –\n"
    again = storslam("users", "invite", "olle", data=data).stdout
    assert again.split("/inbjudan/")[1] != done.stdout.split("/inbjudan/")[1]
    assert "kansli" in storslam("users", "list", data=data).stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("users", "add", "olle", "--district", "XX"), "XX"),
        (("users", "add", "a b c"), "användarnamn"),
        (("users", "add", "eva", "--email", "inte en adress"), "e-post"),
        (("users", "roles", "ingen"), "ingen"),
        (("users", "roles", "olle", "--player", "999"), "999"),
        (("users", "roles", "olle", "--none", "--role", "office"), "--none"),
        (("rescore", "ingen-tavling"), "ingen-tavling"),
        (("help", "fly"), "fly"),
    ],
)
def test_what_cannot_be_is_one_line_and_exits_2(data: Path, words, said: str) -> None:
    done = storslam(*words, data=None if words[0] == "help" else data)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_health_looks_and_changes_nothing(data: Path, tmp_path: Path) -> None:
    good = storslam("health", "--json", data=data)
    assert json.loads(good.stdout) == dict.fromkeys(("database", "schema", "trail", "space"), True)
    old = shutil.copytree(data, tmp_path / "old")
    (old / "storslam.sqlite3").write_bytes(b"")
    told = storslam("health", data=old)
    assert told.returncode == 1
    assert "✗ databasen har det nyaste schemat" in told.stdout


def test_a_database_is_for_its_owner_only(data: Path) -> None:
    for file in data.iterdir():
        assert file.stat().st_mode & 0o077 == 0, file


def test_rescoring_tells_of_nothing_when_there_is_nothing(data: Path) -> None:
    assert storslam("rescore", data=data).returncode == 0


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_completes_commands(shell: str) -> None:
    assert "_STORSLAM_COMPLETE" in storslam("completion", shell).stdout


def test_help_explains_one_command_or_all() -> None:
    every = storslam("help").stdout
    assert every.count("Usage:") > 25
    assert "STORSLAM USERS ADD" in storslam("help", "users").stdout
