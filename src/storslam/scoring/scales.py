"""The scales of victory points as a rulebook has them."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from storslam.errors import StorslamError
from storslam.scoring.victory_points import Band, Scale, SmoothScale, StepScale

if TYPE_CHECKING:
    from storslam.rulebook.book import Book


@lru_cache(maxsize=64)
def vp_scale(name: str, book: "Book") -> Scale:
    """The scale of that name in the rulebook's table `vp`; StorslamError when it has none."""
    scales = book.table("vp")
    if name not in scales:
        raise StorslamError(
            "there is no scale %(name)s of victory points, only %(known)s",
            name=name,
            known=", ".join(sorted(scales)),
        )
    figures: Mapping[str, Any] = scales[name]
    if "bounds" not in figures:
        return SmoothScale(
            name=name,
            middle=figures["middle"],
            maximum=figures["maximum"],
            steps=figures["steps"],
            blitz_per_root_board=figures["blitz-per-root-board"],
            decimals=figures["decimals"],
            concave=figures["concave"],
        )
    tables = {int(n): _bands(figures["results"], most) for n, most in figures["bounds"].items()}
    inferred = frozenset(
        n for n in tables if book.parameter(f"vp.{name}.bounds.{n}").status == "inferred"
    )
    return StepScale(name, tables, inferred)


def _bands(results: Iterable[tuple[int, int]], most: Iterable[int]) -> tuple[Band, ...]:
    """The results from the draw upwards, each from just above the most IMPs of the one before."""
    least = [0, *(bound + 1 for bound in most)]
    return tuple(
        Band(imps, winner, loser) for imps, (winner, loser) in zip(least, results, strict=True)
    )
