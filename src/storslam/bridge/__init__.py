"""The values of duplicate bridge: boards, calls, contracts, cards, deals and Law 77's scores.

Nothing here knows of events, files or rules of a championship.
"""

from storslam.bridge.auction import parse_auction
from storslam.bridge.board import (
    SEATS,
    Board,
    Seat,
    Side,
    Vulnerability,
    numbered_board,
    parse_seat,
    parse_vulnerability,
)
from storslam.bridge.call import Bid, Call, Double, Pass, Redouble, Strain, parse_call
from storslam.bridge.cards import Card, Deal, Hand, Suit, parse_card, parse_deal
from storslam.bridge.contract import (
    PASSED_OUT,
    Contract,
    Doubling,
    PassedOut,
    parse_contract,
    parse_tricks,
)
from storslam.bridge.score import duplicate_score, possible_scores

__all__ = [
    "PASSED_OUT",
    "SEATS",
    "Bid",
    "Board",
    "Call",
    "Card",
    "Contract",
    "Deal",
    "Double",
    "Doubling",
    "Hand",
    "Pass",
    "PassedOut",
    "Redouble",
    "Seat",
    "Side",
    "Strain",
    "Suit",
    "Vulnerability",
    "duplicate_score",
    "numbered_board",
    "parse_auction",
    "parse_call",
    "parse_card",
    "parse_contract",
    "parse_deal",
    "parse_seat",
    "parse_tricks",
    "parse_vulnerability",
    "possible_scores",
]
