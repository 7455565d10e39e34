"""Writing USEBIO 1.2 and 1.3."""

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
    head = (
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<!DOCTYPE USEBIO SYSTEM "usebio_v{version.replace(".", "_")}.dtd">',
        f'<USEBIO Version="{version}">',
        *_element("CLUB", _leaf("CLUB_NAME", event.site)),
        f'<EVENT EVENT_TYPE="{"MP_PAIRS" if _old(version, standing) else "PAIRS"}">',
    )
    body = (*_heading(event, standing, version), *_participants(event, standing))
    boards = (*_results(event, standing), *_handset(event))
    return "\n".join((*head, *body, *boards, "</EVENT>", "</USEBIO>", "")).encode()


def _old(version: str, standing: Standing) -> bool:
    return version == "1.2" and standing.method == "matchpoints"


def _leaf(tag: str, value: object) -> str:
    return f"<{tag}>{escape(_CONTROL.sub(' ', str(value)))}</{tag}>"


def _element(tag: str, *content: str) -> Iterator[str]:
    yield f"<{tag}>"
    yield from content
    yield f"</{tag}>"


def _heading(event: Event, standing: Standing, version: str) -> Iterator[str]:
    yield _leaf("PROGRAM_NAME", _PROGRAM)
    yield _leaf("EVENT_DESCRIPTION", event.name)
    if event.date:
        day = event.date.isoformat() if version == "1.3" else f"{event.date:%d/%m/%Y}"
        yield _leaf("DATE", day)
    yield _leaf("SESSION_COUNT", 1)
    yield _leaf("SECTION_COUNT", len({line.section for line in event.lines}) or 1)
    yield _leaf("WINNER_TYPE", standing.settings.winners)
    yield _leaf("BOARD_SCORING_METHOD", _METHODS[standing.method])


def _participants(event: Event, standing: Standing) -> Iterator[str]:
    ranked = {row.id: row for row in standing.rows}
    pairs = (
        element
        for contestant in event.contestants
        for element in _element("PAIR", *_pair(contestant, ranked.get(contestant.id)))
    )
    return _element("PARTICIPANTS", *pairs)


def _pair(contestant: Contestant, row: Row | None) -> Iterator[str]:
    yield _leaf("PAIR_NUMBER", contestant.id)
    if row is not None:
        yield from _placed(row)
    for player in contestant.players:
        yield from _element(
            "PLAYER",
            _leaf("PLAYER_NAME", player.name),
            *([_leaf("NATIONAL_ID_NUMBER", player.number)] if player.number else []),
            *([_leaf("CLUB_NAME", player.club)] if player.club else []),
        )


def _placed(row: Row) -> Iterator[str]:
    if row.side:
        yield _leaf("DIRECTION", row.side.value)
    if row.place:
        first, shared, _ = row.place.partition("/")
        yield _leaf("PLACE", f"{first}=" if shared else first)
    if row.percent is not None:
        yield _leaf("PERCENTAGE", rounded(row.percent, 2))
    yield _leaf("TOTAL_SCORE", rounded(row.total, 2))


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
    lines = ("".join(_element("TRAVELLER_LINE", *_line(one, unit))) for one in results)
    return _element("BOARD", _leaf("BOARD_NUMBER", number), *lines)


def _line(one: ScoredLine, unit: str) -> Iterator[str]:
    line = one.line
    yield _leaf("NS_PAIR_NUMBER", line.ns)
    yield _leaf("EW_PAIR_NUMBER", line.ew)
    played = isinstance(line.outcome, Score) and line.play
    cells = play_cells(played or None)
    lead = str(played.lead or "") if played else ""
    for tag, cell in zip(("CONTRACT", "PLAYED_BY", "TRICKS"), cells, strict=True):
        if tag == "TRICKS":
            yield _leaf("LEAD", lead)
        yield _leaf(tag, cell)
    yield _leaf("SCORE", _score(line, one))
    for side, points in ((Side.NS, one.ns), (Side.EW, one.ew)):
        if points is not None:
            yield _leaf(f"{side.value}_{unit}", rounded(points, 2))


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
        for row in _element("BOARD", _leaf("BOARD_NUMBER", number), *_hands(record.deal))
    ]
    return _element("HANDSET", *boards) if boards else iter(())


def _hands(deal: Deal) -> Iterator[str]:
    for seat in SEATS:
        hand = deal[seat]
        if hand is not None:
            suits = (_leaf(suit.name, hand[suit]) for suit in sorted(Suit, reverse=True))
            yield from _element("HAND", _leaf("DIRECTION", seat.name.title()), *suits)
