"""Who may do what, by predicate and by page; least rights."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from storslam.web.accounts import create_director
from storslam.web.models import Event, Ruling, User
from storslam.web.models.event import State
from storslam.web.permissions import can_open_event, can_see, is_director_of, is_office
from tests.web import makers
from tests.web.conftest import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def office(db, settings):  # noqa: ARG001 - the fixture opens the database
    settings.REHEARSAL = True  # the second factor has tests of its own
    return User.objects.create_superuser("kansli", password=PASSWORD)


@pytest.fixture
def stranger(db):  # noqa: ARG001 - the fixture opens the database
    """A director of other events."""
    return create_director("annan", PASSWORD)


@pytest.fixture
def pages(event, table):
    """Every page of the event at the director's desk: those to read, and those to act."""
    pair = event.contestants.first()
    ruling = Ruling.objects.create(
        event=event, contestant=pair, amount=-1, reason="x", who="x", when="2013-01-01T12:00Z"
    )
    read = [
        reverse("console", args=[event.slug]),
        reverse("console_board", args=[event.slug, 1]),
        reverse("console_result", args=[event.slug, 1, table.pk]),
        reverse("console_rulings", args=[event.slug]),
    ]
    act = [
        reverse("console_state", args=[event.slug]),
        reverse("console_withdraw", args=[event.slug, ruling.pk]),
        reverse("console_settle", args=[event.slug, 1]),
    ]
    return read, act


def test_is_director_of(event, director, stranger, office):
    assert is_director_of(director, event)
    assert is_director_of(office, event)
    assert not is_director_of(stranger, event)
    assert not is_director_of(AnonymousUser(), event)


def test_an_account_switched_off_may_nothing(event, director, office):
    director.is_active = office.is_active = False
    assert not is_director_of(director, event)
    assert not is_director_of(office, event)
    assert not is_office(office)
    assert not can_open_event(director)


def test_can_open_event(director, office):
    assert can_open_event(director)
    assert can_open_event(office)
    assert not can_open_event(User.objects.create_user("spelare", password=PASSWORD))
    assert not can_open_event(AnonymousUser())


def test_can_see(event, director, stranger):
    draft = makers.stored(name="Utkast", state=State.DRAFT)
    draft.directors.add(director)
    assert can_see(AnonymousUser(), event)
    assert can_see(director, draft)
    assert not can_see(stranger, draft)
    assert not can_see(AnonymousUser(), draft)


def test_visitors_are_sent_to_log_in(client, pages):
    read, act = pages
    for address in read:
        assert client.get(address).url.startswith("/konto/in/")
    for address in act:
        assert client.post(address).url.startswith("/konto/in/")


def test_a_director_of_other_events_is_refused(client, pages, stranger):
    client.force_login(stranger)
    read, act = pages
    for address in read:
        assert client.get(address).status_code == 403
        assert client.post(address).status_code == 403
    for address in act:
        assert client.post(address).status_code == 403


def test_its_director_and_the_office_reach_every_page(client, pages, director, office):
    for user in (director, office):
        client.force_login(user)
        for address in pages[0]:
            assert client.get(address).status_code == 200


def test_what_acts_is_never_a_get(desk, pages):
    for address in pages[1]:
        assert desk.get(address).status_code == 405


def test_a_ruling_of_another_event_is_out_of_reach(desk, event):
    other = makers.stored(name="Annan")
    foreign = Ruling.objects.create(
        event=other,
        contestant=other.contestants.first(),
        amount=-1,
        reason="x",
        who="x",
        when="2013-01-01T12:00Z",
    )
    address = reverse("console_withdraw", args=[event.slug, foreign.pk])
    assert desk.post(address).status_code == 404
    foreign.refresh_from_db()
    assert foreign.withdrawn_at is None


def test_a_table_of_another_event_is_out_of_reach(desk, event):
    other = makers.stored(name="Annan")
    table = other.rounds.first().tables.first()
    address = reverse("console_result", args=[event.slug, 1, table.pk])
    assert desk.get(address).status_code == 404


def test_only_who_may_open_events_uploads(client):
    client.force_login(User.objects.create_user("spelare", password=PASSWORD))
    assert client.get(reverse("new_event")).status_code == 403
    assert not Event.objects.exists()


def test_the_office_needs_a_second_factor_at_the_directors_desks_too(client, event):
    client.force_login(User.objects.create_superuser("kansli", password=PASSWORD))
    for name, args in (("desk", []), ("new_event", []), ("console", [event.slug])):
        answer = client.get(reverse(name, args=args))
        assert answer.url == reverse("mfa_activate_totp")
