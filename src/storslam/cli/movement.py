"""`storslam movement`: make a movement, or see whether one can be played."""

import json
import sys
from typing import Any

import click

from storslam.cli.files import language_option, read_input
from storslam.errors import FileFault
from storslam.exchange import movements
from storslam.movements import Movement, Profile, faults, profile
from storslam.movements.balance import balance, two_winners
from storslam.movements.barometer import usual_card
from storslam.movements.kinds import KINDS, Kind, make
from storslam.movements.mitchell import WAYS
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


_BOARDS_PER_ROUND, _BOARDS_PER_MATCH = 2, 24
_OPTIONS = {
    "rounds": click.Option(["--rounds"], type=int, help="Only so many rounds."),
    "sharing": click.Option(["--sharing"], type=int, help="Rounds that share their boards."),
    "way": click.Option(["--way"], type=click.Choice(WAYS), help="How East-West move."),
    "switched": click.Option(["--switched"], type=int, help="Last rounds to turn: one winner."),
    "lot_seed": click.Option(["--lot-seed"], type=int, help="What the draw is made from."),
}


def _command(kind: Kind) -> click.Command:
    """The command that makes a movement of this kind; without --json as CSV, as `check` reads."""
    who, boards = ("teams", _BOARDS_PER_MATCH) if kind.teams else ("pairs", _BOARDS_PER_ROUND)
    sizes = click.IntRange(kind.sizes[0], kind.sizes[-1])

    def made(as_json: bool, boards_per_round: int, **options: Any) -> None:
        _show(make(kind.name, options.pop(who), boards_per_round, **options), as_json)

    return click.Command(
        kind.name,
        callback=made,
        help=f"Make a movement: {kind.name}.",
        params=[
            click.Option([f"--{who}"], type=sizes, required=True),
            click.Option(
                ["--boards-per-round"],
                type=click.IntRange(1, 99),
                default=boards,
                show_default=True,
            ),
            *(_OPTIONS[option] for option in kind.options),
            click.Option(["--json", "as_json"], is_flag=True, help="Rounds and balance as JSON."),
        ],
    )


for _kind in KINDS.values():
    movement.add_command(_command(_kind))


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
        "mean_deviation": found.mean_deviation,
        "variance": found.variance,
        "worst": found.worst,
        "least_variance": found.least_variance,
        "least_worst": found.least_worst,
        "usual_card": {"variance": usual.variance, "worst": usual.worst},
    }
    shown = {
        "rounds": list(rounds.values()),
        "balance": plain(figures),
        "sets": profile(made).sets,
        "winners": 2 if two_winners(made) else 1,
    }
    click.echo(json.dumps(shown))


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
