"""Stages: all groups in one list, who goes on, and what a correction does to the stage after."""

import pytest
from django.urls import reverse

from storslam.errors import StorslamError
from storslam.scoring.event import Score
from storslam.web.hall import field, qualified, rounds
from storslam.web.hall.sheets import honours
from storslam.web.models import Event, Result, Table
from storslam.web.payload import Payload
from storslam.web.results import change_state, record_result
from storslam.web.scored import moves_of_many, scored
from tests.web import fields
from tests.web import season as makers

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(db, rehearsal):  # noqa: ARG001 - the fixture opens the database
    return makers.opened("2013-07-20T12:00")


@pytest.fixture
def stage(season, office):
    """The Open semifinal, played in five small groups A to E that have ended."""
    return fields.five_groups(season, office)


@pytest.fixture
def final(season, stage, office):  # noqa: ARG001 - the stage is played first
    return field.open_final(season.stages.get(discipline="open-pairs", kind="final"), office)


def at(stage):
    return reverse("stage", args=[stage.season.slug, stage.pk])


def turned(group):
    """Changes after which pair 14 of the group wins every board."""
    order = ["14", *(str(n) for n in range(1, 14))]
    results = Result.objects.filter(event=group).select_related("board", "table__ns", "table__ew")
    return {
        (one.table_id, one.board.number): Payload(Score(fields.won(one.table, order)))
        for one in results
    }


def correct(group, changes):
    for result in Result.objects.filter(event=group).select_related("board", "table"):
        payload = changes[result.table_id, result.board.number]
        key = f"again{result.pk}"
        record_result(group, result.board, result.table, payload, key, 1, "ledare", "fel")


def test_all_groups_stand_in_one_list_by_per_cent_with_group_and_place_in_it(client, stage):
    client.cookies["django_language"] = "sv"
    response = client.get(at(stage))
    said = " ".join(response.content.decode().split())
    assert said.count('class="n strong"') == sum(e.contestants.count() for e in stage.events.all())
    assert said.count("går vidare") == 52
    rows = [said.index(f"{name}1 Ett – {name}1 Två") for name in "ABCDE"]
    assert max(rows) < said.index("A2 Ett – A2 Två")
    assert '<td>E <span class="aside nowrap">plats 16</span></td>' in said


def test_the_page_of_a_stage_is_asked_for_again_at_no_cost_until_something_changes(client, stage):
    first = client.get(at(stage))
    again = client.get(at(stage), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    group = stage.events.get(group="C")
    correct(group, turned(group))
    assert client.get(at(stage), headers={"If-None-Match": first["ETag"]}).status_code == 200
    assert client.get(at(stage))["ETag"] != first["ETag"]


def test_while_a_group_is_in_play_nobody_is_said_to_go_on_for_sure(client, stage):
    client.cookies["django_language"] = "sv"
    change_state(stage.events.get(group="A"), "running")
    said = client.get(at(stage)).content.decode()
    assert said.count("skulle gå vidare") == 52
    assert ">går vidare" not in said


def test_a_stage_without_a_published_event_has_no_page(client, season):
    stage = season.stages.get(discipline="mixed-pairs", kind="final")
    assert client.get(at(stage)).status_code == 404


def test_the_line_of_a_group_is_below_its_tenth_and_tells_of_the_places_of_all_groups(stage):
    group = stage.events.get(group="B")
    ((below, said),) = honours(group, scored(group)).lines.items()
    assert below == "10"
    assert said == "10 går vidare, och ytterligare 2 ur alla grupper"


def test_s_11_the_preview_names_who_would_go_on_and_who_no_longer(stage, final):
    group = stage.events.get(group="C")
    shift = qualified.shift(group, moves_of_many(group, turned(group)))
    assert shift.event == final
    assert [one.code for one in shift.comes] == ["14"]
    assert [one.code for one in shift.goes] == ["10"]
    assert not shift.lot
    assert qualified.shift(group, []) is None


def test_s_11_without_an_event_after_nothing_is_said(stage):
    group = stage.events.get(group="C")
    assert qualified.shift(group, moves_of_many(group, turned(group))) is None


def test_s_11_where_only_a_lot_could_tell_it_is_said(stage, final):
    group = stage.events.get(group="C")
    level = {place: Payload(Score(0)) for place in turned(group)}
    shift = qualified.shift(group, moves_of_many(group, level))
    assert (shift.event, shift.lot) == (final, True)


def test_s_11_before_saving_the_desk_names_the_pairs_and_after_it_offers_the_set_up(
    client, stage, final, office
):
    client.force_login(office)
    client.cookies["django_language"] = "sv"
    group = stage.events.get(group="C")
    held = set(final.contestants.values_list("name", "members__name"))
    pair = group.contestants.get(code="10")
    address = reverse("console_contestant", args=[group.slug, pair.pk])
    sent = {"form": "standing", "standing": "disqualified", "reason": "Fusk"}
    said = client.post(address, sent).content.decode()
    assert f"Vilka som går vidare till {final}" in said
    assert "går inte längre vidare:</strong> C10 Ett – C10 Två" in said
    assert "går nu vidare:</strong> C11 Ett – C11 Två" in said
    saved = client.post(address, {**sent, "save": "1"}, follow=True).content.decode()
    assert f"Resultaten ger {final} ett annat startfält" in saved
    console = client.get(reverse("console", args=[group.slug])).content.decode()
    assert f"Startfältet i {final} är inte längre" in console
    assert reverse("setup", args=[final.slug]) in console
    assert set(final.contestants.values_list("name", "members__name")) == held


def test_s_14_a_round_is_not_opened_in_an_ended_event_once_the_next_stage_is_played(
    stage, final, office
):
    table = Table.objects.filter(round__event=fields.seated(final, office)).first()
    fields.play(final, table, table.boards[0])
    group = stage.events.get(group="A")
    group.rounds.filter(number=1).update(opened=None)
    with pytest.raises(StorslamError, match="has ended"):
        rounds.open_round(group, 1, office)
    assert Event.objects.get(pk=group.pk).state == "ended"
