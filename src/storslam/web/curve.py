"""The running curve of a scorecard: the points of an SVG, and what it says in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

WIDTH, HEIGHT = 640, 200
_LEAST_SPAN = 10


@dataclass(frozen=True, slots=True)
class Curve:
    """A polyline in a box of `width` by `height`, and its highest, lowest and last values.

    `level` is where the middle (50 % or 0 IMP) lies, `top` and `bottom` the values at the edges.
    """

    line: str
    level: str
    top: int
    bottom: int
    highest: Fraction
    lowest: Fraction
    last: Fraction
    percent: bool
    width: int = WIDTH
    height: int = HEIGHT


def curve(values: Sequence[Fraction], percent: bool) -> Curve | None:
    """The curve of the running values; None for fewer than two."""
    if len(values) < 2:
        return None
    middle = 50 if percent else 0
    away = max(abs(value - middle) for value in values)
    span = max(_LEAST_SPAN, -(-away // _LEAST_SPAN) * _LEAST_SPAN)
    step = Fraction(WIDTH, len(values) - 1)
    points = (
        f"{float(step * index):.1f},{_height(value - middle, span)}"
        for index, value in enumerate(values)
    )
    return Curve(
        line=" ".join(points),
        level=_height(Fraction(0), span),
        top=middle + span,
        bottom=middle - span,
        highest=max(values),
        lowest=min(values),
        last=values[-1],
        percent=percent,
    )


def _height(above: Fraction, span: int) -> str:
    return f"{float((1 - above / span) * HEIGHT / 2):.1f}"
