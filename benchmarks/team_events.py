"""Team events: the draw of 200 teams, and a series after a team is struck or gives walkover.

The Green Lift's last of eight rounds, drawn as the desk draws it: once by a server that has shown
the standing, once by one that has just started. The series is the final of ten, all of it played.
Baselines: the same rows written by Django alone, and the series read and scored from nothing.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

TEAMS, ROUNDS, BOARDS = 200, 8, 8
MOST_DRAW, MOST_SERIES, TIMES = 1.0, 0.05, 9


def main() -> int:
    """Print the figures; 1 when one of them misses its goal."""
    with tempfile.TemporaryDirectory(prefix="storslam-bench-") as data:
        os.environ |= {
            "STORSLAM_DATA": data,
            "DJANGO_SETTINGS_MODULE": "storslam.web.settings",
        }
        sys.path.insert(0, str(Path.cwd()))
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        return int(draw() | series())


def draw() -> bool:
    """The draw of the last round, by a server that knows the event and by one that does not."""
    from storslam.web.teams import drawing
    from tests.web.teams import makers

    event = makers.opened(TEAMS, "open-teams", "qualifier", boards=BOARDS, rounds=ROUNDS)
    dice = Random(1)
    for _ in range(ROUNDS - 1):
        makers.draw(event)
        makers.play(event, dice)
    director = makers.director()

    def last() -> None:
        drawing.draw_next(makers.fresh(event), ROUNDS, director)

    def undo() -> None:
        drawing.take_back(makers.fresh(event), director)

    warm, cold = [], []
    for _ in range(5):
        makers.now(event).table  # noqa: B018 - as the desk shows it
        warm.append(seconds(last))
        undo()
        forget()
        cold.append(seconds(last))
        undo()
    last()
    alone = seconds(lambda: rows_alone(event))
    took, first = median(warm), median(cold)
    print(
        f"draw of {TEAMS} teams, round {ROUNDS}: {took:.2f} s, {took / alone:.1f} × its rows alone "
        f"({alone:.2f} s); by a server just started {first:.2f} s (goal {MOST_DRAW:.0f})"
    )
    return max(took, first) > MOST_DRAW


def rows_alone(event: object) -> None:
    """The matches, tables and rooms of the last round, written by Django alone and undone."""
    from django.db import transaction

    from storslam.web.models import Match, Round, Table, TeamTable

    with transaction.atomic():
        matches = list(Match.objects.filter(event=event, round=ROUNDS))
        rooms = list(TeamTable.objects.filter(match__in=matches).select_related("table"))
        halls = {room.table.round_id for room in rooms}
        new = {pk: Round.objects.create(event=event, number=900 + n) for n, pk in enumerate(halls)}
        old = {match.pk: match for match in matches}
        for match in old.values():
            match.pk, match.round = None, 900
        Match.objects.bulk_create(old.values())
        for room in rooms:
            room.table.pk, room.table.round = None, new[room.table.round_id]
        Table.objects.bulk_create([room.table for room in rooms], batch_size=500)
        for room in rooms:
            room.pk, room.match, room.table = None, old[room.match_id], room.table
        TeamTable.objects.bulk_create(rooms, batch_size=500)
        transaction.set_rollback(True)


def series() -> bool:
    """The table after a team is struck, and after a walkover, with its alternatives."""
    from storslam.web.hall.contestants import set_standing
    from storslam.web.teams import acts
    from tests.web.teams import makers

    event = makers.opened(10, "open-teams", "final")
    makers.draw(event)
    makers.play(event, Random(1))
    director, code = makers.director(), "3"
    match = event.matches.order_by("pk")[7].pk

    def stand(standing: str) -> None:
        team = event.contestants.get(code=code)
        set_standing(makers.fresh(event), team, standing, director, "x")

    def shown() -> None:
        now = makers.now(event)
        now.table, now.live, now.walkovers  # noqa: B018 - all that the page shows

    def struck() -> None:
        stand("struck")
        shown()

    def walkover() -> None:
        acts.concede(makers.fresh(event), match, "home", "x", director)
        shown()

    found: dict[str, list[float]] = {"struck": [], "walkover": [], "anew": []}
    for _ in range(TIMES):
        shown()
        found["struck"].append(seconds(struck))
        stand("competing")
        shown()
        found["walkover"].append(seconds(walkover))
        acts.undo_concession(makers.fresh(event), match, director)
        makers.play(event, Random(2))
        forget()
        found["anew"].append(seconds(shown))
    took = {name: median(times) for name, times in found.items()}
    for name in ("struck", "walkover"):
        print(
            f"series of ten, {name}: {1000 * took[name]:.0f} ms with the act (goal "
            f"{1000 * MOST_SERIES:.0f}), {took[name] / took['anew']:.2f} × the series from nothing"
        )
    return max(took["struck"], took["walkover"]) > MOST_SERIES


def forget() -> None:
    """As a server that has just started."""
    from storslam.web import loaded
    from storslam.web.teams import matches

    for cached in (matches._now, matches._frame, matches._known, loaded._frame_of):
        cached.cache_clear()
    loaded._seen.clear()


def seconds(work: Callable[[], object]) -> float:
    """How long the work took."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


if __name__ == "__main__":
    sys.exit(main())
