"""Results of pairs (p. 4, "Resultatredovisning, särskiljning"; p. 5, "Par som tvingas avbryta …").

The doubtful words: "mindre än 60 %" (G-33: exactly 60 % stays), "som om paret aldrig startat"
(G-47: its opponents have the round as a sit-out and are compared by percentage), "delar
mästarpoäng" (the points of the places are added and divided), and the scales, which stand
elsewhere (G-59).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import groupby
from typing import Literal

from storslam.championship.disciplines import (
    figure,
    leaning,
    refuse_more,
    refuse_negative,
    refuse_twice,
    refuse_unknown,
    taken,
)
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.registry import decides
from storslam.rulebook.strict import Count, Positive
from storslam.scoring import Line, Row, Settings, neuberg, rank, rounded, top

_SHARE = "abandonment.minimum-share"


def as_if_never_started(lines: Iterable[Line], struck: Collection[str]) -> Iterator[Line]:
    """The lines of an event without the struck pairs; their opponents sit out instead (G-47)."""
    for line in lines:
        stay = [one for one in (line.ns, line.ew) if one is not None and one not in struck]
        if line.ew is None or len(stay) == 2:
            yield from [line] * bool(stay)
        elif stay:
            yield replace(line, ns=stay[0], ew=None, outcome=None, play=None)


def without(settings: Settings, struck: Collection[str]) -> Settings:
    """The settings of an event in which the struck pairs never started; E is left to be counted."""
    return replace(
        settings,
        expected=None,
        adjustments=tuple(a for a in settings.adjustments if a.contestant not in struck),
        carry_over={pair: n for pair, n in settings.carry_over.items() if pair not in struck},
    )


def competing(rows: Sequence[Row], out: Collection[str]) -> tuple[Row, ...]:
    """The rows of a standing with places for those in competition only.

    Points stay as they are, for the results of those out of competition stand (SM-PEN-4); these
    come last, without a place.
    """
    found: list[Row] = []
    for _, side in groupby([row for row in rows if row.id not in out], key=lambda row: row.side):
        first = 1
        for place, level in groupby(side, key=lambda row: row.place):
            level_rows = list(level)
            last = first + len(level_rows) - 1
            shown = f"{first}/{last}" if last > first else str(first)
            found += [row._replace(place=shown if place else "") for row in level_rows]
            first = last + 1
    return (*found, *(row._replace(place="") for row in rows if row.id in out))


def shared_points(
    results: Mapping[str, Fraction], points_by_place: Sequence[Fraction]
) -> dict[str, Fraction]:
    """Each pair's master points: those with equal results share those of their places equally.

    Places after the last of the scale give none.
    """
    points: dict[str, Fraction] = {}
    ranked = rank(results)
    for _, level in groupby(ranked, key=lambda placed: placed.place):
        pairs = [placed.id for placed in level]
        of_places = points_by_place[len(points) : len(points) + len(pairs)]
        points.update(dict.fromkeys(pairs, Fraction(sum(of_places), len(pairs))))
    return points


@decides("abandoned-stage", rules=("SM-ABAN-1", "SM-ABAN-2", "SM-ED-3"))
def abandoned_stage(
    book: Book,
    *,
    boards_played: Count,
    stage_boards: Positive,
    stage: Literal["club-qualifier", "district-final", "semifinal", "final"] | None = None,
) -> Decision:
    """Whether the results of a pair that broke off a stage are struck.

    `stage_boards`: the boards of the stage, in all its sessions. `stage`: which it is; without it,
    one of those that count as stages.
    """
    refuse_more("boards_played", boards_played, stage_boards)
    share = figure(book, _SHARE)
    if share is None:
        return Decision(
            {"struck": False, "boards_to_keep": None}, (because("SM-ED-3", on=book.on),)
        )
    taken(book, "abandonment.share-itself-is-enough", True)
    stages = book.value("abandonment.stages", tuple)
    limit = share * stage_boards
    struck = boards_played < limit and (stage is None or stage in stages)
    reasons = (
        because("SM-ABAN-1", boards_played=boards_played, limit=limit),
        because("SM-ABAN-2", stage_boards=stage_boards, stage=stage),
    )
    readings = leaning(book, _SHARE, "abandonment.opponents-lost-round")
    return Decision({"struck": struck, "boards_to_keep": -(-limit // 1)}, reasons, readings)


@decides("disqualified-pair", rules=("SM-PEN-3", "SM-PEN-4"))
def disqualified_pair(book: Book, *, pairs_for_championship: Positive) -> Decision:
    """What becomes of a disqualified pair's results, place and start in the quota.

    `pairs_for_championship`: of the qualifier, with the pair.
    """
    result = {
        "placed": False,
        "counts_in_quota": False,
        "quota_starts": pairs_for_championship - 1,
        "board_results_stand": True,
        "master_points": True,
    }
    cited = (because("SM-PEN-3", pairs=pairs_for_championship), because("SM-PEN-4"))
    return Decision(result, cited)


@decides("out-of-competition", rules=("SM-PEN-3", "SM-PEN-4", "SM-SUB-4"))
def out_of_competition(
    book: Book, *, results: dict[str, Fraction], out_of_competition: list[str]
) -> Decision:
    """The places when some pairs play out of competition, and the starts that count."""
    refuse_unknown(out_of_competition, tuple(results))
    refuse_twice(out_of_competition, "out_of_competition")
    ranked = rank({pair: n for pair, n in results.items() if pair not in out_of_competition})
    result = {
        "places": {placed.id: placed.place for placed in ranked},
        "unplaced": out_of_competition,
        "quota_starts": len(ranked),
        "board_results_stand": True,
    }
    rules = ("SM-PEN-3", "SM-PEN-4", "SM-SUB-4")
    return Decision(result, tuple(because(r, pairs=out_of_competition) for r in rules))


@decides("pair-ranking", rules=("SM-RES-1", "SM-RES-2", "SM-RES-5"))
def pair_ranking(book: Book, *, results: dict[str, Fraction]) -> Decision:
    """The places of pairs by their exact results, and each result as it is shown."""
    decimals = book.value("results.decimals", int)
    result = {
        "places": {placed.id: placed.place for placed in rank(results)},
        "shown": {pair: rounded(n, decimals) for pair, n in results.items()},
    }
    rules = ("SM-RES-1", "SM-RES-2", "SM-RES-5")
    return Decision(result, tuple(because(r, decimals=decimals) for r in rules))


@decides("tied-master-points", rules=("SM-RES-4", "SM-MP-1"))
def tied_master_points(
    book: Book, *, results: dict[str, Fraction], points_by_place: list[Fraction]
) -> Decision:
    """The master points of each pair, where those with exactly equal results share.

    `points_by_place`: for the first place, the second and so on; places after give none.
    """
    readings = taken(book, "master-points.scales", "outside-the-book")
    told = {
        "master_points": shared_points(results, points_by_place),
        "by_rules_of": book.value("master-points.rules-of", date),
    }
    return Decision(told, (because("SM-RES-4", results=results),), readings)


@decides("neuberg", rules=("SM-RES-3",))
def neuberg_points(
    book: Book, *, expected_results: Positive, results: Positive, points: Fraction
) -> Decision:
    """Match points among the results there are, brought to the expected number.

    `points` on the scale 2 for a better and 1 for an equal score.
    """
    refuse_more("results", results, expected_results)
    refuse_negative("points", points)
    refuse_more("points", points, top(results))
    taken(book, "results.neuberg", "always")
    found = neuberg(points, results, expected_results)
    shown = rounded(found, book.value("results.decimals", int))
    reason = because("SM-RES-3", expected=expected_results, results=results, points=points)
    result = {"points": found, "shown": shown, "top": top(expected_results)}
    return Decision(result, (reason,))
