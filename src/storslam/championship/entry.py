"""Who may take part: "Att delta i Svenska Mästerskap" and "Anmälan" (p. 4), ages (pp. 10-11),
the entry of teams (pp. 11-12) and the penalties of pairs (p. 14).

The doubtful words: "senast då tävlingen påbörjas" against "senast på tävlingsdagen i första
etappen" (G-38: due at the start, disqualified only when unpaid after that day; for teams G-39),
"valfritt hemmadistrikt" (G-22: the home district of either player), and who may play Women and
Mixed, which is not written (G-54).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from storslam.championship.calendar import local_day, veteran_entry_closes
from storslam.championship.disciplines import (
    Discipline,
    Kind,
    PairDiscipline,
    figure,
    kind_of,
    leaning,
    refuse_empty,
    refuse_twice,
    staged,
    taken,
)
from storslam.championship.teams import refuse_entrants
from storslam.errors import StorslamError
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, Reason, because
from storslam.rulebook.registry import REGISTRY, decides

Event = Literal["qualifier", "last-chance"]

REGISTRY.carries("page", "entry", "SM-ENTRY-1", "SM-CHAMP-5", "SM-TEAM-3")
REGISTRY.carries("page", "exemptions", "SM-TEAM-5")


@dataclass(frozen=True, slots=True)
class Start:
    """An earlier start of a player this season, as a regular player or as a substitute."""

    discipline: Discipline
    event: Event


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player as the district's entry check sees them; `fee_paid_on` is null while unpaid."""

    player: str
    club_affiliated: bool
    fee_paid_on: date | None
    earlier_starts: tuple[Start, ...]


def paid_in_time(fee_paid_on: date | None, first_stage_day: date) -> bool:
    """Whether the membership fee was paid by the first day of play."""
    return fee_paid_on is not None and fee_paid_on <= first_stage_day


def starts_again(
    book: Book, discipline: Discipline, event: Event, earlier: Iterable[Start]
) -> bool:
    """Whether a start would be a player's second in qualifying for the discipline (SM-ELIG-4).

    StorslamError for a start in a last chance that the discipline does not have.
    """
    earlier = tuple(earlier)
    for start in (Start(discipline, event), *earlier):
        if start.event == "last-chance":
            staged(book, start.discipline, start.event)
    free = book.value("last-chance.disciplines", tuple)

    def counts(start: Start) -> bool:
        return start.event == "qualifier" or start.discipline not in free

    before = [start for start in earlier if start.discipline == discipline and counts(start)]
    most = book.value("eligibility.starts-per-discipline", int)
    return counts(Start(discipline, event)) and len(before) >= most


@decides("club-membership", rules=("SM-ELIG-2",))
def club_membership(book: Book, *, club_affiliated: bool) -> Decision:
    """Whether a player may start, by the club the player is a member of.

    `club_affiliated`: whether that club, if any, is affiliated to the Federation.
    """
    reason = because("SM-ELIG-2", club_affiliated=club_affiliated)
    return Decision({"eligible": club_affiliated}, (reason,))


@decides("membership", rules=("SM-ELIG-3", "SM-PEN-1"))
def membership(
    book: Book, *, kind: Kind, fee_paid_on: date | None, first_stage_day: date
) -> Decision:
    """Whether the season's membership fee was paid in time, and what follows if not.

    `fee_paid_on`: null while it is unpaid.
    """
    in_time = paid_in_time(fee_paid_on, first_stage_day)
    due = because("SM-ELIG-3", fee_paid_on=fee_paid_on, first_stage_day=first_stage_day)
    if kind == "teams":
        consequence = book.value("membership.teams-unpaid", str)
        result = {"eligible": in_time, "consequence": None if in_time else consequence}
        return Decision(result, (due,), leaning(book, "membership.teams-unpaid"))
    readings = taken(book, "membership.pairs-disqualified-if-unpaid-after", "first-stage-day")
    result = {"eligible": in_time, "consequence": None if in_time else "disqualified"}
    return Decision(result, (due, because("SM-PEN-1")), readings)


@decides(
    "second-start",
    rules=(
        "SM-ELIG-4",
        "SM-ELIG-5",
        "SM-SUB-3",
        "SM-PEN-2",
        "SM-PEN-3",
        "SM-PEN-4",
        "SM-PEN-8",
        "SM-ED-6",
    ),
)
def second_start(
    book: Book, *, discipline: Discipline, event: Event, earlier_starts: list[Start]
) -> Decision:
    """Whether a player may start, after the player's earlier starts this season.

    Starts as a substitute are starts. In teams, an earlier start is one in another team.
    """
    told = [f"{start.discipline} {start.event}" for start in earlier_starts]
    reasons = [because("SM-ELIG-4", discipline=discipline, earlier_starts=told)]
    if event == "last-chance" or any(start.event == "last-chance" for start in earlier_starts):
        reasons.append(because("SM-ELIG-5", event=event))
    if not starts_again(book, discipline, event, earlier_starts):
        return Decision({"allowed": True, "consequence": None}, tuple(reasons))
    pairs = kind_of(book, discipline) == "pairs"
    result = {
        "allowed": False,
        "consequence": "disqualified",
        "counts_in_quota": False,
        "board_results_stand": pairs,
        "master_points": True,
    }
    cited = ("SM-PEN-2", "SM-PEN-3", "SM-PEN-4") if pairs else ("SM-PEN-8",)
    return Decision(result, (*reasons, *map(because, cited)))


_OLDEST = 1900


@decides("age-limit", rules=("SM-ELIG-10",))
def age_limit(book: Book, *, discipline: Discipline, birth_years: list[int]) -> Decision:
    """Whether all players were born in the years the discipline is for."""
    refuse_empty(birth_years, "birth_years")
    for year in birth_years:
        if not _OLDEST <= year <= book.on.year:
            raise StorslamError("birth_years: nobody who plays was born in %(year)s", year=year)
    since = figure(book, f"age.born-from.{discipline}")
    until = figure(book, f"age.born-to.{discipline}")
    outside = [
        year
        for year in birth_years
        if (since is not None and year < since) or (until is not None and year > until)
    ]
    result = {
        "eligible": not outside,
        "outside": outside,
        "born_from": since,
        "born_to": until,
    }
    readings = leaning(book, f"age.born-from.{discipline}") if since is not None else ()
    reason = because("SM-ELIG-10", birth_years=birth_years, born_from=since, born_to=until)
    return Decision(result, (reason,), readings)


Player = Literal["woman", "man"]
_COMPOSITIONS = {"two-women": ["woman", "woman"], "woman-and-man": ["man", "woman"]}


@decides("composition", rules=("SM-ELIG-1",))
def composition(
    book: Book, *, discipline: PairDiscipline, players: tuple[Player, Player]
) -> Decision:
    """Whether a pair of these two players may play Women or Mixed; other disciplines are free."""
    key = f"composition.{discipline}"
    asked = figure(book, key)
    reason = because("SM-ELIG-1", discipline=discipline, players=players)
    if asked is None:
        return Decision({"eligible": True, "asked": None}, (reason,))
    eligible = sorted(players) == _COMPOSITIONS[asked]
    return Decision({"eligible": eligible, "asked": asked}, (reason,), leaning(book, key))


@decides("pair-district", rules=("SM-ELIG-8", "SM-ELIG-9"))
def pair_district(book: Book, *, player_districts: tuple[str, str], district: str) -> Decision:
    """Whether a pair may enter in a district, by the home districts of its two players.

    The two may come from different districts; the pair counts for the one it enters in.
    """
    homes = [book.edition.district(home).name for home in player_districts]
    chosen = book.edition.district(district).name
    readings = taken(book, "entry.pair-district", "home-of-either")
    reasons = (
        because("SM-ELIG-8", player_districts=homes),
        because("SM-ELIG-9", district=chosen),
    )
    allowed = chosen in homes
    counts_for = chosen if allowed else None
    return Decision({"allowed": allowed, "counts_for": counts_for}, reasons, readings)


@decides("entry-route", rules=("SM-ENTRY-6",))
def entry_route(book: Book, *, discipline: Discipline) -> Decision:
    """Where an entry goes: the district, the Federation, its office, or the beginners' meeting."""
    route = book.value(f"disciplines.{discipline}.entry", str)
    by_district = route == "district"
    rules = ("SM-ENTRY-1",) if by_district else ("SM-ENTRY-6", "SM-ENTRY-5")
    reasons = tuple(because(rule, discipline=discipline) for rule in rules)
    return Decision({"enter_with": route, "qualifier": by_district}, reasons)


@decides("veteran-teams-entry", rules=("SM-ENTRY-5",))
def veteran_teams_entry(book: Book, *, final_day: date, entered_at: datetime) -> Decision:
    """Whether a veteran team entered in time for a final that begins on that day."""
    closes = veteran_entry_closes(book, final_day)
    reason = because("SM-ENTRY-5", entered_at=entered_at, closes=closes)
    return Decision({"in_time": entered_at <= closes, "deadline": closes}, (reason,))


@decides("team-count-correction", rules=("SM-ENTRY-7",))
def team_count_correction(book: Book, *, corrected_at: datetime) -> Decision:
    """Whether a district may still correct the number of teams that it reported and pays for."""
    last = book.value("entry.open-teams.team-count-by", date)
    accepted = local_day(book, corrected_at) <= last
    reason = because("SM-ENTRY-7", corrected_at=corrected_at, last_day=last)
    return Decision({"accepted": accepted, "last_day": last}, (reason,))


@decides("entry-check", rules=("SM-ENTRY-2",))
def entry_check(
    book: Book,
    *,
    discipline: Discipline,
    event: Event,
    first_stage_day: date,
    players: list[Entrant],
) -> Decision:
    """What the district checks of an entry: club, fee and earlier starts of every player.

    Raises StorslamError for a player named twice and for more or fewer than the discipline has.
    """
    refuse_twice([player.player for player in players], "players")
    refuse_entrants(book, discipline, len(players))
    found = [
        (player, fault)
        for player in players
        for fault in _faults(book, discipline, event, first_stage_day, player)
    ]
    result = {
        "accepted": not found,
        "faults": [{"player": player.player, "fault": fault} for player, fault in found],
    }
    cited = dict.fromkeys(_FAULTS[fault] for _, fault in found)
    reasons: tuple[Reason, ...] = (because("SM-ENTRY-2", discipline=discipline, event=event),)
    return Decision(result, reasons + tuple(map(because, cited)))


_FAULTS = {
    "not-a-member": "SM-ELIG-2",
    "fee-unpaid": "SM-ELIG-3",
    "second-start": "SM-ELIG-4",
}


def _faults(
    book: Book, discipline: Discipline, event: Event, first_stage_day: date, player: Entrant
) -> Iterator[str]:
    if not player.club_affiliated:
        yield "not-a-member"
    if not paid_in_time(player.fee_paid_on, first_stage_day):
        yield "fee-unpaid"
    if starts_again(book, discipline, event, player.earlier_starts):
        yield "second-start"
