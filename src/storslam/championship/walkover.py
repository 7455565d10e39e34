"""Walkovers, lateness and corrections in team play (p. 13, "Särskilda regler i DM/SM lagtävling").

Doubtful words: "motståndarna" gain nothing by a late team's loss (G-48), which stops at the points
of thirty minutes (G-36); the absent team's other walkovers do not count in the third average
(G-50); the second alternative keeps its 15-0 whatever the number of boards (G-51).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from math import ceil
from typing import Literal

from storslam.championship.disciplines import leaning, refuse_more, refuse_negative, taken
from storslam.errors import StorslamError
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.registry import decides
from storslam.rulebook.strict import Count, Positive
from storslam.scoring import Scale, least_imps, victory_points, vp_scale

Stage = Literal["qualifier", "semifinal", "final"]


def walkover_scale(book: Book) -> Scale:
    """The scale that walkovers are given on."""
    return vp_scale(book.value("walkover.vp-scale", str), book)


@dataclass(frozen=True, slots=True)
class Walkover:
    """What a walkover gives: VP and own IMPs of the team that came and of the absent one.

    `alternative` is the best of the three, counted from 1; the second needs no average.
    """

    vp: int
    imps: int
    absent_vp: int
    absent_imps: int
    alternative: int


@dataclass(frozen=True, slots=True, order=True)
class Offer:
    """What one of the three alternatives, counted from 1, gives the team that came."""

    vp: int
    imps: int
    alternative: int


def offers(
    boards: int, own: Sequence[Fraction], absents: Sequence[Fraction], book: Book
) -> tuple[Offer, ...]:
    """The alternatives that there are in a match of so many boards (SM-WO-3 … SM-WO-5).

    `own`: what the present team got in its other matches. `absents`: what those who met the
    absent team got in these meetings. Either may be empty: then that alternative falls away.
    """
    scale, fixed = walkover_scale(book), book.table("walkover.fixed")
    taken(book, "walkover.rounded", "up")
    found = [Offer(fixed["vp"], fixed["imps"], 2)]
    for alternative, points in ((1, own), (3, absents)):
        refuse_beyond(points, boards, book)
        if points:
            vp = ceil(sum(points, Fraction()) / len(points))
            found.append(Offer(vp, _imps_for(vp, boards, scale), alternative))
    return tuple(sorted(found, key=lambda offer: offer.alternative))


def walkover(
    boards: int, own: Sequence[Fraction], absents: Sequence[Fraction], book: Book
) -> Walkover:
    """The walkover in a match of so many boards: the best offer (SM-WO-1, SM-WO-2)."""
    best = max(offers(boards, own, absents, book))
    return Walkover(
        vp=best.vp,
        imps=best.imps,
        absent_vp=book.value("walkover.absent-vp", int),
        absent_imps=-walkover_scale(book).blitz(boards),
        alternative=best.alternative,
    )


def refuse_beyond(points: Sequence[Fraction], boards: int, book: Book) -> None:
    """StorslamError for victory points that no match of so many boards gives."""
    scale = walkover_scale(book)
    most = scale.points(scale.blitz(boards), boards).winner
    beyond = next((one for one in points if not 0 <= one <= most), None)
    if beyond is not None:
        raise StorslamError(
            "%(points)s victory points are not from 0 to %(most)s", points=beyond, most=most
        )


def _imps_for(vp: int, boards: int, scale: Scale) -> int:
    """The least IMPs for the result; none for less than a draw, which never is the best."""
    return least_imps(vp, boards, scale) if vp >= scale.points(0, boards).winner else 0


def scale_readings(scale: str, boards: int, book: Book) -> tuple[str, ...]:
    """The readings behind the scale's table for so many boards (G-35: an inferred one)."""
    key = f"vp.{scale}.bounds.{boards}"
    return leaning(book, key) if key in book.edition.versions else ()


def walkover_readings(book: Book) -> tuple[str, ...]:
    """The readings that every walkover leans on (G-50, G-51)."""
    played = taken(book, "walkover.average-of-absent-counts", "played-matches")
    return played + taken(book, "walkover.imps-by", "boards-of-the-match")


@decides(
    "walkover",
    rules=("SM-WO-1", "SM-WO-2", "SM-WO-3", "SM-WO-4", "SM-WO-5", "SM-WO-6", "SM-CON-10"),
)
def decide_walkover(
    book: Book,
    *,
    boards: Positive,
    own_other_vp: tuple[Fraction, ...],
    absent_opponents_vp: tuple[Fraction, ...],
    series_over: bool = True,
) -> Decision:
    """What a match gives that one team did not play, or lost by exchange of information.

    `series_over` false: the averages may still change, and the result is provisional.
    """
    given = walkover(boards, own_other_vp, absent_opponents_vp, book)
    return Decision(
        {
            "present": {"vp": given.vp, "imps": given.imps},
            "absent": {"vp": given.absent_vp, "imps": given.absent_imps},
            "alternative": given.alternative,
            "master_points": book.value("walkover.master-points", bool),
            "provisional": not series_over,
        },
        tuple(because(f"SM-WO-{number}", boards=boards) for number in range(1, 7)),
        walkover_readings(book) + scale_readings(walkover_scale(book).name, boards, book),
    )


@decides("walkover-committee", rules=("SM-WO-7", "SM-LATE-1", "SM-FM-1"))
def decide_walkover_committee(book: Book, *, stage: Stage) -> Decision:
    """Whose committee rules on walkovers, exemptions from being in time and force majeure."""
    committee = book.value(f"committee.{stage}", str)
    reasons = tuple(because(rule, stage=stage) for rule in ("SM-WO-7", "SM-LATE-1", "SM-FM-1"))
    return Decision({"committee": committee}, reasons)


def lateness(minutes: Fraction, book: Book) -> int:
    """The VP that a team loses by being so late (SM-LATE-3)."""
    rules = book.table("lateness")
    counted = min(minutes, rules["maximum-minutes"])
    periods = ceil(Fraction(counted) / rules["period-minutes"])
    return int(periods * rules["vp-per-period"])


@decides("lateness", rules=("SM-LATE-2", "SM-LATE-3", "SM-LATE-4"))
def decide_lateness(book: Book, *, minutes: Fraction, exemption: bool = False) -> Decision:
    """What a team loses that comes late, or not at all, without an exemption."""
    refuse_negative("minutes", minutes)
    late = Fraction(0) if exemption else minutes
    over = late > book.value("lateness.maximum-minutes", int)
    reasons = ("SM-LATE-2", "SM-LATE-3", *(("SM-LATE-4",) if over else ()))
    readings = taken(book, "lateness.after-the-maximum", "maximum-vp")
    readings += leaning(book, "lateness.opponents-gain")
    return Decision(
        {
            "vp_lost": lateness(late, book),
            "opponents_may_leave": over,
            "opponents_gain": book.value("lateness.opponents-gain", bool),
            "director_may_still_start": over,
        },
        tuple(because(rule, minutes=minutes) for rule in reasons),
        readings if late else (),
    )


@decides("shortened-match", rules=("SM-LATE-5",))
def decide_shortened_match(book: Book, *, boards_played: Positive, imp_margin: int) -> Decision:
    """The victory points of a match that was played over fewer boards than it should."""
    table = book.value("lateness.vp-table-boards", int)
    refuse_more("boards_played", boards_played, table - 1)
    points = victory_points(imp_margin, table, walkover_scale(book))
    won, lost = points.winner, points.loser
    home, away = (won, lost) if imp_margin >= 0 else (lost, won)
    reason = because("SM-LATE-5", boards_played=boards_played, table=table)
    return Decision({"vp_home": home, "vp_away": away, "table_boards": table}, (reason,))


def corrected(imps: int, book: Book) -> tuple[Fraction, tuple[str, ...]]:
    """The VP that so many IMPs of correction cost, and the readings: none for what is written."""
    table = {int(amount): vp for amount, vp in book.table("correction.vp").items()}
    if imps in table:
        return Fraction(table[imps]), ()
    vp = Fraction(imps, book.value("correction.imps-per-vp", int))
    return vp, leaning(book, "correction.imps-per-vp")


@decides("imp-correction", rules=("SM-CORR-1",))
def decide_imp_correction(book: Book, *, imps: Count) -> Decision:
    """The VP that stand for a correction of the laws in IMPs; only the corrected side's."""
    vp, readings = corrected(imps, book)
    result = {"vp": vp, "opponents_change": False, "director_decides": bool(readings)}
    return Decision(result, (because("SM-CORR-1", imps=imps),), readings)


def days_to_pay(book: Book) -> timedelta:
    """How long after the first offence an unpaid player's fee may come."""
    return timedelta(days=book.value("illegal-player.unpaid.days-to-pay", int))
