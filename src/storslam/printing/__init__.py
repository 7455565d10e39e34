"""Documents for the wall and the pocket: one template and one function each, PDF bytes out."""

from storslam.printing.invoice import InvoiceLine, invoice
from storslam.printing.result_list import result_list
from storslam.printing.scorecards import scorecards

__all__ = ["InvoiceLine", "invoice", "result_list", "scorecards"]
