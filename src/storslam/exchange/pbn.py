"""PBN 2.1: deals, double-dummy tables and score tables.

Reading is liberal, as the standard's import format asks; writing keeps the export format to the
letter: fifteen tags in order, then the rest by name, Latin-1, CR LF, lines of at most 255.
What the standard has no column for (awards, weighted rulings, groups, sections, rounds, tables)
stands in columns of our own, which the standard allows.
"""

from storslam.exchange.pbn_read import load, loads
from storslam.exchange.pbn_write import dump, dumps

__all__ = ["dump", "dumps", "load", "loads"]
