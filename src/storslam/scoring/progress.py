"""How the standing came about: everybody's place after each round."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from itertools import groupby

from storslam.scoring.ranking import rank
from storslam.scoring.standing import Key, Standing, own_rows, seats


def places_by_round(standing: Standing) -> dict[Key, list[tuple[int, int]]]:
    """Each contestant's rounds in order with its place after them, the best of a shared one.

    By the points that the boards have given by now. What belongs to no round, penalties and
    points brought along, counts from the first.
    """
    by_round, sums = _by_round(standing), _extra(standing)
    found: dict[Key, list[tuple[int, int]]] = defaultdict(list)
    for number in sorted(by_round):
        for key, (points, stake) in by_round[number].items():
            had, could = sums[key]
            sums[key] = had + points, could + stake
        for key, place in _places(sums, shares=standing.method == "matchpoints").items():
            found[key].append((number, place))
    return dict(found)


_Sums = dict[Key, tuple[Fraction, int]]
"""Points, and what they could have been."""


def _by_round(standing: Standing) -> Mapping[int, _Sums]:
    whose = own_rows(standing)
    found: Mapping[int, _Sums] = defaultdict(lambda: defaultdict(lambda: (Fraction(0), 0)))
    for board in standing.boards:
        for one in board.results:
            for who, side, points in seats(one):
                if points is not None and one.line.round:
                    had, could = found[one.line.round][whose(who, side)]
                    found[one.line.round][whose(who, side)] = had + points, could + (one.top or 1)
    return found


def _extra(standing: Standing) -> _Sums:
    """What each has that no round gave."""
    whose = own_rows(standing)
    extra = {(row.id, row.side): row.total for row in standing.rows}
    for board in standing.boards:
        for one in board.results:
            for who, side, points in seats(one):
                if points is not None and one.line.round:
                    extra[whose(who, side)] -= points
    return {key: (points, 0) for key, points in extra.items()}


def _places(sums: _Sums, *, shares: bool) -> dict[Key, int]:
    """The first of each contestant's places, within its side."""
    found: dict[Key, int] = {}
    for side, keys in groupby(sorted(sums, key=lambda key: str(key[1])), key=lambda key: key[1]):
        values = {
            who: points / stake if shares else points
            for who, key in ((key[0], key) for key in keys)
            for points, stake in [sums[key]]
            if stake
        }
        for one in rank(values):
            found[one.id, side] = int(one.place.partition("/")[0])
    return found
