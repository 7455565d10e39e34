"""Numbers as people read them. Nothing that is rounded here is computed with again."""

from fractions import Fraction

from storslam.scoring.numbers import round_half_away


def rounded(value: Fraction | int, decimals: int = 1) -> str:
    """The number with so many decimals, half away from zero: 52.65 gives `52.7` (SM-RES-1)."""
    scale = 10**decimals
    units = round_half_away(value * scale)
    whole, part = divmod(abs(units), scale)
    sign = "-" if units < 0 else ""
    return f"{sign}{whole}.{part:0{decimals}d}" if decimals else f"{sign}{whole}"
