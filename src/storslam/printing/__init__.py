"""Documents for the wall and the pocket: one template and one function each, PDF bytes out."""

from storslam.printing.board_list import board_list
from storslam.printing.certificates import Awarded, certificates
from storslam.printing.cup_tree import Box, Entry, cup_boxes, cup_tree
from storslam.printing.document import Head
from storslam.printing.guide_cards import guide_cards
from storslam.printing.hand_records import hand_records
from storslam.printing.invoice import InvoiceLine, invoice
from storslam.printing.line_up_slips import SlipMatch, line_up_slips
from storslam.printing.match_protocol import Protocol, ProtocolHalf, match_protocol
from storslam.printing.medals_list import medals_list
from storslam.printing.private_scores import private_scores
from storslam.printing.result_list import Honours, head_of, result_list
from storslam.printing.rounds import Sections
from storslam.printing.scorecards import scorecards
from storslam.printing.series_table import Crossed, series_table
from storslam.printing.start_list import Starter, start_list
from storslam.printing.system_card import system_card
from storslam.printing.table_cards import SeatCode, table_cards
from storslam.printing.travellers import travellers

__all__ = [
    "Awarded",
    "Box",
    "Crossed",
    "Entry",
    "Head",
    "Honours",
    "InvoiceLine",
    "Protocol",
    "ProtocolHalf",
    "SeatCode",
    "Sections",
    "SlipMatch",
    "Starter",
    "board_list",
    "certificates",
    "cup_boxes",
    "cup_tree",
    "guide_cards",
    "hand_records",
    "head_of",
    "invoice",
    "line_up_slips",
    "match_protocol",
    "medals_list",
    "private_scores",
    "result_list",
    "scorecards",
    "series_table",
    "start_list",
    "system_card",
    "table_cards",
    "travellers",
]
