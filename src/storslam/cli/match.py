"""`storslam match` and `storslam vp`: IMPs and victory points of team matches."""

import json
from fractions import Fraction
from typing import Any

import click

from storslam.cli.files import language_option, read_input
from storslam.errors import FileFault, StorslamError
from storslam.exchange import read_matches
from storslam.exchange.teams import TeamMatch
from storslam.rulebook.edition import edition
from storslam.scoring import Match, Scale, victory_points, vp_scale
from storslam.scoring import match as compare
from storslam.translation import decimals, gettext_noop, translator

_scale = click.option(
    "--scale",
    type=click.Choice(["wbf25", "wbf20"]),
    default="wbf25",
    show_default=True,
    help="The scale of victory points.",
)


@click.command()
@click.argument("file")
@_scale
@click.option("--json", "as_json", is_flag=True, help="Everything, as JSON.")
@language_option
def match(file: str, scale: str, as_json: bool, lang: str) -> None:
    """Score the team matches in FILE: CSV, a line a table, or USEBIO."""
    points = vp_scale(scale, edition().at())
    matches = read_matches(read_input(file), file)
    try:
        scored = [_scored(played, points) for played in matches]
    except FileFault as fault:
        raise fault.at(file) from fault
    if as_json:
        click.echo(json.dumps({"matches": scored}, ensure_ascii=False))
    else:
        _show(scored, lang)


def _scored(played: TeamMatch, scale: Scale) -> dict[str, Any]:
    result = compare(played.open_room, played.closed_room)
    if not result.boards_compared:
        raise FileFault(
            "match %(match)s has no board that both rooms have played", match=played.match
        )
    try:
        home, away = result.victory_points(result.boards_compared, scale)
    except StorslamError as error:
        raise FileFault.of(error) from error
    return {
        "match": played.match,
        "home": played.home,
        "away": played.away,
        "imp_home": _number(result.imp_home),
        "imp_away": _number(result.imp_away),
        "vp_home": _number(home),
        "vp_away": _number(away),
        "boards_compared": result.boards_compared,
        "vp_inferred": victory_points(result.margin_home, result.boards_compared, scale).inferred,
        "boards": _boards(result),
    }


def _boards(result: Match) -> list[dict[str, Any]]:
    return [
        {
            "board": board.board,
            "score_open": getattr(board.open_room, "ns", None),
            "score_closed": getattr(board.closed_room, "ns", None),
            "imp_home": _number(max(board.home, Fraction())) if board.home is not None else None,
            "imp_away": _number(max(board.away, Fraction())) if board.away is not None else None,
        }
        for board in result.boards
    ]


def _number(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)


_HEADINGS = (gettext_noop("Match"), gettext_noop("Home"), gettext_noop("Away"))
_INFERRED = gettext_noop("The scale for this number of boards is inferred, not printed (G-35).")


def _show(scored: list[dict[str, Any]], lang: str) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    say = translator(lang)
    table = Table(box=SIMPLE_HEAD)
    for heading in _HEADINGS:
        table.add_column(say(heading))
    for heading in (say("Boards"), say("IMP"), "VP"):
        table.add_column(heading, justify="right")
    for one in scored:
        imps, points = (
            f"{_shown(one[f'{unit}_home'], lang)}–{_shown(one[f'{unit}_away'], lang)}"
            for unit in ("imp", "vp")
        )
        table.add_row(
            *(Text(one[part]) for part in ("match", "home", "away")),
            *(str(one["boards_compared"]), imps, points),
        )
    console = Console(highlight=False)
    console.print(table)
    if any(one["vp_inferred"] for one in scored):
        console.print(say(_INFERRED))


def _shown(number: float, lang: str) -> str:
    return str(number) if isinstance(number, int) else decimals(f"{number:.2f}", lang)


@click.command()
@click.argument("imps", type=click.IntRange(0, 2000))
@click.option("--boards", type=click.IntRange(1, 200), required=True)
@_scale
@click.option("--json", "as_json", is_flag=True)
@language_option
def vp(imps: int, boards: int, scale: str, as_json: bool, lang: str) -> None:
    """Victory points for winning by IMPS over so many boards."""
    points = victory_points(imps, boards, vp_scale(scale, edition().at()))
    winner, loser = _number(points.winner), _number(points.loser)
    if as_json:
        inferred = {"inferred": True} if points.inferred else {}
        click.echo(json.dumps({"winner": winner, "loser": loser, **inferred}))
        return
    click.echo(f"{_shown(winner, lang)}–{_shown(loser, lang)}")
    if points.inferred:
        click.echo(translator(lang)(_INFERRED), err=True)
