"""The pages that set an event up, check in, and show the hall: who may, what is refused."""

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from storslam.scoring import Contestant as Who
from storslam.scoring import Player as Person
from storslam.scoring.event import Score
from storslam.web.accounts import create_director
from storslam.web.hall import field, seating
from storslam.web.hall.kinds import Options
from storslam.web.models import Entry, Event, Step, Table
from storslam.web.models.event import Display
from storslam.web.payload import Payload
from storslam.web.results import change_state, record_result, touch
from tests.web import fields
from tests.web import season as makers

pytestmark = pytest.mark.django_db

BAROMETER = {"kind": "barometer", "boards": 2, "sharing": 2, "sections": 1, "order": "number"}
PAGES = ("setup", "setup_settings", "setup_add", "presence")


@pytest.fixture
def season(db, rehearsal):  # noqa: ARG001 - the fixture opens the database
    return makers.opened("2013-07-20T12:00")


@pytest.fixture
def event(season, office):
    """A draft of six pairs in the final of Women pairs, not seated yet."""
    stage = season.stages.get(discipline="women-pairs", kind="final")
    people = [
        Who(str(n), (Person(f"Åsa {n}", f"7701{n}", "BK Ess"), Person(f"Berit {n}", f"7702{n}")))
        for n in range(1, 7)
    ]
    return field.open_from_file(stage, people, "Damfinal", office)


@pytest.fixture
def director(event):
    user = create_director("ledare", makers.PASSWORD)
    event.directors.add(user)
    return user


@pytest.fixture
def desk(client, director):
    """A browser in which the event's director is logged in."""
    client.force_login(director)
    return client


def at(name, event, *args):
    return reverse(name, args=[event.slug, *args])


def seat(desk, event, session=1, **sent):
    given = {
        "kind": "barometer",
        "boards": 2,
        "sharing": 2,
        "sections": 1,
        "order": "number",
        **sent,
    }
    return desk.post(at("setup_seat", event, session), given)


def act(desk, event, **sent):
    return desk.post(at("setup_act", event), sent, follow=True)


def text(response):
    return response.content.decode()


# --- Who may


def test_only_the_event_s_directors_and_the_office_set_it_up(client, event, office, director):
    addresses = [
        *(at(name, event) for name in PAGES),
        at("setup_seat", event, 1),
        at("setup_contestant", event, "1"),
    ]
    stranger = create_director("annan", makers.PASSWORD)
    for address in addresses:
        client.logout()
        assert client.get(address).status_code == 302
        client.force_login(stranger)
        assert client.get(address).status_code == 403
        assert client.post(address, {}).status_code == 403
        for user in (director, office):
            client.force_login(user)
            assert client.get(address).status_code == 200
    client.force_login(stranger)
    assert client.post(at("setup_act", event), {"remove": "1"}).status_code == 403
    assert event.contestants.count() == 6


def test_only_the_office_opens_events_of_a_season(client, season, director, office):
    stage = season.stages.get(discipline="mixed-pairs", kind="final")
    addresses = [reverse("stages"), reverse("open_stage", args=[stage.pk])]
    for address in addresses:
        assert client.get(address).status_code == 302
    client.force_login(director)
    for address in addresses:
        assert client.get(address).status_code == 403
        assert client.post(address).status_code == 403
    assert reverse("stages") not in text(client.get(reverse("desk")))
    client.force_login(office)
    assert reverse("stages") in text(client.get(reverse("desk")))
    for address in addresses:
        assert client.get(address).status_code == 200


# --- Opening


def test_the_office_opens_a_field_and_a_second_click_is_told_it_is_open(client, season, office):
    stage = season.stages.get(discipline="mixed-pairs", kind="final")
    fields.fill(stage, [makers.district("Skåne")] * 4, 2)
    client.force_login(office)
    address = reverse("open_stage", args=[stage.pk])
    assert "4 i fältet" in text(client.get(address))
    assert client.post(address).status_code == 302
    event = Event.objects.get(stage=stage)
    assert event.contestants.count() == 4
    again = client.post(address)
    assert again.status_code == 400
    assert "är redan öppnad" in text(again)
    assert Event.objects.filter(stage=stage).count() == 1


def test_what_cannot_be_opened_is_said_on_the_page(client, season, office):
    client.force_login(office)
    for discipline, kind, words in (
        ("open-pairs", "semifinal", "inte publicerade"),
        ("veteran-pairs", "final", "ingen i fältet"),
    ):
        stage = season.stages.get(discipline=discipline, kind=kind)
        address = reverse("open_stage", args=[stage.pk])
        refused = client.post(address)
        assert refused.status_code == 400
        assert words in text(refused)
    assert not Event.objects.exists()


FILE = "number;name1;club1;number1;name2;club2;number2\n7;Åsa Ek;BK Ess;11;Bo By;;\n9;C D;;;E F;;\n"


def test_contestants_of_a_file_are_shown_first_and_stored_once(client, season):
    opener = create_director("oppnare", makers.PASSWORD)
    opener.opens_events = True
    opener.save()
    client.force_login(opener)
    stage = season.stages.get(discipline="mixed-pairs", kind="final")
    address = reverse("open_file", args=[stage.pk])
    shown = upload(client, address, FILE, name="Mixedfinal")
    assert "Åsa Ek – Bo By" in text(shown)
    assert not Event.objects.exists()
    token = shown.context["token"]
    assert client.post(address, {"token": token}).status_code == 302
    event = Event.objects.get()
    assert [(r.code, str(r)) for r in event.contestants.all()] == [
        ("7", "Åsa Ek – Bo By"),
        ("9", "C D – E F"),
    ]
    assert opener in event.directors.all()
    client.post(address, {"token": token})
    assert Event.objects.count() == 1


def test_a_file_of_contestants_is_refused_line_by_line(client, season, office):
    client.force_login(office)
    stage = season.stages.get(discipline="mixed-pairs", kind="final")
    address = reverse("open_file", args=[stage.pk])
    wrong = upload(client, address, FILE.replace("9;C D", "7;"), name="Mixedfinal")
    assert wrong.status_code == 400
    assert "rad 3" in text(wrong)
    assert "token" not in wrong.context
    assert upload(client, address, "a;b\n1;2\n", name="X").status_code == 400


def upload(client, address, content, file="falt.csv", **sent):
    data = {**sent, "file": SimpleUploadedFile(file, content.encode())}
    return client.post(address, data)


# --- Seating


def test_a_director_seats_a_session_and_sees_its_balance_beside_the_usual_card(desk, event):
    assert seat(desk, event).status_code == 302
    page = text(desk.get(at("setup", event)))
    assert "Barometer" in page
    assert "Vanligt schema" in page
    assert event.rounds.count() == 5
    assert seat(desk, event, order="draw", seed=5).status_code == 302
    assert "frö 5" in text(desk.get(at("setup", event)))


def test_a_lot_without_its_seed_and_numbers_out_of_bounds_are_refused(desk, event):
    for sent in ({"order": "draw"}, {"boards": 0}, {"sections": 99}, {"kind": "chess"}):
        assert seat(desk, event, **sent).status_code == 400
    assert not event.rounds.exists()


def test_s_25_the_page_names_the_line_of_a_movement_that_cannot_be_played(desk, event):
    content = "round;table;ns;ew;boards\n1;1;1;2;1 2\n1;2;1;3;1 2\n"
    wrong = upload(desk, at("setup_seat", event, 1), content, "egen.csv", **BAROMETER)
    assert wrong.status_code == 400
    assert "rad 3" in text(wrong)
    assert not event.rounds.exists()
    right = content.replace("2;1;3", "2;4;3")
    assert (
        upload(desk, at("setup_seat", event, 1), right, "egen.csv", **BAROMETER).status_code == 302
    )
    assert Table.objects.filter(round__event=event).count() == 2
    page = text(desk.get(at("setup", event)))
    assert "Utan plats" in page


def test_sm_evt_1_a_pair_final_seated_otherwise_than_the_book_says_is_marked(desk, event):
    assert seat(desk, event, kind="howell").status_code == 302
    page = text(desk.get(at("setup", event)))
    assert "warning-box" in page
    assert "SM-EVT-1" in page
    seat(desk, event)
    assert "warning-box" not in text(desk.get(at("setup", event)))


def test_swiss_rounds_are_drawn_from_the_page_and_what_is_missing_is_said(desk, event):
    assert 'name="draw"' not in text(desk.get(at("setup", event)))
    seat(desk, event, kind="swiss", rounds=3)
    assert 'name="draw"' in text(desk.get(at("setup", event)))
    assert "bekräftade" in text(act(desk, event, draw="next"))
    assert event.rounds.count() == 1


def test_a_seating_is_taken_away_until_the_session_is_played(desk, event):
    seat(desk, event)
    play(event)
    page = act(desk, event, unseat="1")
    assert "spelas" in text(page)
    assert event.rounds.count() == 5
    event.results.all().delete()
    act(desk, event, unseat="1")
    assert not event.rounds.exists()
    assert not event.boards.exists()


def play(event):
    table = Table.objects.filter(round__event=event).exclude(ew=None).first()
    board = event.boards.get(number=table.boards[0])
    record_result(event, board, table, Payload(Score(100)), "en", 0, "ledare")


def test_times_are_planned_and_a_bad_act_is_refused(desk, event):
    seat(desk, event)
    act(desk, event, schedule="1", number="1", start="2013-07-28T10:00", minutes="16")
    planned = list(event.rounds.values_list("planned", flat=True))
    assert planned[1] - planned[0] == timedelta(minutes=16)
    assert "inte fullständigt" in text(act(desk, event, schedule="1", number="x"))
    assert "inte fullständigt" in text(act(desk, event, unseat="ett"))
    assert desk.post(at("setup_act", event), {}).status_code == 400
    assert desk.get(at("setup_act", event)).status_code == 405


def test_the_office_gives_out_the_pot_on_the_page_of_an_ended_last_chance(
    client, season, office, director
):
    stage = fields.semifinal(season, pot=2)
    chance = season.stages.get(discipline="open-pairs", kind="last-chance")
    for n in range(4):
        entry = Entry.objects.create(stage=chance, entered=season.now(), key=f"chance{n}")
        for position in (1, 2):
            who = makers.player(season, 700_000 + 10 * n + position)
            entry.roster.create(player=who, stage=chance, position=position)
    event = field.open_field(chance, office)
    event.directors.add(director)
    client.force_login(office)
    seat(client, event, boards=1)
    for table in Table.objects.filter(round__event=event).select_related("ns", "ew"):
        board = event.boards.get(number=table.boards[0])
        points = 100 if int(table.ns.code) < int(table.ew.code) else -100
        record_result(event, board, table, Payload(Score(points)), f"{table.pk}", 0, "ledare")
    assert 'name="pot"' not in text(client.get(at("setup", event)))
    assert "avslutad" in text(act(client, event, pot="1"))
    for state in ("running", "ended"):
        change_state(event, state)
    client.force_login(director)
    assert 'name="pot"' not in text(client.get(at("setup", event)))
    assert client.post(at("setup_act", event), {"pot": "1"}).status_code == 403
    client.force_login(office)
    assert 'name="pot"' in text(client.get(at("setup", event)))
    for _ in range(2):
        act(client, event, pot="1")
    offered = stage.places.filter(state="offered").values_list("entry", flat=True)
    assert list(offered) == list(chance.entries.values_list("pk", flat=True)[:2])


# --- What holds for the event


def test_the_settings_are_changed_and_the_scoring_only_before_play(desk, event, director):
    given = {
        "name": "Damfinalen", "site": "Örebro", "date": "2013-07-28", "minutes": "15",
        "qualify": "10", "correction_minutes": "30", "display": "at-once",
        "directors": [director.pk],
        "method": "butler", "winners": "1", "datum": "mean",
    }  # fmt: skip
    assert desk.post(at("setup_settings", event), given).status_code == 302
    event.refresh_from_db()
    assert (event.name, event.minutes, event.qualify, event.confirm) == (
        "Damfinalen",
        15,
        10,
        False,
    )
    assert (event.method, event.display) == ("butler", Display.AT_ONCE)
    step = Step.objects.get(act="set-up-event")
    assert "minutes" in step.facts["fields"]
    seat(desk, event)
    play(event)
    desk.post(at("setup_settings", event), {**given, "method": "matchpoints", "site": "Gävle"})
    event.refresh_from_db()
    assert (event.method, event.site) == ("butler", "Gävle")
    assert desk.post(at("setup_settings", event), {**given, "name": ""}).status_code == 400


# --- Contestants


def test_a_contestant_is_replaced_added_and_taken_out_on_its_page(desk, event):
    pair = {"name1": "Ny Ett", "number1": "77", "name2": "Ny Två", "reason": "sjuk"}
    assert desk.post(at("setup_contestant", event, "2"), pair).status_code == 302
    assert str(event.contestants.get(code="2")) == "Ny Ett – Ny Två"
    twice = desk.post(at("setup_contestant", event, "3"), pair)
    assert twice.status_code == 400
    assert "spelar redan" in text(twice)
    assert desk.post(at("setup_add", event), {"name1": "Bara en"}).status_code == 400
    more = {"name1": "Sju Ett", "name2": "Sju Två"}
    assert desk.post(at("setup_add", event), more).status_code == 302
    assert event.contestants.filter(code="7").exists()
    act(desk, event, remove="7")
    assert not event.contestants.filter(code="7").exists()
    assert desk.post(at("setup_act", event), {"remove": "7"}).status_code == 404
    act(desk, event, still="1")
    assert event.contestants.get(code="1").stationary


def test_s_11_a_change_of_the_season_s_field_is_shown_and_made_by_hand(client, season, office):
    stage = season.stages.get(discipline="mixed-pairs", kind="final")
    fields.fill(stage, [makers.district("Skåne")] * 4, 2)
    event = field.open_field(stage, office)
    place = stage.places.get(number=2)
    old, new = place.entry, fields.another(stage, place, "Gotland")
    client.force_login(office)
    page = client.get(at("setup", event))
    assert str(new) in text(page)
    (swap,) = page.context["swaps"]
    assert event.contestants.get(code="2").entry == old
    act(client, event, swap=swap.key)
    assert event.contestants.get(code="2").entry == new
    assert "se efter igen" in text(act(client, event, swap=swap.key))
    assert Step.objects.filter(act="replace-contestant").count() == 1


def test_presence_is_ticked_for_many_and_found_by_a_part_of_the_name(desk, event):
    pks = {row.code: row.pk for row in event.contestants.all()}
    sent = {"shown": list(pks.values()), "present": [pks["1"], pks["4"], "x", 10**9]}
    page = desk.post(at("presence", event), sent, follow=True)
    assert page.context["present"] == 2
    found = desk.get(at("presence", event), {"q": "asa 4"})
    assert [row.code for row in found.context["contestants"]] == ["4"]
    assert desk.get(at("presence", event), {"q": "6"}).context["contestants"][0].code == "6"


def test_the_set_up_page_asks_little(desk, event, django_assert_max_num_queries):
    seat(desk, event)
    desk.get(at("setup", event))
    with django_assert_max_num_queries(26):
        desk.get(at("setup", event))


# --- The hall


@pytest.fixture
def running(event, office):
    """The event seated and in play, round 1 on the clock."""
    event = seating.arrange(event, "barometer", office, Options(1))
    change_state(event, "running")
    now = timezone.now()
    event.rounds.filter(number=1).update(opened=now, started=now, minutes=15)
    event.refresh_from_db()
    return event


def test_the_display_turns_from_placement_to_clock_to_standing(client, running):
    play(running)
    running.refresh_from_db()
    kinds, number = [], 0
    for _ in range(3):
        page = client.get(at("hall", running), {"visa": number})
        kinds.append(page.content.decode())
        number = int(text(page).split('data-next="')[1].split('"')[0])
    assert number == 0
    assert "Rond 2: vem sitter var" in kinds[0]
    assert "display-clock" in kinds[1]
    assert "Ställning" in kinds[2]
    for page in kinds:
        ends = running.rounds.get(number=1).ends
        assert f'data-ends="{timezone.localtime(ends).isoformat()}"' in page
        assert "http-equiv" in page
        assert "7701" not in page  # no member numbers


def test_the_display_of_a_draft_is_for_its_directors_only(client, event, director):
    for name in ("hall", "placement"):
        assert client.get(at(name, event)).status_code == 404
    client.force_login(director)
    for name in ("hall", "placement"):
        assert client.get(at(name, event)).status_code == 200


def test_a_reader_of_the_display_asks_again_and_is_told_when_the_clock_changes(client, running):
    first = client.get(at("hall", running))
    again = client.get(at("hall", running), headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code) == (200, 200)  # the layer outside answers 304
    running.rounds.filter(number=1).update(paused=timezone.now())
    touch(running)
    second = client.get(at("hall", running))
    assert second["ETag"] != first["ETag"]
    assert "data-paused" in text(second)


def test_the_start_list_is_by_name_and_by_table_with_a_marks(client, running):
    running.contestants.filter(code="3").update(a_system=True)
    page = text(client.get(at("placement", running)))
    names, tables = page.split('id="tables"')
    assert names.index("Berit 1") < names.index("Åsa 1")
    assert '<span class="tag warn">A</span>' in names
    assert '<span class="tag warn">A</span>' in tables
    assert "7701" not in page


def test_odd_addresses_of_the_display_show_its_first_view(client, running):
    for asked in ("x", "-1", "²", "9999999999"):
        assert client.get(at("hall", running), {"visa": asked}).status_code == 200
