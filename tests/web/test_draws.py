"""The seeding of the Open semifinal: drawn, proved, overtaken, kept, published."""

import threading
from itertools import combinations

import pytest
from django.db import connection
from django.urls import reverse

from storslam.errors import StorslamError
from storslam.web.acts import draws, trail
from storslam.web.desks.draws import seated
from storslam.web.models import Draw, Entry, Event, Place, PlaceState, Player, Step
from tests.web import fields
from tests.web import makers as events
from tests.web import season as makers

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(db, rehearsal):  # noqa: ARG001 - the fixture opens the database
    return makers.opened("2013-07-20T12:00")


@pytest.fixture
def stage(season):
    return fields.semifinal(season)


@pytest.fixture
def draw(stage, office):
    return draws.draw_groups(stage, 4711, office)


def at(name, season, *args):
    return reverse(name, args=[season.slug, *args])


def place_of(stage, number):
    return Place.objects.get(stage=stage, number=number)


def test_sm_seed_1_to_6_the_field_is_seeded_from_the_registry_with_the_pot_s_places_held(draw):
    result = draw.decision["result"]
    assert {name: len(ids) for name, ids in result["groups"].items()} == dict.fromkeys("ABCDE", 34)
    assert result["order"][-2:]
    assert set(result["held"]) == {"last-chance-1", "last-chance-2"}
    assert result["latest_round"] <= 23
    first = draw.facts["pairs"][0]
    player = Player.objects.get(number="20000")
    assert first["master_points"][0] == player.master_points
    assert first["handicap"][0] == str(player.handicap)


@pytest.mark.usefixtures("season")
def test_what_the_registry_does_not_know_is_not_zero(stage, office):
    Player.objects.filter(number="20000").update(handicap=None)
    draw = draws.draw_groups(stage, 1, office)
    assert draw.facts["pairs"][0]["handicap"][0] is None


def test_a_draw_is_made_again_from_its_seed_and_a_touched_one_shows(draw):
    assert draws.same_again(draw)
    order = draw.decision["result"]["order"]
    order[0], order[1] = order[1], order[0]
    assert not draws.same_again(draw)


def test_a_double_click_is_one_draw_another_seed_another_version(stage, office, draw):
    assert draws.draw_groups(stage, 4711, office) == draw
    second = draws.draw_groups(stage, 4712, office)
    assert (second.version, Draw.objects.count()) == (2, 2)
    assert Draw.objects.get(version=1).decision == draw.decision


def test_an_incomplete_field_is_not_drawn(stage, office):
    Place.objects.filter(stage=stage, number=1).update(state=PlaceState.DECLINED)
    with pytest.raises(StorslamError) as refused:
        draws.draw_groups(stage, 1, office)
    assert refused.value.params == {"count": 169, "field": 170}


def test_s_11_a_changed_holder_is_named_and_nothing_is_swapped_silently(
    client, season, stage, office, draw
):
    old = place_of(stage, 7).entry
    new = fields.another(stage, place_of(stage, 7), "Gotland")
    client.force_login(office)
    page = client.get(at("seeding", season)).content.decode()
    assert str(old) in page
    assert str(new) in page
    assert 'name="keep"' in page
    assert client.post(at("seeding", season), {"publish": "1"}).status_code == 400
    assert Draw.objects.get().published is None
    change = draws.overtaken(draw, draws.groups_basis(stage))
    assert [(c.place, c.before, c.after) for c in change.changes] == [(7, str(old.pk), str(new.pk))]


def test_s_11_a_kept_draw_gives_the_new_pair_the_old_one_s_seat(stage, office, draw):
    old = place_of(stage, 7).entry
    new = fields.another(stage, place_of(stage, 7), "Gotland")
    kept = draws.keep_groups(stage, office)
    assert (kept.version, kept.decision) == (2, draw.decision)
    assert kept.seats[str(old.pk)] == [7, str(new.pk)]
    assert draws.overtaken(kept, draws.groups_basis(stage)) is None
    assert draws.same_again(kept)
    assert draws.keep_groups(stage, office) == kept
    assert Step.objects.filter(act="keep-draw").count() == 1
    assert not list(trail.broken())


@pytest.mark.usefixtures("draw")
def test_a_pair_of_the_last_chance_takes_the_place_that_was_held(stage, office):
    pot = place_of(stage, 169)
    new = fields.another(stage, pot, "Skåne")
    Entry.objects.filter(pk=new.pk).update(district=None)  # the last chance is nobody's qualifier
    kept = draws.keep_groups(stage, office)
    assert str(seated(kept)["last-chance-1"].district) == "Skåne"
    assert kept.seats["last-chance-1"] == [169, str(new.pk)]
    again = draws.draw_groups(stage, 4711, office)
    assert again.facts["places_held"] == 1
    assert str(new.pk) in again.decision["result"]["order"]


def test_a_seat_is_not_kept_while_nobody_has_taken_the_place(stage, office, draw):
    Place.objects.filter(stage=stage, number=3).update(state=PlaceState.DECLINED)
    assert not draws.overtaken(draw, draws.groups_basis(stage)).can_keep
    with pytest.raises(StorslamError, match="not every seat"):
        draws.keep_groups(stage, office)


@pytest.mark.usefixtures("draw")
def test_points_that_changed_after_the_draw_show_by_the_pair_s_name(client, season, stage, office):
    Player.objects.filter(number="20000").update(master_points=99_999)
    client.force_login(office)
    page = client.get(at("seeding", season)).content.decode()
    assert f"{place_of(stage, 1).entry}." in page
    assert 'name="keep"' not in page


def test_s_14_nothing_is_drawn_anew_once_something_is_played(stage, office, draw):
    event = events.stored()
    Event.objects.filter(pk=event.pk).update(stage=stage)
    for act in (
        lambda: draws.draw_groups(stage, 2, office),
        lambda: draws.keep_groups(stage, office),
    ):
        with pytest.raises(StorslamError, match="being played"):
            act()
    assert Draw.objects.get() == draw


@pytest.mark.usefixtures("draw")
def test_only_the_office_sees_a_draw_before_it_is_published(client, season, office):
    for who in (None, makers.officer("Skåne"), makers.own_account(Player.objects.first())):
        if who:
            client.force_login(who)
        page = client.get(at("groups", season)).content.decode()
        assert "Person" not in page
        assert client.get(at("seeding", season)).status_code == (403 if who else 302)
        assert client.post(at("seeding", season), {"publish": "1"}).status_code == (
            403 if who else 302
        )
    client.force_login(office)
    assert "Person 20000" in client.get(at("seeding", season)).content.decode()
    for _ in range(2):
        assert client.post(at("seeding", season), {"publish": "1"}).status_code == 302
    assert Step.objects.filter(act="publish-draw").count() == 1
    client.logout()
    page = client.get(at("groups", season)).content.decode()
    assert page.count("Person 2") == 2 * fields.PAIRS
    assert "BK Skåne" in page
    assert "example.org" not in page
    assert "1950" not in page


@pytest.mark.usefixtures("draw")
def test_everybody_sees_the_published_version_until_another_is_published(
    client, season, stage, office
):
    draws.publish_groups(stage, office)
    old = place_of(stage, 7).entry
    fields.another(stage, place_of(stage, 7), "Gotland")
    draws.keep_groups(stage, office)
    assert "Reserv 1" not in client.get(at("groups", season)).content.decode()
    client.force_login(office)
    ((before, after),) = client.get(at("seeding", season)).context["replaced"]
    assert (str(before), str(after)) == (str(old), "Reserv 1 – Reserv 2")
    first = client.get(at("seeding_version", season, 1)).content.decode()
    assert "Reserv 1" not in first
    assert 'name="publish"' not in first
    client.logout()
    draws.publish_groups(stage, office)
    assert "Reserv 1" in client.get(at("groups", season)).content.decode()


@pytest.mark.usefixtures("stage")
def test_the_page_proves_the_draw(client, season, office, draw):
    client.force_login(office)
    page = client.get(at("seeding", season)).content.decode()
    result = draw.decision["result"]
    assert f"<dd>{result['spread']} " in page
    assert f"<dd>{result['lower_bound']} " in page
    shown = client.get(at("seeding", season)).context
    assert shown["meetings"] == len(result["meetings"])
    assert shown["late"] == []
    home = {seat.id: seat.district for _, members in shown["groups"] for seat in members}
    related = sum(
        home[a] is not None and home[a] == home[b]
        for _, members in shown["groups"]
        for a, b in combinations([seat.id for seat in members], 2)
    )
    assert shown["meetings"] == related
    assert client.post(at("seeding", season), {"again": "1"}, follow=True).status_code == 200


@pytest.mark.usefixtures("stage")
def test_a_bad_seed_stays_in_the_form_and_an_unknown_act_is_refused(client, season, office):
    client.force_login(office)
    for sent in ({"draw": "1", "seed": "x"}, {"draw": "1", "seed": "-1"}, {"keep": "1"}, {}):
        assert client.post(at("seeding", season), sent).status_code == 400
    assert not Draw.objects.exists()


@pytest.mark.usefixtures("draw")
def test_the_page_of_170_pairs_asks_little(client, season, office, django_assert_max_num_queries):
    client.force_login(office)
    client.get(at("seeding", season))
    with django_assert_max_num_queries(16):
        assert client.get(at("seeding", season)).status_code == 200


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("rehearsal")
def test_two_who_draw_at_once_make_one_draw_or_two_versions():
    season = makers.opened("2013-07-20T12:00")
    office, stage = makers.office(), fields.semifinal(season)
    faults = []

    def draw(seed):
        try:
            draws.draw_groups(stage, seed, office)
        except Exception as error:
            faults.append(error)
        finally:
            connection.close()

    for seeds, versions in (((5, 5), [1]), ((6, 7), [1, 2, 3])):
        threads = [threading.Thread(target=draw, args=(seed,)) for seed in seeds]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert faults == []
        assert list(Draw.objects.values_list("version", flat=True)) == versions
    assert not list(trail.broken())
