"""Events, lines and deals as hypothesis makes them."""

import datetime
from dataclasses import replace
from fractions import Fraction

from hypothesis import strategies as st

from storslam.bridge import (
    PASSED_OUT,
    SEATS,
    Card,
    Contract,
    Deal,
    Doubling,
    Hand,
    Strain,
    Suit,
    duplicate_score,
    numbered_board,
)
from storslam.bridge.cards import RANKS
from storslam.scoring.event import (
    Artificial,
    Average,
    BoardRecord,
    Contestant,
    Event,
    Imps,
    Line,
    Percent,
    Play,
    Player,
    Score,
    Weighted,
)

contracts = st.builds(
    Contract,
    st.integers(1, 7),
    st.sampled_from(Strain),
    st.sampled_from(Doubling),
    st.sampled_from(SEATS),
)
cards = st.builds(Card, st.sampled_from(Suit), st.sampled_from(RANKS))
plays = st.one_of(
    st.builds(Play, contracts, st.integers(0, 13), st.none() | cards),
    st.just(Play(PASSED_OUT, 0)),
)
awards = st.one_of(
    st.integers(0, 100).map(lambda percent: Percent(Fraction(percent, 100))),
    st.sampled_from((1, 0, -1)).map(Average),
    st.integers(-12, 12).map(lambda imps: Imps(Fraction(imps))),
)


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    pack = draw(st.permutations([(suit, rank) for suit in Suit for rank in RANKS]))
    north, east, south, west = (
        Hand(tuple("".join(r for s, r in pack[i : i + 13] if s is suit) for suit in Suit))
        for i in range(0, 52, 13)
    )
    return Deal((north, east, south, west))


@st.composite
def outcomes(draw: st.DrawFn, board: int, sits_out: bool) -> tuple[object, Play | None]:
    """An outcome with the play it comes from, as a director could have written them."""
    if sits_out:
        return draw(st.none() | st.builds(Artificial, awards, st.none())), None
    vulnerability = numbered_board(board).vulnerability
    kind = draw(st.sampled_from(("played", "played", "typed", "weighted", "artificial", "open")))
    play = draw(plays)
    points = duplicate_score(play.contract, play.tricks, vulnerability)
    if kind == "played":
        return Score(points), play
    if kind == "typed":
        return Score(points), None
    if kind == "weighted":
        other = draw(plays)
        weight = Fraction(draw(st.integers(1, 99)), 100)
        parts = (
            (points, weight),
            (duplicate_score(other.contract, other.tricks, vulnerability), 1 - weight),
        )
        return Weighted(parts), draw(st.sampled_from((play, None)))
    return (draw(st.builds(Artificial, awards, awards)) if kind == "artificial" else None), None


names = st.text(
    st.characters(min_codepoint=32, max_codepoint=255, exclude_categories=["Cc", "Cf"]), max_size=20
).map(str.strip)


@st.composite
def events(draw: st.DrawFn, players: st.SearchStrategy[str] = names, pairs: int = 8) -> Event:
    """An event of a few boards in which nobody is in two places."""
    ids = [f"P{n}" for n in range(1, draw(st.integers(2, pairs)) + 1)]
    numbers = draw(st.lists(st.integers(1, 40), min_size=1, max_size=4, unique=True))
    lines = []
    for board in sorted(numbers):
        order = draw(st.permutations(ids))
        for table, ns in enumerate(order[::2], 1):
            ew = order[2 * table - 1] if 2 * table - 1 < len(order) else None
            outcome, play = draw(outcomes(board, ew is None))
            group = draw(st.sampled_from(("", "", "b")))
            lines.append(Line(board, ns, ew, outcome, play, "", 1, table, group))
    return Event(
        name=draw(players),
        site=draw(players),
        date=draw(st.none() | st.dates(datetime.date(1990, 1, 1), datetime.date(2050, 1, 1))),
        contestants=tuple(
            Contestant(
                id_,
                tuple(
                    Player(draw(players) or "X", draw(st.from_regex(r"[0-9]{0,6}", fullmatch=True)))
                    for _ in range(2)
                ),
            )
            for id_ in ids
        ),
        boards={
            n: BoardRecord(
                numbered_board(n),
                draw(st.none() | deals()),
                draw(st.just({}) | _tricks()),
            )
            for n in sorted(numbers)
        },
        lines=tuple(lines),
    )


def scorable(event: Event) -> Event:
    """The event with averages for awards in IMPs, which match points have no value for."""

    def average(award: object) -> object:
        return Average(0) if isinstance(award, Imps) else award

    lines = (
        replace(line, outcome=Artificial(average(line.outcome.ns), average(line.outcome.ew)))
        if isinstance(line.outcome, Artificial)
        else line
        for line in event.lines
    )
    return replace(event, lines=tuple(lines))


def _tricks() -> st.SearchStrategy[dict[object, int]]:
    keys = [(seat, strain) for seat in SEATS for strain in Strain]
    return st.lists(st.integers(0, 13), min_size=20, max_size=20).map(
        lambda tricks: dict(zip(keys, tricks, strict=True))
    )
