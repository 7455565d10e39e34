"""Hand records: the four hands of every board, with what each side can make where that is known."""

from collections.abc import Mapping

from storslam.bridge import SEATS, Contract, Strain
from storslam.bridge.par import par
from storslam.printing.board_list import facts, hands
from storslam.printing.document import Head, document
from storslam.printing.words import VULNERABLE, difference, minus, seat
from storslam.scoring import BoardRecord
from storslam.translation import gettext_noop

_WORDS = (gettext_noop("Board"), gettext_noop("Dealer"), gettext_noop("Par"), *VULNERABLE.values())


def hand_records(head: Head, boards: Mapping[int, BoardRecord], lang: str) -> bytes:
    """The hands of the boards whose cards are known as PDF, twelve a page."""
    data = {
        "boards": [
            {
                "board": number,
                **facts(record.board, lang),
                "hands": hands(record.deal, lang),
                "points": {
                    one.value: hand.hp if (hand := record.deal[one]) else "" for one in SEATS
                },
                "tricks": _tricks(record, lang),
                "par": _par(record, lang),
            }
            for number, record in sorted(boards.items())
            if record.deal
        ]
    }
    return document("hand_records", head, data, _WORDS, lang, tagged=False)


def _par(record: BoardRecord, lang: str) -> list[object]:
    """The par score, and the contracts with declarers and result; nothing where not known."""
    found = par(record.board, record.tricks)
    if found is None:
        return []
    contracts = [
        [str(one), "".join(seat(who.value, lang) for who in seats), _over(record, one)]
        for one, seats in found.by_declarers
    ]
    return [minus(str(found.score)), *contracts]


def _over(record: BoardRecord, one: Contract) -> str:
    return difference(record.tricks[one.declarer, one.strain] - one.tricks_needed)


def _tricks(record: BoardRecord, lang: str) -> list[list[str]]:
    """By seat the double-dummy tricks in notrump and each suit from the highest."""
    if not record.tricks:
        return []
    strains = sorted(Strain, reverse=True)
    return [
        [seat(one.value, lang), *(str(record.tricks.get((one, strain), "")) for strain in strains)]
        for one in SEATS
    ]
