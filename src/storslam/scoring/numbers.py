"""Rounding, for the few places where a rule asks for it."""

from fractions import Fraction


def round_half_away(value: Fraction | int) -> int:
    """The nearest whole number; exact halves go away from zero."""
    whole = int(abs(Fraction(value)) + Fraction(1, 2))
    return whole if value >= 0 else -whole
