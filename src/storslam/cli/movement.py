"""`storslam movement`: make a movement, or see whether one can be played."""

import json
import sys

import click

from storslam.cli.files import language_option, read_input
from storslam.errors import FileFault
from storslam.exchange import movements
from storslam.movements import Movement, Profile, faults, profile
from storslam.movements.balance import balance
from storslam.movements.barometer import barometer as all_play_all
from storslam.movements.barometer import usual_card
from storslam.rulebook.decision import plain
from storslam.translation import gettext_noop, said, translator


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


@movement.command()
@click.option("--pairs", type=click.IntRange(4, 200), required=True)
@click.option("--boards-per-round", type=click.IntRange(1, 99), default=2, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="The rounds and their balance as JSON.")
def barometer(pairs: int, boards_per_round: int, as_json: bool) -> None:
    """Make an all-play-all barometer; without --json as CSV, which `check` reads."""
    _show(all_play_all(pairs, boards_per_round), as_json)


@movement.command("round-robin")
@click.option("--teams", type=click.IntRange(2, 60), required=True)
@click.option("--boards-per-round", type=click.IntRange(1, 99), default=24, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="The rounds and their balance as JSON.")
def round_robin(teams: int, boards_per_round: int, as_json: bool) -> None:
    """Make a series in which all teams meet."""
    _show(all_play_all(teams, boards_per_round), as_json)


def _show(made: Movement, as_json: bool) -> None:
    if not as_json:
        click.echo(movements.dumps(made), nl=False)
        return
    rounds: dict[int, list[dict[str, object]]] = {}
    for p in made.positions:
        row: dict[str, object] = {"table": p.table, "ns": p.ns, "ew": p.ew, "boards": p.boards}
        rounds.setdefault(p.round, []).append(row)
    found, usual = balance(made), balance(usual_card(len(made.contestants)))
    figures = {
        "mean": found.mean,
        "variance": found.variance,
        "worst": found.worst,
        "least_variance": found.least_variance,
        "least_worst": found.least_worst,
        "usual_card": {"variance": usual.variance, "worst": usual.worst},
    }
    click.echo(json.dumps({"rounds": list(rounds.values()), "balance": plain(figures)}))


_SUMMARY = gettext_noop(
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
