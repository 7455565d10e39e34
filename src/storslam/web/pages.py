"""What the public pages of an event show, as the templates take it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any

from storslam.bridge import SEATS, Seat, Side, Strain
from storslam.bridge.par import par
from storslam.scoring import (
    BoardRecord,
    CardEntry,
    Derivation,
    Row,
    ScoredBoard,
    ScoredLine,
    Standing,
    explain,
    scorecard,
)
from storslam.scoring.event import Contestant, Score, Weighted
from storslam.web.curve import Curve, curve, place_curve
from storslam.web.hall.ceremony import offers
from storslam.web.hall.hands import promises
from storslam.web.hall.sheets import honours
from storslam.web.live import chances, places, progress
from storslam.web.models import Event
from storslam.web.models.event import Method
from storslam.web.scored import Scored, scored, shown

STRAINS = tuple(sorted(Strain, reverse=True))


@dataclass(frozen=True, slots=True)
class BoardPart:
    """The results of a board that are compared with one another, the best to North-South first."""

    scored: ScoredBoard
    results: Sequence[ScoredLine]
    frequencies: Sequence["Frequency"]
    grouped: bool


@dataclass(frozen=True, slots=True)
class Frequency:
    """How often one score was made on a board (in a group of a fouled board), and its points.

    `bar` is the length of its bar in per cent. `terms` are numbers of other results, and what one
    of them gives.
    """

    result: ScoredLine
    count: int
    bar: int
    why: Derivation

    @property
    def terms(self) -> list[tuple[Fraction, Fraction]]:
        """How many other results gave how much, the most first."""
        results: dict[Fraction, Fraction] = defaultdict(Fraction)
        for against in self.why.against:
            results[against.points] += against.results
        return [(results[points], points) for points in sorted(results, reverse=True) if points]

    @property
    def others(self) -> int:
        """The number of results that this one is compared with; 1 where there is none."""
        return max(self.result.compared - 1, 1)


Lists = list[tuple[Side | None, list[tuple[Row, Contestant]]]]


def standing_lists(event: Event, now: Scored) -> Lists:
    """The standing with who they are: a list for each side when there are two winners."""
    people = {who.id: who for who in now.event.contestants}
    rows = [(row, people[row.id]) for row in now.standing.rows]
    if event.winners == 1:
        return [(None, rows)]
    return [(side, [pair for pair in rows if pair[0].side is side]) for side in (Side.NS, Side.EW)]


def standing_context(event: Event) -> dict[str, Any]:
    """The standing with who moved and who can still win; of an event that has ended its honours."""
    now = shown(event)
    return {
        **common(event, now),
        "lists": standing_lists(event, now),
        "people": {who.id: who for who in now.event.contestants},
        "progress": progress(event, now),
        "promises": promises(event),
        "unconfirmed": len(now.unconfirmed),
        "chances": chances(event, now),
        "honours": honours(event, now),
        "offers": offers(event, now),
    }


def board_context(event: Event, number: int, everything: bool = False) -> dict[str, Any] | None:
    """A board's hands and results; None when there is no such board.

    Until every table has played it, only `everything` shows what is known.
    """
    now = scored(event) if everything else shown(event)
    record = now.event.boards.get(number)
    if record is None:
        return None
    told = everything or number in now.open_boards
    parts = [_part(board, now.standing) for board in now.boards(number)] if told else []
    numbers = list(now.event.boards)
    return {
        **common(event, now),
        "record": record,
        "told": told,
        "parts": parts,
        "strains": STRAINS,
        "makeable": _makeable(record) if told else [],
        "par": par(record.board, record.tricks) if told else None,
        "people": {who.id: who for who in now.event.contestants},
        **neighbours(numbers, number),
    }


def card_context(event: Event, code: str) -> dict[str, Any] | None:
    """A contestant's boards in the order of play; None when there is no such contestant."""
    now = shown(event)
    people = {who.id: who for who in now.event.contestants}
    if code not in people:
        return None
    entries = [e for e in scorecard(now.standing, code) if e.result.line.board in now.open_boards]
    rulings = event.rulings.filter(contestant__code=code, withdrawn_at=None)
    if event.frozen:
        rulings = rulings.filter(when__lte=event.frozen)
    return {
        **common(event, now),
        "who": people[code],
        "row": now.row(code),
        "rounds": _rounds(entries, people),
        "curves": _curves(event, entries, now.row(code)),
        "rulings": rulings.select_related("board"),
    }


def common(event: Event, now: Scored) -> dict[str, Any]:
    return {
        "event": event,
        "matchpoints": event.method == Method.MATCHPOINTS,
        "boards": list(now.event.boards),
        "open_boards": now.open_boards,
    }


def _makeable(record: BoardRecord) -> list[tuple[Seat, list[int | str]]]:
    """The double-dummy tricks by declarer, from no trump down; nothing when none are known."""
    if not record.tricks:
        return []
    return [
        (seat, [record.tricks.get((seat, strain), "–") for strain in STRAINS]) for seat in SEATS
    ]


def _part(board: ScoredBoard, standing: Standing) -> BoardPart:
    results = sorted(board.results, key=_best_first)
    grouped = any(result.line.group for result in results)
    return BoardPart(board, results, _frequencies(results, standing), grouped)


def neighbours(numbers: Sequence[int], number: int) -> dict[str, int | None]:
    """The numbers before and after this one; None where there is none."""
    index = numbers.index(number)
    return {
        "previous": numbers[index - 1] if index else None,
        "next": numbers[index + 1] if index + 1 < len(numbers) else None,
    }


def _best_first(result: ScoredLine) -> tuple[str, int, Fraction, str]:
    """Groups apart; the best score to North-South first, artificial scores last."""
    match result.line.outcome:
        case Score(ns):
            return result.line.group, 0, Fraction(-ns), result.line.ns
        case Weighted(parts):
            mean = sum((weight * ns for ns, weight in parts), Fraction(0))
            return result.line.group, 0, -mean, result.line.ns
        case _:
            return result.line.group, 1, Fraction(0), result.line.ns


def _frequencies(results: Sequence[ScoredLine], standing: Standing) -> list[Frequency]:
    compared = [r for r in results if isinstance(r.line.outcome, Score | Weighted)]
    counted = [
        (same[0], len(same))
        for same in (
            list(group)
            for _, group in groupby(compared, key=lambda r: (r.line.group, r.line.outcome))
        )
    ]
    most = max((count for _, count in counted), default=1)
    return [
        Frequency(result, count, 100 * count // most, explain(result, standing))
        for result, count in counted
    ]


def _rounds(
    entries: Sequence[CardEntry], people: dict[str, Contestant]
) -> list[tuple[int, Contestant | None, list[CardEntry]]]:
    """The entries by round and opponents."""
    return [
        (number, people.get(opponents or ""), list(group))
        for (number, opponents), group in groupby(
            entries, key=lambda entry: (entry.result.line.round, entry.opponents)
        )
    ]


def _curves(event: Event, entries: Sequence[CardEntry], row: Row | None) -> list[Curve]:
    """The result board by board, and the place round by round, as far as there is a curve."""
    running = [entry.running for entry in entries if entry.running is not None]
    result = curve(running, percent=event.method == Method.MATCHPOINTS)
    found = places(event)
    own = [place for _, place in found.get((row.id, row.side), [])] if row else []
    last = sum(key[1] is (row and row.side) for key in found)
    return [one for one in (result, place_curve(own, last)) if one]
