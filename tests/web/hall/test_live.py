"""Results live: who moved, who can still win, cross-table, the ceremony, and what places give."""

import csv
from fractions import Fraction
from io import StringIO

import pytest
from django.urls import reverse
from django.utils import timezone

from storslam.errors import StorslamError
from storslam.scoring.event import Score
from storslam.web import live, results
from storslam.web.hall import ceremony, rounds
from storslam.web.hall.sheets import honours
from storslam.web.models import Event, Ruling, Step, Table
from storslam.web.payload import Payload
from storslam.web.scored import after_round, scored, shown
from tests.web.hall.conftest import play_round

pytestmark = pytest.mark.django_db


def page(client, event, name="event", language="sv", **headers):
    client.cookies["django_language"] = language
    return client.get(reverse(name, args=[event.slug]), headers=headers)


def text(response):
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def fresh(event):
    return Event.objects.get(pk=event.pk)


def play(event, number, order):
    """A round in which the pair that comes first in this order wins every board."""
    for table in Table.objects.filter(round__event=event, round__number=number):
        for board in event.boards.filter(number__in=table.boards):
            first = order.index(table.ns.code) < order.index(table.ew.code)
            key, score = f"r{number}-{table.pk}-{board.number}", 100 if first else -100
            results.record_result(event, board, table, Payload(Score(score)), key, 0, "ledare")


def played(event, director, upto, order="123456"):
    for number in range(1, upto + 1):
        if number > 1:
            rounds.open_round(fresh(event), number, director)
        play(event, number, order)
        rounds.close_round(fresh(event), number, director)
    return fresh(event)


def ended(event, director, order="123456"):
    event = played(event, director, 5, order)
    results.change_state(event, "ended")
    return fresh(event)


# --- How far it is, and who moved


def test_the_standing_after_a_round_is_that_of_its_results_alone(event, director):
    event = played(event, director, 2)
    before = scored(event).standing.rows
    rounds.open_round(event, 3, director)
    play_round(event, 3)
    event = fresh(event)
    assert after_round(event, 2).rows == before
    assert after_round(event, 3).rows == scored(event).standing.rows


def test_who_moved_since_the_last_closed_round_is_told_with_arrows_and_in_words(
    client, event, director
):
    event = played(event, director, 2)
    rounds.open_round(event, 3, director)
    play(event, 3, "654321")
    event = fresh(event)
    now = shown(event)
    told = live.progress(event, now)
    assert (told.reached, told.rounds, told.since) == (3, 5, 2)
    old, new = ({row.id: row for row in rows} for rows in
                (after_round(event, 2).rows, now.standing.rows))  # fmt: skip
    for code, by in told.moved.items():
        assert by == live.first_place(old[code]) - live.first_place(new[code])
    up = max(told.moved.values())
    assert up > 0
    said = text(page(client, event))
    assert "Rond 3 av 5" in said
    assert "sedan rond 2" in said
    assert f"▲{up}" in said
    assert f"upp {up} placering" in said
    assert "Round 3 of 5" in text(page(client, event, language="en"))


def test_before_a_round_is_closed_nobody_has_moved(client, event):
    play_round(event, 1)
    assert live.progress(fresh(event), shown(fresh(event))).since is None
    assert 'class="moved' not in text(page(client, event))


# --- Who can still win


def test_who_can_still_win_is_told_in_the_last_third(client, event, director):
    event = played(event, director, 3)
    assert live.chances(event, shown(event)) == []
    rounds.open_round(event, 4, director)
    play(event, 4, "123456")
    event = fresh(event)
    able = [one.row.id for one in live.chances(event, shown(event))]
    assert able
    assert "6" not in able
    assert able[0] == "1"
    said = text(page(client, event))
    assert "Vilka som ännu kan vinna" in said
    assert "högst" in said
    results.change_state(event, "ended")
    assert live.chances(fresh(event), shown(fresh(event))) == []


# --- Cross-table and files


def test_the_cross_table_tells_what_each_took_of_each(client, event, director):
    event = ended(event, director)
    said = text(page(client, event, "cross_table"))
    assert "Korstabell" in said
    assert said.count("■") == 6
    assert said.count('<td class="n">100</td>') >= 1
    assert text(page(client, event)).count("korstabell/") == 1


def test_s40_the_cross_table_and_the_file_keep_back_what_is_not_played_everywhere(client, event):
    table = Table.objects.filter(round__event=event, round__number=1).first()
    board = event.boards.get(number=table.boards[0])
    results.record_result(event, board, table, Payload(Score(420)), "one", 0, "ledare")
    said = text(page(client, event, "cross_table"))
    assert '<td class="n">100</td>' not in said
    assert "420" not in page(client, event, "results_file").content.decode()


def test_the_standing_and_all_results_are_files(client, event, director):
    event = ended(event, director)
    body = page(client, event, "standing_file").content.decode("utf-8-sig")
    rows = list(csv.DictReader(StringIO(body), delimiter=";"))
    assert [row["place"] for row in rows] == [row.place for row in scored(event).standing.rows]
    assert "Åsa Öberg" in body
    everything = page(client, event, "results_file").content.decode("utf-8-sig")
    assert len(list(csv.DictReader(StringIO(everything), delimiter=";"))) == 30


def test_a_name_that_is_a_formula_is_text_in_the_file(client, event, director):
    event.contestants.filter(code="1").update(name="=1+1")
    results.touch(event)
    event = played(event, director, 1)
    assert "'=1+1" in page(client, event, "standing_file").content.decode("utf-8-sig")


def test_a_card_has_a_curve_of_places(client, event, director):
    event = ended(event, director)
    client.cookies["django_language"] = "sv"
    said = text(client.get(reverse("card", args=[event.slug, "1"])))
    assert "Placeringen rond för rond" in said
    assert said.count("<polyline") == 2


# --- Frozen for the ceremony


def test_frozen_the_public_sees_the_event_as_it_stood_and_the_director_all(desk, event, director):
    event = played(event, director, 2)
    before = text(page(desk, event))
    desk.post(reverse("ceremony", args=[event.slug]), {"act": "freeze"})
    event = fresh(event)
    assert event.frozen
    frozen_rows = shown(event).standing.rows
    rounds.open_round(event, 3, director)
    play(event, 3, "654321")
    pair = event.contestants.get(code="1")
    results.rule(Ruling(event=event, contestant=pair, amount=-50, reason="Sen", who="ledare"))
    event = fresh(event)
    assert shown(event).standing.rows == frozen_rows
    assert scored(event).standing.rows != frozen_rows
    said = text(page(desk, event))
    assert "Resultaten är frysta" in said
    assert timezone.localtime(event.frozen).strftime("%Y-%m-%d %H:%M") in said
    assert "Resultaten är frysta" not in before
    card = text(desk.get(reverse("card", args=[event.slug, "1"])))
    assert "Sen" not in card
    console = text(page(desk, event, "console"))
    assert "Visa allt för allmänheten igen" in console
    desk.post(reverse("ceremony", args=[event.slug]), {"act": "show"})
    event = fresh(event)
    assert shown(event).standing.rows == scored(event).standing.rows
    acts = Step.objects.filter(act__in=["freeze-results", "show-results"])
    assert [step.act for step in acts.order_by("number")] == ["freeze-results", "show-results"]


def test_freezing_twice_keeps_the_first_moment(event, director):
    ceremony.freeze(event, director)
    first = fresh(event).frozen
    ceremony.freeze(fresh(event), director)
    assert fresh(event).frozen == first
    assert Step.objects.filter(act="freeze-results").count() == 1


def test_only_directors_freeze(client, event):
    address = reverse("ceremony", args=[event.slug])
    assert client.post(address, {"act": "freeze"}).status_code == 302
    assert fresh(event).frozen is None


def test_what_is_no_act_of_the_ceremony_is_refused(desk, event):
    address = reverse("ceremony", args=[event.slug])
    assert desk.post(address, {"act": "melt"}).status_code == 400


# --- What the places give


def test_sm_res_4_equal_results_share_master_points_in_the_final_list_and_the_files(
    client, event, director
):
    Event.objects.filter(pk=event.pk).update(master_points=["30", "20", "25/2"])
    event = played(fresh(event), director, 1, "123456")
    for number in range(2, 6):
        rounds.open_round(fresh(event), number, director)
        for table in Table.objects.filter(round__event=event, round__number=number):
            for board in event.boards.filter(number__in=table.boards):
                key = f"r{number}-{table.pk}-{board.number}"
                results.record_result(event, board, table, Payload(Score(0)), key, 0, "ledare")
    assert ceremony.points_of(fresh(event), scored(fresh(event))) == {}
    results.change_state(event, "ended")
    event = fresh(event)
    given = ceremony.points_of(event, scored(event))
    places = {row.id: row.place for row in scored(event).standing.rows}
    assert sum(map(Fraction, given.values())) == Fraction(125, 2)
    for one, points in given.items():
        for other, place in places.items():
            if place == places[one]:
                assert given[other] == points
    assert any("/" in place for place in places.values())
    assert "Mästarpoäng" in text(page(client, event))
    assert honours(event, scored(event)).master_points
    assert "master_points" in page(client, event, "standing_file").content.decode("utf-8-sig")


def test_the_office_writes_the_scale_in_the_settings(desk, event):
    address = reverse("setup_settings", args=[event.slug])
    form = desk.get(address).context["form"]
    given = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    given |= {"directors": [user.pk for user in event.directors.all()], "confirm": "on"}
    assert desk.post(address, {**given, "master_points": "60 48 36,5"}).status_code == 302
    assert fresh(event).master_points == ["60", "48", "73/2"]
    assert 'value="60 48 36,5"' in desk.get(address).content.decode()
    for wrong in ("60 x", "10 20", "1e9"):
        assert desk.post(address, {**given, "master_points": wrong}).status_code == 400
    assert fresh(event).master_points == ["60", "48", "73/2"]


def test_sm_emf_2_the_two_best_are_offered_a_contribution_and_3_the_next_when_one_declines(
    desk, event, director
):
    event = ended(event, director)
    order = [row.id for row in scored(event).standing.rows]
    made = ceremony.offers(event, scored(event))
    assert [one.row.id for one in made.rows if one.offered] == order[:2]
    assert "EM-fonden" in text(page(desk, event))
    desk.post(reverse("ceremony", args=[event.slug]), {"act": f"decline:{order[0]}"})
    event = fresh(event)
    made = ceremony.offers(event, scored(event))
    assert [one.row.id for one in made.rows if one.offered] == order[1:3]
    assert made.rows[0].declined
    desk.post(reverse("ceremony", args=[event.slug]), {"act": f"renew:{order[0]}"})
    assert fresh(event).declined == []
    with pytest.raises(StorslamError, match="offered nothing"):
        ceremony.decline(fresh(event), "99", director, declined=True)


def test_nothing_is_offered_while_the_results_are_frozen(event, director):
    event = ended(event, director)
    ceremony.freeze(event, director)
    event = fresh(event)
    assert ceremony.offers(event, scored(event)).rows == ()
    assert honours(event, scored(event)).medals == {}


def test_medals_stand_in_the_final_list(client, event, director):
    said = text(page(client, ended(event, director)))
    assert "Guld" in said
    assert "Brons" in said


def test_the_line_below_those_who_go_on_says_where_a_lot_is_needed(client, event, director):
    Event.objects.filter(pk=event.pk).update(qualify=2)
    event = ended(fresh(event), director)
    assert "2 går vidare" in text(page(client, event))
    order = [row.id for row in scored(event).standing.rows]
    assert honours(event, scored(event)).lines.keys() == {order[1]}
    for table in Table.objects.filter(round__event=event):
        for number in table.boards:
            board = event.boards.get(number=number)
            key = f"again-{table.pk}-{number}"
            payload = Payload(Score(0))
            results.record_result(event, board, table, payload, key, 1, "ledare", "fel")
    event = fresh(event)
    ((below, said),) = honours(event, scored(event)).lines.items()
    assert below == "6"
    assert "lot" in said
