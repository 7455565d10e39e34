"""The curves of a scorecard: the points of an SVG, and what each says in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

WIDTH, HEIGHT = 640, 200
_LEAST_SPAN = 10


@dataclass(frozen=True, slots=True)
class Curve:
    """A polyline in a box of `width` by `height`, and its highest, lowest and last values.

    `kind`: `percent`, `imp` or `place`. `level` is where the middle (50 % or 0 IMP) lies, empty
    where there is none; `top` and `bottom` are the values at the edges.
    """

    kind: str

    line: str
    level: str
    top: int
    bottom: int
    highest: Fraction
    lowest: Fraction
    last: Fraction
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
        kind="percent" if percent else "imp",
        line=" ".join(points),
        level=_height(Fraction(0), span),
        top=middle + span,
        bottom=middle - span,
        highest=max(values),
        lowest=min(values),
        last=values[-1],
    )


def place_curve(places: Sequence[int], last: int) -> Curve | None:
    """The curve of the places after each round, the first at the top; None for fewer than two."""
    if len(places) < 2 or last < 2:
        return None
    step = Fraction(WIDTH, len(places) - 1)
    points = (
        f"{float(step * index):.1f},{float(Fraction(HEIGHT * (place - 1), last - 1)):.1f}"
        for index, place in enumerate(places)
    )
    return Curve(
        kind="place",
        line=" ".join(points),
        level="",
        top=1,
        bottom=last,
        highest=Fraction(min(places)),
        lowest=Fraction(max(places)),
        last=Fraction(places[-1]),
    )


def _height(above: Fraction, span: int) -> str:
    return f"{float((1 - above / span) * HEIGHT / 2):.1f}"
