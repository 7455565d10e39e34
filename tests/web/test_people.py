"""Accounts: invited by the office, a password of one's own, roles and two factors."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from storslam.web.models import Invitation, Letter, Step, User
from tests.web import season as makers

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rehearsal")]
NEW = {"username": "ny", "first_name": "Nina", "last_name": "Ny", "email": "ny@example.org"}


@pytest.fixture
def office(db, client):  # noqa: ARG001 - the fixture opens the database
    makers.opened()
    user = makers.office()
    client.post("/konto/in/", {"login": "kansli", "password": makers.PASSWORD})
    client.post("/konto/bekrafta/", {"password": makers.PASSWORD})
    return user


def link() -> str:
    return re.search(r"/inbjudan/\S+", Letter.objects.last().body)[0]


def test_somebody_is_invited_and_chooses_a_password_once(client, office):
    skane = makers.district("Skåne")
    answer = client.post(reverse("invite"), NEW | {"district": skane.pk})
    assert answer.status_code == 302, answer.content.decode()
    invited = User.objects.get(username="ny")
    assert (invited.district, invited.is_superuser) == (skane, False)
    assert not invited.has_usable_password()
    page = link()
    client.logout()
    assert "ny" in client.get(page).content.decode()
    assert client.post(page, {"password": "123"}).status_code == 400
    assert client.post(page, {"password": "grön-hiss-47"}).status_code == 302
    assert client.post(page, {"password": "annan-hiss-48"}).status_code == 400
    invited.refresh_from_db()
    assert invited.check_password("grön-hiss-47")
    assert [step.act for step in Step.objects.all()] == ["invite", "accept-invitation"]
    assert office


def test_only_the_tokens_hash_is_kept_and_an_old_one_ends(client, office):
    client.post(reverse("invite"), NEW)
    first, stored = link(), Invitation.objects.get()
    assert stored.token_hash not in first
    assert first.split("/")[2] not in str(Invitation.objects.values_list())
    client.post(reverse("person", args=[stored.user_id]), {"again": "1"})
    assert client.get(first).status_code == 400
    assert client.get(link()).status_code == 200
    Invitation.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert client.get(link()).status_code == 400
    assert client.get("/inbjudan/helt-fel/").status_code == 400
    assert office


def test_nobody_takes_the_office_from_themselves(client, office):
    page = reverse("person", args=[office.pk])
    sent = {"email": "kansli@example.org", "is_active": "on", "player": ""}
    assert client.post(page, sent).status_code == 400
    office.refresh_from_db()
    assert office.is_superuser
    assert client.post(page, sent | {"is_superuser": "on"}).status_code == 302


@pytest.mark.parametrize("make", [makers.committee, lambda: makers.officer("Skåne")])
def test_accounts_are_the_offices(client, office, make):
    client.logout()
    client.force_login(make())
    for name, args in (("people", []), ("invite", []), ("person", [office.pk])):
        assert client.get(reverse(name, args=args)).status_code in {302, 403}
    client.post(reverse("person", args=[office.pk]), {"email": "x@example.org"})
    office.refresh_from_db()
    assert office.email == "kansli@example.org"


def test_guesses_at_invitations_are_limited(client, office):
    client.post(reverse("invite"), NEW)
    page = link()
    statuses = {client.post(page, {"password": "x"}).status_code for _ in range(15)}
    assert 429 in statuses
    assert office
