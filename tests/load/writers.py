"""What a tablet's process does: it opens the same database and records results."""

import os
from typing import Any

from storslam.bridge import Contract, Doubling, Seat, Strain
from storslam.scoring import Play


def opened(name: str) -> None:
    """Django set up in this process, on the tests' database."""
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "storslam.web.settings"
    django.setup()
    from django.db import connection

    connection.settings_dict["NAME"] = name


def made(board: Any, level: int) -> Any:
    """A result that differs for each level."""
    from storslam.web.payload import played

    contract = Contract(level, Strain.SPADES, Doubling.NONE, Seat.NORTH)
    return played(Play(contract, 10), board.value)


def send(event: Any, place: tuple[int, int], level: int, key: str, seen: int) -> Any:
    """One result, recorded."""
    from storslam.web.models import Table
    from storslam.web.results import record_result

    table, number = place
    board = event.boards.get(number=number)
    table = Table.objects.select_related("round").get(pk=table)
    return record_result(event, board, table, made(board, level), key, seen, "tablet")


def compete(name: str, slug: str, place: tuple[int, int], level: int) -> str:
    """What became of one process's result: the kind of row that holds it."""
    opened(name)
    from storslam.web.models import Event

    event = Event.objects.get(slug=slug)
    return type(send(event, place, level, f"process-{level}", 1)).__name__


def write_until_killed(name: str, slug: str, places: list[tuple[int, int]]) -> None:
    """Correct one result after the other, round and round, until the power goes."""
    opened(name)
    from storslam.web.models import Event, Result

    event = Event.objects.get(slug=slug)
    for turn in range(1000):
        for table, number in places:
            seen = Result.objects.get(table=table, board__number=number).version
            send(event, (table, number), turn % 7 + 1, f"{turn}-{table}-{number}", seen)
