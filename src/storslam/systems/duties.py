"""What a pair owes its opponents for an unusual system, and what follows (pp. 21-24).

Doubtful words: an overcall that promises two suits is a suit pointer as well (G-17).
"""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from storslam.bridge import Bid, Strain, parse_call
from storslam.errors import StorslamError
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.readings import leaning
from storslam.rulebook.registry import decides
from storslam.rulebook.strict import Count, Positive
from storslam.systems.hands import Alternatives, HandRange, Measures, hand_set
from storslam.systems.levels import system_class
from storslam.systems.openings import Nature, opening_calls, refuse_dots

Class = Literal["A", "B", "C"]
Team = Literal["home", "away"]


def _dots_from(book: Book, table: str, system: str) -> int:
    return int(book.table(table)["a-system" if system == "A" else "other"])


def is_special(system: str, openings: Mapping[str, int], book: Book) -> bool:
    """Whether a system of this class, with these dots by opening, has duties of its own (3.4)."""
    least = book.table("systems.duties")["declared-from"]
    return system == "A" or max(openings.values(), default=0) >= least


def defences_against(system: str, openings: Mapping[str, int], book: Book) -> list[str]:
    """The openings against which such a pair presents written defences (SYS-OBL-9)."""
    least = _dots_from(book, "systems.duties.defences-from", system)
    return [call for call, dots in openings.items() if dots >= least]


@decides(
    "system-duties",
    rules=(
        "SYS-ORG-6",
        "SYS-OBL-4",
        "SYS-OBL-5",
        "SYS-OBL-6",
        "SYS-OBL-7",
        "SYS-OBL-8",
        "SYS-OBL-9",
    ),
)
def decide_system_duties(
    book: Book,
    *,
    system: Class,
    openings: dict[str, Count],
    boards_per_opponent: Positive,
    event_start: datetime,
    opponents: Positive | None = None,
) -> Decision:
    """What a pair must do before and at the table; `openings` holds the dots of each opening.

    `opponents`: how many pairs it may meet, each of which gets a copy of the card; needed where
    the cards are in the room. Raises StorslamError for a class that is not that of the dots.
    """
    duties = book.table("systems.duties")
    calls = opening_calls("openings", openings)
    dotted = {call: dots for call, dots in zip(calls, openings.values(), strict=True) if dots}
    for call, dots in dotted.items():
        refuse_dots(call, dots, book)
    of_dots = system_class(sum(dotted.values()), book)
    if of_dots != system:
        raise StorslamError(
            "system: the openings together have the dots of class %(of_dots)s, not %(system)s",
            of_dots=of_dots,
            system=system,
        )
    special = is_special(system, dotted, book)
    result: dict[str, object] = {"mark_on_card": dotted, "special": special}
    reasons = [because("SYS-OBL-4", dotted=dotted)]
    if special:
        if opponents is None and boards_per_opponent < duties["card-ahead"]["boards"]:
            return Decision({}, (because("SYS-OBL-7"),), missing=("opponents",))
        result["declare_at_entry"] = True
        result["repeat_at_table"] = True
        result["defences_against"] = defences_against(system, dotted, book)
        result |= _cards(duties, boards_per_opponent, event_start, opponents, book.edition.zone)
        rules = ("SYS-ORG-6", "SYS-OBL-5", "SYS-OBL-6", "SYS-OBL-7", "SYS-OBL-8", "SYS-OBL-9")
        reasons += map(because, rules)
    return Decision(result, tuple(reasons))


def _cards(
    duties: dict[str, dict[str, int]],
    boards: int,
    start: datetime,
    opponents: int | None,
    zone: ZoneInfo,
) -> dict[str, object]:
    ahead = duties["card-ahead"]
    if boards >= ahead["boards"]:
        day: date = start.astimezone(zone).date() - timedelta(days=ahead["days"])
        return {"cards_to_opponents_by": day}
    in_room = timedelta(minutes=int(duties["card-in-room"]))  # type: ignore[call-overload]
    return {"cards_in_room_by": start - in_room, "copies": opponents}


@decides("announce-a-system", rules=("SYS-TEAM-1", "SYS-TEAM-4"))
def decide_announce_a_system(
    book: Book,
    *,
    match_start: datetime,
    announced_at: datetime | None = None,
    closes_at: datetime | None = None,
) -> Decision:
    """Whether a team may use an A system in a match; `closes_at` is the organiser's own time."""
    minutes = book.value("systems.duties.announced-before", int)
    closes = closes_at or match_start - timedelta(minutes=minutes)
    if closes > match_start:
        raise StorslamError("closes_at: %(time)s is after the start", time=closes.isoformat())
    may = announced_at is not None and announced_at <= closes
    reasons = (because("SYS-TEAM-1", closes_at=closes), because("SYS-TEAM-4"))
    return Decision({"may_use": may, "announce_by": closes, "seat_rules_apply": may}, reasons)


@decides("seat-choice", rules=("SYS-TEAM-3", "SYS-TEAM-4"))
def decide_seat_choice(book: Book, *, announced: tuple[Team, ...]) -> Decision:  # noqa: ARG001
    """Which team names pairs and rooms first in each part of a match, after announcements."""
    reasons = (because("SYS-TEAM-3", announced=announced), because("SYS-TEAM-4"))
    if len(set(announced)) != 1:
        return Decision({"names_first": None, "chooses_second": None}, reasons)
    first = announced[0]
    second = "away" if first == "home" else "home"
    result = {"names_first": first, "chooses_second": second, "same_pairs_may_meet_again": True}
    return Decision(result, reasons)


@decides("adjust-after-forbidden-bid", rules=("SYS-PEN-3",))
def decide_adjust_after_forbidden_bid(
    book: Book, *, boards_in_meeting: Positive, duty_fulfilled: bool
) -> Decision:
    """Whether the director may correct boards on which a forbidden bid was used."""
    most = book.value("systems.adjustable-up-to", int)
    may = boards_in_meeting <= most or not duty_fulfilled
    reason = because("SYS-PEN-3", boards=boards_in_meeting, duty_fulfilled=duty_fulfilled)
    return Decision({"may_adjust": may}, (reason,))


Duty = Literal[
    "declaration",
    "allowed-dots",
    "allowed-bids",
    "at-entry",
    "cards-ahead",
    "at-the-table",
    "defences",
]
_AT_ONCE: tuple[Duty, ...] = ("declaration", "allowed-dots", "allowed-bids")
_REPORTED: tuple[Duty, ...] = ("allowed-dots", "allowed-bids")
_WHEN_REPEATED: tuple[Duty, ...] = ("at-the-table", "defences")


@decides("duty-breach", rules=("SYS-PEN-1", "SYS-PEN-2", "SYS-PEN-4"))
def decide_duty_breach(
    book: Book, *, duty: Duty, a_system: bool, earlier: Count = 0, teams: bool = False
) -> Decision:
    """What follows when a pair breaks a duty; `earlier`: how often it has broken this one before.

    `may_forbid`: the A system, or the openings with so many dots or more.
    """
    if duty in _AT_ONCE:
        reported = teams and duty in _REPORTED
        result: dict[str, object] = {
            "correct_at_once": True,
            "may_disqualify": False,
            "may_forbid": None,
            "report_to_committee": reported,
        }
        reasons = (because("SYS-PEN-1", duty=duty), *([because("SYS-PEN-4")] if reported else []))
        return Decision(result, reasons)
    grave = duty not in _WHEN_REPEATED or earlier > 0
    special = book.table("systems.duties")["declared-from"]
    forbidden = "a-system" if a_system else f"openings-from-{special}-dots"
    result = {
        "correct_at_once": False,
        "may_disqualify": grave,
        "may_forbid": forbidden if grave else None,
        "report_to_committee": False,
    }
    return Decision(result, (because("SYS-PEN-2", duty=duty, earlier=earlier),))


@decides("notes-right", rules=("SYS-OBL-13",))
def decide_notes_right(book: Book, *, opponents_class: Class, opening_dots: Count) -> Decision:
    """Whether own written notes may be studied after the opponents' opening bid."""
    refuse_dots("opening_dots", opening_dots, book)
    needed = _dots_from(book, "systems.notes-from", opponents_class)
    reason = because("SYS-OBL-13", dots=opening_dots, needed=needed)
    return Decision({"may_study": opening_dots >= needed, "for": "rest-of-auction"}, (reason,))


@decides("notes-right-after-overcall", rules=("SYS-OBL-13",))
def decide_notes_right_after_overcall(
    book: Book,
    *,
    opening: str,
    opening_natural: bool,
    overcall: str,
    hands: Alternatives,
    direct: bool = True,
) -> Decision:
    """Whether own written notes may be studied after an overcall that shows these hands."""
    first, bid = parse_call(opening), parse_call(overcall)
    if not isinstance(first, Bid) or not isinstance(bid, Bid) or bid <= first:
        raise StorslamError(
            "overcall: %(overcall)s is no bid over %(opening)s", opening=opening, overcall=overcall
        )
    nature = Nature(bid, hand_set(hands, Measures.of(book)), book)
    usual = nature.natural or nature.strong or nature.suit_pointer
    regards = direct and opening_natural and first.strain is not Strain.NOTRUMP
    result = {"may_study": regards and not usual, "for": "rest-of-auction"}
    two_suits = nature.promised_suits > 1
    readings = leaning(book, "systems.pointer.two-suits-count") if two_suits else ()
    return Decision(result, (because("SYS-OBL-13", overcall=overcall),), readings)


@decides("odd-pass", rules=("SYS-REG-2", "SYS-REG-3"))
def decide_odd_pass(book: Book, *, hands: Alternatives) -> Decision:
    """Whether an opening pass that shows these hands is odd, and whether it opens the bidding."""
    measures = Measures.of(book)
    shown = hand_set(hands, measures)
    limits = book.table("systems.odd-pass")
    flat = tuple(sorted(map(int, limits["weak-shape"].split("-"))))
    weak = (1 << book.value("systems.weak.below", int)) - 1
    above = any(bits >> limits["above-hp"] + 1 for bits in shown.points.values())
    every_flat = {d for d in hand_set((HandRange(),), measures).points if tuple(sorted(d)) == flat}
    holds_weak = all(
        shown.points.get(d, 0) & weak == measures.possible(d) & weak for d in every_flat
    )
    strong = Nature(Bid(1, Strain.NOTRUMP), shown, book).strong
    reasons = (because("SYS-REG-2", above=above, holds_weak=holds_weak), because("SYS-REG-3"))
    return Decision({"odd": above or not holds_weak, "is_an_opening": strong}, reasons)
