"""A scorer that compares every line with every other, as slowly and plainly as it can be done.

It shares nothing with the scorer it checks but the values that go in.
"""

from fractions import Fraction

from storslam.scoring import Artificial, Average, Imps, Line, Percent, Score, Settings, Weighted

F = Fraction
STEPS = (
    (20, 40), (50, 80), (90, 120), (130, 160), (170, 210), (220, 260), (270, 310), (320, 360),
    (370, 420), (430, 490), (500, 590), (600, 740), (750, 890), (900, 1090), (1100, 1290),
    (1300, 1490), (1500, 1740), (1750, 1990), (2000, 2240), (2250, 2490), (2500, 2990),
    (3000, 3490), (3500, 3990), (4000, 99990),
)  # fmt: skip


def imps(difference: int) -> int:
    size = sum(1 for low, _ in STEPS if abs(difference) >= low)
    return size if difference > 0 else -size


def real(line: Line) -> bool:
    return isinstance(line.outcome, Score | Weighted)


def spread(line: Line) -> list[tuple[int, Fraction]]:
    if isinstance(line.outcome, Score):
        return [(line.outcome.ns, F(1))]
    assert isinstance(line.outcome, Weighted)
    return list(line.outcome.parts)


def expected(lines: list[Line]) -> int:
    return max(
        [
            sum(
                1
                for other in lines
                if other.board == line.board and other.ew is not None and other.outcome is not None
            )
            for line in lines
        ]
        + [1]
    )


def others(line: Line, lines: list[Line]) -> list[Line]:
    return [
        one
        for one in lines
        if one is not line and real(one) and (one.board, one.group) == (line.board, line.group)
    ]


def results(lines: list[Line], settings: Settings) -> list[tuple[Fraction | None, Fraction | None]]:
    """The points of NS and EW on each line from results alone."""
    return [_result(line, lines, settings) if real(line) else (None, None) for line in lines]


def _result(line: Line, lines: list[Line], settings: Settings) -> tuple[Fraction, Fraction]:
    rest = others(line, lines)
    if settings.method == "matchpoints":
        e, a = expected(lines), len(rest) + 1
        both = []
        for sign in (1, -1):
            won = F(0)
            for other in rest:
                for mine, weight in spread(line):
                    for theirs, their_weight in spread(other):
                        gain = sign * (mine - theirs)
                        won += weight * their_weight * (2 if gain > 0 else 1 if gain == 0 else 0)
            both.append((won * e + (e - a)) / a)
        return both[0], both[1]
    if settings.method == "cross-imps":
        won = sum(
            (
                weight * their_weight * imps(mine - theirs)
                for other in rest
                for mine, weight in spread(line)
                for theirs, their_weight in spread(other)
            ),
            F(0),
        )
        average = won / len(rest) if rest else F(0)
        return average, -average
    middle = datum([*rest, line], settings)
    won = sum((weight * imps(mine - middle) for mine, weight in spread(line)), F(0))
    return won, -won


def datum(lines: list[Line], settings: Settings) -> int:
    values = sorted(sum((score * weight for score, weight in spread(one)), F(0)) for one in lines)
    count = len(values)
    if settings.datum == "trimmed" and count > 2:
        values.remove(min(values))
        values.remove(max(values))
    if settings.datum == "median":
        values = [values[(count - 1) // 2], values[count // 2]]
    tens = sum(values, F(0)) / len(values) / 10
    nearest = abs(tens).numerator // abs(tens).denominator
    if abs(tens) - nearest >= F(1, 2):
        nearest += 1
    return 10 * nearest if tens >= 0 else -10 * nearest


def score(lines: list[Line], settings: Settings) -> dict[str, tuple[Fraction, Fraction]]:
    """Each contestant's total and what it is out of: match points, or boards in IMPs."""
    matchpoints = settings.method == "matchpoints"
    stake = F(2 * (expected(lines) - 1)) if matchpoints else F(1)
    plain = results(lines, settings)
    own: dict[str, list[Fraction]] = {}
    for line, (ns, ew) in zip(lines, plain, strict=True):
        own.setdefault(line.ns, []).extend([] if ns is None else [ns])
        if line.ew is not None:
            own.setdefault(line.ew, []).extend([] if ew is None else [ew])
    played = {one: list(points) for one, points in own.items()}

    def value(award: object, who: str) -> Fraction:
        if isinstance(award, Imps):
            return award.imps
        if isinstance(award, Average):
            if not matchpoints:
                return F(3 * award.grade)
            share = F(5 + award.grade, 10)
            if settings.averages == "own" and played[who] and stake and award.grade:
                mine = sum(played[who]) / (stake * len(played[who]))
                share = max(share, mine) if award.grade > 0 else min(share, mine)
            return share * stake
        assert isinstance(award, Percent)
        return award.share * stake

    for line in lines:
        if isinstance(line.outcome, Artificial) and line.ew is not None:
            own[line.ns].append(value(line.outcome.ns, line.ns))
            own[line.ew].append(value(line.outcome.ew, line.ew))
    without = {one: list(points) for one, points in own.items()}
    for line in lines:
        if line.ew is None and line.outcome is not None:
            assert isinstance(line.outcome, Artificial)
            own[line.ns].append(value(line.outcome.ns, line.ns))
        elif line.ew is None and settings.sit_out == "own-average" and without[line.ns]:
            own[line.ns].append(sum(without[line.ns]) / len(without[line.ns]))
    return {one: (sum(points, F(0)), stake * len(points)) for one, points in own.items()}


def places(scored: dict[str, tuple[Fraction, Fraction]], settings: Settings) -> dict[str, str]:
    """Places by counting who is better and who is equal."""
    keys = {
        one: total / out_of if settings.method == "matchpoints" else total
        for one, (total, out_of) in scored.items()
        if out_of
    }
    placed = dict.fromkeys(scored, "")
    for one, key in keys.items():
        first = 1 + sum(other > key for other in keys.values())
        last = sum(other >= key for other in keys.values())
        placed[one] = str(first) if first == last else f"{first}/{last}"
    return placed
