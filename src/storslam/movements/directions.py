"""Who sits North-South in each round of a balanced all-play-all table.

A pattern is one bit mask a round: bit i is set when contestant i (from 0) sits North-South. In a
good pattern every two contestants sit the same way in nearly half of the rounds, so that each has
the same influence on every other's score:

- for n divisible by four from a Hadamard matrix (Paley's two constructions over finite fields, and
  doubling): no difference at all;
- for other even n from the squares of a field of n-1 elements, or a cyclic pattern found by
  search: every influence deviates by at most 2, which no table can better.
"""

from functools import cache
from itertools import product

Pattern = tuple[int, ...]

# n: who sits North-South in the first round besides the last contestant; the others move on by one.
_CYCLIC = {
    22: (3, 5, 6, 7, 9, 12, 13, 14, 15, 19),
    34: (0, 1, 2, 6, 9, 10, 12, 15, 17, 19, 23, 24, 29, 30, 31, 32),
    46: (
        *(1, 7, 8, 9, 13, 14, 16, 18, 22, 27, 29),
        *(30, 32, 33, 34, 36, 37, 40, 41, 42, 43, 44),
    ),
    58: (
        *(0, 1, 2, 3, 11, 12, 14, 16, 17, 18, 22, 24, 27, 31),
        *(34, 37, 38, 39, 41, 42, 43, 45, 46, 49, 50, 51, 52, 55),
    ),
}


def pattern(contestants: int) -> Pattern | None:
    """The pattern for an even number of contestants; None where none is known."""
    if contestants in _CYCLIC:
        return _cyclic(contestants, _CYCLIC[contestants])
    if contestants == 2:
        return (1,)
    if prime_power(contestants - 1):
        return _paley(contestants - 1)
    return _hadamard(contestants) if contestants % 4 == 0 else None


def _cyclic(contestants: int, first: tuple[int, ...]) -> Pattern:
    """The last contestant North-South throughout, the others' places moving on by one a round."""
    moving = contestants - 1
    fixed = 1 << moving
    return tuple(
        fixed | sum(1 << (place + turn) % moving for place in first) for turn in range(moving)
    )


def _hadamard(order: int) -> Pattern | None:
    half = order // 2
    smaller = pattern(half) if half == 2 or half % 4 == 0 else None
    if smaller:
        return _doubled(smaller, half)
    return _paley_twice(half - 1) if half % 4 == 2 and prime_power(half - 1) else None


def _doubled(smaller: Pattern, half: int) -> Pattern:
    """Sylvester's doubling: each column beside itself, and beside its opposite."""
    full = (1 << half) - 1
    same = [column | column << half for column in smaller]
    turned = [column | (full ^ column) << half for column in smaller]
    return (full, *same, *turned)


def _paley(size: int) -> Pattern:
    """The squares of a field, shifted by each element; the last contestant always sits NS."""
    chi = _characters(size)
    return tuple(
        1 << size | sum(1 << x for x in range(size) if chi[x][turn] == 1) for turn in range(size)
    )


def _paley_twice(size: int) -> Pattern:
    """Paley's second construction: order 2(q+1) for a field of q elements, q one above 4k."""
    border = [1] * size
    core = [[0, *border], *([1, *row] for row in _characters(size))]
    plus = [_with_diagonal(row, i, 1) for i, row in enumerate(core)]
    minus = [_with_diagonal(row, i, -1) for i, row in enumerate(core)]
    below = [_with_diagonal([-x for x in row], i, -1) for i, row in enumerate(core)]
    rows = [a + b for a, b in zip(plus, minus, strict=True)]
    rows += [a + b for a, b in zip(minus, below, strict=True)]
    columns = [sum(1 << i for i, sign in enumerate(row) if sign == 1) for row in rows]
    full = (1 << len(rows)) - 1
    return tuple(full ^ column ^ columns[0] for column in columns[1:])


def _with_diagonal(row: list[int], place: int, sign: int) -> list[int]:
    return [x + sign * (i == place) for i, x in enumerate(row)]


def prime_power(number: int) -> tuple[int, int] | None:
    """The odd prime and the exponent that make the number; None for any other."""
    prime = next((p for p in range(2, number + 1) if number % p == 0), 2)
    exponent, rest = 0, number
    while rest % prime == 0:
        rest, exponent = rest // prime, exponent + 1
    return (prime, exponent) if rest == 1 and prime > 2 else None


@cache
def _characters(size: int) -> list[list[int]]:
    """For every two elements of the field: 1 where their difference is a square, -1 where not."""
    found = prime_power(size)
    if found is None:
        raise ValueError(f"there is no field of {size} elements with odd characteristic")
    prime, exponent = found
    squares = _squares(prime, exponent)
    elements = list(product(range(prime), repeat=exponent))

    def character(a: tuple[int, ...], b: tuple[int, ...]) -> int:
        if a == b:
            return 0
        return 1 if tuple((x - y) % prime for x, y in zip(a, b, strict=True)) in squares else -1

    return [[character(a, b) for b in elements] for a in elements]


def _squares(prime: int, exponent: int) -> frozenset[tuple[int, ...]]:
    """The squares of the field, elements as polynomials: the even powers of a generator."""
    one = (1, *([0] * (exponent - 1)))
    for reduction in product(range(prime), repeat=exponent):
        powers = [one]
        while len(powers) < prime**exponent:
            *low, top = powers[-1]
            following = tuple(
                (a + top * b) % prime for a, b in zip((0, *low), reduction, strict=True)
            )
            if following == one or not any(following):
                break
            powers.append(following)
        if len(powers) == prime**exponent - 1:
            return frozenset(powers[::2])
    raise ValueError(f"no generator of the field of {prime}^{exponent} elements")
