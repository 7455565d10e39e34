"""Travellers as CSV: a line a table, as the director or the club's program writes them.

`board ns ew contract declarer tricks` and, where needed, `dealer vul lead score ns_award ew_award
section round table group`. No `ew`: the pair sits out. What a list of results tells besides, names
and points (`TOLD`), may stand there and is not read.
"""

from collections.abc import Callable, Mapping
from typing import TypeVar

from storslam.bridge import (
    Board,
    Contract,
    duplicate_score,
    numbered_board,
    parse_card,
    parse_contract,
    parse_seat,
    parse_tricks,
    parse_vulnerability,
)
from storslam.errors import FileFault, StorslamError
from storslam.exchange.outcomes import format_award, format_score, parse_outcome
from storslam.exchange.seating import Seating, contestant_id, group_name, section_name
from storslam.exchange.text import Row, csv_text, decode, natural, parse_positive, table
from storslam.scoring import ScoredLine, Standing
from storslam.scoring.event import (
    Artificial,
    BoardRecord,
    Contestant,
    Event,
    Line,
    Play,
    Score,
)

T = TypeVar("T")

REQUIRED = ("board", "ns", "ew", "contract", "declarer", "tricks")
OPTIONAL = (
    *("dealer", "vul", "lead", "score", "ns_award", "ew_award"),
    *("section", "round", "table", "group"),
)
TOLD = ("ns_names", "ew_names", "ns_points", "ew_points", "top")


def load(data: bytes) -> Event:
    """The event in a file of travellers."""
    return loads(decode(data))


def loads(text: str) -> Event:
    """The event in a text of travellers."""
    boards: dict[int, Board] = {}
    seating = Seating()
    lines = []
    for row in table(text, REQUIRED, (*OPTIONAL, *TOLD)):
        board = read_board(row)
        if boards.setdefault(board.number, board) != board:
            raise row.fault(
                "board",
                StorslamError(
                    "board %(board)s has another dealer or vulnerability in an earlier line",
                    board=board.number,
                ),
            )
        lines.append(_admitted(row, _line(row, board), seating))
    if not lines:
        raise FileFault("the file has a heading but no results")
    return Event(
        contestants=_contestants(lines),
        boards={number: BoardRecord(board) for number, board in sorted(boards.items())},
        lines=tuple(lines),
    )


def _admitted(row: Row, line: Line, seating: Seating) -> Line:
    try:
        return seating.admit(line)
    except StorslamError as error:
        raise row.fault("ns", error) from error


def _contestants(lines: list[Line]) -> tuple[Contestant, ...]:
    ids = {id_ for line in lines for id_ in (line.ns, line.ew) if id_ is not None}
    return tuple(map(Contestant, sorted(ids, key=natural)))


def cell(row: Row, column: str, parse: Callable[[str], T]) -> T:
    """What `parse` makes of a cell; its error becomes the fault of that cell."""
    try:
        return parse(row[column])
    except StorslamError as error:
        raise row.fault(column, error) from error


def read_board(row: Row) -> Board:
    """The board of a row by its number, with `dealer` and `vul` where the file gives them."""
    board = numbered_board(cell(row, "board", parse_positive))
    return Board(
        board.number,
        cell(row, "dealer", parse_seat) if row["dealer"] else board.dealer,
        cell(row, "vul", parse_vulnerability) if row["vul"] else board.vulnerability,
    )


def read_play(row: Row) -> Play | None:
    """Contract, declarer, tricks and lead of a row; None when there is no contract."""
    if not row["contract"]:
        for column in ("declarer", "tricks", "lead"):
            if row[column]:
                raise row.fault(column, StorslamError("there is no contract to this"))
        return None
    declarer = cell(row, "declarer", parse_seat) if row["declarer"] else None
    contract = cell(row, "contract", lambda text: parse_contract(text, declarer))
    if isinstance(contract, Contract) and not row["tricks"]:
        raise row.fault("tricks", StorslamError("the tricks are missing"))
    return Play(
        contract,
        cell(row, "tricks", lambda text: parse_tricks(text, contract)),
        cell(row, "lead", parse_card) if row["lead"] else None,
    )


def _line(row: Row, board: Board) -> Line:
    play = read_play(row)
    column = next((name for name in ("score", "ns_award", "ew_award") if row[name]), "score")
    outcome = cell(
        row,
        column,
        lambda _: parse_outcome(row["score"], row["ns_award"], row["ew_award"], board),
    )
    if outcome is None and play is not None:
        outcome = Score(duplicate_score(play.contract, play.tricks, board.vulnerability))
    ew = cell(row, "ew", contestant_id) if row["ew"] else None
    if ew is None and not (outcome is None or isinstance(outcome, Artificial)):
        raise row.fault("ew", StorslamError("a result without opponents"))
    return Line(
        board=board.number,
        ns=cell(row, "ns", contestant_id),
        ew=ew,
        outcome=outcome,
        play=play,
        section=cell(row, "section", section_name),
        round=cell(row, "round", parse_positive) if row["round"] else 0,
        table=cell(row, "table", parse_positive) if row["table"] else 0,
        group=cell(row, "group", group_name),
    )


def dump(event: Event) -> bytes:
    """The event's travellers as a file in UTF-8."""
    return dumps(event).encode()


def dumps(event: Event) -> str:
    """The event's travellers as text, every column written; reads back to the same lines."""
    rows = (_cells(line, event.boards[line.board].board) for line in event.lines)
    return csv_text((*REQUIRED, *OPTIONAL), rows)


def _cells(line: Line, board: Board) -> tuple[object, ...]:
    return (
        *(line.board, line.ns, line.ew or ""),
        *play_cells(line.play),
        *(board.dealer.value, board.vulnerability.value),
        str(line.play.lead) if line.play and line.play.lead else "",
        *outcome_cells(line),
        *(line.section, line.round or "", line.table or "", line.group),
    )


def scored_lines(standing: Standing | None) -> Mapping[tuple[str, int, str], ScoredLine]:
    """Every line with its points, by section, board and North-South; none without a standing."""
    boards = standing.boards if standing else ()
    results = (result for board in boards for result in board.results)
    return {(one.line.section, one.line.board, one.line.ns): one for one in results}


def play_cells(play: Play | None) -> tuple[str, str, str]:
    """Contract, declarer and tricks as written; empty where there is none."""
    if play is None:
        return "", "", ""
    if not isinstance(play.contract, Contract):
        return "PASS", "", ""
    return str(play.contract), play.contract.declarer.value, str(play.tricks)


def outcome_cells(line: Line) -> tuple[str, str, str]:
    """Score, NS award and EW award as written; empty where there is none."""
    match line.outcome:
        case None:
            return "", "", ""
        case Artificial(ns, ew):
            return "", format_award(ns), format_award(ew) if ew else ""
        case score:
            return format_score(score), "", ""
