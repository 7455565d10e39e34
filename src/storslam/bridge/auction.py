"""Auctions that can have happened (Laws 17-19 and 22)."""

from collections.abc import Iterable, Sequence

from storslam.bridge.call import Bid, Call, Double, Pass, Redouble, parse_call
from storslam.errors import StorslamError


def parse_auction(texts: Iterable[str]) -> tuple[Call, ...]:
    """The calls from the dealer's on; StorslamError for the first that is not possible there."""
    calls: list[Call] = []
    for number, text in enumerate(texts, 1):
        call = parse_call(text)
        if _over(calls) or not _possible(call, calls):
            raise StorslamError(
                "auction: call %(number)s, %(call)s, is not possible there",
                number=number,
                call=call,
            )
        calls.append(call)
    return tuple(calls)


def _over(calls: Sequence[Call]) -> bool:
    return len(calls) > 3 and set(calls[-3:]) == {Pass()}


def _possible(call: Call, calls: Sequence[Call]) -> bool:
    """Whether the call can follow these, while the auction goes on."""
    passes = next((n for n, before in enumerate(reversed(calls)) if before != Pass()), len(calls))
    last = calls[-1 - passes] if passes < len(calls) else None
    by_opponent = passes % 2 == 0
    match call:
        case Pass():
            return True
        case Double():
            return by_opponent and isinstance(last, Bid)
        case Redouble():
            return by_opponent and isinstance(last, Double)
        case Bid():
            return all(call > before for before in calls if isinstance(before, Bid))
