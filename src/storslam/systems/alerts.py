"""The alert rules of 1 July 2010 (p. 15, Bilaga I).

The doubtful words: whether a light opening has shape to make up for it is asked, not worked out;
the suit symbols of the exceptions stand as reconstructed. "Svarshanden" remains the responder
throughout the auction, and "partnerns färg" is any suit that partner has bid.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from storslam.bridge import (
    Bid,
    Call,
    Double,
    Redouble,
    Strain,
    parse_auction,
    parse_call,
)
from storslam.errors import StorslamError
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.registry import decides
from storslam.rulebook.strict import Count


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the last call means. None: it was not said, and is asked for where a rule needs it.

    `forcing`: an opening is not when it is not said. `compensating_shape`: a light opening has the
    shape to make up for it. `partner_overcall_natural`: of a jump over partner's overcall.
    `hard_to_understand`: a natural call that opponents cannot be expected to understand.
    `known_from_system`: indirect information makes an alertable meaning very likely.
    """

    conventional: bool | None = None
    forcing: bool | None = None
    min_hp: Count | None = None
    compensating_shape: bool | None = None
    partner_overcall_natural: bool | None = None
    hard_to_understand: bool = False
    known_from_system: bool = False


class _Auction:
    """An auction up to the call in question."""

    def __init__(self, calls: Sequence[Call]) -> None:
        self.calls = calls
        self.last = calls[-1]
        self._bids = [(index, call) for index, call in enumerate(calls) if isinstance(call, Bid)]
        self._before = [(index, bid) for index, bid in self._bids if index < len(calls) - 1]
        self.opener = self._bids[0][0] if self._bids else len(calls)
        self.me = len(calls) - 1

    @property
    def opens(self) -> bool:
        """Whether the call is the first bid."""
        return self.opener == self.me

    def _partners(self, index: int) -> bool:
        return (self.me - index) % 4 == 2

    @property
    def partners_suits(self) -> set[Strain]:
        """Every suit that partner has bid."""
        strains = {bid.strain for index, bid in self._before if self._partners(index)}
        return strains - {Strain.NOTRUMP}

    @property
    def new_suit(self) -> bool:
        """Whether nobody has bid the suit of the call before."""
        return (
            isinstance(self.last, Bid)
            and self.last.strain is not Strain.NOTRUMP
            and all(bid.strain is not self.last.strain for _, bid in self._before)
        )

    @property
    def responds(self) -> bool:
        """Whether partner opened in a suit at the one level, and the caller had not passed."""
        if not self._before or not self._partners(self.opener):
            return False
        opening = self._before[0][1]
        in_a_suit = opening.level == 1 and opening.strain is not Strain.NOTRUMP
        return in_a_suit and self.opener < 2  # a third or fourth opener's partner has passed

    @property
    def jump(self) -> bool:
        """Whether the bid is higher than it need have been."""
        if not isinstance(self.last, Bid) or self.last.level == 1 or not self._before:
            return False
        return Bid(self.last.level - 1, self.last.strain) > self._before[-1][1]

    @property
    def partner_overcalled(self) -> bool:
        """Whether the opponents opened, and the first bid of this side was partner's."""
        ours = [index for index, _ in self._before if (self.me - index) % 2 == 0]
        return bool(ours) and self._partners(ours[0]) and ours[0] > self.opener


def _auction(calls: Sequence[str]) -> _Auction:
    if not calls:
        raise StorslamError("auction: there is no call in it")
    return _Auction(parse_auction(calls))


@decides(
    "alert",
    rules=(
        "ALERT-4",
        "ALERT-5",
        "ALERT-6",
        "ALERT-7",
        "ALERT-8",
        "ALERT-9",
        "ALERT-10",
        "ALERT-11",
        "ALERT-12",
        "ALERT-13",
        "ALERT-17",
        "ALERT-18",
    ),
)
def decide_alert(
    book: Book, *, auction: tuple[str, ...], meaning: Meaning, screens: bool = False
) -> Decision:
    """Whether the last call of an auction is alerted, and by which rule."""
    heard = _auction(auction)
    if isinstance(heard.last, Double | Redouble):
        return Decision({"alert": False}, (because("ALERT-11", call=auction[-1]),))
    if isinstance(heard.last, Bid) and not screens and heard.last >= _not_from(book):
        return Decision({"alert": False}, (because("ALERT-12", call=auction[-1]),))
    asked, by = _asked(heard, meaning, book)
    if asked:
        return Decision({}, tuple(map(because, by)), missing=asked)
    rules = tuple(_rules(heard, meaning, book))
    by_screens = ("ALERT-17",) if screens else ()
    reasons = tuple(map(because, (*(rules or ("ALERT-13",)), *by_screens)))
    who = "both-partners" if screens else "partner"
    return Decision({"alert": bool(rules), "by": who if rules else None}, reasons)


def _not_from(book: Book) -> Bid:
    bid = parse_call(book.value("alert.not-from", str))
    assert isinstance(bid, Bid)  # noqa: S101 (the edition names a bid)
    return bid


def _asked(
    heard: _Auction, meaning: Meaning, book: Book
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The facts that were not said though a rule needs them, and those rules."""
    if meaning.conventional is None:
        return ("meaning.conventional",), ("ALERT-4",)
    if meaning.conventional or not isinstance(heard.last, Bid):
        return (), ()
    if heard.opens:
        return _asked_of_opening(heard.last, meaning, book)
    natural = meaning.partner_overcall_natural
    by = (*_tempo_rules(heard, True, natural), *_tempo_rules(heard, False, natural))
    if not by or meaning.forcing:
        return (), ()
    asked = {
        "meaning.forcing": meaning.forcing is None,
        "meaning.partner_overcall_natural": natural is None and "ALERT-6" in by,
    }
    return tuple(name for name, needed in asked.items() if needed), by


def _asked_of_opening(
    bid: Bid, meaning: Meaning, book: Book
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if bid.level > 1:
        return (), ()
    if meaning.min_hp is None:
        return ("meaning.min_hp",), ("ALERT-9",)
    suit = bid.strain is not Strain.NOTRUMP
    shape = suit and _low(bid, meaning, book) and meaning.compensating_shape is None
    return (("meaning.compensating_shape",), ("ALERT-9",)) if shape else ((), ())


def _rules(heard: _Auction, meaning: Meaning, book: Book) -> Iterator[str]:
    if meaning.conventional:
        yield "ALERT-4"
    if heard.opens and isinstance(heard.last, Bid) and _light(heard.last, meaning, book):
        yield "ALERT-9"
    if meaning.forcing is not None:
        yield from _tempo_rules(heard, meaning.forcing, meaning.partner_overcall_natural)
    if meaning.hard_to_understand:
        yield "ALERT-10"
    if meaning.known_from_system:
        yield "ALERT-18"


def _light(bid: Bid, meaning: Meaning, book: Book) -> bool:
    made_up_for = bid.strain is not Strain.NOTRUMP and meaning.compensating_shape is not False
    return bid.level == 1 and _low(bid, meaning, book) and not made_up_for


def _low(bid: Bid, meaning: Meaning, book: Book) -> bool:
    """Whether an opening is told to be below the points that are expected of it."""
    limits = book.table("alert.opening-below")
    least = limits["1NT" if bid.strain is Strain.NOTRUMP else "suit"]
    return meaning.min_hp is not None and meaning.min_hp < least


def _tempo_rules(heard: _Auction, forcing: bool, natural: bool | None) -> Iterator[str]:
    """The rules on bids that force, or do not, where the opposite is expected.

    `natural`: partner's overcall; what is not known to be conventional may be.
    """
    if not isinstance(heard.last, Bid):
        return
    if not forcing and heard.new_suit and heard.responds:
        yield "ALERT-5"
    jumps = heard.new_suit and heard.jump and heard.partner_overcalled
    if not forcing and jumps and natural is not False:
        yield "ALERT-6"
    if forcing and heard.last.strain is Strain.NOTRUMP:
        yield "ALERT-7"
    if forcing and heard.last.strain in heard.partners_suits:
        yield "ALERT-8"


@decides("alerting-applies", rules=("ALERT-2",))
def decide_alerting_applies(book: Book, *, status: Literal["gold", "silver", "bronze"]) -> Decision:
    """Whether alerting is compulsory in an event of this status; elsewhere it is recommended."""
    compulsory = status in book.value("alert.compulsory-in", tuple)
    result = {"compulsory": compulsory, "recommended": not compulsory}
    return Decision(result, (because("ALERT-2", status=status),))
