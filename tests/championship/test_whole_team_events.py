"""Whole team events from the entries to the medals, checked by code that shares nothing with ours.

The results are by chance from a seed. The checks know the regulation's figures as printed numbers.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from storslam.championship.matches import (
    Half,
    MatchResult,
    Plan,
    TeamMatch,
    cup_plan,
    result_of,
    series_plan,
    veteran_plan,
)
from storslam.championship.series import Standing
from storslam.championship.team_semifinals import Team, playing_order
from storslam.championship.team_series import final_field, schedule, series_of
from storslam.championship.veteran_event import Event, Meeting, State, choice_of, state_of
from storslam.rulebook.edition import edition
from storslam.scoring import Score

BOOK = edition().at()

# The most IMPs of each result from 15-15 to 25-1, by boards (the rows of 7, 10 and 14 inferred).
BOUNDS = {
    7: [1, 5, 7, 10, 13, 15, 18, 21, 24, 27, 30, 34, 38, 42, 47],
    8: [1, 5, 8, 11, 14, 17, 20, 23, 26, 29, 33, 37, 41, 45, 50],
    10: [1, 6, 9, 12, 15, 18, 22, 25, 29, 33, 36, 41, 46, 51, 56],
    14: [2, 7, 10, 14, 18, 22, 26, 30, 34, 39, 43, 49, 54, 60, 66],
    24: [3, 9, 14, 19, 24, 29, 34, 39, 45, 51, 57, 64, 71, 79, 87],
}
IMP_STEPS = [20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500]
SCORES = (-1430, -680, -620, -420, -140, -100, -50, 0, 50, 100, 110, 170, 420, 450, 620, 650, 1430)


def own_vp(margin: int, boards: int) -> int:
    """A side's victory points, counted column by column of the printed table."""
    columns = sum(abs(margin) > bound for bound in BOUNDS[boards])
    return min(25, 15 + columns) if margin > 0 else 15 - columns


def own_imps(difference: int) -> int:
    imps = sum(abs(difference) >= step for step in (*IMP_STEPS, 1750, 2000, 2250, 2500, 3000))
    return imps if difference > 0 else -imps


class Hall:
    """Plays matches by chance and keeps what was scored, board by board."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.boards: dict[tuple[str, frozenset[str]], list[tuple[str, int, int]]] = defaultdict(
            list
        )
        self.stage = ""

    def play(self, home: str, away: str, plan: Plan) -> MatchResult:
        sizes = plan.halves
        halves = tuple(self.half(home, away, 20 * n, size) for n, size in enumerate(sizes))
        told = TeamMatch(home, away, halves)
        result = result_of(told, plan, BOOK)
        while not result.finished:
            extra = self.half(home, away, 100 + 10 * len(told.extra), result.extra_boards or 0)
            told = replace(told, extra=(*told.extra, extra))
            result = result_of(told, plan, BOOK)
        return result

    def half(self, home: str, away: str, after: int, count: int) -> Half:
        numbers = tuple(range(after + 1, after + count + 1))
        opened, closed = ({n: self.dice.choice(SCORES) for n in numbers} for _ in "ab")
        for n in numbers:
            self.scores(home, away).append((home, opened[n], closed[n]))
        rooms = ({n: Score(ns) for n, ns in room.items()} for room in (opened, closed))
        return Half(numbers, *rooms)

    def scores(self, one: str, other: str) -> list[tuple[str, int, int]]:
        """The home team and the scores of both rooms, by board, of the two in this stage."""
        return self.boards[self.stage, frozenset((one, other))]

    def won(self, team: str, other: str) -> tuple[int, int]:
        """The IMPs that the team won and lost against the other, from the scores."""
        won = lost = 0
        for home, opened, closed in self.scores(team, other):
            imps = own_imps(opened - closed) * (1 if team == home else -1)
            won, lost = won + max(imps, 0), lost + max(-imps, 0)
        return won, lost


def own_table(
    hall: Hall, pairs: Iterable[tuple[str, str]], boards: int, byes: Iterable[str] = ()
) -> list[tuple[str, int]]:
    """Teams and VP, the best first, level ones by the quotient of IMPs; from the scores alone."""
    vp: Counter[str] = Counter()
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    for two in pairs:
        for team, other in (two, two[::-1]):
            plus, minus = hall.won(team, other)
            vp[team] += own_vp(plus - minus, boards)
            won[team], lost[team] = won[team] + plus, lost[team] + minus
    for team in byes:
        vp[team] += 18
    by = {t: (vp[t], Fraction(won[t], lost[t]) if lost[t] else 99 if won[t] else 1) for t in vp}
    return [(team, vp[team]) for team in sorted(vp, key=by.__getitem__, reverse=True)]


def agree(table: Sequence[Standing], own: Sequence[tuple[str, int]]) -> None:
    """The same teams in the same order with the same points, but for those that share a place."""
    assert sorted((row.team, row.vp) for row in table) == sorted(own)
    order = {team: number for number, (team, _) in enumerate(own, 1)}
    for row in table:
        first, _, last = row.place.partition("/")
        assert int(first) <= order[row.team] <= int(last or first)


def whole(teams: int) -> tuple[Hall, Event, list[State]]:
    """A veteran event to its end, with all states on the way."""
    hall, dice = Hall(teams), Random(teams)
    event = Event(tuple(f"T{n}" for n in range(1, teams + 1)), lot_seed=7)
    states = [state_of(event, BOOK)]
    while states[-1].next != "over":
        event = moved(event, states[-1], hall, dice)
        states.append(state_of(event, BOOK))
    return hall, event, states


def moved(event: Event, state: State, hall: Hall, dice: Random) -> Event:
    if state.next == "draw":
        return replace(event, meetings=event.meetings + state.draw)
    if state.next == "choose":
        choice = choice_of(state, state.chooser, dice.choice(state.among))
        made = (*event.choices.get(state.stage, ()), choice)
        return replace(event, choices={**event.choices, state.stage: made})
    played = [
        replace(m, result=played_of(m, event, hall)) if m in state.play else m
        for m in event.meetings
    ]
    return replace(event, meetings=tuple(played))


def played_of(meeting: Meeting, event: Event, hall: Hall) -> MatchResult:
    series = meeting.stage in ("round-robin", "green-lift")
    plan = veteran_plan(BOOK, len(event.teams)) if series else cup_plan(BOOK, meeting.stage)
    assert meeting.away is not None
    hall.stage = meeting.stage
    return hall.play(meeting.home, meeting.away, plan)


def pairs_of(meetings: Iterable[Meeting]) -> list[tuple[str, str]]:
    return [(m.home, m.away) for m in meetings if m.away is not None]


@pytest.mark.parametrize(("teams", "boards", "rounds"), [(5, 14, 5), (9, 10, 9), (12, 8, 11)])
def test_veterans_who_all_meet__SM_VET_1_SM_VET_3_SM_VET_4(teams, boards, rounds) -> None:
    hall, event, states = whole(teams)
    met = [frozenset(pair) for pair in pairs_of(event.meetings)]
    assert len(met) == len(set(met)) == teams * (teams - 1) // 2
    assert {m.round for m in event.meetings} == set(range(1, rounds + 1))
    assert {len(hall.scores(*two)) for two in met} == {boards}
    own = own_table(hall, pairs_of(event.meetings), boards)
    agree(states[-1].standing, own)
    gold, silver, bronze = (team for team, _ in own[:3])
    assert states[-1].medals == {gold: "gold", silver: "silver", bronze: "bronze"}


@pytest.mark.parametrize("teams", [17, 23, 40, 41, 64])
def test_veterans_of_the_green_lift_and_the_cup__SM_VET_5_to_SM_VET_14(teams: int) -> None:
    hall, event, states = whole(teams)
    hall.stage = "green-lift"
    lift = [m for m in event.meetings if m.stage == "green-lift"]
    check_lift(hall, event, lift)
    size = 8 if teams <= 40 else 16
    chosen_from = next(state for state in states if state.cup is not None)
    own = own_table(hall, pairs_of(lift), 7, (m.home for m in lift if m.away is None))
    agree(chosen_from.standing, own)
    assert chosen_from.cup is not None
    assert set(chosen_from.cup.field) == {team for team, _ in own[:size]} or chosen_from.by_lot
    check_cup(hall, event, states[-1], list(chosen_from.cup.field))


def check_lift(hall: Hall, event: Event, lift: list[Meeting]) -> None:
    """Eight rounds of seven boards, nobody twice; each drawn down the standing before it."""
    met = Counter(m.teams for m in lift)
    assert set(met.values()) == {1}
    assert {len(hall.scores(*m.teams)) for m in lift if m.away} == {7}
    for number in range(1, 9):
        now = [m for m in lift if m.round == number]
        assert sorted(t for m in now for t in m.teams) == sorted(event.teams)
        before = [m for m in lift if m.round < number]
        out = [m.home for m in before if m.away is None]
        table = own_table(hall, pairs_of(before), 7, out)
        if number > 1:
            check_round(dict(table), table, now, {m.teams for m in before}, set(out))


def check_round(
    vp: dict[str, int],
    table: list[tuple[str, int]],
    now: list[Meeting],
    met: set[frozenset[str]],
    out: set[str],
) -> None:
    """The bye has the least points of those without; the upper half takes the next not met."""
    bye = [m.home for m in now if m.away is None]
    assert all(vp[bye[0]] == min(vp[t] for t in vp if t not in out) for _ in bye)
    left = [team for team, _ in table if team not in bye]
    opponents = {a: b for m in now if m.away for a, b in ((m.home, m.away), (m.away, m.home))}
    for _ in range(len(left) // 4):
        team, *others = left
        nearest = next(other for other in others if frozenset((team, other)) not in met)
        assert opponents[team] == nearest
        left = [other for other in others if other != opponents[team]]


def check_cup(hall: Hall, event: Event, over: State, field: list[str]) -> None:
    """Each round's choosers in order among the lower half; who is beaten plays no more."""
    stages = ["round-of-16", "quarterfinal", "semifinal"][-(len(field).bit_length() - 2) :]
    entrants = field
    for stage in stages:
        matches = [m for m in event.meetings if m.stage == stage]
        half = len(entrants) // 2
        assert [m.home for m in matches] == entrants[:half]
        assert sorted(m.away or "" for m in matches) == sorted(entrants[half:])
        boards = 24 if stage == "semifinal" else 16
        entrants = [winner(hall, m, boards) for m in matches]
        losers = [t for m in matches for t in m.teams if t not in entrants]
    (final,) = [m for m in event.meetings if m.stage == "final"]
    (third,) = [m for m in event.meetings if m.stage == "third-place"]
    assert (final.teams, third.teams) == (frozenset(entrants), frozenset(losers))
    gold, bronze = winner(hall, final, 24), winner(hall, third, 24)
    (silver,) = final.teams - {gold}
    assert over.medals == {gold: "gold", silver: "silver", bronze: "bronze"}
    assert list(over.places.values()) == ["1", "2", "3", "4"]


def winner(hall: Hall, meeting: Meeting, boards: int) -> str:
    """The team with more IMPs over this stage's boards, and over four extra ones while level."""
    hall.stage = meeting.stage
    signed = [
        own_imps(opened - closed) * (1 if home == meeting.home else -1)
        for home, opened, closed in hall.scores(*meeting.teams)
    ]
    lead, extra = sum(signed[:boards]), signed[boards:]
    assert len(signed) >= boards
    assert (len(extra) >= 4) if lead == 0 else not extra
    lead += sum(extra)
    assert lead != 0
    return meeting.home if lead > 0 else str(meeting.away)


def test_a_whole_sm_lag_from_sixty_teams_to_the_winner__SM_TSF_12_SM_TSF_13() -> None:
    """Ten semifinals of six teams over 120 boards, and a final series of ten over 216."""
    hall, dice = Hall(60), Random(60)
    districts = [district.name for district in edition().districts()]
    series, winners, hall.stage = {}, set(), "semifinal"
    plan = series_plan(BOOK, "semifinal")
    for venue in range(10):
        homes = dice.sample(districts, 4) + [districts[venue]] * 2
        teams = [Team(f"{venue}-{n}", home) for n, home in enumerate(homes)]
        rounds = playing_order(teams, Random(venue))[0]
        check_schedule(rounds, [team.id for team in teams])
        related = {t.id for t in teams if t.district == districts[venue]}
        assert any(len(related & {*two}) == 2 for one in rounds[:2] for two in one)
        results = [hall.play(*two, plan) for one in rounds for two in one]
        series[f"venue {venue}"] = series_of(rounds, results, plan, BOOK)
        own = own_table(hall, [two for one in rounds for two in one], 24)
        agree(series[f"venue {venue}"].table, own)
        winners.add(own[0][0])
    assert set(final_field(BOOK, series)) == winners
    final = schedule(sorted(winners), 1)
    check_schedule(final, sorted(winners))
    hall.stage = "final"
    plan = series_plan(BOOK, "final")
    results = [hall.play(*two, plan) for one in final for two in one]
    done = series_of(final, results, plan, BOOK)
    own = own_table(hall, [two for one in final for two in one], 24)
    agree(done.table, own)
    assert (done.over, done.winner) == (True, own[0][0])
    assert sum(len(hall.scores(*two)) for one in final for two in one) == 45 * 24


def check_schedule(rounds: Sequence[Sequence[tuple[str, str]]], teams: list[str]) -> None:
    """All meet all once, and each plays in every round."""
    assert len(rounds) == len(teams) - 1
    assert all(sorted(t for two in one for t in two) == sorted(teams) for one in rounds)
    met = {frozenset(two) for one in rounds for two in one}
    assert len(met) == len(teams) * (len(teams) - 1) // 2
