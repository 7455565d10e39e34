"""Storslam runs a national bridge championship by the book."""

__version__ = "0.1.0"
