"""Players who may not play for the team (pp. 13-14, "Otillåten reserv").

Doubtful words: membership is demanded before the start (p. 4), but an unpaid player costs only
points for fourteen days (G-39); the opponents do not gain them (G-49).
"""

from datetime import date
from typing import Literal

from storslam.championship.disciplines import leaning, taken
from storslam.championship.walkover import days_to_pay
from storslam.errors import StorslamError
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.registry import decides
from storslam.rulebook.strict import Count

_STRUCK = ("SM-ILL-5", "SM-ILL-6", "SM-ILL-7")


def _struck(book: Book, struck: bool) -> dict[str, object]:
    """What follows for the team's results, fees and master points."""
    return {
        "disqualified": struck,
        "results_struck": struck,
        "fees_refunded": struck and book.value("fees.refunded-on-disqualification", bool),
        "master_points_for_played_matches": True,
    }


@decides("protest-deadline", rules=("SM-ILL-1",))
def decide_protest_deadline(
    book: Book,
    *,
    before_stage: Literal["semifinal", "final"],
    protested_on: date | None = None,
    on: date | None = None,
) -> Decision:
    """Whether a protest against an illegal player, made on a day, is in time before a stage.

    `protested_on`: the day it was made; without it, `on`, the day whose book is read.
    """
    last = book.value(f"illegal-player.protest-by.{before_stage}", date)
    made, reason = protested_on or on, because("SM-ILL-1", last=last)
    if made is None:
        return Decision({}, (reason,), missing=("protested_on",))
    return Decision({"admissible": made <= last, "last_day": last}, (reason,))


@decides("unpaid-team-player", rules=("SM-ILL-2", "SM-ILL-3", *_STRUCK, "SM-PEN-8"))
def decide_unpaid_team_player(
    book: Book,
    *,
    first_offence_on: date,
    fee_received_on: date | None,
    matches_played: Count,
    as_of: date | None = None,
) -> Decision:
    """What it costs a team that a player's membership fee was not paid.

    `matches_played`: those in which the player played one half or both. `fee_received_on` null:
    not yet received; then `as_of`, the day of judgement, is needed.
    """
    last = first_offence_on + days_to_pay(book)
    if fee_received_on is not None and fee_received_on < first_offence_on:
        raise StorslamError(
            "fee_received_on: the fee came before the offence, so that there was none"
        )
    judged = fee_received_on or as_of
    if judged is None:
        return Decision({}, (because("SM-ILL-3", last_day=last),), missing=("as_of",))
    struck = judged > last
    points = matches_played * book.value("illegal-player.unpaid.vp-per-match", int)
    rules = ("SM-ILL-2", "SM-ILL-3", *(_STRUCK if struck else ()), "SM-PEN-8")
    result = {
        "vp_lost": points,
        "opponents_gain": book.value("illegal-player.opponents-gain", bool),
        "last_day_to_pay": last,
        **_struck(book, struck),
    }
    readings = taken(book, "membership.teams-unpaid", "penalty-then-disqualified")
    readings += leaning(book, "illegal-player.opponents-gain")
    return Decision(result, tuple(because(rule, last_day=last) for rule in rules), readings)


@decides("player-in-two-teams", rules=("SM-ILL-4", *_STRUCK, "SM-PEN-8"))
def decide_player_in_two_teams(book: Book, *, earlier_team_this_season: bool) -> Decision:
    """What follows when a team has a player who has played for another team this season."""
    rules = ("SM-ILL-4", *(_STRUCK if earlier_team_this_season else ()), "SM-PEN-8")
    reasons = tuple(because(rule, earlier_team=earlier_team_this_season) for rule in rules)
    return Decision(_struck(book, earlier_team_this_season), reasons)
