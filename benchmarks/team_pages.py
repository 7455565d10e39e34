"""Ten series of teams live on one page: `python benchmarks/team_pages.py`.

Ten venues with three matches each under play, 24 boards a match, on a temporary database. Measured
is a request for the stage's overview, for all its matches board by board, and for one venue's:
after a result has come in at one venue, after one at every venue, and in a process that has read
nothing yet. The baseline is a page of the house with as many cells that hold a plain number; the
ratio is the baseline's time to ours.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from storslam.web.models import Event, Stage

VENUES, TEAMS, ROUND, TIMES = 10, 6, 3, 7
MOST_SECONDS = 0.3


def main() -> int:
    """Print the figures; 1 when one of them misses its goal."""
    with tempfile.TemporaryDirectory(prefix="storslam-bench-") as folder:
        os.environ |= {
            "STORSLAM_DATA": folder,
            "STORSLAM_REHEARSAL": "1",
            "DJANGO_SETTINGS_MODULE": "storslam.web.settings",
        }
        import django
        from django.conf import settings
        from django.core.management import call_command

        django.setup()
        settings.SNAPSHOT_SECONDS = 0
        settings.ALLOWED_HOSTS = ["*"]
        call_command("migrate", verbosity=0)
        stage, events = _stage()
        made = [_measured(*page, events) for page in _pages(stage)]
        return int(not all(made))


def _stage() -> tuple["Stage", list["Event"]]:
    """The semifinal, with every round up to this one played but for the last boards of this one."""
    from storslam.rulebook.edition import edition
    from storslam.scoring.event import Contestant, Player
    from storslam.web.models import Event, User
    from storslam.web.models.event import State
    from storslam.web.seasons import open_season
    from storslam.web.teams import drawing, opening

    season = open_season(edition())
    office = User.objects.create_superuser("kansli", password="x")  # noqa: S106
    stage = season.stages.get(discipline="open-teams", kind="semifinal")
    events = []
    for venue in range(VENUES):
        teams = [
            Contestant(
                str(n),
                tuple(Player(f"Spelare {venue}{n}{m}", f"{venue}{n}{m}") for m in range(5)),
                f"Lag {venue}{n}",
            )
            for n in range(1, TEAMS + 1)
        ]
        event = opening.open_from_file(stage, teams, f"Ort {venue}", office, {"seed": venue})
        drawing.draw_next(event, 1, office)
        Event.objects.filter(pk=event.pk).update(state=State.RUNNING)
        _play(event, Random(venue))
        events.append(event)
    return stage, events


def _play(event: "Event", dice: Random) -> None:
    """Play so many rounds of the hall: two to each round of matches."""
    from storslam.web import results
    from storslam.web.models import Table

    boards = {board.number: board for board in event.boards.all()}
    tables = Table.objects.filter(round__event=event, round__number__lte=2 * ROUND)
    rows = [
        (boards[number], table, _payload(boards[number], dice.randint(6, 12)))
        for table in tables.select_related("round")
        for number in table.boards
    ]
    last = {(table.pk, board.number) for board, table, _ in rows[-2:]}
    rows = [row for row in rows if (row[1].pk, row[0].number) not in last]
    results.record_bulk(_fresh(event), rows, "benchmark")


def _payload(board, tricks):  # type: ignore[no-untyped-def]
    from storslam.bridge import duplicate_score, parse_contract, parse_seat
    from storslam.scoring.event import Play, Score
    from storslam.web.payload import Payload

    play = Play(parse_contract("4S", parse_seat("N")), tricks)
    return Payload(Score(duplicate_score(play.contract, tricks, board.value.vulnerability)), play)


def _fresh(event: "Event") -> "Event":
    from storslam.web.models import Event

    return Event.objects.select_related("stage__season").get(pk=event.pk)


def _pages(stage: "Stage") -> list[tuple[str, str]]:
    from django.urls import reverse

    of_stage = [stage.season.slug, stage.pk]
    event = stage.events.first()
    return [
        ("overview", reverse("stage", args=of_stage)),
        ("all board by board", reverse("stage_round", args=of_stage)),
        ("one venue board by board", reverse("team_round", args=[event and event.slug])),
    ]


def _measured(name: str, address: str, events: list["Event"]) -> bool:
    """Whether the page is made in time, after its figures are printed."""
    from django.test import Client

    client = Client()

    def ask() -> str:
        response = client.get(address)
        if response.status_code != 200:
            raise SystemExit(f"{address} answers {response.status_code}")
        return response.text

    cells = ask().count("<td")
    one = _median(ask, lambda: _result(events[:1]))
    each = _median(ask, lambda: _result(events))
    cold = _median(ask, lambda: (_result(events), _forget()))
    plain = _median(_plain(cells), lambda: None)
    print(
        f"{name}: {one * 1000:.0f} ms after a result, {each * 1000:.0f} ms after ten "
        f"(goal {MOST_SECONDS * 1000:.0f}), {cold * 1000:.0f} ms with nothing in memory; "
        f"{cells} cells, plain {plain * 1000:.0f} ms, ratio {plain / each:.2f}"
    )
    return each <= MOST_SECONDS


def _median(ask: Callable[[], object], before: Callable[[], object]) -> float:
    """The median time of an answer, in seconds."""
    took = []
    for _ in range(TIMES):
        before()
        began = time.perf_counter()
        ask()
        took.append(time.perf_counter() - began)
    return median(took)


def _result(events: list["Event"]) -> None:
    """A correction of a board of the round under play in each of these events."""
    from storslam.web import results
    from storslam.web.models import Result

    for event in events:
        row = Result.objects.filter(event=event, table__round__number=2 * ROUND).order_by("pk")[0]
        payload = _payload(row.board, 6 + row.version % 7)
        key = f"{event.pk}-{row.version}"
        results.record_result(
            _fresh(event), row.board, row.table, payload, key, row.version, "benchmark", "x",
            override=True,
        )  # fmt: skip


def _forget() -> None:
    """Let the process forget what it has read."""
    from storslam.web import loaded
    from storslam.web.teams import matches

    matches._now.cache_clear()
    matches._frame.cache_clear()
    loaded._frame_of.cache_clear()
    loaded._seen.clear()


def _plain(cells: int) -> Callable[[], str]:
    from django.template import engines

    rows = "{% for n in cells %}<tr><td>{{ n }}</td></tr>{% endfor %}"
    page = "{% extends 'storslam/base.html' %}{% block content %}<table>" + rows
    template = engines["django"].from_string(page + "</table>{% endblock %}")
    return lambda: template.render({"cells": range(cells)})


if __name__ == "__main__":
    sys.exit(main())
