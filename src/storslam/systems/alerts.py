"""The alert rules of 1 July 2010 (p. 15, Bilaga I).

Doubtful words: "kan vara svagare än 10 hp och som saknar kompenserande fördelning" asks whoever
explains the bid; the suit symbols of the exceptions stand as reconstructed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from storslam.bridge import Bid, Call, Double, Pass, Redouble, Strain, parse_call
from storslam.errors import StorslamError
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.registry import decides
from storslam.rulebook.strict import Count


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the last call means. None: it was not said, and is asked for where a rule needs it.

    `compensating_shape`: a light opening has the shape to make up for it. `hard_to_understand`:
    a natural call that opponents cannot be expected to understand. `known_from_system`: indirect
    information makes an alertable meaning very likely.
    """

    conventional: bool | None = None
    forcing: bool | None = None
    min_hp: Count | None = None
    compensating_shape: bool = False
    hard_to_understand: bool = False
    known_from_system: bool = False


class _Auction:
    """An auction up to the call in question."""

    def __init__(self, calls: Sequence[Call]) -> None:
        self.calls = calls
        self.last = calls[-1]
        self._bids = [(index, call) for index, call in enumerate(calls) if isinstance(call, Bid)]
        self.opener = self._bids[0][0] if self._bids else len(calls)
        self.me = len(calls) - 1

    @property
    def opens(self) -> bool:
        """Whether the call is the first bid."""
        return self.opener == self.me

    @property
    def partner_bid(self) -> Bid | None:
        """Partner's latest bid."""
        mine = [bid for index, bid in self._bids if index < self.me and (self.me - index) % 4 == 2]
        return mine[-1] if mine else None

    @property
    def new_suit(self) -> bool:
        """Whether nobody has bid the suit of the call before."""
        return (
            isinstance(self.last, Bid)
            and self.last.strain is not Strain.NOTRUMP
            and all(bid.strain is not self.last.strain for _, bid in self._bids[:-1])
        )

    @property
    def response(self) -> bool:
        """A first call after partner opened in a suit at the one level, not passed before."""
        opened = self.partner_bid
        return (
            opened is not None
            and opened.level == 1
            and opened.strain is not Strain.NOTRUMP
            and self.opener == self.me - 2
            and not any(
                isinstance(call, Pass)
                for index, call in enumerate(self.calls[: self.opener])
                if (self.me - index) % 4 == 0
            )
        )

    @property
    def jump(self) -> bool:
        """Whether the bid is higher than it need have been."""
        if not isinstance(self.last, Bid) or self.last.level == 1 or len(self._bids) < 2:
            return False
        return Bid(self.last.level - 1, self.last.strain) > self._bids[-2][1]

    @property
    def partner_overcalled(self) -> bool:
        """Whether partner's bid came after the opponents had opened."""
        return self.partner_bid is not None and (self.me - self.opener) % 2 == 1


def _auction(calls: Sequence[str]) -> _Auction:
    if not calls:
        raise StorslamError("auction: there is no call in it")
    parsed = [parse_call(call) for call in calls]
    highest: Bid | None = None
    for call in parsed:
        if isinstance(call, Bid):
            if highest is not None and call <= highest:
                raise StorslamError(
                    "auction: %(call)s does not outrank %(highest)s", call=call, highest=highest
                )
            highest = call
    return _Auction(parsed)


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
    asked = _asked(heard, meaning)
    if asked:
        return Decision({}, (because("ALERT-4"),), missing=asked)
    rules = tuple(_rules(heard, meaning, book))
    by_screens = ("ALERT-17",) if screens else ()
    reasons = tuple(map(because, rules or ("ALERT-4",))) + tuple(map(because, by_screens))
    who = "both-partners" if screens else "partner"
    return Decision({"alert": bool(rules), "by": who if rules else None}, reasons)


def _not_from(book: Book) -> Bid:
    bid = parse_call(book.value("alert.not-from", str))
    assert isinstance(bid, Bid)  # noqa: S101 (the edition names a bid)
    return bid


def _asked(heard: _Auction, meaning: Meaning) -> tuple[str, ...]:
    """The facts that a rule needs and that were not said."""
    if meaning.conventional is None:
        return ("meaning.conventional",)
    if meaning.conventional or isinstance(heard.last, Pass):
        return ()
    if heard.opens:
        weak_matters = isinstance(heard.last, Bid) and heard.last.level == 1
        return ("meaning.min_hp",) if weak_matters and meaning.min_hp is None else ()
    tempo_matters = any(_tempo_rules(heard, True)) or any(_tempo_rules(heard, False))
    return ("meaning.forcing",) if tempo_matters and meaning.forcing is None else ()


def _rules(heard: _Auction, meaning: Meaning, book: Book) -> Iterator[str]:
    if meaning.conventional:
        yield "ALERT-4"
    if heard.opens and isinstance(heard.last, Bid) and heard.last.level == 1:
        if _light(heard.last, meaning, book):
            yield "ALERT-9"
    elif meaning.forcing is not None and isinstance(heard.last, Bid):
        yield from _tempo_rules(heard, meaning.forcing)
    if meaning.hard_to_understand:
        yield "ALERT-10"
    if meaning.known_from_system:
        yield "ALERT-18"


def _light(bid: Bid, meaning: Meaning, book: Book) -> bool:
    limits = book.table("alert.opening-below")
    notrump = bid.strain is Strain.NOTRUMP
    low = (meaning.min_hp or 0) < limits["1NT" if notrump else "suit"]
    return low and (notrump or not meaning.compensating_shape)


def _tempo_rules(heard: _Auction, forcing: bool) -> Iterator[str]:
    """The rules on bids that force, or do not, where the opposite is expected."""
    if not isinstance(heard.last, Bid):
        return
    partner = heard.partner_bid
    if not forcing and heard.new_suit and heard.response:
        yield "ALERT-5"
    if not forcing and heard.new_suit and heard.jump and heard.partner_overcalled:
        yield "ALERT-6"
    if forcing and heard.last.strain is Strain.NOTRUMP:
        yield "ALERT-7"
    if forcing and partner is not None and partner.strain is heard.last.strain:
        yield "ALERT-8"


@decides("alerting-applies", rules=("ALERT-2",))
def decide_alerting_applies(book: Book, *, status: Literal["gold", "silver", "bronze"]) -> Decision:
    """Whether alerting is compulsory in an event of this status; elsewhere it is recommended."""
    compulsory = status in book.value("alert.compulsory-in", tuple)
    result = {"compulsory": compulsory, "recommended": not compulsory}
    return Decision(result, (because("ALERT-2", status=status),))
