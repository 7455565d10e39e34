"""Rounding, for the few places where a rule asks for it."""

from fractions import Fraction


def round_half_away(value: Fraction | int) -> int:
    """The nearest whole number; exact halves go away from zero."""
    whole = (2 * abs(value.numerator) + value.denominator) // (2 * value.denominator)
    return whole if value >= 0 else -whole
