"""`storslam bundle` and `storslam tokens`: a laptop and a server that talk over HTTP."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from storslam.cli.tokens import tokens
from storslam.rulebook.edition import edition
from storslam.web.acts.doors import make_token
from storslam.web.models import Event, Result, Scope
from storslam.web.seasons import open_season
from tests.cli.conftest import STORSLAM
from tests.web import makers

# What the hall does with its copy of the event.
PLAY = """
from storslam.cli.site import prepare
prepare("hall")
from storslam.scoring.event import Score
from storslam.web.models import Event, Table
from storslam.web.payload import Payload
from storslam.web.results import record_result
event = Event.objects.get(slug="salen")
table = Table.objects.get(round__event=event, round__number=1, number=1)
record_result(event, event.boards.get(number=1), table, Payload(Score(420)), "k", 0, "ledaren")
"""

Laptop = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def event(transactional_db: None) -> Event:  # noqa: ARG001 - the fixture opens the database
    return makers.hall()


@pytest.fixture
def laptop(tmp_path: Path, event: Event) -> Laptop:
    """Runs a program with a token for the event, on data of its own."""
    _, token = make_token("Salen", [Scope.BUNDLE], event.stage.season, "kansli", event=event)
    env = {**os.environ, "STORSLAM_TOKEN": token, "STORSLAM_LANG": "en"}
    env.pop("STORSLAM_DATABASE_URL", None)

    def run(*arguments: str, **more: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            arguments, capture_output=True, text=True, cwd=tmp_path, env=env | more, check=False
        )

    return run


def test_an_event_is_fetched_played_and_brought_home(laptop, event, live_server):
    address = live_server.url + event.get_absolute_url()
    fetched = laptop(STORSLAM, "bundle", "pull", address, "--data", "hall")
    assert (fetched.returncode, fetched.stderr) == (0, "")
    assert "Salen is new here" in fetched.stdout
    event.refresh_from_db()
    assert event.away is not None
    played = laptop(sys.executable, "-c", PLAY)
    assert played.returncode == 0, played.stderr
    home = laptop(STORSLAM, "bundle", "push", address, "--data", "hall")
    assert (home.returncode, home.stderr) == (0, "")
    assert "versions of results 1" in home.stdout
    event.refresh_from_db()
    assert event.away is None
    assert Result.objects.get(event=event).versions.get().score == 420
    again = laptop(STORSLAM, "bundle", "push", address, "--data", "hall")
    assert "nothing in the bundle is new" in again.stdout


def test_what_the_server_refuses_is_one_line_and_begins_nothing(
    laptop, event, live_server, tmp_path
):
    address = live_server.url + event.get_absolute_url()
    for token, said in (("x", "needs a token"), ("", "STORSLAM_TOKEN")):
        done = laptop(STORSLAM, "bundle", "pull", address, "--data", "hall", STORSLAM_TOKEN=token)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert said in done.stderr
    done = laptop(STORSLAM, "bundle", "push", live_server.url, "--data", "hall")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    (tmp_path / "cut.bundle").write_bytes(b"{")
    assert laptop(STORSLAM, "import", "cut.bundle", "--data", "hall").returncode == 2
    assert not (tmp_path / "hall").exists()


def test_tokens_are_made_listed_and_withdrawn(run) -> None:
    run("users", "add", "kansli", "--data", "data")
    made = run("tokens", "make", "Ruter", "--may", "results", "--may", "entries", "--data", "data")
    assert made.returncode == 0, made.stderr
    assert made.stdout.startswith("storslam_")
    listed = run("tokens", "list", "--data", "data")
    assert listed.stdout == "1\tRuter\tentries,results\tSM 2012-2013\n"
    assert run("tokens", "withdraw", "1", "--data", "data").returncode == 0
    assert run("tokens", "list", "--data", "data").stdout == ""
    assert run("tokens", "withdraw", "1", "--data", "data").returncode == 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["Ruter", "--may", "allt"],
            "cannot be for allt; it can be for results, entries, registry",
        ),
        (["Ruter", "--may", "results", "--event", "x"], "no event x; there are salen"),
        (["Ruter", "--may", "entries", "--season", "1999"], "no season 1999; there are 2012-2013"),
        (["Ruter", "--may", "entries", "--district", "SKÅ"], "no district SKÅ; there are ANG, BOD"),
        ([" ", "--may", "results"], "name the program"),
    ],
)
def test_a_token_for_what_is_not_is_refused(monkeypatch, words: list[str], said: str) -> None:
    makers.hall()
    open_season(edition())
    monkeypatch.setattr("storslam.cli.site.resume", lambda _: None)  # the test's own database
    assert said in str(CliRunner().invoke(tokens, ["make", *words]).exception)
