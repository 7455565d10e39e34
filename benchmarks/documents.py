"""How long documents take: `python benchmarks/documents.py`.

Each document is made for 170 pairs who play 66 boards at 85 tables, from values in memory to PDF;
those of teams for a round of 30 matches of 24 boards, a series of 10 teams and a cup of 16.
The baseline puts as many values as the document has into one plain table of the same program that
sets our pages, a row a line, with no head, no rules and no colour. Each is made once, in a process
that has not made it before, for the second time costs next to nothing; the ratio is the baseline's
time to ours.
"""

import random
import sys
from collections.abc import Callable
from multiprocessing import get_context
from time import perf_counter

import typst

from storslam import printing
from storslam.bridge import (
    SEATS,
    Contract,
    Doubling,
    Side,
    Strain,
    duplicate_score,
    numbered_board,
    parse_card,
    parse_deal,
)
from storslam.championship.matches import Half, MatchResult, TeamMatch, result_of, series_plan
from storslam.championship.team_series import schedule, series_of
from storslam.movements import Movement, Position
from storslam.movements.cup import Cup
from storslam.printing import (
    Awarded,
    Crossed,
    Head,
    Protocol,
    ProtocolHalf,
    SeatCode,
    SlipMatch,
    Starter,
)
from storslam.rulebook.edition import edition
from storslam.scoring import BoardRecord, Contestant, Event, Line, Play, Player, Score, score

PAIRS, BOARDS, EACH = 170, 66, 3
TABLES = PAIRS // 2
MOST_SECONDS = 2.0
FIRST = ("Åsa", "Karl-Fredrik", "Eva", "Bengt-Åke", "Ann-Marie", "Jan")
LAST = ("Öberg", "Ek", "von Sydow-Lindenkrona", "Svensson", "Gyllenstierna af Björkesund", "Ås")
CLUB = "Bridgeklubben Sundbyberg"
DEAL = parse_deal("N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765")
HEAD = Head("SM öppna par, semifinal", "Örebro, 2013-05-04", "Version 12, 2013-05-04 11:03:12")

chance = random.Random(2012)


def player() -> Player:
    return Player(f"{chance.choice(FIRST)} {chance.choice(LAST)}", "", CLUB)


PEOPLE = tuple(Contestant(str(n), (player(), player())) for n in range(1, PAIRS + 1))
MOVEMENT = Movement(
    tuple(
        Position(
            round_ + 1,
            table + 1,
            str(table + 1),
            str(TABLES + 1 + (table + round_) % TABLES),
            tuple(range(round_ * EACH + 1, (round_ + 1) * EACH + 1)),
        )
        for round_ in range(BOARDS // EACH)
        for table in range(TABLES)
    )
)
SECTIONS = {"A": MOVEMENT}
NUMBERED = [numbered_board(number) for number in range(1, BOARDS + 1)]


def line(position: Position, board: int) -> Line:
    contract = Contract(
        chance.choice((1, 2, 3, 4, 6)),
        chance.choice(tuple(Strain)),
        Doubling.NONE,
        chance.choice(SEATS),
    )
    tricks = min(13, contract.tricks_needed + chance.choice((-2, -1, 0, 0, 1)))
    points = duplicate_score(contract, tricks, numbered_board(board).vulnerability)
    play = Play(contract, tricks, parse_card("SQ"))
    seat = (position.ns, position.ew, Score(points), play, "", position.round, position.table)
    return Line(board, *seat)


EVENT = Event(
    HEAD.title,
    "Örebro",
    contestants=PEOPLE,
    boards={board.number: BoardRecord(board, DEAL) for board in NUMBERED},
    lines=tuple(line(one, board) for one in MOVEMENT.positions for board in one.boards),
)
STARTERS = [
    Starter(who, "A", (n % TABLES) + 1, Side.NS if n < TABLES else Side.EW)
    for n, who in enumerate(PEOPLE)
]
CODES = {
    ("A", table): [
        SeatCode(
            seat.value, f"http://192.168.1.20:8000/bord/semi/1-{table}/{table:020}/", "123 456"
        )
        for seat in SEATS
    ]
    for table in range(1, TABLES + 1)
}
AWARDED = [Awarded(who, str(place), "gold") for place, who in enumerate(PEOPLE, 1)]

MATCHES, MATCH_BOARDS, TEAMS, CUP = 30, 24, 10, 16
BOOK = edition().at()
PLAN = series_plan(BOOK, "final")
TEAM = [
    Contestant(str(n), tuple(player() for _ in range(6)), f"Lag {chance.choice(LAST)} {n}")
    for n in range(1, 2 * MATCHES + 1)
]
TEAM_NAMES = {team.id: team.name for team in TEAM}


def half(first: int) -> ProtocolHalf:
    """Half a match at two tables, by results of the event."""
    boards = NUMBERED[first : first + MATCH_BOARDS // 2]
    seats = {room: {seat.value: player().name for seat in SEATS} for room in ("open", "closed")}
    lines = {
        room: {one.number: chance.choice(BY_BOARD[one.number]) for one in boards} for room in seats
    }
    return ProtocolHalf(boards, seats, lines)


def result(home: str, away: str, halves: tuple[ProtocolHalf, ...]) -> MatchResult:
    told = tuple(
        Half(
            tuple(board.number for board in one.boards),
            *({n: line.outcome for n, line in room.items()} for room in one.lines.values()),
        )
        for one in halves
    )
    return result_of(TeamMatch(home, away, told), PLAN, BOOK)


def protocol(home: Contestant, away: Contestant) -> Protocol:
    halves = half(0), half(MATCH_BOARDS // 2)
    found = result(home.id, away.id, halves)
    return Protocol("Rond 1", home.name, away.name, halves, found)


BY_BOARD = {
    n: [line for line in EVENT.lines if line.board == n] for n in range(1, MATCH_BOARDS + 1)
}
PROTOCOLS = [protocol(*TEAM[2 * n : 2 * n + 2]) for n in range(MATCHES)]
SLIPS = [SlipMatch("Rond 1", *TEAM[2 * n : 2 * n + 2]) for n in range(MATCHES)]
SCHEDULE = schedule([team.id for team in TEAM[:TEAMS]], 1)
RESULTS = [
    result(*two, (half(0), half(MATCH_BOARDS // 2))) for matches in SCHEDULE for two in matches
]
SERIES = series_of(SCHEDULE, RESULTS, PLAN, BOOK)
TREE = Cup(tuple(team.id for team in TEAM[:CUP])).paired({n: n + 8 for n in range(1, CUP // 2 + 1)})
MEDALS = [
    Awarded(TEAM[n], str(n + 1), medal) for n, medal in enumerate(("gold", "silver", "bronze"))
]

# The document, how many lines it has, and how many values are in each.
DOCUMENTS: dict[str, tuple[Callable[[], bytes], int, int]] = {
    "start list by name": (lambda: printing.start_list(HEAD, STARTERS, "sv"), 2 * PAIRS, 5),
    "start list by table": (lambda: printing.start_list(HEAD, STARTERS, "sv", "table"), TABLES, 7),
    "guide cards": (
        lambda: printing.guide_cards(HEAD, PEOPLE, SECTIONS, "sv"),
        PAIRS * BOARDS // EACH,
        5,
    ),
    "table cards": (
        lambda: printing.table_cards(HEAD, SECTIONS, "sv", CODES),
        TABLES * BOARDS // EACH,
        4,
    ),
    "travellers": (
        lambda: printing.travellers(HEAD, NUMBERED, SECTIONS, "sv"),
        TABLES * BOARDS,
        2,
    ),
    "private scorecards": (
        lambda: printing.private_scores(HEAD, PEOPLE, SECTIONS, NUMBERED, "sv"),
        PAIRS * BOARDS,
        6,
    ),
    "result list": (lambda: printing.result_list(EVENT, score(EVENT.lines), "sv"), PAIRS, 7),
    "board list": (
        lambda: printing.board_list(EVENT, score(EVENT.lines), "sv"),
        TABLES * BOARDS,
        8,
    ),
    "scorecards": (
        lambda: printing.scorecards(EVENT, score(EVENT.lines), "sv"),
        PAIRS * BOARDS,
        11,
    ),
    "certificates": (lambda: printing.certificates(HEAD, AWARDED, "sv"), PAIRS, 5),
    "match protocols": (
        lambda: printing.match_protocol(HEAD, PROTOCOLS, "sv"),
        MATCHES * MATCH_BOARDS,
        13,
    ),
    "line-up slips": (lambda: printing.line_up_slips(HEAD, SLIPS, "sv"), 4 * MATCHES, 16),
    "series table": (
        lambda: printing.series_table(HEAD, SERIES.table, Crossed(TEAM_NAMES, RESULTS), "sv"),
        TEAMS,
        TEAMS + 7,
    ),
    "cup tree": (lambda: printing.cup_tree(HEAD, TREE, TEAM_NAMES, (), "sv"), CUP, 5),
    "medals list": (lambda: printing.medals_list(HEAD, MEDALS, "sv"), 6 * len(MEDALS), 2),
}


def plain(rows: int, columns: int) -> bytes:
    """A table of that many numbers, and nothing else."""
    source = f"#table(columns: {columns}, ..range({rows * columns}).map(n => str(n)))"
    pdf: bytes = typst.compile(source.encode(), ignore_system_fonts=True, pdf_tags=False)
    return pdf


def seconds(name: str, ours: bool) -> float:
    """How long one of the two takes, in this process."""
    make, rows, columns = DOCUMENTS[name]
    start = perf_counter()
    pdf = make() if ours else plain(rows, columns)
    took = perf_counter() - start
    if not pdf.startswith(b"%PDF"):
        raise SystemExit(f"{name}: no PDF was made")
    return took


def fresh(name: str, ours: bool) -> float:
    """The same in a process of its own."""
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(seconds, (name, ours))


def main() -> int:
    print(f"{PAIRS} pairs, {BOARDS} boards      values       s  baseline  ratio")
    late = 0
    for name, (_, rows, columns) in DOCUMENTS.items():
        took, baseline = fresh(name, True), fresh(name, False)
        late += took > MOST_SECONDS
        print(f"{name:<22}{rows * columns:>10}{took:>8.2f}{baseline:>10.2f}{baseline / took:>7.1f}")
    print("every document within" if not late else f"{late} documents over", f"{MOST_SECONDS:g} s")
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
