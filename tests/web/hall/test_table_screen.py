"""The screen of a seat: codes, what is refused and told, confirmation, display policy."""

from urllib.parse import urlsplit

import pytest
from django.urls import reverse

from storslam.web.desks.table import address
from storslam.web.hall import codes, rounds, seating
from storslam.web.hall.codes import Place
from storslam.web.hall.kinds import Options
from storslam.web.models import Call, Conflict, Event, ResultVersion, Table
from storslam.web.models.event import Display, State
from tests.web import makers
from tests.web.hall.conftest import play_round

pytestmark = pytest.mark.django_db


def at(event: Event, seat: str = "N", table: int = 1) -> Place:
    return Place(event.sections.get().number, table, seat)


def result(board: int = 1, round_: int = 1, key: str = "a1", **more: str) -> dict[str, str]:
    form = {"level": "4", "strain": "S", "doubling": "", "declarer": "N", "tricks": "="}
    return {**form, "round": str(round_), "board": str(board), "key": key, **more}


def send(client, event, form, seat="N", table=1, name="table_enter"):
    return client.post(
        address(event, at(event, seat, table), name), form, headers={"Accept": "application/json"}
    )


def test_a_round_by_forms_without_a_script(client, event):
    screen = address(event, at(event))
    assert "Bricka 1" in client.get(screen).content.decode()
    page = client.post(address(event, at(event), "table_enter"), result(), follow=True)
    assert "4♠" in page.content.decode().replace('<span class="suit s">♠</span>', "♠")
    opponents = client.get(address(event, at(event, "E"))).content.decode()
    assert 'name="version" value="1"' in opponents
    form = {"round": "1", "board": "1", "version": "1"}
    client.post(address(event, at(event, "E"), "table_confirm"), form)
    assert ResultVersion.objects.get().confirmation.who == "A1 E"


def test_the_same_key_twice_changes_nothing(client, event):
    for _ in range(2):
        assert send(client, event, result()).json()["done"] == "stored"
    assert ResultVersion.objects.count() == 1


@pytest.mark.parametrize(
    ("form", "word"),
    [
        (result(tricks="15"), "15"),
        (result(tricks="+4"), "13"),
        (result(board="3"), "spelas inte"),
        (result(board="99"), "spelas inte"),
        (result(round_="2", board="3"), "har inte börjat"),
        (result(level="9"), "9"),
        (result(board="x"), "inte fullständigt"),
        (result(declarer="Q"), "Q"),
        (result(lead_suit="S", lead_rank="1"), "1"),
    ],
)
def test_what_cannot_be_is_refused_with_a_word_and_the_console_told(client, event, form, word):
    answer = send(client, event, form)
    assert answer.status_code == 400
    assert word in answer.json()["refused"]
    assert not ResultVersion.objects.exists()
    assert answer.json()["refused"] in Call.objects.get().text
    send(client, event, form)
    assert Call.objects.count() == 1


@pytest.mark.parametrize("form", [result(tricks=""), result(level=""), result(strain="")])
def test_a_form_that_is_not_filled_in_troubles_nobody_else(client, event, form):
    assert send(client, event, form).status_code == 400
    assert not Call.objects.exists()


def test_a_pin_for_a_table_that_is_not_there_troubles_nobody(client, event):
    login = reverse("table_login", args=[event.slug])
    form = {"section": event.sections.get().pk, "table": 77, "seat": "W", "pin": "000000"}
    assert client.post(login, form).status_code == 400
    assert not Call.objects.exists()


def test_s23_two_phones_that_disagree(client, event):
    send(client, event, result())
    answer = send(client, event, result(key="b1", tricks="+1"), seat="E")
    assert answer.json()["done"] == "held"
    assert Conflict.objects.count() == 1
    assert "tävlingsledaren avgör" in client.get(address(event, at(event))).content.decode()


def test_s17_a_sit_out_has_nothing_to_enter(client, event):
    Table.objects.filter(round__number=1, number=1).update(ew=None)
    assert 'class="send entry"' not in client.get(address(event, at(event))).content.decode()
    assert send(client, event, result()).status_code == 400


def test_a_strangers_code_opens_nothing(client, event):
    own, other = address(event, at(event)), address(event, at(event, "S"))
    token = urlsplit(other).path.strip("/").split("/")[-1]
    wrong = own.replace(own.strip("/").split("/")[-1], token)
    assert client.get(wrong).status_code == 403
    assert client.post(f"{wrong}resultat/", result()).status_code == 403
    event.code_turn += 1
    event.save()
    assert client.get(own).status_code == 403


def test_a_code_is_good_as_long_as_its_section_stays(client, director):
    event = makers.hall(pairs=8, slug="annan")
    place = at(event)
    seating.arrange(event, "barometer", director, Options(2), sections=2)
    assert client.get(address(event, place)).status_code == 200
    seating.arrange(event, "barometer", director, Options(2))
    assert client.get(address(event, place)).status_code == 403
    for name, form in (("table_enter", result()), ("table_call", {"key": "c1"})):
        as_json = {"Accept": "application/json"}
        answer = client.post(address(event, place, name), form, headers=as_json)
        assert answer.status_code == 403
        assert "gäller inte" in answer.json()["refused"]


def test_a_draft_has_no_tables(client, event):
    screen = address(event, at(event))
    Event.objects.update(state=State.DRAFT)
    assert client.get(screen).status_code == 404
    assert client.get(reverse("table_login", args=[event.slug])).status_code == 404


def test_a_pin_opens_the_seat_and_a_wrong_one_is_told(client, event):
    login = reverse("table_login", args=[event.slug])
    assert client.get(reverse("table_doors")).headers["Location"] == login
    form = {"section": event.sections.get().pk, "table": 2, "seat": "W"}
    pin = codes.pin(event, at(event, "W", 2))
    right = client.post(login, {**form, "pin": pin})
    assert right.headers["Location"] == address(event, at(event, "W", 2))
    wrong = client.post(login, {**form, "pin": "000000" if pin != "000000" else "1"})
    assert wrong.status_code == 400
    assert Call.objects.get().table == 2


def test_guessing_pins_is_stopped(client, event):
    login = reverse("table_login", args=[event.slug])
    form = {"section": event.sections.get().pk, "table": 2, "seat": "W"}
    pin = int(codes.pin(event, at(event, "W", 2)))
    answers = [
        client.post(login, {**form, "pin": f"{(pin + n) % 10**6:06}"}).status_code
        for n in range(1, 13)
    ]
    assert answers == [400] * 10 + [429] * 2


def test_the_table_calls_the_director(client, event):
    send(client, event, {"key": "c1"}, name="table_call")
    send(client, event, {"key": "c1"}, name="table_call")
    assert Call.objects.get().kind == "director"


def test_s40_in_a_barometer_no_other_results_until_the_board_is_over_everywhere(client, event):
    play_round(event, 1)
    last = Table.objects.get(round__number=1, number=3)
    versions = ResultVersion.objects.filter(result__table=last)
    versions.delete()
    last.results.all().delete()
    Event.objects.update(stamp="s40")
    screen = client.get(address(event, at(event))).content.decode()
    assert "De andra borden" not in screen
    Event.objects.update(display=Display.AT_ONCE)
    assert "De andra borden" in client.get(address(event, at(event))).content.decode()
    Event.objects.update(display=Display.EVERYWHERE)
    for board in (1, 2):
        send(client, event, result(board, key=f"l{board}"), table=3)
    assert "De andra borden" in client.get(address(event, at(event))).content.decode()


def test_the_mark_changes_with_the_screen(client, event, director):
    ask = address(event, at(event), "table_mark")
    marks = [client.get(ask).json()["mark"]]
    for act in (
        lambda: send(client, event, result()),
        lambda: send(client, event, result(key="e1"), seat="E"),
        lambda: rounds.close_round(event, 1, director, "x"),
        lambda: rounds.open_round(event, 2, director),
    ):
        act()
        marks.append(client.get(ask).json()["mark"])
    assert len(set(marks)) == len(marks)
    send(client, event, result(key="o1"), table=2)
    assert client.get(ask).json()["mark"] == marks[-1]


def test_a_screen_costs_few_queries(client, event, django_assert_max_num_queries):
    play_round(event, 1)
    with django_assert_max_num_queries(22):
        client.get(address(event, at(event)))
    with django_assert_max_num_queries(8):
        client.get(address(event, at(event), "table_mark"))


def test_a_phone_gone_mad_does_not_drown_the_others_calls(client, event):
    for number in range(25):
        send(client, event, result(tricks=f"{15 + number}", key=f"mad{number}"))
    assert Call.objects.count() == 20
    assert send(client, event, {"key": "c1"}, name="table_call").status_code == 400
    assert send(client, event, {"key": "c2"}, seat="E", name="table_call").status_code == 200


def test_a_seats_page_is_kept_by_nobody(client, event):
    assert client.get(address(event, at(event))).headers["Cache-Control"] == "no-store"
