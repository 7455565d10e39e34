"""What is recorded for one table on one board: a value, its check, and its columns."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from storslam.bridge import (
    Board,
    Deal,
    PassedOut,
    duplicate_score,
    parse_card,
    parse_contract,
    parse_seat,
    possible_scores,
)
from storslam.errors import StorslamError
from storslam.exchange.outcomes import format_award, format_score, parse_award
from storslam.scoring import Settings
from storslam.scoring.event import Artificial, Line, Outcome, Play, Score, Weighted
from storslam.scoring.pairs import method_of
from storslam.scoring.settings import MethodName

COLUMNS = (
    *("contract", "declarer", "tricks", "lead"),
    *("score", "weights", "ns_award", "ew_award", "group"),
    *("sat_ns", "sat_ew"),
)


@dataclass(frozen=True, slots=True)
class Payload:
    """A result as recorded. `outcome` None strikes what was recorded before.

    `sat`: the codes of who sat North-South and East-West, where not as the seating says.
    """

    outcome: Outcome | None
    play: Play | None = None
    group: str = ""
    sat: tuple[str, str] | None = None


class Doubtful(StorslamError):
    """A result that is hardly what happened; a director may record it with a reason."""


def played(play: Play, board: Board, group: str = "") -> Payload:
    """The payload of a board that was played."""
    return Payload(
        Score(duplicate_score(play.contract, play.tricks, board.vulnerability)), play, group
    )


def of_line(line: Line) -> Payload:
    """The payload of a line of an event."""
    return Payload(line.outcome, line.play, line.group)


def check(payload: Payload, board: Board, method: MethodName, *, sits_out: bool) -> None:
    """Raise Doubtful for a score that no contract, or not this contract, gives on the board.

    Raises StorslamError, which nobody can override, for a result without opponents.
    """
    if sits_out and not _fits_a_sit_out(payload.outcome):
        raise StorslamError("North-South sit out: only an award to them can be recorded")
    check_awards(payload.outcome, method)
    match payload.outcome:
        case Score(points):
            _check_score(points, payload.play, board)
        case Weighted(parts):
            for points, _ in parts:
                _check_possible(points, board)
        case Artificial(_, None) if not sits_out:
            raise StorslamError("the award to East-West is missing")


def check_awards(outcome: Outcome | None, method: MethodName) -> None:
    """StorslamError for an award that this method of scoring cannot count."""
    if isinstance(outcome, Artificial):
        counts = method_of(Settings(method=method))
        for award in filter(None, (outcome.ns, outcome.ew)):
            if counts.award(award, 1, None) is None:
                raise StorslamError(
                    "the award %(award)s has no value in this method of scoring: write per cent "
                    "for match points, and IMPs for IMPs",
                    award=format_award(award),
                )


def _fits_a_sit_out(outcome: Outcome | None) -> bool:
    return outcome is None or (isinstance(outcome, Artificial) and outcome.ew is None)


def _check_score(points: int, play: Play | None, board: Board) -> None:
    if play is None:
        _check_possible(points, board)
        return
    computed = duplicate_score(play.contract, play.tricks, board.vulnerability)
    if points != computed:
        raise Doubtful(
            "the score is %(written)s, but %(contract)s with %(tricks)s tricks gives %(computed)s",
            written=points,
            contract=play.contract,
            tricks=play.tricks,
            computed=computed,
        )


def check_lead(play: Play | None, deal: Deal | None) -> None:
    """Raise Doubtful for a lead that the leader's hand did not hold, where the cards are known."""
    if play is None or play.lead is None or deal is None or isinstance(play.contract, PassedOut):
        return
    leader = play.contract.declarer.next
    hand = deal[leader]
    if hand is not None and play.lead.rank not in hand[play.lead.suit]:
        raise Doubtful(
            "%(card)s is led, but %(leader)s did not hold it",
            card=play.lead,
            leader=leader.value,
        )


def _check_possible(points: int, board: Board) -> None:
    if points not in possible_scores(board.vulnerability):
        raise Doubtful(
            "no contract gives %(points)s on board %(board)s (vulnerable: %(vulnerable)s)",
            points=points,
            board=board.number,
            vulnerable=board.vulnerability.value,
        )


def to_columns(payload: Payload) -> dict[str, Any]:
    """The columns of `models.results.Payload` that hold this payload."""
    return {
        **dict.fromkeys(COLUMNS, ""),
        **_play_columns(payload.play),
        **_outcome_columns(payload.outcome),
        "group": payload.group,
        **dict(zip(("sat_ns", "sat_ew"), payload.sat or ("", ""), strict=True)),
    }


def _play_columns(play: Play | None) -> dict[str, Any]:
    if play is None:
        return {"tricks": None}
    contract = play.contract
    if isinstance(contract, PassedOut):
        return {"contract": "PASS", "tricks": None}
    return {
        "contract": str(contract),
        "declarer": contract.declarer.value,
        "tricks": play.tricks,
        "lead": str(play.lead or ""),
    }


def _outcome_columns(outcome: Outcome | None) -> dict[str, Any]:
    match outcome:
        case None:
            return {"score": None}
        case Score(points):
            return {"score": points}
        case Weighted():
            return {"score": None, "weights": format_score(outcome)}
        case Artificial(ns, ew):
            return {
                "score": None,
                "ns_award": format_award(ns),
                "ew_award": format_award(ew) if ew else "",
            }


def of_columns(row: Any) -> Payload:
    """The payload held by a row (or anything with the same attributes)."""
    return _value(*(getattr(row, column) for column in COLUMNS))


@lru_cache(maxsize=4096)
def _value(
    contract: str,
    declarer: str,
    tricks: int | None,
    lead: str,
    score: int | None,
    weights: str,
    ns_award: str,
    ew_award: str,
    group: str,
    sat_ns: str,
    sat_ew: str,
) -> Payload:
    play = _play(contract, declarer, tricks or 0, lead) if contract else None
    outcome: Outcome | None = None
    if score is not None:
        outcome = Score(score)
    elif weights:
        outcome = _weighted(weights)
    elif ns_award:
        outcome = Artificial(parse_award(ns_award), parse_award(ew_award) if ew_award else None)
    return Payload(outcome, play, group, (sat_ns, sat_ew) if sat_ns else None)


def _weighted(text: str) -> Weighted:
    parts = (part.split("@") for part in text.split("|"))
    return Weighted(tuple((int(points), Fraction(weight) / 100) for points, weight in parts))


def _play(contract: str, declarer: str, tricks: int, lead: str) -> Play:
    seat = parse_seat(declarer) if declarer else None
    return Play(parse_contract(contract, seat), tricks, parse_card(lead) if lead else None)
