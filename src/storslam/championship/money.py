"""Fees, invoices, costs and the EM fund (pp. 7, 10-12). Sums are öre inside, kronor in decisions.

Doubtful words: the table fee is for the registered players of the stage (G-25), beginners pay it
too (G-63), and where one enters the final directly there is none (G-64); a pair that comes in later
pays when it accepts (G-43); which pairs the EM fund counts (G-27).
"""

from datetime import date, datetime
from fractions import Fraction
from typing import Literal

from storslam.championship.calendar import local_day
from storslam.championship.disciplines import (
    PLAYERS_OF_A_PAIR,
    Discipline,
    PairDiscipline,
    kind_of,
    leaning,
    refuse_more,
    refuse_negative,
    refuse_outside,
    refuse_twice,
    staged,
    taken,
)
from storslam.errors import StorslamError
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.registry import decides
from storslam.rulebook.strict import Count, Positive

ORE = 100


def kronor(ore: Fraction | int) -> Fraction:
    """The sum in kronor, exactly."""
    return Fraction(ore) / ORE


def _fee(book: Book, kind: str, discipline: str, stage: str) -> int | None:
    """The fee in öre; None where the regulation asks for none."""
    fee: int | None = book.table(f"fees.{kind}").get(discipline, {}).get(stage)
    return fee


def table_fee(
    book: Book, discipline: Discipline, stage: str, players: int
) -> tuple[int, tuple[str, ...]]:
    """The table fee in öre of a stage for so many players (SM-FEE-1), and the readings it leans on.

    StorslamError when there is no such stage, or not so many players to a pair or team.
    """
    staged(book, discipline, stage)
    refuse_players(book, discipline, players)
    fee = _fee(book, "table", discipline, stage)
    if fee is None:
        within = "fees.table-fee-within-entry-fee"
        taken(book, within, ("junior-pairs", "junior-teams", "veteran-teams"))
        return 0, leaning(book, within)
    counted = taken(book, "fees.table-fee-counts", "registered-players")
    of_table = leaning(book, f"fees.table.{discipline}.{stage}")
    return players * fee, tuple(dict.fromkeys(counted + of_table))


def refuse_players(book: Book, discipline: Discipline, players: int) -> None:
    """StorslamError when no pair or team of the discipline has so many players."""
    if kind_of(book, discipline) == "pairs":
        least = most = PLAYERS_OF_A_PAIR
    else:
        size = book.table("teams.players")
        least, most = size["minimum"], size["maximum"]
    refuse_outside("players", players, least, most)


@decides("table-fee", rules=("SM-FEE-1", "SM-FEE-4", "SM-FEE-5"))
def decide_table_fee(
    book: Book, *, discipline: Discipline, stage: Literal["semifinal", "final"], players: Positive
) -> Decision:
    """The table fee of a pair or a team in a stage."""
    sum_, readings = table_fee(book, discipline, stage, players)
    which = "SM-FEE-5" if kind_of(book, discipline) == "teams" else "SM-FEE-4"
    reasons = (because("SM-FEE-1", stage=stage), because(which, players=players))
    return Decision({"sek": kronor(sum_)}, reasons, readings)


@decides("entry-fee", rules=("SM-FEE-2", "SM-FEE-3"))
def decide_entry_fee(
    book: Book,
    *,
    discipline: Discipline,
    event: Literal["qualifier", "last-chance", "final"],
    players: Positive | None = None,
    days: Literal[1, 2] | None = None,
) -> Decision:
    """The entry fee of a pair or a team. `players` where it is a fee for each; `days` for the
    veteran teams."""
    staged(book, discipline, event)
    per = book.table("fees.per.entry").get(discipline)
    reason = because(
        "SM-FEE-3" if kind_of(book, discipline) == "teams" else "SM-FEE-2", discipline=discipline
    )
    if discipline == "veteran-teams":
        if days is None:
            return Decision({}, (reason,), missing=("days",))
        fees = book.table("fees.entry.veteran-teams")
        return Decision(
            {"sek": kronor(sum(fees[f"day-{n}"] for n in range(1, days + 1)))}, (reason,)
        )
    fee = _fee(book, "entry", discipline, event)
    if fee is None:
        raise StorslamError(
            "the regulation has no entry fee for %(discipline)s, %(event)s",
            discipline=discipline,
            event=event,
        )
    if per == "team":
        return Decision({"sek": kronor(fee)}, (reason,))
    if players is None:
        return Decision({}, (reason,), missing=("players",))
    refuse_players(book, discipline, players)
    return Decision({"sek": kronor(fee * players)}, (reason,))


def due(book: Book, discipline: str, stage: str) -> date | datetime | None:
    """When the table fee must be there: a day, or a moment; None where it is not said."""
    found: date | datetime | None = book.table("fees.due").get(discipline, {}).get(stage)
    return found


@decides("table-fee-deadline", rules=("SM-FEE-6", "SM-FEE-7"))
def decide_table_fee_deadline(
    book: Book,
    *,
    discipline: Discipline,
    stage: Literal["semifinal", "final"],
    paid_at: datetime | None,
    place_accepted_at: datetime | None = None,
    as_of: datetime | None = None,
) -> Decision:
    """Whether a pair keeps its place by when it paid; `paid_at` null: it has not.

    `place_accepted_at`: when a pair that came in later accepted; after the deadline it pays that
    day. Of such a pair that has not paid, `as_of` is needed, the moment of judgement.
    """
    last = due(book, discipline, stage)
    if last is None:
        raise StorslamError(
            "the regulation has no last day for the table fee of %(discipline)s, %(stage)s",
            discipline=discipline,
            stage=stage,
        )
    rule = "SM-FEE-7" if isinstance(last, datetime) else "SM-FEE-6"
    if place_accepted_at is None or _by(book, place_accepted_at, last):
        kept = paid_at is not None and _by(book, paid_at, last)
        return Decision({"place_kept": kept, "last": last}, (because(rule, last=last),))
    readings = taken(book, "fees.due-for-late-replacement", "on-acceptance")
    readings += taken(book, "fees.late-replacement-pays-until", "end-of-that-day")
    own_day, judged = local_day(book, place_accepted_at), paid_at or as_of
    reasons = (because(rule, last=own_day),)
    if judged is None:
        return Decision({}, reasons, readings, ("as_of",))
    return Decision({"place_kept": _by(book, judged, own_day), "last": own_day}, reasons, readings)


def _by(book: Book, moment: datetime, last: date | datetime) -> bool:
    if isinstance(last, datetime):
        return moment <= last
    return local_day(book, moment) <= last


@decides("team-count-invoice", rules=("SM-ENTRY-7", "SM-FEE-3"))
def decide_team_count_invoice(book: Book, *, reported: Count, actual: Count) -> Decision:
    """What a district pays for its teams: for those reported, or for more that played."""
    teams = max(reported, actual)
    fee = book.value("fees.entry.open-teams.qualifier", int)
    reasons = (because("SM-ENTRY-7", teams=teams), because("SM-FEE-3", fee=fee))
    return Decision({"sek": kronor(teams * fee), "teams": teams}, reasons)


@decides("organiser-costs", rules=("SM-FEE-9", "SM-FEE-10"))
def decide_organiser_costs(book: Book, *, costs: Fraction) -> Decision:
    """What the Federation pays of an organiser's costs (kronor) for a team semifinal."""
    refuse_negative("costs", costs)
    most = kronor(book.value("fees.organiser-costs.maximum", int))
    reasons = (because("SM-FEE-9", most=most), because("SM-FEE-10"))
    return Decision({"reimbursed": min(costs, most)}, reasons)


@decides("unreported-replacement", rules=("SM-PEN-6",))
def decide_unreported_replacement(
    book: Book, *, discipline: PairDiscipline, stage: Literal["semifinal", "final"], reported: bool
) -> Decision:
    """What a district pays when it did not report who replaced a pair."""
    fee, readings = table_fee(book, discipline, stage, PLAYERS_OF_A_PAIR)
    sum_ = 0 if reported else fee
    return Decision({"sek": kronor(sum_)}, (because("SM-PEN-6", reported=reported),), readings)


@decides("em-fund", rules=("SM-EMF-1",))
def decide_em_fund(book: Book, *, pairs: Count, discipline: Discipline | None = None) -> Decision:
    """What a discipline's pairs put into the fund for the European championships.

    `discipline`: without it one of those that pay.
    """
    _refuse_outside_fund(book, discipline)
    sum_ = pairs * book.value("em-fund.per-pair", int)
    readings = taken(book, "em-fund.counted", ("qualifier", "last-chance"))
    return Decision({"sek": kronor(sum_)}, (because("SM-EMF-1", pairs=pairs),), readings)


def _refuse_outside_fund(book: Book, discipline: Discipline | None) -> None:
    paying = book.value("em-fund.disciplines", tuple)
    if discipline is not None and discipline not in paying:
        raise StorslamError(
            "%(discipline)s has no part in the fund; those that have are %(paying)s",
            discipline=discipline,
            paying=", ".join(paying),
        )


@decides("em-fund-offers", rules=("SM-EMF-2", "SM-EMF-3"))
def decide_em_fund_offers(
    book: Book, *, declined_places: tuple[Positive, ...], discipline: Discipline | None = None
) -> Decision:
    """The places of a final that are offered a contribution, after those that declined.

    `discipline`: that of the final; without it one of those that pay to the fund.
    """
    _refuse_outside_fund(book, discipline)
    fund = book.table("em-fund")
    refuse_twice([str(place) for place in declined_places], "declined_places")
    for place in declined_places:
        refuse_more("declined_places", place, fund["last-place"])
    willing = [place for place in range(1, fund["last-place"] + 1) if place not in declined_places]
    reasons = (because("SM-EMF-2"), because("SM-EMF-3", declined=declined_places))
    return Decision({"offered_places": willing[: fund["offers"]]}, reasons)
