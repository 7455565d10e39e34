"""The protocol of a team match: both rooms board by board, or the same to fill in by hand."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from storslam.bridge import SEATS, Board, Side
from storslam.championship.matches import Half, MatchResult
from storslam.printing.document import Head, document
from storslam.printing.words import minus, outcome, points, seat, written, zone
from storslam.scoring import Match, MatchBoard
from storslam.scoring.event import Line
from storslam.translation import gettext_noop, translator

ROOMS = {"open": gettext_noop("Open room"), "closed": gettext_noop("Closed room")}
CAPTAIN = gettext_noop("Team captain")
_WON = gettext_noop("IMPs won")
_MARGIN = gettext_noop("Difference")
_VP = gettext_noop("Victory points")
_WORDS = (
    gettext_noop("Board"),
    gettext_noop("Contract"),
    gettext_noop("By"),
    gettext_noop("Tricks"),
    gettext_noop("Lead"),
    gettext_noop("Score"),
    gettext_noop("IMP"),
    gettext_noop("Home"),
    gettext_noop("Away"),
    gettext_noop("Half"),
    gettext_noop("Extra boards"),
    gettext_noop("Rulings and penalties"),
    gettext_noop("Tournament director"),
    CAPTAIN,
    _WON,
    *ROOMS.values(),
)


@dataclass(frozen=True, slots=True)
class ProtocolHalf:
    """A half of a match, or a set of extra boards after it.

    By room, `open` and `closed`: `seats` has the player's name at N, E, S and W, `lines` the line
    of each board by its number.
    """

    boards: Sequence[Board]
    seats: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    lines: Mapping[str, Mapping[int, Line]] = field(default_factory=dict)
    extra: bool = False

    @property
    def compared(self) -> Match:
        """The half as it is scored."""
        opened, closed = (
            {number: line.outcome for number, line in self.lines.get(room, {}).items()}
            for room in ROOMS
        )
        return Half(tuple(board.number for board in self.boards), opened, closed).compared


@dataclass(frozen=True, slots=True)
class Protocol:
    """A match on paper: what it is called, the teams' names, and what is known of it.

    `result` None: nothing is played. `rulings` are sentences.
    """

    called: str
    home: str
    away: str
    halves: Sequence[ProtocolHalf]
    result: MatchResult | None = None
    rulings: Sequence[str] = ()


def match_protocol(head: Head, matches: Sequence[Protocol], lang: str) -> bytes:
    """The protocols as PDF, each from a page of its own.

    A match of which no line is known is printed with room to write.
    """
    data = {"matches": [_match(told, lang) for told in matches]}
    return document("match_protocol", head, data, _WORDS, lang)


def _match(told: Protocol, lang: str) -> dict[str, object]:
    say = translator(lang)
    return {
        "called": told.called,
        "teams": [told.home, told.away],
        "blank": not any(half.lines.get(room) for half in told.halves for room in ROOMS),
        "halves": [_half(half, lang) for half in told.halves],
        "sums": [[say(word), *figures] for word, *figures in _sums(told, lang)],
        "said": [say(sentence) % facts for sentence, facts in _said(told)],
        "rulings": list(told.rulings),
    }


def _half(half: ProtocolHalf, lang: str) -> dict[str, object]:
    compared = half.compared
    imps = {board.board: board for board in compared.boards}
    return {
        "extra": half.extra,
        "seats": [_seated(half.seats.get(room, {}), lang) for room in ROOMS],
        "rows": [_row(board, half, imps[board.number], lang) for board in half.boards],
        "sum": _sum(compared, lang),
    }


def _sum(compared: Match, lang: str) -> list[str]:
    """The IMPs won in a half, once a board is compared."""
    won = compared.imp_home, compared.imp_away
    return _two(*won, lang) if compared.boards_compared else ["", ""]


def _seated(names: Mapping[str, str], lang: str) -> list[list[str]]:
    """The seats of a room with the names known there."""
    letters = [letter.value for letter in SEATS]
    return [[seat(letter, lang), names.get(letter, "")] for letter in letters]


def _row(board: Board, half: ProtocolHalf, imps: MatchBoard, lang: str) -> list[str]:
    facts = [str(board.number), seat(board.dealer.value, lang), zone(board.vulnerability, lang)]
    lines = (half.lines.get(room, {}).get(board.number) for room in ROOMS)
    cells = (cell for line in lines for cell in _cells(line, lang))
    return [" ".join(facts), *cells, *_won(imps, lang)]


def _cells(line: Line | None, lang: str) -> list[str]:
    if line is None:
        return [""] * 5
    return [*written(line.play, lang), outcome(line, Side.NS)]


def _won(imps: MatchBoard, lang: str) -> list[str]:
    """What the board gave to home and away: to the winner alone, but for rulings that differ."""
    if imps.home is None or imps.away is None:
        return ["", ""]
    if imps.home == imps.away == 0:
        return ["–", "–"]
    if imps.home + imps.away:
        return _two(imps.home, imps.away, lang)
    return [points(won, lang) if won > 0 else "" for won in (imps.home, imps.away)]


def _two(home: Fraction, away: Fraction, lang: str) -> list[str]:
    return [points(home, lang), points(away, lang)]


def _sums(told: Protocol, lang: str) -> Iterable[list[str]]:
    """What the match gives: words, home and away. Empty figures are to be filled in."""
    result = told.result
    if result is None:
        yield from ([word, "", ""] for word in (_WON, _MARGIN, _VP))
        return
    yield [_WON, *_two(result.imps_home, result.imps_away, lang)]
    carried = result.margin_home - sum(half.margin_home for half in result.halves)
    if carried:
        yield [gettext_noop("Carried over"), *_two(carried, -carried, lang)]
    yield [_MARGIN, *_two(result.margin_home, result.margin_away, lang)]
    if result.vp_home is None or result.vp_away is None:
        return
    yield [_VP, *_two(result.vp_home, result.vp_away, lang)]
    lost = result.lost_home, result.lost_away
    if any(lost):
        taken = (minus(f"-{points(one, lang)}") if one else "" for one in lost)
        yield [gettext_noop("Penalty"), *taken]
        left = result.vp_home - lost[0], result.vp_away - lost[1]
        yield [gettext_noop("After the penalty"), *_two(*left, lang)]


def _said(told: Protocol) -> Iterable[tuple[str, Mapping[str, object]]]:
    """What is to be said of the result in sentences."""
    result = told.result
    if result is None:
        return
    names = {result.home: told.home, result.away: told.away}
    if result.absent is not None:
        yield gettext_noop("Walkover: %(team)s did not play"), {"team": names[result.absent]}
    if result.winner is not None:
        yield gettext_noop("Winner: %(team)s"), {"team": names[result.winner]}
    if result.extra_boards is not None:
        yield (
            gettext_noop("The match is level; extra boards to be played: %(boards)s"),
            {"boards": result.extra_boards},
        )
