"""How outcomes are written in every format: awards, scores and weighted rulings."""

import re

from storslam.bridge import Board, possible_scores
from storslam.errors import StorslamError
from storslam.exchange.text import format_number, parse_number
from storslam.scoring.event import (
    Artificial,
    Average,
    Award,
    Imps,
    Outcome,
    Percent,
    Score,
    Weighted,
)

_GRADES = {"A+": 1, "A": 0, "A=": 0, "A-": -1}
_SIGNS = {1: "A+", 0: "A=", -1: "A-"}
_SCORE = re.compile(r"[+-]?\d{1,5}", re.ASCII)
_MOST_IMPS, _MOST_PARTS = 24, 4


def parse_award(text: str) -> Award:
    """The award written as `60%`, `A+`, `A=`, `A-` or `+3` (IMPs)."""
    word = text.strip().upper().replace("−", "-")
    if word in _GRADES:
        return Average(_GRADES[word])
    if word.endswith("%"):
        share = parse_number(word[:-1]) / 100
        if not 0 <= share <= 1:
            raise StorslamError("'%(text)s' is not between 0 %% and 100 %%", text=text)
        return Percent(share)
    if word[:1] in {"+", "-"} or word == "0":
        imps = parse_number(word)
        if abs(imps) > _MOST_IMPS:
            raise StorslamError("'%(text)s' is more IMPs than a board can give", text=text)
        return Imps(imps)
    raise StorslamError(
        "'%(text)s' is not an award: write for example 60%%, A+, A= or +3", text=text
    )


def format_award(award: Award) -> str:
    """The award as `parse_award` reads it."""
    match award:
        case Average(grade):
            return _SIGNS[grade]
        case Percent(share):
            return f"{format_number(share * 100)}%"
        case Imps(imps):
            return ("+" if imps > 0 else "") + format_number(imps)


def parse_score(text: str, board: Board) -> Score | Weighted:
    """The NS score written as `-420`, or a weighted ruling as `+170@67|+140@33` (per cent).

    A score that no contract gives on the board is refused.
    """
    if "@" not in text:
        return Score(_points(text, board))
    parts = []
    if text.count("|") >= _MOST_PARTS:
        raise StorslamError("a weighted ruling has at most %(most)s scores", most=_MOST_PARTS)
    for part in text.split("|"):
        points, at, weight = part.partition("@")
        if not at:
            raise StorslamError("'%(text)s' has no weight: write +170@67|+140@33", text=part)
        parts.append((_points(points, board), parse_number(weight.rstrip("% ")) / 100))
    if sum(weight for _, weight in parts) != 1 or any(weight <= 0 for _, weight in parts):
        raise StorslamError("the weights of '%(text)s' are not shares of 100", text=text)
    return Weighted(tuple(parts))


def _points(text: str, board: Board) -> int:
    word = text.strip().replace("−", "-")
    if not _SCORE.fullmatch(word):
        raise StorslamError("'%(text)s' is not a score", text=text)
    points = int(word)
    if points not in possible_scores(board.vulnerability):
        raise StorslamError(
            "no contract gives %(points)s on board %(board)s (vulnerable: %(vulnerable)s)",
            points=points,
            board=board.number,
            vulnerable=board.vulnerability.value,
        )
    return points


def format_score(score: Score | Weighted) -> str:
    """The score as `parse_score` reads it."""
    if isinstance(score, Score):
        return str(score.ns)
    return "|".join(f"{points:+d}@{format_number(weight * 100)}" for points, weight in score.parts)


def parse_outcome(score: str, ns_award: str, ew_award: str, board: Board) -> Outcome | None:
    """What the three cells say; None when all are empty. A score and awards contradict."""
    if score and (ns_award or ew_award):
        raise StorslamError("a score and an award: only one of them counts")
    if score:
        return parse_score(score, board)
    if not ns_award:
        if ew_award:
            raise StorslamError("an award to East-West without one to North-South")
        return None
    return Artificial(parse_award(ns_award), parse_award(ew_award) if ew_award else None)
