"""`storslam movement check`: can this movement be played?"""

import json
import sys

import click

from storslam.cli.files import language_option, read_input
from storslam.errors import FileFault
from storslam.exchange import movements
from storslam.movements import Profile, faults, profile
from storslam.translation import said, translator


@click.group()
def movement() -> None:
    """Movements: who meets whom, when and on which boards."""


@movement.command()
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="The counts as JSON.")
@language_option
def check(file: str, as_json: bool, lang: str) -> None:
    """Verify the movement in FILE; exit 1 and the line of each fault when it cannot be played."""
    try:
        read, lines = movements.load(read_input(file))
    except FileFault as broken:
        raise broken.at(file) from broken
    found = list(faults(read))
    for fault in found:
        place = FileFault.of(fault.reason, line=lines[fault.index]).at(file)
        click.echo(said(place, lang), err=True)
    counts = _counts(profile(read))
    if as_json:
        click.echo(json.dumps(counts))
    elif not found:
        click.echo(translator(lang)(_SUMMARY) % counts)
    sys.exit(1 if found else 0)


_SUMMARY = (
    "Can be played: %(pairs)s contestants, %(tables)s tables, %(rounds)s rounds, %(boards)s boards."
)


def _counts(counted: Profile) -> dict[str, object]:
    return {
        "pairs": counted.contestants,
        "tables": counted.tables,
        "rounds": counted.rounds,
        "boards": counted.boards,
        "max_meetings_of_two_pairs": max(counted.meetings.values(), default=0),
        "pairs_of_pairs_that_meet": len(counted.meetings),
        "max_times_a_pair_plays_a_board": counted.most_times_on_a_board,
        "pair_double_booked_in_a_round": counted.seated_twice_in_a_round,
        "board_shared_in_a_round": counted.board_shared_in_a_round,
        "results_per_board": dict(sorted(counted.results_per_board.items())),
    }
