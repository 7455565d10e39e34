"""`storslam score`: a file of results in, the ranking out."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from storslam.bridge import Side
from storslam.championship.results import competing
from storslam.cli.files import language_option, read_input
from storslam.errors import FileFault, StorslamError
from storslam.exchange import doubts, read_events
from storslam.exchange.text import csv_text
from storslam.scoring import Event, Line, Score, ScoredBoard, ScoredLine, Settings, Standing
from storslam.scoring import score as score_lines
from storslam.scoring.shown import rounded
from storslam.scoring.standing import Row
from storslam.translation import decimals, gettext_noop, translator


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--method",
    type=click.Choice(["matchpoints", "cross-imps", "butler"]),
    help="Default: what the file tells (our own JSON does), else matchpoints; the others likewise.",
)
@click.option("--winners", type=click.Choice(["1", "2"]), help="Default: 1.")
@click.option(
    "--datum",
    type=click.Choice(["trimmed", "mean", "median"]),
    help="What Butler compares with. Default: trimmed.",
)
@click.option("--imp-cap", type=click.IntRange(1, 24), help="Most IMPs of one comparison.")
@click.option(
    "--expected",
    type=click.IntRange(1, 9999),
    help="Results expected on each board; else the largest number on any board.",
)
@click.option("--json", "as_json", is_flag=True, help="Everything, as JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="The ranking, as CSV.")
@click.option("--pdf", type=click.Path(dir_okay=False), help="Write the result list to this file.")
@language_option
def score(
    files: tuple[str, ...],
    method: str | None,
    winners: str | None,
    datum: str | None,
    imp_cap: int | None,
    expected: int | None,
    as_json: bool,
    as_csv: bool,
    pdf: str | None,
    lang: str,
) -> None:
    """Score the results in FILE, exactly, and rank them.

    FILE is travellers as CSV, USEBIO, PBN, a Bridgemate database or our own JSON; its content
    tells which. Several Bridgemate databases are the halls of one event.
    """
    if as_json and as_csv:
        raise StorslamError("--json and --csv: choose one of them")
    event = read_events([(file, read_input(file)) for file in files])
    file = ", ".join(files)
    said = {
        "method": method,
        "winners": winners and int(winners),
        "datum": datum,
        "imp_cap": imp_cap,
        "expected": expected,
    }
    settings = event.settings or Settings()
    asked: dict[str, Any] = {name: value for name, value in said.items() if value is not None}
    standing = _scored(event, replace(settings, **asked), file)
    _warn(event, file, lang)
    if pdf:
        _write_pdf(pdf, event, standing, lang)
    if as_json:
        click.echo(json.dumps(_as_json(standing), ensure_ascii=False))
    elif as_csv:
        click.echo(_as_csv(standing), nl=False)
    elif not pdf:
        _show(event, standing, lang)


def _scored(event: Event, settings: Settings, file: str) -> Standing:
    if not event.lines:
        raise FileFault("the file has no results", file=file)
    try:
        standing = score_lines(event.lines, settings)
    except StorslamError as error:
        raise FileFault.of(error).at(file) from error
    unplaced = {one.id for one in event.contestants if not one.placed}
    return replace(standing, rows=competing(standing.rows, unplaced)) if unplaced else standing


_DOUBT = gettext_noop(
    "%(file)s: board %(board)s, %(ns)s–%(ew)s: the score is %(written)s, "
    "but the contract gives %(computed)s; the score counts"
)


def _warn(event: Event, file: str, lang: str) -> None:
    for doubt in doubts(event):
        told = {
            "file": file,
            "board": doubt.line.board,
            "ns": doubt.line.ns,
            "ew": doubt.line.ew,
            "written": doubt.written,
            "computed": doubt.computed,
        }
        click.echo(translator(lang)(_DOUBT) % told, err=True)


def _write_pdf(pdf: str, event: Event, standing: Standing, lang: str) -> None:
    from storslam.printing import result_list

    content = result_list(event, standing, lang)
    try:
        Path(pdf).write_bytes(content)
    except OSError as error:
        raise FileFault(
            "the file cannot be written (%(reason)s)", file=pdf, reason=error.strerror
        ) from error


def _as_json(standing: Standing) -> dict[str, Any]:
    return {
        "method": standing.method,
        "expected_results": standing.expected_results,
        "contestants": [
            {
                "id": row.id,
                "place": row.place,
                "total": float(row.total),
                "total_exact": str(row.total),
                "percent": _number(row.percent),
                "boards_played": row.boards_played,
                **({"side": row.side.value} if row.side else {}),
            }
            for row in standing.rows
        ],
        "boards": [_board_json(board) for board in standing.boards],
    }


def _board_json(board: ScoredBoard) -> dict[str, Any]:
    return {"board": board.board, "results": [_line_json(line) for line in board.results]}


def _line_json(result: ScoredLine) -> dict[str, Any]:
    line = result.line
    return {
        "ns": line.ns,
        "ew": line.ew,
        "score_ns": _points(line),
        "matchpoints_ns": _number(result.matchpoints_ns),
        "matchpoints_ew": _number(result.matchpoints_ew),
        "percent_ns": _number(result.percent_ns),
        "percent_ew": _number(result.percent_ew),
        "imps_ns": _number(result.imps_ns),
        "imps_ew": _number(result.imps_ew),
    }


def _points(line: Line) -> int | None:
    return line.outcome.ns if isinstance(line.outcome, Score) else None


def _number(value: Fraction | None) -> int | float | None:
    if value is None:
        return None
    return int(value) if value.denominator == 1 else float(value)


def _as_csv(standing: Standing) -> str:
    header = ("place", "id", "side", "total", "percent", "boards_played")
    return csv_text(header, map(_csv_cells, standing.rows))


def _csv_cells(row: Row) -> tuple[object, ...]:
    percent = "" if row.percent is None else rounded(row.percent, 2)
    side = row.side.value if row.side else ""
    return row.place, row.id, side, rounded(row.total, 2), percent, row.boards_played


_HEADINGS = (
    gettext_noop("Place"),
    gettext_noop("No."),
    gettext_noop("Names"),
    gettext_noop("Boards"),
    gettext_noop("Points"),
    gettext_noop("IMP"),
)
_SIDES = {Side.NS: gettext_noop("North-South"), Side.EW: gettext_noop("East-West")}


def _show(event: Event, standing: Standing, lang: str) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    for side in dict.fromkeys(row.side for row in standing.rows):
        console.print(_table(event, standing, side, lang))


def _table(event: Event, standing: Standing, side: Side | None, lang: str) -> Any:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    say = translator(lang)
    people = {c.id: " – ".join(p.name for p in c.players) or c.name for c in event.contestants}
    named = any(people.values())
    matchpoints = standing.method == "matchpoints"
    unit = say("Points") if matchpoints else say("IMP")
    table = Table(box=SIMPLE_HEAD, title=Text(say(_SIDES[side])) if side else None)
    table.add_column(say("Place"), justify="right")
    table.add_column(say("No."))
    if named:
        table.add_column(say("Names"))
    for heading in (say("Boards"), unit, *(["%"] if matchpoints else [])):
        table.add_column(heading, justify="right")
    for row in (row for row in standing.rows if row.side is side):
        percent = "" if row.percent is None else decimals(rounded(row.percent, 2), lang)
        table.add_row(
            row.place,
            Text(row.id),
            *([Text(people.get(row.id, ""))] if named else []),
            str(row.boards_played),
            decimals(rounded(row.total), lang),
            *([percent] if matchpoints else []),
        )
    return table
