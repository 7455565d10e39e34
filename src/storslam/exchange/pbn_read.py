"""Reading PBN 2.1, liberally, as the standard's import format asks."""

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from storslam.bridge import (
    SEATS,
    Board,
    Contract,
    Seat,
    Strain,
    duplicate_score,
    numbered_board,
    parse_card,
    parse_contract,
    parse_deal,
    parse_seat,
    parse_tricks,
    parse_vulnerability,
)
from storslam.bridge.call import parse_strain
from storslam.bridge.double_dummy import parse_digits
from storslam.bridge.par import Tricks
from storslam.errors import FileFault, StorslamError
from storslam.exchange.outcomes import parse_outcome
from storslam.exchange.seating import Seating, contestant_id, group_name, section_name
from storslam.exchange.text import decode, natural, parse_positive
from storslam.scoring.event import (
    BoardRecord,
    Contestant,
    Event,
    Line,
    Outcome,
    Play,
    Player,
    Score,
)

_TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_CELL = re.compile(r'"((?:[^"\\]|\\.)*)"|(\S+)')
_MANDATORY = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer"),
    *("Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"),
)
_ALL_TRICKS = len(SEATS) * len(Strain)
_REMARKS = re.compile(r"[;{}]")
_TRICKS = frozenset(map(str, range(14)))
_ESCAPED = re.compile(r'\\(["\\])')


@dataclass(slots=True)
class _Tag:
    value: str
    line: int
    rows: list[tuple[int, list[str]]] = field(default_factory=list)


_Game = dict[str, _Tag]


def load(data: bytes) -> Event:
    """The event in a PBN file."""
    return loads(decode(data))


def loads(text: str) -> Event:
    """The event in a text of PBN: its boards, and the lines of its score tables."""
    games = list(_games(text))
    if not games:
        raise FileFault("the file has no PBN tags")
    _refuse_cut(games)
    boards: dict[int, BoardRecord] = {}
    lines: list[Line] = []
    people: dict[str, tuple[Player, ...]] = {}
    seating = Seating()
    for game in games:
        people.update(_people(game))
        if "Board" in game:
            record = _board(game)
            _refuse_other_cards(boards.get(record.board.number), record, game)
            boards[record.board.number] = record
            lines.extend(_lines(game, record.board, seating))
    ids = {id_ for line in lines for id_ in (line.ns, line.ew) if id_ is not None} | set(people)
    first = games[0]
    return Event(
        name=_known(first, "Event"),
        site=_known(first, "Site"),
        date=_date(first),
        contestants=tuple(Contestant(id_, people.get(id_, ())) for id_ in sorted(ids, key=natural)),
        boards=dict(sorted(boards.items())),
        lines=tuple(lines),
    )


def _refuse_other_cards(before: BoardRecord | None, record: BoardRecord, game: _Game) -> None:
    """FileFault where the board was in the file already, with other cards."""
    if before and before.deal and record.deal and before.deal != record.deal:
        raise FileFault(
            "board %(board)s has other cards in an earlier line",
            line=game["Board"].line,
            board=record.board.number,
        )


def _refuse_cut(games: Sequence[_Game]) -> None:
    """FileFault where the last of many games lacks mandatory tags that all before it have."""
    *before, last = games
    if len(before) > 1:
        for name in _MANDATORY:
            if name not in last and all(name in game for game in before):
                raise FileFault(
                    "the last board has no %(name)s, as all others have: is the file cut short?",
                    line=max(tag.line for tag in last.values()),
                    name=name,
                )


def _games(text: str) -> Iterator[_Game]:
    """The games: a tag that stands again after an empty line opens the next one."""
    game: _Game = {}
    before: _Game = {}
    last: _Tag | None = None
    apart = False
    for number, line in _content(text):
        found = list(_TAG.finditer(line)) if "[" in line else ()
        if not found and line.startswith("["):
            raise FileFault("this is not a PBN tag", line=number, column=1)
        apart = apart or not line
        if not found and line and last is not None:
            last.rows.append((number, _cells(line)))
        for match in found:
            name, value = match[1], match[2]
            if "\\" in value:
                value = _ESCAPED.sub(r"\1", value)
            if name in game and apart:
                yield game
                before, game = game, {}
            apart = False
            last = _Tag(before[name].value if value == "#" and name in before else value, number)
            game.setdefault(name, last)
    if game:
        yield game


def _content(text: str) -> Iterator[tuple[int, str]]:
    """The lines without remarks: `%` lines, `; …` to the end, `{ … }` over lines."""
    remark = 0  # the line where it began
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("%"):
            continue
        if remark:
            _, closed, line = line.partition("}")
            if not closed:
                continue
            remark = 0
        if not line.startswith("[") and _REMARKS.search(line):
            # Up to the last brace that closes: many open ones would be read again and again.
            closed, brace, rest = _outside_quotes(line).rpartition("}")
            line = re.sub(r"\{[^}]*\}", "", closed + brace) + rest
            line, opened, _ = line.partition("{")
            remark = number if opened else 0
        yield number, line.strip()
    if remark:
        raise FileFault("the remark that begins here never ends: is a } missing?", line=remark)


def _outside_quotes(line: str) -> str:
    """The line up to a `;` that is not within quotes."""
    for match in re.finditer(r'"(?:[^"\\]|\\.)*"|;', line):
        if match[0] == ";":
            return line[: match.start()]
    return line


def _cells(line: str) -> list[str]:
    if '"' not in line:
        return line.split()
    return [bare or _ESCAPED.sub(r"\1", quoted) for quoted, bare in _CELL.findall(line)]


def _known(game: _Game, name: str) -> str:
    value = game[name].value if name in game else ""
    return "" if value == "?" else value


def _date(game: _Game) -> datetime.date | None:
    match = re.fullmatch(r"(\d{4})\.(\d\d)\.(\d\d)", _known(game, "Date"))
    if match is None:
        return None
    try:
        return datetime.date(*map(int, match.groups()))
    except ValueError as error:
        raise FileFault(
            "'%(text)s' is not a date", line=game["Date"].line, text=match[0]
        ) from error


def _board(game: _Game) -> BoardRecord:
    line = game["Board"].line
    try:
        usual = numbered_board(parse_positive(game["Board"].value))
        dealer, vulnerable = _known(game, "Dealer"), _known(game, "Vulnerable")
        deal = _known(game, "Deal")
        line = game["Deal"].line if deal else line
        return BoardRecord(
            Board(
                usual.number,
                parse_seat(dealer) if dealer else usual.dealer,
                parse_vulnerability(vulnerable) if vulnerable else usual.vulnerability,
            ),
            parse_deal(deal) if deal else None,
            dict(_tricks(game)) or _digits(game),
        )
    except StorslamError as error:
        raise error if isinstance(error, FileFault) else FileFault.of(error, line=line) from error


def _tricks(game: _Game) -> Iterator[tuple[tuple[Seat, Strain], int]]:
    rows = list(_table(game, "OptimumResultTable"))
    if rows and len(rows) != _ALL_TRICKS:
        raise FileFault(
            "the table of tricks has %(rows)s of %(all)s rows: is the file cut short?",
            line=rows[-1].line,
            rows=len(rows),
            all=_ALL_TRICKS,
        )
    for row in rows:
        tricks = row.told("Result")
        if not tricks:
            continue
        if tricks not in _TRICKS:
            raise FileFault("'%(text)s' is not a number of tricks", line=row.line, text=tricks)
        yield _declared(row.told("Declarer"), row.told("Denomination")), int(tricks)


@lru_cache(maxsize=64)
def _declared(seat: str, strain: str) -> tuple[Seat, Strain]:
    return parse_seat(seat), parse_strain(strain)


def _digits(game: _Game) -> Tricks:
    """The tricks where they stand only as a digit each, as several programs write them."""
    text = _known(game, "DoubleDummyTricks")
    return parse_digits(text) if text else {}


class _Row(NamedTuple):
    line: int
    columns: Mapping[str, int]
    cells: Sequence[str]

    def told(self, column: str) -> str:
        """The cell; empty when the column is not there, unknown (`?`) or irrelevant (`-`)."""
        place = self.columns.get(column)
        value = "" if place is None else self.cells[place]
        return "" if value in {"?", "-"} else value


def _table(game: _Game, name: str) -> Iterator[_Row]:
    if name not in game:
        return
    columns = [re.sub(r"^[+-]|\\.*$", "", column) for column in game[name].value.split(";")]
    places = {column: place for place, column in enumerate(columns)}
    for line, cells in game[name].rows:
        if len(cells) != len(columns):
            raise FileFault(
                "%(cells)s cells under the %(columns)s columns of %(table)s",
                line=line,
                cells=len(cells),
                columns=len(columns),
                table=name,
            )
        yield _Row(line, places, cells)


def _people(game: _Game) -> Iterator[tuple[str, tuple[Player, ...]]]:
    for row in _table(game, "TotalScoreTable"):
        names, numbers, clubs = (
            row.told(column).split(";") if row.told(column) else []
            for column in ("Names", "MemberNumbers", "Clubs")
        )
        players = tuple(
            Player(name, *(cells[i] if i < len(cells) else "" for cells in (numbers, clubs)))
            for i, name in enumerate(names)
        )
        if row.told("PairId"):
            try:
                yield contestant_id(row.told("PairId")), players
            except StorslamError as error:
                raise FileFault.of(error, line=row.line) from error


def _lines(game: _Game, board: Board, seating: Seating) -> Iterator[Line]:
    for row in _table(game, "ScoreTable"):
        try:
            yield seating.admit(_line(row, board))
        except StorslamError as error:
            raise FileFault.of(error, line=row.line) from error


def _line(row: _Row, board: Board) -> Line:
    play = _play(row)
    return Line(
        board=board.number,
        ns=contestant_id(row.told("PairId_NS")),
        ew=contestant_id(row.told("PairId_EW")) if row.told("PairId_EW") else None,
        outcome=_outcome(row, play, board),
        play=play,
        section=section_name(row.told("Section")),
        round=parse_positive(row.told("Round")) if row.told("Round") else 0,
        table=parse_positive(row.told("Table")) if row.told("Table") else 0,
        group=group_name(row.told("Group")),
    )


def _play(row: _Row) -> Play | None:
    if not row.told("Contract"):
        return None
    declarer = parse_seat(row.told("Declarer")) if row.told("Declarer") else None
    contract = parse_contract(row.told("Contract"), declarer)
    if isinstance(contract, Contract) and not row.told("Result"):
        return None
    return Play(
        contract,
        parse_tricks(row.told("Result"), contract) if isinstance(contract, Contract) else 0,
        parse_card(row.told("Lead")) if row.told("Lead") else None,
    )


def _outcome(row: _Row, play: Play | None, board: Board) -> Outcome | None:
    ns, ew = (
        row.told(f"Award_{side}") or _artificial(row.told(f"Percentage_{side}"))
        for side in ("NS", "EW")
    )
    score = row.told("Ruling") or ("" if ns else row.told("Score_NS"))
    if not score and not ns and row.told("Score_EW"):
        score = _from_ew(row.told("Score_EW"))
    outcome = parse_outcome(score, ns, ew, board)
    if outcome is None and play is not None:
        return Score(duplicate_score(play.contract, play.tricks, board.vulnerability))
    return outcome


def _from_ew(cell: str) -> str:
    """The NS score of a table that tells only East-West's."""
    return cell[1:] if cell.startswith("-") else f"-{cell.removeprefix('+')}"


def _artificial(cell: str) -> str:
    return f"{cell[1:]}%" if cell.startswith("^") else ""
