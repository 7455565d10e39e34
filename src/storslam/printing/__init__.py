"""Documents for the wall and the pocket: one template and one function each, PDF bytes out."""

from storslam.printing.board_list import board_list
from storslam.printing.certificates import Awarded, certificates
from storslam.printing.document import Head
from storslam.printing.guide_cards import guide_cards
from storslam.printing.invoice import InvoiceLine, invoice
from storslam.printing.private_scores import private_scores
from storslam.printing.result_list import Honours, head_of, result_list
from storslam.printing.rounds import Sections
from storslam.printing.scorecards import scorecards
from storslam.printing.start_list import Starter, start_list
from storslam.printing.table_cards import SeatCode, table_cards
from storslam.printing.travellers import travellers

__all__ = [
    "Awarded",
    "Head",
    "Honours",
    "InvoiceLine",
    "SeatCode",
    "Sections",
    "Starter",
    "board_list",
    "certificates",
    "guide_cards",
    "head_of",
    "invoice",
    "private_scores",
    "result_list",
    "scorecards",
    "start_list",
    "table_cards",
    "travellers",
]
