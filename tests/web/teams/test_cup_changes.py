"""What changes in a cup after its next round was drawn: corrections, rulings, struck teams."""

from random import Random

import pytest
from django.urls import reverse

from storslam.web.hall.contestants import set_standing
from storslam.web.models import Event
from storslam.web.models.event import Standing
from storslam.web.teams import acts, drawing, rulings
from storslam.web.teams.medals import medals
from tests.web.teams import makers

pytestmark = pytest.mark.django_db
DICE = 5


def until(event: Event, phase: str, step: str, dice: Random) -> None:
    """Play a veteran event until this is next in the cup."""
    for _ in range(40):
        state = makers.now(event).state
        if (state.stage, state.next) == (phase, step) or state.next == "over":
            return
        if state.next == "choose":
            fresh = makers.fresh(event)
            drawing.choose(fresh, state.chooser, state.among[-1], makers.director())
        elif state.next == "draw":
            makers.draw(event)
        else:
            makers.play(event, dice)


@pytest.fixture
def event(db) -> Event:  # noqa: ARG001 - the fixture opens the database
    """Seventeen veteran teams whose semifinals are drawn."""
    made = makers.opened(17, discipline="veteran-teams", kind="final")
    until(made, "semifinal", "play", Random(DICE))
    return made


def turn(event: Event) -> tuple[str, str]:
    """Let a ruling turn a quarterfinal; who had won it, and who has now."""
    one = next(m for m in makers.now(event).matches if m.row.phase == "quarterfinal")
    side = "away" if one.result.winner == one.home else "home"
    rulings.rule_match(makers.fresh(event), one.row.pk, rulings.WINS[side], "Law 90", "x", "tl")
    lost = {one.home, one.away or ""} - {one.result.winner}
    return one.result.winner, lost.pop()


def test_a_drawn_round_stays_and_the_desk_names_who_went_on(client, event):
    """S-11: redraw, or keep."""
    client.force_login(makers.director())
    event.directors.add(makers.director())
    went_on, due = turn(event)
    state = makers.now(event).state
    assert (state.next, state.stale, state.kept) == ("play", True, ((went_on, due),))
    desk = reverse("teams_desk", args=[event.slug])
    people = makers.now(event).people
    page = client.get(desk).content.decode()
    assert f"{people[went_on]} gick vidare, fast {people[due]} skulle göra det nu" in page
    client.post(desk, {"act": "draw", "round": str(state.round)})
    assert event.matches.filter(phase="semifinal").count() == 2
    client.post(desk, {"act": "take-back"})
    assert not event.matches.filter(phase="semifinal").exists()
    until(event, "semifinal", "play", Random(DICE))
    assert due in {m.home for m in makers.now(event).matches} | {
        m.away for m in makers.now(event).matches if m.row.phase == "semifinal"
    }
    assert not makers.now(event).state.kept


def test_the_final_is_drawn_and_played_though_an_earlier_winner_was_corrected(event):
    dice = Random(DICE)
    makers.play(event, dice)
    went_on, _due = turn(event)
    until(event, "final", "over", dice)
    state = makers.now(event).state
    assert state.next == "over"
    assert len(state.places) == 4
    assert {went_on} <= {
        m.home for m in makers.now(event).matches if m.row.phase == "semifinal"
    } | {m.away for m in makers.now(event).matches if m.row.phase == "semifinal"}


def test_a_struck_team_wins_nothing_more_and_has_no_medal(event):
    dice = Random(DICE)
    gone = event.matches.filter(phase="semifinal").first().home
    set_standing(makers.fresh(event), gone, Standing.STRUCK, makers.director(), "inte betalt")
    until(event, "final", "over", dice)
    now = makers.now(event)
    assert gone.code not in now.state.places
    assert gone not in [one.team for one in medals(now)]


def test_a_level_cup_match_that_was_shortened_gets_its_extra_boards(event):
    match = event.matches.filter(phase="semifinal").first()
    half = len(match.halves[0][1])
    acts.shorten(makers.fresh(event), match.pk, half, "sena", makers.director())
    makers.play_level(event)
    now = acts.match_of(makers.fresh(event), match.pk)
    assert now.result.extra_boards
    acts.add_extra(makers.fresh(event), match.pk, makers.director())
    told = acts.match_of(makers.fresh(event), match.pk).told
    assert [len(one.boards) for one in told.halves] == [half, 0]
    assert len(told.extra) == 1
    with pytest.raises(acts.StorslamError, match="extra boards are seated"):
        acts.shorten(makers.fresh(event), match.pk, 4, "sena", makers.director())
