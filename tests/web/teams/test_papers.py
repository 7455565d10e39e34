"""The papers of an event of teams: what they say, and when they are out of date (S-10)."""

from dataclasses import replace
from decimal import Decimal
from random import Random

import pytest
from django.urls import reverse

from storslam.scoring.event import Artificial, Average
from storslam.web.desks.papers import TEAM_PAPERS
from storslam.web.models import Event, Printed
from storslam.web.payload import Payload
from storslam.web.results import record_result
from storslam.web.shown import exact
from storslam.web.teams import acts, drawing, papers
from storslam.web.teams.acts import Four
from tests.web.teams import makers
from tests.web.test_papers import printed, squeezed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rehearsal")]

OF_ROUND = {"uppstallning", "tomma-protokoll", "protokoll"}


@pytest.fixture
def event(db):  # noqa: ARG001 - the fixture opens the database
    made = makers.opened(6)
    makers.draw(made)
    makers.play(made, Random(5), round__number__lte=4)
    return makers.fresh(made)


def page(desk, event: Event) -> str:
    return desk.get(reverse("papers", args=[event.slug])).text


def cup(teams: int, until: str) -> Event:
    """A veteran event that is played until the cup is to be paired, or over."""
    made, dice = makers.opened(teams, discipline="veteran-teams", kind="final"), Random(1)
    while (state := makers.now(made).state).next != until:
        if state.next == "draw":
            makers.draw(made)
        elif state.next == "choose":
            drawing.choose(makers.fresh(made), state.chooser, state.among[0], makers.director())
        else:
            for one in makers.now(made).matches:
                if one.result and one.result.extra_boards:
                    acts.add_extra(makers.fresh(made), one.row.pk, makers.director())
            makers.play(made, dice)
    return makers.fresh(made)


def line_up(event: Event, match, half: int = 1) -> None:
    for side in ("home", "away"):
        keys = list(getattr(match, side).members.values_list("pk", flat=True))
        four = Four((keys[0], keys[1]), (keys[2], keys[3]))
        acts.name_line_up(makers.fresh(event), match.pk, half, side, four, makers.director())


@pytest.mark.parametrize("lang", ["sv", "en"])
def test_a_series_has_its_papers_and_no_cup_and_no_medals(desk, event, lang):
    offered = page(desk, event)
    for kind in TEAM_PAPERS:
        address = reverse("print_paper", args=[event.slug, kind])
        if kind in {"cuptrad", "medaljer"}:
            assert address not in offered
            assert desk.post(address, {"lang": lang}).status_code == 404
        else:
            assert address in offered
            more = {"round": "1"} if kind in OF_ROUND else {}
            assert "Lag 6" in printed(desk, event, kind, lang, **more)
    kinds = set(Printed.objects.values_list("kind", flat=True))
    assert kinds == {f"{k}.1" if k in OF_ROUND else k for k in TEAM_PAPERS} - {
        "cuptrad",
        "medaljer",
    }


@pytest.mark.parametrize("number", ["", "0", "6", "x", "9999"])
def test_there_is_no_protocol_of_another_round(desk, event, number):
    address = reverse("print_paper", args=[event.slug, "protokoll"])
    assert desk.post(address, {"lang": "sv", "round": number}).status_code == 404
    assert not Printed.objects.exists()


def test_a_protocol_says_what_the_match_gave_and_what_was_ruled(desk, event):
    match = event.matches.first()
    line_up(event, match)
    acts.penalise(event, match.pk, "home", Decimal("1.5"), 0, "Sen ankomst", makers.director())
    result = makers.now(event).matches[0].result
    said = printed(desk, event, "protokoll", round="1")
    assert f"Spelare {match.home.code}a" in said
    for figure in (result.imps_home, result.imps_away, result.vp_home, result.vp_away):
        assert exact(figure) in said
    assert squeezed(f"{match.home}: −1,5 VP") in squeezed(said)
    blank = printed(desk, event, "tomma-protokoll", round="1")
    assert f"Spelare {match.home.code}a" in blank
    assert "4♠" not in blank


def first_room(event):
    room = event.matches.first().rooms.select_related("table__ns", "table__ew").first()
    return room.table, event.boards.get(number=room.table.boards[0])


def test_a_result_of_pairs_who_sat_the_other_way_round_is_printed_as_if_they_had_not(event):
    table, board = first_room(event)
    sat = replace(makers.payload(board, 10), sat=(table.ew.code, table.ns.code))
    record_result(event, board, table, sat, "sat", 1, "x", "satt fel", override=True)
    told, *others = papers.protocols(makers.now(event), 1)
    line = told.halves[0].lines["open"][board.number]
    assert line.outcome.ns == -sat.outcome.ns
    for one in (told, *others):
        assert sum(half.compared.imp_home for half in one.halves) == one.result.imps_home


def test_a_match_that_cannot_be_compared_is_printed_to_be_ruled_on(desk, event):
    _, board = first_room(event)
    award = Payload(Artificial(Average(1), Average(-1)))
    for room in event.matches.first().rooms.filter(half=1):
        key = f"award{room.pk}"
        record_result(event, board, room.table, award, key, 1, "x", "dom", override=True)
    assert makers.now(event).matches[0].fault
    said = printed(desk, event, "protokoll", round="1")
    assert "tävlingsledaren måste döma" in said
    page_ = desk.get(reverse("team_round", args=[event.slug, 1])).text
    assert "kan inte jämföras" in page_


def test_a_slip_tells_who_names_its_line_up_first(desk, event):
    match = event.matches.first()
    assert papers.slips(makers.now(event), 1)[0].names_first is None
    event.matches.filter(pk=match.pk).update(announced="away")
    Event.objects.filter(pk=event.pk).update(frame="announced", stamp="announced")
    assert papers.slips(makers.now(event), 1)[0].names_first == "away"
    assert "Halvlek 2" in printed(desk, event, "uppstallning", round="1")


def test_a_printed_protocol_is_old_when_its_own_round_changes_and_not_when_another_does(
    desk, event
):
    printed(desk, event, "protokoll", round="1")
    printed(desk, event, "protokoll", round="2")
    printed(desk, event, "serietabell")
    makers.play(event, Random(6), round__number__lte=6)
    event = makers.fresh(event)
    assert page(desk, event).count("inaktuell") == 1  # the table
    match = event.matches.first()
    room = match.rooms.first()
    board = event.boards.get(number=room.table.boards[0])
    record_result(event, board, room.table, makers.payload(board, 0), "fix", 1, "x", "rättat")
    assert page(desk, event).count("inaktuell") == 2
    note = Printed.objects.get(kind="protokoll.1")
    address = reverse("outdated_paper", args=[event.slug, note.pk])
    assert address in page(desk, event)
    said = desk.get(address).text
    assert "Rond 1" in said
    assert str(match) in said
    assert f"<strong>{match.home}" not in said


def test_the_paper_of_an_old_line_up_is_old_and_that_of_another_round_is_not(desk, event):
    for number in ("1", "2"):
        printed(desk, event, "tomma-protokoll", round=number)
    line_up(event, event.matches.filter(round=2).first())
    assert page(desk, event).count("inaktuell") == 1


def test_a_cup_has_its_tree_from_the_first_choice_to_the_final(desk):
    event = cup(17, "choose")
    assert reverse("print_paper", args=[event.slug, "medaljer"]) not in page(desk, event)
    said = squeezed(printed(desk, event, "cuptrad"))
    assert said.count("Kvartsfinal") == 4
    event = cup(17, "over")
    said = squeezed(printed(desk, event, "cuptrad"))
    assert all(f"Lag{code}" in said for code in makers.now(event).state.cup.field)
    assert printed(desk, event, "medaljer").count("Plats ") == 3


def test_a_list_of_medals_has_those_who_have_played_enough(desk):
    event = makers.opened(4, kind="final")
    makers.draw(event)
    makers.play(event, Random(1))
    assert reverse("print_paper", args=[event.slug, "medaljer"]) not in page(desk, event)
    for match in event.matches.all():
        for half in {room.half for room in match.rooms.all()}:
            line_up(event, match, half)
    said = printed(desk, makers.fresh(event), "medaljer")
    gold = makers.now(event).series.winner
    assert f"Guld: Lag {gold}" in said
    assert f"Spelare {gold}d BK {gold}" in said
    assert f"Spelare {gold}e" not in said  # who never played


def test_the_table_of_a_green_lift_is_over_after_its_last_round():
    event = makers.opened(6, kind="qualifier", boards=8, rounds=2)
    for over in (False, True):
        makers.draw(event)
        makers.play(event, Random(2))
        rows, cross = papers.series(makers.now(event))
        assert cross.over is over
        assert len(rows) == 6


def test_a_list_of_starters_has_every_team_with_its_players(desk, event):
    said = printed(desk, event, "lag")
    for number in range(1, 7):
        assert f"Lag {number}" in said
        assert all(f"Spelare {number}{letter}" in said for letter in "abcde")
