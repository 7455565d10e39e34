"""USEBIO 1.2 and 1.3: the results of an event as XML, the form that British programs share.

The format has no place for rounds, tables, groups of a fouled board, and weighted rulings: the last
are written as the percentages that they gave.
"""

from storslam.exchange.usebio_read import load
from storslam.exchange.usebio_write import VERSIONS, dump

__all__ = ["VERSIONS", "dump", "load"]
