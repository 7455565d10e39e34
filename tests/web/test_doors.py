"""The office's doors: tokens and hooks made and withdrawn, their secrets shown once."""

import re

import pytest
from django.urls import reverse

from storslam.errors import StorslamError
from storslam.web.acts.doors import make_token, token_of
from storslam.web.models import Hook, Scope, Step, Token
from tests.web import makers as events
from tests.web import season as makers
from tests.web.conftest import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rehearsal")]


@pytest.fixture
def season(db):  # noqa: ARG001 - the fixture opens the database
    return makers.opened()


@pytest.fixture
def desk(client, office):
    enter(client, office)
    return client


def enter(client, who) -> None:
    client.post("/konto/in/", {"login": who.username, "password": PASSWORD})
    client.post("/konto/bekrafta/", {"password": PASSWORD})


def made(response) -> str:
    return re.search(r"<code>(.+?)</code>", response.content.decode())[1]


def test_a_token_is_shown_once_and_only_its_hash_is_kept(desk, season):
    sent = {"make": "token", "name": "Ruter", "scopes": ["results"], "season": season.pk}
    shown = made(desk.post(reverse("doors"), sent))
    token = Token.objects.get()
    assert token_of(shown) == token
    assert shown not in (token.token_hash, desk.get(reverse("doors")).content.decode())
    assert (token.scopes, token.made_by) == (["results"], "kansli")
    desk.post(reverse("withdraw_token", args=[token.pk]))
    assert token_of(shown) is None
    assert list(Step.objects.values_list("act", flat=True)) == ["make-token", "withdraw-token"]


def test_a_hook_is_made_with_a_secret_and_withdrawn(desk):
    sent = {"make": "hook", "url": "https://klubb.example.org/storslam"}
    shown = made(desk.post(reverse("doors"), sent))
    hook = Hook.objects.get()
    assert (hook.secret, hook.site) == (shown, "http://testserver/")
    assert shown not in desk.get(reverse("doors")).content.decode()
    desk.post(reverse("withdraw_hook", args=[hook.pk]))
    hook.refresh_from_db()
    assert hook.withdrawn is not None


@pytest.mark.parametrize("sent", [{"make": "token"}, {"make": "hook", "url": "file:///x"}])
def test_what_is_not_filled_in_is_said(desk, sent):
    assert desk.post(reverse("doors"), sent).status_code == 400
    assert not Token.objects.exists()
    assert not Hook.objects.exists()


def test_the_doors_are_the_offices(client, season):
    token, _ = make_token("Ruter", [Scope.RESULTS], season, "kansli")
    for who in (makers.officer(), makers.committee()):
        client.logout()
        assert client.get(reverse("doors")).status_code == 302
        enter(client, who)
        assert client.get(reverse("doors")).status_code == 403
        assert client.post(reverse("withdraw_token", args=[token.pk])).status_code == 403
    token.refresh_from_db()
    assert token.withdrawn is None


def test_an_event_or_a_district_narrows_what_a_token_can_be_for(season):
    event, district = events.hall(), makers.district("Skåne")
    assert event.stage.season == season
    wrong = [
        ([], {}),
        (["allt"], {}),
        ([Scope.ENTRIES], {"event": event}),
        ([Scope.REGISTRY], {"district": district}),
        ([Scope.RESULTS], {"event": event, "district": district}),
    ]
    for scopes, where in wrong:
        with pytest.raises(StorslamError):
            make_token("Ruter", scopes, season, "kansli", **where)
    assert not Token.objects.exists()
    make_token("Ruter", [Scope.RESULTS, Scope.BUNDLE], season, "kansli", event=event)
    make_token("Klubben", [Scope.ENTRIES], season, "kansli", district=district)
