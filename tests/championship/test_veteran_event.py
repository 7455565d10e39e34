"""A veteran team event, question by question: what is next, and what is refused."""

from dataclasses import replace
from fractions import Fraction

import pytest

from storslam.championship.matches import (
    Half,
    MatchResult,
    Plan,
    TeamMatch,
    cup_plan,
    own_cup_plan,
    result_of,
    veteran_plan,
)
from storslam.championship.veteran import Choice
from storslam.championship.veteran_event import (
    Event,
    Meeting,
    State,
    choice_of,
    own_cup,
    state_of,
)
from storslam.errors import StorslamError
from storslam.rulebook.edition import edition
from storslam.scoring import Artificial, Imps

BOOK = edition().at()


def names(count: int) -> tuple[str, ...]:
    return tuple(f"T{number:02}" for number in range(1, count + 1))


def result(meeting: Meeting, margin: int, teams: int = 17, plan: Plan | None = None) -> MatchResult:
    assert meeting.away is not None
    if plan is None:
        series = meeting.stage in ("round-robin", "green-lift")
        plan = veteran_plan(BOOK, teams) if series else cup_plan(BOOK, meeting.stage)
    won = Artificial(Imps(Fraction(margin)), Imps(Fraction(-margin)))
    told = TeamMatch(meeting.home, meeting.away, (Half((1,), {1: won}),))
    return result_of(told, plan, BOOK)


def by_number(meeting: Meeting) -> int:
    """The lower number wins, and by more the further the two are apart."""
    return int(str(meeting.away)[1:]) - int(meeting.home[1:])


def moved(event: Event, state: State, margin=by_number) -> Event:
    if state.next == "draw":
        return replace(event, meetings=event.meetings + state.draw)
    size = len(event.teams)
    played = [
        replace(m, result=result(m, margin(m), size)) if m in state.play else m
        for m in event.meetings
    ]
    return replace(event, meetings=tuple(played))


def until(event: Event, stage: str, step: str = "") -> tuple[Event, State]:
    """The event played on until it comes to a stage, and there to a step."""
    state = state_of(event, BOOK)
    while state.stage != stage or (step and state.next != step):
        if state.next == "choose":
            made = (
                *event.choices.get(state.stage, ()),
                choice_of(state, state.chooser, state.among[0]),
            )
            event = replace(event, choices={**event.choices, state.stage: made})
        else:
            event = moved(event, state)
        state = state_of(event, BOOK)
    return event, state


def test_two_teams_play_one_match__SM_VET_1() -> None:
    """SM-VET-1 (G-55)."""
    event = Event(("A", "B"), 1)
    state = state_of(event, BOOK)
    assert (state.kind, state.next, len(state.draw)) == ("round-robin", "draw", 1)
    with pytest.raises(StorslamError, match="1 is too few"):
        state_of(Event(("A",), 1), BOOK)


def test_the_first_round_is_by_lot_and_the_next_by_the_standing__SM_VET_5() -> None:
    event = Event(names(18), 5)
    first = state_of(event, BOOK)
    assert (first.stage, first.round, first.next, first.reasons) == ("green-lift", 1, "draw", ())
    assert first.draw == state_of(event, BOOK).draw
    assert first.draw != state_of(replace(event, lot_seed=6), BOOK).draw
    event = moved(event, first)
    playing = state_of(event, BOOK)
    assert (playing.next, len(playing.play), playing.draw) == ("play", 9, ())
    second = state_of(moved(event, playing), BOOK)
    assert (second.round, second.next) == (2, "draw")
    top = second.standing[0], second.standing[1]
    assert (second.draw[0].home, second.draw[0].away) == (top[0].team, top[1].team)


def test_nothing_is_drawn_while_a_match_of_the_round_is_not_finished() -> None:
    """S-30."""
    event, state = until(Event(names(18), 5), "green-lift", "play")
    last = state.play[-1]
    most = [m if m == last else replace(m, result=result(m, 3)) for m in event.meetings]
    waiting = state_of(replace(event, meetings=tuple(most)), BOOK)
    assert (waiting.next, waiting.play) == ("play", (last,))


def test_a_sit_out_is_18_points_and_no_imps__SM_VET_5() -> None:
    """SM-VET-5 (G-18)."""
    event = Event(names(17), 5)
    (bye,) = [m for m in state_of(event, BOOK).draw if m.away is None]
    _, playing = until(event, "green-lift", "play")
    row = next(row for row in playing.standing if row.team == bye.home)
    assert (row.vp, row.imps_won, row.imps_lost, row.matches) == (18, 0, 0, 0)
    assert bye not in playing.play


def test_a_correction_after_the_draw_is_told_and_turns_nothing() -> None:
    event, state = until(Event(names(18), 5), "green-lift", "draw")
    event = moved(event, state)
    event = moved(event, state_of(event, BOOK))
    drawn = moved(event, state_of(event, BOOK))
    assert not state_of(drawn, BOOK).stale
    corrected = tuple(
        replace(m, result=result(m, -by_number(m))) if m.round == 1 else m for m in drawn.meetings
    )
    after = state_of(replace(drawn, meetings=corrected), BOOK)
    assert after.stale
    assert after.play == state_of(drawn, BOOK).play


def test_a_struck_team_is_drawn_no_more__SM_ILL_5() -> None:
    event, _ = until(Event(names(18), 5), "green-lift", "play")
    event = replace(event, struck=frozenset({"T01"}))
    state = state_of(event, BOOK)
    assert len(state.play) == 8
    assert "T01" not in {row.team for row in state.standing}
    following = state_of(moved(event, state), BOOK)
    assert "T01" not in {team for m in following.draw for team in m.teams}


def test_points_lost_besides_count_in_the_standing__SM_ILL_2() -> None:
    event, _ = until(Event(names(18), 5), "green-lift", "play")
    fined = replace(event, lost={"T01": Fraction(5)})
    assert {row.team: row.vp for row in state_of(fined, BOOK).standing}["T01"] == -5


def test_the_winner_of_the_lift_chooses_first_among_five_to_eight__SM_VET_6() -> None:
    _, state = until(Event(names(18), 5), "quarterfinal", "choose")
    assert state.cup is not None
    order = [row.team for row in state.standing[:8]]
    assert list(state.cup.field) == order
    assert (state.chooser, list(state.among)) == (order[0], order[4:])
    assert choice_of(state, order[0], order[5]) == Choice(1, 6)


def test_a_choice_out_of_turn_is_refused__SM_VET_7() -> None:
    event, state = until(Event(names(18), 5), "quarterfinal", "choose")
    first, second, *_ = state.cup.field if state.cup else ()
    with pytest.raises(StorslamError, match=f"the turn of {first} to choose, not of {second}"):
        choice_of(state, second, state.among[0])
    with pytest.raises(StorslamError, match=f"{second} cannot be chosen; left are"):
        choice_of(state, first, second)
    with pytest.raises(StorslamError, match="it is the turn of 1, not of 2"):
        state_of(replace(event, choices={"quarterfinal": (Choice(2, 5),)}), BOOK)
    with pytest.raises(StorslamError, match="nothing to choose now"):
        choice_of(state_of(Event(names(18), 5), BOOK), first, second)


def test_the_winner_of_the_first_quarterfinal_chooses_among_three_and_four__SM_VET_9() -> None:
    _, state = until(Event(names(18), 5), "semifinal", "choose")
    assert state.cup is not None
    won = [match.winner for match in state.cup.rounds[0]]
    assert (state.chooser, list(state.among)) == (won[0], won[2:])


def test_with_more_than_forty_the_first_eight_choose__SM_VET_11_SM_VET_13() -> None:
    event, state = until(Event(names(41), 5), "round-of-16", "choose")
    assert (len(state.among), state.round) == (8, 9)
    _, state = until(event, "quarterfinal", "choose")
    assert state.cup is not None
    won = [match.winner for match in state.cup.rounds[0]]
    assert (state.chooser, list(state.among)) == (won[0], won[4:])


def test_a_level_cup_match_waits_for_its_extra_boards__SM_VET_8() -> None:
    """SM-VET-8 (G-31)."""
    event, state = until(Event(names(18), 5), "quarterfinal", "play")
    level = state_of(moved(event, state, margin=lambda _: 0), BOOK)
    assert (level.stage, level.next) == ("quarterfinal", "play")
    assert {m.result.extra_boards for m in level.play if m.result} == {4}


def test_the_losers_of_the_semifinals_play_for_bronze__SM_VET_10() -> None:
    event, state = until(Event(names(18), 5), "final", "play")
    assert {m.stage for m in state.play} == {"final", "third-place"}
    _, over = until(event, "final", "over")
    assert (over.places, over.medals) == (
        {"T01": "1", "T02": "2", "T03": "3", "T04": "4"},
        {"T01": "gold", "T02": "silver", "T03": "bronze"},
    )


def test_the_eighth_and_the_ninth_level_are_parted_by_lot__SM_VET_6() -> None:
    """G-52 tells apart by IMPs; who is level on those as well is named."""
    event = Event(names(18), 5)
    state = state_of(event, BOOK)
    while state.stage == "green-lift":
        event = moved(event, state, margin=lambda _: 0)
        state = state_of(event, BOOK)
    assert sorted(state.by_lot) == list(event.teams)
    other = state_of(replace(event, lot_seed=6, cup_field=()), BOOK)
    assert state.cup is not None
    assert other.cup is not None
    assert state.cup.field != other.cup.field


def test_only_the_green_lift_counts_in_its_standing() -> None:
    """S-29: neither points nor IMPs of the cup move it."""
    event, state = until(Event(names(18), 5), "quarterfinal", "choose")
    _, over = until(event, "final", "over")
    assert over.standing == state.standing


def test_the_cup_keeps_the_field_it_began_with() -> None:
    event, state = until(Event(names(18), 5), "quarterfinal", "choose")
    assert state.cup is not None
    event = replace(event, cup_field=state.cup.field)
    assert not state_of(event, BOOK).stale
    struck = replace(event, lost={state.cup.field[0]: Fraction(99)})
    assert (state_of(struck, BOOK).stale, state_of(struck, BOOK).cup) == (True, state.cup)


def test_a_winner_corrected_after_the_next_match_was_drawn_is_told() -> None:
    event, _ = until(Event(names(18), 5), "final", "play")
    assert not state_of(event, BOOK).stale
    first = next(m for m in event.meetings if m.stage == "semifinal")
    turned = [
        replace(m, result=result(m, -by_number(m))) if m is first else m for m in event.meetings
    ]
    after = state_of(replace(event, meetings=tuple(turned)), BOOK)
    assert (after.stale, after.next, after.draw) == (True, "play", ())
    [(went_on, due)] = after.kept
    assert {went_on, due} == first.teams
    undrawn = [m for m in turned if m.stage not in {"final", "third-place"}]
    again = state_of(replace(event, meetings=tuple(undrawn)), BOOK)
    assert (again.stale, again.next, again.kept) == (False, "draw", ())
    assert due in {team for m in again.draw if m.stage == "final" for team in m.teams}


def test_a_team_that_is_struck_in_the_cup_wins_nothing_more_there() -> None:
    event, state = until(Event(names(18), 5), "semifinal", "play")
    assert state.cup is not None
    event = replace(event, cup_field=state.cup.field)
    gone = event.meetings[-1].home
    struck = replace(event, struck=frozenset({gone}))
    after = state_of(struck, BOOK)
    assert gone not in {team for m in after.play for team in m.teams}
    _, over = until(struck, "final", "over")
    assert gone not in over.places
    assert sorted(over.places.values()) == ["1", "2", "3"]
    late = replace(until(event, "final", "over")[0], struck=frozenset({gone}))
    assert gone not in state_of(late, BOOK).places


@pytest.mark.parametrize(
    ("event", "fault"),
    [
        (Event(("A", "B", "A"), 1), "teams: A is there twice"),
        (Event(("A", "B"), 1, (Meeting("round-robin", 1, "A", "X"),)), "X is not one of the"),
        (Event(("A", "B"), 1, (Meeting("round-robin", 1, "A", "A"),)), "A meets itself"),
        (
            Event(names(5), 1, (Meeting("round-robin", 1, "T01", "T02"),) * 2),
            "T0[12] is drawn twice in round 1",
        ),
    ],
)
def test_an_event_that_cannot_be_is_refused(event: Event, fault: str) -> None:
    with pytest.raises(StorslamError, match=fault):
        state_of(event, BOOK)


@pytest.mark.parametrize("size", [4, 8, 16, 32])
def test_a_districts_own_cup_lets_the_best_two_meet_in_the_final_only__SM_QUAL_1(size) -> None:
    field, plan, meetings, drawn = names(size), own_cup_plan(16), (), []
    while (state := own_cup(field, meetings)).next != "over":
        if state.next == "draw":
            drawn.append(len(state.draw))
            meetings += state.draw
        meetings = tuple(
            replace(m, result=result(m, by_number(m), plan=plan)) if m in state.play else m
            for m in meetings
        )
    assert drawn == [*(size >> n for n in range(1, size.bit_length() - 1)), 2]
    assert len(meetings) == size
    assert list(state.places) == ["T01", "T02", "T03", "T04"]
    first = [m for m in meetings if m.round == 1]
    assert {(m.home, m.away) for m in first} == {
        (field[n], field[size - 1 - n]) for n in range(size // 2)
    }


def test_an_own_cup_of_another_number_is_refused() -> None:
    with pytest.raises(StorslamError, match="not 7"):
        own_cup(names(7), ())
