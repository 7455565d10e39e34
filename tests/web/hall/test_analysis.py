"""Double dummy is computed beside everything else, and never stored for other hands."""

import fcntl
import sys
from collections.abc import Sequence

import pytest
from click.testing import CliRunner

from storslam.bridge import double_dummy
from storslam.bridge.dealing import deal_of_rank, dealt
from storslam.cli.analyse import analyse as analyse_command
from storslam.errors import StorslamError
from storslam.web.desks import hands as desk_of_hands
from storslam.web.hall import analysis, hands
from storslam.web.hall.analysis import analyse, progress
from storslam.web.models import Board, Event
from tests.web import makers

pytestmark = pytest.mark.django_db

SOLVER = """
import sys
for line in sys.stdin:
    {before}
    print(";".join("7" * 20 for _deal in line.split(";")), flush=True)
"""


@pytest.fixture(autouse=True)
def lock(settings, tmp_path) -> None:
    settings.DATA = tmp_path


@pytest.fixture
def event(db: None) -> Event:  # noqa: ARG001 - the fixture opens the database
    return makers.hall()


def solver(monkeypatch: pytest.MonkeyPatch, before: str = "pass") -> None:
    """Another process in the solver's place, which knows nothing but sevens."""
    command = (sys.executable, "-c", SOLVER.format(before=before))
    monkeypatch.setattr(analysis, "_COMMAND", command)


def test_the_solver_itself_computes_what_is_lacking(event) -> None:
    event.boards.filter(number=1).update(deal=str(deal_of_rank(0)))
    event.boards.filter(number=2).update(deal="N:AKQJT98765432... - - -")
    before = event.hands, event.frame
    assert list(analyse()) == [1]
    assert event.boards.get(number=1).tricks["NS"] == 13
    event.refresh_from_db()
    assert event.hands != before[0]
    assert event.frame == before[1]  # no start list on the wall is out of date
    told = progress(event)
    assert (told.boards, told.dealt, told.computed, told.waiting) == (10, 2, 1, 0)
    assert list(analyse()) == []


def test_a_few_boards_are_stored_at_a_time(event, director, monkeypatch) -> None:
    solver(monkeypatch)
    hands.deal(event, director, "")
    going = analyse()
    assert next(going) == 8
    assert progress(event).computed == 8
    assert progress(event).goes_on
    going.close()  # as by a kill
    assert list(analyse()) == [2]


def test_a_board_that_was_dealt_anew_meanwhile_is_computed_again(
    event, director, monkeypatch
) -> None:
    solver(monkeypatch)
    made = hands.deal(event, director, "")
    asked = analysis._answers

    def dealt_meanwhile(solver, deals: Sequence[str]):
        monkeypatch.setattr(analysis, "_answers", asked)
        hands.deal(event, director, made.promise)
        return [dict.fromkeys(one, 13) for one in asked(solver, deals)]

    monkeypatch.setattr(analysis, "_answers", dealt_meanwhile)
    assert sum(analyse()) == 10
    assert {n for row in event.boards.all() for n in row.tricks.values()} == {7}


def test_boards_that_groups_share_are_computed_once(event, monkeypatch) -> None:
    solver(monkeypatch)
    other = makers.hall(slug="annan")
    for board in (event.boards.get(number=1), other.boards.get(number=1)):
        board.deal = str(deal_of_rank(5))
        board.save()
    going = analyse()
    assert next(going) == 2
    assert not analysis.lacking().exists()


def test_a_solver_that_falls_takes_nothing_with_it(event, director, monkeypatch) -> None:
    solver(monkeypatch, "import os; os.abort()")
    hands.deal(event, director, "")
    with pytest.raises(StorslamError, match="solver ended"):
        list(analyse())
    assert progress(event).waiting == 10
    solver(monkeypatch)
    assert sum(analyse()) == 10


@pytest.mark.parametrize("answer", ["7" * 20, "-" * 20 + ";" + "7" * 20, "nonsense"])
def test_what_the_solver_was_not_asked_is_not_stored(event, monkeypatch, answer) -> None:
    for number in (1, 2):
        event.boards.filter(number=number).update(deal=str(deal_of_rank(number)))
    command = (
        sys.executable,
        "-c",
        f"import sys\nfor _ in sys.stdin: print({answer!r}, flush=True)",
    )
    monkeypatch.setattr(analysis, "_COMMAND", command)
    with pytest.raises(StorslamError):
        list(analyse())
    assert progress(event).waiting == 2


def test_a_solver_that_hangs_is_ended(event, monkeypatch) -> None:
    event.boards.filter(number=1).update(deal=str(deal_of_rank(1)))
    monkeypatch.setattr(analysis, "_COMMAND", (sys.executable, "-c", "import time; time.sleep(60)"))
    monkeypatch.setattr(analysis, "LONGEST", 0.3)
    with pytest.raises(StorslamError, match="solver ended"):
        list(analyse())


def test_one_computes_at_a_time(event, director, settings, monkeypatch) -> None:
    solver(monkeypatch)
    hands.deal(event, director, "")
    with (settings.DATA / "analysis.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(StorslamError, match="already"):
            list(analyse())
    assert sum(analyse()) == 10


def test_without_the_extra_the_page_says_so(desk, event, director, monkeypatch) -> None:
    hands.deal(event, director, "")
    for module in (analysis, desk_of_hands):
        monkeypatch.setattr(module, "can_compute", lambda: False)
    page = desk.get(f"/tl/tavlingar/{event.slug}/givar/").content.decode()
    assert "beräknar inte double dummy" in page
    assert "hx-get" not in page
    monkeypatch.setattr(double_dummy, "find_spec", lambda _name: None)
    with pytest.raises(StorslamError, match="install storslam"):
        list(analyse())
    analysis.watch()  # has nothing to do, and returns


def test_other_hands_take_the_tricks_of_the_old_away(event, director) -> None:
    tricks = {"NS": 13}
    Board.objects.filter(event=event, number=1).update(deal=str(dealt(b"x" * 16, 1)), tricks=tricks)
    hands.deal(event, director, "")
    assert event.boards.get(number=1).tricks == {}


def test_operators_are_told_how_many_were_computed(event, director, monkeypatch) -> None:
    solver(monkeypatch)
    monkeypatch.setattr("storslam.cli.site.resume", lambda _data: None)
    hands.deal(event, director, "")
    assert CliRunner().invoke(analyse_command).stdout == "Beräknade brickor: 10\n"
    assert CliRunner().invoke(analyse_command).stdout == "Beräknade brickor: 0\n"
