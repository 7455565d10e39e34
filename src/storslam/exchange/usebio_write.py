"""Writing USEBIO 1.2 and 1.3."""

import datetime
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from xml.sax.saxutils import escape

from storslam.bridge import SEATS, Deal, Side, Suit
from storslam.exchange.travellers import play_cells, scored_lines
from storslam.scoring import Row, ScoredLine, Standing
from storslam.scoring.event import (
    Artificial,
    Average,
    Award,
    Contestant,
    Event,
    Line,
    Percent,
    Play,
    Score,
)
from storslam.scoring.numbers import round_half_away
from storslam.scoring.shown import rounded

VERSIONS = ("1.2", "1.3")
_PROGRAM = "Storslam"
_METHODS = {"matchpoints": "MATCH_POINTS", "cross-imps": "CROSS_IMPS", "butler": "BUTLER_IMPS"}
_POINTS = {"matchpoints": "MATCH_POINTS", "cross-imps": "CROSS_IMP_POINTS", "butler": "IMPS"}
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ufffe\uffff]")
_GRADES = {1: 60, 0: 50, -1: 40}  # what the two digits of A6040 stand for
_MOST_SHARE = 99  # more does not fit in them


def dump(event: Event, standing: Standing, version: str = "1.2") -> bytes:
    """The pairs event as a file in UTF-8, with the places and the points of the standing.

    Only tables with a result are written, for every line of USEBIO has a score and opponents.
    """
    old = version == "1.2" and standing.method == "matchpoints"
    content = (
        *heading(event.name, event.date, version),
        leaf("SESSION_COUNT", 1),
        leaf("SECTION_COUNT", len({line.section for line in event.lines}) or 1),
        leaf("WINNER_TYPE", standing.winners),
        leaf("BOARD_SCORING_METHOD", _METHODS[standing.method]),
        *_participants(event, standing),
        *_results(event, standing),
        *_handset(event),
    )
    return document("MP_PAIRS" if old else "PAIRS", event.site, content, version)


def document(kind: str, site: str, content: Iterable[str], version: str) -> bytes:
    """The file of an event of this kind."""
    rows = (
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<!DOCTYPE USEBIO SYSTEM "usebio_v{version.replace(".", "_")}.dtd">',
        f'<USEBIO Version="{version}">',
        *element("CLUB", leaf("CLUB_NAME", site)),
        f'<EVENT EVENT_TYPE="{kind}">',
        *content,
        "</EVENT>",
        "</USEBIO>",
        "",
    )
    return "\n".join(rows).encode()


def heading(name: str, date: datetime.date | None, version: str) -> Iterator[str]:
    """What an event is called and when it was; a day is written as the version has it."""
    yield leaf("PROGRAM_NAME", _PROGRAM)
    yield leaf("EVENT_DESCRIPTION", name)
    if date:
        yield leaf("DATE", date.isoformat() if version == "1.3" else f"{date:%d/%m/%Y}")


def leaf(tag: str, value: object) -> str:
    """An element that holds only text."""
    return f"<{tag}>{escape(_CONTROL.sub(' ', str(value)))}</{tag}>"


def element(tag: str, *content: str) -> Iterator[str]:
    """An element that holds others."""
    yield f"<{tag}>"
    yield from content
    yield f"</{tag}>"


def _participants(event: Event, standing: Standing) -> Iterator[str]:
    ranked = {row.id: row for row in standing.rows}
    pairs = (
        part
        for contestant in event.contestants
        for part in element("PAIR", *_pair(contestant, ranked.get(contestant.id)))
    )
    return element("PARTICIPANTS", *pairs)


def _pair(contestant: Contestant, row: Row | None) -> Iterator[str]:
    yield leaf("PAIR_NUMBER", contestant.id)
    if row is not None:
        yield from _placed(row)
    yield from players(contestant)


def players(contestant: Contestant) -> Iterator[str]:
    """The contestant's players."""
    for player in contestant.players:
        told = {"NATIONAL_ID_NUMBER": player.number, "CLUB_NAME": player.club}
        known = (leaf(tag, text) for tag, text in told.items() if text)
        yield from element("PLAYER", leaf("PLAYER_NAME", player.name), *known)


def _placed(row: Row) -> Iterator[str]:
    if row.side:
        yield leaf("DIRECTION", row.side.value)
    if row.place:
        yield place(row.place)
    if row.percent is not None:
        yield leaf("PERCENTAGE", rounded(row.percent, 2))
    yield leaf("TOTAL_SCORE", rounded(row.total, 2))


def place(text: str) -> str:
    """The place; a shared one, `2/4`, as British programs write it: `2=`."""
    first, shared, _ = text.partition("/")
    return leaf("PLACE", f"{first}=" if shared else first)


def _results(event: Event, standing: Standing) -> Iterator[str]:
    """The boards with their lines, within their section where the event has sections."""
    sections: dict[str, dict[int, list[ScoredLine]]] = defaultdict(lambda: defaultdict(list))
    scored = scored_lines(standing)
    for line in event.lines:
        if line.outcome is not None and line.ew is not None:
            one = scored.get(
                (line.section, line.board, line.ns), ScoredLine(line, None, None, None)
            )
            sections[line.section][line.board].append(one)
    for section, boards in sorted(sections.items()):
        listed = (
            row
            for number, results in sorted(boards.items())
            for row in _board(number, results, _POINTS[standing.method])
        )
        if section:
            yield f'<SESSION SESSION_ID="1">\n<SECTION SECTION_ID="{escape(section, _QUOTE)}">'
        yield from listed
        if section:
            yield "</SECTION>\n</SESSION>"


_QUOTE = {'"': "&quot;"}


def _board(number: int, results: Iterable[ScoredLine], unit: str) -> Iterator[str]:
    lines = ("".join(element("TRAVELLER_LINE", *_line(one, unit))) for one in results)
    return element("BOARD", leaf("BOARD_NUMBER", number), *lines)


def _line(one: ScoredLine, unit: str) -> Iterator[str]:
    line = one.line
    yield leaf("NS_PAIR_NUMBER", line.ns)
    yield leaf("EW_PAIR_NUMBER", line.ew)
    yield from table(line.play if isinstance(line.outcome, Score) else None, _score(line, one))
    for side, points in ((Side.NS, one.ns), (Side.EW, one.ew)):
        if points is not None:
            yield leaf(f"{side.value}_{unit}", rounded(points, 2))


def table(play: Play | None, score: str) -> Iterator[str]:
    """What was played at a table, and the score to North-South."""
    contract, declarer, tricks = play_cells(play)
    yield leaf("CONTRACT", contract)
    yield leaf("PLAYED_BY", declarer)
    yield leaf("LEAD", str(play.lead or "") if play else "")
    yield leaf("TRICKS", tricks)
    yield leaf("SCORE", score)


def _score(line: Line, one: ScoredLine) -> str:
    """The points to North-South; `A6040` for per cent awarded, or come to by a weighted ruling."""
    given = line.outcome
    if isinstance(given, Score):
        return str(given.ns)
    awards = (given.ns, given.ew) if isinstance(given, Artificial) else (None, None)
    shares = [
        percent if (awarded := _awarded(award)) is None else awarded
        for award, percent in zip(awards, (one.percent_ns, one.percent_ew), strict=True)
    ]
    digits = [min(round_half_away(share), _MOST_SHARE) for share in shares if share is not None]
    return f"A{digits[0]:02}{digits[1]:02}" if len(digits) == 2 else ""


def _awarded(award: Award | None) -> Fraction | None:
    match award:
        case Percent(share):
            return 100 * share
        case Average(grade):
            return Fraction(_GRADES[grade])
        case _:
            return None


def _handset(event: Event) -> Iterator[str]:
    boards = [
        row
        for number, record in sorted(event.boards.items())
        if record.deal
        for row in element("BOARD", leaf("BOARD_NUMBER", number), *_hands(record.deal))
    ]
    return element("HANDSET", *boards) if boards else iter(())


def _hands(deal: Deal) -> Iterator[str]:
    for seat in SEATS:
        hand = deal[seat]
        if hand is not None:
            suits = (leaf(suit.name, hand[suit]) for suit in sorted(Suit, reverse=True))
            yield from element("HAND", leaf("DIRECTION", seat.name.title()), *suits)
